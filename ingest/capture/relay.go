package capture

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/clock"
	"vitrine/internal/run"
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

// Config is what a Relay needs.
type Config struct {
	Conn  *pgx.Conn // the session that holds the lock: every statement of the relay goes through it
	Bus   *Bus
	Stats *Stats
	Log   *slog.Logger

	// Records reads records as readers see them. Under low load, a change carries the record that it updated. nil: it does not.
	Records *pgxpool.Pool

	Cursors  map[string]*Cursor // up to where each tenant was published, as the last term of this process left them; the relay updates it
	NewEpoch bool               // all tenants began a new epoch with this term
	Began    time.Time          // of the term

	Poll       time.Duration // pause between looks at Postgres while changes come fast
	Awake      time.Duration // how long after the last change it keeps looking like that
	Drowsy     time.Duration // pause while a transaction is open that may not send a wake-up
	Asleep     time.Duration // pause otherwise, in case a wake-up is lost
	Checkpoint time.Duration // minimum pause between writes of the cursors
	Compare    time.Duration // minimum pause between comparisons of the cursors with the heads

	Planned   func(*Planned, time.Time) // receives every published change and the time, in order; nil: not called
	Published func(wire.Head)           // receives the last published change of a tenant, after Planned; nil: not called
}

// NewRelay makes a relay for one term.
func NewRelay(cfg Config) *Relay {
	return &Relay{cfg: cfg, stats: cfg.Stats, conn: cfg.Conn, bus: cfg.Bus, cursors: cfg.Cursors, began: cfg.Began}
}

// A Relay follows the changes of all tenants and publishes them. It lives as long as the session that holds the lock: every
// statement goes through that session, so whoever lost the lock can neither read nor move the cursor.
type Relay struct {
	cfg      Config
	stats    *Stats
	conn     *pgx.Conn
	bus      *Bus
	snapshot string             // what the last poll saw
	cursors  map[string]*Cursor // up to where each tenant was published and taken
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

// Run drains until ctx is done, which is no error, or the session fails.
//
// While little happens it sleeps, and writers ring: a change is published a millisecond or two after its COMMIT, and nothing is spent between.
// Ringing makes commits queue for a lock of the whole cluster, so when they come fast the drain asks for silence and looks by itself.
func (d *Relay) Run(ctx context.Context) error {
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
			run.Pause(ctx, d.retryAt.Sub(now))
		case len(d.behind) > 0:
		case d.busy() && now.Before(d.changed.Add(busyAwake*d.cfg.Awake)):
			run.Pause(ctx, busyPoll*d.cfg.Poll)
		case d.load > 0 && now.Before(d.changed.Add(d.cfg.Awake)):
			run.Pause(ctx, d.cfg.Poll)
		default:
			if err := d.sleep(ctx); err != nil {
				return err
			}
		}
	}
	return d.end()
}

// begin makes the session the drain's.
func (d *Relay) begin() error {
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
	d.cfg.NewEpoch = false // tenants that come from now on are new
	return err
}

// end leaves the session so that writers ring no bell nobody hears, and the next leader begins where this one ended.
func (d *Relay) end() error {
	ctx, cancel := context.WithTimeout(context.Background(), roundLimit)
	defer cancel()
	if err := d.setAsleep(false); err != nil {
		return err
	}
	return d.save(ctx)
}

// round looks once at Postgres, publishes what came, and reports whether anything did. A ring is mostly for one change.
func (d *Relay) round(rung ring) (found bool, err error) {
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
		var front []Change
		front, ready = NextBatch(ready)
		if now := time.Now(); now.Before(d.retryAt) || now.Sub(began) > roundBudget {
			d.lag(front)
			continue
		}
		planned, err := planChanges(ctx, d.conn, front)
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
func (d *Relay) busy() bool { return d.faster(busyRate) }

// faster reports whether more changes come than so many a second.
func (d *Relay) faster(rate float64) bool { return d.load > rate*d.cfg.Awake.Seconds() }

// follow picks the changes that continue their tenant's cursor without a hole. Tenants of the others are behind.
func (d *Relay) follow(fresh []Change) []Change {
	if len(fresh) == 0 {
		return nil
	}
	ready := fresh[:0]
	next := map[string]uint64{}
	for _, s := range fresh {
		if s.Epoch == "" {
			continue // somebody deleted the tenant's row of tenant_seq
		}
		c := d.cursors[s.Tenant]
		if c == nil {
			c = &Cursor{Epoch: s.Epoch} // a new tenant
			d.cursors[s.Tenant] = c
		}
		if next[s.Tenant] == 0 {
			next[s.Tenant] = c.Seq + 1
		}
		switch {
		case d.behind[s.Tenant]:
		case s.Epoch == c.Epoch && s.Seq < next[s.Tenant]: // published before it was polled
		case s.Epoch == c.Epoch && s.Seq == next[s.Tenant]:
			next[s.Tenant]++
			ready = append(ready, s)
		default:
			d.behind[s.Tenant] = true
		}
	}
	return ready
}

// lag leaves changes for later.
func (d *Relay) lag(of []Change) {
	for _, s := range of {
		d.behind[s.Tenant] = true
	}
}

// catchUp reads on, properly, for some of the tenants that are behind, until a time.
func (d *Relay) catchUp(ctx context.Context, until time.Time) error {
	if time.Now().Before(d.retryAt) {
		return nil
	}
	from := make([]Position, 0, behindLimit)
	for tenant := range d.behind {
		c := d.cursors[tenant]
		from = append(from, Position{Tenant: tenant, Epoch: c.Epoch, Seq: c.Seq})
		if len(from) == behindLimit {
			break
		}
	}
	trails, err := ReadRanges(ctx, d.conn, from, aheadLimit)
	if err != nil {
		return err
	}
	for _, p := range from {
		delete(d.behind, p.Tenant) // until shown otherwise
	}
	for first := true; len(trails) > 0; first = false {
		if now := time.Now(); !first && (now.Before(d.retryAt) || now.After(until)) {
			for i := range trails {
				d.behind[trails[i].From.Tenant] = true
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
func share(trails []Range) int {
	n := 0
	for budget := rowBudget; n < len(trails) && budget > 0; n++ {
		budget -= trails[n].rows()
	}
	return n
}

// pursue publishes what some trails lead through.
func (d *Relay) pursue(ctx context.Context, trails []Range) error {
	for i := range trails {
		t := &trails[i]
		switch {
		case t.Epoch == "":
			d.forget(t.From.Tenant)
		case t.Epoch == t.From.Epoch && t.Head < t.From.Seq:
			return d.newEpoch(ctx, t.From.Tenant)
		case t.Restarted():
			d.cfg.Log.Info("a tenant's changes are of a new epoch", "tenant", t.From.Tenant, "was", t.From.Seq, "is", t.Head)
		}
	}
	trails = slices.DeleteFunc(trails, func(t Range) bool { return t.Epoch == "" })
	if err := planRanges(ctx, d.conn, trails, aheadLimit); err != nil {
		return err
	}
	var planned []Planned
	for i := range trails {
		t := &trails[i]
		if t.missing > 0 {
			d.stats.Holes.Add(t.missing)
			d.cfg.Log.Error("changes are missing: the whole tenant is refreshed", "tenant", t.From.Tenant, "after", t.From.Seq, "missing", t.missing)
		}
		planned = append(planned, t.planned...)
	}
	d.publish(ctx, planned, nil)
	for i := range trails {
		if t := &trails[i]; d.cursors[t.From.Tenant].Seq < t.Head {
			d.behind[t.From.Tenant] = true
		}
	}
	return nil
}

// publish sends steps, ordered by tenant, and moves the cursors of what was taken. Tenants of the rest are behind. What a single step shows goes with it.
func (d *Relay) publish(ctx context.Context, planned []Planned, shown *wire.Inlined) {
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
		c.Epoch, c.Seq = m.Epoch, m.Seq
		d.dirty[m.Tenant] = true
		h := wire.Head{Tenant: m.Tenant, Epoch: m.Epoch, Seq: m.Seq}
		d.told.add(h)
		moved = append(moved, h)
		d.stats.Messages.Add(1)
		d.stats.Lag.add(max(0, now.Add(d.skew).Sub(m.At)))
	}
	for i := range planned {
		s := &planned[i]
		if s.Seq > d.cursors[s.Tenant].Seq {
			continue
		}
		d.stats.Changes.Add(1)
		if d.cfg.Planned != nil {
			d.cfg.Planned(s, now)
		}
	}
	if d.cfg.Published != nil { // after Planned
		for _, h := range moved {
			d.cfg.Published(h)
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
func (d *Relay) refused(err error, now time.Time) {
	if d.retry == 0 {
		d.cfg.Log.Warn("the bus does not take changes; gateways read them from Postgres until it does", "err", err)
	}
	d.retry = min(max(2*d.retry, retryFirst), retryLast)
	d.retryAt = now.Add(d.retry)
}

// note keeps what the heartbeat judges by.
func (d *Relay) note() {
	d.stats.Behind.Store(int64(len(d.behind)))
	if len(d.behind) == 0 {
		d.behindSince.Store(0)
	} else {
		d.behindSince.CompareAndSwap(0, time.Now().UnixNano())
	}
}

// Current reports whether everything that was committed a moment ago is published. A gateway that hears the heartbeat relies on it.
func (d *Relay) Current(now time.Time) bool {
	limit := d.cfg.Asleep + 150*time.Millisecond
	since := d.behindSince.Load()
	return now.UnixNano()-d.polled.Load() < int64(limit) && (since == 0 || now.UnixNano()-since < int64(limit))
}

// Alive reports whether the session, and the lead with it, was there a moment ago: asked, not answered, for an answer may have waited in a buffer while
// the process stood still.
func (d *Relay) Alive() bool {
	asked := d.asked.Load()
	return asked > 0 && time.Since(d.began)-time.Duration(asked) < d.cfg.Asleep+150*time.Millisecond
}
