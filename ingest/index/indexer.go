package index

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
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
	batchSize    = 5000            // documents that are read and sent together
	maxRecords   = 20_000          // records that are collected before they are sent
	maxBulk      = 50_000          // records of one change that are read; beyond them, their kinds are rebuilt
	rangeLimit   = 256             // maximum changes of one tenant in a round
	heavyRows    = 500             // changed rows of a tenant that are indexed apart from those of other tenants
	heavyJobs    = 2               // tenants with many rows that are indexed at once
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

// A Loader is an engine that indexes many documents while more are read. put sends some, and wait returns when all are
// searchable. wait is called once, also after an error of put.
type Loader interface {
	Load(ctx context.Context, kind string) (
		put func(context.Context, []search.Doc, []search.Ref) error, wait func(context.Context) error, err error)
}

// An Indexer keeps an engine outside Postgres up to date. It follows the changes on its own, so that a slow or broken
// engine delays nothing else. The changes to index are those in Postgres after a tenant's search cursor. A tenant with
// many changes is indexed apart, so that others do not wait for it.
type Indexer struct {
	cfg     Config
	stats   *Stats
	wake    run.Wake // changes were published
	kinds   []string // tables that documents depend on
	columns []string // and their columns

	written atomic.Uint64 // jobs that wrote to the engine, counted when they begin and when they end

	jobs sync.WaitGroup // tenants that are indexed apart
	keep sync.RWMutex   // held for writing while indexes are rebuilt beside

	mu      sync.Mutex
	moved   map[string]bool           // tenants with changes to index
	busy    map[string]bool           // tenants that are indexed apart
	waiting map[string]bool           // tenants to index apart, for which there is no room
	wrong   map[string]bool           // tenants to rebuild, whatever their cursor is
	cursors map[string]capture.Cursor // the last indexed change of each tenant; nil until they are read
}

// New makes an indexer, which Run runs.
func New(cfg Config) *Indexer {
	x := &Indexer{cfg: cfg, stats: cfg.Stats, wake: run.NewWake(), moved: map[string]bool{}, busy: map[string]bool{},
		waiting: map[string]bool{}, wrong: map[string]bool{}}
	x.kinds, x.columns = watched(cfg.Documents)
	return x
}

// Note notes that changes of a tenant were published. It never blocks.
func (x *Indexer) Note(tenant string) {
	x.mu.Lock()
	x.moved[tenant] = true
	x.mu.Unlock()
	x.wake.Notify()
}

// take removes and returns some of the tenants with changes. Those that are indexed apart come later.
func (x *Indexer) take() []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	var tenants []string
	for tenant := range x.moved {
		if len(tenants) == maxTenants {
			break
		}
		if x.busy[tenant] || x.waiting[tenant] {
			continue
		}
		tenants = append(tenants, tenant)
		delete(x.moved, tenant)
	}
	return tenants
}

// apart runs a job for a tenant beside the others, unless too many run. Then the tenant has to wait.
func (x *Indexer) apart(ctx context.Context, tenant string, job func(context.Context) error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.busy[tenant] {
		x.moved[tenant] = true
		return
	}
	if len(x.busy) >= heavyJobs {
		x.waiting[tenant] = true
		return
	}
	x.busy[tenant] = true
	x.jobs.Go(func() {
		x.keep.RLock()
		err := job(ctx)
		x.keep.RUnlock()
		if err != nil && ctx.Err() == nil {
			x.stats.IndexErrors.Add(1)
			x.cfg.Log.Warn("search index of a tenant not updated; trying again", "tenant", tenant, "err", err)
			run.Pause(ctx, maxRetry)
		}
		x.mu.Lock()
		delete(x.busy, tenant)
		maps.Copy(x.moved, x.waiting)
		clear(x.waiting)
		x.mu.Unlock()
		x.Note(tenant)
	})
}

// Run indexes changes until ctx is done.
func (x *Indexer) Run(ctx context.Context) {
	defer x.jobs.Wait()
	var compared time.Time
	var refused time.Duration
	for ctx.Err() == nil {
		var err error
		var tenants []string
		x.keep.RLock()
		if time.Since(compared) > compareEvery {
			if err = x.compare(ctx); err == nil {
				compared = time.Now()
			}
		}
		if err == nil {
			if tenants = x.take(); len(tenants) > 0 {
				err = x.index(ctx, tenants)
			}
		}
		x.keep.RUnlock()
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
	x.mu.Lock()
	begins := x.cursors == nil
	if begins {
		x.cursors = map[string]capture.Cursor{}
	}
	x.mu.Unlock()
	rows, err := x.cfg.Pool.Query(ctx, `
SELECT tenant_id, s.epoch::text, s.n, c.epoch::text, c.n
FROM tenant_seq s
FULL JOIN (SELECT * FROM search_cursor WHERE engine = $1) c USING (tenant_id)
WHERE $2 OR (s.epoch, s.n) IS DISTINCT FROM (c.epoch, c.n)`, x.cfg.Engine.Name(), begins)
	if err != nil {
		return fmt.Errorf("compare the search cursor: %w", err)
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
			x.setCursor(tenant, nil)
		default:
			x.setCursor(tenant, &capture.Cursor{Epoch: *savedEpoch, Seq: *savedN})
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

// index indexes changes of some tenants, as many as fit into a round. Tenants with many changes are indexed apart.
func (x *Indexer) index(ctx context.Context, tenants []string) error {
	var from []capture.Position
	for _, tenant := range tenants {
		at, ok := x.position(tenant)
		if !ok {
			x.apart(ctx, tenant, func(ctx context.Context) error { return x.rebuildTenant(ctx, tenant) })
			continue
		}
		from = append(from, at)
	}
	ranges, err := capture.ReadRanges(ctx, x.cfg.Pool, from, rangeLimit)
	if err != nil {
		return err //nolint:wrapcheck // it adds context
	}
	var few []*capture.Range
	for i := range ranges {
		rg := &ranges[i]
		tenant := rg.From.Tenant
		switch {
		case rg.Epoch == "": // compare removes it
		case rg.Restarted() || rg.Broken(rangeLimit):
			x.apart(ctx, tenant, func(ctx context.Context) error { return x.rebuildTenant(ctx, tenant) })
		case rows(rg) > heavyRows:
			x.apart(ctx, tenant, func(ctx context.Context) error { return x.follow(ctx, []*capture.Range{rg}) })
		default:
			few = append(few, rg)
		}
	}
	return x.follow(ctx, few)
}

// rows counts the changed rows of a range.
func rows(rg *capture.Range) (n int) {
	for _, c := range rg.Changes {
		n += c.Rows
	}
	return n
}

// follow indexes ranges of changes, as many as fit into a round, and saves how far it came.
func (x *Indexer) follow(ctx context.Context, ranges []*capture.Range) error {
	t := newTouched(x.cfg.Documents)
	reached := map[string]capture.Cursor{}
	sealed := map[string]time.Time{} // when the last indexed change was sealed
	for _, rg := range ranges {
		tenant := rg.From.Tenant
		if t.n >= maxRecords {
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
	if err := t.resolve(ctx, x.cfg.Pool); err != nil {
		return err
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
			if err := x.gatherBulk(ctx, t, front[0]); err != nil {
				return 0, err
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

// gatherBulk collects the records of a large change, without those of which no indexed column changed. If there are too
// many, their kinds are rebuilt.
func (x *Indexer) gatherBulk(ctx context.Context, t *touched, c capture.Change) error {
	all, ok, err := capture.ReadBulk(ctx, x.cfg.Pool, c, x.kinds, x.columns, maxBulk)
	if err != nil {
		return err //nolint:wrapcheck // it adds context
	}
	if ok {
		for i := range all {
			t.add(c.Tenant, &all[i])
		}
		return nil
	}
	kinds, err := capture.BulkKinds(ctx, x.cfg.Pool, c)
	if err != nil {
		return err //nolint:wrapcheck // it adds context
	}
	if kinds == nil {
		t.addTenant(c.Tenant)
	}
	for kind := range kinds {
		t.addKindAndDependents(c.Tenant, kind)
	}
	return nil
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
		if len(refs) == 0 {
			continue
		}
		put, wait, err := x.loader(ctx, kind)
		if err != nil {
			return err
		}
		err = x.loadSome(ctx, kind, refs, put)
		if err := errors.Join(err, wait(ctx)); err != nil {
			return fmt.Errorf("index %s: %w", kind, err)
		}
	}
	return nil
}

// loadSome reads the documents of records and puts them.
func (x *Indexer) loadSome(ctx context.Context, kind string, refs []search.Ref,
	put func(context.Context, []search.Doc, []search.Ref) error,
) error {
	for some := range slices.Chunk(refs, batchSize) {
		docs, gone, err := load(ctx, x.cfg.Pool, kind, x.cfg.Documents[kind], some)
		if err != nil {
			return err
		}
		if err := put(ctx, docs, gone); err != nil {
			return fmt.Errorf("index %d documents: %w", len(docs)+len(gone), err)
		}
	}
	return nil
}

// loader returns the functions of Loader. An engine that is none indexes with each put.
func (x *Indexer) loader(ctx context.Context, kind string) (
	put func(context.Context, []search.Doc, []search.Ref) error, wait func(context.Context) error, err error,
) {
	x.written.Add(1)
	if l, ok := x.cfg.Engine.(Loader); ok {
		put, finish, err := l.Load(ctx, kind)
		return put, func(ctx context.Context) error {
			defer x.written.Add(1)
			return finish(ctx)
		}, err //nolint:wrapcheck // it adds context
	}
	put = func(ctx context.Context, docs []search.Doc, gone []search.Ref) error {
		if len(docs)+len(gone) == 0 {
			return nil
		}
		return x.cfg.Engine.Index(ctx, kind, docs, gone) //nolint:wrapcheck // callers add context
	}
	return put, func(context.Context) error { return nil }, nil
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
			x.setCursor(tenant, &c)
		} else {
			x.setCursor(tenant, nil)
			x.Note(tenant)
		}
	}
	return nil
}
