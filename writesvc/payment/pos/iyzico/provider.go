package iyzico

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"vitrine/writesvc/payment/pos"
)

// Provider registers iyzico. Its page comes from a call that sends the card, so a payment is started once. The result
// of the checkout form shows the card's first six or eight digits (binNumber).
var Provider = pos.Provider{Name: "iyzico", Validate: validate, Open: open, Webhook: webhook, PageBIN: 6,
	Config: func() any { return new(Config) }}

// Config is a merchant account at iyzico. In settings, SecretKey names a secret.
type Config struct {
	APIKey    string     `json:"apiKey"`
	SecretKey pos.Secret `json:"secretKey"`
	URL       string     `json:"url"`                // https://api.iyzipay.com, or iyzico's sandbox
	MDStatus  []string   `json:"mdStatus,omitempty"` // accepted 3-D results; default 1
	Address   string     `json:"address"`            // sent for every buyer, because customers are not asked for theirs
	City      string     `json:"city"`
	Country   string     `json:"country"`
}

func validate(settings json.RawMessage) error {
	var c Config
	if err := pos.ReadSettings(settings, &c); err != nil {
		return err
	}
	if c.APIKey == "" || c.SecretKey == "" || !pos.WebURL(c.URL) {
		return errors.New("apiKey, secretKey and url are required")
	}
	return nil
}

// config reads an account and resolves its secret.
func config(a pos.Account) (c Config, err error) {
	if err := json.Unmarshal(a.Settings, &c); err != nil {
		return c, fmt.Errorf("iyzico: read the account: %w", err)
	}
	if c.SecretKey, err = a.Secret(c.SecretKey); err != nil {
		return c, fmt.Errorf("iyzico: %w", err)
	}
	return c, nil
}

func open(a pos.Account) (pos.Gateway, error) {
	c, err := config(a)
	if err != nil {
		return nil, err
	}
	return New(c)
}

// A Gateway is an account at iyzico.
type Gateway struct {
	cfg    Config
	client *http.Client
}

// New returns the gateway of an account whose secret is resolved.
func New(c Config) (*Gateway, error) {
	u, err := url.Parse(c.URL)
	if c.APIKey == "" || c.SecretKey == "" || err != nil || u.Host == "" ||
		u.Scheme != "https" && !pos.Loopback(u.Hostname()) {
		return nil, errors.New("iyzico: apiKey, secretKey and an https URL are required")
	}
	c.URL = strings.TrimRight(c.URL, "/")
	if len(c.MDStatus) == 0 {
		c.MDStatus = []string{"1"}
	}
	return &Gateway{cfg: c, client: pos.Client()}, nil
}

// Merchant returns the API key, which is not a secret.
func (g *Gateway) Merchant() string { return g.cfg.APIKey }
