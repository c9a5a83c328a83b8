package payment

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/writesvc/payment/pos"
)

// Settings are how a shop is paid. Operators write them into tenant_payment; secrets are named there, env:NAME or file:PATH, and not kept.
type Settings struct {
	Provider  string    `json:"provider,omitempty"`  // sandbox, nestpay or iyzico; without it sandbox, and in production none
	Cards     string    `json:"cards,omitempty"`     // where cards are typed: form (with us, POST /payment/3ds), hosted (only on the bank's own page) or both; default form, of the sandbox both
	ReturnURL string    `json:"returnUrl,omitempty"` // where the customer is led after his bank: <returnUrl>?paymentId=…&status=…
	NestPay   *NestPay  `json:"nestpay,omitempty"`
	Iyzico    *Iyzico   `json:"iyzico,omitempty"`
	Transfer  *Transfer `json:"transfer,omitempty"` // without it there are no transfers, but for development
	Crypto    *Crypto   `json:"crypto,omitempty"`   // without it nothing is paid on chains
}

// NestPay is an account at a bank that speaks NestPay.
type NestPay struct {
	ClientID string     `json:"clientId"`
	User     string     `json:"user"`
	Password string     `json:"password"`
	StoreKey string     `json:"storeKey"`
	GateURL  string     `json:"gateUrl"`
	APIURL   string     `json:"apiUrl"`
	MDStatus []string   `json:"mdStatus,omitempty"` // default 1. With 2, 3 and 4 it is the shop that bears a fraud
	Plans    []pos.Plan `json:"plans,omitempty"`
}

// Iyzico is an account at iyzico.
type Iyzico struct {
	APIKey    string   `json:"apiKey"`
	SecretKey string   `json:"secretKey"`
	URL       string   `json:"url"`
	MDStatus  []string `json:"mdStatus,omitempty"`
	Address   string   `json:"address"`
	City      string   `json:"city"`
	Country   string   `json:"country"`
}

// Transfer is the account that transfers come to.
type Transfer struct {
	IBAN      string   `json:"iban"`
	Holder    string   `json:"holder"`
	Bank      string   `json:"bank"`
	Secrets   []string `json:"webhookSecrets,omitempty"` // of who posts statement lines; two while one is replaced
	Tolerance int64    `json:"tolerance,omitempty"`      // hundredths that may be missing
}

// Where a shop's cards may be typed. With hostedCards alone no card number has any business in this process.
const (
	formCards   = "form"
	hostedCards = "hosted"
	bothCards   = "both"
)

// Names of providers.
const (
	Sandbox      = "sandbox"
	nestpay      = "nestpay"
	iyzico       = "iyzico"
	bankTransfer = "transfer"
)

// Validate says what is wrong with settings. Secrets that they name are looked for by the write service alone, when it needs them.
func (c Settings) Validate() error {
	switch c.Provider {
	case "", Sandbox:
	case nestpay:
		if n := c.NestPay; n == nil || n.ClientID == "" || n.User == "" || n.Password == "" || n.StoreKey == "" || !onWeb(n.GateURL) || !onWeb(n.APIURL) {
			return errors.New("provider=nestpay: want nestpay with clientId, user, password, storeKey, gateUrl and apiUrl")
		}
	case iyzico:
		if i := c.Iyzico; i == nil || i.APIKey == "" || i.SecretKey == "" || !onWeb(i.URL) {
			return errors.New("provider=iyzico: want iyzico with apiKey, secretKey and url")
		}
	default:
		return fmt.Errorf("provider=%q: want sandbox, nestpay or iyzico", c.Provider)
	}
	switch c.Cards {
	case "", formCards, hostedCards, bothCards:
	default:
		return fmt.Errorf("cards=%q: want form, hosted or both", c.Cards)
	}
	if c.ReturnURL != "" && !onWeb(c.ReturnURL) {
		return fmt.Errorf("returnUrl=%q: want an address such as https://shop.example/paid", c.ReturnURL)
	}
	if t := c.Transfer; t != nil && (t.IBAN == "" || t.Holder == "" || t.Tolerance < 0) {
		return errors.New("transfer: want iban and holder, and a tolerance of 0 or more")
	}
	if c.Crypto != nil {
		if err := c.Crypto.validate(); err != nil {
			return fmt.Errorf("crypto: %w", err)
		}
	}
	return nil
}

// onWeb reports whether a text is an address of the web.
func onWeb(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http")
}

// settings reads a shop's.
func (s *Service) settings(ctx context.Context, tenant string) (c Settings, err error) {
	var text []byte
	err = s.pool.QueryRow(ctx, `SELECT settings FROM tenant_payment WHERE tenant_id = $1`, tenant).Scan(&text)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return c, fmt.Errorf("read how the shop is paid: %w", err)
	}
	if err == nil {
		if err := json.Unmarshal(text, &c); err != nil {
			return c, errors.New("tenant_payment.settings cannot be read")
		}
	}
	if c.Provider == "" && !s.cfg.Production {
		c.Provider = Sandbox
	}
	if c.Cards == "" {
		if c.Cards = formCards; c.Provider == Sandbox {
			c.Cards = bothCards
		}
	}
	if c.Transfer == nil && !s.cfg.Production {
		c.Transfer = &Transfer{IBAN: demoIBAN, Holder: "Demo", Bank: "Sandbox", Secrets: []string{s.derive("transfer", tenant)}}
	}
	return c, nil
}

// demoIBAN is nobody's: the one of the standard's examples.
const demoIBAN = "TR330006100519786457841326"

// derive makes a shop's own secret of the service's.
func (s *Service) derive(what, tenant string) string {
	h := hmac.New(sha256.New, s.cfg.Secret)
	h.Write([]byte(what + "\x00" + tenant))
	return hex.EncodeToString(h.Sum(nil))
}

// secret reads what settings name.
func (s *Service) secret(named string) (string, error) {
	if name, ok := strings.CutPrefix(named, "env:"); ok {
		if v := s.cfg.Lookup(name); v != "" {
			return v, nil
		}
		return "", fmt.Errorf("%s is not set", name)
	}
	if path, ok := strings.CutPrefix(named, "file:"); ok {
		text, err := os.ReadFile(path)
		if err != nil {
			return "", fmt.Errorf("read a secret: %w", err)
		}
		return strings.TrimSpace(string(text)), nil
	}
	if s.cfg.Production {
		return "", errors.New("a secret stands in the settings: name it, env:NAME or file:PATH")
	}
	return named, nil
}

var (
	errMethodOff  = api.Errorf(403, api.MethodOff, "This shop is not paid in this way.")
	errNoPage     = api.Errorf(403, api.MethodOff, "This shop has no payment page at its bank. Its cards are taken by POST /payment/3ds.")
	errHostedOnly = api.Errorf(403, api.HostedOnly, "This shop takes no card numbers. Its payment page at the bank is begun by POST /payment/hosted.")
)

// Check refuses, in production, shops that are paid by the sandbox bank.
func (s *Service) Check(ctx context.Context) error {
	if !s.cfg.Production {
		return nil
	}
	var shop string
	err := s.pool.QueryRow(ctx, `SELECT tenant_id FROM tenant_payment WHERE settings->>'provider' = 'sandbox' LIMIT 1`).Scan(&shop)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read how shops are paid: %w", err)
	}
	return fmt.Errorf("the shop %s is paid by the sandbox bank, which is not there in production: vitrine payment settings", shop)
}

// SandboxKeys are the account of a shop at the sandbox bank: its number, and the secret of hashes and of the XML interface.
func (s *Service) SandboxKeys(tenant string) (clientID, secret string) {
	return "sandbox-" + tenant, s.derive("sandbox", tenant)
}

// gateway is a shop's account at a provider.
func (s *Service) gateway(tenant, provider string, c Settings) (pos.Gateway, error) {
	if s.cfg.Gateway != nil {
		return s.cfg.Gateway(tenant, provider)
	}
	switch {
	case provider == Sandbox && !s.cfg.Production:
		id, secret := s.SandboxKeys(tenant)
		return pos.NewNestPay(pos.NestPayConfig{ClientID: id, User: "api", Password: secret, StoreKey: secret, Plans: sandboxPlans,
			GateURL: s.apiURL() + "/v1/payment/sandbox/gate", APIURL: s.selfURL() + "/payment/sandbox/api"})
	case provider == nestpay && c.NestPay != nil:
		password, err := s.secret(c.NestPay.Password)
		if err != nil {
			return nil, fmt.Errorf("nestpay: %w", err)
		}
		key, err := s.secret(c.NestPay.StoreKey)
		if err != nil {
			return nil, fmt.Errorf("nestpay: %w", err)
		}
		return pos.NewNestPay(pos.NestPayConfig{ClientID: c.NestPay.ClientID, User: c.NestPay.User, Password: password, StoreKey: key,
			GateURL: c.NestPay.GateURL, APIURL: c.NestPay.APIURL, MDStatus: c.NestPay.MDStatus, Plans: c.NestPay.Plans})
	case provider == iyzico && c.Iyzico != nil:
		key, err := s.secret(c.Iyzico.SecretKey)
		if err != nil {
			return nil, fmt.Errorf("iyzico: %w", err)
		}
		return pos.NewIyzico(pos.IyzicoConfig{APIKey: c.Iyzico.APIKey, SecretKey: key, URL: c.Iyzico.URL, MDStatus: c.Iyzico.MDStatus,
			Address: c.Iyzico.Address, City: c.Iyzico.City, Country: c.Iyzico.Country})
	}
	return nil, errMethodOff
}

// gatewayOf is the account that a payment was begun at, whatever the shop uses now.
func (s *Service) gatewayOf(ctx context.Context, p *row) (pos.Gateway, error) {
	c, err := s.settings(ctx, p.tenant)
	if err != nil {
		return nil, err
	}
	return s.gateway(p.tenant, p.provider, c)
}

// returnURL is where the customer is led, "" where the shop says nothing.
func (c Settings) returnURL(payment string, status Status) string {
	u, err := url.Parse(c.ReturnURL)
	if c.ReturnURL == "" || err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return ""
	}
	q := u.Query()
	q.Set("paymentId", payment)
	q.Set("status", string(status))
	u.RawQuery = q.Encode()
	return u.String()
}

// sandboxPlans are what the sandbox bank's test cards are offered.
var sandboxPlans = []pos.Plan{
	{BINs: []string{"552879", "552608"}, Type: "CREDIT_CARD", Association: "MASTER_CARD", Family: "Paraf", Bank: "Sandbox Bank",
		Counts: []pos.Count{{Count: 2, BasisPoints: 200}, {Count: 3, BasisPoints: 350}, {Count: 6, BasisPoints: 700}, {Count: 9, BasisPoints: 1050}, {Count: 12, BasisPoints: 1400}}},
	{BINs: []string{"435508", "454671"}, Type: "CREDIT_CARD", Association: "VISA", Family: "Axess", Bank: "Sandbox Bank",
		Counts: []pos.Count{{Count: 3, BasisPoints: 0}, {Count: 6, BasisPoints: 500}}},
	{BINs: []string{"476662"}, Type: "DEBIT_CARD", Association: "VISA", Family: "", Bank: "Sandbox Bank"},
}
