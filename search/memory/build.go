package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/search"
)

type slotKey struct{ tenant, kind string }

// A slot holds the table of one tenant's rows of a kind, or the time of the next attempt to build one.
type slot struct {
	table  *table
	bytes  int64
	used   int64         // value of Engine.clock at the last use
	next   time.Time     // earliest time of the next build
	queued bool          // waits for its build
	asked  bool          // a query used the table since it last caught up in the background
	behind bool          // waits to catch up in the background
	gone   bool          // the table was dropped, and is built again
	built  chan struct{} // closed when the build that is queued has ended
}

// Start starts the goroutines that build tables and keep those current that are in use. A query for a missing table
// requests its build.
func (e *Engine) Start() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.stop != nil {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	e.stop = stop
	e.done.Go(func() { e.run(ctx) })
	e.done.Go(func() { e.runBehind(ctx) })
}

// Stop waits for a build in progress. The tables stay.
func (e *Engine) Stop() {
	e.mu.Lock()
	stop := e.stop
	e.mu.Unlock()
	if stop != nil {
		stop()
		e.done.Wait()
	}
}

// Load builds the tables of all tenants that are large enough, the smallest first, until the next one would exceed
// MaxBytes. A gateway that calls it before it is ready answers its first searches from memory.
func (e *Engine) Load(ctx context.Context) error {
	type size struct {
		key  slotKey
		rows int64
	}
	var all []size
	for name := range e.kinds {
		rows, err := e.cfg.Pool.Query(ctx, "SELECT t.id, (SELECT count(*) FROM "+name+
			" x WHERE x.tenant_id = t.id) FROM tenant t")
		if err != nil {
			return fmt.Errorf("count %s: %w", name, err)
		}
		s := size{key: slotKey{kind: name}}
		if _, err := pgx.ForEachRow(rows, []any{&s.key.tenant, &s.rows}, func() error {
			if s.rows >= int64(e.cfg.MinRows) {
				all = append(all, s)
			}
			return nil
		}); err != nil {
			return fmt.Errorf("count %s: %w", name, err)
		}
	}
	slices.SortFunc(all, func(a, b size) int {
		return cmp.Or(cmp.Compare(a.rows, b.rows), strings.Compare(a.key.tenant, b.key.tenant))
	})
	for _, s := range all {
		if e.Bytes()+s.rows*leastBytes > e.cfg.MaxBytes {
			return nil
		}
		if err := e.Build(ctx, s.key.tenant, s.key.kind); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case key := <-e.queue:
			if err := e.Build(ctx, key.tenant, key.kind); err != nil && ctx.Err() == nil {
				e.cfg.Log.Warn("list not built in memory; Postgres answers", "tenant", key.tenant, "kind", key.kind, "err", err)
			}
		}
	}
}

// table returns a table, and requests its build if there is none.
func (e *Engine) table(key slotKey) *table {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.slots[key]
	if s == nil {
		s = &slot{}
		e.slots[key] = s
	}
	e.clock++
	s.used = e.clock
	if s.asked = true; s.table != nil {
		return s.table
	}
	if !s.queued && e.stop != nil && time.Now().After(s.next) {
		select {
		case e.queue <- key:
			s.queued, s.built = true, make(chan struct{})
		default: // the queue is full; the next query tries again
		}
	}
	return nil
}

// await waits for a table that is being built, and returns nil if there will be none. A text is ranked by other rules
// than those of the next engine, so its answer should not depend on how long ago the gateway was started.
func (e *Engine) await(ctx context.Context, key slotKey) *table {
	e.mu.Lock()
	s := e.slots[key]
	if s == nil || !s.queued {
		e.mu.Unlock()
		return nil
	}
	built := s.built
	e.mu.Unlock()
	if !e.wait(ctx, func() (<-chan struct{}, bool) { return built, isClosed(built) }) {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return s.table
}

// mostWaits is the number of texts that wait for a table at once. Each of them holds a snapshot, so others do not wait.
const mostWaits = 2

// wait waits until done reports true: now, or after its channel was closed. It gives up after Config.Wait, and at once
// if too many wait.
func (e *Engine) wait(ctx context.Context, done func() (<-chan struct{}, bool)) bool {
	select {
	case e.waits <- struct{}{}:
		defer func() { <-e.waits }()
	default:
		_, is := done()
		return is
	}
	limit := time.NewTimer(e.cfg.Wait)
	defer limit.Stop()
	for {
		changed, is := done()
		if is {
			return true
		}
		select {
		case <-changed:
		case <-limit.C:
			return false
		case <-ctx.Done():
			return false
		}
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// building reports whether a table is missing that is built soon.
func (e *Engine) building(key slotKey) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.slots[key]
	return s != nil && (s.queued || s.gone)
}

// Prepare requests the build of a table, so that it is there when an engine in front of this one fails.
func (e *Engine) Prepare(tenant, kind string) {
	if e.kinds[kind] != nil {
		e.table(slotKey{tenant, kind})
	}
}

// drop removes a table.
func (e *Engine) drop(key slotKey, t *table) {
	t.mu.Lock()
	t.gone = true
	t.wakeLocked()
	t.mu.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := e.slots[key]; s != nil && s.table == t {
		e.bytes -= s.bytes
		s.table, s.bytes, s.gone = nil, 0, true
	}
}

// Build builds the table of a tenant's rows of a kind, unless the tenant has too few or too many.
func (e *Engine) Build(ctx context.Context, tenant, kind string) error {
	key := slotKey{tenant, kind}
	k := e.kinds[kind]
	if k == nil {
		return fmt.Errorf("list %s: unknown kind", kind)
	}
	began := time.Now()
	var t *table
	err := pgx.BeginTxFunc(ctx, e.cfg.Pool, snapshot,
		func(tx pgx.Tx) error {
			var rows int64
			if err := tx.QueryRow(ctx, "SELECT count(*) FROM "+k.Name+" WHERE tenant_id = $1", tenant).Scan(&rows); err != nil {
				return fmt.Errorf("count %s: %w", kind, err)
			}
			if rows < int64(e.cfg.MinRows) || rows*leastBytes > e.cfg.MaxBytes {
				return nil
			}
			bytewise, err := sortsBytes(ctx, tx)
			if err == nil {
				t, err = load(ctx, tx, k, tenant, bytewise)
			}
			return err
		})
	e.install(key, t, time.Since(began))
	if err != nil {
		return fmt.Errorf("list %s of %s: %w", kind, tenant, err)
	}
	return nil
}

// install puts a table into its slot and evicts others if necessary.
func (e *Engine) install(key slotKey, t *table, took time.Duration) {
	var bytes int64
	if t != nil {
		if bytes = t.size(); bytes > e.cfg.MaxBytes {
			t = nil
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.slots[key]
	if s == nil {
		s = &slot{}
		e.slots[key] = s
	}
	s.gone = false
	if s.queued {
		s.queued = false
		close(s.built)
	}
	if t == nil {
		s.next = time.Now().Add(e.cfg.Recheck)
		e.dropIdleLocked()
		return
	}
	s.next = time.Now().Add(took * time.Duration(e.cfg.Busy))
	e.bytes += bytes - s.bytes
	t.built, s.table, s.bytes = bytes, t, bytes
	e.Stats.Built.Add(1)
	e.evictLocked(s)
}

// evictLocked removes the least recently used tables until the limit holds, except that of slot s.
func (e *Engine) evictLocked(s *slot) {
	for e.bytes > e.cfg.MaxBytes {
		var oldest *slot
		for _, o := range e.slots {
			if o != s && o.table != nil && (oldest == nil || o.used < oldest.used) {
				oldest = o
			}
		}
		if oldest == nil {
			break
		}
		e.bytes -= oldest.bytes
		oldest.table, oldest.bytes, oldest.next = nil, 0, time.Now().Add(e.cfg.Recheck)
	}
}

const mostSlots = 100_000 // limit of slots without a table

func (e *Engine) dropIdleLocked() {
	if len(e.slots) <= mostSlots {
		return
	}
	for key, s := range e.slots {
		if s.table == nil && !s.queued {
			delete(e.slots, key)
		}
	}
}

const leastBytes = 300 // size of a row with a short name

// size estimates the size of a table in bytes.
func (t *table) size() int64 {
	const str, slice, word = 16, 24, 8
	n := int64(len(t.ids)) * (2*str + 24 + 2*word + 2*slice + int64(len(t.numbers))*word + int64(len(t.names))*str +
		int64(len(t.codes))*2*4 + 64)
	n += int64(len(t.orders)) * int64(len(t.ids)) * 4
	for row := range t.ids {
		n += int64(8 * (len(t.links[row]) + len(t.pairs[row])))
		for i := range t.names {
			n += int64(len(t.names[i][row]))
		}
	}
	if t.index != nil {
		n += t.index.Size()
	}
	for _, r := range t.beside {
		n += r.names.Size()
	}
	for _, p := range t.known.all {
		n += int64(len(p.name)+len(p.value)) + 240
	}
	for i := range t.codes {
		n += int64(len(t.codes[i].values)) * 300
	}
	return n + int64(len(t.tree.values))*400
}

// sortsBytes reports whether the database sorts text by bytes, as Go does.
func sortsBytes(ctx context.Context, db search.DB) (bool, error) {
	sample := []string{"b", "a", "B", "A", "ç", "c", "z", " ", "-", "_", "1", "é", "a b", "ab", "a-b", "東"}
	var theirs string
	if err := db.QueryRow(ctx, "SELECT string_agg(x, '|' ORDER BY x) FROM unnest($1::text[]) AS x", sample).
		Scan(&theirs); err != nil {
		return false, fmt.Errorf("read the sort order of text: %w", err)
	}
	slices.Sort(sample)
	return theirs == strings.Join(sample, "|"), nil
}
