package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
	"vitrine/writesvc/auth/email"
	"vitrine/writesvc/auth/idp"
)

// Settings are a tenant's settings for sign-up, sign-in and emails. Operators set them (vitrine tenant). No request can
// change where a link leads.
type Settings struct {
	// SiteURL is the base of links: <siteUrl>/reset-password?token=… and <siteUrl>/verify-email?token=…
	SiteURL     string `json:"siteUrl,omitempty"`
	ResetURL    string `json:"resetUrl,omitempty"`    // instead of <siteUrl>/reset-password
	VerifyURL   string `json:"verifyUrl,omitempty"`   // instead of <siteUrl>/verify-email
	MailFrom    string `json:"mailFrom,omitempty"`    // sender of emails; default: the service's address
	Signup      string `json:"signup,omitempty"`      // b2c (default), b2b (companies, approved by the shop) or closed
	VerifyFirst bool   `json:"verifyFirst,omitempty"` // sign-in requires a verified address

	Providers map[string]idp.Provider `json:"providers,omitempty"` // by the name that clients send
	// Letters are the tenant's own email templates, by kind and language, such as "reset-password.tr".
	Letters map[string]email.Template `json:"letters,omitempty"`
}

// Modes of sign-up.
const (
	signupB2C    = "b2c"
	signupB2B    = "b2b"
	signupClosed = "closed"
)

// Validate checks settings.
func (c Settings) Validate() error {
	for _, link := range []string{c.SiteURL, c.ResetURL, c.VerifyURL} {
		if link == "" {
			continue
		}
		u, err := url.Parse(link)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.RawQuery != "" ||
			u.Fragment != "" {
			return fmt.Errorf("%q: must be a URL such as https://shop.example, without a query", link)
		}
	}
	if c.MailFrom != "" {
		if a, err := mail.ParseAddress(c.MailFrom); err != nil || a.Address != c.MailFrom {
			return fmt.Errorf("mailFrom=%q: must be an address such as hello@shop.example", c.MailFrom)
		}
	}
	switch c.Signup {
	case "", signupB2C, signupB2B, signupClosed:
	default:
		return fmt.Errorf("signup=%q: must be b2c, b2b or closed", c.Signup)
	}
	for name, p := range c.Providers {
		if err := p.Validate(); err != nil {
			return fmt.Errorf("provider %s: %w", name, err)
		}
	}
	for name, t := range c.Letters {
		if err := t.Validate(); err != nil {
			return fmt.Errorf("email %s: %w", name, err)
		}
	}
	return nil
}

// ReadSettings reads a tenant's settings. They are empty if none are set.
func ReadSettings(ctx context.Context, db postgres.Queryer, tenant string) (Settings, error) {
	var text []byte
	err := db.QueryRow(ctx, `SELECT settings FROM tenant_auth WHERE tenant_id = $1`, tenant).Scan(&text)
	if errors.Is(err, pgx.ErrNoRows) {
		return Settings{}, nil
	}
	if err != nil {
		return Settings{}, fmt.Errorf("read the settings of the tenant: %w", err)
	}
	var c Settings
	if err := json.Unmarshal(text, &c); err != nil {
		return Settings{}, fmt.Errorf("read the settings of the tenant: %w", err)
	}
	return c, nil
}

// link returns the URL of an email's link with a token, or "" if no base URL is configured.
func (c Settings) link(own, site, page, token string) string {
	base := own
	if base == "" {
		if c.SiteURL != "" {
			site = c.SiteURL
		}
		if site == "" {
			return ""
		}
		base = strings.TrimRight(site, "/") + "/" + page
	}
	return base + "?token=" + url.QueryEscape(token)
}

// WriteSettings validates and writes a tenant's settings, for operators.
func WriteSettings(ctx context.Context, db postgres.Execer, tenant string, c Settings) error {
	if err := c.Validate(); err != nil {
		return err
	}
	if _, err := db.Exec(ctx, `INSERT INTO tenant_auth (tenant_id, settings) VALUES ($1, $2)
ON CONFLICT (tenant_id) DO UPDATE SET settings = $2, updated_at = now()`, tenant, c); err != nil {
		return fmt.Errorf("write the settings of the tenant: %w", err)
	}
	return nil
}
