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
	Compared, Drift, Mended atomic.Uint64 // comparisons with Postgres; differences; tenants rebuilt because of one
}

const (
	batchSize    = 500             // documents in a request to the engine
	maxRecords   = 5000            // records that are collected before they are sent
	rangeLimit   = 256             // maximum changes of one tenant in a round
	maxTenants   = 64              // maximum tenants of a round
	compareEvery = 5 * time.Second // how often cursors are compared with heads
	maxRetry     = time.Second     // maximum pause after the engine has failed
)

// A Sweeper is an engine that can delete the documents that a rebuild did not write. In other engines, documents of
// deleted records may stay in the index. They take room among the candidates, but never appear in an answer.
type Sweeper interface {
	// Sweep deletes the documents of a tenant's kind whose Seq is below before.
	Sweep(ctx context.Context, kind, tenant string, before uint64) error
}

// An Indexer keeps an engine outside Postgres up to date. It follows the changes on its own, so that a slow or broken
// engine delays nothing else. The changes to index are those in Postgres after a tenant's search cursor.
type Indexer struct {
	cfg   Config
	stats *Stats
	wake  run.Wake // changes were published

	mu    sync.Mutex
	moved map[string]bool // tenants with changes to index
	wrong map[string]bool // tenants to rebuild, whatever their cursor is

	cursors map[string]capture.Cursor // the last indexed change of each tenant; nil until they are read
}

// New makes an indexer, which Run runs.
func New(cfg Config) *Indexer {
	return &Indexer{
		cfg: cfg, stats: cfg.Stats, wake: run.NewWake(), moved: map[string]bool{}, wrong: map[string]bool{},
	}
}

// Note notes that changes of a tenant were published. It never blocks.
func (x *Indexer) Note(tenant string) {
	x.mu.Lock()
	x.moved[tenant] = true
	x.mu.Unlock()
	x.wake.Notify()
}

// take removes and returns some of the tenants with changes.
func (x *Indexer) take() []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	var tenants []string
	for tenant := range x.moved {
		if len(tenants) == maxTenants {
			break
		}
		tenants = append(tenants, tenant)
		delete(x.moved, tenant)
	}
	return tenants
}

// Run indexes changes until ctx is done.
func (x *Indexer) Run(ctx context.Context) {
	var compared time.Time
	var refused time.Duration
	for ctx.Err() == nil {
		var err error
		if time.Since(compared) > compareEvery {
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
			refused = min(max(2*refused, x.cfg.Batch), maxRetry)
			run.Pause(ctx, refused)
		case len(tenants) > 0:
			refused = 0
			run.Pause(ctx, x.cfg.Batch) // changes published meanwhile go together
		default:
			wait, cancel := context.WithTimeout(ctx, compareEvery)
			select {
			case <-x.wake:
			case <-wait.Done():
			}
			cancel()
		}
	}
}

// compare finds the tenants with an index that is behind their head, for any reason, and removes deleted tenants.
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

// index indexes changes of some tenants, as many as fit into a round.
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
	ranges, err := capture.ReadRanges(ctx, x.cfg.Pool, from, rangeLimit)
	if err != nil {
		return err
	}
	t := newTouched(x.cfg.Documents)
	reached := map[string]capture.Cursor{}
	sealed := map[string]time.Time{} // when the last indexed change was sealed
	for i := range ranges {
		rg := &ranges[i]
		tenant := rg.From.Tenant
		switch {
		case rg.Epoch == "": // compare removes it
			continue
		case rg.Restarted() || rg.Broken(rangeLimit):
			if err := x.rebuildTenant(ctx, tenant); err != nil {
				return err
			}
			continue
		case t.n >= maxRecords:
			x.Note(tenant)
			continue
		}
		last, err := x.gather(ctx, t, rg)
		if err != nil {
			return err
		}
		for _, c := range rg.Changes {
			if c.Seq == last {
				sealed[tenant] = c.At
			}
		}
		if reached[tenant] = (capture.Cursor{Epoch: rg.Epoch, Seq: last}); last < rg.Head {
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

// announce publishes up to which change tenants are searchable, for the metrics of gateways.
func (x *Indexer) announce(ctx context.Context, reached map[string]capture.Cursor, sealed map[string]time.Time) error {
	var now time.Time
	if len(sealed) == 0 {
		return nil
	}
	if err := x.cfg.Pool.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now); err != nil {
		return fmt.Errorf("read the clock of Postgres: %w", err)
	}
	news := make([]wire.News, 0, len(sealed))
	for tenant, at := range sealed {
		news = append(news, wire.News{What: wire.Searchable, Tenant: tenant, Seq: reached[tenant].Seq, At: at, Since: now})
	}
	capture.PublishNews(x.cfg.NATS, news)
	return nil
}

// gather collects the records that a range changed, and returns the last change that it covers.
func (x *Indexer) gather(ctx context.Context, t *touched, rg *capture.Range) (last uint64, err error) {
	last = rg.From.Seq
	for rest := rg.Changes; len(rest) > 0 && t.n < maxRecords; {
		var front []capture.Change
		front, rest = capture.NextBatch(rest)
		if front[0].Rows > capture.RowLimit {
			kinds, err := capture.BulkKinds(ctx, x.cfg.Pool, front[0])
			if err != nil {
				return 0, err
			}
			for kind := range kinds {
				t.addKind(rg.From.Tenant, kind)
			}
			if kinds == nil {
				t.addTenant(rg.From.Tenant)
			}
			last = front[0].Seq
			continue
		}
		changes, err := capture.ReadRows(ctx, x.cfg.Pool, front)
		if err != nil {
			return 0, err
		}
		for i := range front {
			if len(changes[i]) == 0 || len(changes[i]) < front[i].Rows { // pruned meanwhile
				t.addTenant(rg.From.Tenant)
			}
			for j := range changes[i] {
				t.add(rg.From.Tenant, &changes[i][j])
			}
		}
		last = front[len(front)-1].Seq
	}
	return last, nil
}

// send indexes the collected records, kind by kind.
func (x *Indexer) send(ctx context.Context, t *touched) error {
	for w := range t.whole {
		if err := x.rebuild(ctx, w.tenant, w.kind); err != nil {
			return err
		}
	}
	for kind, set := range t.refs {
		refs := make([]search.Ref, 0, len(set))
		for r := range set {
			if !t.whole[kindOf{r.Tenant, kind}] {
				refs = append(refs, r)
			}
		}
		for some := range slices.Chunk(refs, batchSize) {
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

// head reads the head of a tenant. ok is false if the tenant does not exist.
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
			x.cursors[tenant] = c
		} else {
			delete(x.cursors, tenant)
			x.Note(tenant)
		}
	}
	return nil
}
