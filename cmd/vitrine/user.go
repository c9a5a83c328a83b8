package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/writesvc/auth"
)

const userHelp = `Usage: vitrine user list TENANT [WORD]        accounts, those whose address or name has the word
       vitrine user show TENANT EMAIL         an account, its sessions, and what happened lately
       vitrine user lock TENANT EMAIL         nobody gets in, and who is in is out
       vitrine user unlock TENANT EMAIL       the opposite; also ends a lock-out by too many wrong passwords
       vitrine user approve TENANT EMAIL      a business account that waits for approval
       vitrine user logout TENANT EMAIL       ends every session
       vitrine user delete TENANT EMAIL       the account and what is known of the person; orders and payments stay
`

// userCommand is vitrine user.
func userCommand(ctx context.Context, c *call) error {
	if c.helpless() {
		fmt.Fprint(c.stdout, userHelp)
		return nil
	}
	verb, args := c.args[0], c.args[1:]
	verbs := map[string]func(context.Context, *call, *pgxpool.Pool, string, string) error{
		"show": userShow, "lock": changeUser(auth.Lock), "unlock": changeUser(auth.Unlock), "approve": changeUser(auth.Approve),
		"logout": changeUser(auth.EndSessions), "delete": changeUser(auth.Delete),
	}
	do := verbs[verb]
	switch {
	case verb == "list" && (len(args) == 1 || len(args) == 2):
		args = append(args, "")
		do = userList
	case do == nil && verb != "list":
		return usageError{fmt.Errorf("user: there is no %q; vitrine user lists what there is", verb)}
	case len(args) != 2:
		return usageError{fmt.Errorf("user %s: want a tenant and an address; vitrine user shows how it is called", verb)}
	}
	pool, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer pool.Close()
	return do(ctx, c, pool, args[0], args[1])
}

// mostListed is how many accounts a list shows.
const mostListed = 100

func userList(ctx context.Context, c *call, pool *pgxpool.Pool, tenant, word string) error {
	rows, err := pool.Query(ctx, `SELECT id, email, first_name || ' ' || last_name, type, status, email_verified_at IS NOT NULL FROM account
WHERE tenant_id = $1 AND ($2 = '' OR strpos(lower(email || ' ' || first_name || ' ' || last_name), lower($2)) > 0) ORDER BY created_at DESC, id LIMIT $3`, tenant, word, mostListed)
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
		fmt.Fprintf(c.stdout, "%s  %-32s %-4s %-8s %-12s  %s\n", id, email, kind, status, mark, name)
		return nil
	})
	return err
}

func userShow(ctx context.Context, c *call, pool *pgxpool.Pool, tenant, email string) error {
	var id, name, kind, status, phone, verified, created string
	var company *string
	email, err := auth.Email(email)
	if err != nil {
		return usageError{errors.New("that is no address")}
	}
	err = pool.QueryRow(ctx, `SELECT id, first_name || ' ' || last_name, type, status, coalesce(phone, 'none'), coalesce(email_verified_at::text, 'never'), created_at::text, company::text
FROM account WHERE tenant_id = $1 AND email = $2`, tenant, email).Scan(&id, &name, &kind, &status, &phone, &verified, &created, &company)
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("tenant %s has no account %s", tenant, email)
	}
	if err != nil {
		return fmt.Errorf("read the account: %w", err)
	}
	fmt.Fprintf(c.stdout, "%s %s <%s>\n  %s, %s, number %s, address verified %s, since %s\n", id, name, email, kind, status, phone, verified, created)
	if company != nil {
		fmt.Fprintf(c.stdout, "  company %s\n", *company)
	}
	rows, err := pool.Query(ctx, `SELECT format('  session %s by %s from %s, renewed %s, %s', id, method, address, refreshed_at::timestamptz(0),
  CASE WHEN revoked_at IS NOT NULL THEN 'ended: ' || coalesce(revoked_for, '') WHEN expires_at < now() THEN 'over' ELSE 'alive' END)
FROM account_session WHERE tenant_id = $1 AND account_id = $2 ORDER BY created_at DESC LIMIT 10`, tenant, id)
	if err != nil {
		return fmt.Errorf("list the sessions: %w", err)
	}
	sessions, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("list the sessions: %w", err)
	}
	if rows, err = pool.Query(ctx, `SELECT format('  %s %s from %s', at::timestamptz(0), event, address) FROM account_audit WHERE tenant_id = $1 AND account_id = $2 ORDER BY id DESC LIMIT 20`, tenant, id); err != nil {
		return fmt.Errorf("list what happened: %w", err)
	}
	events, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("list what happened: %w", err)
	}
	fmt.Fprintln(c.stdout, strings.Join(append(sessions, events...), "\n"))
	return nil
}

// changeUser is a command that changes one account.
func changeUser(change func(ctx context.Context, pool *pgxpool.Pool, tenant, email string) (string, error)) func(context.Context, *call, *pgxpool.Pool, string, string) error {
	return func(ctx context.Context, c *call, pool *pgxpool.Pool, tenant, email string) error {
		said, err := change(ctx, pool, tenant, email)
		if err != nil {
			return err
		}
		fmt.Fprintln(c.stdout, said)
		return nil
	}
}
