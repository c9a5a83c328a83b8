package replica

import (
	"math"
	"testing"
	"time"

	"vitrine/internal/testkit"
)

// newReplica makes a replica without a bus and, unless cfg has a source, without changes.
func newReplica(t *testing.T, cfg Config) *Replica {
	t.Helper()
	if cfg.Source == nil {
		cfg.Source = &fakeSource{}
	}
	r, err := New(newCache(t), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestALeaseLastsFromTheNewestHeartbeatAndReport(t *testing.T) {
	t.Parallel()
	const ms = int64(time.Millisecond)
	const never = int64(math.MinInt64 / 2)
	r := newReplica(t, Config{HeartbeatTimeout: 500 * time.Millisecond, Lease: time.Second})
	l := &r.lease
	until := func(what string, want int64) {
		t.Helper()
		if got := l.until.Load(); got != want {
			t.Errorf("%s: the lease lasts until %v, want %v", what, time.Duration(got), time.Duration(want))
		}
	}
	l.renew(1000 * ms)
	until("a heartbeat", 1500*ms)
	l.renew(400 * ms)
	until("an earlier heartbeat that comes late", 1500*ms)

	l.requireReports()
	until("before the first acknowledgement", never+1000*ms)
	l.renew(2000 * ms)
	until("a heartbeat without an acknowledgement", never+1000*ms)
	l.acknowledged(1200 * ms)
	until("an acknowledgement, counted from when the report was sent", 2200*ms)
	l.acknowledged(1100 * ms)
	until("an earlier acknowledgement that comes late", 2200*ms)
	l.acknowledged(9000 * ms)
	until("acknowledgements without a heartbeat", 2500*ms)

	for at, want := range map[int64]bool{9000 * ms: false, 10_000 * ms: false, 10_000*ms + 1: true} {
		if got := l.lapsed(at); got != want {
			t.Errorf("reports covered no longer %v: %v, want %v", time.Duration(at), got, want)
		}
	}
	l.requireReports() // the gateway leaves
	until("after the gateway has left", never+1000*ms)
}

func TestAReplicaIsDisconnectedOnceTheLeaseEnds(t *testing.T) {
	t.Parallel()
	r := newReplica(t, Config{})
	for left, want := range map[time.Duration]bool{time.Hour: false, -time.Nanosecond: true, -time.Hour: true} {
		r.lease.until.Store(r.since() + int64(left))
		if got := r.Disconnected(); got != want || (r.LeaseLeft() <= 0) != want {
			t.Errorf("%v before the end of the lease: disconnected %v, %v left", left, got, r.LeaseLeft())
		}
	}
	r.lease.until.Store(int64(time.Second))
	end := r.start.Add(time.Second)
	if r.DisconnectedAt(end) || !r.DisconnectedAt(end.Add(1)) {
		t.Error("the lease must include its last nanosecond, and no later one")
	}
}

// A lease lasts as long as the monotonic clock says, whatever the system time is set to.
func TestAStepOfTheSystemTimeMovesNoLease(t *testing.T) {
	t.Parallel()
	r := newReplica(t, Config{HeartbeatTimeout: 500 * time.Millisecond, Lease: time.Second})
	began := time.Now()
	r.RenewLease()
	for _, step := range []time.Duration{-time.Hour, 0, time.Hour} {
		if at := testkit.Stepped(t, began.Add(499*time.Millisecond), step); r.DisconnectedAt(at) {
			t.Errorf("a step by %v ends the lease", step)
		}
		if at := testkit.Stepped(t, began.Add(time.Minute), step); !r.DisconnectedAt(at) {
			t.Errorf("a step by %v extends the lease", step)
		}
	}
}
