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
	"vitrine/internal/trace"
	"vitrine/internal/wire"
)

const (
	compareRest = 50                     // pause after a comparison of heads, as a multiple of its duration
	rangeLimit  = 256                    // maximum changes of one tenant in a range
	behindLimit = 64                     // maximum tenants that catch up in one round
	roundBudget = 500 * time.Millisecond // the time after which a round leaves the rest to the next
	roundLimit  = 10 * time.Second       // timeout of a round; after it, the session is given up
	busyRate    = 300                    // limit of faster above which writers send no wake-ups
	// Multiples of Config.Poll at that rate: changes go together, and processors are left to others. A poll begins
	// busyPoll after the last one did, and at least minPoll after its changes were sent.
	busyPoll, minPoll = 8, 2
	// Multiple of Config.Awake at that rate: a slow machine has longer gaps between changes.
	busyAwake = 10
	minRetry  = 10 * time.Millisecond
	maxRetry  = 200 * time.Millisecond
)

// Config is what a Relay needs.
type Config struct {
	Conn  *pgx.Conn // the session that holds the lock: every statement of the relay goes through it
	Bus   *Bus
	Stats *Stats
	Log   *slog.Logger

	// Records reads records as readers see them, with SessionSettings. Under low load, a change carries the record that
	// it updated. nil: it does not.
	Records *pgxpool.Pool

	Cursors  map[string]*Cursor // by tenant, as the last term of this process left them; the relay updates the map
	NewEpoch bool               // all tenants began a new epoch with this term
	Began    time.Time          // of the term
	Made     time.Time          // when the worker was made; changes sealed before it are not in Stats.Lag

	Poll       time.Duration // pause between polls under load
	Awake      time.Duration // how long polling goes on after the last change
	Drowsy     time.Duration // pause while a transaction is open that may not send a wake-up
	Asleep     time.Duration // pause otherwise, in case a wake-up is lost
	Checkpoint time.Duration // minimum pause between writes of the cursors
	Compare    time.Duration // minimum pause between comparisons of the cursors with the heads

	Trace *trace.Tracer // records published changes; nil: none

	Planned   func(*Planned, time.Time) // receives every published change and the time, in order; nil: not called
	Published func(wire.Head)           // receives the last published change of a tenant, after Planned; nil: not called
}

// NewRelay makes a relay for one term.
func NewRelay(cfg Config) *Relay {
	return &Relay{cfg: cfg, stats: cfg.Stats, conn: cfg.Conn, bus: cfg.Bus, cursors: cfg.Cursors, began: cfg.Began,
		clock: clock.New(nil, nil)}
}

// A Relay publishes the changes of all tenants, for one term. All its statements use the session that holds the lock,
// so that a relay that has lost the lock can neither read changes nor move the cursors.
type Relay struct {
	cfg        Config
	stats      *Stats
	conn       *pgx.Conn
	bus        *Bus
	snapshot   string             // of the last poll
	expected   map[string]Cursor  // heads that the next poll must reach, after a comparison; nil: there was none
	cursors    map[string]*Cursor // the last change of each tenant that the bus has accepted
	behind     map[string]bool    // tenants that may have changes after their cursor
	dirty      map[string]bool    // tenants with a cursor that is not saved
	compare    time.Time          // when heads are compared next
	saved      time.Time          // when the cursors were last saved
	retryAt    time.Time          // nothing is published before
	retry      time.Duration
	sent       *sending  // what the bus has not answered yet; nil: nothing
	lastChange time.Time // when a change was last found
	load       float64   // recent changes; halves about every Config.Awake
	clock      *clock.Clock

	reading     atomic.Bool    // a record is being read
	failed      bool           // the last record could not be read; only the reading goroutine uses it
	published   publishedHeads // since the last heartbeat
	began       time.Time      // of the term
	alivePolled atomic.Int64   // start of the last successful poll, since began
	polled      atomic.Int64   // end of the last successful poll, since began; 0: there was none
	behindSince atomic.Int64   // since when a known change is unpublished, since began; 0: none is, except in sent
}

// Run publishes changes until ctx is done, which is no error, or the session fails.
//
// Under low load the relay sleeps, and writers send a NOTIFY to wake it. A change is then published 1 to 2 ms after
// its COMMIT, at no cost in between. NOTIFY makes commits queue for a lock of the whole cluster. Under load, the relay
// therefore polls, and writers send none.
func (r *Relay) Run(ctx context.Context) error {
	r.behind, r.dirty = map[string]bool{}, map[string]bool{}
	if err := r.begin(); err != nil {
		return err
	}
	defer r.settle()
	for ctx.Err() == nil {
		began := time.Now()
		if _, err := r.round(wakeup{}); err != nil {
			return err
		}
		if !r.busy() {
			r.settle()
		}
		now := time.Now()
		switch {
		case len(r.behind) > 0 && now.Before(r.retryAt):
			run.Pause(ctx, r.retryAt.Sub(now))
		case len(r.behind) > 0:
		case r.busy() && now.Before(r.lastChange.Add(busyAwake*r.cfg.Awake)):
			r.rest(ctx, max(minPoll*r.cfg.Poll, busyPoll*r.cfg.Poll-now.Sub(began)))
		case r.load > 0 && now.Before(r.lastChange.Add(r.cfg.Awake)):
			run.Pause(ctx, r.cfg.Poll)
		default:
			if err := r.sleep(ctx); err != nil {
				return err
			}
		}
	}
	return r.end()
}

// begin prepares the session.
func (r *Relay) begin() error {
	ctx, cancel := context.WithTimeout(context.Background(), roundLimit)
	defer cancel()
	if _, err := r.conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return fmt.Errorf("listen for wake-ups: %w", err)
	}
	if err := r.setAsleep(false); err != nil {
		return err
	}
	if err := r.clock.Correct(ctx, r.conn); err != nil {
		return err
	}
	err := r.compareHeads(ctx)
	r.cfg.NewEpoch = false // a tenant found from now on is new
	return err
}

// end stops the wake-ups of writers, and saves the cursors for the next leader.
func (r *Relay) end() error {
	r.settle()
	ctx, cancel := context.WithTimeout(context.Background(), roundLimit)
	defer cancel()
	if err := r.setAsleep(false); err != nil {
		return err
	}
	return r.save(ctx)
}

// round polls once, publishes the changes that it found, and reports whether there were any. A wake-up is usually for
// one change.
func (r *Relay) round(w wakeup) (found bool, err error) {
	started := time.Since(r.began)
	snapshot, fresh, more, inlined, err := r.poll(w)
	if err != nil {
		return false, err
	}
	r.alivePolled.Store(int64(started))
	polled := r.since(time.Now())
	r.settle() // before r.polled: heartbeats vouch for the changes of earlier polls
	ctx, cancel := context.WithTimeout(context.Background(), roundLimit)
	defer cancel()
	if more {
		if err := r.compareHeads(ctx); err != nil {
			return false, err
		}
	} else {
		r.snapshot = snapshot
	}
	began := time.Now()
	r.polled.Store(polled)
	if len(fresh)+len(r.behind) > 0 && !r.bus.conn.IsConnected() && !began.Before(r.retryAt) {
		r.bus.ready = false          // the server may restart without its stream
		r.refused(errBusDown, began) // otherwise every round would read all waiting changes
	}
	// Fast path: changes that continue their cursor.
	ready := r.follow(fresh)
	for len(ready) > 0 {
		var front []Change
		front, ready = NextBatch(ready)
		if now := time.Now(); now.Before(r.retryAt) || now.Sub(began) > roundBudget {
			r.postpone(front)
			continue
		}
		planned, err := planChanges(ctx, r.conn, front)
		if err != nil {
			return false, err
		}
		if r.settle(); time.Now().Before(r.retryAt) { // the bus refused the changes before these
			r.postpone(front)
			continue
		}
		r.send(planned, inlined)
	}
	if !r.busy() { // else the bus answers while the next poll is under way
		r.settle()
	}
	r.missed()
	if time.Now().After(r.compare) {
		if err := r.watchHeads(ctx); err != nil {
			return false, err
		}
	}
	// Slow path: tenants that are behind, for any reason.
	if len(r.behind) > 0 {
		r.settle()
		if err := r.catchUp(ctx, began.Add(roundBudget)); err != nil {
			return false, err
		}
	}
	r.noteBehind()
	if len(r.dirty) > 0 && time.Since(r.saved) >= r.cfg.Checkpoint {
		err = r.save(ctx)
	}
	if found = len(fresh) > 0 || more; !found {
		return false, err
	}
	now := time.Now()
	r.load = r.load*math.Exp2(-now.Sub(r.lastChange).Seconds()/r.cfg.Awake.Seconds()) + float64(max(1, len(fresh)))
	r.lastChange = now
	return true, err
}

// busy reports whether changes come so fast that polling is cheaper than wake-ups.
func (r *Relay) busy() bool { return r.faster(busyRate) }

// faster reports whether changes come fast for a rate, in changes a second. load counts a change fully at first, so
// evenly spaced changes reach the limit earlier: at about 200 a second for busyRate, and at 28 for recordRate.
func (r *Relay) faster(rate float64) bool { return r.load > rate*r.cfg.Awake.Seconds() }

// follow returns the changes that continue their tenant's cursor without a gap. The tenants of the others are behind.
func (r *Relay) follow(fresh []Change) []Change {
	if len(fresh) == 0 {
		return nil
	}
	ready := fresh[:0]
	next := map[string]uint64{}
	for _, s := range fresh {
		if s.Epoch == "" {
			continue // the tenant's row of tenant_seq was deleted
		}
		c := r.cursors[s.Tenant]
		if c == nil {
			c = &Cursor{Epoch: s.Epoch} // a new tenant
			r.cursors[s.Tenant] = c
		}
		if next[s.Tenant] == 0 {
			next[s.Tenant] = c.Seq + 1
		}
		switch {
		case r.behind[s.Tenant]:
		case s.Epoch == c.Epoch && s.Seq < next[s.Tenant]: // published before it was polled
		case s.Epoch == c.Epoch && s.Seq == next[s.Tenant]:
			next[s.Tenant]++
			ready = append(ready, s)
		default:
			r.behind[s.Tenant] = true
		}
	}
	return ready
}

// postpone leaves changes to the slow path.
func (r *Relay) postpone(of []Change) {
	r.settle() // what was sent before counts
	for _, s := range of {
		r.behind[s.Tenant] = true
	}
}

// catchUp publishes changes of some of the tenants that are behind, until a time.
func (r *Relay) catchUp(ctx context.Context, until time.Time) error {
	if time.Now().Before(r.retryAt) {
		return nil
	}
	from := make([]Position, 0, behindLimit)
	for tenant := range r.behind {
		c := r.cursors[tenant]
		from = append(from, Position{Tenant: tenant, Epoch: c.Epoch, Seq: c.Seq})
		if len(from) == behindLimit {
			break
		}
	}
	ranges, err := ReadRanges(ctx, r.conn, from, rangeLimit)
	if err != nil {
		return err
	}
	for _, p := range from {
		delete(r.behind, p.Tenant) // unless its range ends before its head
	}
	for first := true; len(ranges) > 0; first = false {
		if now := time.Now(); !first && (now.Before(r.retryAt) || now.After(until)) {
			for i := range ranges {
				r.behind[ranges[i].From.Tenant] = true
			}
			break
		}
		n := batchOf(ranges)
		if err := r.publishRanges(ctx, ranges[:n]); err != nil {
			return err
		}
		ranges = ranges[n:]
	}
	return nil
}

// batchOf is how many of the first ranges are read together: at least one, and as many as fit into rowBudget.
func batchOf(ranges []Range) int {
	n := 0
	for budget := rowBudget; n < len(ranges) && budget > 0; n++ {
		budget -= ranges[n].rows()
	}
	return n
}

// publishRanges publishes the changes of ranges.
func (r *Relay) publishRanges(ctx context.Context, ranges []Range) error {
	for i := range ranges {
		t := &ranges[i]
		switch {
		case t.Epoch == "":
			r.forget(t.From.Tenant)
		case t.Epoch == t.From.Epoch && t.Head < t.From.Seq:
			return r.newEpoch(ctx, t.From.Tenant)
		case t.Restarted():
			r.cfg.Log.Info("tenant began a new epoch", "tenant", t.From.Tenant, "was", t.From.Seq, "is", t.Head)
		}
	}
	ranges = slices.DeleteFunc(ranges, func(t Range) bool { return t.Epoch == "" })
	if err := planRanges(ctx, r.conn, ranges, rangeLimit); err != nil {
		return err
	}
	var planned []Planned
	for i := range ranges {
		t := &ranges[i]
		if t.missing > 0 {
			r.stats.Holes.Add(t.missing)
			r.cfg.Log.Error("change numbers missing; the whole tenant is invalidated",
				"tenant", t.From.Tenant, "after", t.From.Seq, "missing", t.missing)
		}
		planned = append(planned, t.planned...)
	}
	r.publish(planned, nil)
	for i := range ranges {
		if t := &ranges[i]; r.cursors[t.From.Tenant].Seq < t.Head {
			r.behind[t.From.Tenant] = true
		}
	}
	return nil
}

// noteBehind notes whether changes are unpublished, which stops the heartbeat.
func (r *Relay) noteBehind() {
	r.stats.Behind.Store(int64(len(r.behind)))
	if len(r.behind) == 0 {
		r.behindSince.Store(0)
	} else {
		r.behindSince.CompareAndSwap(0, r.since(time.Now()))
	}
}

// since is the time from the begin of the term, by the monotonic clock: a step of the system time makes no old poll
// look recent.
func (r *Relay) since(now time.Time) int64 { return max(1, int64(now.Sub(r.began))) }

// Current reports whether every change is published that was committed more than a moment ago. Heartbeats are sent
// only while it holds.
func (r *Relay) Current(now time.Time) bool {
	at, limit := r.since(now), int64(r.cfg.Asleep+150*time.Millisecond)
	polled, behind := r.polled.Load(), r.behindSince.Load()
	return polled > 0 && at-polled < limit && (behind == 0 || at-behind < limit)
}

// Alive reports whether the session, and with it the lead, existed a moment ago. It depends on when a poll was sent,
// not on when it was answered: an answer may have waited in a buffer while the process was suspended.
func (r *Relay) Alive() bool {
	started := r.alivePolled.Load()
	return started > 0 && time.Since(r.began)-time.Duration(started) < r.cfg.Asleep+150*time.Millisecond
}
