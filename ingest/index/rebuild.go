package index

import (
	"context"
	"errors"
	"fmt"
	"math"

	"vitrine/ingest/capture"
	"vitrine/internal/postgres"
)

// Reindex makes the leading worker rebuild the index of a tenant, or of all tenants for "". It returns at once. Until
// the rebuild is done, search_cursor has no row of the tenant.
func Reindex(ctx context.Context, db postgres.Execer, engine, tenant string) error {
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
	return x.remember(ctx, tenant, at)
}

// rebuild indexes all records of a kind of a tenant, in pages. The pages share no snapshot: a record that changes
// meanwhile is indexed again with its change.
func (x *Indexer) rebuild(ctx context.Context, tenant, kind string) error {
	at, ok, err := x.head(ctx, tenant)
	if err != nil || !ok {
		return err
	}
	// Documents of an epoch that ended may have this number or higher ones. They go first, because later documents of this
	// epoch have the same numbers. No gateway uses them: the cursor is of that epoch too.
	if x.begins(tenant, at.Epoch) {
		if err := x.sweep(ctx, tenant, kind, at, 0, max(at.Seq, 1)-1); err != nil {
			return err
		}
	}
	put, wait, err := x.loader(ctx, kind)
	if err != nil {
		return err
	}
	err = x.loadAll(ctx, kindOf{tenant, kind}, func(ctx context.Context, got loaded) error {
		if err := x.applied(ctx, got.heads); err != nil {
			return err
		}
		return put(ctx, got.docs, got.gone)
	})
	if err := errors.Join(err, wait(ctx)); err != nil {
		return fmt.Errorf("index %s of %s: %w", kind, tenant, err)
	}
	if err := x.sweep(ctx, tenant, kind, at, at.Seq, math.MaxInt64); err != nil {
		return err
	}
	x.stats.Rebuilt.Add(1)
	return nil
}

// sweep deletes the documents with numbers below first or above last. It waits until every gateway has applied the head
// from which a rebuild began.
func (x *Indexer) sweep(ctx context.Context, tenant, kind string, began capture.Cursor, first, last uint64) error {
	s, ok := x.cfg.Engine.(Sweeper)
	if !ok {
		return nil
	}
	err := x.applied(ctx, heads{tenant: {Tenant: tenant, Epoch: began.Epoch, Seq: began.Seq}})
	if err == nil {
		x.written.Add(1)
		err = s.Sweep(ctx, kind, tenant, first, last)
		x.written.Add(1)
	}
	if err != nil {
		return fmt.Errorf("sweep %s of %s: %w", kind, tenant, err)
	}
	return nil
}

// loadAll reads all documents of a kind of a tenant and puts them, page by page.
func (x *Indexer) loadAll(ctx context.Context, of kindOf, put func(context.Context, loaded) error) error {
	for after, more := "", true; more; more = after != "" {
		var got loaded
		var err error
		if got, after, err = page(ctx, x.cfg.Pool, of, x.cfg.Documents[of.kind], after, batchSize); err != nil {
			return err
		}
		if err := put(ctx, got); err != nil {
			return fmt.Errorf("index %s of %s: %w", of.kind, of.tenant, err)
		}
	}
	return nil
}

// remove deletes the documents and the cursor of a tenant that was deleted.
func (x *Indexer) remove(ctx context.Context, tenant string) error {
	if s, ok := x.cfg.Engine.(Sweeper); ok {
		x.written.Add(1)
		defer x.written.Add(1)
		for kind := range x.cfg.Documents {
			if err := s.Sweep(ctx, kind, tenant, 1, 0); err != nil {
				return fmt.Errorf("sweep %s of %s: %w", kind, tenant, err)
			}
		}
	}
	x.setCursor(tenant, nil)
	_, err := x.cfg.Pool.Exec(ctx, "DELETE FROM search_cursor WHERE tenant_id = $1 AND engine = $2",
		tenant, x.cfg.Engine.Name())
	if err != nil {
		return fmt.Errorf("delete the search cursor of %s: %w", tenant, err)
	}
	return nil
}
