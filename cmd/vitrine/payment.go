package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/writeapi"
	"vitrine/writesvc/payment"
	"vitrine/writesvc/ticket"
)

const paymentHelp = `Usage: vitrine payment list TENANT                    payments, the newest first
       vitrine payment show TENANT PAYMENT            a payment and what happened to it
       vitrine payment refund TENANT PAYMENT [AMOUNT] give money back: all that is left, or so much
       vitrine payment void TENANT PAYMENT            take a payment back whole, as if it had never been
       vitrine payment settings TENANT [FILE]         how the shop is paid, as JSON; with a file, set it

Refunds and voids are written down here and done by a running write service within seconds. Of a transfer or of coins, a refund says that
you sent the money back yourself. Settings name secrets and do not hold them: env:NAME or file:PATH, read by the write service. In them
"cards" says where cards are typed: "form" (POST /payment/3ds), "hosted" (on the bank's own page alone, POST /payment/hosted) or "both".
`

// paymentCommand is vitrine payment.
func paymentCommand(ctx context.Context, c *call) error {
	if c.helpless() {
		fmt.Fprint(c.stdout, paymentHelp)
		return nil
	}
	type verb struct {
		least, most int
		do          func(ctx context.Context, c *call, pool *pgxpool.Pool, args []string) error
	}
	verbs := map[string]verb{"list": {1, 1, paymentList}, "show": {2, 2, paymentShow}, "refund": {2, 3, paymentBack}, "void": {2, 2, paymentVoid}, "settings": {1, 2, paymentSettings}}
	v, ok := verbs[c.args[0]]
	if !ok {
		return usageError{fmt.Errorf("payment: there is no %q; vitrine payment lists what there is", c.args[0])}
	}
	args := c.args[1:]
	if len(args) < v.least || len(args) > v.most {
		return usageError{fmt.Errorf("payment %s: vitrine payment shows how it is called", c.args[0])}
	}
	pool, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := knownTenant(ctx, pool, args[0]); err != nil {
		return err
	}
	return v.do(ctx, c, pool, args)
}

// knownTenant refuses a shop that is not there.
func knownTenant(ctx context.Context, pool *pgxpool.Pool, tenant string) error {
	var there bool
	if err := pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM tenant WHERE id = $1)`, tenant).Scan(&there); err != nil {
		return fmt.Errorf("find the tenant: %w", err)
	}
	if !there {
		return fmt.Errorf("there is no tenant %q", tenant)
	}
	return nil
}

// knownPayment refuses a payment that is not there.
func knownPayment(ctx context.Context, pool *pgxpool.Pool, tenant, id string) error {
	var there bool
	if err := pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM payment WHERE tenant_id = $1 AND id = $2)`, tenant, id).Scan(&there); err != nil {
		return fmt.Errorf("find the payment: %w", err)
	}
	if !there {
		return fmt.Errorf("tenant %s has no payment %s", tenant, id)
	}
	return nil
}

func paymentList(ctx context.Context, c *call, pool *pgxpool.Pool, args []string) error {
	rows, err := pool.Query(ctx, `SELECT format('%s  %s  %-18s %12s %s  %s', id, created_at::timestamptz(0), status, (amount / 100.0)::numeric(14,2), currency, coalesce(nullif(card, ''), reference, CASE WHEN flow <> '' THEN 'on the bank''s page' END, ''))
FROM payment WHERE tenant_id = $1 ORDER BY created_at DESC LIMIT 100`, args[0])
	if err != nil {
		return fmt.Errorf("list payments: %w", err)
	}
	n, err := printLines(c, rows)
	if err == nil && n == 0 {
		fmt.Fprintf(c.stdout, "tenant %s has no payments yet\n", args[0])
	}
	return err
}

// printLines prints a column, and says how many lines it had.
func printLines(c *call, rows pgx.Rows) (n int, err error) {
	var line string
	_, err = pgx.ForEachRow(rows, []any{&line}, func() error {
		fmt.Fprintln(c.stdout, line)
		n++
		return nil
	})
	return n, err
}

func paymentShow(ctx context.Context, c *call, pool *pgxpool.Pool, args []string) error {
	if err := knownPayment(ctx, pool, args[0], args[1]); err != nil {
		return err
	}
	rows, err := pool.Query(ctx, `SELECT l FROM (
  SELECT 0 AS n, now() AS at, format('%s %s by %s at %s: %s of %s %s, %s given back, basket %s %s', p.id, p.status, p.method, p.provider, (p.captured / 100.0)::numeric(14,2),
    (p.amount / 100.0)::numeric(14,2), p.currency, (p.refunded / 100.0)::numeric(14,2), p.basket_id, p.reason) AS l FROM payment p WHERE p.tenant_id = $1 AND p.id = $2
  UNION ALL SELECT 1, e.at, format('  %s %s %s', e.at::timestamptz(0), e.event, e.detail) FROM payment_event e WHERE e.tenant_id = $1 AND e.payment_id = $2
  UNION ALL SELECT 2, r.created_at, format('  %s of %s: %s', r.kind, (r.amount / 100.0)::numeric(14,2), r.status) FROM refund r WHERE r.tenant_id = $1 AND r.payment_id = $2
) x ORDER BY n, at`, args[0], args[1])
	if err != nil {
		return fmt.Errorf("read the payment: %w", err)
	}
	_, err = printLines(c, rows)
	return err
}

func paymentBack(ctx context.Context, c *call, pool *pgxpool.Pool, args []string) error {
	amount := writeapi.Money(0)
	if len(args) == 3 {
		var ok bool
		if amount, ok = writeapi.ParseMoney(args[2]); !ok || amount == 0 {
			return usageError{fmt.Errorf("payment refund: %q is no amount such as 12.50", args[2])}
		}
	}
	if err := knownPayment(ctx, pool, args[0], args[1]); err != nil {
		return err
	}
	if err := payment.Refund(ctx, pool, payment.RefundRequest{Tenant: args[0], Payment: args[1], Amount: amount, Reason: "operator"}); err != nil {
		return err
	}
	return paymentWait(ctx, c, pool, args)
}

func paymentVoid(ctx context.Context, c *call, pool *pgxpool.Pool, args []string) error {
	if err := knownPayment(ctx, pool, args[0], args[1]); err != nil {
		return err
	}
	if err := payment.Void(ctx, pool, payment.RefundRequest{Tenant: args[0], Payment: args[1], Reason: "operator"}); err != nil {
		return err
	}
	return paymentWait(ctx, c, pool, args)
}

const (
	writeWait = 30 * time.Second // how long a command waits for a write service to do what it wrote down
	writePoll = 200 * time.Millisecond
)

// waitFor asks until it is done, or says that it will be.
func waitFor(ctx context.Context, c *call, wait time.Duration, done func() (bool, error)) error {
	for end := time.Now().Add(wait); ; {
		ok, err := done()
		if err != nil || ok {
			return err
		}
		if time.Now().After(end) {
			fmt.Fprintln(c.stdout, "written down; a write service does it as soon as one runs")
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(writePoll):
		}
	}
}

func paymentWait(ctx context.Context, c *call, pool *pgxpool.Pool, args []string) error {
	return waitFor(ctx, c, writeWait, func() (bool, error) {
		var status, refund string
		if err := pool.QueryRow(ctx, `SELECT p.status, r.status FROM payment p JOIN refund r ON r.tenant_id = p.tenant_id AND r.payment_id = p.id
WHERE p.tenant_id = $1 AND p.id = $2 ORDER BY r.created_at DESC, r.id DESC LIMIT 1`, args[0], args[1]).Scan(&status, &refund); err != nil {
			return false, fmt.Errorf("read the refund: %w", err)
		}
		if refund == "wanted" || refund == "sent" {
			return false, nil
		}
		fmt.Fprintf(c.stdout, "%s; the payment is %s\n", refund, status)
		return true, nil
	})
}

func paymentSettings(ctx context.Context, c *call, pool *pgxpool.Pool, args []string) error {
	if len(args) == 2 {
		text, err := os.ReadFile(args[1])
		if err != nil {
			return fmt.Errorf("read the settings: %w", err)
		}
		s, err := payment.ParseSettings(text)
		if err != nil {
			return fmt.Errorf("%s: %w", args[1], err)
		}
		if _, err := pool.Exec(ctx, `INSERT INTO tenant_payment (tenant_id, settings) VALUES ($1, $2) ON CONFLICT (tenant_id) DO UPDATE SET settings = excluded.settings, updated_at = now()`, args[0], s); err != nil {
			return fmt.Errorf("write the settings: %w", err)
		}
	}
	var text string
	err := pool.QueryRow(ctx, `SELECT jsonb_pretty(settings) FROM tenant_payment WHERE tenant_id = $1`, args[0]).Scan(&text)
	if errors.Is(err, pgx.ErrNoRows) {
		text, err = "{}", nil
	}
	if err != nil {
		return fmt.Errorf("read the settings: %w", err)
	}
	if text == "{}" && len(args) == 1 {
		fmt.Fprintf(c.stderr, "tenant %s has no settings: %s\n", args[0], unset(c))
	}
	fmt.Fprintln(c.stdout, text)
	return nil
}

// unset is how a shop without settings is paid.
func unset(c *call) string {
	if production(c) {
		return "nothing can be paid there"
	}
	return "it is paid by the sandbox bank"
}

// gateKey is vitrine gate-key.
func gateKey(ctx context.Context, c *call) error {
	if len(c.args) != 2 && len(c.args) != 3 {
		return usageError{errors.New("gate-key: want TENANT NAME [EVENT-SLUG]: a key for one event, or for all of a shop")}
	}
	pool, err := openDatabase(ctx, c)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := knownTenant(ctx, pool, c.args[0]); err != nil {
		return err
	}
	event := ""
	if len(c.args) == 3 {
		err := pool.QueryRow(ctx, `SELECT id FROM event WHERE tenant_id = $1 AND slug = $2`, c.args[0], c.args[2]).Scan(&event)
		if errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("tenant %s has no event %s", c.args[0], c.args[2])
		}
		if err != nil {
			return fmt.Errorf("find the event: %w", err)
		}
	}
	key, err := ticket.NewGateKey(ctx, pool, c.args[0], c.args[1], event)
	if err != nil {
		return err
	}
	fmt.Fprintln(c.stdout, key)
	return nil
}
