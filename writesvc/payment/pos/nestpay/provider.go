package nestpay

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"vitrine/writesvc/payment/pos"
)

// Provider registers NestPay. Its form is signed without a call to the bank, so a payment can be started again.
// The callback shows the first six digits of the card (maskedCreditCard, MaskedPan, md).
var Provider = pos.Provider{Name: "nestpay", Validate: validate, Open: open, Restartable: true, PageBIN: 6,
	Config: func() any { return new(Config) }}

// Config is a merchant account at a bank that offers NestPay. In settings, Password and StoreKey name secrets.
type Config struct {
	ClientID string     `json:"clientId"`
	User     string     `json:"user"` // of the XML interface
	Password pos.Secret `json:"password"`
	StoreKey pos.Secret `json:"storeKey"`        // key of the hashes
	GateURL  string     `json:"gateUrl"`         // where browsers post the card: …/fim/est3Dgate
	APIURL   string     `json:"apiUrl"`          // the XML interface: …/fim/api
	Plans    []pos.Plan `json:"plans,omitempty"` // instalments; default none

	// MDStatus lists the accepted 3-D results. Default 1. For 2, 3 and 4 the tenant bears the risk of fraud.
	MDStatus []string `json:"mdStatus,omitempty"`
}

func validate(settings json.RawMessage) error {
	var c Config
	if err := pos.ReadSettings(settings, &c); err != nil {
		return err
	}
	if c.ClientID == "" || c.User == "" || c.Password == "" || c.StoreKey == "" ||
		!pos.WebURL(c.GateURL) || !pos.WebURL(c.APIURL) {
		return errors.New("clientId, user, password, storeKey, gateUrl and apiUrl are required")
	}
	return pos.CheckPlans(c.Plans)
}

func open(a pos.Account) (pos.Gateway, error) {
	var c Config
	err := json.Unmarshal(a.Settings, &c)
	if err != nil {
		return nil, fmt.Errorf("nestpay: read the account: %w", err)
	}
	if c.Password, err = a.Secret(c.Password); err != nil {
		return nil, fmt.Errorf("nestpay: %w", err)
	}
	if c.StoreKey, err = a.Secret(c.StoreKey); err != nil {
		return nil, fmt.Errorf("nestpay: %w", err)
	}
	return New(c)
}

// A Gateway is a NestPay account.
type Gateway struct {
	cfg    Config
	client *http.Client
}

// New returns the gateway of an account whose secrets are resolved.
func New(c Config) (*Gateway, error) {
	if c.ClientID == "" || c.StoreKey == "" || c.User == "" || c.Password == "" {
		return nil, errors.New("nestpay: clientId, user, password and storeKey are required")
	}
	for _, u := range []string{c.GateURL, c.APIURL} {
		if p, err := url.Parse(u); err != nil || p.Host == "" || p.Scheme != "https" && !pos.Loopback(p.Hostname()) {
			return nil, errors.New("nestpay: gateUrl and apiUrl must be https URLs")
		}
	}
	if len(c.MDStatus) == 0 {
		c.MDStatus = []string{"1"}
	}
	return &Gateway{cfg: c, client: pos.Client()}, nil
}
