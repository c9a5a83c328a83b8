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
)

// Config is what an engine is given.
type Config struct {
	Kinds []Kind
	Next  search.Engine // answers what this one does not
	Pool  *pgxpool.Pool // tables are read through it
	Log   *slog.Logger

	MinRows  int           // a tenant with fewer rows of a kind is not worth a table; default 1,000
	MaxBytes int64         // what all tables may hold, as estimated; those least recently used go first. Default 256 MB
	Recheck  time.Duration // how soon a tenant that had too few rows, or too many, is looked at again; default 30 s
	Busy     int           // of so many parts of the time one, at most, is spent on reading the same table again; default 10
}

// DefaultConfig has every default.
func DefaultConfig() Config {
	return Config{MinRows: 1000, MaxBytes: 256 << 20, Recheck: 30 * time.Second, Busy: 10}
}

// Validate says what is wrong with a configuration.
func (c *Config) Validate() error {
	switch {
	case c.Next == nil || c.Pool == nil || c.Log == nil:
		return errors.New("listing: Next, Pool and Log are needed")
	case c.MinRows < 0 || c.MaxBytes < 0 || c.Recheck < 0 || c.Busy < 0:
		return errors.New("listing: no bound may be negative")
	}
	return nil
}

// Stats counts what an engine did.
type Stats struct {
	Answered  atomic.Uint64 // queries answered from memory
	Passed    atomic.Uint64 // … by the engine behind
	Overtaken atomic.Uint64 // of those, because the table was newer than the snapshot
	Guessed   atomic.Uint64 // texts that were found nowhere and taken for mistyped
	Followed  atomic.Uint64 // times a table was brought forward
	Built     atomic.Uint64 // tables read
}

// Engine answers from memory what it can. It is safe for use by many goroutines.
type Engine struct {
	cfg   Config
	kinds map[string]*Kind
	Stats Stats

	mu     sync.Mutex
	slots  map[slotKey]*slot
	bytes  int64
	clock  int64 // goes up with each use
	wanted chan slotKey

	stop context.CancelFunc
	done chan struct{}
}

// New returns an engine. It answers by Next until it is started.
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
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	e := &Engine{cfg: cfg, kinds: map[string]*Kind{}, slots: map[slotKey]*slot{}, wanted: make(chan slotKey, 64)}
	for i := range cfg.Kinds {
		e.kinds[cfg.Kinds[i].Name] = &cfg.Kinds[i]
	}
	return e, nil
}

// Name is that of the engine behind, and so is Index: only it has an index to keep.
func (e *Engine) Name() string { return e.cfg.Next.Name() }

// Index has the engine behind index.
func (e *Engine) Index(ctx context.Context, kind string, docs []search.Doc, gone []search.Ref) error {
	return e.cfg.Next.Index(ctx, kind, docs, gone) //nolint:wrapcheck // it speaks for itself
}

// Counts implements search.Counted, of the engine behind too.
func (e *Engine) Counts() map[string]uint64 {
	counts := map[string]uint64{"memory": e.Stats.Answered.Load(), "passed_on": e.Stats.Passed.Load(), "overtaken": e.Stats.Overtaken.Load(),
		"mistyped": e.Stats.Guessed.Load(), "tables_followed": e.Stats.Followed.Load(), "tables_read": e.Stats.Built.Load()}
	if next, ok := e.cfg.Next.(search.Counted); ok {
		maps.Copy(counts, next.Counts())
	}
	return counts
}

// Search answers q as of db's snapshot: from memory where it can, else by the engine behind. db must be one snapshot.
func (e *Engine) Search(ctx context.Context, db search.DB, q search.Query) (search.Result, error) {
	if err := q.Check(); err != nil {
		return search.Result{}, fmt.Errorf("list: %w", err)
	}
	if k := e.kinds[q.Kind]; k != nil {
		if w, ok := k.understand(&q); ok {
			if res, ok, err := e.answer(ctx, db, k, w); ok || err != nil {
				return res, err //nolint:wrapcheck // ours, or ErrOvertaken as it is
			}
		}
	}
	e.Stats.Passed.Add(1)
	return e.cfg.Next.Search(ctx, db, q) //nolint:wrapcheck // it speaks for itself
}

// answer answers from memory; ok is false if the engine behind must.
func (e *Engine) answer(ctx context.Context, db search.DB, k *Kind, w *wish) (res search.Result, ok bool, err error) {
	q := w.q
	key := slotKey{q.Tenant, k.Name}
	t := e.table(key)
	if t == nil {
		return res, false, nil
	}
	if q.Text != "" {
		if w.text, ok, err = read(ctx, db, q.Text); err != nil || !ok {
			return res, false, err
		}
	}
	epoch, n := q.Epoch, q.Seq
	if epoch == "" {
		var head int64
		if err := db.QueryRow(ctx, "SELECT epoch::text, n FROM tenant_seq WHERE tenant_id = $1", q.Tenant).Scan(&epoch, &head); err != nil {
			return res, false, fmt.Errorf("list %s: read the number: %w", q.Kind, err)
		}
		n = uint64(head)
	}
	switch is, err := e.follow(ctx, db, t, q.Tenant, epoch, n); {
	case err != nil:
		return res, false, err
	case is == useless:
		e.drop(key, t)
		return res, false, nil
	}
	res, v, ok := e.ask(t, w, n)
	if !ok {
		return res, false, overtaken(q)
	}
	if v == nowhere {
		e.Stats.Guessed.Add(1)
		if ok, err := w.text.guess(ctx, db, t.meant(q.Text)); err != nil || !ok {
			return res, false, err
		}
		if res, v, ok = e.ask(t, w, n); !ok {
			return res, false, overtaken(q)
		}
	}
	if v == answered {
		e.Stats.Answered.Add(1)
	}
	return res, v == answered, nil
}

// overtaken is what whoever asks in a snapshot older than the table is told: nil has the engine behind answer.
func overtaken(q *search.Query) error {
	if q.CanRetry {
		return search.ErrStaleSnapshot
	}
	return nil
}

// ask asks a table that was brought to n; ok is false if somebody with a newer snapshot has brought it further.
func (e *Engine) ask(t *table, w *wish, n uint64) (res search.Result, v verdict, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.n != n || t.gone {
		e.Stats.Overtaken.Add(1)
		return res, unable, false
	}
	res, v = t.answerLocked(w)
	return res, v, true
}

type state int

const (
	useful state = iota
	useless
)

// follow brings a table to the number of a snapshot, if it is behind it.
func (e *Engine) follow(ctx context.Context, db search.DB, t *table, tenant, epoch string, n uint64) (state, error) {
	is, behind := t.state(epoch, n)
	if is == useless || !behind {
		return is, nil
	}
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return useful, fmt.Errorf("list %s: %w", t.kind.Name, ctx.Err())
	}
	if is, behind = t.state(epoch, n); is == useless || !behind { // another brought it there meanwhile
		return is, nil
	}
	d, ok, err := t.kind.changes(ctx, db, tenant, t.n, n) // n is written in turn only
	if err != nil {
		return useful, err
	}
	if !ok {
		return useless, nil
	}
	t.mu.Lock()
	t.applyLocked(d, n)
	t.mu.Unlock()
	e.Stats.Followed.Add(1)
	if t.put += len(d.changed); t.put >= weighEach {
		t.put = 0
		e.weigh(slotKey{tenant, t.kind.Name}, t)
	}
	return useful, nil
}

// weighEach is how many rows are brought forward before a table is weighed again: to weigh it takes milliseconds.
const weighEach = 1000

// weigh finds out what a table holds by now, and makes room for it. One that has grown too large, or to twice what it was when it was read, which are mostly words
// that no row has any more, is given up, and read anew when somebody asks.
func (e *Engine) weigh(key slotKey, t *table) {
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

// state tells whether a table is of use for a snapshot, and whether it is behind it.
func (t *table) state(epoch string, n uint64) (is state, behind bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.gone || t.epoch != epoch {
		return useless, false
	}
	return useful, t.n < n
}

// Bytes is what all tables hold, as estimated.
func (e *Engine) Bytes() int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.bytes
}
