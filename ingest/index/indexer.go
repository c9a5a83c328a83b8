package index

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
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
	Pool   *pgxpool.Pool
	NATS   *nats.Conn
	Engine search.Engine // the engine outside Postgres

	// Applied waits until every gateway has applied these changes, or until ctx is done. It returns those that a gateway
	// may not have applied. Documents of a snapshot are sent to Engine only when there are none, so that no index is ahead
	// of a gateway that relies on that (search.Result.Leased).
	Applied func(ctx context.Context, heads []wire.Head) (late []wire.Head)

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
	// Sweep deletes the documents of a tenant's kind whose Seq is below first or above last.
	Sweep(ctx context.Context, kind, tenant string, first, last uint64) error
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
