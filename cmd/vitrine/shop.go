package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/env"
	"vitrine/writesvc/auth"
)

const shopHelp = `Usage: vitrine tenant create ID --name NAME [--language tr] [--currency TRY] [--host HOST]
       vitrine tenant list
       vitrine tenant show ID
       vitrine tenant set ID name=value…             siteUrl, resetUrl, verifyUrl, mailFrom, signup (b2c, b2b, closed), verifyFirst (true, false)
       vitrine tenant provider ID NAME issuer=… audience=… [jwks=URL] [nonce=true] [trust-email=true]
       vitrine tenant provider ID NAME --remove
       vitrine tenant letter ID KIND.LANGUAGE FILE   JSON: {"subject", "text", "html"}; FILE - removes it
       vitrine tenant enable ID, disable ID
       vitrine tenant stream-key ID [--remove]       makes the key with which its changes may be heard (GET /v1/changes), in place of the one before
       vitrine tenant webhook add ID URL             posts its changes there, signed (Standard Webhooks); needs a stream key to be there
       vitrine tenant webhook list ID, webhook remove ID WEBHOOK
       vitrine tenant rotate-keys                    of access tokens, for all shops: the old key is trusted until its tokens are gone

A shop, and how its customers sign up and in. An empty value (name=) takes a setting back.
`

// shop is vitrine tenant.
func shop(ctx context.Context, c *call) error {
	if c.helpless() {
		fmt.Fprint(c.stdout, shopHelp)
		return nil
	}
	verb, args := c.args[0], c.args[1:]
	least := map[string]int{"create": 1, "list": 0, "show": 1, "set": 2, "provider": 3, "letter": 3, "enable": 1, "disable": 1, "rotate-keys": 0,
		"stream-key": 1, "webhook": 2}
	n, ok := least[verb]
	if !ok {
		return usageError{fmt.Errorf("tenant: there is no %q; vitrine tenant lists what there is", verb)}
	}
	if len(args) < n {
		return usageError{fmt.Errorf("tenant %s: something is missing; vitrine tenant shows how it is called", verb)}
	}
	pool, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer pool.Close()
	switch verb {
	case "create":
		return shopCreate(ctx, c, pool, args)
	case "list":
		return shopList(ctx, c, pool)
	case "show":
		return shopShow(ctx, c, pool, args[0])
	case "set":
		return shopChange(ctx, c, pool, args[0], func(s *auth.Settings) error { return setAll(s, args[1:]) })
	case "provider":
		return shopChange(ctx, c, pool, args[0], func(s *auth.Settings) error { return setProvider(s, args[1], args[2:]) })
	case "letter":
		return shopChange(ctx, c, pool, args[0], func(s *auth.Settings) error { return setLetter(s, args[1], args[2]) })
	case "stream-key":
		return shopStreamKey(ctx, c, pool, args)
	case "webhook":
		return shopWebhook(ctx, c, pool, args)
	case "enable":
		return shopStatus(ctx, c, pool, args[0], "ACTIVE")
	case "disable":
		return shopStatus(ctx, c, pool, args[0], "DISABLED")
	default:
		return rotateKeys(ctx, c, pool)
	}
}

// What the schema wants of a tenant's id and currency (0002_tenant.sql).
var (
	tenantForm   = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)
	currencyForm = regexp.MustCompile(`^[A-Z]{3}$`)
)

func shopCreate(ctx context.Context, c *call, pool *pgxpool.Pool, args []string) error {
	flags := flag.NewFlagSet("tenant create", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	name := flags.String("name", "", "")
	language := flags.String("language", "en", "")
	currency := flags.String("currency", "USD", "")
	host := flags.String("host", "", "")
	if err := flags.Parse(args[1:]); err != nil {
		return usageError{fmt.Errorf("tenant create: %w", err)}
	}
	if flags.NArg() > 0 {
		return usageError{fmt.Errorf("tenant create: what is %q? A name of several words stands in quotes: --name \"My shop\"", flags.Arg(0))}
	}
	if !tenantForm.MatchString(args[0]) {
		return usageError{fmt.Errorf("tenant create %q: an ID is 1 to 64 letters, digits, dots, hyphens or underscores, a letter or digit first", args[0])}
	}
	if *name == "" {
		*name = args[0]
	}
	if *currency = strings.ToUpper(*currency); !currencyForm.MatchString(*currency) {
		return usageError{fmt.Errorf("tenant create: --currency %s: want three letters such as TRY", *currency)}
	}
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO tenant (id, name, language, currency) VALUES ($1, $2, $3, $4)`, args[0], *name, *language, *currency); err != nil {
			return err
		}
		if *host == "" {
			return nil
		}
		_, err := tx.Exec(ctx, `INSERT INTO tenant_host (tenant_id, host) VALUES ($1, $2)`, args[0], strings.ToLower(*host))
		return err
	})
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		if pg.TableName == "tenant_host" {
			return fmt.Errorf("the host %s is a tenant's already; tenant %s was not made", strings.ToLower(*host), args[0])
		}
		return fmt.Errorf("there is a tenant %s already; vitrine tenant show %s", args[0], args[0])
	}
	if err != nil {
		return fmt.Errorf("tenant %s was not made: %w", args[0], plainly(ctx, pool, err))
	}
	fmt.Fprintf(c.stdout, "tenant %s is there. Its customers sign up with the header x-service-client: %s\n", args[0], args[0])
	return nil
}

func shopList(ctx context.Context, c *call, pool *pgxpool.Pool) error {
	rows, err := pool.Query(ctx, `SELECT t.id, t.name, t.status, (SELECT count(*) FROM account a WHERE a.tenant_id = t.id) FROM tenant t ORDER BY t.id`)
	if err != nil {
		return fmt.Errorf("list the tenants: %w", err)
	}
	var id, name, status string
	var accounts int
	_, err = pgx.ForEachRow(rows, []any{&id, &name, &status, &accounts}, func() error {
		fmt.Fprintf(c.stdout, "%-20s %-10s %8d accounts  %s\n", id, status, accounts, name)
		return nil
	})
	return err
}

func shopShow(ctx context.Context, c *call, pool *pgxpool.Pool, id string) error {
	var name, status, language, currency string
	err := pool.QueryRow(ctx, `SELECT name, status, language, currency FROM tenant WHERE id = $1`, id).Scan(&name, &status, &language, &currency)
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("there is no tenant %q", id)
	}
	if err != nil {
		return fmt.Errorf("read the tenant: %w", err)
	}
	s, err := auth.ReadSettings(ctx, pool, id)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("show the settings: %w", err)
	}
	fmt.Fprintf(c.stdout, "%s: %s, %s, language %s, currency %s\n%s\n", id, name, status, language, currency, text)
	return nil
}

// shopChange changes a tenant's settings under its row's lock, so that two operators do not undo one another's.
func shopChange(ctx context.Context, c *call, pool *pgxpool.Pool, id string, change func(*auth.Settings) error) error {
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var there bool
		if err := tx.QueryRow(ctx, `SELECT true FROM tenant WHERE id = $1 FOR NO KEY UPDATE`, id).Scan(&there); errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("there is no tenant %q", id)
		} else if err != nil {
			return fmt.Errorf("read the tenant: %w", err)
		}
		s, err := auth.ReadSettings(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := change(&s); err != nil {
			return usageError{err}
		}
		if err := s.Validate(); err != nil {
			return usageError{err}
		}
		return auth.WriteSettings(ctx, tx, id, s)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "tenant %s is changed; requests from now on see it\n", id)
	return nil
}

func setAll(s *auth.Settings, pairs []string) error {
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		if !ok {
			return fmt.Errorf("%q: want name=value", pair)
		}
		texts := map[string]*string{"siteUrl": &s.SiteURL, "resetUrl": &s.ResetURL, "verifyUrl": &s.VerifyURL, "mailFrom": &s.MailFrom, "signup": &s.Signup}
		switch to := texts[name]; {
		case to != nil:
			*to = value
		case name == "verifyFirst":
			if value != "true" && value != "false" && value != "" {
				return fmt.Errorf("verifyFirst=%s: want true or false", value)
			}
			s.VerifyFirst = value == "true"
		default:
			return fmt.Errorf("there is no setting %q; vitrine tenant lists them", name)
		}
	}
	return nil
}

func setProvider(s *auth.Settings, name string, pairs []string) error {
	if len(pairs) == 1 && pairs[0] == "--remove" {
		delete(s.Providers, name)
		return nil
	}
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
			p.NeedNonce = value == "true"
		case "trust-email":
			p.TrustEmail = value == "true"
		default:
			return fmt.Errorf("provider: %q is none of issuer, audience, jwks, nonce, trust-email", key)
		}
	}
	if s.Providers == nil {
		s.Providers = map[string]auth.Provider{}
	}
	s.Providers[name] = p
	return nil
}

func setLetter(s *auth.Settings, name, file string) error {
	if !auth.KnownLetter(name) {
		return fmt.Errorf("there is no letter %q; there are %s", name, strings.Join(auth.LetterNames(), ", "))
	}
	if file == "-" {
		delete(s.Letters, name)
		return nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var l auth.Letter
	if err := json.Unmarshal(text, &l); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if s.Letters == nil {
		s.Letters = map[string]auth.Letter{}
	}
	s.Letters[name] = l
	return nil
}

func shopStatus(ctx context.Context, c *call, pool *pgxpool.Pool, id, status string) error {
	tag, err := pool.Exec(ctx, `UPDATE tenant SET status = $2 WHERE id = $1`, id, status)
	if err != nil {
		return fmt.Errorf("change the tenant: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return fmt.Errorf("there is no tenant %q", id)
	}
	fmt.Fprintf(c.stdout, "tenant %s is %s\n", id, status)
	return nil
}

func rotateKeys(ctx context.Context, c *call, pool *pgxpool.Pool) error {
	secret, err := boot.TokenSecret(c.env.Get(env.TokenSecret), c.env.Get(env.DataDir), production(c))
	if err != nil {
		return err
	}
	d := auth.DefaultConfig()
	kid, err := auth.RotateKeys(ctx, pool, secret, time.Now(), d.KeyDelay, d.AccessTTL)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "the key %s is published, and signs in %s; the one before it is trusted until its last tokens are gone\n", kid, d.KeyDelay)
	return nil
}
