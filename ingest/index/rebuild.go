package index

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/search"
)

// Reindex makes the leading worker rebuild the index of a tenant, or of all tenants for "". It returns at once. Until
// the rebuild is done, search_cursor has no row of the tenant.
func Reindex(ctx context.Context, db interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}, engine, tenant string) error {
	_, err := db.Exec(ctx, "DELETE FROM search_cursor WHERE ($1 = '' OR tenant_id = $1) AND engine = $2", tenant, engine)
	if err != nil {
		return fmt.Errorf("reindex: %w", err)
	}
	return nil
}

// rebuildTenant indexes all records of a tenant. The cursor is set to the tenant's head from before: later changes are
// indexed again.
func (x *Indexer) rebuildTenant(ctx context.Context, tenant string) error {
	at, ok, err := x.head(ctx, tenant)
	if err != nil || !ok {
		return err
	}
	for kind := range x.cfg.Documents {
		if err := x.rebuild(ctx, tenant, kind); err != nil {
			return err
		}
	}
	_, err = x.cfg.Pool.Exec(ctx, `
INSERT INTO search_cursor (engine, tenant_id, epoch, n)
SELECT $2, tenant_id, $3::text::uuid, $4 FROM tenant_seq WHERE tenant_id = $1
ON CONFLICT (engine, tenant_id) DO UPDATE SET epoch = excluded.epoch, n = excluded.n`,
		tenant, x.cfg.Engine.Name(), at.Epoch, int64(at.Seq))
	if err != nil {
		return fmt.Errorf("save the search cursor of %s: %w", tenant, err)
	}
	x.cursors[tenant] = at
	x.Note(tenant)
	return nil
}

// rebuild indexes all records of a kind of a tenant, in pages. The pages share no snapshot: a record that changes
// meanwhile is indexed again with its change.
func (x *Indexer) rebuild(ctx context.Context, tenant, kind string) error {
	at, ok, err := x.head(ctx, tenant)
	if err != nil || !ok {
		return err
	}
	for after, more := "", true; more; more = after != "" {
		var docs []search.Doc
		var gone []search.Ref
		docs, gone, after, err = page(ctx, x.cfg.Pool, kindOf{tenant, kind}, x.cfg.Documents[kind], after, batchSize)
		if err != nil {
			return err
		}
		if err := x.put(ctx, kind, docs, gone); err != nil {
			return err
		}
	}
	if s, ok := x.cfg.Engine.(Sweeper); ok {
		if err := s.Sweep(ctx, kind, tenant, at.Seq); err != nil {
			return fmt.Errorf("sweep %s of %s: %w", kind, tenant, err)
		}
	}
	x.stats.Rebuilt.Add(1)
	return nil
}

// remove deletes the documents and the cursor of a tenant that was deleted.
func (x *Indexer) remove(ctx context.Context, tenant string) error {
	if s, ok := x.cfg.Engine.(Sweeper); ok {
		for kind := range x.cfg.Documents {
			if err := s.Sweep(ctx, kind, tenant, 1<<63-1); err != nil {
				return fmt.Errorf("sweep %s of %s: %w", kind, tenant, err)
			}
		}
	}
	delete(x.cursors, tenant)
	_, err := x.cfg.Pool.Exec(ctx, "DELETE FROM search_cursor WHERE tenant_id = $1 AND engine = $2",
		tenant, x.cfg.Engine.Name())
	if err != nil {
		return fmt.Errorf("delete the search cursor of %s: %w", tenant, err)
	}
	return nil
}
