package settings

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"vitrine/internal/api"
	"vitrine/internal/secret"
	"vitrine/writesvc/payment/pos"
)

// Derive derives a tenant's secret for a purpose from the service's secret.
func (s *Reader) Derive(purpose, tenant string) string {
	h := secret.MAC(s.cfg.Secret)
	h.Write([]byte(purpose + "\x00" + tenant))
	return hex.EncodeToString(h.Sum(nil))
}

// Secret resolves a secret that settings name. A secret that is empty, not there, or one of the service's own is an
// error, which names it and never shows a value.
func (s *Reader) Secret(named pos.Secret) (pos.Secret, error) {
	text, err := resolve(string(named), s.cfg.Lookup, s.cfg.Production)
	if err == nil && s.cfg.OwnSecret != nil {
		if own := s.cfg.OwnSecret(text); own != "" {
			return "", fmt.Errorf("%s has the same value as %s: each secret needs a value of its own", named, own)
		}
	}
	return pos.Secret(text), err
}

func resolve(named string, lookup func(string) string, production bool) (string, error) {
	if name, ok := strings.CutPrefix(named, "env:"); ok {
		v := lookup(name)
		if v == "" {
			return "", fmt.Errorf("%s is not set", name)
		}
		text, err := secret.Text(v)
		if err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		return text, nil
	}
	if path, ok := strings.CutPrefix(named, "file:"); ok {
		read, err := os.ReadFile(path)
		if err != nil {
			return "", fmt.Errorf("read a secret: %w", err)
		}
		text, err := secret.Text(string(read))
		if err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		return text, nil
	}
	if production {
		return "", errors.New("the settings contain a secret: name it instead, as env:NAME or file:PATH")
	}
	return secret.Text(named)
}

// CheckSecrets reports secrets that settings name and that this machine knows to be empty. A variable or file that is
// not here may be where the write service runs.
func (c Settings) CheckSecrets(lookup func(string) string) error {
	var all []error
	for at, named := range c.secrets() {
		if _, err := resolve(string(named), lookup, false); errors.Is(err, secret.ErrEmpty) {
			all = append(all, fmt.Errorf("%s: %w", at, err))
		}
	}
	return errors.Join(all...)
}

// secrets returns every secret that settings name, by the path of its member.
func (c Settings) secrets() map[string]pos.Secret {
	all := pos.SecretsOf(c)
	for _, bank := range Banks {
		account := c.Accounts[bank.Name]
		if account == nil || bank.Config == nil {
			continue
		}
		into := bank.Config()
		if json.Unmarshal(account, into) == nil { // Validate reports the error
			for at, named := range pos.SecretsOf(into) {
				all["."+bank.Name+at] = named
			}
		}
	}
	for _, chain := range c.chains() {
		for i, node := range chain.Nodes {
			if named(node) {
				all[fmt.Sprintf(".Crypto.%d.Nodes[%d]", chain.ID, i)] = pos.Secret(node)
			}
		}
	}
	return all
}

func (c Settings) chains() []Chain {
	if c.Crypto == nil {
		return nil
	}
	return c.Crypto.Chains
}

// checkNames refuses secrets that name nothing.
func (c Settings) checkNames() error {
	for at, named := range c.secrets() {
		name := strings.TrimPrefix(strings.TrimPrefix(string(named), "env:"), "file:")
		if _, err := secret.Text(name); err != nil {
			return fmt.Errorf("%s: name a secret, as env:NAME or file:PATH", strings.TrimPrefix(at, "."))
		}
	}
	return nil
}

// Unavailable is the 503 for a tenant whose account or secret cannot be used. Senders repeat a webhook after it. The
// server logs the cause.
func Unavailable(tenant string, err error) error {
	var known *api.Error
	if errors.As(err, &known) {
		return err
	}
	return &api.Error{Status: 503, Code: api.Unavailable, RetryAfter: 300,
		Message: "This payment method is not available at the moment. Try again later.",
		Cause:   fmt.Errorf("payment settings of %s: %w", tenant, err)}
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
	gw, err := bank.Open(account)
	if err != nil {
		return nil, Unavailable(tenant, err)
	}
	return gw, nil
}

// GatewayOf opens the account at which a payment was begun, whichever bank the tenant uses now.
func (s *Reader) GatewayOf(ctx context.Context, tenant, provider string) (pos.Gateway, error) {
	c, err := s.Of(ctx, tenant)
	if err != nil {
		return nil, err
	}
	return s.Gateway(tenant, provider, c)
}
