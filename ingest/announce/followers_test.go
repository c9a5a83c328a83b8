package announce

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"vitrine/ingest/capture"
	"vitrine/internal/evidence"
	"vitrine/internal/history"
	"vitrine/internal/proving"
	"vitrine/internal/wire"
)

// A sim is a model of a tenant with a leader, followers and readers. Its clock jumps from event to event, so that a
// run depends on its seed alone. The leader's decisions are those of the real followers type. Messages are late, lost
// and reordered; followers pause, restart, and have clocks that run differently; leaders change.
type sim struct {
	rand   *rand.Rand
	now    time.Time
	events queue
	h      *history.History

	seq       uint64 // the last change; every change is a new version of the page
	sent      uint64 // what followers see
	announced uint64 // as Postgres has it
	leader    *followers
	ready     time.Time // when the leader begins to announce
	all       []*simFollower
	settle    time.Duration
}

const simTenant, simEpoch = "t", "0a1b2c3d-0000"

// A simFollower keeps one page.
type simFollower struct {
	s       *sim
	name    string
	rate    float64 // of its clock
	cell    uint64  // the newest change of the page that it has applied
	applied uint64
	until   time.Duration // the end of its lease, by its own clock
	paused  time.Time     // it does nothing until then
	cut     time.Time     // its stream brings nothing until then, while its lease requests arrive
	stamp   uint64        // of the page that it keeps; 0: none
	version uint64
	life    int // how often it restarted
}

// A timed event of a sim.
type timed struct {
	at  time.Time
	n   int
	run func()
}

type queue struct {
	list []timed
	n    int
}

func (q *queue) Len() int { return len(q.list) }
func (q *queue) Less(i, k int) bool {
	return q.list[i].at.Before(q.list[k].at) || q.list[i].at.Equal(q.list[k].at) && q.list[i].n < q.list[k].n
}
func (q *queue) Swap(i, k int) { q.list[i], q.list[k] = q.list[k], q.list[i] }
func (q *queue) Push(x any)    { q.list = append(q.list, x.(timed)) }
func (q *queue) Pop() any {
	last := q.list[len(q.list)-1]
	q.list = q.list[:len(q.list)-1]
	return last
}

func (s *sim) after(d time.Duration, run func()) {
	s.events.n++
	heap.Push(&s.events, timed{s.now.Add(d), s.events.n, run})
}

// delay is the time of a message, mostly short. It is lost one time in fifty, which is a time after the end.
func (s *sim) delay() time.Duration {
	switch n := s.rand.IntN(50); {
	case n == 0:
		return time.Hour
	case n < 4:
		return time.Duration(s.rand.IntN(1500)) * time.Millisecond
	default:
		return time.Duration(1+s.rand.IntN(5000)) * time.Microsecond
	}
}

func newSim(seed uint64, followers int) *sim {
	s := &sim{rand: rand.New(rand.NewPCG(seed, 1)), now: time.Unix(1000, 0), h: history.New(), //nolint:gosec // a test
		settle: settleTime}
	for i := range followers {
		f := &simFollower{s: s, name: "f" + strconv.Itoa(i), rate: 0.97 + 0.06*s.rand.Float64()}
		s.all = append(s.all, f)
		s.after(0, f.tick)
		s.after(0, f.read)
	}
	s.lead()
	s.after(0, s.edit)
	return s
}

// lead begins a term. The former leader's grants count for a lease; the new leader knows none of them.
func (s *sim) lead() {
	s.leader, s.ready = newFollowers(), s.now.Add(s.settle)
	me := s.leader
	s.after(time.Millisecond, func() { s.round(me) })
	s.after(time.Duration(3+s.rand.IntN(20))*time.Second, s.lead)
}

// round is what Announcer.Run does: it proposes or announces what is new, and announces what is acknowledged.
func (s *sim) round(me *followers) {
	if s.leader != me {
		return
	}
	for _, tenant := range me.unknown() {
		me.know(tenant, position{simEpoch, s.announced})
	}
	if s.now.Before(s.ready) {
		s.after(3*time.Millisecond, func() { s.round(me) })
		return
	}
	took := time.Duration(1+s.rand.IntN(3)) * time.Millisecond // the write to Postgres
	if from := max(s.announced, s.proposed(me)); s.seq > from {
		last := position{simEpoch, s.seq}
		if me.direct(simTenant, last, s.now) {
			s.after(took, func() { s.write(me, last.seq); s.round(me) })
			return
		}
		s.sent = max(s.sent, s.seq)
		var all []proposal
		for n := from + 1; n <= s.seq; n++ {
			to := capture.Cursor{Epoch: simEpoch, Seq: n}
			all = append(all, proposal{position: position{simEpoch, n}, to: to, sent: s.now})
		}
		me.propose(simTenant, all)
		s.push()
	}
	if ready := me.acknowledged(s.now); len(ready) > 0 {
		p := ready[simTenant]
		s.after(took, func() {
			if s.write(me, p.seq) {
				me.announcedNow(ready, s.now)
			}
			s.round(me)
		})
		return
	}
	s.after(3*time.Millisecond, func() { s.round(me) })
}

// proposed is the last proposal of a leader.
func (s *sim) proposed(me *followers) uint64 {
	if t := me.tenants[simTenant]; t != nil && len(t.proposals) > 0 {
		return t.proposals[len(t.proposals)-1].seq
	}
	return 0
}

// write announces. A former leader cannot (require_term).
func (s *sim) write(me *followers, seq uint64) bool {
	if s.leader != me {
		return false
	}
	s.announced, s.sent = max(s.announced, seq), max(s.sent, seq)
	s.h.Announce(simTenant, s.announced)
	s.push()
	return true
}

// push sends followers what they may see. A lost event is followed by a later one, or found by the next tick.
func (s *sim) push() {
	sent := s.sent
	for _, f := range s.all {
		life := f.life
		s.after(s.delay(), func() {
			f.awake(func() {
				if f.life == life && sent > f.applied && s.now.After(f.cut) {
					f.apply(sent)
				}
			})
		})
	}
}

func (s *sim) edit() {
	s.seq++
	w := history.Write{Tenant: simTenant, Key: "page", Version: s.seq, Seq: s.seq, Sent: s.h.Now()}
	s.h.Wrote(w)
	s.after(time.Duration(s.rand.IntN(40))*time.Millisecond, s.edit)
}

// clock is the follower's own clock.
func (f *simFollower) clock() time.Duration {
	return time.Duration(float64(f.s.now.Sub(time.Unix(1000, 0))) * f.rate)
}

// awake runs something once the follower is not paused.
func (f *simFollower) awake(run func()) {
	if wait := f.paused.Sub(f.s.now); wait > 0 {
		f.s.after(wait+time.Duration(f.s.rand.IntN(1000))*time.Microsecond, func() { f.awake(run) })
		return
	}
	run()
}

// apply makes the page stale, then acknowledges.
func (f *simFollower) apply(seq uint64) {
	f.cell, f.applied = seq, seq
	f.acknowledge()
}

// acknowledge asks for a lease.
func (f *simFollower) acknowledge() {
	asked, life := f.clock(), f.life
	rq := wire.Follow{Tenant: simTenant, Name: f.name + ":" + strconv.Itoa(life), Epoch: simEpoch[:8], Applied: f.applied}
	f.s.after(f.s.delay(), func() {
		grant := f.s.leader.ask(rq, f.s.now)
		if !grant.Granted {
			return
		}
		f.s.after(f.s.delay(), func() {
			f.awake(func() {
				if f.life == life {
					f.until = max(f.until, asked+wire.FollowerLease)
				}
			})
		})
	})
}

// tick renews the lease, and sometimes pauses, restarts or reads the stream again.
func (f *simFollower) tick() {
	s := f.s
	f.awake(func() {
		switch s.rand.IntN(60) {
		case 0:
			f.paused = s.now.Add(time.Duration(s.rand.IntN(3000)) * time.Millisecond)
		case 1:
			f.cut = s.now.Add(time.Duration(s.rand.IntN(4000)) * time.Millisecond)
		case 2, 3: // another process of the same cache: what was kept is still there
			if s.rand.IntN(2) == 0 {
				f.cut = s.now.Add(time.Duration(s.rand.IntN(4000)) * time.Millisecond)
			}
			f.life++
			f.until, f.applied, f.cell = 0, 0, 0
		}
		if f.applied == 0 { // a new stream: the greeting says where it begins, and everything kept is older
			sent, life := s.sent, f.life
			s.after(s.delay(), func() {
				f.awake(func() {
					if f.life == life && f.applied < sent {
						f.apply(sent)
					}
				})
			})
		} else {
			// An event was lost: the stream is resumed.
			if sent := s.sent; s.rand.IntN(4) == 0 && sent > f.applied && s.now.After(f.cut) {
				f.cell, f.applied = sent, sent
			}
			f.acknowledge()
		}
	})
	s.after(time.Duration(float64(wire.FollowerLease/4)*f.rate), f.tick)
}

// read reads the page: what is kept while it is fresh and the lease lasts, else from the origin.
func (f *simFollower) read() {
	s := f.s
	defer s.after(time.Duration(1+s.rand.IntN(60))*time.Millisecond, f.read)
	if f.paused.After(s.now) {
		return
	}
	start := s.h.Now()
	saw := func(version uint64) {
		s.h.Saw(history.Read{Gateway: f.name + ":" + strconv.Itoa(f.life), Tenant: simTenant, Key: "page", Start: start,
			End: s.h.Now(), Version: version})
	}
	if f.version > 0 && f.stamp >= f.cell && f.applied > 0 && f.clock() < f.until {
		saw(f.version)
		return
	}
	version, life := s.seq, f.life // as the gateway shows it: it has applied every change
	if version == 0 {
		return
	}
	s.after(time.Duration(s.rand.IntN(4000))*time.Microsecond, func() {
		if f.life != life {
			return
		}
		saw(version)
		if version > f.version {
			f.version, f.stamp = version, version
		}
	})
}

func (s *sim) run(d time.Duration) {
	for end := s.now.Add(d); len(s.events.list) > 0 && s.events.list[0].at.Before(end); {
		e := heap.Pop(&s.events).(timed)
		s.now = e.at
		e.run()
	}
}

// No follower shows the page as it was before an announced change, whatever gets lost, late or restarted.
func TestHistoryOfFollowers(t *testing.T) {
	t.Parallel()
	runs, seed := proving.Rounds(12, 400), proving.Seed(t, 1)
	found := evidence.Begin(t, evidence.Finding{Promise: evidence.Outside, Seed: seed,
		Title: "A model of followers that acknowledge changes",
		Done: []string{"messages are lost or late", "streams are cut", "followers are stopped and restarted",
			"their clocks are up to 3 % fast or slow", "another process becomes the leader"},
		Judge: "Each read with every announcement before it."})
	var reads, announcements int
	for i := range uint64(runs) { //nolint:gosec // small
		s := newSim(seed+i, 1+int(i%4)) //nolint:gosec // small
		s.run(60 * time.Second)
		if err := s.h.Check(); err != nil {
			found.Faults = history.Count(err)
			t.Fatalf("run %d: %v", i, err)
		}
		_, a, r := s.h.Counts()
		reads, announcements = reads+r, announcements+a
	}
	t.Logf("%d announcements, %d reads", announcements, reads)
	found.Count("runs", int64(runs))
	found.Count("announcements", int64(announcements))
	found.Count("reads judged", int64(reads))
	if announcements < 100*runs || reads < 2000*runs {
		t.Errorf("%d announcements and %d reads in %d runs: the model does too little", announcements, reads, runs)
	}
}

var followerMutations = []history.Mutation{
	{Name: "nothing", Harmless: true},
	{Name: "acknowledgement: a change is announced whatever followers have applied", Changes: []string{
		"followers.go", "n = min(n, t.covers(f))", "_ = f"}},
	{Name: "behind: a follower that has not applied every announced change gets a lease", Changes: []string{
		"followers.go", "\tif covered < 0 {\n\t\treturn wire.FollowerBehind\n\t}", "\tcovered = max(covered, 0)"}},
	{Name: "waiting: a follower with a lease is not waited for", Changes: []string{
		"followers.go", "if !now.After(f.until) {\n\t\t\treturn true", "if f.until.IsZero() {\n\t\t\treturn true"}},
	{Name: "clocks: a lease ends here as early as at the follower", Changes: []string{
		"followers.go", "now.Add(wire.FollowerLease + wire.FollowerLease/20 + leaseSlack)", "now.Add(wire.FollowerLease / 2)",
		"followers.go", "\tleaseSlack      = 10 * time.Millisecond", "\t_ = 10 * time.Millisecond"}},
	{Name: "settling: a new leader does not wait for the leases of its predecessor", Changes: []string{
		"members.go", "settleTime    = 2 * time.Second ", "settleTime    = 2 * time.Millisecond "}},
}

// The window of this guard is too small for the model.
var decision = history.Mutation{Name: "decision: a change counts as announced once it is written", Changes: []string{
	"followers.go", "\tt.announced = last\n", ""}}

func TestAChangeCountsAsAnnouncedBeforeItIsWritten(t *testing.T) {
	t.Parallel()
	r, now := newFollowers(), time.Unix(0, 0)
	ask := func() wire.Grant {
		return r.ask(wire.Follow{Tenant: "a", Name: "f", Epoch: simEpoch[:8], Applied: 8}, now)
	}
	ask()
	r.know("a", position{simEpoch, 8})
	if !r.direct("a", position{simEpoch, 9}, now) {
		t.Fatal("a follower without a lease is waited for")
	}
	if g := ask(); g.Granted {
		t.Error("while change 9 is written, a follower that lacks it gets a lease")
	}
}

// So is the window of this one: a follower acknowledges a part of what is being written as announced.
var releasing = history.Mutation{Name: "release: a proposal counts as announced once it is written", Changes: []string{
	"followers.go", "if covered < t.released {", "if covered < 0 {"}}

func TestAProposalCountsAsAnnouncedBeforeItIsWritten(t *testing.T) {
	t.Parallel()
	r, now := newFollowers(), time.Unix(0, 0)
	ask := func(applied uint64) wire.Grant {
		return r.ask(wire.Follow{Tenant: "a", Name: "f", Epoch: simEpoch[:8], Applied: applied}, now)
	}
	ask(7)
	r.know("a", position{simEpoch, 7})
	if g := ask(7); !g.Granted || r.direct("a", position{simEpoch, 9}, now) {
		t.Fatalf("a follower that is current: %+v", g)
	}
	of := func(seq uint64) proposal { return proposal{position: position{simEpoch, seq}, sent: now} }
	r.propose("a", []proposal{of(8), of(9)})
	now = now.Add(2 * wire.FollowerLease) // it was silent: both are announced without it
	ready := r.acknowledged(now)
	if len(ready) != 1 || ready["a"].seq != 9 {
		t.Fatalf("announced without a follower whose lease is over: %v", ready)
	}
	if g := ask(8); g.Granted || g.Why != wire.FollowerBehind {
		t.Errorf("while change 9 is written, a follower that lacks it gets a lease: %+v", g)
	}
	if again := r.acknowledged(now); again["a"].seq != 9 {
		t.Errorf("a write that failed is repeated with %v", again)
	}
	if g := ask(9); !g.Granted {
		t.Errorf("a follower that has applied both: %+v", g)
	}
	r.announcedNow(ready, now)
	r.propose("a", []proposal{of(10)})
	if g := ask(9); !g.Granted || len(r.acknowledged(now)) > 0 {
		t.Errorf("the next change does not wait for a follower with a lease: %+v", g)
	}
}

func TestProveHistoryOfFollowersFailsWithoutEachGuard(t *testing.T) {
	if !proving.Long() {
		t.Skip("SKIPPED but in make prove: it builds the package once for each guard")
	}
	for _, m := range followerMutations {
		t.Run(m.Name, func(t *testing.T) { m.Try(t, "^TestHistoryOfFollowers$") })
	}
	t.Run(decision.Name, func(t *testing.T) { decision.TryBy(t, "^TestAChangeCounts", "a follower that lacks it") })
	t.Run(releasing.Name, func(t *testing.T) { releasing.TryBy(t, "^TestAProposalCounts", "a follower that lacks it") })
}

func TestEveryMutationOfFollowersApplies(t *testing.T) {
	for _, m := range append(followerMutations, decision, releasing) {
		t.Run(m.Name, m.Applies)
	}
}

// A silent follower is waited for no longer than its lease, and a slow one that reports no longer than two.
func TestAFollowerDelaysAnnouncementsNoLongerThanItsLease(t *testing.T) {
	t.Parallel()
	for _, reports := range []bool{false, true} {
		r, began := newFollowers(), time.Unix(0, 0)
		ask := func(now time.Time, applied uint64) wire.Grant {
			return r.ask(wire.Follow{Tenant: "a", Name: "f", Epoch: "0a1b2c3d", Applied: applied}, now)
		}
		if g := ask(began, 7); g.Granted || g.Why != wire.NotReady {
			t.Fatalf("before the leader knows what was announced: %+v", g)
		}
		r.know("a", position{simEpoch, 7})
		if g := ask(began, 6); g.Granted || g.Why != wire.FollowerBehind {
			t.Fatalf("a follower that is behind: %+v", g)
		}
		if g := ask(began, 7); !g.Granted || g.Seq != 7 {
			t.Fatalf("a follower that is current: %+v", g)
		}
		if r.direct("a", position{simEpoch, 8}, began) {
			t.Fatal("the follower is not waited for")
		}
		r.propose("a", []proposal{{position: position{simEpoch, 8}, sent: began}})
		limit := wire.FollowerLease * 21 / 20
		if reports {
			limit += wire.FollowerLease
		}
		now := began
		for ; len(r.acknowledged(now)) == 0; now = now.Add(10 * time.Millisecond) {
			if reports {
				ask(now, 7)
			}
			if now.Sub(began) > time.Minute {
				t.Fatal("it is waited for without end")
			}
		}
		if waited := now.Sub(began); waited < wire.FollowerLease || waited > limit+50*time.Millisecond {
			t.Errorf("reports %v: it is waited for %v, want at most %v", reports, waited, limit)
		}
		if g := ask(now, 7); g.Granted {
			t.Error("a follower without the change gets a lease after its announcement")
		}
		if g := ask(now, 8); !g.Granted {
			t.Errorf("a follower that has caught up: %+v", g)
		}
	}
}

func TestFollowersAreLimited(t *testing.T) {
	t.Parallel()
	r, now := newFollowers(), time.Unix(0, 0)
	ask := func(tenant, name string, now time.Time) wire.Grant {
		r.know(tenant, position{simEpoch, 0})
		return r.ask(wire.Follow{Tenant: tenant, Name: name, Epoch: "0a1b2c3d", Applied: 1}, now)
	}
	for i := range maxFollowers {
		ask("a", fmt.Sprint(i), now)
		ask("a", fmt.Sprint(i), now)
	}
	if g := ask("a", "more", now); g.Why != wire.FollowerLimit {
		t.Errorf("one more than the limit: %+v", g)
	}
	if g := ask("b", "more", now); g.Why == wire.FollowerLimit {
		t.Errorf("of another tenant: %+v", g)
	}
	if g := ask("a", "more", now.Add(2*wire.FollowerLease)); g.Why == wire.FollowerLimit {
		t.Errorf("after the leases of the others: %+v", g)
	}
	r.ask(wire.Follow{Tenant: "b", Name: "more", Leaving: true}, now)
	r.ask(wire.Follow{Tenant: "a", Name: "more", Leaving: true}, now)
	if n := r.count(); n != 0 {
		t.Errorf("%d followers are left", n)
	}
	r.forget("a")
	r.forget("b")
	if len(r.tenants) != 0 {
		t.Errorf("%d tenants are left", len(r.tenants))
	}
}
