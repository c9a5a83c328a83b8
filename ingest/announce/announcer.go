package announce

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/ingest/capture"
	"vitrine/internal/clock"
	"vitrine/internal/run"
	"vitrine/internal/trace"
	"vitrine/internal/wire"
)

const (
	batchTenants = 64                    // maximum tenants of one round
	rangeLimit   = 200                   // maximum changes of one tenant in a round
	compareEvery = 5 * time.Second       // how often heads are compared with the announcement cursors
	minPause     = 3 * time.Millisecond  // minimum pause after a round with changes; else three times its duration
	maxPause     = 25 * time.Millisecond // maximum pause between rounds
	keepFor      = 24 * time.Hour        // how long announcements are kept for subscribers that resume
	keepMost     = 20_000                // maximum announcements kept of a tenant
	membersEvery = time.Second           // pause between publications of the members
	roundLimit   = 10 * time.Second      // timeout of a round
	appliedEvery = time.Millisecond      // the first pause between two looks of Applied; it doubles up to maxPause
	retryMin     = 10 * time.Millisecond
	retryMax     = time.Second
)

// errNotLeading means that another worker leads now.
var errNotLeading = errors.New("another worker leads")

// An Announcer writes announcements of the changes that every gateway has applied. Its only state in memory are the
// cursors of tenants. The changes to announce are read from Postgres, unless they are buffered. Streams and webhooks
// read the written announcements, so that no subscriber is notified earlier.
type Announcer struct {
	cfg     Config
	buffer  *buffer
	stats   *Stats
	members *members
	follow  *followers
	wake    run.Wake // a change was published
	posts   run.Wake // announcements were written

	mu      sync.Mutex
	waiting map[string]wire.Head // tenants with unannounced changes, and the last published one

	cursors map[string]capture.Cursor // the last announced or proposed change of each tenant; nil until they are read
	columns map[string]map[string]bool
	clock   *clock.Clock
	count   uint64
}

// New makes an announcer for one term, which begins now.
func New(cfg Config) *Announcer {
	return &Announcer{
		cfg: cfg, buffer: newBuffer(), stats: cfg.Stats, members: newMembers(), follow: newFollowers(),
		wake: run.NewWake(), posts: run.NewWake(), waiting: map[string]wire.Head{}, clock: clock.New(nil, nil),
	}
}

// Add buffers a published change, so that it need not be read from Postgres again. It must be called in order.
func (a *Announcer) Add(p *capture.Planned, now time.Time) { a.buffer.add(p, now) }

// Note notes the last published change of a tenant. It never blocks.
func (a *Announcer) Note(h wire.Head) {
	a.mu.Lock()
	if was := a.waiting[h.Tenant]; was.Epoch != h.Epoch || was.Seq < h.Seq { // h may come from an earlier comparison
		a.waiting[h.Tenant] = h
	}
	a.mu.Unlock()
	a.wake.Notify()
}

// Applied waits until every gateway with a lease has applied some changes, or until ctx is done. It returns those that
// a gateway may not have applied: all of them while it is not certain that this worker leads. The others are applied by
// every gateway that has a lease later.
func (a *Announcer) Applied(ctx context.Context, heads []wire.Head, alive func() bool) (late []wire.Head) {
	for wait := appliedEvery; ; wait = min(2*wait, maxPause) {
		late = heads
		if a.members.settled() && alive() {
			late = a.members.lacking(heads)
		}
		if len(late) == 0 || ctx.Err() != nil {
			return late
		}
		run.Pause(ctx, wait)
	}
}

// Run announces changes until ctx is done or another worker leads.
func (a *Announcer) Run(ctx context.Context) {
	run.Pause(ctx, settleTime-time.Since(a.members.began))
	var compared, told time.Time
	var failed time.Duration
	for ctx.Err() == nil {
		var err error
		if time.Since(compared) > compareEvery {
			if err = a.compare(ctx); err == nil {
				compared = time.Now()
			}
		}
		more, began := false, time.Now()
		if err == nil {
			more, err = a.round(ctx)
		}
		if err == nil {
			err = a.release(ctx)
		}
		took := time.Since(began)
		if time.Since(told) > membersEvery {
			a.publishMembers()
			told = time.Now()
		}
		switch {
		case errors.Is(err, errNotLeading):
			return
		case ctx.Err() != nil:
		case err != nil:
			if failed == 0 {
				a.cfg.Log.Warn("changes not announced; trying again", "err", err)
			}
			failed = min(max(2*failed, retryMin), retryMax)
			run.Pause(ctx, failed)
		case more:
			failed = 0
			run.Pause(ctx, min(maxPause, max(minPause, 3*took)))
		default:
			failed = 0
			now := time.Now()
			wait, cancel := context.WithDeadline(ctx, a.follow.next(now, now.Add(membersEvery)))
			select {
			case <-a.wake:
			case <-a.members.wake:
			case <-a.follow.wake:
			case <-wait.Done():
			}
			cancel()
			run.Pause(ctx, idlePause(took)-time.Since(began)) // the first change after a while goes at once
		}
	}
}

// idlePause is the least time between the begin of a round that announced nothing, and took so long, and the next one.
// The first round after a change mostly announces nothing, because it begins when the change is published, and the
// gateways report a moment later that they have applied it. So it may not delay the second one. Rounds without
// announcements take at most a tenth of a processor.
func idlePause(took time.Duration) time.Duration { return min(minPause, 9*took) }

// compare finds the tenants with unannounced changes.
func (a *Announcer) compare(ctx context.Context) error {
	if a.columns == nil {
		columns, err := readColumns(ctx, a.cfg.Pool)
		if err != nil {
			return err
		}
		a.columns = columns
	}
	if err := a.clock.Correct(ctx, a.cfg.Pool); err != nil {
		return err
	}
	a.buffer.configure(a.columns, a.clock.At)
	rows, err := a.cfg.Pool.Query(ctx, `
SELECT s.tenant_id, s.epoch::text, s.n, c.epoch::text, c.n
FROM tenant_seq s
LEFT JOIN signal_cursor c ON c.tenant_id = s.tenant_id
WHERE $1 OR (s.epoch, s.n) IS DISTINCT FROM (c.epoch, c.n)`, a.cursors == nil)
	if err != nil {
		return fmt.Errorf("compare announcement cursors: %w", err)
	}
	cursors := a.cursors
	if cursors == nil {
		cursors = map[string]capture.Cursor{}
	}
	h := wire.Head{}
	var epoch *string
	var n *uint64
	_, err = pgx.ForEachRow(rows, []any{&h.Tenant, &h.Epoch, &h.Seq, &epoch, &n}, func() error {
		c := capture.Cursor{Epoch: h.Epoch} // a new tenant starts at its first change
		if n != nil {
			c = capture.Cursor{Epoch: *epoch, Seq: *n}
		}
		if a.follow.pending(h.Tenant) {
			c = cursors[h.Tenant] // Postgres has the announced change, and later ones are proposed
		}
		cursors[h.Tenant] = c
		if c != (capture.Cursor{Epoch: h.Epoch, Seq: h.Seq}) {
			a.Note(h)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("compare announcement cursors: %w", err)
	}
	a.cursors = cursors // only when complete: a missing tenant counts as new
	return a.forgetDeleted(ctx)
}

// ready picks tenants with unannounced changes that every gateway has applied. It returns the last such change of each.
func (a *Announcer) ready() map[string]wire.Head {
	a.mu.Lock()
	defer a.mu.Unlock()
	ready := map[string]wire.Head{}
	for tenant, h := range a.waiting {
		if len(ready) == batchTenants {
			break
		}
		c, known := a.cursors[tenant]
		if !known { // new since the last comparison
			c = capture.Cursor{Epoch: h.Epoch}
			a.cursors[tenant] = c
		}
		if c == (capture.Cursor{Epoch: h.Epoch, Seq: h.Seq}) {
			delete(a.waiting, tenant)
			continue
		}
		to := min(h.Seq, a.members.applied(h))
		if c.Epoch == h.Epoch && to > c.Seq || c.Epoch != h.Epoch && to >= h.Seq {
			h.Seq = to
			ready[tenant] = h
		}
	}
	return ready
}

// round announces the changes that can be announced, and reports whether there were any.
func (a *Announcer) round(ctx context.Context) (bool, error) {
	ready := a.ready()
	if len(ready) == 0 {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(ctx, roundLimit)
	defer cancel()
	applied := make(map[string]time.Time, len(ready))
	for tenant := range ready {
		applied[tenant] = a.members.appliedAt(tenant)
	}
	reached := map[string]capture.Cursor{}
	all := a.fromBuffer(ready, reached)
	if len(ready) > 0 {
		more, err := a.fromPostgres(ctx, ready, reached)
		if err != nil {
			return false, err
		}
		all = append(all, more...)
	}
	if len(reached) == 0 {
		return false, nil
	}
	for i := range all {
		all[i].applied = applied[all[i].tenant]
	}
	now := time.Now()
	direct, proposed := map[string]capture.Cursor{}, map[string]capture.Cursor{}
	last := lastPositions(all)
	for tenant, c := range reached {
		if a.follow.direct(tenant, last[tenant], now) {
			direct[tenant] = c
		} else {
			proposed[tenant] = c
		}
	}
	spans := a.trace(all)
	err := a.write(ctx, all, direct, proposed)
	for _, span := range spans {
		if err != nil {
			span.Fail()
		}
		span.End()
	}
	if err != nil {
		return false, err
	}
	for tenant, c := range reached {
		a.cursors[tenant] = c
	}
	a.propose(all, proposed)
	a.announce(all, proposed)
	return true, nil
}

// trace starts the spans of announcements whose changes are recorded.
func (a *Announcer) trace(all []announcement) (spans []*trace.Span) {
	if a.cfg.Trace == nil {
		return nil
	}
	for i := range all {
		if span := a.cfg.Trace.Continue("announce change", all[i].trace); span != nil {
			span.Set(trace.Tenant, all[i].tenant)
			span.Count(trace.Change, int64(all[i].seq)) //nolint:gosec // Postgres counts in int64
			spans = append(spans, span)
		}
	}
	return spans
}

// forget removes a tenant that was deleted.
func (a *Announcer) forget(tenant string) {
	a.mu.Lock()
	delete(a.waiting, tenant)
	a.mu.Unlock()
	delete(a.cursors, tenant)
	a.follow.forget(tenant)
	a.buffer.forget(tenant)
	a.members.forget(tenant)
}

// forgetDeleted removes the waiting tenants that are deleted. No gateway would ever apply what they wait for.
func (a *Announcer) forgetDeleted(ctx context.Context) error {
	a.mu.Lock()
	waiting := slices.Collect(maps.Keys(a.waiting))
	a.mu.Unlock()
	if len(waiting) == 0 {
		return nil
	}
	rows, err := a.cfg.Pool.Query(ctx, `
SELECT id FROM unnest($1::text[]) id WHERE NOT EXISTS (SELECT FROM tenant_seq s WHERE s.tenant_id = id)`, waiting)
	if err != nil {
		return fmt.Errorf("find deleted tenants: %w", err)
	}
	deleted, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("find deleted tenants: %w", err)
	}
	for _, tenant := range deleted {
		a.forget(tenant)
	}
	return nil
}

// announce publishes news of announcements and proposals to the gateways, and wakes the delivery to webhooks.
func (a *Announcer) announce(all []announcement, proposed map[string]capture.Cursor) {
	now := a.clock.Now()
	last := map[string]announcement{}
	for _, g := range all {
		last[g.tenant] = g
		a.count++
	}
	news, direct := make([]wire.News, 0, len(last)), false
	for tenant, g := range last {
		what := wire.Announced
		if _, waits := proposed[tenant]; waits {
			what = wire.Proposed
		} else {
			direct = true
		}
		news = append(news, wire.News{What: what, Tenant: tenant, Seq: g.seq, At: g.at, Since: now})
	}
	capture.PublishNews(a.cfg.NATS, news)
	if direct {
		a.posts.Notify()
	}
}

// publishMembers publishes the gateways and the state of the worker, for people.
func (a *Announcer) publishMembers() {
	a.mu.Lock()
	waiting := len(a.waiting)
	a.mu.Unlock()
	r := a.cfg.Members()
	r.Leader, r.Term, r.At, r.Ready = a.cfg.Leader, a.cfg.Term, a.clock.Now(), a.members.settled()
	r.Waiting, r.Announced, r.Followers = waiting, a.count, a.follow.count()
	r.Gateways, r.Others = a.members.list()
	data, err := json.Marshal(r)
	if err == nil && a.cfg.NATS.IsConnected() {
		_ = a.cfg.NATS.Publish(wire.MembersSubject, data)
	}
}
