package replica

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/testkit"
	"vitrine/internal/wire"
)

// A gateway relies on a leader that waits before it indexes: after that has led for a while, and with a lease.
func TestAGatewayIsAwaitedByALeaderThatSaysSo(t *testing.T) {
	t.Parallel()
	bus := testkit.StartBus(t)
	var leader atomic.Value
	leader.Store(wire.Ack{Leader: "of an earlier release"})
	testkit.Acknowledge(t, bus.Connect(), func(rep wire.Report) wire.Ack {
		ack := leader.Load().(wire.Ack)
		ack.Number = rep.Number
		return ack
	})
	r := newReplica(t, Config{Source: &fakeSource{seq: 1}, HeartbeatTimeout: time.Hour})
	r.Join(wire.Head{Tenant: "a", Epoch: "e1", Seq: 1})
	if r.Awaited() {
		t.Error("a gateway that does not report is awaited")
	}
	rep := NewReporter(r, bus.Connect(), slog.New(slog.DiscardHandler), wire.Report{Gateway: "g"}, nil)
	if err := rep.Start(); err != nil {
		t.Fatal(err)
	}
	<-rep.Acknowledged()
	time.Sleep(awaitedAfter + 100*time.Millisecond)
	if r.Awaited() {
		t.Error("a leader of an earlier release awaits the gateway")
	}
	leader.Store(wire.Ack{Leader: "l", Awaits: true})
	began := time.Now()
	testkit.Until(t, "the gateway is awaited", r.Awaited)
	if took := time.Since(began); took < awaitedAfter {
		t.Errorf("the gateway relies on a new leader after %v", took)
	}
	leader.Store(wire.Ack{Leader: "of an earlier release"})
	testkit.Until(t, "the gateway is awaited no more", func() bool { return !r.Awaited() })
	leader.Store(wire.Ack{Leader: "l", Awaits: true})
	testkit.Until(t, "the gateway is awaited again", r.Awaited)
	rep.Stop()
	if r.Awaited() {
		t.Error("a gateway without a lease is awaited")
	}
}

// A leader of many gateways asks for long pauses. They hold while changes come all the time, and no longer than the
// lease allows.
func TestReportsKeepThePauseThatTheLeaderAsksFor(t *testing.T) {
	t.Parallel()
	const pause = 40 * time.Millisecond
	bus := testkit.StartBus(t)
	var reports atomic.Int64
	testkit.Acknowledge(t, bus.Connect(), func(rep wire.Report) wire.Ack {
		reports.Add(1)
		return wire.Ack{Leader: "l", Number: rep.Number, Pause: pause.Microseconds()}
	})
	r := newReplica(t, Config{Source: &fakeSource{seq: 1}})
	r.Join(wire.Head{Tenant: "a", Epoch: "e1", Seq: 1})
	rep := NewReporter(r, bus.Connect(), slog.New(slog.DiscardHandler), wire.Report{Gateway: "g"}, nil)
	if err := rep.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rep.Stop)
	<-rep.Acknowledged()
	before, began := reports.Load(), time.Now()
	for time.Since(began) < 20*pause {
		r.Tenant("a").InvalidateAll()
		time.Sleep(time.Millisecond)
	}
	n, most := reports.Load()-before, int64(time.Since(began)/pause)+2
	if n < 2 || n > most {
		t.Errorf("%d reports, want 2 to %d", n, most)
	}
	for asked, want := range map[time.Duration]time.Duration{time.Hour: longestPause, -time.Hour: 0, pause: pause} {
		r := newReporter(t, 1)
		data, err := json.Marshal(wire.Ack{Leader: "l", Number: r.report(t, true, 1, 1), Pause: asked.Microseconds()})
		if err != nil {
			t.Fatal(err)
		}
		if r.take(data); time.Duration(r.pause.Load()) != want {
			t.Errorf("asked for a pause of %v: %v", asked, time.Duration(r.pause.Load()))
		}
	}
}

// newReporter makes a reporter without a bus, for a replica with the tenants t0 and so on.
func newReporter(t *testing.T, tenants int) *Reporter {
	t.Helper()
	r := newReplica(t, Config{})
	for i := range tenants {
		r.Join(wire.Head{Tenant: fmt.Sprintf("t%d", i), Epoch: "e1", Seq: 1})
	}
	return NewReporter(r, nil, slog.New(slog.DiscardHandler), wire.Report{Gateway: "g"}, nil)
}

// report composes a report as send does, and checks the number of its tenants.
func (r *Reporter) report(t *testing.T, all bool, most, want int) uint64 {
	t.Helper()
	r.took = 0 // an acknowledgement takes no time here
	overdue := time.Hour
	if all {
		overdue = 0
	}
	rep, at := r.nextReport(overdue, most)
	r.sent[rep.Number%sentKept] = at
	if len(rep.Heads) != want || rep.Gateway != "g" {
		t.Errorf("report %d of gateway %q has %d tenants, want %d of g", rep.Number, rep.Gateway, len(rep.Heads), want)
	}
	return rep.Number
}

func (r *Reporter) acknowledge(t *testing.T, leader string, number uint64) {
	t.Helper()
	data, err := json.Marshal(wire.Ack{Leader: leader, Number: number})
	if err != nil {
		t.Fatal(err)
	}
	r.take(data)
}

func TestAChangeIsReportedUntilItIsAcknowledged(t *testing.T) {
	t.Parallel()
	r := newReporter(t, 3)
	first := r.report(t, false, reportHeads, 3)
	r.report(t, false, reportHeads, 0) // only news
	r.acknowledge(t, "leader", first)  // a new leader has none of the earlier reports
	first = r.report(t, true, reportHeads, 3)
	r.report(t, true, reportHeads, 3)
	r.acknowledge(t, "leader", first) // the second report may be lost
	r.acknowledge(t, "leader", r.report(t, false, reportHeads, 0))
	r.acknowledge(t, "leader", r.report(t, true, reportHeads, 3))
	r.report(t, true, reportHeads, 0)

	tn := r.replica.Tenant("t1")
	for range 5 {
		tn.InvalidateAll()
	}
	if n := len(r.replica.unreported.list); n != 1 {
		t.Errorf("a tenant with several changes is listed %d times", n)
	}
	r.report(t, false, reportHeads, 1) // once, however many changes
	r.acknowledge(t, "next leader", r.report(t, true, reportHeads, 1))
	r.report(t, true, reportHeads, 3) // a new leader has no reports
}

// Far from the leader, several reports are sent before the first one is acknowledged.
func TestAChangeIsNotReportedAgainWhileItsAcknowledgementIsUnderWay(t *testing.T) {
	t.Parallel()
	r := newReporter(t, 1)
	first := r.report(t, true, reportHeads, 1)
	r.took = time.Hour
	for range 3 {
		if rep, _ := r.nextReport(0, reportHeads); len(rep.Heads) != 0 {
			t.Error("it is reported again")
		}
	}
	r.leader = "leader"
	r.acknowledge(t, "leader", first)
	r.report(t, true, reportHeads, 0)
}

func TestAReportHasALimitedNumberOfTenants(t *testing.T) {
	t.Parallel()
	r := newReporter(t, 25)
	for len(r.replica.unreported.wake) > 0 {
		<-r.replica.unreported.wake
	}
	for _, want := range []int{10, 10, 5, 0} {
		r.report(t, false, 10, want)
		if more := len(r.replica.unreported.wake) == 1; more != (want == 10) {
			t.Errorf("after %d tenants, another report follows at once: %v", want, more)
		}
		for len(r.replica.unreported.wake) > 0 {
			<-r.replica.unreported.wake
		}
	}
}

func TestAcknowledgementsThatDoNotCountAreIgnored(t *testing.T) {
	t.Parallel()
	r := newReporter(t, 1)
	counted := func() bool {
		select {
		case <-r.acked:
			return true
		default:
			return false
		}
	}
	number := r.report(t, false, reportHeads, 1)
	r.take(nil) // of NATS, where nobody receives the report
	r.take([]byte("{"))
	r.take([]byte(`{"n":-1}`))
	r.acknowledge(t, "leader", number+1) // of a report of another run
	if counted() {
		t.Error("an invalid acknowledgement or one of the future counts")
	}
	for range sentKept - 1 {
		number = r.report(t, true, reportHeads, 1)
	}
	r.acknowledge(t, "leader", number-sentKept+1)
	if !counted() {
		t.Error("an acknowledgement within the last 1024 reports does not count")
	}
	number = r.report(t, true, reportHeads, 1)
	r.acknowledge(t, "leader", number-sentKept) // its time is overwritten
	if counted() {
		t.Error("an acknowledgement older than the last 1024 reports counts")
	}
}

func TestTheNewestAcknowledgedReportRenewsTheLease(t *testing.T) {
	t.Parallel()
	r := newReporter(t, 1)
	var sent [3]int64
	for i := range sent {
		sent[i] = r.sent[r.report(t, true, reportHeads, 1)%sentKept]
	}
	for _, number := range []uint64{2, 1} { // in the other order
		if r.acknowledge(t, "leader", number); r.newest != sent[1] {
			t.Errorf("acknowledged: a report sent at %d, want %d", r.newest, sent[1])
		}
	}
}

// Changes are applied while reports are composed and acknowledged. None may be missing.
func TestEveryChangeIsReportedThoughTheyComeConcurrently(t *testing.T) {
	t.Parallel()
	const tenants, changes = 20, 50
	r := newReporter(t, tenants)
	var all sync.WaitGroup
	for i := range tenants {
		all.Go(func() {
			for n := range uint64(changes) {
				m := wire.Message{Epoch: "e1", Tenant: fmt.Sprintf("t%d", i), Seq: n + 2, Prev: n + 1}
				if _, err := r.replica.Apply(t.Context(), m); err != nil {
					t.Error(err)
				}
			}
		})
	}
	reported := map[string]uint64{}
	note := func() {
		rep, _ := r.nextReport(time.Hour, reportHeads)
		for _, h := range rep.Heads {
			if h.Seq < reported[h.Tenant] {
				t.Errorf("%s was reported at %d, then at %d", h.Tenant, reported[h.Tenant], h.Seq)
			}
			reported[h.Tenant] = h.Seq
		}
		r.acknowledge(t, "leader", rep.Number)
	}
	done := make(chan struct{})
	go func() {
		all.Wait()
		close(done)
	}()
	for ended := false; !ended; {
		select {
		case <-done:
			ended = true
		default:
		}
		note()
	}
	for i := range tenants {
		if got := reported[fmt.Sprintf("t%d", i)]; got != changes+1 {
			t.Errorf("tenant t%d was reported up to %d, want %d", i, got, changes+1)
		}
	}
}
