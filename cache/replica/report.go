package replica

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"vitrine/internal/wire"
)

// unreported collects the tenants of which something was applied, each once, until they are reported.
type unreported struct {
	mu   sync.Mutex
	list []*Tenant
	wake chan struct{}
}

func (m *unreported) add(t *Tenant) {
	m.mu.Lock()
	if t.dirty {
		m.mu.Unlock()
		return
	}
	t.dirty = true
	m.list = append(m.list, t)
	m.mu.Unlock()
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

func (m *unreported) take() []*Tenant {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := m.list
	m.list = nil
	for _, t := range list {
		t.dirty = false
	}
	return list
}

// A Reporter tells the leading worker what a cache has applied, and the cache for how long it may trust itself for it. While nobody acknowledges, it
// lets the cache catch up with Postgres now and then, and reports there.
type Reporter struct {
	replica *Replica
	conn    *nats.Conn
	log     *slog.Logger
	me      wire.Report // its names
	post    func(context.Context, wire.Report) error

	mu      sync.Mutex
	n       uint64
	sent    [sentKept]int64    // when the last reports were sent, by number
	pending map[*Tenant]uint64 // tenants whose report was not acknowledged, by its number; 0: not sent yet
	leader  string
	newest  int64         // when the newest report that was acknowledged was sent
	rings   chan struct{} // it was set
	first   chan struct{} // closed at the first acknowledgement that was followed
	once    sync.Once     // closes it

	run    sync.Mutex
	cancel context.CancelFunc
	sub    *nats.Subscription
	wg     sync.WaitGroup
}

const (
	reportEach  = 100 * time.Millisecond // a report though nothing moved: it renews the lease
	reportPause = 2 * time.Millisecond   // between reports, at least,
	reportRest  = 16 * time.Millisecond  // and at most, while much moves: then more goes together
	reportHeads = 2000                   // tenants of one report: a message has a limit
	postEach    = 250 * time.Millisecond // a report through Postgres while nobody acknowledges
	postHeads   = 20_000                 // tenants of such a report
	sentKept    = 1024                   // reports whose acknowledgement is still of use: more than are sent in a lease
)

// NewReporter makes a reporter of a cache, which from now on trusts itself only while it is acknowledged. me names the gateway; post writes a report to
// Postgres, nil for not at all.
func NewReporter(rp *Replica, conn *nats.Conn, log *slog.Logger, me wire.Report, post func(context.Context, wire.Report) error) *Reporter {
	rp.lease.need()
	return &Reporter{replica: rp, conn: conn, log: log, me: me, post: post, pending: map[*Tenant]uint64{},
		rings: make(chan struct{}, 1), first: make(chan struct{})}
}

// Start begins to report, which registers the gateway. The cache must know where its tenants stand: what was signalled before is not waited for. It may be
// called again.
func (r *Reporter) Start() error {
	r.run.Lock()
	defer r.run.Unlock()
	if r.cancel != nil {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	inbox := r.conn.NewInbox()
	sub, err := r.conn.Subscribe(inbox, func(msg *nats.Msg) { r.take(msg.Data) })
	if err != nil {
		cancel()
		return fmt.Errorf("subscribe to acknowledgements: %w", err)
	}
	r.cancel, r.sub = cancel, sub
	r.wg.Go(func() { r.keep(ctx, inbox) })
	r.wg.Go(func() { r.renew(ctx) })
	if r.post != nil {
		r.wg.Go(func() { r.keepPosting(ctx) })
	}
	return nil
}

// Acknowledged is closed once the gateway is known to a leader, and has applied what was signalled before.
func (r *Reporter) Acknowledged() <-chan struct{} { return r.first }

// Stop says that the gateway leaves, and waits. It may be called again. Whoever stops it serves nothing afterwards.
func (r *Reporter) Stop() {
	r.run.Lock()
	defer r.run.Unlock()
	if r.cancel == nil {
		return
	}
	r.cancel()
	_ = r.sub.Unsubscribe() // the connection may be gone already
	r.wg.Wait()
	r.cancel = nil
	r.replica.lease.need() // nothing it holds is trusted: nobody waits for it any more
	bye := r.me
	bye.Leaving = true
	if data, err := json.Marshal(bye); err == nil && r.conn.IsConnected() {
		_ = r.conn.Publish(wire.ReportSubject, data) // or the leader waits for it a moment longer
	}
}

// keep reports when something moved, and when nothing did.
func (r *Reporter) keep(ctx context.Context, inbox string) {
	tick := time.NewTicker(reportEach)
	defer tick.Stop()
	rest := time.NewTimer(0)
	defer rest.Stop()
	for pause := reportPause; ; {
		began := time.Now()
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			r.send(inbox, true)
			continue
		case <-r.replica.unreported.wake:
		}
		if pause *= 2; time.Since(began) > reportRest {
			pause = reportPause
		}
		pause = min(pause, reportRest)
		rest.Reset(pause) // what moves meanwhile goes together, and readers come first
		select {
		case <-ctx.Done():
			return
		case <-rest.C:
			r.send(inbox, false)
		}
	}
}

// send reports what moved; all says to send again what was sent and not acknowledged, for it may be lost.
func (r *Reporter) send(inbox string, all bool) {
	rep, at := r.compose(all, reportHeads)
	if !r.conn.IsConnected() {
		return // it would be kept, and sent when it is no longer true
	}
	data, err := json.Marshal(rep)
	if err == nil {
		r.mu.Lock()
		r.sent[rep.Number%sentKept] = at
		r.mu.Unlock()
		err = r.conn.PublishRequest(wire.ReportSubject, inbox, data)
	}
	if err != nil {
		r.log.Warn("not reported", "err", err)
	}
}

// compose makes the next report, and tells when: before what it says was looked at.
func (r *Reporter) compose(all bool, most int) (wire.Report, int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.replica.unreported.take() {
		r.pending[t] = 0
	}
	at := r.replica.since()
	r.n++
	rep := r.me
	rep.Number = r.n
	for t, n := range r.pending {
		if n > 0 && !all {
			continue
		}
		if len(rep.Heads) == most {
			r.replica.unreported.again() // the rest goes next
			break
		}
		snap := t.Snapshot()
		rep.Heads = append(rep.Heads, wire.Head{Tenant: t.ID, Epoch: snap.Epoch, Seq: snap.Seq})
		r.pending[t] = r.n
	}
	return rep, at
}

// again rings though nothing moved.
func (m *unreported) again() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// take takes an acknowledgement. It never waits: those that come while the trust is renewed by an older one are followed together.
func (r *Reporter) take(data []byte) {
	var a wire.Ack
	if err := json.Unmarshal(data, &a); err != nil {
		r.log.Error("acknowledgement is not readable", "err", err)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if a.Number+sentKept <= r.n || a.Number > r.n {
		return // too old, or not of this run
	}
	if a.Leader == r.leader {
		for t, n := range r.pending {
			if n == a.Number { // an earlier report may be lost though a later one was not
				delete(r.pending, t)
			}
		}
	} else { // this one knows nothing of us
		r.leader = a.Leader
		r.everythingLocked()
		r.replica.unreported.again()
	}
	r.newest = max(r.newest, r.sent[a.Number%sentKept])
	select {
	case r.rings <- struct{}{}:
	default:
	}
}

// renew lets the cache trust itself for longer, by the newest acknowledgement there is, until ctx is done.
func (r *Reporter) renew(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.rings:
		}
		r.mu.Lock()
		sent := r.newest
		r.mu.Unlock()
		if r.replica.lease.lapsed(r.replica.since()) {
			// The leader did not wait for us meanwhile. It does now: what it signalled before is committed, and found by looking now.
			cctx, cancel := context.WithTimeout(ctx, pullTimeout)
			err := r.replica.Compare(cctx)
			cancel()
			if err != nil {
				continue // the next one tries again
			}
		}
		r.replica.lease.acknowledged(sent)
		r.once.Do(func() { close(r.first) })
	}
}

// everythingLocked makes the next reports tell of all tenants.
func (r *Reporter) everythingLocked() {
	r.replica.tenants.Range(func(_, t any) bool {
		r.pending[t.(*Tenant)] = 0
		return true
	})
}

// keepPosting reports through Postgres while nobody acknowledges on the bus.
func (r *Reporter) keepPosting(ctx context.Context) {
	tick := time.NewTicker(postEach)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if !r.replica.Disconnected() {
			continue
		}
		cctx, cancel := context.WithTimeout(ctx, pullTimeout)
		err := r.replica.follow(cctx) // nobody else brings changes now
		if err == nil {
			r.mu.Lock()
			r.everythingLocked() // whoever leads now may have heard nothing else of us
			r.mu.Unlock()
			rep, _ := r.compose(true, postHeads)
			err = r.post(cctx, rep)
		}
		cancel()
		if err != nil && ctx.Err() == nil {
			r.log.Debug("not reported through Postgres", "err", err)
		}
	}
}
