package settings

import (
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/pos/iyzico"
	"vitrine/writesvc/payment/pos/nestpay"
	"vitrine/writesvc/payment/pos/sandbox"
)

// Banks are all banks. To add one, make its folder under pos and add its line here (see pos/doc.go).
var Banks = pos.Banks{
	iyzico.Provider,
	nestpay.Provider,
	sandbox.Provider,
}
