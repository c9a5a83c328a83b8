package announce

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/ingest/capture"
	"vitrine/internal/schema/schematest"
	"vitrine/internal/wire"
)

// A report in Postgres is read again after a newer one has arrived on the bus.
func TestAnOldReportDoesNotReplaceANewerOne(t *testing.T) {
	t.Parallel()
	r := newMembers()
	report := func(n uint64, bus bool, heads ...wire.Head) {
		t.Helper()
		if !r.take(wire.Report{Gateway: "g", Number: n, Heads: heads}, time.Now(), bus) {
			t.Errorf("report %d is refused", n)
		}
	}
	before, after := wire.Head{Tenant: "a", Epoch: "old", Seq: 7}, wire.Head{Tenant: "a", Epoch: "new", Seq: 8}
	report(1, false, before)
	report(2, true, after)
	report(1, false, before)
	report(3, true)
	if n := r.applied(wire.Head{Tenant: "a", Epoch: "new", Seq: 8}); n != 8 {
		t.Errorf("applied in the new epoch is %d, want 8", n)
	}
	if n := r.applied(wire.Head{Tenant: "a", Epoch: "old", Seq: 7}); n != 0 {
		t.Errorf("applied in the old epoch is %d, want 0", n)
	}
}

// A change may be indexed once all gateways that are waited for have applied it, in its epoch.
func TestAChangeIsIndexedOnceAllGatewaysHaveAppliedIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := New(Config{})
		report := func(gateway string, n uint64, heads ...wire.Head) {
			t.Helper()
			a.members.take(wire.Report{Gateway: gateway, Number: n, Heads: heads}, time.Now(), true)
		}
		const limit = 20 * time.Second
		var alive atomic.Bool
		alive.Store(true)
		returns := func(what string, after time.Duration, heads ...wire.Head) {
			t.Helper()
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			late := a.Applied(ctx, heads, alive.Load)
			if took := time.Since(began); took < after || took > after+2*maxPause || (len(late) > 0) != (after == limit) {
				t.Errorf("%s: %v late after %v, want %v", what, late, took, after)
			}
		}
		returns("a new leader does not know all gateways", settleTime, wire.Head{Tenant: "a", Epoch: "e", Seq: 3})
		report("fast", 1, wire.Head{Tenant: "a", Epoch: "e", Seq: 4}, wire.Head{Tenant: "b", Epoch: "e", Seq: 1})
		report("slow", 1, wire.Head{Tenant: "a", Epoch: "e", Seq: 3})
		returns("all have applied it", 0, wire.Head{Tenant: "a", Epoch: "e", Seq: 3})
		time.AfterFunc(time.Second, func() { report("slow", 2, wire.Head{Tenant: "a", Epoch: "e", Seq: 4}) })
		returns("one is late", time.Second, wire.Head{Tenant: "a", Epoch: "e", Seq: 3},
			wire.Head{Tenant: "a", Epoch: "e", Seq: 4})
		returns("one knows nothing of the tenant, and is silent", memberTimeout, wire.Head{Tenant: "b", Epoch: "e", Seq: 1})
		alive.Store(false)
		time.AfterFunc(time.Second, func() { alive.Store(true) })
		returns("the lead may be lost for a moment", time.Second, wire.Head{Tenant: "a", Epoch: "e", Seq: 4})
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		stop := make(chan struct{})
		defer close(stop)
		go func() {
			for n := uint64(3); ; n++ {
				select {
				case <-tick.C:
					report("fast", n)
				case <-stop:
					return
				}
			}
		}()
		report("fast", 2)
		returns("another epoch", limit, wire.Head{Tenant: "a", Epoch: "older", Seq: 3})
	})
}

// All gateways together send 5,000 reports a second.
func TestManyGatewaysReportLessOften(t *testing.T) {
	t.Parallel()
	r := newMembers()
	for i := range maxMembers {
		r.take(wire.Report{Gateway: fmt.Sprint("g", i), Number: 1}, time.Now(), true)
		if want := time.Duration(i+1) * 200 * time.Microsecond; r.pause() != want.Microseconds() {
			t.Fatalf("a pause of %d µs with %d gateways, want %v", r.pause(), i+1, want)
		}
	}
}

// The time of an announcement is that of the gateway that was last to apply it.
func TestTheSlowestGatewaySaysWhenAChangeWasApplied(t *testing.T) {
	t.Parallel()
	r := newMembers()
	report := func(gateway string, n, seq uint64, at ...int64) {
		t.Helper()
		rep := wire.Report{Gateway: gateway, Number: n, Heads: []wire.Head{{Tenant: "a", Epoch: "e", Seq: seq}}, At: at}
		if !r.take(rep, time.Now(), true) {
			t.Errorf("report %d of %s is refused", n, gateway)
		}
	}
	check := func(want int64) {
		t.Helper()
		got := r.appliedAt("a")
		if want == 0 && !got.IsZero() || want > 0 && got.UnixMicro() != want {
			t.Errorf("applied at %v, want %d µs", got, want)
		}
	}
	check(0)
	report("old", 1, 6) // of an earlier version
	check(0)
	report("old", 2, 7, 100)
	report("slow", 1, 7, 300)
	report("fast", 1, 9, 500)
	check(300)
	report("slow", 2, 7, 900) // a repeated report does not count
	check(300)
	report("slow", 3, 8, 900)
	check(100)
	report("old", 3, 9, 950)
	check(900)
	r.forget("a")
	check(0)
}

// The list of the members has a limit. Those that need attention are in it.
func TestTheListOfMembersBeginsWithThoseThatNeedAttention(t *testing.T) {
	t.Parallel()
	r := newMembers()
	for i := range wire.MaxListed + 10 {
		name := fmt.Sprintf("g%02d", i)
		seq := uint64(9)
		if i == 57 {
			seq = 7
		}
		r.take(wire.Report{Gateway: name, Name: name, Number: 1, Heads: []wire.Head{{Tenant: "a", Epoch: "e", Seq: seq}}},
			time.Now(), true)
	}
	r.gateways["g58"].stuck = true
	list, others := r.list()
	if len(list) != wire.MaxListed || others != 10 || list[0].Name != "g58" || list[1].Name != "g57" ||
		list[2].Name != "g00" {
		t.Errorf("%d listed, %d others, first %+v", len(list), others, list[:3])
	}
}

// A former leader that has not noticed writes nothing.
func TestAnAnnouncerOfAnEndedTermWritesNothing(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for _, sql := range []string{"INSERT INTO tenant (id, name) VALUES ('a', 'A')", "UPDATE ingest_term SET term = 7"} {
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	var epoch string
	if err := db.Pool.QueryRow(t.Context(), "SELECT epoch::text FROM tenant_seq").Scan(&epoch); err != nil {
		t.Fatal(err)
	}
	written := func(term int64) (n int) {
		t.Helper()
		a := New(Config{Pool: db.Pool, Term: term})
		err := a.write(t.Context(), []announcement{{tenant: "a", epoch: epoch, seq: 1, at: time.Now(), tags: []string{"t"}}},
			map[string]capture.Cursor{"a": {Epoch: epoch, Seq: 1}}, nil)
		if term == 7 && err != nil || term != 7 && !errors.Is(err, errNotLeading) {
			t.Errorf("term %d: %v", term, err)
		}
		const count = `SELECT (SELECT count(*) FROM change_signal) + (SELECT count(*) FROM signal_cursor WHERE n > 0)`
		if err := db.Pool.QueryRow(t.Context(), count).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := written(6); n != 0 {
		t.Errorf("a former leader wrote %d rows", n)
	}
	if n := written(7); n != 2 {
		t.Errorf("the leader wrote %d rows, want 2", n)
	}
}

// A comparison may read a head before a change is published, and note it afterwards.
func TestAnOlderHeadDoesNotReplaceANewerOne(t *testing.T) {
	t.Parallel()
	s := New(Config{})
	for _, n := range []uint64{10, 11, 10} {
		s.Note(wire.Head{Tenant: "a", Epoch: "e", Seq: n})
	}
	if h := s.waiting["a"]; h.Seq != 11 {
		t.Errorf("change %d is waiting, want 11", h.Seq)
	}
	if s.Note(wire.Head{Tenant: "a", Epoch: "f", Seq: 2}); s.waiting["a"].Epoch != "f" {
		t.Error("a new epoch is not noted")
	}
}

// A gateway that reports and applies nothing held back the announcements of a tenant for as long as it ran. The leader
// waits for it until its lease is over, and no longer.
func TestAGatewayThatAppliesNothingIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const lease = time.Second // replica.Config.Lease
		r, number := newMembers(), uint64(0)
		var acked time.Time // when the last acknowledged report of the stuck gateway was sent
		report := func(gateway string, seq uint64) bool {
			number++
			return r.take(wire.Report{Gateway: gateway, Number: number,
				Heads: []wire.Head{{Tenant: "a", Epoch: "e", Seq: seq}, {Tenant: "b", Epoch: "e", Seq: 1}}}, time.Now(), true)
		}
		last := wire.Head{Tenant: "a", Epoch: "e", Seq: 9}
		began, seq := time.Now(), uint64(9)
		for r.applied(last) != seq {
			if time.Sleep(100 * time.Millisecond); time.Since(began) > time.Minute {
				t.Fatal("the leader still waits after a minute")
			}
			sent := time.Now()
			if report("stuck", 8) {
				acked = sent
			}
			if seq = min(seq+1, 1000); !report("well", seq) { // always behind, and always on its way
				t.Fatal("a gateway that applies is not acknowledged")
			}
			last.Seq = seq + 5
			if r.applied(last) > 8 && time.Since(acked) <= lease {
				t.Fatalf("change 9 is announced %v after the gateway sent a report that was acknowledged", time.Since(acked))
			}
			if n := r.applied(wire.Head{Tenant: "b", Epoch: "e", Seq: 1}); n != 1 {
				t.Fatalf("of another tenant, change %d is applied", n)
			}
		}
		if took := time.Since(began); took < stuckAfter || took > stuckAfter+memberTimeout+time.Second {
			t.Errorf("the leader waited for %v", took)
		}
		if list, _ := r.list(); len(list) != 2 || list[0].Stuck == list[1].Stuck {
			t.Errorf("the members are %+v", list)
		}
		if report("stuck", 8) {
			t.Error("it is acknowledged again although it has applied nothing")
		}
		if !report("stuck", 9) || r.applied(last) != 9 {
			t.Error("it has moved on, and is no member again")
		}
		time.Sleep(memberTimeout + time.Millisecond)
		if n := r.applied(last); n != math.MaxUint64 || len(r.gateways) != 0 {
			t.Errorf("after all gateways are silent, change %d is applied, and %d gateways are members", n, len(r.gateways))
		}
	})
}

// A tenant that was deleted, or a new epoch, makes no gateway stuck for good.
func TestAGatewayIsStuckOnlyAtWhatItCanApply(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, number := newMembers(), uint64(0)
		report := func(epoch string, seq uint64) bool {
			number++
			return r.take(wire.Report{Gateway: "g", Number: number, Heads: []wire.Head{{Tenant: "a", Epoch: epoch, Seq: seq}}},
				time.Now(), true)
		}
		stick := func(last wire.Head) {
			t.Helper()
			for range 150 {
				time.Sleep(100 * time.Millisecond)
				report("e", 8)
				r.applied(last)
			}
			if report("e", 8) {
				t.Fatal("the gateway is not stuck")
			}
		}
		stick(wire.Head{Tenant: "deleted", Epoch: "e", Seq: 2})
		if r.forget("deleted"); !report("e", 8) {
			t.Error("a gateway is stuck at a tenant that was deleted")
		}
		stick(wire.Head{Tenant: "a", Epoch: "f", Seq: 2})
		if !report("f", 2) || r.applied(wire.Head{Tenant: "a", Epoch: "f", Seq: 2}) != 2 {
			t.Error("a gateway is stuck although it has applied the new epoch")
		}
	})
}

// A change is published a moment before its gateways report that they have applied it. The round that the first event
// starts must not delay the round of the second one.
func TestARoundThatAnnouncesNothingIsNotFollowedByALongPause(t *testing.T) {
	t.Parallel()
	f := func(took, want time.Duration) {
		t.Helper()
		if got := idlePause(took); got != want {
			t.Errorf("after %v: a pause of %v, want %v", took, got, want)
		}
	}
	f(10*time.Microsecond, 90*time.Microsecond)
	f(100*time.Microsecond, 900*time.Microsecond)
	f(time.Second, minPause)
}
