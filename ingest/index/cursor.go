package index

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/ingest/capture"
)

// setCursor notes the last indexed change of a tenant, nil for none. What is indexed apart sets its own.
func (x *Indexer) setCursor(tenant string, at *capture.Cursor) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if at == nil {
		delete(x.cursors, tenant)
	} else {
		x.cursors[tenant] = *at
	}
}

// position returns the last indexed change of a tenant. ok is false if the tenant must be rebuilt.
func (x *Indexer) position(tenant string) (p capture.Position, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.wrong[tenant] {
		delete(x.wrong, tenant)
		delete(x.cursors, tenant)
	}
	c, ok := x.cursors[tenant]
	return capture.Position{Tenant: tenant, Epoch: c.Epoch, Seq: c.Seq}, ok
}

// begins reports whether a tenant was last indexed in another epoch.
func (x *Indexer) begins(tenant, epoch string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	c, ok := x.cursors[tenant]
	return ok && c.Epoch != epoch
}

// head reads the head of a tenant. ok is false if the tenant does not exist.
func (x *Indexer) head(ctx context.Context, tenant string) (at capture.Cursor, ok bool, err error) {
	head, err := capture.Source{DB: x.cfg.Pool}.Head(ctx, tenant)
	if errors.Is(err, pgx.ErrNoRows) {
		return at, false, nil
	}
	return capture.Cursor{Epoch: head.Epoch, Seq: head.Seq}, err == nil, err //nolint:wrapcheck // it adds context
}

// save saves the search cursors. If a crash loses them, their changes are indexed twice. A tenant whose cursor was
// deleted (see Reindex) is rebuilt.
func (x *Indexer) save(ctx context.Context, reached map[string]capture.Cursor) error {
	if len(reached) == 0 {
		return nil
	}
	var tenants, epochs []string
	var ns []int64
	for tenant, c := range reached {
		tenants, epochs, ns = append(tenants, tenant), append(epochs, c.Epoch), append(ns, int64(c.Seq))
	}
	saved := map[string]bool{}
	rows, err := x.cfg.Pool.Query(ctx, `
UPDATE search_cursor c
SET epoch = w.epoch::uuid, n = w.n
FROM unnest($2::text[], $3::text[], $4::bigint[]) AS w(tenant_id, epoch, n),
     (SELECT set_config('synchronous_commit', 'off', true)) AS lazily
WHERE c.engine = $1 AND c.tenant_id = w.tenant_id
RETURNING c.tenant_id`, x.cfg.Engine.Name(), tenants, epochs, ns)
	if err == nil {
		var tenant string
		_, err = pgx.ForEachRow(rows, []any{&tenant}, func() error {
			saved[tenant] = true
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("save the search cursor: %w", err)
	}
	for tenant, c := range reached {
		if saved[tenant] {
			x.setCursor(tenant, &c)
		} else {
			x.setCursor(tenant, nil)
			x.Note(tenant)
		}
	}
	return nil
}
