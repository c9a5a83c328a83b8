package payment

import (
	"vitrine/writesvc/payment/pos"
	"vitrine/writesvc/payment/pos/iyzico"
	"vitrine/writesvc/payment/pos/nestpay"
	"vitrine/writesvc/payment/pos/sandbox"
)

// banks are all banks. To add one, make its folder under pos and add its line here (see pos/doc.go).
var banks = pos.Banks{
	iyzico.Provider,
	nestpay.Provider,
	sandbox.Provider,
}
