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
	// Merchant names the account at the bank.
	Merchant() string
	// Start begins a 3-D Secure payment and returns the page that leads the customer to his bank. A *Refusal says that the bank took it not.
	Start(ctx context.Context, p Payment, c Card) (Page, error)
	// Host begins a payment on a page of the bank's own, where the customer types his card, and returns what leads there. A *Refusal as Start has.
	Host(ctx context.Context, p Payment) (Page, error)
	// Read takes a callback apart, its signature first. ErrForged: it says nothing at all. Nothing of it was compared with a payment yet.
	Read(form url.Values) (Callback, error)
	// Authorize takes the money, after a callback whose values the caller compared. It is called once.
	Authorize(ctx context.Context, p Payment, cb Callback) Outcome
	// Query asks what became of a payment. It changes nothing.
	Query(ctx context.Context, p Payment) Outcome
	// Void takes back a payment that the bank has not settled; Declined where that is over.
	Void(ctx context.Context, p Payment) Outcome
	// Refund gives money back.
	Refund(ctx context.Context, p Payment, amount writeapi.Money) Outcome
	// Installments are the plans for cards that begin with bin.
	Installments(ctx context.Context, bin string, amount writeapi.Money) (writeapi.Installments, error)
}

// A Payment is what a bank is told of one.
type Payment struct {
	ID          string // what the bank knows it by (oid, conversationId)
	ProviderRef string // what the bank calls it, where it does before there is money
	Token       string // of the provider's page, where it is paid on one that takes the money; as secret as the page
	Txn         string // what the bank calls the money
	Price       writeapi.Money
	Amount      writeapi.Money // with what the plan adds
	Currency    string
	Installment int // 1: at once
	CallbackURL string
	Address     string // the customer's
	Language    string // tr or en
	Buyer       Buyer
	Items       []Item
}

// A Buyer is who pays.
type Buyer struct {
	ID, First, Last, Email, Phone string
}

// An Item is a line of what is paid for.
type Item struct {
	ID, Name string
	Total    writeapi.Money
}

// A Page is what leads the customer to his bank.
type Page struct {
	HTML        []byte
	Nonce       string // of its script
	FormAction  string // where it may post to
	ProviderRef string

	// Of a page on which the provider takes the money himself. What became of it is then asked for by Query, with the token, and by nothing else:
	// what the customer's browser brings back only says that it may be time to ask.
	Takes bool
	Token string
	URL   string        // where the page is
	For   time.Duration // for how long it can be paid on
}

// A Callback is what a bank said through the customer's browser, its signature good.
type Callback struct {
	PaymentID   string
	Merchant    string
	Amount      string // as sent; "" where the bank does not repeat it
	Currency    string // ISO 4217; "" likewise
	Installment int    // 0 likewise
	MDStatus    string
	Failed      bool // the bank itself says that it ends here
	ProviderRef string

	evidence map[string]string // for Authorize, in memory only
}

// ErrForged is a callback whose signature is not the bank's, or that lacks what it must have.
var ErrForged = errors.New("the callback is not the bank's")

// A Refusal is a bank's no, with a reason for the customer.
type Refusal struct{ Reason string }

// Error says the reason.
func (r *Refusal) Error() string { return "refused: " + r.Reason }

// State is what is known of money.
type State int

// What can be known. A bank that does not answer leaves Unknown, never Declined.
const (
	Unknown State = iota
	Approved
	Declined
	Voided
	Missing // the bank has never heard of it
)

// String names the state for the log.
func (s State) String() string {
	return [...]string{"unknown", "approved", "declined", "voided", "missing"}[s]
}

// An Outcome is what a bank answered.
type Outcome struct {
	State    State
	Txn      string
	Amount   writeapi.Money // that was taken, of Approved; 0 where the bank does not say
	Currency string         // of it; "" likewise
	Refunded writeapi.Money // that was given back, -1 where the bank does not say
	Reason   string         // one of the Reason constants
	Differs  bool           // Approved, and of another basket, plan or authentication than was asked for: it goes back
	Held     bool           // Unknown, but the bank has the money and is still deciding
	Raw      string         // the bank's own code, for operators
	Err      error          // why it is unknown, for the log
}

// Why a payment was not made, for the customer; a bank's own code is for operators.
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
	ReasonSoldOut          = "sold_out"
	ReasonTimeout          = "expired"
	ReasonUnsupported      = "unsupported_feature"
	ReasonConfig           = "config_error"
	ReasonCancelled        = "cancelled"
)

// What a bank may take for an answer, and how long that may be.
const (
	callTimeout       = 20 * time.Second
	maxAnswer   int64 = 64 << 10
)

// currencies are the numbers by which banks know them (ISO 4217).
var currencies = map[string]string{"TRY": "949", "USD": "840", "EUR": "978", "GBP": "826", "CHF": "756", "JPY": "392", "RUB": "643"}

// isoNumber is the number of a currency, if banks of this dialect take it.
func isoNumber(currency string) (string, bool) {
	n, ok := currencies[currency]
	return n, ok
}

// isoName is the currency of a number, "" if there is none.
func isoName(number string) string {
	for name, n := range currencies {
		if n == number {
			return name
		}
	}
	return ""
}
