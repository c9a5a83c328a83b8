package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/writesvc/auth"
	"vitrine/writesvc/auth/email"
	"vitrine/writesvc/auth/idp"
)

// changeSettings changes the settings of a tenant. It locks the tenant's row, so that two operators do not overwrite
// each other's changes.
func changeSettings(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, id string,
	change func(*auth.Settings) error) error {
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var exists bool
		err := tx.QueryRow(ctx, `SELECT true FROM tenant WHERE id = $1 FOR NO KEY UPDATE`, id).Scan(&exists)
		if errors.Is(err, pgx.ErrNoRows) {
			return unknownTenant(id)
		}
		if err != nil {
			return fmt.Errorf("read the tenant: %w", err)
		}
		s, err := auth.ReadSettings(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := change(&s); err != nil {
			return cli.UsageError{Err: err}
		}
		if err := s.Validate(); err != nil {
			return cli.UsageError{Err: err}
		}
		return auth.WriteSettings(ctx, tx, id, s)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Stdout, "tenant %s was changed; new requests use the new settings\n", id)
	return nil
}

func tenantSet(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	return changeSettings(ctx, c, pool, args[0], func(s *auth.Settings) error { return setAll(s, args[1:]) })
}

func setAll(s *auth.Settings, pairs []string) error {
	texts := map[string]*string{
		"siteUrl": &s.SiteURL, "resetUrl": &s.ResetURL, "verifyUrl": &s.VerifyURL, "mailFrom": &s.MailFrom,
		"signup": &s.Signup,
	}
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		if !ok {
			return fmt.Errorf("%q: expected NAME=VALUE", pair)
		}
		switch to := texts[name]; {
		case to != nil:
			*to = value
		case name == "verifyFirst":
			if value != "true" && value != "false" && value != "" {
				return fmt.Errorf("verifyFirst=%s: expected true or false", value)
			}
			s.VerifyFirst = value == "true"
		default:
			return fmt.Errorf("unknown setting %q; vitrine tenant set --help lists the settings", name)
		}
	}
	return nil
}

func tenantProvider(f *flag.FlagSet) cli.Run {
	remove := f.Bool("remove", false, "remove the provider")
	return withDatabase(func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
		if *remove == (len(args) > 2) {
			return cli.Usagef("tenant provider: expected NAME=VALUE arguments, or --remove")
		}
		return changeSettings(ctx, c, pool, args[0], func(s *auth.Settings) error {
			if *remove {
				delete(s.Providers, args[1])
				return nil
			}
			return setProvider(s, args[1], args[2:])
		})
	})
}

func setProvider(s *auth.Settings, name string, pairs []string) error {
	p := s.Providers[name]
	p.Audiences = nil
	for _, pair := range pairs {
		key, value, _ := strings.Cut(pair, "=")
		switch key {
		case "issuer":
			p.Issuer = value
		case "audience":
			p.Audiences = append(p.Audiences, value)
		case "jwks":
			p.JWKSURI = value
		case "nonce":
			p.NeedNonce, p.NoNonce = value == "true", value == "false"
		case "nonce-hash":
			p.NonceHash = value
		case "trust-email":
			p.TrustEmail = value == "true"
		default:
			return fmt.Errorf("provider: unknown value %q; the values are issuer, audience, jwks, nonce, nonce-hash and "+
				"trust-email", key)
		}
	}
	if s.Providers == nil {
		s.Providers = map[string]idp.Provider{}
	}
	s.Providers[name] = p
	return nil
}

func tenantEmail(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	return changeSettings(ctx, c, pool, args[0], func(s *auth.Settings) error { return setEmail(s, args[1], args[2]) })
}

func setEmail(s *auth.Settings, name, file string) error {
	if !email.Known(name) {
		return fmt.Errorf("unknown email %q; the emails are %s", name, strings.Join(email.Names(), ", "))
	}
	if file == "-" {
		delete(s.Letters, name)
		return nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var l email.Template
	if err := json.Unmarshal(text, &l); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if s.Letters == nil {
		s.Letters = map[string]email.Template{}
	}
	s.Letters[name] = l
	return nil
}
