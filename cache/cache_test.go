package cache_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/internal/wire"
)

// source stands in for Postgres. It has one tenant, whose changes are numbered in the order of commits.
type source struct {
	mu    sync.RWMutex
	epoch string
	n     uint64
	rows  map[string]uint64 // key → version: the change that wrote it last
	log   []wire.Message
}

func newSource(keys int) *source {
	s := &source{epoch: "e1", rows: map[string]uint64{}}
	for i := range keys {
		s.rows[fmt.Sprint("k", i)] = 0
	}
	return s
}

func (s *source) write(key string) wire.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	s.rows[key] = s.n
	m := wire.Message{Epoch: s.epoch, Tenant: "t", Seq: s.n, Prev: s.n - 1, Tags: []string{key}}
	s.log = append(s.log, m)
	return m
}

func (s *source) read(key string) (uint64, cache.Snapshot) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.rows[key], cache.Snapshot{Epoch: s.epoch, Seq: s.n}
}

func (s *source) Changes(_ context.Context, _ string, after uint64) ([]wire.Message, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var out []wire.Message
	for _, m := range s.log {
		if m.Seq > after {
			out = append(out, m)
		}
	}
	return out, nil
}

func (s *source) Missing(ctx context.Context, after []wire.Head) ([]wire.Message, error) {
	if h, _ := s.Head(ctx, "t"); h.Epoch != after[0].Epoch {
		return []wire.Message{{Epoch: h.Epoch, Tenant: "t", Seq: h.Seq, Tags: []string{"*"}}}, nil
	}
	return s.Changes(ctx, "t", after[0].Seq)
}

func (s *source) Head(context.Context, string) (wire.Head, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return wire.Head{Tenant: "t", Epoch: s.epoch, Seq: s.n}, nil
}

func (s *source) Heads(ctx context.Context) ([]wire.Head, error) {
	h, err := s.Head(ctx, "t")
	return []wire.Head{h}, err
}

// gateway is a cache and the replica that keeps it up to date.
type gateway struct {
	*cache.Cache
	*replica.Replica
}

// openCache makes a cache with a limit in bytes, and tenant t.
func openCache(t testing.TB, bytes int64) (*cache.Cache, *cache.Tenant) {
	t.Helper()
	c, err := cache.New(cache.Config{Bytes: bytes})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c, c.NewTenant("t", cache.Snapshot{Epoch: "e1"})
}

// openGateway makes a gateway with tenant t, and a cache of 8 MB.
func openGateway(t *testing.T, cfg replica.Config) (gateway, *replica.Tenant) {
	t.Helper()
	c, _ := openCache(t, 8<<20)
	r, err := replica.New(c, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return gateway{c, r}, r.Join(wire.Head{Tenant: "t", Epoch: "e1"})
}

func open(t *testing.T, s replica.Source) (gateway, *replica.Tenant) {
	t.Helper()
	return openGateway(t, replica.Config{Source: s, Grace: 1}) // there is no bus
}

func entry(key string, version uint64, tags ...string) *cache.Entry {
	return &cache.Entry{Key: []byte("t\x00" + key), Body: fmt.Append(nil, version), Tags: tags}
}

// A store takes entries asynchronously. A request that is repeated at once is a hit all the same.
func TestAnEntryIsFoundAsSoonAsItIsKept(t *testing.T) {
	t.Parallel()
	c, tn := openCache(t, 64<<20)
	for n := range 20_000 {
		e := entry(fmt.Sprint("k", n), 1)
		c.Keep(tn, cache.Snapshot{Epoch: "e1"}, e)
		if !c.Holds(e.Key) || c.Peek(e.Key) != e || c.Get(e.Key, time.Now()) != e {
			t.Fatalf("entry %d was kept and is not found", n)
		}
	}
	c.Wait()
	if got, want := c.Stats.Stored.Load(), uint64(20_000); got != want {
		t.Errorf("%d entries were stored, not %d", got, want)
	}
}

// What a full cache evicts is not found, and not counted.
func TestAnEvictedEntryIsNotFound(t *testing.T) {
	t.Parallel()
	c, tn := openCache(t, 1<<20)
	body := make([]byte, 100<<10)
	var all []*cache.Entry
	for n := range 50 {
		e := &cache.Entry{Key: fmt.Append(nil, "t\x00k", n), Body: body}
		c.Keep(tn, cache.Snapshot{Epoch: "e1"}, e)
		all = append(all, e)
	}
	c.Wait()
	found := 0
	for _, e := range all {
		if c.Peek(e.Key) != nil {
			found++
		}
	}
	if most := 12; found > most || found == 0 || c.Bytes() > 1<<20 {
		t.Errorf("%d of %d entries of 100 KB are found in a cache of 1 MB, which counts %d bytes", found, len(all), c.Bytes())
	}
}

func (s *source) fill(t *testing.T, c gateway, tn *replica.Tenant, key string) (*cache.Entry, bool) {
	version, snap := s.read(key)
	if err := tn.CatchUp(context.Background(), snap.Epoch, snap.Seq); err != nil {
		t.Error(err)
	}
	e := entry(key, version, key)
	return e, c.Keep(tn.Tenant, snap, e)
}

// fillAndWait is fill for tests that look up the entry at once.
func (s *source) fillAndWait(t *testing.T, c gateway, tn *replica.Tenant, key string) bool {
	_, ok := s.fill(t, c, tn, key)
	c.Wait()
	return ok
}

func TestTheOldAnswerIsNotServedAfterAChange(t *testing.T) {
	t.Parallel()
	s := newSource(1)
	c, tn := open(t, s)
	if !s.fillAndWait(t, c, tn, "k0") {
		t.Fatal("an answer without a concurrent change was not kept")
	}
	if c.Get([]byte("t\x00k0"), time.Now()) == nil {
		t.Fatal("the kept entry is not found")
	}
	if err := tn.Apply(context.Background(), s.write("k0")); err != nil {
		t.Fatal(err)
	}
	if e := c.Get([]byte("t\x00k0"), time.Now()); e != nil {
		t.Fatalf("version %s is served after change 1 was applied", e.Body)
	}
}

// The change is applied after the fill read its snapshot, and before it acquires the versions of its tags.
func TestAChangeBetweenSnapshotAndStampIsDetected(t *testing.T) {
	t.Parallel()
	s := newSource(1)
	c, tn := open(t, s)
	version, snap := s.read("k0")
	if err := tn.Apply(context.Background(), s.write("k0")); err != nil {
		t.Fatal(err)
	}
	if c.Keep(tn.Tenant, snap, entry("k0", version, "k0")) {
		t.Fatal("a stale answer was kept")
	}
}

// An answer that is given once is stamped without the versions of its tags. It is fresh until anything is applied, as
// nobody can say then whether it depends on that.
func TestAnAnswerThatIsGivenOnce(t *testing.T) {
	t.Parallel()
	s := newSource(2)
	c, tn := open(t, s)
	version, snap := s.read("k0")
	e := entry("k0", version, "k0")
	if !c.StampOnce(tn.Tenant, snap, e) || !e.Fresh(time.Now()) || e.Tenant() != tn.Tenant || e.Stamp != snap.Seq {
		t.Fatalf("not stamped as of its snapshot: %+v", e)
	}
	if tags := e.AllTags(); len(tags) != 1 || tags[0] != "k0" {
		t.Errorf("its tags are %q", tags)
	}
	old := entry("k0", version, "k0")
	if err := tn.Apply(context.Background(), s.write("k0")); err != nil {
		t.Fatal(err)
	}
	if e.Fresh(time.Now()) || !e.Stale(time.Now()) {
		t.Error("it is fresh after a change of its row")
	}
	if c.StampOnce(tn.Tenant, snap, old) {
		t.Error("an answer of before a change of its row is valid")
	}
	fresh := 0
	for i := range 8 { // a tag counts as changed with the others of its shard if nobody held it
		tag := fmt.Sprint("other ", i)
		unrelated := entry(tag, version, tag)
		if c.StampOnce(tn.Tenant, snap, unrelated) && unrelated.Fresh(time.Now()) {
			fresh++
		}
		if c.Get([]byte("t\x00"+tag), time.Now()) != nil {
			t.Error("it was kept")
		}
	}
	if fresh == 0 {
		t.Error("an answer of before a change of another row is not valid")
	}
	if c.Get([]byte("t\x00k0"), time.Now()) != nil {
		t.Error("it was kept")
	}
}

func TestAGapIsReadFromTheSource(t *testing.T) {
	t.Parallel()
	s := newSource(2)
	c, tn := open(t, s)
	s.fillAndWait(t, c, tn, "k0")
	s.write("k0") // its message is lost
	if err := tn.Apply(context.Background(), s.write("k1")); err != nil {
		t.Fatal(err)
	}
	if c.Get([]byte("t\x00k0"), time.Now()) != nil {
		t.Fatal("the entry is served although a lost change invalidated it")
	}
	if got := tn.Applied(); got != 2 {
		t.Fatalf("applied %d, want 2", got)
	}
	if got := c.Replica.Stats.Gaps.Load(); got != 1 {
		t.Fatalf("%d gaps counted, want 1", got)
	}
}

func TestRepeatedAndLateMessagesAreIgnored(t *testing.T) {
	t.Parallel()
	s := newSource(1)
	c, tn := open(t, s)
	m := s.write("k0")
	for range 3 {
		if err := tn.Apply(context.Background(), m); err != nil {
			t.Fatal(err)
		}
	}
	s.fillAndWait(t, c, tn, "k0")
	if err := tn.Apply(context.Background(), m); err != nil {
		t.Fatal(err)
	}
	if c.Get([]byte("t\x00k0"), time.Now()) == nil {
		t.Fatal("a repeated message invalidated an entry again")
	}
}

func TestANewEpochInvalidatesEverything(t *testing.T) {
	t.Parallel()
	s := newSource(1)
	c, tn := open(t, s)
	s.write("k0")
	s.write("k0")
	s.fillAndWait(t, c, tn, "k0")
	// A dump is restored: numbers went back, and the row differs.
	s.mu.Lock()
	s.epoch, s.n, s.log = "e2", 1, nil
	s.rows["k0"] = 1
	s.mu.Unlock()
	if err := tn.Apply(context.Background(), s.write("k0")); err != nil {
		t.Fatal(err)
	}
	if e := c.Get([]byte("t\x00k0"), time.Now()); e != nil {
		t.Fatalf("version %s of the old epoch is served", e.Body)
	}
	if !s.fillAndWait(t, c, tn, "k0") {
		t.Fatal("an answer of the new epoch was not kept")
	}
	// A late message of the old epoch is ignored.
	late := wire.Message{Epoch: "e1", Tenant: "t", Seq: 9, Prev: 8, Tags: []string{"k0"}}
	if err := tn.Apply(context.Background(), late); err != nil {
		t.Fatal(err)
	}
	if c.Get([]byte("t\x00k0"), time.Now()) == nil {
		t.Fatal("a message of the old epoch invalidated an entry of the new one")
	}
}

func TestAnAnswerOfAnotherEpochIsNotKept(t *testing.T) {
	t.Parallel()
	s := newSource(1)
	c, tn := open(t, s)
	if c.Keep(tn.Tenant, cache.Snapshot{Epoch: "e0", Seq: 99}, entry("k0", 1, "k0")) {
		t.Fatal("an answer of another epoch was kept")
	}
}

// A fill reads in a new epoch that its gateway has not detected. Then a change is committed. The gateway detects
// the change and the epoch at the same time, so that no message invalidates the answer.
func TestAReadAtTheBeginningOfAnEpochIsNotKept(t *testing.T) {
	t.Parallel()
	s := newSource(1)
	c, tn := open(t, s)
	s.mu.Lock()
	s.epoch, s.n, s.log = "e2", 1, nil
	s.mu.Unlock()
	version, snap := s.read("k0")
	s.write("k0")
	if err := tn.CatchUp(context.Background(), snap.Epoch, snap.Seq); err != nil {
		t.Fatal(err)
	}
	if tn.Applied() != 2 {
		t.Fatalf("applied %d, want 2", tn.Applied())
	}
	if c.Keep(tn.Tenant, snap, entry("k0", version, "k0")) {
		t.Fatal("an answer was kept that a change before the epoch began here has made stale")
	}
}

func TestAnEntryExpires(t *testing.T) {
	t.Parallel()
	s := newSource(1)
	c, tn := open(t, s)
	now := time.Now()
	e := entry("k0", 0, "k0")
	e.ValidUntil = now.Add(time.Minute)
	if !c.Keep(tn.Tenant, cache.Snapshot{Epoch: "e1"}, e) {
		t.Fatal("the entry was not kept")
	}
	c.Wait()
	if c.Get(e.Key, now) == nil {
		t.Fatal("the entry is not served before ValidUntil")
	}
	if c.Get(e.Key, now.Add(time.Minute)) != nil {
		t.Fatal("the entry is served at ValidUntil")
	}
}

func TestTheTagOfTheTenantInvalidatesEveryEntry(t *testing.T) {
	t.Parallel()
	s := newSource(1)
	c, tn := open(t, s)
	s.fillAndWait(t, c, tn, "k0")
	s.mu.Lock()
	s.n++
	m := wire.Message{Epoch: "e1", Tenant: "t", Seq: s.n, Prev: s.n - 1, Tags: []string{"*"}}
	s.log = append(s.log, m)
	s.mu.Unlock()
	if err := tn.Apply(context.Background(), m); err != nil {
		t.Fatal(err)
	}
	if c.Get([]byte("t\x00k0"), time.Now()) != nil {
		t.Fatal("an entry is served after a change of the whole tenant")
	}
}

func TestATenantGetsNoEntryOfAnother(t *testing.T) {
	t.Parallel()
	s := newSource(1)
	c, tn := open(t, s)
	c.Keep(tn.Tenant, cache.Snapshot{Epoch: "e1"}, &cache.Entry{Key: []byte("t\x00/product/x"), Body: []byte("t's")})
	c.Wait()
	if e := c.Get([]byte("u\x00/product/x"), time.Now()); e != nil {
		t.Fatalf("tenant u gets %s", e.Body)
	}
}

func TestVerifyAppliesEarlierCommits(t *testing.T) {
	t.Parallel()
	s := newSource(1)
	c, tn := open(t, s)
	s.fillAndWait(t, c, tn, "k0")
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			m := s.write("k0")
			if err := c.Verify(context.Background()); err != nil {
				t.Error(err)
			}
			if tn.Applied() < m.Seq {
				t.Errorf("change %d is not applied after Verify", m.Seq)
			}
		})
	}
	wg.Wait()
	if c.Get([]byte("t\x00k0"), time.Now()) != nil {
		t.Fatal("the old answer is served after Verify")
	}
}

func TestVerifyDetectsANewEpochAtTheSameNumber(t *testing.T) {
	t.Parallel()
	s := newSource(1)
	c, tn := open(t, s)
	if err := tn.Apply(context.Background(), s.write("k0")); err != nil {
		t.Fatal(err)
	}
	s.fillAndWait(t, c, tn, "k0")
	s.mu.Lock()
	s.epoch, s.log = "e2", nil
	s.mu.Unlock()
	if err := c.Verify(context.Background()); err != nil {
		t.Fatal(err)
	}
	if c.Get([]byte("t\x00k0"), time.Now()) != nil {
		t.Fatal("an answer of the old epoch is served after Verify")
	}
}

func TestEntriesStayWithinTheLimit(t *testing.T) {
	t.Parallel()
	c, err := cache.New(cache.Config{Bytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	tn := c.NewTenant("t", cache.Snapshot{Epoch: "e1"})
	for i := range 2000 {
		e := &cache.Entry{Key: fmt.Appendf(nil, "t\x00%d", i), Body: bytes.Repeat([]byte("x"), 4096)}
		c.Keep(tn, cache.Snapshot{Epoch: "e1"}, e)
		if got := tn.Bytes(); got < 0 || got > 9<<17 { // the limit plus slack
			t.Fatalf("%d bytes are charged in a cache of 1 MB", got)
		}
	}
	c.Wait()
	if got := tn.Bytes(); got <= 0 || got > 1<<20 {
		t.Errorf("%d bytes are charged in a cache of 1 MB after the stores have taken all entries", got)
	}
	c.Close()
}

// Readers and a writer run concurrently, and the bus loses messages. No answer may be older than a change that was
// applied before the read began.
func TestNoReadIsOlderThanAnAppliedChange(t *testing.T) {
	t.Parallel()
	const keys, readers = 40, 4
	deadline := 2 * time.Second
	if testing.Short() {
		deadline = 300 * time.Millisecond
	}
	s := newSource(keys)
	c, tn := open(t, s)
	var acked [keys]atomic.Uint64 // the newest version with an applied change
	var stop atomic.Bool
	var wg sync.WaitGroup
	bus := make(chan wire.Message, 64)
	wg.Go(func() { // the bus keeps the order and loses one message in twenty
		r := rand.New(rand.NewPCG(1, 1))
		for m := range bus {
			if r.IntN(20) == 0 {
				continue
			}
			if err := tn.Apply(context.Background(), m); err != nil {
				t.Error(err)
			}
			var k int
			fmt.Sscanf(m.Tags[0], "k%d", &k)
			acked[k].Store(m.Seq)
		}
	})
	wg.Go(func() {
		r := rand.New(rand.NewPCG(2, 2))
		for !stop.Load() {
			bus <- s.write(fmt.Sprint("k", r.IntN(keys)))
			if r.IntN(3) == 0 {
				time.Sleep(20 * time.Microsecond) // leaves time to the readers; nothing waits for it
			}
		}
		close(bus)
	})
	var reads, hits, stale atomic.Uint64
	for w := range readers {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(3, uint64(w)))
			for !stop.Load() {
				k := r.IntN(keys)
				key := fmt.Sprint("k", k)
				bound := acked[k].Load()
				reads.Add(1)
				var version uint64
				if e := c.Get([]byte("t\x00"+key), time.Now()); e != nil {
					hits.Add(1)
					fmt.Sscan(string(e.Body), &version)
				} else {
					if r.IntN(4) == 0 {
						runtime.Gosched()
					}
					e, _ := s.fill(t, c, tn, key)
					fmt.Sscan(string(e.Body), &version)
				}
				if version < bound {
					stale.Add(1)
				}
			}
		})
	}
	time.AfterFunc(deadline, func() { stop.Store(true) })
	wg.Wait()
	if stale.Load() > 0 || hits.Load() == 0 {
		t.Fatalf("%d of %d reads were older than an applied change (%d hits)", stale.Load(), reads.Load(), hits.Load())
	}
	t.Logf("%d reads, %d hits, %d changes, 0 stale", reads.Load(), hits.Load(), s.n)
}

func TestAnAliasIsAsFreshAsItsEntryAndHoldsItWeakly(t *testing.T) {
	t.Parallel()
	s := newSource(1)
	c, tn := open(t, s)
	s.fillAndWait(t, c, tn, "k0")
	other := []byte("t\x00k0 in another spelling")
	if c.Look(other, time.Now()) != nil {
		t.Fatal("an unknown key finds an entry")
	}
	e := c.Get([]byte("t\x00k0"), time.Now())
	c.Alias(other, e)
	if c.Look(other, time.Now()) != e {
		t.Fatal("the alias does not find its entry")
	}
	if c.Get(other, time.Now()) != nil {
		t.Fatal("Get finds an alias")
	}
	if err := tn.Apply(context.Background(), s.write("k0")); err != nil {
		t.Fatal(err)
	}
	if c.Look(other, time.Now()) != nil {
		t.Fatal("the alias finds a stale entry")
	}
	loose := &cache.Entry{Key: []byte("t\x00loose")}
	c.Alias(other, loose)
	if c.Look(other, time.Now()) != nil {
		t.Fatal("an alias finds an entry that is not kept")
	}
}
