package index

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"vitrine/ingest/capture"
	"vitrine/internal/run"
	"vitrine/search"
)

// A Digester is an engine that computes a digest of its documents, which does not depend on their order.
type Digester interface {
	// Digest counts the documents of a tenant's kind and combines their sums by exclusive or.
	Digest(ctx context.Context, kind, tenant string) (n int, sum uint64, err error)

	// Sum is the part of a document in the digest. It does not depend on Seq.
	Sum(d search.Doc) uint64
}

const compareTimeout = 2 * time.Minute // of one comparison

// Verify compares the index with Postgres until ctx is done, one kind of one tenant at a time. It rebuilds a tenant
// whose index differs.
func (x *Indexer) Verify(ctx context.Context) {
	d, ok := x.cfg.Engine.(Digester)
	if !ok {
		return
	}
	var last kindOf
	for ctx.Err() == nil {
		run.Pause(ctx, x.cfg.VerifyEach)
		cctx, cancel := context.WithTimeout(ctx, compareTimeout)
		next, err := x.nextTurn(cctx, last)
		if err == nil && next != (kindOf{}) {
			last = next
			err = x.compareIndex(cctx, d, next)
		}
		cancel()
		if err != nil && ctx.Err() == nil {
			x.cfg.Log.Warn("search index not compared", "tenant", next.tenant, "kind", next.kind, "err", err)
		}
	}
}

// nextTurn is the kind of a tenant that follows another.
func (x *Indexer) nextTurn(ctx context.Context, after kindOf) (next kindOf, err error) {
	rows, err := x.cfg.Pool.Query(ctx, `
SELECT tenant_id FROM search_cursor WHERE engine = $1 AND tenant_id >= $2 ORDER BY tenant_id LIMIT 2`,
		x.cfg.Engine.Name(), after.tenant)
	if err != nil {
		return next, fmt.Errorf("find what to compare: %w", err)
	}
	defer rows.Close()
	kinds := make([]string, 0, len(x.cfg.Documents))
	for kind := range x.cfg.Documents {
		kinds = append(kinds, kind)
	}
	slices.SortFunc(kinds, cmp.Compare[string])
	for rows.Next() {
		var tenant string
		if err := rows.Scan(&tenant); err != nil {
			return next, fmt.Errorf("find what to compare: %w", err)
		}
		for _, kind := range kinds {
			if next == (kindOf{}) && (tenant != after.tenant || kind > after.kind) {
				next = kindOf{tenant, kind}
			}
		}
	}
	if err := rows.Err(); err != nil {
		return next, fmt.Errorf("find what to compare: %w", err)
	}
	if next == (kindOf{}) && after != (kindOf{}) {
		rows.Close()
		return x.nextTurn(ctx, kindOf{}) // start again
	}
	return next, nil
}

// compareIndex compares one kind of a tenant. The result counts only if no change of the tenant was made or unindexed
// meanwhile.
func (x *Indexer) compareIndex(ctx context.Context, d Digester, w kindOf) error {
	before, ok, err := x.indexed(ctx, w.tenant)
	if err != nil || !ok {
		return err
	}
	wantN, want := 0, uint64(0)
	for after, more := "", true; more; more = after != "" {
		var got loaded
		if got, after, err = page(ctx, x.cfg.Pool, w, x.cfg.Documents[w.kind], after, batchSize); err != nil {
			return err
		}
		for _, doc := range got.docs {
			wantN, want = wantN+1, want^d.Sum(doc)
		}
		run.Pause(ctx, time.Millisecond) // leaves Postgres to others
	}
	n, sum, err := d.Digest(ctx, w.kind, w.tenant)
	if err != nil {
		return err
	}
	after, ok, err := x.indexed(ctx, w.tenant)
	if err != nil || !ok || after != before {
		return err
	}
	x.stats.Compared.Add(1)
	if n == wantN && sum == want {
		return nil
	}
	x.stats.Drift.Add(1)
	x.cfg.Log.Error("search index differs from Postgres; the tenant is reindexed",
		"tenant", w.tenant, "kind", w.kind, "documents", n, "want", wantN)
	if err := Reindex(ctx, x.cfg.Pool, x.cfg.Engine.Name(), w.tenant); err != nil {
		return err
	}
	x.stats.Mended.Add(1)
	x.mu.Lock()
	x.wrong[w.tenant] = true
	x.mu.Unlock()
	x.Note(w.tenant)
	return nil
}

// indexed is the head of a tenant, if it is indexed.
func (x *Indexer) indexed(ctx context.Context, tenant string) (at capture.Cursor, ok bool, err error) {
	rows, err := x.cfg.Pool.Query(ctx, `
SELECT s.epoch::text, s.n
FROM tenant_seq s JOIN search_cursor c ON c.tenant_id = s.tenant_id AND c.epoch = s.epoch AND c.n = s.n
WHERE s.tenant_id = $1 AND c.engine = $2`, tenant, x.cfg.Engine.Name())
	if err != nil {
		return at, false, fmt.Errorf("read the indexed head of %s: %w", tenant, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&at.Epoch, &at.Seq); err != nil {
			return at, false, fmt.Errorf("read the indexed head of %s: %w", tenant, err)
		}
		ok = true
	}
	return at, ok, rows.Err()
}
