package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/internal/schema"
	"vitrine/internal/writeapi"
	pay "vitrine/writesvc/payment/settings"
	"vitrine/writesvc/payment/settle"
)

func paymentCommands() []cli.Command {
	const later = "A running write service does it within seconds."
	return []cli.Command{
		{
			Name: "payment list", Args: "TENANT", Summary: "List payments, the newest first",
			Setup: cli.NoFlags(withTenant(paymentList)),
		},
		{
			Name: "payment show", Args: "TENANT PAYMENT", Summary: "Show a payment and its events, by its id or reference",
			Setup: cli.NoFlags(withTenant(paymentShow)),
		},
		{
			Name: "payment refund", Args: "TENANT PAYMENT [AMOUNT]", Summary: "Refund a payment: an amount, or everything " +
				"that is left",
			About: later + " For a bank transfer or coins, the command only records that you sent the money back yourself.\n\n" +
				"The bank did not report the result of a refund in review. It counts as not returned and not available. " +
				"Look at the account at the bank, then close it. --close returned: the customer has the money. " +
				"--close not-returned: the refund failed, and the amount can be refunded again; money that " +
				"bought nothing is sent again at once. With several refunds in review, AMOUNT says which.",
			Examples: []string{"payment refund demo 0123456789abcdef01234567 12.50",
				"payment refund demo 0123456789abcdef01234567 --close returned"},
			Setup: paymentRefund,
		},
		{
			Name: "payment void", Args: "TENANT PAYMENT", Summary: "Cancel a whole payment before the bank settles " +
				"it", About: later,
			Setup: cli.NoFlags(withTenant(paymentVoid)),
		},
		{
			Name: "payment cancel", Args: "TENANT PAYMENT", Summary: "End a payment that awaits money and release its stock",
			About: "The customer is notified. Money that arrives later waits for an operator, or goes back if a bank took it.",
			Setup: cli.NoFlags(withTenant(paymentCancel)),
		},
		{
			Name: "payment held", Args: "TENANT", Summary: "List unpaid payments and the stock that they reserve",
			About: "The payments with the most items come first, at most 100 of them. A payment whose account has no proof is " +
				"marked; the setting stock.proofs says which proofs count.",
			Setup: cli.NoFlags(withTenant(paymentHeld)),
		},
		{
			Name: "payment settings", Args: "TENANT [FILE]", Summary: "Print how a tenant is paid, as JSON, or set it from a " +
				"file",
			About: "Settings do not contain secrets but refer to them: env:NAME or file:PATH, read by the write service. " +
				"An installation that was started in production refuses the sandbox bank, and secrets in the settings. " +
				"FILE - is standard input. The field " +
				"cards says where customers enter cards: form (POST /payment/3ds), hosted (only on the bank's page, " +
				"POST /payment/hosted) or both.",
			Examples: []string{"payment settings shop settings.json"},
			Setup:    cli.NoFlags(withTenant(paymentSettings)),
		},
	}
}

// withTenant makes a command that uses the database, and whose first argument is an existing tenant.
func withTenant(run func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error) cli.Run {
	return withDatabase(func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
		if err := knownTenant(ctx, pool, args[0]); err != nil {
			return err
		}
		return run(ctx, c, pool, args)
	})
}

// knownPayment returns an error if the payment does not exist. It replaces a reference, by which banks and return URLs
// know a payment, by the payment's id.
func knownPayment(ctx context.Context, pool *pgxpool.Pool, tenant string, payment *string) error {
	const sql = `SELECT id FROM payment WHERE tenant_id = $1 AND (id = $2 OR merchant_ref = $2)`
	err := pool.QueryRow(ctx, sql, tenant, *payment).Scan(payment)
	if errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("tenant %s has no payment %s", tenant, *payment)
	}
	if err != nil {
		return fmt.Errorf("find the payment: %w", err)
	}
	return nil
}

func paymentList(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	rows, err := pool.Query(ctx, `
SELECT format('%s  %s  %-18s %12s %s  %s', id, created_at::timestamptz(0), status, (amount / 100.0)::numeric(14,2),
currency,
  coalesce(nullif(card, ''), reference, CASE WHEN flow <> '' THEN 'on the bank''s page' END, ''))
FROM payment WHERE tenant_id = $1 ORDER BY created_at DESC LIMIT 100`, args[0])
	if err != nil {
		return fmt.Errorf("list payments: %w", err)
	}
	n, err := printLines(c, rows)
	if err == nil && n == 0 {
		fmt.Fprintf(c.Stdout, "tenant %s has no payments yet\n", args[0])
	}
	return err
}

// printLines prints rows of one column and returns their number.
func printLines(c *cli.Call, rows pgx.Rows) (n int, err error) {
	var line string
	_, err = pgx.ForEachRow(rows, []any{&line}, func() error {
		fmt.Fprintln(c.Stdout, line)
		n++
		return nil
	})
	return n, err
}

func paymentShow(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	if err := knownPayment(ctx, pool, args[0], &args[1]); err != nil {
		return err
	}
	rows, err := pool.Query(ctx, `
SELECT l FROM (
  SELECT 0 AS n, now() AS at,
    format('%s %s by %s at %s: %s of %s %s, %s refunded, basket %s, reference %s %s', p.id, p.status, p.method,
      p.provider,
      (p.captured / 100.0)::numeric(14,2), (p.amount / 100.0)::numeric(14,2), p.currency,
      (p.refunded / 100.0)::numeric(14,2), p.basket_id, coalesce(p.merchant_ref, p.id), p.reason) AS l
  FROM payment p WHERE p.tenant_id = $1 AND p.id = $2
  UNION ALL
  SELECT 1, e.at, format('  %s %s %s', e.at::timestamptz(0), e.event, e.detail)
  FROM payment_event e WHERE e.tenant_id = $1 AND e.payment_id = $2
  UNION ALL
  SELECT 2, r.created_at, format('  %s of %s: %s', r.kind, (r.amount / 100.0)::numeric(14,2), r.status)
  FROM refund r WHERE r.tenant_id = $1 AND r.payment_id = $2
) x ORDER BY n, at`, args[0], args[1])
	if err != nil {
		return fmt.Errorf("read the payment: %w", err)
	}
	_, err = printLines(c, rows)
	return err
}

func paymentRefund(f *flag.FlagSet) cli.Run {
	closed := f.String("close", "", "close a refund in review, with its `result`: returned or not-returned")
	return withTenant(func(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
		amount := writeapi.Money(0)
		if len(args) == 3 {
			var ok bool
			if amount, ok = writeapi.ParseMoney(args[2]); !ok || amount == 0 {
				return cli.Usagef("payment refund %q: expected an amount such as 12.50", args[2])
			}
		}
		if *closed != "" && *closed != "returned" && *closed != "not-returned" {
			return cli.Usagef("payment refund --close %q: expected returned or not-returned", *closed)
		}
		if err := knownPayment(ctx, pool, args[0], &args[1]); err != nil {
			return err
		}
		if *closed != "" {
			id, err := settle.CloseRefund(ctx, pool, settle.CloseRequest{Tenant: args[0], Payment: args[1], Amount: amount,
				Returned: *closed == "returned"})
			if err != nil {
				return err
			}
			return paymentWait(ctx, c, pool, args, id)
		}
		rq := settle.RefundRequest{Tenant: args[0], Payment: args[1], Amount: amount, Reason: "operator"}
		if err := settle.Refund(ctx, pool, rq); err != nil {
			return err
		}
		return paymentWait(ctx, c, pool, args, "")
	})
}

func paymentVoid(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	if err := knownPayment(ctx, pool, args[0], &args[1]); err != nil {
		return err
	}
	rq := settle.RefundRequest{Tenant: args[0], Payment: args[1], Reason: "operator"}
	if err := settle.Void(ctx, pool, rq); err != nil {
		return err
	}
	return paymentWait(ctx, c, pool, args, "")
}

const (
	writeWait = 30 * time.Second // for a write service to do what a command requested
	writePoll = 200 * time.Millisecond
)

// waitFor polls until the request is done. After the wait, it reports that a write service will do it later.
func waitFor(ctx context.Context, c *cli.Call, wait time.Duration, done func() (bool, error)) error {
	for end := time.Now().Add(wait); ; {
		ok, err := done()
		if err != nil || ok {
			return err
		}
		if time.Now().After(end) {
			fmt.Fprintln(c.Stdout, "recorded; a write service does it as soon as one runs")
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(writePoll):
		}
	}
}

// paymentWait waits until a refund of a payment is carried out. Without an id it is the newest.
func paymentWait(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string, id string) error {
	return waitFor(ctx, c, writeWait, func() (bool, error) {
		var status, refund string
		err := pool.QueryRow(ctx, `
SELECT p.status, r.status FROM payment p JOIN refund r ON r.tenant_id = p.tenant_id AND r.payment_id = p.id
WHERE p.tenant_id = $1 AND p.id = $2 AND ($3 = '' OR r.id = $3)
ORDER BY r.created_at DESC, r.id DESC LIMIT 1`, args[0], args[1], id).Scan(&status, &refund)
		if err != nil {
			return false, fmt.Errorf("read the refund: %w", err)
		}
		if refund == "wanted" || refund == "sent" {
			return false, nil
		}
		fmt.Fprintf(c.Stdout, "%s; the payment is %s\n", refund, status)
		if refund == "review" {
			fmt.Fprintln(c.Stdout, "the bank does not report the result: look at the account there, then close the refund "+
				"with --close")
		}
		return true, nil
	})
}

func paymentSettings(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	live, err := inProduction(ctx, c, pool)
	if err != nil {
		return err
	}
	if len(args) == 2 {
		if err := setPaymentSettings(ctx, pool, args[0], args[1], live); err != nil {
			return err
		}
	}
	var text string
	err = pool.QueryRow(ctx, `SELECT jsonb_pretty(settings) FROM tenant_payment WHERE tenant_id = $1`,
		args[0]).Scan(&text)
	if errors.Is(err, pgx.ErrNoRows) {
		text, err = "{}", nil
	}
	if err != nil {
		return fmt.Errorf("read the settings: %w", err)
	}
	if text == "{}" && len(args) == 1 {
		effect := "the sandbox bank takes its payments"
		if live {
			effect = "it cannot take payments"
		}
		fmt.Fprintf(c.Stderr, "tenant %s has no settings: %s\n", args[0], effect)
	}
	fmt.Fprintln(c.Stdout, text)
	return nil
}

// inProduction reports whether settings must be fit for production: VITRINE_ENV says so, or the database was started in
// production before. An operator's shell often has neither the one nor the other settings of the processes.
func inProduction(ctx context.Context, c *cli.Call, pool *pgxpool.Pool) (bool, error) {
	if production(c) {
		return true, nil
	}
	since, err := schema.ProductionSince(ctx, pool)
	return !since.IsZero(), err
}

// stdin is replaced by tests.
var stdin io.Reader = os.Stdin

const maxSettings = 1 << 20 // bytes

func setPaymentSettings(ctx context.Context, pool *pgxpool.Pool, tenant, file string, live bool) error {
	in := stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return fmt.Errorf("read the settings: %w", err)
		}
		defer f.Close() //nolint:errcheck // it was only read
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxSettings))
	if err != nil {
		return fmt.Errorf("read the settings: %w", err)
	}
	s, err := pay.Parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if err := s.CheckSecrets(os.Getenv); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if live {
		if err := s.CheckProduction(); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	if _, err := pool.Exec(ctx, `
INSERT INTO tenant_payment (tenant_id, settings) VALUES ($1, $2)
ON CONFLICT (tenant_id) DO UPDATE SET settings = excluded.settings, updated_at = now()`, tenant, s); err != nil {
		return fmt.Errorf("write the settings: %w", err)
	}
	return nil
}
