package main

import (
	"context"
	"fmt"
	"time"

	"vitrine/bench/pcparts"
)

// fill imports the products and completes them, unless a run before has. It prints how soon all of them were
// searchable.
func (b *bench) fill(ctx context.Context, file string) error {
	imported, err := pcparts.Import(ctx, b.pool, file, b.out)
	if err != nil {
		return err //nolint:wrapcheck // it says what failed
	}
	if !imported {
		return b.indexed(ctx, "the rest of an earlier run searchable")
	}
	if err := b.indexed(ctx, "all products searchable after the import"); err != nil {
		return err
	}
	if err := pcparts.Complete(ctx, b.pool); err != nil {
		return err //nolint:wrapcheck // it says what failed
	}
	return b.indexed(ctx, "all products searchable after a change of each, vacuum not counted")
}

// indexed waits until the index of the tenant is complete, and prints how long that took.
func (b *bench) indexed(ctx context.Context, what string) error {
	took, err := b.wait(ctx, pcparts.Tenant)
	if err == nil {
		fmt.Fprintf(b.out, "%s: %v\n", what, took.Round(10*time.Millisecond))
	}
	return err
}

// wait waits until the index of a tenant includes its present head.
func (b *bench) wait(ctx context.Context, tenant string) (time.Duration, error) {
	began := time.Now()
	var head int64
	if err := b.pool.QueryRow(ctx, "SELECT n FROM tenant_seq WHERE tenant_id = $1", tenant).Scan(&head); err != nil {
		return 0, fmt.Errorf("read the head: %w", err)
	}
	for {
		var n int64
		if err := b.pool.QueryRow(ctx, `SELECT coalesce(max(n), -1) FROM search_cursor
WHERE engine = 'meili' AND tenant_id = $1`, tenant).Scan(&n); err != nil {
			return 0, fmt.Errorf("read the search cursor: %w", err)
		}
		if n >= head {
			return time.Since(began), nil
		}
		if time.Since(began) > 5*time.Minute {
			return 0, fmt.Errorf("%s is indexed up to %d of %d after %v", tenant, n, head, time.Since(began))
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// prices changes 2,500 prices at once, and measures how long they take, and how long the edit of another tenant takes
// meanwhile.
func (b *bench) prices(ctx context.Context) error {
	const other = "beside"
	for _, sql := range []string{
		"INSERT INTO tenant (id, name) VALUES ('" + other + "', 'Beside') ON CONFLICT DO NOTHING",
		"INSERT INTO product (tenant_id, slug, name, status) VALUES ('" + other + "', 'p', 'Lamp', 'PUBLISHED') " +
			"ON CONFLICT DO NOTHING",
	} {
		if _, err := b.pool.Exec(ctx, sql); err != nil {
			return fmt.Errorf("make a second tenant: %w", err)
		}
	}
	if _, err := b.wait(ctx, other); err != nil {
		return err
	}
	if _, err := b.pool.Exec(ctx, `UPDATE product SET amount = coalesce(amount, 0) + 1 WHERE tenant_id = $1
AND id IN (SELECT id FROM product WHERE tenant_id = $1 LIMIT 2500)`, pcparts.Tenant); err != nil {
		return fmt.Errorf("change prices: %w", err)
	}
	began := time.Now()
	if _, err := b.pool.Exec(ctx, "UPDATE product SET name = 'Lamp ' || now() WHERE tenant_id = $1", other); err != nil {
		return fmt.Errorf("edit the second tenant: %w", err)
	}
	beside, err := b.wait(ctx, other)
	if err != nil {
		return err
	}
	if _, err := b.wait(ctx, pcparts.Tenant); err != nil {
		return err
	}
	fmt.Fprintf(b.out, "2,500 prices changed: searchable after %v; an edit of another tenant meanwhile after %v\n",
		time.Since(began).Round(time.Millisecond), beside.Round(time.Millisecond))
	return nil
}
