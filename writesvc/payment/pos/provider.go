package pos

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
)

// A Provider is one bank, or one payment service with a bank's role. Exactly one line registers it.
type Provider struct {
	Name string // in settings, in URLs and in rows of payments

	// Config returns a new value into which a tenant's account settings are decoded: a pointer to a struct whose secrets
	// have the type Secret. nil: the bank has no settings.
	Config func() any
	// Validate checks a tenant's account settings, the JSON object under Name. It reads no secret.
	Validate func(settings json.RawMessage) error
	// Open returns the gateway of a tenant's account.
	Open func(a Account) (Gateway, error)
	// Webhook verifies and reads a notification that the bank posts by itself. It returns ErrForged for a wrong
	// signature and ErrMalformed for a body that it cannot read. nil: the bank sends none.
	Webhook func(a Account, header http.Header, body []byte) (Notification, error)
	// Restartable reports whether Gateway.Start may be called again for the same payment, so that a repeated
	// request can be answered with a new page.
	Restartable bool
	// PageBIN is the number of digits of the card that the result of the bank's own page shows: 6 or 8. Plans for its
	// page are chosen by no more digits, since the card is compared with the plan afterwards. 0: the bank does not show
	// the card, so its page has no instalments.
	PageBIN int
	// Development marks a bank that exists in development only. It needs no settings, and it serves tenants that
	// name no bank.
	Development bool
}

// An Account is a tenant's account at a bank, as settings describe it.
type Account struct {
	Tenant   string
	Settings json.RawMessage // the JSON object under the bank's name; nil where there is none
	APIURL   string          // where browsers reach the API; no trailing slash
	SelfURL  string          // where this process reaches its own write service; no trailing slash

	Secret func(name Secret) (Secret, error) // resolves env:NAME and file:PATH; never returns an empty one
	Derive func(purpose string) string       // a secret of this tenant, derived from the service's own
}

// A Notification is what a webhook says about a payment. Only the bank's answer to a query settles the payment.
type Notification struct {
	PaymentID string
	Token     string // of the bank's page; "" if the payment was not made on one
}

// ErrMalformed is returned for a webhook body that cannot be read.
var ErrMalformed = errors.New("the body is not a notification of this bank")

// Banks are registered providers.
type Banks []Provider

// Find returns the provider of a name.
func (b Banks) Find(name string) (Provider, bool) {
	i := slices.IndexFunc(b, func(p Provider) bool { return p.Name == name })
	if i < 0 {
		return Provider{}, false
	}
	return b[i], true
}

// Names returns the names of all providers, in the order of registration.
func (b Banks) Names() []string {
	names := make([]string, len(b))
	for i, p := range b {
		names[i] = p.Name
	}
	return names
}

// Development returns the provider for tenants that name no bank, which exists in development only.
func (b Banks) Development() (Provider, bool) {
	i := slices.IndexFunc(b, func(p Provider) bool { return p.Development })
	if i < 0 {
		return Provider{}, false
	}
	return b[i], true
}
