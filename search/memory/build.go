package memory

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/search"
)

type slotKey struct{ tenant, kind string }

// A slot is what is known of one tenant's rows of a kind: their table, or when to think of one again.
type slot struct {
	table *table
	bytes int64
	used  int64     // see Engine.clock
	next  time.Time // not before this is it read, or looked at, again
	asked bool      // it waits to be read
}

// Start lets tables be read, in the background, once they are asked for.
func (e *Engine) Start() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.stop != nil {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	e.stop, e.done = stop, make(chan struct{})
	go e.run(ctx, e.done)
}

// Stop waits for a table that is being read. What is held is held on.
func (e *Engine) Stop() {
	e.mu.Lock()
	stop, done := e.stop, e.done
	e.mu.Unlock()
	if stop != nil {
		stop()
		<-done
	}
}

func (e *Engine) run(ctx context.Context, done chan struct{}) {
	defer close(done)
	for {
		select {
		case <-ctx.Done():
			return
		case key := <-e.wanted:
			if err := e.Build(ctx, key.tenant, key.kind); err != nil && ctx.Err() == nil {
				e.cfg.Log.Warn("list not held in memory; Postgres answers", "tenant", key.tenant, "kind", key.kind, "err", err)
			}
		}
	}
}

// table finds a table; where there is none, it is asked for.
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
	if s.table != nil {
		return s.table
	}
	if !s.asked && e.stop != nil && time.Now().After(s.next) {
		select {
		case e.wanted <- key:
			s.asked = true
		default: // many wait; the next query asks again
		}
	}
	return nil
}

// drop gives up a table that is of no use any more.
func (e *Engine) drop(key slotKey, t *table) {
	t.mu.Lock()
	t.gone = true
	t.mu.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := e.slots[key]; s != nil && s.table == t {
		e.bytes -= s.bytes
		s.table, s.bytes = nil, 0
	}
}

// Build reads a tenant's rows of a kind, if there are enough of them and not too many.
func (e *Engine) Build(ctx context.Context, tenant, kind string) error {
	key := slotKey{tenant, kind}
	k := e.kinds[kind]
	if k == nil {
		return fmt.Errorf("list %s: no such kind", kind)
	}
	began := time.Now()
	var t *table
	err := pgx.BeginTxFunc(ctx, e.cfg.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
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

// install puts a table in its slot, and makes room for it.
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
	s.asked = false
	if t == nil {
		s.next = time.Now().Add(e.cfg.Recheck)
		e.forgetLocked()
		return
	}
	s.next = time.Now().Add(took * time.Duration(e.cfg.Busy))
	e.bytes += bytes - s.bytes
	t.built, s.table, s.bytes = bytes, t, bytes
	e.Stats.Built.Add(1)
	e.evictLocked(s)
}

// evictLocked makes room by giving up the tables that were asked least lately, but not that of one slot.
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

const mostSlots = 100_000 // tenants without a table that are remembered

func (e *Engine) forgetLocked() {
	if len(e.slots) <= mostSlots {
		return
	}
	for key, s := range e.slots {
		if s.table == nil && !s.asked {
			delete(e.slots, key)
		}
	}
}

const leastBytes = 300 // that a row costs, with little but its name

// size is about what a table holds, in bytes.
func (t *table) size() int64 {
	const str, slice, word = 16, 24, 8
	n := int64(len(t.ids)) * (2*str + 24 + 2*word + str + 3*slice + int64(len(t.numbers))*word + int64(len(t.names))*str + int64(len(t.codes))*2*4 + 64)
	n += int64(len(t.orders)) * int64(len(t.ids)) * 4
	for row := range t.ids {
		n += int64(len(t.words[row]) + 4*(len(t.rowLex[row])+2*len(t.links[row])+2*len(t.pairs[row])) + 8*len(t.rowLex[row]))
		for i := range t.names {
			n += int64(len(t.names[i][row]))
		}
	}
	for _, w := range t.lex.words {
		n += int64(2*len(w)) + 80
	}
	for _, p := range t.known.all {
		n += int64(len(p.name)+len(p.value)) + 240
	}
	for i := range t.codes {
		n += int64(len(t.codes[i].values)) * 300
	}
	return n + int64(len(t.tree.values))*400
}

// sortsBytes reports whether the database sorts text by its bytes, as Go does.
func sortsBytes(ctx context.Context, db search.DB) (bool, error) {
	sample := []string{"b", "a", "B", "A", "ç", "c", "z", " ", "-", "_", "1", "é", "a b", "ab", "a-b", "東"}
	var theirs string
	if err := db.QueryRow(ctx, "SELECT string_agg(x, '|' ORDER BY x) FROM unnest($1::text[]) AS x", sample).Scan(&theirs); err != nil {
		return false, fmt.Errorf("ask how text is sorted: %w", err)
	}
	slices.Sort(sample)
	return theirs == strings.Join(sample, "|"), nil
}
