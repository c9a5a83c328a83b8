package announce

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"

	"vitrine/internal/run"
	"vitrine/internal/wire"
)

const (
	memberTimeout = 1500 * time.Millisecond // how long the leader waits for a gateway after its last report
	settleTime    = 2 * time.Second         // how long nothing is announced after a term began
	maxMembers    = 1000                    // maximum gateways; the leases of further ones expire
	pollEvery     = 250 * time.Millisecond  // pause between reads of reports in Postgres
	stuckAfter    = 10 * time.Second        // how long a gateway may report and apply no change that waits for it
	reportCost    = 200 * time.Microsecond  // pause between reports of all gateways, if all report as often as they may
)

// members are the gateways of one term, and the changes that each has applied. A change is announced once all of them
// have applied it.
//
// The lease of a gateway lasts 1 s from when it sent an acknowledged report (replica.Reporter). The leader waits for a
// gateway until 1.5 s after its last report. A gateway that is no longer waited for has therefore lost its lease.
// Members are not handed over to the next leader. Instead, the next leader waits for 2 s. The previous leader
// acknowledged reports only while its session was alive, at most 400 ms before it lost the lead. 1 s later, no lease
// depends on it. By then, every gateway with a lease has reported to the new leader.
//
// A gateway that reports and does not apply is stuck. Its reports are no longer acknowledged and do not count, so it is
// in the place of one that is disconnected: its lease ends, and 1.5 s after the last report that counted, the leader no
// longer waits for it. Without a lease it serves no hit unless it has caught up with Postgres. Once it has applied the
// changes that it was stuck at, it is a member again. Like any gateway without a lease, it compares itself with
// Postgres before its first acknowledgement counts.
type members struct {
	began time.Time
	wake  run.Wake // a report was received

	mu       sync.Mutex
	gateways map[string]*member
}

type member struct {
	name     string
	reported time.Time // when its last report arrived
	seen     time.Time // when the last report that counts arrived; as reported, unless it is stuck
	bus      bool
	n        uint64               // of the newest report
	heads    map[string]wire.Head // by tenant
	at       map[string]int64     // when heads were applied, by tenant: microseconds since 1970, by Postgres's clock
	behind   map[string]lag       // tenants whose last change it has not applied
	stuck    bool
}

// A lag is what a gateway had applied of a tenant when it was first seen behind with that.
type lag struct {
	applied wire.Head
	since   time.Time
}

func newMembers() *members {
	return &members{began: time.Now(), wake: run.NewWake(), gateways: map[string]*member{}}
}

// take processes a report, and reports whether it may be acknowledged.
func (r *members) take(rep wire.Report, seen time.Time, bus bool) bool {
	if rep.Gateway == "" {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.wake.Notify()
	if rep.Leaving {
		delete(r.gateways, rep.Gateway)
		return false
	}
	g := r.gateways[rep.Gateway]
	if g == nil {
		if len(r.gateways) >= maxMembers {
			return false
		}
		g = &member{heads: map[string]wire.Head{}, at: map[string]int64{}, behind: map[string]lag{}}
		r.gateways[rep.Gateway] = g
	}
	g.name = rep.Name
	if seen.After(g.reported) {
		g.reported, g.bus = seen, bus
	}
	if rep.Number >= g.n { // else read from Postgres after a newer one on the bus; heads do not tell which epoch is newer
		g.n = rep.Number
		for i, h := range rep.Heads {
			if was := g.heads[h.Tenant]; was.Epoch != h.Epoch || was.Seq < h.Seq {
				g.heads[h.Tenant] = h
				delete(g.at, h.Tenant)
				if i < len(rep.At) && rep.At[i] > 0 {
					g.at[h.Tenant] = rep.At[i]
				}
			}
		}
	}
	if g.stuck && g.moved() {
		g.stuck = false
		clear(g.behind)
	}
	if g.stuck {
		return false
	}
	g.seen = g.reported
	return true
}

// pause is the least time between reports of a gateway after changes, in microseconds. All gateways together send 5,000
// of them a second at most, and a few gateways need no pause.
func (r *members) pause() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return (time.Duration(len(r.gateways)) * reportCost).Microseconds()
}

// moved reports whether a gateway has applied something of every tenant that it was behind with.
func (g *member) moved() bool {
	for tenant, l := range g.behind {
		if g.heads[tenant] == l.applied {
			return false
		}
	}
	return true
}

// settled reports whether all gateways with a lease have had the time to report: see members.
func (r *members) settled() bool { return time.Since(r.began) >= settleTime }

// applied is the last change of a tenant, in the epoch of its last change, that every gateway has applied. Without
// gateways, it is the maximum.
func (r *members) applied(last wire.Head) uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	least := uint64(math.MaxUint64)
	for id, g := range r.gateways {
		if now.Sub(g.reported) > memberTimeout {
			delete(r.gateways, id)
			continue
		}
		h := g.heads[last.Tenant]
		g.follow(last, h, now)
		switch {
		case g.stuck && now.Sub(g.seen) > memberTimeout: // its lease is over
		case h.Epoch != last.Epoch:
			least = 0
		default:
			least = min(least, h.Seq)
		}
	}
	return least
}

// lacking returns the changes that a gateway has not applied. A gateway that is no longer waited for does not count.
func (r *members) lacking(heads []wire.Head) (late []wire.Head) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	for _, h := range heads {
		for _, g := range r.gateways {
			if now.Sub(g.seen) > memberTimeout {
				continue
			}
			if at := g.heads[h.Tenant]; at.Epoch != h.Epoch || at.Seq < h.Seq {
				late = append(late, h)
				break
			}
		}
	}
	return late
}

// appliedAt is when the slowest gateway had applied the last change of a tenant that all have applied. It is zero if
// no gateway says. A gateway that has already applied later changes does not count, because its time is of those.
func (r *members) appliedAt(tenant string) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	least, at := uint64(math.MaxUint64), int64(0)
	for _, g := range r.gateways {
		switch h := g.heads[tenant]; {
		case h.Seq < least:
			least, at = h.Seq, g.at[tenant]
		case h.Seq == least:
			at = max(at, g.at[tenant])
		}
	}
	if at == 0 {
		return time.Time{}
	}
	return time.UnixMicro(at)
}

// follow notes whether a gateway has applied the last change of a tenant, and since when it has applied nothing of it.
func (g *member) follow(last, applied wire.Head, now time.Time) {
	if g.stuck {
		return
	}
	if applied.Epoch == last.Epoch && applied.Seq >= last.Seq {
		delete(g.behind, last.Tenant)
		return
	}
	l, ok := g.behind[last.Tenant]
	if !ok || l.applied != applied {
		g.behind[last.Tenant] = lag{applied, now}
		return
	}
	if now.Sub(l.since) <= stuckAfter {
		return
	}
	g.stuck = true
	maps.DeleteFunc(g.behind, func(_ string, l lag) bool { return now.Sub(l.since) <= stuckAfter }) // only those count
}

// forget removes a tenant that was deleted. No gateway is stuck at it.
func (r *members) forget(tenant string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, g := range r.gateways {
		delete(g.heads, tenant)
		delete(g.at, tenant)
		delete(g.behind, tenant)
	}
}

// list lists the members: first those that are stuck, then those that are behind, and then the others by name. It also
// returns the number of those that are not in the list.
func (r *members) list() (all []wire.Member, others int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	most := map[string]uint64{}
	for _, g := range r.gateways {
		for t, h := range g.heads {
			most[t] = max(most[t], h.Seq)
		}
	}
	all = make([]wire.Member, 0, len(r.gateways))
	for id, g := range r.gateways {
		l := wire.Member{
			ID: id, Name: g.name, LastReportMS: time.Since(g.reported).Milliseconds(), Tenants: len(g.heads), OnBus: g.bus,
			Stuck: g.stuck,
		}
		for t, h := range g.heads {
			l.Applied += h.Seq
			if h.Seq < most[t] {
				l.Behind++
			}
		}
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b wire.Member) int {
		switch {
		case a.Stuck && !b.Stuck:
			return -1
		case b.Stuck && !a.Stuck:
			return 1
		}
		return cmp.Or(cmp.Compare(b.Behind, a.Behind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	listed := min(len(all), wire.MaxListed)
	return all[:listed], len(all) - listed
}

// ReceiveReports receives reports from the bus until ctx is done. It acknowledges a report only while alive reports
// that the session exists, because a worker that may have lost the lead must not extend a lease.
func (a *Announcer) ReceiveReports(ctx context.Context, alive func() bool) {
	sub, err := a.cfg.NATS.Subscribe(wire.ReportSubject, func(msg *nats.Msg) {
		var rep wire.Report
		if err := json.Unmarshal(msg.Data, &rep); err != nil {
			a.cfg.Log.Error("invalid report", "err", err)
			return
		}
		if !a.members.take(rep, time.Now(), true) || msg.Reply == "" || !alive() {
			return
		}
		ack := wire.Ack{Leader: a.cfg.Leader, Number: rep.Number, Pause: a.members.pause(),
			Awaits: true}
		if data, err := json.Marshal(ack); err == nil {
			_ = a.cfg.NATS.Publish(msg.Reply, data) // without it, the lease of the gateway expires
		}
	})
	if err != nil {
		a.cfg.Log.Error("reports not received; the leases of gateways expire", "err", err)
		return
	}
	defer func() { _ = sub.Unsubscribe() }() // fails if the connection is closed, which does no harm
	follows, err := a.cfg.NATS.Subscribe(wire.FollowSubject, func(msg *nats.Msg) { a.takeFollow(msg, alive) })
	if err != nil {
		a.cfg.Log.Error("reports of followers not received; their leases expire", "err", err)
		return
	}
	defer func() { _ = follows.Unsubscribe() }() // as above
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := a.readReports(ctx); err != nil && ctx.Err() == nil {
				a.cfg.Log.Debug("reports not read from Postgres", "err", err)
			}
			a.members.wake.Notify() // a member may have timed out
		}
	}
}

// readReports reads the reports that gateways write to Postgres while no leader acknowledges them on the bus.
func (a *Announcer) readReports(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, roundLimit)
	defer cancel()
	rows, err := a.cfg.Pool.Query(ctx, `
SELECT extract(epoch FROM clock_timestamp() - seen)::float8, body FROM gateway_report
WHERE seen > clock_timestamp() - make_interval(secs => $1) ORDER BY seen LIMIT $2`, memberTimeout.Seconds(), maxMembers)
	if err != nil {
		return fmt.Errorf("read reports: %w", err)
	}
	now := time.Now()
	var age float64
	var rep wire.Report
	_, err = pgx.ForEachRow(rows, []any{&age, &rep}, func() error {
		a.members.take(rep, now.Add(-time.Duration(max(0, age)*float64(time.Second))), false)
		rep = wire.Report{}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read reports: %w", err)
	}
	return nil
}
