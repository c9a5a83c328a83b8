package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/writesvc/auth/operator"
	"vitrine/writesvc/auth/profile"
)

func userCommands() []cli.Command {
	change := func(verb, summary string, do userChange) cli.Command {
		return cli.Command{Name: "user " + verb, Args: "TENANT EMAIL", Summary: summary, Setup: cli.NoFlags(withDatabase(
			func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
				result, err := do(ctx, pool, args[0], args[1])
				if err != nil {
					return err
				}
				fmt.Fprintln(c.Stdout, result)
				return nil
			}))}
	}
	return []cli.Command{
		{
			Name: "user list", Args: "TENANT [WORD]", Summary: "List accounts, or those whose email address or name contains " +
				"a word",
			About: "The newest accounts come first, at most 100 of them.", Examples: []string{"user list demo ada"},
			Setup: cli.NoFlags(withDatabase(userList)),
		},
		{
			Name: "user show", Args: "TENANT EMAIL", Summary: "Show an account, its sessions and its latest events",
			Setup: cli.NoFlags(withDatabase(userShow)),
		},
		change("lock", "Lock an account and end its sessions", operator.Lock),
		change("unlock", "Unlock an account, also after too many wrong passwords", operator.Unlock),
		change("approve", "Approve a business account that waits for approval", operator.Approve),
		change("logout", "End all sessions of an account", operator.EndSessions),
		change("delete", "Delete an account and its personal data; orders and payments are kept", operator.Delete),
	}
}

// A userChange changes one account and returns a sentence about the result.
type userChange func(ctx context.Context, pool *pgxpool.Pool, tenant, email string) (string, error)

// mostListed limits the accounts of a list.
const mostListed = 100

func userList(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	word := ""
	if len(args) > 1 {
		word = args[1]
	}
	rows, err := pool.Query(ctx, `
SELECT id, email, first_name || ' ' || last_name, type, status, email_verified_at IS NOT NULL FROM account
WHERE tenant_id = $1 AND ($2 = '' OR strpos(lower(email || ' ' || first_name || ' ' || last_name), lower($2)) > 0)
ORDER BY created_at DESC, id LIMIT $3`, args[0], word, mostListed)
	if err != nil {
		return fmt.Errorf("list the accounts: %w", err)
	}
	var id, email, name, kind, status string
	var verified bool
	_, err = pgx.ForEachRow(rows, []any{&id, &email, &name, &kind, &status, &verified}, func() error {
		mark := "not verified"
		if verified {
			mark = "verified"
		}
		fmt.Fprintf(c.Stdout, "%s  %-32s %-4s %-8s %-12s  %s\n", id, email, kind, status, mark, name)
		return nil
	})
	return err
}

func userShow(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	var id, name, kind, status, phone, verified, created string
	var company *string
	tenant := args[0]
	email, err := profile.Email(args[1])
	if err != nil {
		return cli.Usagef("%q is not an email address", args[1])
	}
	err = pool.QueryRow(ctx, `
SELECT id, first_name || ' ' || last_name, type, status, coalesce(phone, 'none'),
  coalesce(email_verified_at::text, 'never'), created_at::text, company::text
FROM account WHERE tenant_id = $1 AND email = $2`, tenant, email).
		Scan(&id, &name, &kind, &status, &phone, &verified, &created, &company)
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("tenant %s has no account %s", tenant, email)
	}
	if err != nil {
		return fmt.Errorf("read the account: %w", err)
	}
	fmt.Fprintf(c.Stdout, "%s %s <%s>\n", id, name, email)
	fmt.Fprintf(c.Stdout, "  %s, %s, phone %s, email verified %s, created %s\n", kind, status, phone, verified, created)
	if company != nil {
		fmt.Fprintf(c.Stdout, "  company %s\n", *company)
	}
	rows, err := pool.Query(ctx, `
SELECT format('  session %s by %s from %s, renewed %s, %s', id, method, address, refreshed_at::timestamptz(0),
  CASE WHEN revoked_at IS NOT NULL THEN 'ended: ' || coalesce(revoked_for, '')
    WHEN expires_at < now() THEN 'expired' ELSE 'active' END)
FROM account_session WHERE tenant_id = $1 AND account_id = $2 ORDER BY created_at DESC LIMIT 10`, tenant, id)
	if err != nil {
		return fmt.Errorf("list the sessions: %w", err)
	}
	sessions, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("list the sessions: %w", err)
	}
	rows, err = pool.Query(ctx, `
SELECT format('  %s %s from %s', at::timestamptz(0), event, address) FROM account_audit
WHERE tenant_id = $1 AND account_id = $2 ORDER BY id DESC LIMIT 20`, tenant, id)
	if err != nil {
		return fmt.Errorf("list the events: %w", err)
	}
	events, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("list the events: %w", err)
	}
	fmt.Fprintln(c.Stdout, strings.Join(append(sessions, events...), "\n"))
	return nil
}
