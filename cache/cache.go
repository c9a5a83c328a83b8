package cache

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"sync/atomic"
	"time"
	"weak"

	"github.com/dgraph-io/ristretto/v2"
)

// Config is what a Cache needs. Zero fields take the value DefaultConfig gives them.
type Config struct {
	Bytes int64   // limit for the entries of all tenants, in bytes; at least 1 MB, default 256 MB
	Share float64 // the part of Bytes that one tenant may hold while others need room; above 0 and at most 1, default 0.5

	Now func() time.Time // the clock, corrected against the database; default time.Now

	// Sample is called for about one hit in SampleEach, before the hit is served. It must neither block nor allocate.
	// nil: never.
	Sample     func(*Entry)
	SampleEach uint64
}

// DefaultConfig is what a gateway on a small machine uses.
func DefaultConfig() Config {
	return Config{Bytes: 256 << 20, Share: 0.5, Now: time.Now}
}

// Validate checks the configuration.
func (c Config) Validate() error {
	switch {
	case c.Bytes < 1<<20:
		return fmt.Errorf("cache: Bytes is %d; it must be at least 1048576 (1 MB)", c.Bytes)
	case c.Share <= 0 || c.Share > 1:
		return fmt.Errorf("cache: Share is %v; it must be above 0 and at most 1", c.Share)
	}
	return nil
}

// Stats count what the cache did since it was made.
type Stats struct {
	Hits, Misses    atomic.Uint64 // look-ups that found a fresh entry, and that did not
	Stored, Refused atomic.Uint64 // entries that the store took, and that it did not
	Stale           atomic.Uint64 // look-ups that found a stale entry
}

// A Cache holds the answers of one gateway. Its methods may be called from any goroutine.
type Cache struct {
	cfg   Config
	Stats Stats

	seed    maphash.Seed
	hot     []atomic.Pointer[Entry] // the entries found last, direct-mapped by key
	aliases []atomic.Pointer[alias] // entries under other keys than their own, likewise
	placed  []atomic.Pointer[Entry] // the entries kept last, likewise: the stores take them asynchronously
	stores  []*ristretto.Cache[uint64, *Entry]
	sample  atomic.Uint64            // the number of the hit that is the next sample
	bytes   atomic.Int64             // size of all entries
	filled  [storeCount]atomic.Int64 // the same, by store
	grown   [storeCount]atomic.Int64 // the part of it that was attached after the entries were kept
}

const (
	storeCount = 4       // a key's hash selects its store; a store a tenant would cost 256 KB and two goroutines each
	hotSlots   = 1 << 12 // entries that a hit finds without a look-up in a store
	meanEntry  = 4 << 10 // expected size of an entry in bytes, which sets the number of the stores' counters
	slack      = 8       // a store may exceed its limit by one part in this many, as it takes entries asynchronously
)

// placedSlots is the number of entries that are found before their stores take them.
const placedSlots = 1 << 10

// New makes an empty cache.
func New(cfg Config) (*Cache, error) {
	d := DefaultConfig()
	if cfg.Bytes == 0 {
		cfg.Bytes = d.Bytes
	}
	if cfg.Share == 0 {
		cfg.Share = d.Share
	}
	if cfg.Now == nil {
		cfg.Now = d.Now
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	c := &Cache{
		cfg: cfg, seed: maphash.MakeSeed(),
		hot: make([]atomic.Pointer[Entry], hotSlots), aliases: make([]atomic.Pointer[alias], hotSlots),
		placed: make([]atomic.Pointer[Entry], placedSlots),
	}
	c.sample.Store(cfg.SampleEach)
	for range storeCount {
		s, err := ristretto.NewCache(&ristretto.Config[uint64, *Entry]{
			NumCounters:        max(1000, 10*cfg.Bytes/storeCount/meanEntry),
			MaxCost:            cfg.Bytes / storeCount,
			BufferItems:        64,
			IgnoreInternalCost: true,
			OnExit:             c.drop,
			// A second hash would add nothing: the first is of the whole key, and the cache compares the keys of entries. The
			// conversion of an integer allocates nothing.
			KeyToHash: func(hash uint64) (uint64, uint64) { return hash, 0 },
		})
		if err != nil {
			return nil, fmt.Errorf("make a store: %w", err)
		}
		c.stores = append(c.stores, s)
	}
	return c, nil
}

// Close frees the stores. The cache must not be used afterwards.
func (c *Cache) Close() {
	for _, s := range c.stores {
		s.Close()
	}
}

// Wait returns once the stores have taken all entries kept before. Stores take entries asynchronously.
func (c *Cache) Wait() {
	for _, s := range c.stores {
		s.Wait()
	}
}

// Get finds a fresh entry for a key, nil if there is none. The key may be reused afterwards.
func (c *Cache) Get(key []byte, now time.Time) *Entry {
	h := maphash.Bytes(c.seed, key)
	if e := c.lookHot(h, key, now); e != nil {
		return e
	}
	if e := c.lookStore(h, key, now); e != nil {
		return e
	}
	c.Stats.Misses.Add(1)
	return nil
}

// Look finds a fresh entry like Get, or one that Alias gave this key. It counts no miss, as the caller then calls Get.
func (c *Cache) Look(key []byte, now time.Time) *Entry {
	h := maphash.Bytes(c.seed, key)
	if e := c.lookHot(h, key, now); e != nil {
		return e
	}
	if a := c.aliases[h%hotSlots].Load(); a != nil && bytes.Equal(a.key, key) {
		if e := a.entry.Value(); e != nil && e.charged.Load() > 0 && e.Fresh(now) {
			c.hit(e)
			return e
		}
		c.aliases[h%hotSlots].CompareAndSwap(a, nil)
	}
	return c.lookStore(h, key, now)
}

// Fast path: lookHot finds an entry that was found recently.
func (c *Cache) lookHot(h uint64, key []byte, now time.Time) *Entry {
	slot := &c.hot[h%hotSlots]
	e := slot.Load()
	if e == nil || !bytes.Equal(e.Key, key) {
		return nil
	}
	if !e.Fresh(now) {
		slot.CompareAndSwap(e, nil)
		return nil
	}
	c.hit(e)
	return e
}

// Slow path: lookStore finds an entry in a store. The store may return any entry whose key has the same hash.
func (c *Cache) lookStore(h uint64, key []byte, now time.Time) *Entry {
	e := c.stored(h, key)
	if e == nil {
		return nil
	}
	if !e.Fresh(now) {
		c.Stats.Stale.Add(1)
		return nil
	}
	slot := &c.hot[h%hotSlots]
	if slot.Store(e); e.charged.Load() == 0 { // the store has removed it meanwhile
		slot.CompareAndSwap(e, nil)
	}
	c.hit(e)
	return e
}

// hit counts a hit and passes some hits to Config.Sample. Which ones follows from the counter of hits, at the cost of
// a comparison.
func (c *Cache) hit(e *Entry) {
	n := c.Stats.Hits.Add(1)
	e.countRequest()
	if c.cfg.Sample == nil {
		return
	}
	if next := c.sample.Load(); n >= next && c.sample.CompareAndSwap(next, n+max(1, c.cfg.SampleEach)) {
		c.cfg.Sample(e)
	}
}

// An alias is another key of an entry, of a request in another spelling. It holds the entry weakly.
type alias struct {
	key   []byte
	entry weak.Pointer[Entry]
}

// Alias lets Look find a kept entry under another key of the same tenant. The key must not be reused. The number of
// aliases is limited, so that an alias may disappear at any time.
func (c *Cache) Alias(key []byte, e *Entry) {
	if e.charged.Load() > 0 {
		c.aliases[maphash.Bytes(c.seed, key)%hotSlots].Store(&alias{key, weak.Make(e)})
	}
}

// Peek finds the entry of a key, fresh or not, and counts nothing.
func (c *Cache) Peek(key []byte) *Entry {
	h := maphash.Bytes(c.seed, key)
	if e := c.hot[h%hotSlots].Load(); e != nil && bytes.Equal(e.Key, key) {
		return e
	}
	return c.stored(h, key)
}

// stored finds the entry of a key in its store, or among those that the stores have yet to take.
func (c *Cache) stored(h uint64, key []byte) *Entry {
	if e, ok := c.store(h).Get(h); ok && bytes.Equal(e.Key, key) {
		return e
	}
	return c.placedOf(h, key)
}

// placedOf finds an entry that was kept a moment ago.
func (c *Cache) placedOf(h uint64, key []byte) *Entry {
	if e := c.placed[h%placedSlots].Load(); e != nil && e.charged.Load() > 0 && bytes.Equal(e.Key, key) {
		return e
	}
	return nil
}

// Holds reports whether Peek may find an entry. It costs less than Peek if there is none: the stores do not note the
// key as one that was looked for, which they would weigh before they evict entries.
func (c *Cache) Holds(key []byte) bool {
	h := maphash.Bytes(c.seed, key)
	if e := c.hot[h%hotSlots].Load(); e != nil && bytes.Equal(e.Key, key) {
		return true
	}
	_, ok := c.store(h).GetTTL(h)
	return ok || c.placedOf(h, key) != nil
}

// Hottest calls f for the entries found most recently, fresh or not, and counts nothing.
func (c *Cache) Hottest(f func(*Entry)) {
	for i := range c.hot {
		if e := c.hot[i].Load(); e != nil {
			f(e)
		}
	}
}

// Bytes is the size of all entries, in bytes.
func (c *Cache) Bytes() int64 { return c.bytes.Load() }

// Keep stamps an answer that was read in a snapshot, as Stamp does, and puts it into the cache unless it is stale.
func (c *Cache) Keep(t *Tenant, snap Snapshot, e *Entry) bool {
	if !c.Stamp(t, snap, e) {
		return false
	}
	c.put(e)
	return true
}

// Stamp sets the tenant, the stamp and the tag versions of an answer that was read in a snapshot. It reports false if
// the answer is stale: a change that the snapshot does not show was applied meanwhile, and the answer must be read
// again. The change that the snapshot shows must have been applied before (replica.Tenant.CatchUp), because no answer
// may show a change that the gateway has not applied.
func (c *Cache) Stamp(t *Tenant, snap Snapshot, e *Entry) bool {
	ep := t.epoch.Load()
	if ep.name != snap.Epoch {
		return false
	}
	e.Stamp = snap.Seq
	e.tenant, e.epoch = t, ep
	held := make([]*version, 0, max(len(e.Tags), len(e.versions))+1)
	held = append(held, ep.all)
	for tag := range e.allTags() {
		held = append(held, ep.versions.acquire(tag))
	}
	e.versions, e.Tags = held, nil
	e.checked.Store(unchecked)
	return e.current()
}

// StampOnce stamps an answer that no store keeps, as Stamp does. If nothing was applied since the snapshot, it looks up
// no version of a tag, so the entry is found fresh only until something is.
func (c *Cache) StampOnce(t *Tenant, snap Snapshot, e *Entry) bool {
	ep := t.epoch.Load()
	if ep.name != snap.Epoch || ep.applied.Load() != snap.Seq {
		return c.Stamp(t, snap, e)
	}
	e.Stamp, e.tenant, e.epoch, e.versions = snap.Seq, t, ep, nil
	e.checked.Store(snap.Seq)
	return true
}

// put offers an entry to its store, which may refuse it. If the store is full, a tenant that exceeds its share makes
// room by evicting its own entries, as long as other tenants have entries too. If the store has fallen far behind,
// every tenant does.
func (c *Cache) put(e *Entry) {
	cost := e.Cost()
	h := c.hash(e.Key)
	t, i := e.tenant, storeOf(h)
	room := c.cfg.Bytes / storeCount
	over := c.filled[i].Load() + cost - room
	share := int64(c.cfg.Share * float64(c.cfg.Bytes))
	exceeds := over > 0 && t.bytes.Load()+cost > share && c.bytes.Load() > t.bytes.Load()
	if (exceeds || over > room/slack) && !c.evictOwn(t, h, min(over, 2*cost), nil) {
		// A tenant without an entry in the store gets in all the same, up to twice the slack: the tenants that filled the
		// store must not keep it out.
		if exceeds || over > 2*room/slack || !t.entries[i].empty() {
			c.Stats.Refused.Add(1)
			return
		}
	}
	e.charged.Store(cost)
	c.charge(e, i, cost)
	t.entries[i].add(e)
	placed := &c.placed[h%placedSlots]
	placed.Store(e)
	if c.stores[i].Set(h, e, cost) {
		c.Stats.Stored.Add(1)
		return
	}
	placed.CompareAndSwap(e, nil)
	c.release(e, i)
	c.Stats.Refused.Add(1)
}

// drop is called by a store for an entry that it has removed.
func (c *Cache) drop(e *Entry) {
	if e == nil {
		return
	}
	h := c.hash(e.Key)
	c.release(e, storeOf(h)) // before it leaves the slots: lookStore looks at the charge once it has filled one
	c.placed[h%placedSlots].CompareAndSwap(e, nil)
	c.hot[h%hotSlots].CompareAndSwap(e, nil)
}

// release takes an entry off its tenant's budget, once.
func (c *Cache) release(e *Entry, store int) {
	if n := e.charged.Swap(0); n > 0 {
		e.tenant.entries[store].remove(e)
		c.charge(e, store, -n)
		if grown := n - e.Cost(); grown > 0 {
			c.resize(store, -grown)
		}
	}
}

// charge adds bytes of an entry to the budgets.
func (c *Cache) charge(e *Entry, store int, n int64) {
	e.tenant.bytes.Add(n)
	c.bytes.Add(n)
	c.filled[store].Add(n)
}

func (c *Cache) hash(key []byte) uint64 { return maphash.Bytes(c.seed, key) }

func (c *Cache) store(hash uint64) *ristretto.Cache[uint64, *Entry] { return c.stores[storeOf(hash)] }

// storeOf is the store of a key's hash.
func storeOf(hash uint64) int { return int((hash >> 32) % storeCount) }
