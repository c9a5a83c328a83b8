package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// contentLimit bounds the checks that read all content.
const contentLimit = time.Minute

// mostNamed is how many records a finding names.
const mostNamed = 10

// checkContent reports records that readers show in part or not at all, and prices that contradict themselves. They
// are warnings: only an editor knows the right value.
func checkContent(ctx context.Context, pool *pgxpool.Pool) []Finding {
	ctx, cancel := context.WithTimeout(ctx, contentLimit)
	defer cancel()
	all, err := checkValues(ctx, pool)
	if err != nil {
		return []Finding{wrong("content", err.Error(), "run vitrine doctor again when Postgres answers")}
	}
	prices, err := checkPrices(ctx, pool)
	if err != nil {
		return append(all, wrong("prices", err.Error(), "run vitrine doctor again when Postgres answers"))
	}
	all = append(all, prices)
	held, err := checkSales(ctx, pool)
	if err != nil {
		return append(all, wrong("sales", err.Error(), "run vitrine doctor again when Postgres answers"))
	}
	return append(all, held...)
}

// unvalidated lists the constraints of content tables that some rows may violate. Migrations add constraints without
// validating them, because a row that violates one must not stop the migration.
const unvalidated = `SELECT k.conrelid::regclass::text, k.conname, pg_get_expr(k.conbin, k.conrelid)
FROM pg_constraint k JOIN watched w ON k.conrelid = to_regclass(format('public.%I', w.kind))
WHERE k.contype = 'c' AND NOT k.convalidated ORDER BY 1, 2`

// checkValues names the rows that violate constraints.
func checkValues(ctx context.Context, pool *pgxpool.Pool) ([]Finding, error) {
	type constraint struct{ Table, Name, Rule string }
	rows, err := pool.Query(ctx, unvalidated)
	if err != nil {
		return nil, fmt.Errorf("read the constraints: %w", err)
	}
	constraints, err := pgx.CollectRows(rows, pgx.RowToStructByPos[constraint])
	if err != nil {
		return nil, fmt.Errorf("read the constraints: %w", err)
	}
	var all []Finding
	for _, k := range constraints {
		n, named, err := name(ctx, pool, "SELECT tenant_id, id, '' FROM "+k.Table+" WHERE NOT ("+k.Rule+")")
		if err != nil {
			return nil, err
		}
		validate := fmt.Sprintf("ALTER TABLE %s VALIDATE CONSTRAINT %s", k.Table, pgx.Identifier{k.Name}.Sanitize())
		if n == 0 {
			all = append(all, warning("content", "no row violates "+k.Name+", but it is not validated", validate))
			continue
		}
		state := fmt.Sprintf("%d rows of %s violate %s, and are shown in part or not at all: %s", n, k.Table, k.Name, named)
		all = append(all, warning("content", state, "correct the values so that "+k.Rule+", then "+validate))
	}
	if len(all) == 0 {
		all = append(all, good("content", "no row violates a constraint"))
	}
	return all, nil
}

// contradicting lists prices that contradict themselves, and why.
const contradicting = `SELECT x.tenant_id, x.record, x.fault FROM (
  SELECT p.tenant_id, 'product ' || p.slug AS record,
    price_fault(p.amount, p.list_price, p.sale_price, p.discount, coalesce(p.currency, t.currency)) AS fault
  FROM product p JOIN tenant t ON t.id = p.tenant_id
  UNION ALL
  SELECT e.tenant_id, 'event ' || e.slug,
    price_fault(e.amount, e.list_price, e.sale_price, e.discount, coalesce(e.currency, t.currency))
  FROM event e JOIN tenant t ON t.id = e.tenant_id
  UNION ALL
  SELECT r.tenant_id, 'route ' || r.slug, price_fault(r.amount, NULL, NULL, NULL, coalesce(r.currency, t.currency))
  FROM route r JOIN tenant t ON t.id = r.tenant_id) x
WHERE x.fault IS NOT NULL`

// checkPrices names the records whose prices contradict themselves.
func checkPrices(ctx context.Context, pool *pgxpool.Pool) (Finding, error) {
	n, named, err := name(ctx, pool, contradicting)
	if err != nil {
		return Finding{}, err
	}
	if n == 0 {
		return good("prices", "none contradicts itself"), nil
	}
	state := fmt.Sprintf("%d contradict themselves, and are shown by their amount: %s", n, named)
	return warning("prices", state,
		"correct them with vitrine edit; docs/api.md says how the columns of a price belong together"), nil
}

// unshown lists the records whose sales are held, because the records violate a constraint.
const unshown = `SELECT h.tenant_id, i.kind || ' ' || coalesce(p.slug, e.slug, i.item_id), h.violates
FROM inventory_held h
JOIN inventory i ON i.tenant_id = h.tenant_id AND i.id = h.inventory_id
LEFT JOIN product p ON p.tenant_id = i.tenant_id AND i.kind = 'product' AND p.id = i.item_id
LEFT JOIN event e ON e.tenant_id = i.tenant_id AND i.kind = 'event' AND e.id = i.item_id`

// checkSales names the records whose sales are held. It reports nothing if there are none.
func checkSales(ctx context.Context, pool *pgxpool.Pool) ([]Finding, error) {
	n, named, err := name(ctx, pool, unshown)
	if err != nil || n == 0 {
		return nil, err
	}
	return []Finding{warning("sales", "sales are not shown on records that violate a constraint: "+named,
		"correct the records; their sales are shown within a minute")}, nil
}

// name counts the rows of a query for tenant, record and reason, and names the first of them.
func name(ctx context.Context, pool *pgxpool.Pool, sql string) (n int, named string, err error) {
	rows, err := pool.Query(ctx, "SELECT count(*) OVER (), f.* FROM ("+sql+") f(tenant, record, reason) "+
		"ORDER BY f.tenant, f.record LIMIT $1", mostNamed)
	if err != nil {
		return 0, "", fmt.Errorf("check the content: %w", err)
	}
	var all []string
	var tenant, record, reason string
	_, err = pgx.ForEachRow(rows, []any{&n, &tenant, &record, &reason}, func() error {
		line := tenant + "/" + record
		if reason != "" {
			line += " (" + reason + ")"
		}
		all = append(all, line)
		return nil
	})
	if err != nil {
		return 0, "", fmt.Errorf("check the content: %w", err)
	}
	if n > len(all) {
		all = append(all, fmt.Sprintf("and %d more", n-len(all)))
	}
	return n, strings.Join(all, ", "), nil
}
