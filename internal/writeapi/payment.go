package writeapi

import "time"

// AskInstallments asks what a card may be paid with.
type AskInstallments struct {
	Amount Number `json:"amount"` // what the basket costs, as a number or a decimal in a string
	BIN    string `json:"bin"`    // the card's first 6 or 8 digits, never more
}

// Installments are the plans that a card is offered.
type Installments struct {
	InstallmentDetails []InstallmentDetail `json:"installmentDetails"` // one a kind of card
}

// InstallmentDetail is what cards of one kind are offered.
type InstallmentDetail struct {
	BinNumber         string             `json:"binNumber"`         // the digits that were asked for
	Price             Money              `json:"price"`             // what is to be paid without a plan
	CardType          string             `json:"cardType"`          // CREDIT_CARD, DEBIT_CARD or PREPAID_CARD
	CardAssociation   string             `json:"cardAssociation"`   // VISA, MASTER_CARD, TROY, AMERICAN_EXPRESS
	CardFamilyName    string             `json:"cardFamilyName"`    // the bank's name for the programme
	Force3DS          bool               `json:"force3ds"`          // whether 3-D Secure is needed; it is always used
	BankName          string             `json:"bankName"`          // who issued the card
	InstallmentPrices []InstallmentPrice `json:"installmentPrices"` // the plans, that of one payment first
}

// InstallmentPrice is one plan.
type InstallmentPrice struct {
	InstallmentNumber int   `json:"installmentNumber"` // how many payments
	InstallmentPrice  Money `json:"installmentPrice"`  // each of them, rounded
	TotalPrice        Money `json:"totalPrice"`        // all of them: this is what is charged
}

// Pay3DS starts a card payment.
type Pay3DS struct {
	BasketID       string `json:"basketId"`              // which basket
	CardNumber     string `json:"cardNumber"`            // 12 to 19 digits
	ExpireMonth    string `json:"expireMonth"`           // 01 to 12
	ExpireYear     string `json:"expireYear"`            // two or four digits
	CVC            string `json:"cvc"`                   // three digits, or four
	CardHolderName string `json:"cardHolderName"`        // the name on the card
	Installment    Number `json:"installment,omitempty"` // how many payments, one of those that the card is offered; without it one
}

// PayHosted starts a card payment on a page of the bank's own. There is no card in it.
type PayHosted struct {
	BasketID    string `json:"basketId"`              // which basket
	Installment Number `json:"installment,omitempty"` // how many payments; more than one with bin, for what they cost depends on the card
	BIN         string `json:"bin,omitempty"`         // the first 6 or 8 digits of the card that will be used, never more; without it one payment
}

// Hosted is a card payment on a page of the bank's own that was begun.
type Hosted struct {
	PaymentID string    `json:"paymentId"`     // which payment
	HTML      string    `json:"html"`          // the page that leads to the bank's, to be shown as it is
	URL       string    `json:"url,omitempty"` // where the bank's page is, if it can be gone to without a form
	ExpiresAt time.Time `json:"expiresAt"`     // until when what is in the basket is held for the customer
}

// Started is a card payment that was begun.
type Started struct {
	PaymentID string    `json:"paymentId"` // which payment
	HTML      string    `json:"html"`      // the page that leads to the bank, to be shown as it is
	ExpiresAt time.Time `json:"expiresAt"` // until when the customer has time
}

// CompletePayment asks how a payment ended.
type CompletePayment struct {
	PaymentID string `json:"paymentId"` // which payment
}

// Payment is how a payment stands.
type Payment struct {
	PaymentID string `json:"paymentId"`        // which payment
	Status    string `json:"status"`           // succeeded, failed, expired, cancelled, refund_pending, partially_refunded, refunded, voided; of a transfer also pending, partially_paid, review; on a chain also pending, confirming, underpaid, overpaid, review
	Amount    Money  `json:"amount"`           // what is or was to be paid
	Paid      Money  `json:"paid"`             // what came in
	Refunded  Money  `json:"refunded"`         // what was given back
	Currency  string `json:"currency"`         // ISO 4217
	Reason    string `json:"reason,omitempty"` // why it did not succeed, for programs
	Order     *Order `json:"order,omitempty"`  // what was bought

	Crypto *CryptoState `json:"crypto,omitempty"` // of a payment on a chain: what was seen there
}

// PayCrypto starts a payment on a chain.
type PayCrypto struct {
	BasketID string `json:"basketId"` // which basket
	Asset    string `json:"asset"`    // which of the shop's coins
}

// Crypto is a payment on a chain that is waited for.
type Crypto struct {
	PaymentID     string    `json:"paymentId"`       // which payment
	Status        string    `json:"status"`          // pending
	Chain         string    `json:"chain"`           // the chain's name
	ChainID       int64     `json:"chainId"`         // its number (EIP-155)
	Asset         string    `json:"asset"`           // the coin
	Token         string    `json:"token,omitempty"` // its ERC-20 contract; missing for the chain's own coin
	Decimals      int       `json:"decimals"`        // of the coin
	Address       string    `json:"address"`         // where to
	Amount        string    `json:"amount"`          // what is to be sent, to the last digit: the payment is known by it
	AmountUnits   string    `json:"amountUnits"`     // the same in the coin's smallest unit
	Price         Money     `json:"price"`           // what the basket costs
	Currency      string    `json:"currency"`        // ISO 4217
	Rate          string    `json:"rate"`            // what one coin was taken to cost
	Confirmations int       `json:"confirmations"`   // how deep the payment's block must lie
	ExpiresAt     time.Time `json:"expiresAt"`       // until when the sum is good
	URI           string    `json:"uri"`             // all of it for wallets (EIP-681), to be drawn as a QR code
}

// VerifyCrypto names the transaction that a payment was made with.
type VerifyCrypto struct {
	TxHash  string `json:"txHash"`            // 0x and 64 hexadecimal digits
	ChainID int64  `json:"chainId,omitempty"` // if it is sent, it must be the payment's
}

// CryptoState is what was seen of a payment on its chain.
type CryptoState struct {
	TxHash        string `json:"txHash,omitempty"` // the transaction that was named
	Asset         string `json:"asset"`            // the coin
	Due           string `json:"due"`              // what was to be sent
	Received      string `json:"received"`         // what came
	Confirmations int    `json:"confirmations"`    // how deep its block lies
	Needed        int    `json:"needed"`           // how deep it must
}

// PayTransfer announces a transfer.
type PayTransfer struct {
	BasketID string `json:"basketId"` // which basket
}

// Transfer is a transfer that is waited for.
type Transfer struct {
	PaymentID     string    `json:"paymentId"`     // which payment
	Status        string    `json:"status"`        // pending
	ReferenceCode string    `json:"referenceCode"` // to be written into the transfer's description
	Amount        Money     `json:"amount"`        // what is to be sent
	Currency      string    `json:"currency"`      // ISO 4217
	IBAN          string    `json:"iban"`          // where to
	AccountHolder string    `json:"accountHolder"` // to whom
	BankName      string    `json:"bankName"`      // at which bank
	ExpiresAt     time.Time `json:"expiresAt"`     // until when it must have come
}

// StatementLine is money that came into an account, as the bank's statement or its webhook says.
type StatementLine struct {
	ID          string    `json:"id"`          // the bank's number of the line: each counts once
	IBAN        string    `json:"iban"`        // the account
	Amount      Number    `json:"amount"`      // what came
	Currency    string    `json:"currency"`    // ISO 4217
	Description string    `json:"description"` // what the sender wrote; the reference code is looked for in it
	BookedAt    time.Time `json:"bookedAt"`    // when
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
