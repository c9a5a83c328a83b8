package pos

import (
	"context"
	"errors"
	"net/url"
	"time"

	"vitrine/internal/writeapi"
)

// A Gateway is one merchant account at one bank.
type Gateway interface {
	// Merchant returns the account's identifier at the bank.
	Merchant() string
	// Start begins a 3-D Secure payment and returns the page that leads the customer to the issuing bank. It
	// returns a *Refusal if the bank rejects the payment.
	Start(ctx context.Context, p Payment, c Card) (Page, error)
	// Host begins a payment on a page of the bank, where the customer types the card. It returns the page that
	// leads there, or a *Refusal.
	Host(ctx context.Context, p Payment) (Page, error)
	// Read verifies and parses a callback. It returns ErrForged if the signature is wrong. The caller compares
	// the values with the payment.
	Read(form url.Values) (Callback, error)
	// Authorize takes the money. It is called once, after the caller has compared the callback's values.
	Authorize(ctx context.Context, p Payment, cb Callback) Outcome
	// Query returns the state of a payment and changes nothing.
	Query(ctx context.Context, p Payment) Outcome
	// Void cancels a payment that the bank has not settled. It returns Declined once the bank has settled it.
	Void(ctx context.Context, p Payment) Outcome
	// Refund returns an amount to the customer.
	Refund(ctx context.Context, p Payment, amount writeapi.Money) Outcome
	// Installments returns the plans for cards with a BIN.
	Installments(ctx context.Context, bin string, amount writeapi.Money) (writeapi.Installments, error)
}

// A Payment is a payment as a gateway sees it.
type Payment struct {
	ID          string // our identifier (oid, conversationId)
	ProviderRef string // the bank's identifier, if it assigns one before it takes money
	Token       string // of the bank's own page, if the bank takes the money there; a secret, like the page
	Txn         string // the bank's identifier of the transaction that took the money
	Price       writeapi.Money
	Amount      writeapi.Money // Price plus the surcharge of the instalment plan
	Currency    string
	Installment int    // number of instalments; 1 means a single payment
	BIN         string // first six or eight digits of the card that the plan was chosen for; "" if none was named
	CallbackURL string
	Address     string // the customer's network address
	Language    string // tr or en
	Buyer       Buyer
	Items       []Item
}

// A Buyer is the paying customer.
type Buyer struct {
	ID, First, Last, Email, Phone string
}

// An Item is a line of the basket.
type Item struct {
	ID, Name string
	Total    writeapi.Money
}

// A Page leads the customer's browser to the bank.
type Page struct {
	HTML        []byte
	Nonce       string // of the page's script
	FormAction  string // the origin that the form may post to
	ProviderRef string

	// Takes marks a page of the bank on which the bank itself takes the money. Only Query with Token then tells
	// the outcome. What the browser brings back is only a hint to query.
	Takes bool
	Token string
	URL   string        // of the bank's page
	For   time.Duration // how long the page accepts a payment
}

// A Callback is a verified message from the bank that arrived through the customer's browser.
type Callback struct {
	PaymentID   string
	Merchant    string
	Amount      string // as sent; "" if the bank does not repeat it
	Currency    string // ISO 4217; "" if the bank does not repeat it
	Installment int    // 0 if the bank does not repeat it
	MDStatus    string
	Failed      bool // the bank reports that the payment failed
	ProviderRef string
	BIN         string // first six or eight digits of the card that was used; "" if the bank does not say

	Evidence map[string]string // proof of the authentication, for Authorize; kept in memory only
}

// ErrForged is returned for a callback or webhook whose signature is wrong, or that lacks a required field.
var ErrForged = errors.New("the message is not from the bank")

// A Refusal is a rejection by the bank, with a reason for the customer.
type Refusal struct{ Reason string }

// Error returns the reason.
func (r *Refusal) Error() string { return "refused: " + r.Reason }

// State is what is known about the money of a payment.
type State int

// The states. A bank that does not answer leaves Unknown, never Declined.
const (
	Unknown State = iota
	Approved
	Declined
	Voided
	Missing // the bank has no such payment
)

// String returns the state's name, for the log.
func (s State) String() string {
	return [...]string{"unknown", "approved", "declined", "voided", "missing"}[s]
}

// An Outcome is a bank's answer about a payment.
type Outcome struct {
	State    State
	Txn      string
	Amount   writeapi.Money // taken, if Approved; 0 if the bank does not say
	Currency string         // of Amount; "" if the bank does not say
	Refunded writeapi.Money // returned so far; -1 if the bank does not say
	Reason   string         // one of the Reason constants
	Differs  bool           // Approved for another basket, card or authentication than requested: must be refunded
	Answered bool           // Unknown, but the bank has answered; a query may decide at once
	Held     bool           // Unknown, but the bank holds the money and is still reviewing the payment
	Raw      string         // the bank's own code, for operators
	Err      error          // why the state is unknown, for the log
}

// Reasons for a failed payment, for the customer. Operators see the bank's own code.
const (
	ReasonNotAuthenticated = "authentication_failed"
	ReasonDeclined         = "card_declined"
	ReasonFunds            = "insufficient_funds"
	ReasonExpired          = "expired_card"
	ReasonCVC              = "incorrect_cvc"
	ReasonNumber           = "incorrect_number"
	ReasonIssuer           = "call_issuer"
	ReasonPickUp           = "pick_up_card"
	ReasonProcessing       = "processing_error"
	ReasonMismatch         = "mismatch"
	ReasonPlan             = "plan_mismatch" // the card is not the one that the instalment plan was chosen for
	ReasonSoldOut          = "sold_out"
	ReasonTimeout          = "expired"
	ReasonUnsupported      = "unsupported_feature"
	ReasonConfig           = "config_error"
	ReasonCancelled        = "cancelled"
)
