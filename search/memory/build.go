package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/run"
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
	text   bool          // a text requested the build
	few    bool          // the last build was left out: no text requested it, and there are few rows
	behind bool          // has to catch up in the background, perhaps once more
	rested time.Time     // no catching up in the background before: the last time failed
	gone   bool          // the table was dropped, and is built again
	built  chan struct{} // closed when the build that is queued has ended

	inQueue  bool          // waits for a goroutine to catch up
	catching chan struct{} // closed when the table no longer catches up in the background; nil: it does not
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
	for range followers {
		e.done.Go(func() { e.runBehind(ctx) })
	}
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

// fewRows is the number of rows below which Postgres lists as fast as a table. The first text builds a table of so few
// rows, in milliseconds; lists alone do not, because they gain nothing. At the start, such tables are built as well,
// unless there are more than mostFew: they would delay the gateway.
const (
	fewRows = 1000
	mostFew = 100
)

// Load builds the tables of all tenants, the smallest first, until the next one would exceed MaxBytes. A gateway that
// calls it before it is ready answers its first searches from memory.
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
		return cmp.Or(cmp.Compare(a.rows, b.rows), strings.Compare(a.key.tenant, b.key.tenant),
			strings.Compare(a.key.kind, b.key.kind))
	})
	small := slices.IndexFunc(all, func(s size) bool { return s.rows >= fewRows })
	if small < 0 {
		small = len(all)
	}
	if small > mostFew {
		all = all[small:]
	}
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
			if err := e.build(ctx, key, e.least(key)); err != nil && ctx.Err() == nil {
				e.cfg.Log.Warn("list not built in memory; Postgres answers", "tenant", key.tenant, "kind", key.kind, "err", err)
			}
		}
	}
}

// least returns the number of rows from which a requested table is built.
func (e *Engine) least(key slotKey) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := e.slots[key]; s != nil && s.text {
		return e.cfg.MinRows
	}
	return max(e.cfg.MinRows, fewRows)
}

// table returns a table, and requests its build if there is none. text reports whether the query has a text.
func (e *Engine) table(key slotKey, text bool) *table {
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
	e.requestLocked(key, s, text)
	return nil
}

// requestLocked requests the build of a missing table.
func (e *Engine) requestLocked(key slotKey, s *slot, text bool) {
	s.text = s.text || text
	if !s.queued && e.stop != nil && (time.Now().After(s.next) || text && s.few) {
		select {
		case e.queue <- key:
			s.queued, s.built = true, make(chan struct{})
		default: // the queue is full; the next query tries again
		}
	}
}

// renew requests the build of a table that was dropped, so that the next query finds it. Until a query uses it, it is
// not brought up to date.
func (e *Engine) renew(key slotKey) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := e.slots[key]; s != nil && s.gone && s.table == nil {
		e.requestLocked(key, s, true)
	}
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
	return s != nil && (s.queued || s.gone || s.text && s.few)
}

// Prepare requests the build of a table, so that it is there when an engine in front of this one fails.
func (e *Engine) Prepare(tenant, kind string) {
	if e.kinds[kind] != nil {
		e.table(slotKey{tenant, kind}, true)
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
	if e.kinds[kind] == nil {
		return fmt.Errorf("list %s: unknown kind", kind)
	}
	return e.build(ctx, slotKey{tenant, kind}, e.cfg.MinRows)
}

// build builds a table of at least some number of rows.
func (e *Engine) build(ctx context.Context, key slotKey, least int) error {
	k := e.kinds[key.kind]
	began := time.Now()
	var t *table
	few := false
	read := func(tx pgx.Tx) error {
		var rows int64
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM "+k.Name+" WHERE tenant_id = $1", key.tenant).
			Scan(&rows); err != nil {
			return fmt.Errorf("count %s: %w", key.kind, err)
		}
		few = rows < int64(least) && rows >= int64(e.cfg.MinRows)
		if rows < int64(least) || rows*leastBytes > e.cfg.MaxBytes {
			return nil
		}
		bytewise, err := sortsBytes(ctx, tx)
		if err == nil {
			t, err = load(ctx, tx, k, key.tenant, bytewise)
		}
		return err
	}
	err := run.Safely(func() error { return pgx.BeginTxFunc(ctx, e.cfg.Pool, snapshot, read) })
	e.install(key, t, few, time.Since(began))
	if err != nil {
		return fmt.Errorf("list %s of %s: %w", key.kind, key.tenant, err)
	}
	return nil
}

// install puts a table into its slot and evicts others if necessary. few reports whether it was left out.
func (e *Engine) install(key slotKey, t *table, few bool, took time.Duration) {
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
	s.gone, s.few = false, few
	s.text = s.text && t == nil
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

const (
	leastBytes = 300      // size of a row with a short name
	tableBytes = 16 << 10 // size of a table without rows
	editBytes  = 300      // size of an edit that a table remembers
)

// size estimates the size of a table in bytes.
func (t *table) size() int64 {
	const str, slice, word = 16, 24, 8
	n := tableBytes + int64(len(t.ids))*(2*str+24+2*word+2*slice+int64(len(t.numbers))*word+int64(len(t.names))*str+
		int64(len(t.codes))*3*4+64)
	n += int64(len(t.orders))*int64(len(t.ids))*4 + int64(t.edits.rows)*editBytes
	for row := range t.ids {
		n += int64(12*len(t.links[row]) + 8*len(t.pairs[row]))
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
