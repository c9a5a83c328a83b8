package replica

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"vitrine/internal/run"
	"vitrine/internal/wire"
)

// unreported collects the tenants with changes that were applied since their last report, each once.
type unreported struct {
	mu   sync.Mutex
	list []*Tenant
	wake run.Wake
}

func (u *unreported) add(t *Tenant) {
	u.mu.Lock()
	if t.listed {
		u.mu.Unlock()
		return
	}
	t.listed = true
	u.list = append(u.list, t)
	u.mu.Unlock()
	u.wake.Notify()
}

func (u *unreported) take() []*Tenant {
	u.mu.Lock()
	defer u.mu.Unlock()
	list := u.list
	u.list = nil
	for _, t := range list {
		t.listed = false
	}
	return list
}

// A Reporter reports to the leading worker which changes a replica has applied, and renews the replica's lease with
// each acknowledgement. While there are none, it lets the replica catch up with Postgres and reports through Postgres.
type Reporter struct {
	replica *Replica
	conn    *nats.Conn
	log     *slog.Logger
	self    wire.Report // the gateway's names
	post    func(context.Context, wire.Report) error

	mu      sync.Mutex
	number  uint64             // of the last report
	sent    [sentKept]int64    // when the last reports were sent, by number
	pending map[*Tenant]uint64 // tenants with an unacknowledged report, and its number; 0: not sent yet
	took    time.Duration      // until an acknowledgement arrived, about the longest of the last ones
	unsent  bool               // the last report was full, and more tenants wait
	leader  string
	newest  int64         // when the newest acknowledged report was sent
	acked   run.Wake      // newest was set
	first   chan struct{} // closed when the first acknowledgement was processed
	once    sync.Once     // closes it

	pause atomic.Int64 // least time between reports after changes, in nanoseconds, as the leader asks

	run    sync.Mutex
	cancel context.CancelFunc
	sub    *nats.Subscription
	wg     sync.WaitGroup
}

const (
	reportEvery    = 100 * time.Millisecond // a report without changes renews the lease
	longestAck     = 500 * time.Millisecond // an acknowledgement that takes longer may be lost
	longestPause   = 250 * time.Millisecond // maximum pause that a leader may ask for: it leaves time to renew the lease
	minReportPause = 2 * time.Millisecond   // pause before a report that soon follows another; it doubles each time
	maxReportPause = 16 * time.Millisecond
	reportHeads    = 2000                   // maximum tenants of a report, because the size of a message is limited
	postEvery      = 250 * time.Millisecond // pause between reports through Postgres
	postHeads      = 20_000                 // maximum tenants of a report through Postgres
	sentKept       = 1024                   // more reports than are sent during a lease
)

// NewReporter makes a reporter. From now on, the replica's lease depends on acknowledgements. self names the gateway.
// post writes a report to Postgres, and may be nil.
func NewReporter(
	r *Replica, conn *nats.Conn, log *slog.Logger, self wire.Report, post func(context.Context, wire.Report) error,
) *Reporter {
	r.lease.requireReports()
	return &Reporter{
		replica: r, conn: conn, log: log, self: self, post: post,
		pending: map[*Tenant]uint64{}, acked: run.NewWake(), first: make(chan struct{}),
	}
}

// Start begins to report, which registers the gateway. The replica's tenants must have joined before: the leader does
// not wait for changes that were announced earlier. Repeated calls have no effect.
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
	r.wg.Go(func() { r.keepReporting(ctx, inbox) })
	r.wg.Go(func() { r.renew(ctx) })
	if r.post != nil {
		r.wg.Go(func() { r.keepPosting(ctx) })
	}
	return nil
}

// Acknowledged is closed once a leader knows the gateway, and the gateway has applied every change announced before.
func (r *Reporter) Acknowledged() <-chan struct{} { return r.first }

// Stop reports that the gateway leaves, and waits for the goroutines. Hits must not be served afterwards. Repeated
// calls have no effect.
func (r *Reporter) Stop() {
	r.run.Lock()
	defer r.run.Unlock()
	if r.cancel == nil {
		return
	}
	r.cancel()
	_ = r.sub.Unsubscribe() // fails if the connection is closed, which does no harm
	r.wg.Wait()
	r.cancel = nil
	r.replica.lease.requireReports() // ends the lease: the leader no longer waits for the gateway
	bye := r.self
	bye.Leaving = true
	if data, err := json.Marshal(bye); err == nil && r.conn.IsConnected() {
		_ = r.conn.Publish(wire.ReportSubject, data) // if it is lost, the leader waits a moment longer
	}
}

// keepReporting reports after changes, and 100 ms after the last report. The first change after a while is reported at
// once, because its announcement waits for the report. A leader of many gateways asks for longer pauses.
func (r *Reporter) keepReporting(ctx context.Context, inbox string) {
	idle := time.NewTimer(reportEvery)
	defer idle.Stop()
	var pause time.Duration
	for last := time.Now(); ; {
		asked := time.Duration(r.pause.Load())
		select {
		case <-ctx.Done():
			return
		case <-idle.C:
		case <-r.replica.unreported.wake:
			if pause = min(max(2*pause, minReportPause), maxReportPause); time.Since(last) > maxReportPause {
				pause = 0
			}
			if !r.hasUnsent() {
				pause = max(pause, asked-time.Since(last))
			}
			run.Pause(ctx, pause) // changes applied meanwhile go into the same report, and requests come first
			last = time.Now()
		}
		every := max(reportEvery, asked)
		r.send(inbox, every)
		idle.Reset(every)
	}
}

// send sends a report.
func (r *Reporter) send(inbox string, overdue time.Duration) {
	rep, at := r.nextReport(overdue, reportHeads)
	if !r.conn.IsConnected() {
		return // the client would buffer the report and send it when it is outdated
	}
	data, err := json.Marshal(rep)
	if err == nil {
		r.mu.Lock()
		r.sent[rep.Number%sentKept] = at
		r.mu.Unlock()
		err = r.conn.PublishRequest(wire.ReportSubject, inbox, data)
	}
	if err != nil {
		r.log.Warn("report not sent", "err", err)
	}
}

// nextReport makes the next report, of at most so many tenants. It includes what was sent longer ago than overdue and
// is not acknowledged, although there was time for that: it may be lost. nextReport returns the time from before it
// read the change numbers.
func (r *Reporter) nextReport(overdue time.Duration, most int) (wire.Report, int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.replica.unreported.take() {
		r.pending[t] = 0
	}
	at := r.replica.since()
	r.number++
	rep := r.self
	rep.Number = r.number
	r.unsent = false
	for t, n := range r.pending {
		if n > 0 && n+sentKept > r.number && at-r.sent[n%sentKept] < int64(max(overdue, 2*r.took)) {
			continue // far from the leader, the acknowledgement is under way for longer than the time between reports
		}
		if len(rep.Heads) == most {
			r.unsent = true
			r.replica.unreported.wake.Notify() // the others follow in the next report
			break
		}
		snap := t.Snapshot()
		rep.Heads = append(rep.Heads, wire.Head{Tenant: t.ID, Epoch: snap.Epoch, Seq: snap.Seq})
		rep.At = append(rep.At, t.at.Load())
		r.pending[t] = r.number
	}
	return rep, at
}

func (r *Reporter) hasUnsent() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.unsent
}

// take processes an acknowledgement. It never blocks: renew uses the newest of those that arrive while it is busy.
func (r *Reporter) take(data []byte) {
	if len(data) == 0 { // from NATS: no announcer is there to receive the report
		return
	}
	var a wire.Ack
	if err := json.Unmarshal(data, &a); err != nil {
		r.log.Error("invalid acknowledgement", "err", err)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if a.Number+sentKept <= r.number || a.Number > r.number {
		return // too old, or of another run
	}
	if a.Leader == r.leader {
		for t, n := range r.pending {
			if n == a.Number { // an earlier report may be lost although a later one was acknowledged
				delete(r.pending, t)
			}
		}
	} else { // a new leader has no reports of this gateway
		r.leader = a.Leader
		r.replica.lease.leads(a.Awaits)
		r.reportAllLocked()
		r.replica.unreported.wake.Notify()
	}
	took := time.Duration(r.replica.since() - r.sent[a.Number%sentKept])
	r.took = min(max(took, r.took-r.took/8), longestAck)
	r.pause.Store(int64(min(max(0, time.Duration(a.Pause)*time.Microsecond), longestPause)))
	r.newest = max(r.newest, r.sent[a.Number%sentKept])
	r.acked.Notify()
}

// renew renews the lease with the newest acknowledgement, until ctx is done.
func (r *Reporter) renew(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.acked:
		}
		r.mu.Lock()
		sent := r.newest
		r.mu.Unlock()
		if r.replica.lease.lapsed(r.replica.since()) {
			// The leader did not wait for this gateway meanwhile, and does from now on. The changes that it announced
			// before are committed, so a comparison finds them.
			cctx, cancel := context.WithTimeout(ctx, pullTimeout)
			err := r.replica.Compare(cctx)
			cancel()
			if err != nil {
				continue // the next acknowledgement tries again
			}
		}
		r.replica.lease.acknowledged(sent)
		r.once.Do(func() { close(r.first) })
	}
}

// reportAllLocked puts all tenants into the next reports.
func (r *Reporter) reportAllLocked() {
	r.replica.tenants.Range(func(_, t any) bool {
		r.pending[t.(*Tenant)] = 0
		return true
	})
}

// keepPosting reports through Postgres while the lease has expired.
func (r *Reporter) keepPosting(ctx context.Context) {
	tick := time.NewTicker(postEvery)
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
		err := r.replica.catchUp(cctx)
		if err == nil {
			r.mu.Lock()
			r.reportAllLocked() // the current leader may have no other report of this gateway
			r.mu.Unlock()
			rep, _ := r.nextReport(0, postHeads)
			err = r.post(cctx, rep)
		}
		cancel()
		if err != nil && ctx.Err() == nil {
			r.log.Debug("report not written to Postgres", "err", err)
		}
	}
}
