package payment

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"vitrine/writesvc/payment/pos"

	"github.com/jackc/pgx/v5"
)

// derive derives a tenant's secret for a purpose from the service's secret.
func (s *reader) derive(purpose, tenant string) string {
	h := hmac.New(sha256.New, s.cfg.Secret)
	h.Write([]byte(purpose + "\x00" + tenant))
	return hex.EncodeToString(h.Sum(nil))
}

// secret resolves a secret that settings name.
func (s *reader) secret(named string) (string, error) {
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
func (s *reader) Check(ctx context.Context) error {
	development, ok := banks.Development()
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
	return fmt.Errorf("tenant %s uses the bank %s, which does not exist in production: change it with vitrine payment settings",
		tenant, development.Name)
}

// account returns a tenant's account at a bank. It fails if the tenant has none, or if the bank does not exist here.
func (s *reader) account(tenant, provider string, c Settings) (pos.Provider, pos.Account, error) {
	bank, ok := banks.Find(provider)
	settings := c.Accounts[provider]
	if !ok || bank.Development && s.cfg.Production || !bank.Development && settings == nil {
		return bank, pos.Account{}, errMethodOff
	}
	return bank, pos.Account{
		Tenant: tenant, Settings: settings, APIURL: s.apiURL(), SelfURL: s.selfURL(), Secret: s.secret,
		Derive: func(purpose string) string { return s.derive(purpose, tenant) },
	}, nil
}

// gateway opens a tenant's account at a bank.
func (s *reader) gateway(tenant, provider string, c Settings) (pos.Gateway, error) {
	if s.cfg.Gateway != nil {
		return s.cfg.Gateway(tenant, provider)
	}
	bank, account, err := s.account(tenant, provider, c)
	if err != nil {
		return nil, err
	}
	return bank.Open(account)
}

// gatewayOf opens the account at which a payment was begun, whichever bank the tenant uses now.
func (s *reader) gatewayOf(ctx context.Context, tenant, provider string) (pos.Gateway, error) {
	c, err := s.of(ctx, tenant)
	if err != nil {
		return nil, err
	}
	return s.gateway(tenant, provider, c)
}
