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

// shop is a stand-in for Postgres: one tenant whose changes are numbered in commit order, and whose snapshots show
// exactly those.
type shop struct {
	mu    sync.RWMutex
	epoch string
	n     uint64
	rows  map[string]uint64 // key → version: the change that wrote it last
	log   []wire.Message
}

func newShop(keys int) *shop {
	s := &shop{epoch: "e1", rows: map[string]uint64{}}
	for i := range keys {
		s.rows[fmt.Sprint("k", i)] = 0
	}
	return s
}

func (s *shop) write(key string) wire.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	s.rows[key] = s.n
	m := wire.Message{Epoch: s.epoch, Tenant: "t", Seq: s.n, Prev: s.n - 1, Tags: []string{key}}
	s.log = append(s.log, m)
	return m
}

func (s *shop) read(key string) (uint64, cache.Snapshot) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.rows[key], cache.Snapshot{Epoch: s.epoch, Seq: s.n}
}

func (s *shop) Changes(_ context.Context, _ string, after uint64) ([]wire.Message, error) {
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

func (s *shop) Missing(ctx context.Context, after []wire.Head) ([]wire.Message, error) {
	if h, _ := s.Head(ctx, "t"); h.Epoch != after[0].Epoch {
		return []wire.Message{{Epoch: h.Epoch, Tenant: "t", Seq: h.Seq, Tags: []string{"*"}}}, nil
	}
	return s.Changes(ctx, "t", after[0].Seq)
}

func (s *shop) Head(context.Context, string) (wire.Head, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return wire.Head{Tenant: "t", Epoch: s.epoch, Seq: s.n}, nil
}

func (s *shop) Heads(ctx context.Context) ([]wire.Head, error) {
	h, err := s.Head(ctx, "t")
	return []wire.Head{h}, err
}

// gateway is a cache and the replica that keeps it up to date.
type gateway struct {
	*cache.Cache
	*replica.Replica
}

// openCache makes a cache of so many bytes, and tenant t.
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
	return openGateway(t, replica.Config{Source: s, Grace: 1}) // there is no bus to wait for
}

func entry(key string, version uint64, tags ...string) *cache.Entry {
	return &cache.Entry{Key: []byte("t\x00" + key), Body: fmt.Append(nil, version), Tags: tags}
}

func (s *shop) fill(t *testing.T, c gateway, tn *replica.Tenant, key string) (*cache.Entry, bool) {
	version, snap := s.read(key)
	if err := tn.CatchUp(context.Background(), snap.Epoch, snap.Seq); err != nil {
		t.Error(err)
	}
	e := entry(key, version, key)
	return e, c.Keep(tn.Tenant, snap, e)
}

// fillAndWait is fill for tests that look at once whether the answer was kept.
func (s *shop) fillAndWait(t *testing.T, c gateway, tn *replica.Tenant, key string) bool {
	_, ok := s.fill(t, c, tn, key)
	c.Wait()
	return ok
}

func TestAppliedChangeIsNeverFollowedByTheOldAnswer(t *testing.T) {
	t.Parallel()
	s := newShop(1)
	c, tn := open(t, s)
	if !s.fillAndWait(t, c, tn, "k0") {
		t.Fatal("a fill nobody disturbed was not kept")
	}
	if c.Get([]byte("t\x00k0"), time.Now()) == nil {
		t.Fatal("what was kept is not found")
	}
	if err := tn.Apply(context.Background(), s.write("k0")); err != nil {
		t.Fatal(err)
	}
	if e := c.Get([]byte("t\x00k0"), time.Now()); e != nil {
		t.Fatalf("version %s is served after change 1 was applied", e.Body)
	}
}

// The hole that tag schemes have: the change is applied after the fill read its snapshot and before the fill made its
// cells.
func TestChangeBetweenSnapshotAndCellsIsNoticed(t *testing.T) {
	t.Parallel()
	s := newShop(1)
	c, tn := open(t, s)
	version, snap := s.read("k0")
	if err := tn.Apply(context.Background(), s.write("k0")); err != nil {
		t.Fatal(err)
	}
	if c.Keep(tn.Tenant, snap, entry("k0", version, "k0")) {
		t.Fatal("an answer that a change had overtaken was kept")
	}
}

func TestGapIsReadFromTheSource(t *testing.T) {
	t.Parallel()
	s := newShop(2)
	c, tn := open(t, s)
	s.fillAndWait(t, c, tn, "k0")
	s.write("k0") // lost on the way
	if err := tn.Apply(context.Background(), s.write("k1")); err != nil {
		t.Fatal(err)
	}
	if c.Get([]byte("t\x00k0"), time.Now()) != nil {
		t.Fatal("the lost change did not reach its answer")
	}
	if got := tn.Applied(); got != 2 {
		t.Fatalf("applied %d, want 2", got)
	}
	if got := c.Replica.Stats.Gaps.Load(); got != 1 {
		t.Fatalf("%d gaps counted, want 1", got)
	}
}

func TestDuplicateAndLateMessagesAreDropped(t *testing.T) {
	t.Parallel()
	s := newShop(1)
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
		t.Fatal("a message that had been applied before moved a cell again")
	}
}

func TestNewEpochForgetsEverything(t *testing.T) {
	t.Parallel()
	s := newShop(1)
	c, tn := open(t, s)
	s.write("k0")
	s.write("k0")
	s.fillAndWait(t, c, tn, "k0")
	// Restored from a dump of before: numbers went back, and the row is another one.
	s.mu.Lock()
	s.epoch, s.n, s.log = "e2", 1, nil
	s.rows["k0"] = 1
	s.mu.Unlock()
	if err := tn.Apply(context.Background(), s.write("k0")); err != nil {
		t.Fatal(err)
	}
	if e := c.Get([]byte("t\x00k0"), time.Now()); e != nil {
		t.Fatalf("version %s of the old life is served", e.Body)
	}
	if !s.fillAndWait(t, c, tn, "k0") {
		t.Fatal("a fill of the new life was not kept")
	}
	// A message of the old life, late: nothing to it.
	if err := tn.Apply(context.Background(), wire.Message{Epoch: "e1", Tenant: "t", Seq: 9, Prev: 8, Tags: []string{"k0"}}); err != nil {
		t.Fatal(err)
	}
	if c.Get([]byte("t\x00k0"), time.Now()) == nil {
		t.Fatal("a message of the old life moved a cell of the new one")
	}
}

func TestSnapshotOfAnotherEpochIsNotKept(t *testing.T) {
	t.Parallel()
	s := newShop(1)
	c, tn := open(t, s)
	if c.Keep(tn.Tenant, cache.Snapshot{Epoch: "e0", Seq: 99}, entry("k0", 1, "k0")) {
		t.Fatal("a snapshot of another life was kept")
	}
}

// A fill reads in the new life before its gateway knows of it, and is overtaken by a change that the gateway learns of
// together with the life itself: no message of it ever moves a cell.
func TestReadOverlappingTheBeginningOfALifeIsNotKept(t *testing.T) {
	t.Parallel()
	s := newShop(1)
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
		t.Fatal("an answer was kept that a change before the life began here had overtaken")
	}
}

func TestValidUntilEndsAnAnswer(t *testing.T) {
	t.Parallel()
	s := newShop(1)
	c, tn := open(t, s)
	now := time.Now()
	e := entry("k0", 0, "k0")
	e.ValidUntil = now.Add(time.Minute)
	if !c.Keep(tn.Tenant, cache.Snapshot{Epoch: "e1"}, e) {
		t.Fatal("not kept")
	}
	c.Wait()
	if c.Get(e.Key, now) == nil {
		t.Fatal("not served before its boundary")
	}
	if c.Get(e.Key, now.Add(time.Minute)) != nil {
		t.Fatal("served at its boundary")
	}
}

func TestTenantTagReachesEveryAnswer(t *testing.T) {
	t.Parallel()
	s := newShop(1)
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
		t.Fatal("an answer outlived a change of the whole tenant")
	}
}

func TestEntriesOfOneTenantAreNotAnothers(t *testing.T) {
	t.Parallel()
	s := newShop(1)
	c, tn := open(t, s)
	c.Keep(tn.Tenant, cache.Snapshot{Epoch: "e1"}, &cache.Entry{Key: []byte("t\x00/product/x"), Body: []byte("t's")})
	c.Wait()
	if e := c.Get([]byte("u\x00/product/x"), time.Now()); e != nil {
		t.Fatalf("tenant u was given %s", e.Body)
	}
}

func TestVerifyAppliesWhatWasCommittedBefore(t *testing.T) {
	t.Parallel()
	s := newShop(1)
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
				t.Errorf("verified, and change %d is not applied", m.Seq)
			}
		})
	}
	wg.Wait()
	if c.Get([]byte("t\x00k0"), time.Now()) != nil {
		t.Fatal("the old answer is served after a verification")
	}
}

func TestVerifyNoticesANewEpochAtTheSameNumber(t *testing.T) {
	t.Parallel()
	s := newShop(1)
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
		t.Fatal("an answer of the old life is served after a verification")
	}
}

func TestLedgerStaysWithinTheBudget(t *testing.T) {
	t.Parallel()
	c, err := cache.New(cache.Config{Bytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	tn := c.NewTenant("t", cache.Snapshot{Epoch: "e1"})
	for i := range 2000 {
		e := &cache.Entry{Key: fmt.Appendf(nil, "t\x00%d", i), Body: bytes.Repeat([]byte("x"), 4096)}
		c.Keep(tn, cache.Snapshot{Epoch: "e1"}, e)
		if got := tn.Bytes(); got < 0 || got > 9<<17 { // an eighth above it while a store is behind
			t.Fatalf("the ledger says %d bytes for a cache of 1 MB", got)
		}
	}
	c.Wait()
	if got := tn.Bytes(); got <= 0 || got > 1<<20 {
		t.Errorf("once the stores have taken everything the ledger says %d bytes for a cache of 1 MB", got)
	}
	c.Close()
}

// The one that counts: readers, a writer, the bus late and lossy, and never an answer older than what was applied when
// the read began.
func TestNoReadIsOlderThanWhatWasAppliedBeforeIt(t *testing.T) {
	t.Parallel()
	const keys, readers = 40, 4
	deadline := 2 * time.Second
	if testing.Short() {
		deadline = 300 * time.Millisecond
	}
	s := newShop(keys)
	c, tn := open(t, s)
	var acked [keys]atomic.Uint64 // the newest version whose change was applied before
	var stop atomic.Bool
	var wg sync.WaitGroup
	bus := make(chan wire.Message, 64)
	wg.Go(func() { // the bus: in order, but one in twenty is lost
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
				time.Sleep(20 * time.Microsecond) // writers pause; nothing waits for this
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
		t.Fatalf("%d of %d reads were older than what had been applied (%d hits)", stale.Load(), reads.Load(), hits.Load())
	}
	t.Logf("%d reads, %d hits, %d changes, 0 stale", reads.Load(), hits.Load(), s.n)
}

func TestAnAliasIsAsFreshAsItsEntryAndKeepsNothingAlive(t *testing.T) {
	t.Parallel()
	s := newShop(1)
	c, tn := open(t, s)
	s.fillAndWait(t, c, tn, "k0")
	other := []byte("t\x00k0 spelt otherwise")
	if c.Look(other, time.Now()) != nil {
		t.Fatal("a key that nobody gave finds something")
	}
	e := c.Get([]byte("t\x00k0"), time.Now())
	c.Alias(other, e)
	if c.Look(other, time.Now()) != e {
		t.Fatal("the alias does not find its entry")
	}
	if c.Get(other, time.Now()) != nil {
		t.Fatal("an alias is a key of the store")
	}
	if err := tn.Apply(context.Background(), s.write("k0")); err != nil {
		t.Fatal(err)
	}
	if c.Look(other, time.Now()) != nil {
		t.Fatal("the alias finds an answer that a change has touched")
	}
	loose := &cache.Entry{Key: []byte("t\x00loose")}
	c.Alias(other, loose)
	if c.Look(other, time.Now()) != nil {
		t.Fatal("an alias keeps an entry that the cache does not")
	}
}
