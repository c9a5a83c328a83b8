package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/writesvc/auth"
	"vitrine/writesvc/auth/token"
)

func tenantCommands() []cli.Command {
	return []cli.Command{
		{
			Name: "tenant create", Args: "TENANT", Summary: "Create a tenant",
			About: "TENANT is the id: 1 to 64 letters, digits, dots, hyphens or underscores, beginning with a letter or digit.",
			Examples: []string{
				`tenant create shop --name "My shop" --language tr --currency TRY --host shop.example`,
			},
			Setup: tenantCreate,
		},
		{
			Name: "tenant list", Summary: "List the tenants",
			Setup: cli.NoFlags(withDatabase(tenantList)),
		},
		{
			Name: "tenant show", Args: "TENANT", Summary: "Show a tenant and its settings",
			Setup: cli.NoFlags(withDatabase(tenantShow)),
		},
		{
			Name: "tenant set", Args: "TENANT NAME=VALUE...", Summary: "Change settings of a tenant",
			About: "The settings are siteUrl, resetUrl and verifyUrl (URLs for links in emails), mailFrom (the sender), " +
				"signup " +
				"(b2c, b2b or closed) and verifyFirst (true or false: customers must verify their email address before they " +
				"sign in). An empty value (NAME=) removes a setting.",
			Examples: []string{"tenant set shop siteUrl=https://shop.example mailFrom=hello@shop.example signup=b2b"},
			Setup:    cli.NoFlags(withDatabase(tenantSet)),
		},
		{
			Name: "tenant provider", Args: "TENANT NAME [NAME=VALUE...]", Summary: "Set up or remove a sign-in provider of a " +
				"tenant",
			About: "The values are issuer (URL), audience (may be repeated), jwks (URL of the keys), nonce and trust-email " +
				"(true or false), and nonce-hash (sha256 or none). Without nonce, a token needs a nonce if the provider says " +
				"that it supports nonces. Without nonce-hash, tokens of Apple must contain the SHA-256 of the client's nonce, " +
				"and tokens of others the nonce itself.",
			Examples: []string{
				"tenant provider shop google issuer=https://accounts.google.com audience=CLIENT-ID",
				"tenant provider shop google --remove",
			},
			Setup: tenantProvider,
		},
		{
			Name: "tenant email", Alias: "tenant letter", Args: "TENANT KIND.LANGUAGE FILE",
			Summary: "Replace the text of an email of a tenant",
			About: "FILE is JSON with the fields subject, text and html. FILE - restores the built-in text. An unknown " +
				"KIND.LANGUAGE " +
				"is answered with the list of emails.",
			Examples: []string{"tenant email shop reset-password.tr reset.json"},
			Setup:    cli.NoFlags(withDatabase(tenantEmail)),
		},
		{
			Name: "tenant enable", Args: "TENANT", Summary: "Enable a tenant",
			Setup: cli.NoFlags(withDatabase(tenantStatus("ACTIVE"))),
		},
		{
			Name: "tenant disable", Args: "TENANT", Summary: "Disable a tenant: every request for it is answered with 403",
			Setup: cli.NoFlags(withDatabase(tenantStatus("DISABLED"))),
		},
		{
			Name: "tenant delete", Args: "TENANT", Summary: "Delete a tenant and everything that belongs to it",
			About: "The command counts accounts, orders, payments and content, and asks for the name of the tenant. A tenant " +
				"with a payment whose money is on its way is not deleted.",
			Examples: []string{"tenant delete shop", "tenant delete shop --yes shop"},
			Setup:    tenantDelete,
		},
		searchKeyCommand(),
		{
			Name: "tenant rotate-keys", Summary: "Create a new key for signing access tokens, for all tenants",
			About: "The previous key stays valid until its last tokens have expired.",
			Setup: cli.NoFlags(withDatabase(rotateKeys)),
		},
	}
}

// A newTenant is what tenant create inserts.
type newTenant struct{ id, name, language, currency, host string }

func tenantCreate(f *flag.FlagSet) cli.Run {
	var n newTenant
	f.StringVar(&n.name, "name", "", "`name` for people; quote several words (default: the id)")
	f.StringVar(&n.language, "language", "en", "`tag` of the language (BCP 47), such as tr or en-GB")
	f.StringVar(&n.currency, "currency", "USD", "`code` of the currency (ISO 4217), such as TRY")
	f.StringVar(&n.host, "host", "", "`host` name under which the tenant is reached")
	return func(ctx context.Context, c *cli.Call, args []string) error {
		n.id = args[0]
		if err := n.check(); err != nil {
			return err
		}
		pool, err := openDatabase(ctx, c)
		if err != nil {
			return err
		}
		defer pool.Close()
		if err := n.insert(ctx, pool); err != nil {
			return err
		}
		fmt.Fprintf(c.Stdout, "tenant %s was created; requests name it with the header x-service-client: %s\n", n.id, n.id)
		return nil
	}
}

func (n newTenant) insert(ctx context.Context, pool *pgxpool.Pool) error {
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		const sql = `INSERT INTO tenant (id, name, language, currency) VALUES ($1, $2, $3, $4)`
		if _, err := tx.Exec(ctx, sql, n.id, n.name, n.language, n.currency); err != nil {
			return err
		}
		if n.host == "" {
			return nil
		}
		_, err := tx.Exec(ctx, `INSERT INTO tenant_host (tenant_id, host) VALUES ($1, $2)`, n.id, n.host)
		return err
	})
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		if pg.TableName == "tenant_host" {
			return fmt.Errorf("tenant %s was not created: the host %s belongs to another tenant", n.id, n.host)
		}
		return fmt.Errorf("tenant %s already exists; vitrine tenant show %s shows it", n.id, n.id)
	}
	if err != nil {
		return fmt.Errorf("tenant %s was not created: %w", n.id, explainError(ctx, pool, err))
	}
	return nil
}

func tenantList(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, _ []string) error {
	rows, err := pool.Query(ctx, `
SELECT t.id, t.name, t.status, (SELECT count(*) FROM account a WHERE a.tenant_id = t.id) FROM tenant t ORDER BY t.id`)
	if err != nil {
		return fmt.Errorf("list the tenants: %w", err)
	}
	var id, name, status string
	var accounts int
	_, err = pgx.ForEachRow(rows, []any{&id, &name, &status, &accounts}, func() error {
		fmt.Fprintf(c.Stdout, "%-20s %-10s %8d accounts  %s\n", id, status, accounts, name)
		return nil
	})
	return err
}

func tenantShow(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	var name, status, language, currency string
	err := pool.QueryRow(ctx, `SELECT name, status, language, currency FROM tenant WHERE id = $1`, args[0]).
		Scan(&name, &status, &language, &currency)
	if errors.Is(err, pgx.ErrNoRows) {
		return unknownTenant(args[0])
	}
	if err != nil {
		return fmt.Errorf("read the tenant: %w", err)
	}
	s, err := auth.ReadSettings(ctx, pool, args[0])
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("show the settings: %w", err)
	}
	fmt.Fprintf(c.Stdout, "%s: %s, %s, language %s, currency %s\n%s\n", args[0], name, status, language, currency, text)
	return nil
}

// knownTenant returns an error if the tenant does not exist.
func knownTenant(ctx context.Context, pool *pgxpool.Pool, id string) error {
	var exists bool
	if err := pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM tenant WHERE id = $1)`, id).Scan(&exists); err != nil {
		return fmt.Errorf("find the tenant: %w", err)
	}
	if !exists {
		return unknownTenant(id)
	}
	return nil
}

func unknownTenant(id string) error {
	return fmt.Errorf("unknown tenant %q; vitrine tenant list shows the tenants", id)
}

func tenantStatus(status string) func(context.Context, *cli.Call, *pgxpool.Pool, []string) error {
	return func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
		tag, err := pool.Exec(ctx, `UPDATE tenant SET status = $2 WHERE id = $1`, args[0], status)
		if err != nil {
			return fmt.Errorf("change the tenant: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return unknownTenant(args[0])
		}
		fmt.Fprintf(c.Stdout, "tenant %s is %s\n", args[0], status)
		return nil
	}
}

func rotateKeys(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, _ []string) error {
	keys, err := tokenSecrets(c)
	if err != nil {
		return err
	}
	d := auth.DefaultConfig()
	kid, err := token.RotateKeys(ctx, pool, token.Rotation{
		Keys: keys, Now: time.Now(), Delay: d.KeyDelay, Life: d.AccessTTL,
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Stdout, "key %s was published and will sign tokens in %s; the previous key stays valid until its "+
		"last tokens "+
		"have expired\n", kid, d.KeyDelay)
	return nil
}
