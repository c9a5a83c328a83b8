package index

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/ingest/capture"
	"vitrine/internal/run"
	"vitrine/search"
)

// A Keeper is an engine whose indexes may be emptied, replaced or set up otherwise by others.
type Keeper interface {
	// Fault reports what is wrong with the index of a kind, "" for an index that is whole.
	Fault(ctx context.Context, kind string) (string, error)

	// Documents counts the documents of the index of a kind.
	Documents(ctx context.Context, kind string) (int64, error)

	// Beside makes a new index of a kind, and swaps it with the present one after fill has put all documents and ready has
	// returned.
	Beside(ctx context.Context, kind string, fill func(put func(context.Context, []search.Doc, []search.Ref) error) error,
		ready func(ctx context.Context) error) error
}

const (
	keepEvery  = 2 * time.Second  // pause between two checks of the indexes
	countEvery = 10 * time.Second // pause between two comparisons of numbers with Postgres, which reads whole tables
)

// A keeping is the state of Keep.
type keeping struct {
	*Indexer
	engine  Keeper
	known   map[string]int64 // documents by kind, since written
	written uint64           // Indexer.written when they were counted
	counted time.Time        // when they were last compared with Postgres
}

// Keep checks the indexes until ctx is done, and rebuilds those that are not whole. Meanwhile searches are answered
// without them, because their cursors are deleted first.
func (x *Indexer) Keep(ctx context.Context) {
	engine, ok := x.cfg.Engine.(Keeper)
	if !ok {
		return
	}
	k := &keeping{Indexer: x, engine: engine, known: map[string]int64{}}
	failed := false
	for ctx.Err() == nil {
		err := k.check(ctx)
		if err != nil && ctx.Err() == nil && !failed {
			x.cfg.Log.Warn("search indexes not checked; trying again", "err", err)
		}
		failed = err != nil
		run.Pause(ctx, keepEvery)
	}
}

// check looks at each index, and rebuilds those with a fault. Without cursors no search uses an index, and all are
// rebuilt anyway.
func (k *keeping) check(ctx context.Context) error {
	faults := map[string]string{}
	written := k.Indexer.written.Load()
	if written != k.written {
		clear(k.known)
	}
	k.written = written
	counts := time.Since(k.counted) > countEvery
	for _, kind := range slices.Sorted(maps.Keys(k.cfg.Documents)) {
		fault, err := k.engine.Fault(ctx, kind)
		if err != nil {
			return err //nolint:wrapcheck // it adds context
		}
		if fault == "" {
			if fault, err = k.countFault(ctx, kind, counts); err != nil {
				return err
			}
		}
		if fault != "" {
			faults[kind] = fault
		}
	}
	if k.Indexer.written.Load() != written { // counts may be those of unfinished work
		maps.DeleteFunc(faults, func(_, fault string) bool { return fault == lostDocuments })
	}
	var used bool
	if len(faults) > 0 {
		if err := k.cfg.Pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM search_cursor WHERE engine = $1)",
			k.cfg.Engine.Name()).Scan(&used); err != nil {
			return fmt.Errorf("look for search cursors: %w", err)
		}
	}
	if !used {
		return nil
	}
	clear(k.known)
	return k.mend(ctx, k.engine, faults)
}

// lostDocuments is the fault of an index with fewer or more documents than it had after the last indexing.
const lostDocuments = "the number of documents changed"

// countFault compares the number of documents with the one of the last check, if nothing was indexed since, and with
// Postgres if it is time for that.
func (k *keeping) countFault(ctx context.Context, kind string, counts bool) (string, error) {
	n, err := k.engine.Documents(ctx, kind)
	if err != nil {
		return "", err //nolint:wrapcheck // it adds context
	}
	if was, ok := k.known[kind]; ok {
		if was != n {
			return lostDocuments, nil
		}
		return "", nil
	}
	if !counts {
		return "", nil
	}
	k.counted = time.Now()
	var want int64
	var complete bool
	if err := k.cfg.Pool.QueryRow(ctx, `
SELECT (SELECT count(*) FROM `+pgx.Identifier{kind}.Sanitize()+` t WHERE `+k.cfg.Documents[kind].live()+`),
  NOT EXISTS (SELECT FROM tenant_seq s WHERE NOT EXISTS (SELECT FROM search_cursor c
    WHERE c.engine = $1 AND c.tenant_id = s.tenant_id AND c.epoch = s.epoch AND c.n = s.n))`,
		k.cfg.Engine.Name()).Scan(&want, &complete); err != nil {
		return "", fmt.Errorf("count the %s to index: %w", kind, err)
	}
	if !complete {
		return "", nil
	}
	if n != want {
		return lostDocuments, nil
	}
	k.known[kind] = n
	return "", nil
}

// mend rebuilds the indexes of some kinds. The cursors of all tenants are deleted first, so that no search uses what is
// left, and written again at the end: the changes after the rebuild began are indexed again.
func (x *Indexer) mend(ctx context.Context, k Keeper, faults map[string]string) error {
	x.keep.Lock()
	defer x.keep.Unlock()
	for kind, fault := range faults {
		x.cfg.Log.Error("search index is not whole; it is rebuilt", "kind", kind, "fault", fault)
	}
	began := time.Now()
	saved, err := x.forget(ctx)
	if err != nil {
		return err
	}
	for kind := range faults {
		shown := heads{}
		err := k.Beside(ctx, kind, func(put func(context.Context, []search.Doc, []search.Ref) error) error {
			for tenant := range saved {
				if err := x.loadAll(ctx, kindOf{tenant, kind}, func(ctx context.Context, got loaded) error {
					for _, h := range got.heads {
						shown.add(h)
					}
					return put(ctx, got.docs, got.gone)
				}); err != nil {
					return err
				}
			}
			return nil
		}, func(ctx context.Context) error { return x.applied(ctx, shown) })
		if err != nil {
			return fmt.Errorf("rebuild the index of %s: %w", kind, err)
		}
		x.stats.Rebuilt.Add(1)
	}
	for tenant, at := range saved {
		if err := x.remember(ctx, tenant, at); err != nil {
			return err
		}
	}
	x.stats.Mended.Add(1)
	x.cfg.Log.Warn("search indexes are whole again", "kinds", len(faults),
		"took", time.Since(began).Round(time.Millisecond))
	return nil
}

// forget deletes the cursors of all tenants and returns them. What is not rebuilt is complete up to them, and what is
// rebuilt is at least as new.
func (x *Indexer) forget(ctx context.Context) (map[string]capture.Cursor, error) {
	saved := map[string]capture.Cursor{}
	rows, err := x.cfg.Pool.Query(ctx, "DELETE FROM search_cursor WHERE engine = $1 RETURNING tenant_id, epoch::text, n",
		x.cfg.Engine.Name())
	if err != nil {
		return nil, fmt.Errorf("delete the search cursors: %w", err)
	}
	var tenant string
	var at capture.Cursor
	if _, err := pgx.ForEachRow(rows, []any{&tenant, &at.Epoch, &at.Seq}, func() error {
		saved[tenant] = at
		return nil
	}); err != nil {
		return nil, fmt.Errorf("delete the search cursors: %w", err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for tenant := range saved {
		delete(x.cursors, tenant)
	}
	return saved, nil
}

// remember writes the cursor of a tenant, unless the tenant is gone, and has the changes after it indexed.
func (x *Indexer) remember(ctx context.Context, tenant string, at capture.Cursor) error {
	_, err := x.cfg.Pool.Exec(ctx, `
INSERT INTO search_cursor (engine, tenant_id, epoch, n)
SELECT $2, tenant_id, $3::text::uuid, $4 FROM tenant_seq WHERE tenant_id = $1
ON CONFLICT (engine, tenant_id) DO UPDATE SET epoch = excluded.epoch, n = excluded.n`,
		tenant, x.cfg.Engine.Name(), at.Epoch, int64(at.Seq)) //nolint:gosec // a change number
	if err != nil {
		return fmt.Errorf("save the search cursor of %s: %w", tenant, err)
	}
	x.setCursor(tenant, &at)
	x.Note(tenant)
	return nil
}
