package announce

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"

	"vitrine/internal/wire"
)

const (
	rosterDrop  = 1500 * time.Millisecond // a gateway is waited for so long after its last report
	rosterHold  = 2 * time.Second         // nothing is signalled so long after a term began
	rosterLimit = 1000                    // gateways; more are not acknowledged, and verify what they serve
	rosterPoll  = 250 * time.Millisecond  // reports in Postgres are looked for
)

// A roster knows, for one term, which gateways there are and what each has applied. It is what signals wait for.
//
// A gateway trusts itself for a second after it sent a report that was acknowledged (cache.Reporter), and it is waited for 1.5 s after it was heard: so
// one that is waited for no more has ceased to trust itself. Nobody hands the roster on: whoever leads next waits until the trust that
// gateways have from his predecessor is over. That one acknowledged only while its session was alive, 400 ms ago at most, reports sent before; a second
// later they are worth nothing; and two seconds pass before the first signal. By then every gateway that trusts itself is on the new roster.
type members struct {
	began time.Time
	rings chan struct{} // something was reported

	mu       sync.Mutex
	gateways map[string]*member
}

type member struct {
	name  string
	seen  time.Time
	bus   bool
	n     uint64               // of the newest report
	heads map[string]wire.Head // by tenant
}

func newMembers() *members {
	return &members{began: time.Now(), rings: make(chan struct{}, 1), gateways: map[string]*member{}}
}

// take notes a report, and tells whether it may be acknowledged.
func (r *members) take(rep wire.Report, seen time.Time, bus bool) bool {
	if rep.Gateway == "" {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.ring()
	if rep.Leaving {
		delete(r.gateways, rep.Gateway)
		return false
	}
	g := r.gateways[rep.Gateway]
	if g == nil {
		if len(r.gateways) >= rosterLimit {
			return false
		}
		g = &member{heads: map[string]wire.Head{}}
		r.gateways[rep.Gateway] = g
	}
	g.name = rep.Name
	if seen.After(g.seen) {
		g.seen, g.bus = seen, bus
	}
	if rep.Number < g.n { // read in Postgres again, where a newer one came on the bus: which of two epochs is the newer its heads do not say
		return true
	}
	g.n = rep.Number
	for _, h := range rep.Heads {
		if was := g.heads[h.Tenant]; was.Epoch != h.Epoch || was.Seq < h.Seq {
			g.heads[h.Tenant] = h
		}
	}
	return true
}

func (r *members) ring() {
	select {
	case r.rings <- struct{}{}:
	default:
	}
}

// settled reports whether the roster is complete: see roster.
func (r *members) settled() bool { return time.Since(r.began) >= rosterHold }

// applied is up to where every gateway has applied a tenant's changes of an epoch: without any gateway, all of them.
func (r *members) applied(tenant, epoch string) uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	least := uint64(math.MaxUint64)
	for id, g := range r.gateways {
		if time.Since(g.seen) > rosterDrop {
			delete(r.gateways, id)
			continue
		}
		h := g.heads[tenant]
		if h.Epoch != epoch {
			return 0
		}
		least = min(least, h.Seq)
	}
	return least
}

// list says who is on the roster, by name.
func (r *members) list() []wire.Member {
	r.mu.Lock()
	defer r.mu.Unlock()
	most := map[string]uint64{}
	for _, g := range r.gateways {
		for t, h := range g.heads {
			most[t] = max(most[t], h.Seq)
		}
	}
	all := make([]wire.Member, 0, len(r.gateways))
	for id, g := range r.gateways {
		l := wire.Member{ID: id, Name: g.name, LastReportMS: time.Since(g.seen).Milliseconds(), Tenants: len(g.heads), OnBus: g.bus}
		for t, h := range g.heads {
			l.Applied += h.Seq
			if h.Seq < most[t] {
				l.Behind++
			}
		}
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b wire.Member) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	return all
}

// Hear takes reports from the bus until ctx is done, and acknowledges those that come while the drain's session is alive: one that may have lost
// the lead must promise nothing.
func (s *Announcer) Hear(ctx context.Context, alive func() bool) {
	sub, err := s.cfg.NATS.Subscribe(wire.ReportSubject, func(msg *nats.Msg) {
		var rep wire.Report
		if err := json.Unmarshal(msg.Data, &rep); err != nil {
			s.cfg.Log.Error("report is not readable", "err", err)
			return
		}
		if !s.members.take(rep, time.Now(), true) || msg.Reply == "" || !alive() {
			return
		}
		if data, err := json.Marshal(wire.Ack{Leader: s.cfg.Leader, Number: rep.Number}); err == nil {
			_ = s.cfg.NATS.Publish(msg.Reply, data) // who hears nothing verifies
		}
	})
	if err != nil {
		s.cfg.Log.Error("reports are not heard; gateways verify what they serve", "err", err)
		return
	}
	defer func() { _ = sub.Unsubscribe() }() // the connection may be gone already
	tick := time.NewTicker(rosterPoll)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := s.readReports(ctx); err != nil && ctx.Err() == nil {
				s.cfg.Log.Debug("reports in Postgres not read", "err", err)
			}
			s.members.ring() // somebody may be waited for no more
		}
	}
}

// readReports looks for what gateways report through Postgres, which they do while nobody acknowledges on the bus.
func (s *Announcer) readReports(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, roundLimit)
	defer cancel()
	rows, err := s.cfg.Pool.Query(ctx, `
SELECT extract(epoch FROM clock_timestamp() - seen)::float8, body FROM gateway_report
WHERE seen > clock_timestamp() - make_interval(secs => $1) ORDER BY seen LIMIT $2`, rosterDrop.Seconds(), rosterLimit)
	if err != nil {
		return fmt.Errorf("read reports: %w", err)
	}
	now := time.Now()
	var age float64
	var rep wire.Report
	_, err = pgx.ForEachRow(rows, []any{&age, &rep}, func() error {
		s.members.take(rep, now.Add(-time.Duration(max(0, age)*float64(time.Second))), false)
		rep = wire.Report{}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read reports: %w", err)
	}
	return nil
}
