package writeapi

import "time"

// AskInstallments is a request for the instalment plans of a card.
type AskInstallments struct {
	Amount Number `json:"amount"` // the price of the basket, as a number or a decimal in a string
	BIN    string `json:"bin"`    // the first 6 or 8 digits of the card, never more
}

// Installments are the instalment plans of a card.
type Installments struct {
	InstallmentDetails []InstallmentDetail `json:"installmentDetails"` // one for each type of card
}

// InstallmentDetail is the instalment plans of one type of card.
type InstallmentDetail struct {
	BinNumber       string `json:"binNumber"`       // the digits of the request
	Price           Money  `json:"price"`           // the price without a plan
	CardType        string `json:"cardType"`        // CREDIT_CARD, DEBIT_CARD or PREPAID_CARD
	CardAssociation string `json:"cardAssociation"` // VISA, MASTER_CARD, TROY or AMERICAN_EXPRESS
	CardFamilyName  string `json:"cardFamilyName"`  // the bank's name of the card programme
	// Whether the bank requires 3-D Secure; Vitrine always uses it.
	Force3DS          bool               `json:"force3ds"`
	BankName          string             `json:"bankName"`          // the issuing bank
	InstallmentPrices []InstallmentPrice `json:"installmentPrices"` // the plans, the single payment first
}

// InstallmentPrice is one instalment plan.
type InstallmentPrice struct {
	InstallmentNumber int   `json:"installmentNumber"` // the number of payments
	InstallmentPrice  Money `json:"installmentPrice"`  // each payment, rounded
	TotalPrice        Money `json:"totalPrice"`        // the sum of the payments, which is charged
}

// Pay3DS starts a card payment.
type Pay3DS struct {
	BasketID       string `json:"basketId"`       // the basket's id
	CardNumber     string `json:"cardNumber"`     // 12 to 19 digits
	ExpireMonth    string `json:"expireMonth"`    // 01 to 12
	ExpireYear     string `json:"expireYear"`     // two or four digits
	CVC            string `json:"cvc"`            // three or four digits
	CardHolderName string `json:"cardHolderName"` // the name on the card
	// The number of payments, from the plans of the card; 1 by default.
	Installment Number `json:"installment,omitempty"`
	// The total of the basket that the customer saw, without what an instalment plan adds. If the basket costs something
	// else, nothing is begun.
	ExpectedTotal Number `json:"expectedTotal,omitempty"`
}

// PayHosted starts a card payment on the bank's page. It holds no card.
type PayHosted struct {
	BasketID string `json:"basketId"` // the basket's id
	// The number of payments; more than one needs bin, because the price depends on the card.
	Installment Number `json:"installment,omitempty"`
	// The first 6 or 8 digits of the card, never more; without it one payment.
	BIN string `json:"bin,omitempty"`
	// The total of the basket that the customer saw, without what an instalment plan adds. If the basket costs something
	// else, nothing is begun.
	ExpectedTotal Number `json:"expectedTotal,omitempty"`
}

// Hosted is a started card payment on the bank's page.
type Hosted struct {
	PaymentID string    `json:"paymentId"`     // the payment's id; keep it: whoever has it may use the payment
	Reference string    `json:"reference"`     // the payment's name in the return URL and at the bank
	HTML      string    `json:"html"`          // the page that leads to the bank's page; show it unchanged
	URL       string    `json:"url,omitempty"` // the URL of the bank's page, if a redirect is enough
	ExpiresAt time.Time `json:"expiresAt"`     // the time until which the items are reserved
}

// Started is a started card payment.
type Started struct {
	PaymentID string    `json:"paymentId"` // the payment's id; keep it: whoever has it may use the payment
	Reference string    `json:"reference"` // the payment's name in the return URL and at the bank
	HTML      string    `json:"html"`      // the page that leads to the bank; show it unchanged
	ExpiresAt time.Time `json:"expiresAt"` // the time until which the customer can pay
}

// CompletePayment is a request for the result of a payment.
type CompletePayment struct {
	PaymentID string `json:"paymentId,omitempty"` // the payment's id
	// The reference in the return URL, instead of paymentId. It needs the owner's bearer token.
	Reference string `json:"reference,omitempty"`
}

// Payment is the state of a payment.
type Payment struct {
	PaymentID string `json:"paymentId"` // the payment's id
	// One of succeeded, failed, expired, cancelled, refund_pending, partially_refunded, refunded and voided. A transfer
	// can also be pending, partially_paid or in review. A payment on a blockchain can also be pending, confirming,
	// underpaid, overpaid or in review.
	Status   string `json:"status"`
	Amount   Money  `json:"amount"`           // the amount due
	Paid     Money  `json:"paid"`             // the amount received
	Refunded Money  `json:"refunded"`         // the amount refunded
	Currency string `json:"currency"`         // the ISO 4217 code of the currency
	Reason   string `json:"reason,omitempty"` // the reason of a failure, as a code
	Order    *Order `json:"order,omitempty"`  // the order

	Crypto *CryptoState `json:"crypto,omitempty"` // of a payment on a blockchain: its transaction
}

// PayCrypto starts a payment on a blockchain.
type PayCrypto struct {
	BasketID string `json:"basketId"` // the basket's id
	Asset    string `json:"asset"`    // one of the tenant's coins
	// The total of the basket that the customer saw, without what an instalment plan adds. If the basket costs something
	// else, nothing is begun.
	ExpectedTotal Number `json:"expectedTotal,omitempty"`
}

// Crypto is a pending payment on a blockchain.
type Crypto struct {
	PaymentID     string    `json:"paymentId"`       // the payment's id
	Status        string    `json:"status"`          // pending
	Chain         string    `json:"chain"`           // the name of the blockchain
	ChainID       int64     `json:"chainId"`         // the number of the blockchain (EIP-155)
	Asset         string    `json:"asset"`           // the coin
	Token         string    `json:"token,omitempty"` // the ERC-20 contract; absent for the native coin
	Decimals      int       `json:"decimals"`        // the decimals of the coin
	Address       string    `json:"address"`         // the recipient's address
	Amount        string    `json:"amount"`          // the exact amount to send; it identifies the payment
	AmountUnits   string    `json:"amountUnits"`     // the same amount in the coin's smallest unit
	Price         Money     `json:"price"`           // the price of the basket
	Currency      string    `json:"currency"`        // the ISO 4217 code of the currency
	Rate          string    `json:"rate"`            // the exchange rate of one coin
	Confirmations int       `json:"confirmations"`   // the number of confirmations needed
	ExpiresAt     time.Time `json:"expiresAt"`       // the time until which the amount is valid
	URI           string    `json:"uri"`             // the payment as a URI for wallets (EIP-681), for a QR code
}

// VerifyCrypto names the transaction of a payment.
type VerifyCrypto struct {
	TxHash  string `json:"txHash"`            // 0x and 64 hexadecimal digits
	ChainID int64  `json:"chainId,omitempty"` // if present, it must be that of the payment
}

// CryptoState is the transaction of a payment on a blockchain.
type CryptoState struct {
	TxHash        string `json:"txHash,omitempty"` // the named transaction
	Asset         string `json:"asset"`            // the coin
	Due           string `json:"due"`              // the amount due
	Received      string `json:"received"`         // the amount received
	Confirmations int    `json:"confirmations"`    // the confirmations so far
	Needed        int    `json:"needed"`           // the confirmations needed
}

// PayTransfer starts a payment by bank transfer.
type PayTransfer struct {
	BasketID string `json:"basketId"` // the basket's id
	// The total of the basket that the customer saw, without what an instalment plan adds. If the basket costs something
	// else, nothing is begun.
	ExpectedTotal Number `json:"expectedTotal,omitempty"`
}

// Transfer is a pending bank transfer.
type Transfer struct {
	PaymentID     string    `json:"paymentId"`     // the payment's id
	Status        string    `json:"status"`        // pending
	ReferenceCode string    `json:"referenceCode"` // the code for the description of the transfer
	Amount        Money     `json:"amount"`        // the amount to transfer
	Currency      string    `json:"currency"`      // the ISO 4217 code of the currency
	IBAN          string    `json:"iban"`          // the recipient's address
	AccountHolder string    `json:"accountHolder"` // the account holder
	BankName      string    `json:"bankName"`      // the bank
	ExpiresAt     time.Time `json:"expiresAt"`     // the time until which the transfer must arrive
	ReservedUntil time.Time `json:"reservedUntil"` // the time until which the items are reserved; at most expiresAt
}

// StatementLine is an incoming payment in a bank's statement or webhook.
type StatementLine struct {
	ID          string    `json:"id"`          // the bank's id of the line; each id counts once
	IBAN        string    `json:"iban"`        // the account
	Amount      Number    `json:"amount"`      // the amount received
	Currency    string    `json:"currency"`    // the ISO 4217 code of the currency
	Description string    `json:"description"` // the sender's text, which contains the reference code
	BookedAt    time.Time `json:"bookedAt"`    // the time of booking
}

// Number is a decimal, written as a JSON number or as a string.
type Number string

// UnmarshalJSON takes 12.5 and "12.5".
func (n *Number) UnmarshalJSON(b []byte) error {
	s := string(b)
	if len(s) >= 2 && s[0] == '"' {
		s = s[1 : len(s)-1]
	}
	*n = Number(s)
	return nil
}
