package memory

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/search"
	"vitrine/search/rank"
)

// Config is the configuration of an Engine.
type Config struct {
	Kinds []Kind
	Next  search.Engine // answers the queries that memory cannot
	Pool  *pgxpool.Pool // reads the tables
	Log   *slog.Logger

	MinRows  int           // rows of a kind below which a tenant has no table; default 1
	MaxBytes int64         // limit of all tables, estimated; the least recently used go first. Default 256 MB
	Recheck  time.Duration // delay until a tenant with too few or too many rows is counted again; default 30 s
	Busy     int           // at most 1/Busy of the time is spent on rebuilding one table; default 10
	Wait     time.Duration // the longest that a text waits for a table; default 1 s
}

// DefaultConfig returns the defaults.
func DefaultConfig() Config {
	return Config{MinRows: 1, MaxBytes: 256 << 20, Recheck: 30 * time.Second, Busy: 10,
		Wait: time.Second}
}

// Validate reports the first wrong field.
func (c *Config) Validate() error {
	switch {
	case c.Next == nil || c.Pool == nil || c.Log == nil:
		return errors.New("memory: Next, Pool and Log are required")
	case c.MinRows < 0 || c.MaxBytes < 0 || c.Recheck < 0 || c.Busy < 0 || c.Wait < 0:
		return errors.New("memory: MinRows, MaxBytes, Recheck, Busy and Wait must not be negative")
	}
	return nil
}

// Stats are the counters of an engine.
type Stats struct {
	Answered  atomic.Uint64 // queries answered from memory
	Passed    atomic.Uint64 // queries answered by the next engine
	Stale     atomic.Uint64 // queries with a snapshot older than the table
	Corrected atomic.Uint64 // texts with a corrected word
	Followed  atomic.Uint64 // times that a table caught up with a snapshot
	Built     atomic.Uint64 // tables built
}

// Engine answers queries from memory where possible. It is safe for concurrent use.
type Engine struct {
	cfg   Config
	kinds map[string]*Kind
	Stats Stats

	mu     sync.Mutex
	slots  map[slotKey]*slot
	bytes  int64
	clock  int64 // incremented by each use
	queue  chan slotKey
	behind chan slotKey // tables that catch up in the background

	following map[string]int // tables that catch up in the background, by tenant; guarded by mu
	waits     chan struct{}  // texts that wait for a table
	idle      []*rank.Scratch

	followTimeout time.Duration // the longest that a table is brought up to date in the background
	shortWait     time.Duration // the longest that a query without a snapshot waits for that

	stop context.CancelFunc
	done sync.WaitGroup
}

// New returns an engine. Until Start, Next answers all queries.
func New(cfg Config) (*Engine, error) {
	d := DefaultConfig()
	if cfg.MinRows == 0 {
		cfg.MinRows = d.MinRows
	}
	if cfg.MaxBytes == 0 {
		cfg.MaxBytes = d.MaxBytes
	}
	if cfg.Recheck == 0 {
		cfg.Recheck = d.Recheck
	}
	if cfg.Busy == 0 {
		cfg.Busy = d.Busy
	}
	if cfg.Wait == 0 {
		cfg.Wait = d.Wait
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	e := &Engine{cfg: cfg, kinds: map[string]*Kind{}, slots: map[slotKey]*slot{}, queue: make(chan slotKey, 64),
		behind: make(chan slotKey, 64), following: map[string]int{}, waits: make(chan struct{}, mostWaits),
		followTimeout: followTimeout, shortWait: shortWait}
	for i := range cfg.Kinds {
		e.kinds[cfg.Kinds[i].Name] = &cfg.Kinds[i]
	}
	return e, nil
}

// Name returns the name of the next engine.
func (e *Engine) Name() string { return e.cfg.Next.Name() }

// Index passes the documents to the next engine, because this one has no index.
func (e *Engine) Index(ctx context.Context, kind string, docs []search.Doc, gone []search.Ref) error {
	return e.cfg.Next.Index(ctx, kind, docs, gone) //nolint:wrapcheck // the next engine adds context
}

// Counts implements search.Counted. It includes the counts of the next engine.
func (e *Engine) Counts() map[string]uint64 {
	counts := map[string]uint64{"memory": e.Stats.Answered.Load(), "passed_on": e.Stats.Passed.Load(),
		"overtaken": e.Stats.Stale.Load(),
		"mistyped":  e.Stats.Corrected.Load(), "tables_followed": e.Stats.Followed.Load(),
		"tables_read": e.Stats.Built.Load()}
	if next, ok := e.cfg.Next.(search.Counted); ok {
		maps.Copy(counts, next.Counts())
	}
	return counts
}

// Search answers q as of db's snapshot, from memory if possible and otherwise by the next engine. db must be one
// snapshot.
func (e *Engine) Search(ctx context.Context, db search.DB, q search.Query) (search.Result, error) {
	if err := q.Check(); err != nil {
		return search.Result{}, fmt.Errorf("list: %w", err)
	}
	if q.Explain && search.IsHeld(db) {
		return search.Result{}, search.ErrNotHeld
	}
	interim := false
	if k := e.kinds[q.Kind]; k != nil {
		if w, ok := k.parse(&q); ok {
			res, ok, err := e.answer(ctx, db, k, w)
			if ok || err != nil {
				return res, err //nolint:wrapcheck // wrapped already, or ErrStaleSnapshot
			}
			interim = q.Text != "" && (res.Interim || e.building(slotKey{q.Tenant, k.Name}))
		}
	}
	if search.IsHeld(db) {
		return search.Result{}, search.ErrNotHeld
	}
	e.Stats.Passed.Add(1)
	res, err := e.cfg.Next.Search(ctx, db, q)
	res.Interim = interim
	return res, err //nolint:wrapcheck // the next engine adds context
}

// answer answers from memory. ok is false if the next engine must answer; res.Interim then tells whether its answer is.
func (e *Engine) answer(ctx context.Context, db search.DB, k *Kind, w *parsed) (res search.Result, ok bool, err error) {
	q := w.q
	key := slotKey{q.Tenant, k.Name}
	t := e.table(key, q.Text != "")
	if t == nil && q.Text != "" && !search.IsHeld(db) {
		t = e.await(ctx, key)
	}
	if t == nil {
		return res, false, nil
	}
	epoch, n := q.Epoch, q.Seq
	if epoch == "" {
		if epoch, n, err = head(ctx, db, q.Tenant); err != nil {
			return res, false, fmt.Errorf("list %s: %w", q.Kind, err)
		}
	}
	var is state
	if search.IsHeld(db) {
		is = e.awaitCatchUp(ctx, t, asOf{q.Tenant, epoch, n})
	} else if is, err = e.follow(ctx, db, t, asOf{q.Tenant, epoch, n}); is == later {
		if e.Follow(q.Tenant); q.Text != "" && e.awaitChange(ctx, t, n) {
			is, _ = t.state(epoch, n)
		}
	}
	switch {
	case err != nil:
		return res, false, err
	case is == later:
		res.Interim = true
		return res, false, nil
	case is == useless:
		e.drop(key, t)
		return res, false, nil
	}
	res, v, ok := e.ask(t, w, n)
	if !ok {
		res.Interim = true
		return res, false, stale(q)
	}
	if v == answered && len(res.Explained) > 0 {
		if err := k.nameFields(ctx, db, readOf{tenant: q.Tenant, manner: t.manner, ids: res.IDs}, &res); err != nil {
			return res, false, err
		}
	}
	if v == answered {
		res.Engine = "memory"
		e.Stats.Answered.Add(1)
		if len(res.Corrected) > 0 {
			e.Stats.Corrected.Add(1)
		}
	}
	return res, v == answered, nil
}

// stale returns the error for a snapshot older than the table. Without an error, the next engine answers.
func stale(q *search.Query) error {
	if q.CanRetry {
		return search.ErrStaleSnapshot
	}
	return nil
}

// ask asks a table that has caught up with n. ok is false if the table has moved past n meanwhile.
func (e *Engine) ask(t *table, w *parsed, n uint64) (res search.Result, v outcome, ok bool) {
	var s *rank.Scratch
	if w.q.Text != "" {
		s = e.scratch()
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	if ok = t.n == n && !t.gone; ok {
		res, v = t.answerLocked(w, s)
	} else {
		e.Stats.Stale.Add(1)
		v = unable
	}
	if s != nil {
		e.release(s)
	}
	return res, v, ok
}

// mostScratch is the number of idle scratches that an engine keeps. A scratch takes 12 bytes for each row of the
// largest table.
const mostScratch = 8

func (e *Engine) scratch() *rank.Scratch {
	e.mu.Lock()
	defer e.mu.Unlock()
	if last := len(e.idle) - 1; last >= 0 {
		s := e.idle[last]
		e.idle = e.idle[:last]
		return s
	}
	return &rank.Scratch{}
}

// release keeps a scratch for other searches. After a panic it must not be called: the next search would find what this
// one left.
func (e *Engine) release(s *rank.Scratch) {
	s.Free()
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.idle) < mostScratch {
		e.idle = append(e.idle, s)
	}
}

// measureEvery is the number of changed rows after which the size of a table is measured again. Measuring takes
// milliseconds.
const measureEvery = 500

// measure estimates the size of a table and evicts others if necessary. It drops a table that is too large, or twice as
// large as when it was built; such growth is mostly words that no row has any more. The next query builds it again.
func (e *Engine) measure(key slotKey, t *table) {
	t.mu.RLock()
	bytes := t.size()
	t.mu.RUnlock()
	if bytes > e.cfg.MaxBytes || bytes > 2*t.built {
		e.drop(key, t)
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := e.slots[key]; s != nil && s.table == t {
		e.bytes += bytes - s.bytes
		s.bytes = bytes
		e.evictLocked(s)
	}
}

// Bytes returns the estimated size of all tables.
func (e *Engine) Bytes() int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.bytes
}
