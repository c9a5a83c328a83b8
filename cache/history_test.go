package cache_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/evidence"
	"vitrine/internal/history"
	"vitrine/internal/proving"
	"vitrine/internal/wire"
)

// Three gateways use one database. A seed chooses the steps: commits, lost, repeated and reordered messages, slow
// fills, gateways that are cut off or suspended, restored dumps, pruned changes and jumps of time. The rules of
// package history check all reads. The test uses one goroutine and a simulated clock. Apart from evictions, a seed
// determines the run.
func TestHistoryOfThreeGateways(t *testing.T) {
	seeds, steps := 6, 5000
	if proving.Long() {
		seeds, steps = 40, 20_000
	}
	if testing.Short() {
		seeds = 2
	}
	if proving.Again() {
		seeds = 1
	}
	first := proving.Seed(t, 1)
	found := evidence.Begin(t, evidence.Finding{Promise: evidence.NotStale, Seed: first,
		Title: "A model of three gateways, in every order of events",
		Done: []string{"messages are lost, late, repeated and out of order", "gateways restart",
			"reads overlap edits in every order", "clocks jump"},
		Judge: "Each read with every announcement before it. Each record is also checked as a register, by porcupine."})
	var hits, verified uint64
	var reads int
	for seed := first; seed < first+uint64(seeds); seed++ {
		synctest.Test(t, func(t *testing.T) {
			s := newStory(t, seed)
			defer s.close()
			s.run(steps)
			if err := s.hist.Check(); err != nil {
				found.Faults = history.Count(err)
				t.Fatalf("VITRINE_SEED=%d: %v", seed, err)
			}
			if err := s.hist.Linear(time.Minute); err != nil {
				t.Fatalf("VITRINE_SEED=%d: %v", seed, err)
			}
			for _, d := range s.nodes {
				hits += d.c.Cache.Stats.Hits.Load()
				verified += d.c.Replica.Stats.Verified.Load()
			}
			_, _, n := s.hist.Counts()
			reads += n
		})
	}
	t.Logf("%d reads, %d of them hits, %d verified", reads, hits, verified)
	found.Count("runs", int64(seeds))
	found.Count("reads judged", int64(reads))
	found.Count("from the cache", int64(hits)) //nolint:gosec // a count
	if hits < uint64(reads)/10 || verified == 0 {
		t.Errorf("the run covers too little: %d reads, %d hits, %d verified", reads, hits, verified)
	}
}

// A story is one run.
type story struct {
	*books
	t         *testing.T
	r         *rand.Rand
	nodes     []*node
	announced map[string]uint64
}

const storyKeys = 10 // of a tenant

func newStory(t *testing.T, seed uint64) *story {
	t.Helper()
	s := &story{
		books: newBooks(history.New(), "t", "u"), t: t,
		r: rand.New(rand.NewPCG(seed, 1)), announced: map[string]uint64{},
	}
	for i := range 3 {
		d, err := newNode(fmt.Sprint("gateway ", i), s.books, i*80<<10)
		if err != nil {
			t.Fatal(err)
		}
		s.nodes = append(s.nodes, d)
	}
	return s
}

func (s *story) close() {
	for _, d := range s.nodes {
		d.c.Close()
	}
}

// send sends a message to every connected gateway.
func (s *story) send(m wire.Message) {
	for _, d := range s.nodes {
		if !d.cut {
			d.bus = append(d.bus, m)
		}
	}
}

func (s *story) tenant() string { return []string{"t", "u"}[s.r.IntN(2)] }
func (s *story) key() string    { return fmt.Sprint("k", s.r.IntN(storyKeys)) }

func (s *story) run(steps int) {
	for range steps {
		s.once()
		s.announce(s.nodes, s.announced)
	}
}

// once takes one random step.
func (s *story) once() {
	d := s.nodes[s.r.IntN(len(s.nodes))]
	do := func(err error) {
		if err != nil {
			s.t.Fatal(err)
		}
	}
	switch n := s.r.IntN(1000); {
	case n < 100:
		keys := []string{s.key()}
		if s.r.IntN(4) == 0 {
			keys = append(keys, s.key())
		}
		s.send(s.commit(s.tenant(), slices.Compact(keys)...))
	case n < 110:
		s.send(s.schedule(s.tenant(), s.key(), s.now.Add(time.Duration(1+s.r.IntN(60))*time.Minute)))
	case n < 120:
		s.pass(time.Duration(1+s.r.IntN(40)) * time.Minute)
	case n < 125: // a dump is restored, and requests read it before any message
		tenant := s.tenant()
		s.restore(tenant, s.tenants[tenant].n-uint64(s.r.Int64N(int64(s.tenants[tenant].n)/2+1)))
	case n < 127:
		k := s.tenants[s.tenant()]
		k.pruned, k.log = k.n, nil
	case n < 131:
		d.cut = s.r.IntN(4) == 0
	case n < 135:
		d.stopped = s.r.IntN(4) == 0
	case n < 141:
		time.Sleep(time.Duration(s.r.IntN([]int{100, 100, 100, 100, 100, 2000}[s.r.IntN(6)])) * time.Millisecond)
	case n < 145:
		runtime.GC() // collects versions that no entry holds
	case d.stopped:
	case n < 230: // a heartbeat and a report
		if !d.cut {
			if d.c.Disconnected() || s.r.IntN(10) == 0 {
				do(d.c.Compare(context.Background()))
				d.c.RenewLease()
			} else {
				d.c.RenewLease()
			}
			d.reported = time.Now()
		}
	case n < 330:
		do(d.deliver(s.r))
	case n < 340:
		if len(d.past) > 0 { // an old message
			_, err := d.c.Apply(context.Background(), d.past[s.r.IntN(len(d.past))])
			do(err)
		}
	case n < 680:
		do(d.ask(s.tenant(), s.key()))
	default:
		if len(d.fills) > 0 {
			do(d.step(s.r.IntN(len(d.fills))))
		}
	}
}

// A gateway is disconnected, and a change is announced without it. A request arrives while the gateway reads from
// Postgres for another request. It must not rely on that read, which may have missed the change.
func TestHistoryOfAPullThatBeganTooEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStory(t, 1)
		defer s.close()
		d := s.nodes[0]
		do := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		}
		do(d.ask("t", "k0"))
		for len(d.fills) > 0 {
			do(d.step(0))
		}
		time.Sleep(2 * lease)
		release, held := make(chan struct{}), make(chan struct{})
		s.held = func() { // it has read, and answers late
			s.held = nil
			close(held)
			<-release
		}
		early := make(chan error)
		go func() { early <- d.c.Verify(context.Background()) }()
		<-held
		s.commit("t", "k0")
		s.nodes = s.nodes[1:] // the others apply it
		for _, o := range s.nodes {
			do(o.c.Compare(context.Background()))
			o.reported = time.Now()
		}
		s.announce(append(s.nodes, d), s.announced)
		asked := make(chan error)
		go func() { asked <- d.ask("t", "k0") }()
		synctest.Wait()
		close(release)
		do(<-early)
		do(<-asked)
		for len(d.fills) > 0 {
			do(d.step(0))
		}
		s.nodes = append(s.nodes, d)
		if _, announced, reads := s.hist.Counts(); announced != 1 || reads != 2 {
			t.Fatalf("the run covers too little: %d announcements, %d reads", announced, reads)
		}
		if err := s.hist.Check(); err != nil {
			t.Fatal(err)
		}
	})
}

// A message is repeated after a newer change of the same tag. Its number is the one at which the entry was last
// checked.
func TestHistoryOfARepeatedMessage(t *testing.T) {
	t.Parallel()
	s, hist := newSource(1), history.New()
	c, tn := open(t, s)
	write := func() wire.Message {
		w := history.Write{Tenant: "t", Key: "k0", Sent: hist.Now()}
		m := s.write("k0")
		w.Version, w.Seq = m.Seq, m.Seq
		hist.Wrote(w)
		return m
	}
	apply := func(m wire.Message) {
		if err := tn.Apply(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	read := func() {
		r := history.Read{Gateway: "g", Tenant: "t", Key: "k0", Start: hist.Now()}
		e := c.Get([]byte("t\x00k0"), time.Now())
		if e == nil {
			e, _ = s.fill(t, c, tn, "k0")
			c.Wait()
		}
		if _, err := fmt.Sscan(string(e.Body), &r.Version); err != nil {
			t.Fatal(err)
		}
		r.End = hist.Now()
		hist.Saw(r)
	}
	first := write()
	apply(first)
	hist.Announce("t", first.Seq)
	read()
	read()
	second := write()
	apply(second)
	hist.Announce("t", second.Seq)
	apply(first)
	read()
	if err := hist.Check(); err != nil {
		t.Fatal(err)
	}
}
