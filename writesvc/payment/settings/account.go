package settings

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/writesvc/payment/pos"
)

// Derive derives a tenant's secret for a purpose from the service's secret.
func (s *Reader) Derive(purpose, tenant string) string {
	h := hmac.New(sha256.New, s.cfg.Secret)
	h.Write([]byte(purpose + "\x00" + tenant))
	return hex.EncodeToString(h.Sum(nil))
}

// Secret resolves a secret that settings name.
func (s *Reader) Secret(named string) (string, error) {
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
		return "", errors.New("the settings contain a secret: name it instead, as env:NAME or file:PATH")
	}
	return named, nil
}

// Check refuses to start in production if a tenant uses a bank that exists in development only.
func (s *Reader) Check(ctx context.Context) error {
	development, ok := Banks.Development()
	if !s.cfg.Production || !ok {
		return nil
	}
	var tenant string
	err := s.pool.QueryRow(ctx, `SELECT tenant_id FROM tenant_payment WHERE settings->>'provider' = $1 LIMIT 1`,
		development.Name).Scan(&tenant)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the payment settings: %w", err)
	}
	return fmt.Errorf("tenant %s uses the bank %s, which does not exist in production: change it with vitrine payment "+
		"settings",
		tenant, development.Name)
}

// Account returns a tenant's account at a bank. It fails if the tenant has none, or if the bank does not exist here.
func (s *Reader) Account(tenant, provider string, c Settings) (pos.Provider, pos.Account, error) {
	bank, ok := Banks.Find(provider)
	settings := c.Accounts[provider]
	if !ok || bank.Development && s.cfg.Production || !bank.Development && settings == nil {
		return bank, pos.Account{}, ErrMethodOff
	}
	return bank, pos.Account{
		Tenant: tenant, Settings: settings, APIURL: s.apiURL(), SelfURL: s.selfURL(), Secret: s.Secret,
		Derive: func(purpose string) string { return s.Derive(purpose, tenant) },
	}, nil
}

// Gateway opens a tenant's account at a bank.
func (s *Reader) Gateway(tenant, provider string, c Settings) (pos.Gateway, error) {
	if s.cfg.Gateway != nil {
		return s.cfg.Gateway(tenant, provider)
	}
	bank, account, err := s.Account(tenant, provider, c)
	if err != nil {
		return nil, err
	}
	return bank.Open(account)
}

// GatewayOf opens the account at which a payment was begun, whichever bank the tenant uses now.
func (s *Reader) GatewayOf(ctx context.Context, tenant, provider string) (pos.Gateway, error) {
	c, err := s.Of(ctx, tenant)
	if err != nil {
		return nil, err
	}
	return s.Gateway(tenant, provider, c)
}
