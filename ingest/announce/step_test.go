package announce

import (
	"math"
	"testing"
	"time"

	"vitrine/internal/testkit"
	"vitrine/internal/wire"
)

var steps = []time.Duration{-time.Hour, 0, time.Hour}

// A gateway is waited for as long as the monotonic clock says, if the system time is set before its report.
func TestAStepOfTheSystemTimeMovesNoMember(t *testing.T) {
	t.Parallel()
	last := wire.Head{Tenant: "a", Epoch: "e", Seq: 9}
	report := wire.Report{Gateway: "g", Number: 1, Heads: []wire.Head{{Tenant: "a", Epoch: "e", Seq: 8}}}
	for _, step := range steps {
		for after, want := range map[time.Duration]uint64{time.Minute: 8, -memberTimeout: math.MaxUint64} {
			r := newMembers()
			r.take(report, testkit.Stepped(t, time.Now().Add(after), step), true)
			if got := r.applied(last); got != want {
				t.Errorf("a step by %v, a report %v from now: applied is %d, want %d", step, after, got, want)
			}
		}
	}
}

// The lease of a follower lasts as long as the monotonic clock says, if the system time is set before or after its
// report.
func TestAStepOfTheSystemTimeMovesNoFollower(t *testing.T) {
	t.Parallel()
	for _, before := range steps {
		for _, after := range steps {
			r, began := newFollowers(), time.Now()
			rq := wire.Follow{Tenant: "a", Name: "f", Epoch: "0a1b2c3d", Applied: 7}
			r.ask(rq, began)
			r.know("a", position{simEpoch, 7})
			if g := r.ask(rq, testkit.Stepped(t, began, before)); !g.Granted {
				t.Fatalf("no lease: %+v", g)
			}
			r.propose("a", []proposal{{position: position{simEpoch, 8}, sent: began}})
			if n := len(r.acknowledged(testkit.Stepped(t, began.Add(wire.FollowerLease), after))); n != 0 {
				t.Errorf("steps by %v and %v: the follower is not waited for", before, after)
			}
			if n := len(r.acknowledged(testkit.Stepped(t, began.Add(2*wire.FollowerLease), after))); n != 1 {
				t.Errorf("steps by %v and %v: the follower is waited for after its lease", before, after)
			}
		}
	}
}
