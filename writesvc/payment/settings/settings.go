package settings

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment/pos"
)

// Settings define how a tenant is paid. Operators write them into tenant_payment. Settings name secrets, as env:NAME
// or file:PATH, and do not contain them.
type Settings struct {
	// Provider names the bank. Default: the sandbox bank in development, none in production.
	Provider string `json:"provider,omitempty"`
	// Cards says where customers type their cards: form (here, POST /payment/3ds), hosted (on the bank's own page only)
	// or both. Default: form; both for the sandbox bank.
	Cards string `json:"cards,omitempty"`
	// ReturnURL is where customers continue after the bank: <returnUrl>?reference=…&status=…
	ReturnURL string    `json:"returnUrl,omitempty"`
	Transfer  *Transfer `json:"transfer,omitempty"` // nil: no bank transfers, except in development
	Crypto    *Crypto   `json:"crypto,omitempty"`   // nil: no payments on chains
	Stock     Stock     `json:"stock,omitzero"`     // limits of what unpaid payments reserve

	// Accounts are the tenant's accounts by bank. In JSON each is a member with the bank's name.
	Accounts map[string]json.RawMessage `json:"-"`
}

// Transfer is the bank account that receives transfers.
type Transfer struct {
	IBAN    string       `json:"iban"`
	Holder  string       `json:"holder"`
	Bank    string       `json:"bank"`
	Secrets []pos.Secret `json:"webhookSecrets,omitempty"` // of the webhook for statement lines; two during a rotation
	// Tolerance is how many hundredths may be missing of a total, but at most 1 % of it. Default 0.
	Tolerance int64 `json:"tolerance,omitempty"`
}

// toleranceShare is the divisor of a total for the most that may be missing of it: 1 %.
const toleranceShare = 100

// maxTolerance is 1 % of MaxTotal: a larger value would never count.
const maxTolerance = int64(MaxTotal / toleranceShare)

// MaxTotal is the most that a basket may cost. An instalment plan may add as much again.
const MaxTotal = writeapi.MaxMoney / 2

// Missing returns how much may be missing of a total.
func (t *Transfer) Missing(total writeapi.Money) writeapi.Money {
	return min(writeapi.Money(t.Tolerance), total/toleranceShare)
}

// Where customers type their cards. With hostedCards no card number reaches this process.
const (
	FormCards   = "form"
	HostedCards = "hosted"
	bothCards   = "both"
)

// BankTransfer is the provider of payments by bank transfer.
const BankTransfer = "transfer"

// plain is Settings without methods, for the members that are not accounts.
type plain Settings

// UnmarshalJSON reads settings. The members that are named after banks become Accounts.
func (c *Settings) UnmarshalJSON(text []byte) error {
	rest, accounts, err := splitAccounts(text)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(rest, (*plain)(c)); err != nil {
		return err
	}
	c.Accounts = accounts
	return nil
}

// MarshalJSON writes settings with the accounts as members.
func (c Settings) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(plain(c))
	if err != nil || len(c.Accounts) == 0 {
		return text, err
	}
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	for name, account := range c.Accounts {
		all[name] = account
	}
	return json.Marshal(all)
}

// splitAccounts takes the members that are named after banks out of settings.
func splitAccounts(text []byte) (rest []byte, accounts map[string]json.RawMessage, err error) {
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, nil, err
	}
	accounts = map[string]json.RawMessage{}
	for _, name := range Banks.Names() {
		if account, ok := all[name]; ok {
			delete(all, name)
			if string(account) != "null" {
				accounts[name] = account
			}
		}
	}
	rest, err = json.Marshal(all)
	return rest, accounts, err
}

// Parse reads settings that an operator wrote and validates them. An unknown member is an error.
func Parse(text []byte) (c Settings, err error) {
	rest, accounts, err := splitAccounts(text)
	if err != nil {
		return c, err
	}
	d := json.NewDecoder(bytes.NewReader(rest))
	d.DisallowUnknownFields()
	if err := d.Decode((*plain)(&c)); err != nil {
		return c, err
	}
	c.Accounts = accounts
	return c, c.Validate()
}

// Validate checks settings. It reads no secrets; the write service does when it needs them.
func (c Settings) Validate() error {
	if bank, ok := Banks.Find(c.Provider); c.Provider != "" && !ok {
		return fmt.Errorf("provider=%q: must be one of %s", c.Provider, strings.Join(Banks.Names(), ", "))
	} else if ok && !bank.Development && c.Accounts[c.Provider] == nil {
		return fmt.Errorf("provider=%s: the account %s is missing", c.Provider, c.Provider)
	}
	for _, bank := range Banks {
		if account := c.Accounts[bank.Name]; account != nil {
			if err := bank.Validate(account); err != nil {
				return fmt.Errorf("%s: %w", bank.Name, err)
			}
		}
	}
	if !slices.Contains([]string{"", FormCards, HostedCards, bothCards}, c.Cards) {
		return fmt.Errorf("cards=%q: must be form, hosted or both", c.Cards)
	}
	if c.ReturnURL != "" && !pos.WebURL(c.ReturnURL) {
		return fmt.Errorf("returnUrl=%q: must be a URL such as https://shop.example/paid", c.ReturnURL)
	}
	if t := c.Transfer; t != nil && (t.IBAN == "" || t.Holder == "") {
		return errors.New("transfer: iban and holder are required")
	} else if t != nil && (t.Tolerance < 0 || t.Tolerance > maxTolerance) {
		return fmt.Errorf("transfer: tolerance=%d: must be hundredths, 0 to %d; at most 1 %% of a total may be missing",
			t.Tolerance, maxTolerance)
	}
	if c.Crypto != nil {
		if err := c.Crypto.Validate(); err != nil {
			return fmt.Errorf("crypto: %w", err)
		}
	}
	if err := c.Stock.Validate(); err != nil {
		return fmt.Errorf("stock: %w", err)
	}
	return c.checkNames()
}

// Of reads a tenant's settings and fills in defaults.
func (s *Reader) Of(ctx context.Context, tenant string) (c Settings, err error) {
	var text []byte
	err = s.pool.QueryRow(ctx, `SELECT settings FROM tenant_payment WHERE tenant_id = $1`, tenant).Scan(&text)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return c, fmt.Errorf("read the payment settings: %w", err)
	}
	if err == nil {
		if err := json.Unmarshal(text, &c); err != nil {
			return c, Unavailable(tenant, errors.New("tenant_payment.settings cannot be read"))
		}
	}
	c.Stock = c.Stock.defaults()
	if c.ReturnURL == "" {
		c.ReturnURL = s.returnURL(tenant)
	}
	if development, ok := Banks.Development(); ok && c.Provider == "" && !s.cfg.Production {
		c.Provider = development.Name
	}
	if c.Cards == "" {
		c.Cards = FormCards
		if bank, _ := Banks.Find(c.Provider); bank.Development {
			c.Cards = bothCards
		}
	}
	if c.Transfer == nil && !s.cfg.Production {
		secret := s.Derive("transfer", tenant)
		c.Transfer = &Transfer{IBAN: demoIBAN, Holder: "Demo", Bank: "Sandbox", Secrets: []pos.Secret{pos.Secret(secret)}}
	}
	return c, nil
}

// demoIBAN is the example of the IBAN standard. It belongs to nobody.
const demoIBAN = "TR330006100519786457841326"

var (
	// ErrMethodOff is the 403 for a payment method that the tenant does not offer.
	ErrMethodOff = api.Errorf(403, api.MethodOff, "This shop does not offer this payment method.")
	// ErrNoPage is the 403 for a tenant without a hosted payment page.
	ErrNoPage = api.Errorf(403, api.MethodOff,
		"This shop has no payment page at its bank. Use POST /payment/3ds for card payments.")
	// ErrHostedOnly is the 403 for a tenant that accepts no card numbers.
	ErrHostedOnly = api.Errorf(403, api.HostedOnly,
		"This shop does not accept card numbers. Use POST /payment/hosted for its bank's payment page.")
)

// ReturnTo returns where the customer continues after the bank, or "" if the tenant names no URL. The URL may be seen
// by others, so it has the payment's reference, not its id.
func (c Settings) ReturnTo(ref, status string) string {
	u, err := url.Parse(c.ReturnURL)
	if c.ReturnURL == "" || err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return ""
	}
	q := u.Query()
	q.Set("reference", ref)
	q.Set("status", status)
	u.RawQuery = q.Encode()
	return u.String()
}
