package ingest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/clock"
	"vitrine/internal/wire"
)

const (
	compareCost = 50                     // heads are compared so many times as seldom as it takes long
	aheadLimit  = 256                    // changes of one tenant that are caught up with at once
	behindLimit = 64                     // tenants that are caught up with at once
	roundBudget = 500 * time.Millisecond // after which a round leaves the rest to the next
	roundLimit  = 10 * time.Second       // the most one round may take; a session that is slower is given up
	busyRate    = 300                    // changes a second above which writers are asked not to ring, and
	busyPoll    = 8                      // Postgres is looked at so many times as seldom: changes go together, and leave processors to others
	busyAwake   = 10                     // and it stays awake so many times as long: where all are slow, a while without a change is no end of them
	retryFirst  = 10 * time.Millisecond
	retryLast   = 200 * time.Millisecond
)

// A drain follows the changes of all tenants and publishes them. It lives as long as the session that holds the lock: every
// statement goes through that session, so whoever lost the lock can neither read nor move the cursor.
type drain struct {
	cfg   Config
	stats *Stats
	conn  *pgx.Conn
	bus   *bus
	desk  *desk           // what was published is left there; nil: nowhere
	moved func(wire.Head) // told of tenants whose changes were published, and up to where

	renewed  bool               // the epoch began with this term
	snapshot string             // what the last poll saw
	cursors  map[string]*cursor // up to where each tenant was published and taken
	behind   map[string]bool    // tenants that may have changes after their cursor
	dirty    map[string]bool    // tenants whose cursor is not saved
	compare  time.Time          // when heads are to be compared again
	saved    time.Time          // when the cursor was last saved
	retryAt  time.Time          // the bus is left alone until then
	retry    time.Duration
	changed  time.Time     // when a change last came
	load     float64       // changes of late: it halves about every Config.Awake
	skew     time.Duration // Postgres's clock less ours

	reading     atomic.Bool  // a record is being read beside a poll
	unread      bool         // the last could not be; of whoever reads
	told        told         // what was published since the last heartbeat
	began       time.Time    // of the term
	asked       atomic.Int64 // when the last look at Postgres that succeeded was begun, since began
	polled      atomic.Int64 // Unix nanoseconds: when a look at Postgres last succeeded
	behindSince atomic.Int64 // since when something is known and not published; 0 if nothing is
}

// told remembers up to where tenants were published since the last heartbeat, which is made beside the drain.
type told struct {
	mu    sync.Mutex
	heads map[string]wire.Head
}

func (t *told) add(h wire.Head) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.heads == nil {
		t.heads = map[string]wire.Head{}
	}
	t.heads[h.Tenant] = h
}

// take lists what was added, and forgets it.
func (t *told) take() []wire.Head {
	t.mu.Lock()
	defer t.mu.Unlock()
	heads := make([]wire.Head, 0, len(t.heads))
	for _, h := range t.heads {
		heads = append(heads, h)
	}
	t.heads = nil
	return heads
}

// A cursor is the last change of a tenant that the bus has taken.
type cursor struct {
	epoch string
	n     uint64
}

// run drains until ctx is done, which is no error, or the session fails.
//
// While little happens it sleeps, and writers ring: a change is published a millisecond or two after its COMMIT, and nothing is spent between.
// Ringing makes commits queue for a lock of the whole cluster, so when they come fast the drain asks for silence and looks by itself.
func (d *drain) run(ctx context.Context) error {
	d.behind, d.dirty = map[string]bool{}, map[string]bool{}
	if err := d.begin(); err != nil {
		return err
	}
	for ctx.Err() == nil {
		if _, err := d.round(ring{}); err != nil {
			return err
		}
		now := time.Now()
		switch {
		case len(d.behind) > 0 && now.Before(d.retryAt):
			pause(ctx, d.retryAt.Sub(now))
		case len(d.behind) > 0:
		case d.busy() && now.Before(d.changed.Add(busyAwake*d.cfg.Awake)):
			pause(ctx, busyPoll*d.cfg.Poll)
		case d.load > 0 && now.Before(d.changed.Add(d.cfg.Awake)):
			pause(ctx, d.cfg.Poll)
		default:
			if err := d.sleep(ctx); err != nil {
				return err
			}
		}
	}
	return d.end()
}

// begin makes the session the drain's.
func (d *drain) begin() error {
	ctx, cancel := context.WithTimeout(context.Background(), roundLimit)
	defer cancel()
	if _, err := d.conn.Exec(ctx, "LISTEN "+doorbell); err != nil {
		return fmt.Errorf("listen for the doorbell: %w", err)
	}
	if err := d.setAsleep(false); err != nil {
		return err
	}
	var err error
	if d.skew, err = clock.Offset(ctx, d.conn, time.Now); err != nil {
		return err
	}
	err = d.compareHeads(ctx)
	d.renewed = false // tenants that come from now on are new
	return err
}

// end leaves the session so that writers ring no bell nobody hears, and the next leader begins where this one ended.
func (d *drain) end() error {
	ctx, cancel := context.WithTimeout(context.Background(), roundLimit)
	defer cancel()
	if err := d.setAsleep(false); err != nil {
		return err
	}
	return d.save(ctx)
}

// round looks once at Postgres, publishes what came, and reports whether anything did. A ring is mostly for one change.
func (d *drain) round(rung ring) (found bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), roundLimit)
	defer cancel()
	asked := time.Since(d.began)
	snapshot, fresh, more, shown, err := d.look(ctx, rung)
	if err != nil {
		return false, err
	}
	d.asked.Store(int64(asked))
	if more || time.Now().After(d.compare) {
		if err := d.compareHeads(ctx); err != nil {
			return false, err
		}
	} else {
		d.snapshot = snapshot
	}
	began := time.Now()
	d.polled.Store(began.UnixNano())
	if len(fresh)+len(d.behind) > 0 && !d.bus.conn.IsConnected() && !began.Before(d.retryAt) {
		d.bus.ready = false          // it may come back without its stream
		d.refused(errBusDown, began) // before more is read, all of what waits, again and again
	}
	// Fast path: changes that follow the cursor at once.
	ready := d.follow(fresh)
	for len(ready) > 0 {
		var front []sealed
		front, ready = piece(ready)
		if now := time.Now(); now.Before(d.retryAt) || now.Sub(began) > roundBudget {
			d.lag(front)
			continue
		}
		planned, err := steps(ctx, d.conn, front)
		if err != nil {
			return false, err
		}
		d.publish(ctx, planned, shown)
	}
	// Slow path: tenants that are behind, for whatever reason.
	if len(d.behind) > 0 {
		if err := d.catchUp(ctx, began.Add(roundBudget)); err != nil {
			return false, err
		}
	}
	d.note()
	if len(d.dirty) > 0 && time.Since(d.saved) >= d.cfg.Checkpoint {
		err = d.save(ctx)
	}
	if found = len(fresh) > 0 || more; !found {
		return false, err
	}
	now := time.Now()
	d.load = d.load*math.Exp2(-now.Sub(d.changed).Seconds()/d.cfg.Awake.Seconds()) + float64(max(1, len(fresh)))
	d.changed = now
	return true, err
}

// busy reports whether changes come so fast that it is better to look for them than to be called.
func (d *drain) busy() bool { return d.faster(busyRate) }

// faster reports whether more changes come than so many a second.
func (d *drain) faster(rate float64) bool { return d.load > rate*d.cfg.Awake.Seconds() }

// follow picks the changes that continue their tenant's cursor without a hole. Tenants of the others are behind.
func (d *drain) follow(fresh []sealed) []sealed {
	if len(fresh) == 0 {
		return nil
	}
	ready := fresh[:0]
	next := map[string]uint64{}
	for _, s := range fresh {
		if s.epoch == "" {
			continue // somebody deleted the tenant's row of tenant_seq
		}
		c := d.cursors[s.tenant]
		if c == nil {
			c = &cursor{epoch: s.epoch} // a new tenant
			d.cursors[s.tenant] = c
		}
		if next[s.tenant] == 0 {
			next[s.tenant] = c.n + 1
		}
		switch {
		case d.behind[s.tenant]:
		case s.epoch == c.epoch && s.seq < next[s.tenant]: // published before it was polled
		case s.epoch == c.epoch && s.seq == next[s.tenant]:
			next[s.tenant]++
			ready = append(ready, s)
		default:
			d.behind[s.tenant] = true
		}
	}
	return ready
}

// lag leaves changes for later.
func (d *drain) lag(of []sealed) {
	for _, s := range of {
		d.behind[s.tenant] = true
	}
}

// catchUp reads on, properly, for some of the tenants that are behind, until a time.
func (d *drain) catchUp(ctx context.Context, until time.Time) error {
	if time.Now().Before(d.retryAt) {
		return nil
	}
	from := make([]Position, 0, behindLimit)
	for tenant := range d.behind {
		c := d.cursors[tenant]
		from = append(from, Position{Tenant: tenant, Epoch: c.epoch, Seq: c.n})
		if len(from) == behindLimit {
			break
		}
	}
	trails, err := ahead(ctx, d.conn, from, aheadLimit)
	if err != nil {
		return err
	}
	for _, p := range from {
		delete(d.behind, p.Tenant) // until shown otherwise
	}
	for first := true; len(trails) > 0; first = false {
		if now := time.Now(); !first && (now.Before(d.retryAt) || now.After(until)) {
			for i := range trails {
				d.behind[trails[i].from.Tenant] = true
			}
			break
		}
		n := share(trails)
		if err := d.pursue(ctx, trails[:n]); err != nil {
			return err
		}
		trails = trails[n:]
	}
	return nil
}

// share is how many of the first trails are read together: as many as have few rows, and one at least.
func share(trails []trail) int {
	n := 0
	for budget := rowBudget; n < len(trails) && budget > 0; n++ {
		budget -= trails[n].rows()
	}
	return n
}

// pursue publishes what some trails lead through.
func (d *drain) pursue(ctx context.Context, trails []trail) error {
	for i := range trails {
		t := &trails[i]
		switch {
		case t.epoch == "":
			d.forget(t.from.Tenant)
		case t.epoch == t.from.Epoch && t.head < t.from.Seq:
			return d.newEpoch(ctx, t.from.Tenant)
		case t.restarted():
			d.cfg.Log.Info("a tenant's changes are of a new epoch", "tenant", t.from.Tenant, "was", t.from.Seq, "is", t.head)
		}
	}
	trails = slices.DeleteFunc(trails, func(t trail) bool { return t.epoch == "" })
	if err := plan(ctx, d.conn, trails, aheadLimit); err != nil {
		return err
	}
	var planned []step
	for i := range trails {
		t := &trails[i]
		if t.missing > 0 {
			d.stats.Holes.Add(t.missing)
			d.cfg.Log.Error("changes are missing: the whole tenant is refreshed", "tenant", t.from.Tenant, "after", t.from.Seq, "missing", t.missing)
		}
		planned = append(planned, t.planned...)
	}
	d.publish(ctx, planned, nil)
	for i := range trails {
		if t := &trails[i]; d.cursors[t.from.Tenant].n < t.head {
			d.behind[t.from.Tenant] = true
		}
	}
	return nil
}

// publish sends steps, ordered by tenant, and moves the cursors of what was taken. Tenants of the rest are behind. What a single step shows goes with it.
func (d *drain) publish(ctx context.Context, planned []step, shown *wire.Inlined) {
	msgs := merge(nil, planned)
	if len(msgs) == 1 {
		msgs[0].Inlined = shown
	}
	taken, err := d.bus.publish(ctx, msgs)
	now := time.Now()
	moved := make([]wire.Head, 0, len(msgs))
	for i, m := range msgs {
		if !taken[i] || d.behind[m.Tenant] { // nothing counts as taken after one that was not
			d.behind[m.Tenant] = true
			d.stats.Retried.Add(1)
			continue
		}
		c := d.cursors[m.Tenant]
		c.epoch, c.n = m.Epoch, m.Seq
		d.dirty[m.Tenant] = true
		h := wire.Head{Tenant: m.Tenant, Epoch: m.Epoch, Seq: m.Seq}
		d.told.add(h)
		moved = append(moved, h)
		d.stats.Messages.Add(1)
		d.stats.Lag.add(max(0, now.Add(d.skew).Sub(m.At)))
	}
	for i := range planned {
		s := &planned[i]
		if s.seq > d.cursors[s.tenant].n {
			continue
		}
		d.stats.Changes.Add(1)
		if d.desk != nil {
			d.desk.leave(s, now)
		}
	}
	if d.moved != nil { // once what they come for lies on the desk
		for _, h := range moved {
			d.moved(h)
		}
	}
	if err != nil {
		d.refused(err, now)
		return
	}
	if d.retry > 0 {
		d.cfg.Log.Info("the bus takes changes again")
	}
	d.retry = 0
}

// refused leaves the bus alone for a while, longer each time.
func (d *drain) refused(err error, now time.Time) {
	if d.retry == 0 {
		d.cfg.Log.Warn("the bus does not take changes; gateways read them from Postgres until it does", "err", err)
	}
	d.retry = min(max(2*d.retry, retryFirst), retryLast)
	d.retryAt = now.Add(d.retry)
}

// note keeps what the heartbeat judges by.
func (d *drain) note() {
	d.stats.Behind.Store(int64(len(d.behind)))
	if len(d.behind) == 0 {
		d.behindSince.Store(0)
	} else {
		d.behindSince.CompareAndSwap(0, time.Now().UnixNano())
	}
}

// current reports whether everything that was committed a moment ago is published. A gateway that hears the heartbeat relies on it.
func (d *drain) current(now time.Time) bool {
	limit := d.cfg.Asleep + 150*time.Millisecond
	since := d.behindSince.Load()
	return now.UnixNano()-d.polled.Load() < int64(limit) && (since == 0 || now.UnixNano()-since < int64(limit))
}

// alive reports whether the session, and the lead with it, was there a moment ago: asked, not answered, for an answer may have waited in a buffer while
// the process stood still.
func (d *drain) alive() bool {
	asked := d.asked.Load()
	return asked > 0 && time.Since(d.began)-time.Duration(asked) < d.cfg.Asleep+150*time.Millisecond
}

// compareHeads compares where every tenant stands with where the cursor is. It is how a drain begins, how it ends any doubt, and how it
// learns of a new epoch, which is no change.
func (d *drain) compareHeads(ctx context.Context) error {
	began, first := time.Now(), d.compare.IsZero()
	rows, err := d.conn.Query(ctx, `
SELECT pg_current_snapshot()::text, x.*
FROM (VALUES (1)) AS always
LEFT JOIN (
  SELECT s.tenant_id, s.epoch::text, s.n, c.epoch::text, c.n
  FROM tenant_seq s
  LEFT JOIN drain_cursor c ON c.tenant_id = s.tenant_id
  WHERE $1 OR (s.epoch, s.n) IS DISTINCT FROM (c.epoch, c.n)
) x ON true`, first)
	if err != nil {
		return fmt.Errorf("compare heads: %w", err)
	}
	var tenant, epoch, savedEpoch *string
	var n, saved *uint64
	var back string
	there := make(map[string]bool, len(d.cursors))
	_, err = pgx.ForEachRow(rows, []any{&d.snapshot, &tenant, &epoch, &n, &savedEpoch, &saved}, func() error {
		if tenant == nil {
			return nil
		}
		there[*tenant] = true
		c := d.cursors[*tenant]
		switch {
		case c == nil && saved == nil && d.renewed: // nobody was told that the numbers begin anew
			c = &cursor{epoch: "unknown"}
		case c == nil && saved == nil:
			c = &cursor{epoch: *epoch}
		case c == nil, saved != nil && *epoch == *savedEpoch && (c.epoch != *epoch || c.n < *saved): // another worker led before us
			c = &cursor{*savedEpoch, *saved}
		}
		d.cursors[*tenant] = c
		if c.epoch == *epoch && c.n > *n {
			back = *tenant
		}
		if c.epoch != *epoch || c.n != *n {
			d.behind[*tenant] = true
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("compare heads: %w", err)
	}
	for tenant := range d.cursors {
		if first && !there[tenant] {
			d.forget(tenant)
		}
	}
	d.compare = time.Now().Add(max(d.cfg.compare, compareCost*time.Since(began)))
	if back != "" {
		return d.newEpoch(ctx, back)
	}
	return nil
}

// forget drops a tenant that is gone.
func (d *drain) forget(tenant string) {
	delete(d.cursors, tenant)
	delete(d.behind, tenant)
	delete(d.dirty, tenant)
}

// save writes the cursors that moved, and does not wait for the disk. A crash before it, of ours or of Postgres, publishes changes again, and receivers drop
// them.
func (d *drain) save(ctx context.Context) error {
	if len(d.dirty) == 0 {
		return nil
	}
	tenants, epochs, ns := make([]string, 0, len(d.dirty)), make([]string, 0, len(d.dirty)), make([]int64, 0, len(d.dirty))
	for tenant := range d.dirty {
		c := d.cursors[tenant]
		tenants, epochs, ns = append(tenants, tenant), append(epochs, c.epoch), append(ns, int64(c.n))
	}
	_, err := d.conn.Exec(ctx, `
INSERT INTO drain_cursor (tenant_id, epoch, n)
SELECT w.tenant_id, w.epoch::uuid, w.n
FROM unnest($1::text[], $2::text[], $3::bigint[]) AS w(tenant_id, epoch, n)
JOIN tenant_seq s ON s.tenant_id = w.tenant_id
CROSS JOIN (SELECT set_config('synchronous_commit', 'off', true)) AS soon
ON CONFLICT (tenant_id) DO UPDATE SET epoch = excluded.epoch, n = excluded.n`, tenants, epochs, ns)
	if err != nil {
		return fmt.Errorf("save the cursor: %w", err)
	}
	clear(d.dirty)
	d.saved = time.Now()
	d.stats.Checkpoints.Add(1)
	return nil
}
