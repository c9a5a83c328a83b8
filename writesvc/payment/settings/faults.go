package settings

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
)

// A Fault is a tenant's settings that cannot be used. Its payments are off, and those of other tenants go on. As soon
// as the settings can be used, so can the payments.
type Fault struct {
	Tenant string
	Err    error // without secrets
}

// Faults checks the settings of all active tenants, and reads each secret that they name.
func (s *Reader) Faults(ctx context.Context) ([]Fault, error) {
	rows, err := s.pool.Query(ctx, `
SELECT p.tenant_id, p.settings FROM tenant_payment p JOIN tenant t ON t.id = p.tenant_id
WHERE t.status = 'ACTIVE' ORDER BY p.tenant_id`)
	if err != nil {
		return nil, fmt.Errorf("read the payment settings: %w", err)
	}
	var all []Fault
	var tenant string
	var text []byte
	_, err = pgx.ForEachRow(rows, []any{&tenant, &text}, func() error {
		if err := s.fault(tenant, text); err != nil {
			all = append(all, Fault{tenant, err})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the payment settings: %w", err)
	}
	return all, nil
}

// fault returns why settings cannot be used, or nil.
func (s *Reader) fault(tenant string, text []byte) error {
	c, err := Parse(text)
	if err != nil {
		return fmt.Errorf("the settings are not valid: %w", err)
	}
	if s.cfg.Production {
		if err := c.CheckProduction(); err != nil {
			return err
		}
	}
	for at, name := range c.secrets() {
		if _, err := s.Secret(name); err != nil {
			return fmt.Errorf("%s: %w", strings.TrimPrefix(at, "."), err)
		}
	}
	if bank, ok := Banks.Find(c.Provider); ok && !bank.Development && s.cfg.Gateway == nil {
		if _, err := s.Gateway(tenant, c.Provider, c); err != nil {
			return fmt.Errorf("the account at %s cannot be opened: %w", c.Provider, cause(err))
		}
	}
	return nil
}

// cause returns the error inside Unavailable.
func cause(err error) error {
	var e *api.Error
	if errors.As(err, &e) && e.Cause != nil {
		return e.Cause
	}
	return err
}

// CheckProduction reports settings that production cannot use: a bank that exists in development only, and secrets that
// stand in the settings themselves.
func (c Settings) CheckProduction() error {
	if bank, ok := Banks.Find(c.Provider); ok && bank.Development {
		return fmt.Errorf("provider=%s: this bank does not exist in production", c.Provider)
	}
	var literal []string
	for at, name := range c.secrets() {
		if !named(string(name)) {
			literal = append(literal, strings.TrimPrefix(at, "."))
		}
	}
	if len(literal) > 0 {
		slices.Sort(literal)
		return fmt.Errorf("%s: a secret stands in the settings: name it instead, as env:NAME or file:PATH",
			strings.Join(literal, ", "))
	}
	return nil
}
