package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/writesvc/auth/operator"
	"vitrine/writesvc/auth/profile"
	"vitrine/writesvc/web"
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
			About: "The newest accounts come first, at most 100 of them. --older lists accounts whose address no new account " +
				"may have, because it can be mistaken for another one. The other commands take the id of such an account, too.",
			Examples: []string{"user list demo ada"}, Setup: userList,
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

func userList(f *flag.FlagSet) cli.Run {
	older := f.Bool("older", false, "only accounts whose address is not in canonical form")
	return withDatabase(func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
		word := ""
		if len(args) > 1 {
			word = args[1]
		}
		rows, err := pool.Query(ctx, `
SELECT id, email, first_name || ' ' || last_name, type, status, email_verified_at IS NOT NULL FROM account
WHERE tenant_id = $1 AND ($2 = '' OR strpos(lower(email || ' ' || first_name || ' ' || last_name), lower($2)) > 0)
AND (NOT $3 OR email ~ '[^ -~]') ORDER BY created_at DESC, id LIMIT CASE WHEN NOT $3 THEN $4::int END`,
			args[0], word, *older, mostListed)
		if err != nil {
			return fmt.Errorf("list the accounts: %w", err)
		}
		return printUsers(c, rows, *older)
	})
}

func printUsers(c *cli.Call, rows pgx.Rows, older bool) error {
	var id, email, name, kind, status string
	var verified bool
	_, err := pgx.ForEachRow(rows, []any{&id, &email, &name, &kind, &status, &verified}, func() error {
		if older && profile.Canonical(email) {
			return nil
		}
		mark := "not verified"
		if verified {
			mark = "verified"
		}
		if older {
			email = fmt.Sprintf("%+q", email) // shows every character
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
	email, err := profile.Known(args[1])
	if err != nil && !web.IsID(args[1]) {
		return cli.Usagef("%q is neither an email address nor the id of an account", args[1])
	}
	err = pool.QueryRow(ctx, `
SELECT id, email, first_name || ' ' || last_name, type, status, coalesce(phone, 'none'),
  coalesce(email_verified_at::text, 'never'), created_at::text, company::text
FROM account WHERE tenant_id = $1 AND (email = $2 OR id = $3)`, tenant, email, args[1]).
		Scan(&id, &email, &name, &kind, &status, &phone, &verified, &created, &company)
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("tenant %s has no account %s", tenant, args[1])
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
