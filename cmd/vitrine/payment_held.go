package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/cli"
	"vitrine/writesvc/payment/settle"
)

func paymentCancel(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	if err := knownPayment(ctx, pool, args[0], &args[1]); err != nil {
		return err
	}
	status, err := settle.Cancel(ctx, pool, args[0], args[1])
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Stdout, "the payment is %s; its stock is released\n", status)
	if status == "review" {
		fmt.Fprintf(c.Stdout, "a part arrived: send it back, then vitrine payment refund %s %s\n", args[0], args[1])
	}
	return nil
}

func paymentHeld(ctx context.Context, c *cli.Call, pool *pgxpool.Pool, args []string) error {
	rows, err := pool.Query(ctx, `
SELECT format('%s  %-8s %-15s %5s items  %12s %s  reserved until %s, ends %s  %s %s%s', p.id, p.method, p.status,
  coalesce(r.items, 0), (p.amount / 100.0)::numeric(14,2), p.currency, coalesce(r.until::timestamptz(0)::text, 'now'),
  p.expires_at::timestamptz(0), a.email, p.address, CASE WHEN p.proved THEN '' ELSE ' without proof' END)
FROM payment p JOIN account a ON a.tenant_id = p.tenant_id AND a.id = p.account_id
LEFT JOIN (SELECT payment_id, sum(quantity) AS items, min(expires_at) AS until FROM reservation
  WHERE tenant_id = $1 AND status = 'held' GROUP BY payment_id) r ON r.payment_id = p.id
WHERE p.tenant_id = $1 AND (p.status IN ('created', 'requires_action', 'pending', 'partially_paid') OR r.items > 0)
ORDER BY coalesce(r.items, 0) DESC, p.created_at LIMIT 100`, args[0])
	if err != nil {
		return fmt.Errorf("list unpaid payments: %w", err)
	}
	n, err := printLines(c, rows)
	if err == nil && n == 0 {
		fmt.Fprintf(c.Stdout, "no unpaid payment of tenant %s reserves stock\n", args[0])
	}
	return err
}
