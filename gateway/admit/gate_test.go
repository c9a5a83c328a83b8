package admit

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"vitrine/internal/api"
)

// fixed is a configuration with a constant number of reads from Postgres, and a third as many searches.
func fixed(reads int) Config {
	return Config{Memory: 4, Least: reads, Start: reads, Most: reads, Queue: 256, Searches: 32, Burst: 4 * time.Second,
		Wait: time.Second}
}

func newGate(t *testing.T, cfg Config) *Gate {
	t.Helper()
	g, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// empty checks that nothing is held and nothing waits.
func (g *Gate) empty(t *testing.T) {
	t.Helper()
	g.mu.Lock()
	defer g.mu.Unlock()
	for name, p := range map[string]*pool{"memory": &g.memory, "postgres": &g.postgres} {
		if p.held != [kinds]int{} || p.waiting != [kinds]int{} || len(p.flows[Read])+len(p.flows[Search]) > 0 ||
			p.fullSince != [kinds]time.Time{} {
			t.Errorf("left in %s: held %v, waiting %v, flows %v, full since %v", name, p.held, p.waiting, p.flows,
				p.fullSince)
		}
	}
	if g.waiting != 0 {
		t.Errorf("%d wait", g.waiting)
	}
	if g.limit != nil && g.limit.of.Inflight() != 0 {
		t.Errorf("%d permits of the limit are taken", g.limit.of.Inflight())
	}
}

// A crew is fills that wait, and the order in which they got their slots.
type crew struct {
	g    *Gate
	mu   sync.Mutex
	got  []string
	all  map[string]*Pass
	errs map[string]error
}

func newCrew(g *Gate) *crew { return &crew{g: g, all: map[string]*Pass{}, errs: map[string]error{}} }

// queueOf returns a gate with one slot of Postgres and places for so many fills that wait, and its crew.
func queueOf(t *testing.T, places int) (*Gate, *crew) {
	t.Helper()
	cfg := fixed(1)
	cfg.Queue = places
	g := newGate(t, cfg)
	return g, newCrew(g)
}

// enters has a fill ask for a slot of Postgres, and waits until it has one, waits or is refused.
func (c *crew) enters(ctx context.Context, name string, d Demand) {
	s := c.g.Pass(d)
	c.mu.Lock()
	c.all[name] = s
	c.mu.Unlock()
	go func() {
		err := s.Postgres(ctx)
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.errs[name] = err; err == nil {
			c.got = append(c.got, name)
		}
	}()
	synctest.Wait()
}

// leaves ends a fill.
func (c *crew) leaves(name string) {
	c.all[name].Done(nil)
	synctest.Wait()
}

// order checks who has got a slot, in order.
func (c *crew) order(t *testing.T, want string) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if got := strings.Join(c.got, " "); got != want {
		t.Errorf("slots went to\n%s\nwant\n%s", got, want)
	}
}

// end ends all fills, one after the other. Each gives its slot to one that waits.
func (c *crew) end() {
	for i := 0; i < len(c.got); i++ {
		c.leaves(c.got[i])
	}
}

func (c *crew) refused() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, err := range c.errs {
		if err != nil {
			n++
		}
	}
	return n
}

// status is that of the refusal of a fill; 0: it was not refused.
func (c *crew) status(t *testing.T, name string) int {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	e := new(api.Error)
	if !errors.As(c.errs[name], &e) {
		return 0
	}
	if e.RetryAfter < 1 || e.Code == "" || e.Message == "" {
		t.Errorf("%s: a refusal without a hint: %+v", name, e)
	}
	return e.Status
}

func TestATenantWithAFloodSharesTheSlots(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(t, fixed(3))
		c := newCrew(g)
		for i := range 8 {
			c.enters(t.Context(), fmt.Sprintf("a%d", i), Demand{Tenant: "a"})
		}
		c.order(t, "a0 a1 a2") // nobody else is there: all slots are its own
		for i := range 3 {
			c.enters(t.Context(), fmt.Sprintf("b%d", i), Demand{Tenant: "b"})
		}
		c.enters(t.Context(), "c0", Demand{Tenant: "c"})
		for _, name := range []string{"a0", "a1", "b0", "c0", "a2", "b1"} {
			c.leaves(name)
		}
		c.order(t, "a0 a1 a2 b0 c0 b1 a3 b2 a4")
		c.end()
		g.empty(t)
	})
}

func TestSearchesAndReadsHaveSlotsOfTheirOwn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(t, fixed(6)) // and two for searches
		c := newCrew(g)
		for i := range 9 {
			c.enters(t.Context(), fmt.Sprintf("r%d", i), Demand{Tenant: "a"})
		}
		c.order(t, "r0 r1 r2 r3 r4 r5")
		for i := range 4 {
			c.enters(t.Context(), fmt.Sprintf("s%d", i), Demand{Tenant: "a", Kind: Search})
		}
		c.order(t, "r0 r1 r2 r3 r4 r5 s0 s1")
		c.leaves("r0")
		c.leaves("s1")
		c.order(t, "r0 r1 r2 r3 r4 r5 s0 s1 r6 s2")
		c.end()

		var held []func()
		for range 3 {
			leave, err := g.Pass(Demand{Tenant: "a", Kind: Search}).Memory(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			held = append(held, leave)
		}
		got := 0
		late, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		go func() {
			if leave, err := g.Pass(Demand{Tenant: "a", Kind: Search}).Memory(late); err == nil {
				got++
				leave()
			}
		}()
		synctest.Wait()
		leave, err := g.Pass(Demand{Tenant: "a"}).Memory(t.Context()) // the fourth slot is for other reads
		if err != nil || got != 0 {
			t.Fatalf("a read in memory beside searches: %v; %d more searches run", err, got)
		}
		for _, leave := range append(held, leave) {
			leave()
		}
		synctest.Wait()
		if got != 1 {
			t.Error("the search that waited did not get its slot")
		}
		g.empty(t)
	})
}

// While Postgres hangs, a fill that waits for it has given back its slot of memory, so searches in memory go on.
func TestAFillThatNeedsPostgresGivesUpItsSlotOfMemory(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(t, fixed(3))
		ctx, cancel := context.WithCancel(t.Context())
		var fills sync.WaitGroup
		for range 20 {
			fills.Go(func() {
				s := g.Pass(Demand{Tenant: "a", Kind: Search})
				defer s.Done(nil)
				leave, err := s.Memory(ctx)
				if err != nil {
					t.Errorf("a search in memory: %v", err)
					return
				}
				defer leave()
				if s.Postgres(ctx) == nil { // it hangs
					<-ctx.Done()
				}
			})
		}
		synctest.Wait()
		s := g.Pass(Demand{Tenant: "a", Kind: Search})
		leave, err := s.Memory(t.Context())
		if err != nil {
			t.Fatalf("a search while Postgres hangs: %v", err)
		}
		leave()
		if g.memory.busyLocked() != 0 || g.postgres.held[Search] != 1 || g.waiting != 19 {
			t.Errorf("memory %d, Postgres %v, waiting %d", g.memory.busyLocked(), g.postgres.held, g.waiting)
		}
		cancel()
		fills.Wait()
		g.empty(t)
	})
}

func TestBackgroundWorkTakesIdleSlotsOnly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(t, fixed(4))
		one, two := g.Idle("a"), g.Idle("a")
		if one == nil || two == nil {
			t.Fatal("all slots are free")
		}
		if g.Idle("a") != nil || g.IsIdle() {
			t.Error("background work has more than half of the slots")
		}
		if err := one.Postgres(t.Context()); err != nil { // it has its slot
			t.Fatal(err)
		}
		c := newCrew(g)
		for i := range 3 {
			c.enters(t.Context(), fmt.Sprintf("r%d", i), Demand{Tenant: "b"})
		}
		c.order(t, "r0 r1")
		one.Done(nil)
		one.Done(nil) // it may be called again
		synctest.Wait()
		c.order(t, "r0 r1 r2") // the reader that waited has it
		if two.Done(nil); g.Idle("a") != nil {
			t.Error("background work runs beside so many readers")
		}
		c.end()
		c.enters(t.Context(), "s0", Demand{Tenant: "b", Kind: Search})
		c.enters(t.Context(), "s1", Demand{Tenant: "b", Kind: Search})
		if g.Idle("a") != nil {
			t.Error("background work runs while a search waits")
		}
		c.end()
		if s := g.Idle("a"); s == nil {
			t.Error("no background work, and no reader")
		} else {
			s.Done(nil)
		}
		g.empty(t)
	})
}

// A burst may wait for Burst. While more fills wait than run, for that long, each may wait for Wait only.
func TestABurstWaitsLongerThanAnOverload(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(t, fixed(2))
		c := newCrew(g)
		began := time.Now()
		waited := map[string]time.Duration{}
		enter := func(name string) {
			came := time.Now()
			go func() {
				s := g.Pass(Demand{Tenant: "a"})
				err := s.Postgres(context.Background())
				c.mu.Lock()
				defer c.mu.Unlock()
				c.errs[name], waited[name] = err, time.Since(came)
			}()
			synctest.Wait()
		}
		at := func(d time.Duration) { time.Sleep(time.Until(began.Add(d))); synctest.Wait() }
		enter("x") // both hold their slots for good
		enter("y")
		enter("few 1") // as many wait as run: no overload
		enter("few 2")
		at(2 * time.Second)
		enter("burst")
		at(5 * time.Second) // the first two have left, and one waits: no overload
		enter("calm")
		at(6500 * time.Millisecond) // burst has left
		for i := range 3 {
			enter(fmt.Sprintf("flood %d", i))
		}
		at(9500 * time.Millisecond)
		enter("soon")
		at(10250 * time.Millisecond)
		enter("late 0")
		enter("late 1")
		at(time.Minute)
		c.mu.Lock()
		defer c.mu.Unlock()
		for name, want := range map[string]time.Duration{
			"few 1": 4 * time.Second, "few 2": 4 * time.Second, "burst": 4 * time.Second, "calm": 4 * time.Second,
			"flood 0": 4 * time.Second, "flood 2": 4 * time.Second, "soon": time.Second,
		} {
			if got := waited[name]; got != want || c.errs[name] == nil {
				t.Errorf("%s waited for %v, want %v: %v", name, got, want, c.errs[name])
			}
		}
		if got := g.Refused.Late.Load(); got != 10 {
			t.Errorf("%d were refused late", got)
		}
	})
}

func TestAQueueIsLongWhileMoreWaitThanFull(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cfg := fixed(1)
		cfg.Full = 2
		g := newGate(t, cfg)
		c := newCrew(g)
		for i, long := range []bool{false, false, false, true, true} { // the first one has the slot
			c.enters(t.Context(), fmt.Sprintf("a%d", i), Demand{Tenant: "a"})
			if g.Long() != long {
				t.Errorf("%d wait: long: %t", i, g.Long())
			}
		}
		c.leaves("a0")
		if !g.Long() {
			t.Error("three wait: not long")
		}
		if c.leaves("a1"); g.Long() {
			t.Error("two wait: long")
		}
		c.leaves("a2")
		c.leaves("a3")
		c.leaves("a4")
		g.empty(t)
	})
}

func TestAFullQueueRefusesTheTenantWithTheLargestPart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, c := queueOf(t, 4)
		for i := range 6 {
			c.enters(t.Context(), fmt.Sprintf("a%d", i), Demand{Tenant: "a"})
		}
		if c.status(t, "a4") != 0 || c.status(t, "a5") != 503 {
			t.Errorf("four may wait: %d, %d", c.status(t, "a4"), c.status(t, "a5"))
		}
		c.enters(t.Context(), "b0", Demand{Tenant: "b"})
		c.enters(t.Context(), "b1", Demand{Tenant: "b"})
		if c.status(t, "a4") != 503 || c.status(t, "a3") != 503 || c.status(t, "b0") != 0 || c.status(t, "b1") != 0 {
			t.Errorf("another tenant found no place: %v", c.errs)
		}
		c.enters(t.Context(), "b2", Demand{Tenant: "b"}) // no tenant has more
		if c.status(t, "b2") != 503 || g.waiting != 4 {
			t.Errorf("b2: %d, waiting %d", c.status(t, "b2"), g.waiting)
		}
		if g.Refused.Share.Load() != 2 || g.Refused.Full.Load() != 2 {
			t.Errorf("refused: share %d, full %d", g.Refused.Share.Load(), g.Refused.Full.Load())
		}
		c.end()
		g.empty(t)
	})
}

// While the queue is almost full, a fill begins in place of one that has left it, or if its tenant has few that wait.
func TestAFillIsRefusedBeforeItBegins(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, c := queueOf(t, 16)
		may := func(d Demand, want bool, when string) {
			t.Helper()
			e := new(api.Error)
			if err := g.Refuse(d); (err == nil) != want || err != nil && (!errors.As(err, &e) || e.Status != 503) {
				t.Errorf("%s: %v", when, err)
			}
		}
		a, b := Demand{Tenant: "a"}, Demand{Tenant: "b"}
		for i := range 15 {
			may(a, true, fmt.Sprintf("%d wait", i-1))
			c.enters(t.Context(), fmt.Sprintf("a%02d", i), a)
		}
		may(a, true, "14 wait")
		c.enters(t.Context(), "a15", a)
		c.enters(t.Context(), "a16", a)
		may(a, false, "16 wait")
		may(b, true, "another tenant")
		may(Demand{Tenant: "a", Kind: Search}, true, "a search, for which a slot is free")
		c.leaves("a00")
		may(a, true, "one has left")
		may(a, false, "another one has begun for it")
		c.leaves("a01")
		may(a, true, "14 wait again")
		if refused := g.Refused.Full.Load(); refused != 2 {
			t.Errorf("%d refused", refused)
		}
		c.end()
		g.empty(t)
		may(a, true, "none waits")
	})
}

// A fill that the queue would refuse is refused before it begins, also if each tenant has one that waits.
func TestNoFillOfManyTenantsBeginsInVain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, c := queueOf(t, 16)
		for i := range 17 {
			c.enters(t.Context(), fmt.Sprintf("a%d", i), Demand{Tenant: fmt.Sprintf("tenant-%d", i)})
		}
		if err := g.Refuse(Demand{Tenant: "another"}); err == nil {
			t.Error("a fill that finds no place begins")
		}
		c.end()
		for i := range 17 {
			c.enters(t.Context(), fmt.Sprintf("b%d", i), Demand{Tenant: "b"})
		}
		c.enters(t.Context(), "c0", Demand{Tenant: "c"}) // takes the place of the newest
		if err := g.Refuse(Demand{Tenant: "b"}); err == nil {
			t.Error("a fill begins for one whose place is taken")
		}
		c.end()
		g.empty(t)
	})
}

func TestAFillWithoutAClientIsInProgress(t *testing.T) {
	t.Parallel()
	var r Readers
	end := r.Begin("a")
	leave := r.Join("b", nil)
	if !r.Has([]byte("a")) || !r.Has([]byte("b")) || r.Has([]byte("c")) || r.Presence("a") != Gone {
		t.Error("a fill in progress is unknown, or has a client that nobody is")
	}
	end()
	leave()
	if r.Has([]byte("a")) || r.Has([]byte("b")) {
		t.Error("a fill that has ended is in progress")
	}
}

func TestATenantHasABoundOfSearches(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cfg := fixed(3)
		cfg.Searches = 2
		g := newGate(t, cfg)
		c := newCrew(g)
		d := Demand{Tenant: "a", Kind: Search, Bounded: true}
		for i := range 3 {
			c.enters(t.Context(), fmt.Sprintf("a%d", i), d)
		}
		if c.status(t, "a1") != 0 || c.status(t, "a2") != 429 {
			t.Errorf("a1 %d, a2 %d", c.status(t, "a1"), c.status(t, "a2"))
		}
		d.Bounded = false
		c.enters(t.Context(), "list", d)
		c.enters(t.Context(), "b0", Demand{Tenant: "b", Kind: Search, Bounded: true})
		if c.status(t, "list") != 0 || c.status(t, "b0") != 0 {
			t.Errorf("others were refused: %v", c.errs)
		}
		c.end()
		g.empty(t)
	})
}

// A fill is not begun for clients that are gone. Clients that have sent the end of their connection come last.
func TestWorkForNobodyIsNotBegun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g, c := queueOf(t, 4)
		is := map[string]Presence{}
		enters := func(name string) {
			is[name] = There
			c.enters(t.Context(), name, Demand{Tenant: "a", Clients: func() Presence { return is[name] }})
		}
		for _, name := range []string{"x", "gone", "ended", "there"} {
			enters(name)
		}
		is["gone"], is["ended"] = Gone, Ended
		c.leaves("x")
		c.order(t, "x there")
		if c.status(t, "gone") != 503 || g.Refused.Gone.Load() != 1 {
			t.Errorf("gone: %v", c.errs["gone"])
		}
		c.leaves("there")
		c.order(t, "x there ended") // nobody else waits, and it may read on

		for _, name := range []string{"1", "2", "3", "4"} {
			enters(name)
		}
		is["2"], is["3"] = Gone, Ended
		time.Sleep(time.Second)
		enters("5")
		if c.status(t, "2") != 503 || c.status(t, "5") != 0 {
			t.Errorf("the place of a client that is gone is not free: %v", c.errs)
		}
		enters("6")
		if c.status(t, "3") != 503 || c.status(t, "6") != 0 {
			t.Errorf("the place of a client that may be gone is not free: %v", c.errs)
		}
		c.end()
		g.empty(t)
	})
}

func TestAFillIsGoneWhenItsLastClientIs(t *testing.T) {
	t.Parallel()
	var r Readers
	at := func(want Presence) {
		t.Helper()
		if got := r.Presence("k"); got != want {
			t.Errorf("presence %d, want %d", got, want)
		}
	}
	state := [3]Presence{There, Ended, Gone}
	at(Gone)
	var leave [3]func()
	for i := range state {
		leave[i] = r.Join("k", func() Presence { return state[i] })
	}
	at(There)
	state[0] = Gone
	at(Ended)
	leave[1]()
	at(Gone)
	state[2] = There
	leave[0]()
	at(There)
	leave[2]()
	at(Gone)
	always := r.Join("k", nil)
	at(There)
	always()
	var all []func()
	for range maxAsked + 1 {
		all = append(all, r.Join("k", func() Presence { return Gone }))
	}
	at(There) // too many to ask
	for _, leave := range all {
		leave()
	}
	if len(r.byKey) != 0 {
		t.Errorf("left: %v", r.byKey)
	}
}

// Fills that panic, give up, are refused or go from memory to Postgres leave nothing behind.
func TestNoSlotIsLost(t *testing.T) {
	t.Parallel()
	for _, off := range []bool{false, true} {
		t.Run(fmt.Sprintf("off=%t", off), func(t *testing.T) {
			t.Parallel()
			cfg := DefaultConfig(4, 64)
			cfg.Queue, cfg.Burst, cfg.Wait, cfg.Off = 24, 3*time.Millisecond, time.Millisecond, off
			g := newGate(t, cfg)
			var r Readers
			var fills sync.WaitGroup
			for i := range 64 {
				fills.Go(func() {
					random := rand.New(rand.NewPCG(uint64(i), 1))
					for range 200 {
						onePass(t, g, &r, random)
					}
				})
			}
			fills.Wait()
			g.empty(t)
			if len(r.byKey) != 0 {
				t.Errorf("%d keys have clients", len(r.byKey))
			}
			t.Logf("waited %d, refused %+v", g.Waited.Load(), g.Load().Refused)
		})
	}
}

// onePass is a fill that does anything.
func onePass(t *testing.T, g *Gate, r *Readers, random *rand.Rand) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil && p != "as it should" {
			panic(p)
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), time.Duration(random.IntN(5000))*time.Microsecond)
	defer cancel()
	if random.IntN(10) == 0 {
		if s := g.Idle("idle"); s != nil {
			defer s.Done(nil)
			if err := s.Postgres(ctx); err != nil {
				t.Errorf("background work waits: %v", err)
			}
		}
		return
	}
	key := fmt.Sprint(random.IntN(20))
	now := Presence(random.IntN(4))
	leaveKey := r.Join(key, func() Presence { return min(now, There) })
	defer leaveKey()
	var err error
	s := g.Pass(Demand{Tenant: fmt.Sprint(random.IntN(5)), Kind: Kind(random.IntN(2)), Bounded: random.IntN(2) == 0,
		Clients: func() Presence { return r.Presence(key) }})
	defer func() { s.Done(err) }()
	if With(ctx, s); Of(With(ctx, s)) != s {
		t.Error("a context does not carry its pass")
	}
	if random.IntN(2) == 0 {
		leave, err := s.Memory(ctx)
		if err != nil {
			return
		}
		defer leave()
	}
	if random.IntN(4) == 0 {
		panic("as it should")
	}
	if err = s.Postgres(ctx); err != nil {
		e := new(api.Error)
		if !errors.As(err, &e) || e.Status != 503 && e.Status != 429 || e.RetryAfter < 1 {
			t.Errorf("refused with %v", err)
		}
		return
	}
	if random.IntN(4) == 0 {
		panic("as it should")
	}
	time.Sleep(time.Duration(random.IntN(200)) * time.Microsecond)
}

// The limit falls while more fills at once make all of them slower, and rises while they are answered as fast.
func TestTheLimitFollowsPostgres(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cfg := DefaultConfig(4, 64)
		g := newGate(t, cfg)
		if g.slots(Read) != cfg.Start || g.slots(Search) != cfg.Start/3 {
			t.Errorf("at the start %d and %d", g.slots(Read), g.slots(Search))
		}
		var running int // statements in Postgres
		load := func(d time.Duration, readers int, takes func(running int) time.Duration) int {
			ctx, cancel := context.WithTimeout(t.Context(), d)
			defer cancel()
			var mu sync.Mutex
			var all sync.WaitGroup
			for i := range readers {
				all.Go(func() {
					for ctx.Err() == nil {
						s := g.Pass(Demand{Tenant: fmt.Sprint(i % 3)})
						if s.Postgres(ctx) == nil {
							mu.Lock()
							running++
							took := takes(running)
							mu.Unlock()
							time.Sleep(took)
							mu.Lock()
							running--
							mu.Unlock()
						}
						s.Done(nil)
					}
				})
			}
			all.Wait()
			return g.slots(Read)
		}
		constant := func(int) time.Duration { return 10 * time.Millisecond }
		fast := load(20*time.Second, 64, constant)
		if fast <= cfg.Start {
			t.Errorf("a Postgres that does not become slower: %d", fast)
		}
		// A Postgres that answers a number at a time: the more wait in it, the slower is each.
		crowded := func(n int) time.Duration { return time.Duration(max(1, n-6)) * 10 * time.Millisecond }
		slow := load(20*time.Second, 64, crowded)
		if slow >= fast {
			t.Errorf("a Postgres that becomes slower: %d, before %d", slow, fast)
		}
		quiet := load(60*time.Second, 1, constant)
		if quiet > cfg.Start || quiet < cfg.Least {
			t.Errorf("a quiet gateway: %d", quiet)
		}
		t.Logf("fast %d, slow %d, quiet %d", fast, slow, quiet)
		g.empty(t)
	})
}

// Without admission, fills wait in their order until their own time ends.
func TestWithoutAdmissionNothingIsRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cfg := fixed(3)
		cfg.Off, cfg.Queue, cfg.Searches = true, 0, 1
		g := newGate(t, cfg)
		c := newCrew(g)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		for i := range 300 {
			c.enters(ctx, fmt.Sprint(i), Demand{Tenant: fmt.Sprint(i % 3), Kind: Kind(i % 2), Bounded: true,
				Clients: func() Presence { return Gone }})
		}
		c.order(t, "0 1 2 3")
		c.leaves("2")
		c.order(t, "0 1 2 3 4")
		time.Sleep(50 * time.Second)
		if c.refused() != 0 {
			t.Errorf("%d were refused", c.refused())
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if c.refused() != 295 {
			t.Errorf("%d were refused once their time had ended", c.refused())
		}
		c.end()
		g.empty(t)
	})
}

func TestConfigsAreChecked(t *testing.T) {
	t.Parallel()
	if err := DefaultConfig(4, 64).Validate(); err != nil {
		t.Error(err)
	}
	for reads := 1; reads <= 64; reads *= 2 {
		for fills := 1; fills <= 64; fills *= 2 {
			newGate(t, DefaultConfig(reads, fills)).Register(prometheus.NewRegistry())
		}
	}
	for name, change := range map[string]func(*Config){
		"no memory":             func(c *Config) { c.Memory = 0 },
		"no slot":               func(c *Config) { c.Least = 0 },
		"start below the least": func(c *Config) { c.Start = c.Least - 1 },
		"start above the most":  func(c *Config) { c.Start = c.Most + 1 },
		"no search":             func(c *Config) { c.Searches = 0 },
		"a negative queue":      func(c *Config) { c.Queue = -1 },
		"full below nothing":    func(c *Config) { c.Full = -1 },
		"no wait":               func(c *Config) { c.Wait = 0 },
		"a short burst":         func(c *Config) { c.Burst = c.Wait - 1 },
	} {
		cfg := DefaultConfig(4, 64)
		change(&cfg)
		if _, err := New(cfg); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
