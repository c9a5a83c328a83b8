package index

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"

	"vitrine/ingest/capture"
	"vitrine/internal/run"
	"vitrine/internal/wire"
	"vitrine/search"
)

// Config is what an Indexer needs. All fields are required.
type Config struct {
	Pool       *pgxpool.Pool
	NATS       *nats.Conn
	Engine     search.Engine        // the engine outside Postgres
	Documents  map[string]Documents // what it indexes, by kind
	Stats      *Stats
	Log        *slog.Logger
	Batch      time.Duration // how long changes are collected before they are sent to Engine
	VerifyEach time.Duration // pause between comparisons of the index with Postgres
}

// Stats count what indexers did since the process started. They may be read at any time.
type Stats struct {
	IndexErrors, Rebuilt    atomic.Uint64 // requests that the engine rejected; kinds of a tenant rebuilt
	Compared, Drift, Mended atomic.Uint64 // comparisons with Postgres, by tenant and kind; differences found; tenants rebuilt because of one
}

const (
	indexBatch   = 500             // documents of one call of the engine
	indexBudget  = 5000            // records looked at before what they became is sent
	changeLimit  = 256             // changes of one tenant that are looked at together
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

// An Indexer keeps an engine outside Postgres in step. It follows the changes on its own, so that a slow or broken engine delays nobody,
// and keeps nothing in memory: what waits to be indexed are the changes in Postgres.
type Indexer struct {
	cfg   Config
	stats *Stats
	rings chan struct{} // something moved

	mu    sync.Mutex
	moved map[string]bool // tenants with changes to look at
	wrong map[string]bool // tenants whose index is to be built anew, whatever the cursor says

	cursors map[string]capture.Cursor // up to where each tenant is indexed; nil until they are read
}

// New makes an indexer; Run begins.
func New(cfg Config) *Indexer {
	return &Indexer{cfg: cfg, stats: cfg.Stats, rings: make(chan struct{}, 1), moved: map[string]bool{}, wrong: map[string]bool{}}
}

// Note tells that changes of a tenant were published. It never waits.
func (x *Indexer) Note(tenant string) {
	x.mu.Lock()
	x.moved[tenant] = true
	x.mu.Unlock()
	select {
	case x.rings <- struct{}{}:
	default:
	}
}

// take returns some of the tenants that moved.
func (x *Indexer) take() []string {
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

// Run indexes until ctx is done.
func (x *Indexer) Run(ctx context.Context) {
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
				x.Note(tenant)
			}
			x.stats.IndexErrors.Add(1)
			if refused == 0 {
				x.cfg.Log.Warn("search index not updated; trying again", "engine", x.cfg.Engine.Name(), "err", err)
			}
			refused = min(max(2*refused, x.cfg.Batch), indexRetry)
			run.Pause(ctx, refused)
		case len(tenants) > 0:
			refused = 0
			run.Pause(ctx, x.cfg.Batch) // what comes meanwhile goes together
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
func (x *Indexer) compare(ctx context.Context) error {
	rows, err := x.cfg.Pool.Query(ctx, `
SELECT tenant_id, s.epoch::text, s.n, c.epoch::text, c.n
FROM tenant_seq s
FULL JOIN (SELECT * FROM search_cursor WHERE engine = $1) c USING (tenant_id)
WHERE $2 OR (s.epoch, s.n) IS DISTINCT FROM (c.epoch, c.n)`, x.cfg.Engine.Name(), x.cursors == nil)
	if err != nil {
		return fmt.Errorf("compare the search cursor: %w", err)
	}
	if x.cursors == nil {
		x.cursors = map[string]capture.Cursor{}
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
			x.cursors[tenant] = capture.Cursor{Epoch: *savedEpoch, Seq: *savedN}
			if *savedEpoch == *epoch && *savedN == *n {
				return nil
			}
		}
		x.Note(tenant)
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
func (x *Indexer) index(ctx context.Context, tenants []string) error {
	var from []capture.Position
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
		from = append(from, capture.Position{Tenant: tenant, Epoch: c.Epoch, Seq: c.Seq})
	}
	trails, err := capture.ReadRanges(ctx, x.cfg.Pool, from, changeLimit)
	if err != nil {
		return err
	}
	t := newTouched(x.cfg.Documents)
	reached := map[string]capture.Cursor{}
	sealed := map[string]time.Time{} // when the last change that was reached was sealed
	for i := range trails {
		trail := &trails[i]
		tenant := trail.From.Tenant
		switch {
		case trail.Epoch == "": // compare removes it
			continue
		case trail.Restarted() || trail.Broken(changeLimit):
			if err := x.rebuildTenant(ctx, tenant); err != nil {
				return err
			}
			continue
		case t.n >= indexBudget:
			x.Note(tenant)
			continue
		}
		last, err := x.gather(ctx, t, trail)
		if err != nil {
			return err
		}
		for _, c := range trail.Changes {
			if c.Seq == last {
				sealed[tenant] = c.At
			}
		}
		if reached[tenant] = (capture.Cursor{Epoch: trail.Epoch, Seq: last}); last < trail.Head {
			x.Note(tenant)
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
func (x *Indexer) announce(ctx context.Context, reached map[string]capture.Cursor, sealed map[string]time.Time) error {
	var now time.Time
	if len(sealed) == 0 {
		return nil
	}
	if err := x.cfg.Pool.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now); err != nil {
		return fmt.Errorf("read the clock: %w", err)
	}
	news := make([]wire.News, 0, len(sealed))
	for tenant, at := range sealed {
		news = append(news, wire.News{What: wire.Searchable, Tenant: tenant, Seq: reached[tenant].Seq, At: at, Since: now})
	}
	capture.PublishNews(x.cfg.NATS, news)
	return nil
}

// gather notes what a trail touched, up to the change it returns.
func (x *Indexer) gather(ctx context.Context, t *touched, trail *capture.Range) (last uint64, err error) {
	last = trail.From.Seq
	for rest := trail.Changes; len(rest) > 0 && t.n < indexBudget; {
		var front []capture.Change
		front, rest = capture.NextBatch(rest)
		if front[0].Rows > capture.RowLimit {
			kinds, err := capture.BulkKinds(ctx, x.cfg.Pool, front[0])
			if err != nil {
				return 0, err
			}
			for kind := range kinds {
				t.addKind(trail.From.Tenant, kind)
			}
			if kinds == nil {
				t.addTenant(trail.From.Tenant)
			}
			last = front[0].Seq
			continue
		}
		changes, err := capture.ReadRows(ctx, x.cfg.Pool, front)
		if err != nil {
			return 0, err
		}
		for i := range front {
			if len(changes[i]) == 0 || len(changes[i]) < front[i].Rows { // pruned while we looked
				t.addTenant(trail.From.Tenant)
			}
			for j := range changes[i] {
				t.add(trail.From.Tenant, &changes[i][j])
			}
		}
		last = front[len(front)-1].Seq
	}
	return last, nil
}

// send indexes what was touched, kind by kind.
func (x *Indexer) send(ctx context.Context, t *touched) error {
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

func (x *Indexer) put(ctx context.Context, kind string, docs []search.Doc, gone []search.Ref) error {
	if len(docs)+len(gone) == 0 {
		return nil
	}
	if err := x.cfg.Engine.Index(ctx, kind, docs, gone); err != nil {
		return fmt.Errorf("index %d %s: %w", len(docs)+len(gone), kind, err)
	}
	return nil
}

// head reads where a tenant stands; not ok if it is gone.
func (x *Indexer) head(ctx context.Context, tenant string) (at capture.Cursor, ok bool, err error) {
	rows, err := x.cfg.Pool.Query(ctx, "SELECT epoch::text, n FROM tenant_seq WHERE tenant_id = $1", tenant)
	if err == nil {
		_, err = pgx.ForEachRow(rows, []any{&at.Epoch, &at.Seq}, func() error { ok = true; return nil })
	}
	if err != nil {
		return at, false, fmt.Errorf("read the head of %s: %w", tenant, err)
	}
	return at, ok, nil
}

// save moves the search cursors. They may be lost in a crash: what they covered is indexed twice. A tenant whose cursor was
// taken away (see Reindex) is rebuilt.
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
			x.cursors[tenant] = c
		} else {
			delete(x.cursors, tenant)
			x.Note(tenant)
		}
	}
	return nil
}
