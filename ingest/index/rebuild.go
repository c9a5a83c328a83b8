package index

import (
	"context"
	"errors"
	"fmt"

	"vitrine/internal/postgres"
	"vitrine/search"
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
	put, wait, err := x.loader(ctx, kind)
	if err != nil {
		return err
	}
	err = x.loadAll(ctx, kindOf{tenant, kind}, put)
	if err := errors.Join(err, wait(ctx)); err != nil {
		return fmt.Errorf("index %s of %s: %w", kind, tenant, err)
	}
	if s, ok := x.cfg.Engine.(Sweeper); ok {
		x.written.Add(1)
		err := s.Sweep(ctx, kind, tenant, at.Seq)
		x.written.Add(1)
		if err != nil {
			return fmt.Errorf("sweep %s of %s: %w", kind, tenant, err)
		}
	}
	x.stats.Rebuilt.Add(1)
	return nil
}

// loadAll reads all documents of a kind of a tenant and puts them, page by page.
func (x *Indexer) loadAll(ctx context.Context, of kindOf,
	put func(context.Context, []search.Doc, []search.Ref) error,
) error {
	for after, more := "", true; more; more = after != "" {
		var docs []search.Doc
		var gone []search.Ref
		var err error
		docs, gone, after, err = page(ctx, x.cfg.Pool, of, x.cfg.Documents[of.kind], after, batchSize)
		if err != nil {
			return err
		}
		if err := put(ctx, docs, gone); err != nil {
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
			if err := s.Sweep(ctx, kind, tenant, 1<<63-1); err != nil {
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
