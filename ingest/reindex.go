package ingest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/wire"
	"vitrine/search"
)

const (
	indexBatch   = 500             // documents of one call of the engine
	indexBudget  = 5000            // records looked at before what they became is sent
	indexTenants = 64              // tenants looked at together
	indexCompare = 5 * time.Second // the cursor is compared with the heads this often
	indexRetry   = time.Second     // the longest pause after the engine refused
)

// A Sweeper is an engine that can drop what a rebuild did not touch. Without it, documents of records that went while nobody looked stay
// in the index; that costs room among the candidates, never a wrong answer.
type Sweeper interface {
	// Sweep takes the documents of a tenant's kind out of the index whose Seq is below before.
	Sweep(ctx context.Context, kind, tenant string, before uint64) error
}

// An indexer keeps an engine outside Postgres in step. It follows the changes on its own, so that a slow or broken engine delays nobody,
// and keeps nothing in memory: what waits to be indexed are the changes in Postgres.
type indexer struct {
	cfg   Config
	stats *Stats
	rings chan struct{} // something moved

	mu    sync.Mutex
	moved map[string]bool // tenants with changes to look at
	wrong map[string]bool // tenants whose index is to be built anew, whatever the cursor says

	cursors map[string]cursor // up to where each tenant is indexed; nil until they are read
}

func newIndexer(cfg Config, stats *Stats) *indexer {
	return &indexer{cfg: cfg, stats: stats, rings: make(chan struct{}, 1), moved: map[string]bool{}, wrong: map[string]bool{}}
}

// note tells that changes of a tenant were published. It never waits.
func (x *indexer) note(tenant string) {
	x.mu.Lock()
	x.moved[tenant] = true
	x.mu.Unlock()
	select {
	case x.rings <- struct{}{}:
	default:
	}
}

// take returns some of the tenants that moved.
func (x *indexer) take() []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	var tenants []string
	for tenant := range x.moved {
		if len(tenants) == indexTenants {
			break
		}
		tenants = append(tenants, tenant)
		delete(x.moved, tenant)
	}
	return tenants
}

// run indexes until ctx is done.
func (x *indexer) run(ctx context.Context) {
	var compared time.Time
	var refused time.Duration
	for ctx.Err() == nil {
		var err error
		if time.Since(compared) > indexCompare {
			if err = x.compare(ctx); err == nil {
				compared = time.Now()
			}
		}
		var tenants []string
		if err == nil {
			if tenants = x.take(); len(tenants) > 0 {
				err = x.index(ctx, tenants)
			}
		}
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			for _, tenant := range tenants {
				x.note(tenant)
			}
			x.stats.IndexErrors.Add(1)
			if refused == 0 {
				x.cfg.Log.Warn("search index not updated; trying again", "engine", x.cfg.Engine.Name(), "err", err)
			}
			refused = min(max(2*refused, x.cfg.Batch), indexRetry)
			pause(ctx, refused)
		case len(tenants) > 0:
			refused = 0
			pause(ctx, x.cfg.Batch) // what comes meanwhile goes together
		default:
			wait, cancel := context.WithTimeout(ctx, indexCompare)
			select {
			case <-x.rings:
			case <-wait.Done():
			}
			cancel()
		}
	}
}

// compare finds the tenants whose index is behind their head, whatever the reason, and forgets those that are gone.
func (x *indexer) compare(ctx context.Context) error {
	rows, err := x.cfg.Pool.Query(ctx, `
SELECT tenant_id, s.epoch::text, s.n, c.epoch::text, c.n
FROM tenant_seq s
FULL JOIN (SELECT * FROM search_cursor WHERE engine = $1) c USING (tenant_id)
WHERE $2 OR (s.epoch, s.n) IS DISTINCT FROM (c.epoch, c.n)`, x.cfg.Engine.Name(), x.cursors == nil)
	if err != nil {
		return fmt.Errorf("compare the search cursor: %w", err)
	}
	if x.cursors == nil {
		x.cursors = map[string]cursor{}
	}
	var tenant string
	var epoch, savedEpoch *string
	var n, savedN *uint64
	var gone []string
	_, err = pgx.ForEachRow(rows, []any{&tenant, &epoch, &n, &savedEpoch, &savedN}, func() error {
		switch {
		case epoch == nil:
			gone = append(gone, tenant)
			return nil
		case savedEpoch == nil:
			delete(x.cursors, tenant)
		default:
			x.cursors[tenant] = cursor{*savedEpoch, *savedN}
			if *savedEpoch == *epoch && *savedN == *n {
				return nil
			}
		}
		x.note(tenant)
		return nil
	})
	if err != nil {
		return fmt.Errorf("compare the search cursor: %w", err)
	}
	for _, tenant := range gone {
		if err := x.remove(ctx, tenant); err != nil {
			return err
		}
	}
	return nil
}

// index brings some tenants forward: to their heads, or as far as the budget reaches.
func (x *indexer) index(ctx context.Context, tenants []string) error {
	var from []Position
	for _, tenant := range tenants {
		x.mu.Lock()
		if x.wrong[tenant] {
			delete(x.wrong, tenant)
			delete(x.cursors, tenant)
		}
		x.mu.Unlock()
		c, known := x.cursors[tenant]
		if !known {
			if err := x.rebuildTenant(ctx, tenant); err != nil {
				return err
			}
			continue
		}
		from = append(from, Position{Tenant: tenant, Epoch: c.epoch, Seq: c.n})
	}
	trails, err := ahead(ctx, x.cfg.Pool, from, aheadLimit)
	if err != nil {
		return err
	}
	t := newTouched(x.cfg.Documents)
	reached := map[string]cursor{}
	sealed := map[string]time.Time{} // when the last change that was reached was sealed
	for i := range trails {
		trail := &trails[i]
		tenant := trail.from.Tenant
		switch {
		case trail.epoch == "": // compare removes it
			continue
		case trail.restarted() || trail.broken(aheadLimit):
			if err := x.rebuildTenant(ctx, tenant); err != nil {
				return err
			}
			continue
		case t.n >= indexBudget:
			x.note(tenant)
			continue
		}
		last, err := x.gather(ctx, t, trail)
		if err != nil {
			return err
		}
		for _, c := range trail.sealed {
			if c.seq == last {
				sealed[tenant] = c.at
			}
		}
		if reached[tenant] = (cursor{trail.epoch, last}); last < trail.head {
			x.note(tenant)
		}
	}
	if err := x.send(ctx, t); err != nil {
		return err
	}
	if err := x.save(ctx, reached); err != nil {
		return err
	}
	return x.announce(ctx, reached, sealed)
}

// announce tells gateways, who measure it, up to where tenants are searchable.
func (x *indexer) announce(ctx context.Context, reached map[string]cursor, sealed map[string]time.Time) error {
	var now time.Time
	if len(sealed) == 0 {
		return nil
	}
	if err := x.cfg.Pool.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now); err != nil {
		return fmt.Errorf("read the clock: %w", err)
	}
	news := make([]wire.News, 0, len(sealed))
	for tenant, at := range sealed {
		news = append(news, wire.News{What: wire.Searchable, Tenant: tenant, Seq: reached[tenant].n, At: at, Since: now})
	}
	tellNews(x.cfg, news)
	return nil
}

// gather notes what a trail touched, up to the change it returns.
func (x *indexer) gather(ctx context.Context, t *touched, trail *trail) (last uint64, err error) {
	last = trail.from.Seq
	for rest := trail.sealed; len(rest) > 0 && t.n < indexBudget; {
		var front []sealed
		front, rest = piece(rest)
		if front[0].rows > rowLimit {
			kinds, err := bulkKinds(ctx, x.cfg.Pool, front[0])
			if err != nil {
				return 0, err
			}
			for kind := range kinds {
				t.addKind(trail.from.Tenant, kind)
			}
			if kinds == nil {
				t.addTenant(trail.from.Tenant)
			}
			last = front[0].seq
			continue
		}
		changes, err := rowsOf(ctx, x.cfg.Pool, front)
		if err != nil {
			return 0, err
		}
		for i := range front {
			if len(changes[i]) == 0 || len(changes[i]) < front[i].rows { // pruned while we looked
				t.addTenant(trail.from.Tenant)
			}
			for j := range changes[i] {
				t.add(trail.from.Tenant, &changes[i][j])
			}
		}
		last = front[len(front)-1].seq
	}
	return last, nil
}

// send indexes what was touched, kind by kind.
func (x *indexer) send(ctx context.Context, t *touched) error {
	for w := range t.whole {
		if err := x.rebuild(ctx, w.tenant, w.kind); err != nil {
			return err
		}
	}
	for kind, set := range t.refs {
		refs := make([]search.Ref, 0, len(set))
		for r := range set {
			if !t.whole[whole{r.Tenant, kind}] {
				refs = append(refs, r)
			}
		}
		for some := range slices.Chunk(refs, indexBatch) {
			docs, gone, err := load(ctx, x.cfg.Pool, kind, x.cfg.Documents[kind], some)
			if err != nil {
				return err
			}
			if err := x.put(ctx, kind, docs, gone); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *indexer) put(ctx context.Context, kind string, docs []search.Doc, gone []search.Ref) error {
	if len(docs)+len(gone) == 0 {
		return nil
	}
	if err := x.cfg.Engine.Index(ctx, kind, docs, gone); err != nil {
		return fmt.Errorf("index %d %s: %w", len(docs)+len(gone), kind, err)
	}
	return nil
}

// rebuildTenant indexes all that a tenant has. Its cursor then stands where the tenant stood before: what changed meanwhile is
// looked at again.
func (x *indexer) rebuildTenant(ctx context.Context, tenant string) error {
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
ON CONFLICT (engine, tenant_id) DO UPDATE SET epoch = excluded.epoch, n = excluded.n`, tenant, x.cfg.Engine.Name(), at.epoch, int64(at.n))
	if err != nil {
		return fmt.Errorf("save the search cursor of %s: %w", tenant, err)
	}
	x.cursors[tenant] = at
	x.note(tenant)
	return nil
}

// rebuild indexes all that a tenant has of a kind, a page at a time. No snapshot is held over the pages: a row that changes behind the
// reader's back is a change like any other and comes up again.
func (x *indexer) rebuild(ctx context.Context, tenant, kind string) error {
	at, ok, err := x.head(ctx, tenant)
	if err != nil || !ok {
		return err
	}
	for after, more := "", true; more; more = after != "" {
		var docs []search.Doc
		var gone []search.Ref
		docs, gone, after, err = page(ctx, x.cfg.Pool, tenant, kind, x.cfg.Documents[kind], after, indexBatch)
		if err != nil {
			return err
		}
		if err := x.put(ctx, kind, docs, gone); err != nil {
			return err
		}
	}
	if s, ok := x.cfg.Engine.(Sweeper); ok {
		if err := s.Sweep(ctx, kind, tenant, at.n); err != nil {
			return fmt.Errorf("sweep %s of %s: %w", kind, tenant, err)
		}
	}
	x.stats.Rebuilt.Add(1)
	return nil
}

// remove forgets a tenant that is gone.
func (x *indexer) remove(ctx context.Context, tenant string) error {
	if s, ok := x.cfg.Engine.(Sweeper); ok {
		for kind := range x.cfg.Documents {
			if err := s.Sweep(ctx, kind, tenant, 1<<63-1); err != nil {
				return fmt.Errorf("sweep %s of %s: %w", kind, tenant, err)
			}
		}
	}
	delete(x.cursors, tenant)
	if _, err := x.cfg.Pool.Exec(ctx, "DELETE FROM search_cursor WHERE tenant_id = $1 AND engine = $2", tenant, x.cfg.Engine.Name()); err != nil {
		return fmt.Errorf("forget the search cursor of %s: %w", tenant, err)
	}
	return nil
}

// head reads where a tenant stands; not ok if it is gone.
func (x *indexer) head(ctx context.Context, tenant string) (at cursor, ok bool, err error) {
	rows, err := x.cfg.Pool.Query(ctx, "SELECT epoch::text, n FROM tenant_seq WHERE tenant_id = $1", tenant)
	if err == nil {
		_, err = pgx.ForEachRow(rows, []any{&at.epoch, &at.n}, func() error { ok = true; return nil })
	}
	if err != nil {
		return at, false, fmt.Errorf("read the head of %s: %w", tenant, err)
	}
	return at, ok, nil
}

// save moves the search cursors. They may be lost in a crash: what they covered is indexed twice. A tenant whose cursor was
// taken away (see Reindex) is rebuilt.
func (x *indexer) save(ctx context.Context, reached map[string]cursor) error {
	if len(reached) == 0 {
		return nil
	}
	var tenants, epochs []string
	var ns []int64
	for tenant, c := range reached {
		tenants, epochs, ns = append(tenants, tenant), append(epochs, c.epoch), append(ns, int64(c.n))
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
			x.cursors[tenant] = c
		} else {
			delete(x.cursors, tenant)
			x.note(tenant)
		}
	}
	return nil
}

// Reindex makes the leading worker build a tenant's index anew, or everybody's for "". It returns at once; search_cursor has no row of the
// tenant until it is done.
func Reindex(ctx context.Context, db interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}, engine, tenant string) error {
	_, err := db.Exec(ctx, "DELETE FROM search_cursor WHERE ($1 = '' OR tenant_id = $1) AND engine = $2", tenant, engine)
	if err != nil {
		return fmt.Errorf("reindex: %w", err)
	}
	return nil
}
