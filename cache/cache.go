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
	Bytes int64   // what entries may hold, all tenants together; default 256 MB
	Share float64 // the most of Bytes that one tenant may hold while others want room; default 0.5

	Now func() time.Time // the clock, corrected against the database; default time.Now

	// Sample is called for about one hit in SampleEach, on the path of a hit: it must neither wait nor allocate. nil: never.
	Sample     func(*Entry)
	SampleEach uint64
}

// DefaultConfig is what a gateway on a small machine uses.
func DefaultConfig() Config {
	return Config{Bytes: 256 << 20, Share: 0.5, Now: time.Now}
}

// Validate says what is wrong with a configuration.
func (c Config) Validate() error {
	switch {
	case c.Bytes < 1<<20:
		return fmt.Errorf("cache: %d bytes is too little: give it at least 1 MB", c.Bytes)
	case c.Share <= 0 || c.Share > 1:
		return fmt.Errorf("cache: a share of %v is not between 0 and 1", c.Share)
	}
	return nil
}

// Stats count what the cache did since it was made.
type Stats struct {
	Hits, Misses, Stored, Refused atomic.Uint64 // look-ups that found a fresh entry or none; entries taken or not taken by the store
	Stale                         atomic.Uint64 // entries found, but no longer fresh
}

// A Cache holds the answers of one gateway. Its methods may be called from any goroutine.
type Cache struct {
	cfg   Config
	Stats Stats

	seed    maphash.Seed
	front   []atomic.Pointer[Entry] // the hottest entries, direct-mapped by key
	aliases []atomic.Pointer[alias] // entries under other keys than their own, likewise
	stores  []*ristretto.Cache[uint64, *Entry]
	sample  atomic.Uint64            // the number of the hit that is the next sample
	bytes   atomic.Int64             // what all tenants' entries hold
	filled  [storeCount]atomic.Int64 // the same, by store
	grown   [storeCount]atomic.Int64 // what of it came to entries after they were kept
}

const (
	storeCount = 4       // stores behind, by key; one a tenant would cost 256 KB and two goroutines each
	frontSlots = 1 << 12 // entries that a hit finds without asking a store
	meanEntry  = 4 << 10 // expected bytes of an entry, to size the stores' counters
	slack      = 8       // of Bytes, one in this many may be held above it by entries on their way into a full store
)

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
	c := &Cache{cfg: cfg, seed: maphash.MakeSeed(), front: make([]atomic.Pointer[Entry], frontSlots), aliases: make([]atomic.Pointer[alias], frontSlots)}
	c.sample.Store(cfg.SampleEach)
	for range storeCount {
		s, err := ristretto.NewCache(&ristretto.Config[uint64, *Entry]{
			NumCounters:        max(1000, 10*cfg.Bytes/storeCount/meanEntry),
			MaxCost:            cfg.Bytes / storeCount,
			BufferItems:        64,
			IgnoreInternalCost: true,
			OnExit:             c.drop,
			// Our hash is of the whole key, and entries are compared with it: a second hash would tell nothing. Being neither looked up nor
			// boxed, it costs no allocation.
			KeyToHash: func(hash uint64) (uint64, uint64) { return hash, 0 },
		})
		if err != nil {
			return nil, fmt.Errorf("make a store: %w", err)
		}
		c.stores = append(c.stores, s)
	}
	return c, nil
}

// Close frees the stores. Nothing may be looked up afterwards.
func (c *Cache) Close() {
	for _, s := range c.stores {
		s.Close()
	}
}

// Wait returns once what was kept before is in the stores, for tests and for whoever warms a cache: stores take entries in their own time.
func (c *Cache) Wait() {
	for _, s := range c.stores {
		s.Wait()
	}
}

// Get finds a fresh entry for a key, nil if there is none. The key may be reused afterwards.
func (c *Cache) Get(key []byte, now time.Time) *Entry {
	h := maphash.Bytes(c.seed, key)
	if e := c.inFront(h, key, now); e != nil {
		return e
	}
	if e := c.inStore(h, key, now); e != nil {
		return e
	}
	c.Stats.Misses.Add(1)
	return nil
}

// Look finds a fresh entry as Get does, or one that was given this key by Alias. It counts no miss: whoever finds nothing asks again, by Get.
func (c *Cache) Look(key []byte, now time.Time) *Entry {
	h := maphash.Bytes(c.seed, key)
	if e := c.inFront(h, key, now); e != nil {
		return e
	}
	if a := c.aliases[h%frontSlots].Load(); a != nil && bytes.Equal(a.key, key) {
		if e := a.entry.Value(); e != nil && e.charged.Load() > 0 && e.Fresh(now) {
			c.hit(e)
			return e
		}
		c.aliases[h%frontSlots].CompareAndSwap(a, nil)
	}
	return c.inStore(h, key, now)
}

// inFront is the fast path: one of the hottest.
func (c *Cache) inFront(h uint64, key []byte, now time.Time) *Entry {
	slot := &c.front[h%frontSlots]
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

// inStore is the slower path: the store may answer with anything that ever hashed like this key.
func (c *Cache) inStore(h uint64, key []byte, now time.Time) *Entry {
	e, ok := c.store(h).Get(h)
	if !ok || !bytes.Equal(e.Key, key) {
		return nil
	}
	if !e.Fresh(now) {
		c.Stats.Stale.Add(1)
		return nil
	}
	c.front[h%frontSlots].Store(e)
	c.hit(e)
	return e
}

// hit counts a hit and notes it with the entry, and now and then takes one as a sample: the counter that is there anyway says when, so that it costs a comparison.
func (c *Cache) hit(e *Entry) {
	n := c.Stats.Hits.Add(1)
	if n := e.asked.Load(); n < mostAsked { // written no more often than that: whoever finds it next shares what it lies in
		e.asked.Store(n + 1)
	}
	if c.cfg.Sample == nil {
		return
	}
	if next := c.sample.Load(); n >= next && c.sample.CompareAndSwap(next, n+max(1, c.cfg.SampleEach)) {
		c.cfg.Sample(e)
	}
}

// An alias is another key of an entry: the same question, spelt otherwise. It keeps nothing alive.
type alias struct {
	key   []byte
	entry weak.Pointer[Entry]
}

// Alias lets Look find a kept entry under a further key of the same tenant, which the cache keeps. There are as many aliases as there is room
// for: one may be gone at any time.
func (c *Cache) Alias(key []byte, e *Entry) {
	if e.charged.Load() > 0 {
		c.aliases[maphash.Bytes(c.seed, key)%frontSlots].Store(&alias{key, weak.Make(e)})
	}
}

// Peek finds the entry of a key whether it is fresh or not, and counts nothing: for those who explain.
func (c *Cache) Peek(key []byte) *Entry {
	h := maphash.Bytes(c.seed, key)
	if e := c.front[h%frontSlots].Load(); e != nil && bytes.Equal(e.Key, key) {
		return e
	}
	if e, ok := c.store(h).Get(h); ok && bytes.Equal(e.Key, key) {
		return e
	}
	return nil
}

// Hottest calls f for the hottest entries, fresh or not, and counts nothing: for those who compare.
func (c *Cache) Hottest(f func(*Entry)) {
	for i := range c.front {
		if e := c.front[i].Load(); e != nil {
			f(e)
		}
	}
}

// Bytes is what all entries hold.
func (c *Cache) Bytes() int64 { return c.bytes.Load() }

// Snapshot says which change a read showed, and in which life of the numbers.
type Snapshot struct {
	Epoch string
	Seq   uint64
}

// Covers reports whether a read in s shows everything that had been applied at bound.
func (s Snapshot) Covers(bound Snapshot) bool { return s.Epoch == bound.Epoch && s.Seq >= bound.Seq }

// Keep stamps an answer that was read in a snapshot, as Stamp does, and keeps it if it is still true.
func (c *Cache) Keep(t *Tenant, snap Snapshot, e *Entry) bool {
	if !c.Stamp(t, snap, e) {
		return false
	}
	c.put(e)
	return true
}

// Stamp says of an answer that was read in a snapshot which change it shows. It reports whether the answer is still true: false means that a
// change was applied meanwhile which it does not show, so it must be read again. The change the snapshot showed must have been applied
// (CatchUp) before: no answer shows what its gateway has not applied.
func (c *Cache) Stamp(t *Tenant, snap Snapshot, e *Entry) bool {
	st := t.state.Load()
	if st.epoch != snap.Epoch {
		return false
	}
	e.Stamp = snap.Seq
	e.tenant, e.state = t, st
	tags := e.Carries()
	cells := make([]*cell, 0, len(tags)+1)
	cells = append(cells, st.all)
	for _, tag := range tags {
		cells = append(cells, st.cells.hold(tag))
	}
	e.cells, e.Tags = cells, nil
	e.seen.Store(unseen)
	return e.unmoved()
}

// put offers an entry to a store, which may decline. Where the store is full, a tenant that holds more than its share while others hold something too
// makes room from its own: it evicts nobody but itself. So does everybody while a store, which takes entries in its own time, is far behind.
func (c *Cache) put(e *Entry) {
	cost := e.Cost()
	h := c.hash(e.Key)
	t, i := e.tenant, storeOf(h)
	room := c.cfg.Bytes / storeCount
	over := c.filled[i].Load() + cost - room
	greedy := over > 0 && float64(t.bytes.Load()+cost) > c.cfg.Share*float64(c.cfg.Bytes) && c.bytes.Load() > t.bytes.Load()
	if (greedy || over > room/slack) && !c.yield(t, h, min(over, 2*cost), nil) {
		// Who has nothing left there comes in all the same, for as much again: whoever filled the store must not keep others out.
		if greedy || over > 2*room/slack || !t.held[i].none() {
			c.Stats.Refused.Add(1)
			return
		}
	}
	e.charged.Store(cost)
	c.charge(e, i, cost)
	t.held[i].add(e)
	if c.stores[i].Set(h, e, cost) {
		c.Stats.Stored.Add(1)
		return
	}
	c.release(e, i)
	c.Stats.Refused.Add(1)
}

// drop is called by a store for an entry it holds no longer.
func (c *Cache) drop(e *Entry) {
	if e == nil {
		return
	}
	h := c.hash(e.Key)
	c.front[h%frontSlots].CompareAndSwap(e, nil)
	c.release(e, storeOf(h))
}

// release takes an entry off the ledgers, once.
func (c *Cache) release(e *Entry, store int) {
	if n := e.charged.Swap(0); n > 0 {
		e.tenant.held[store].remove(e)
		c.charge(e, store, -n)
		if grown := n - e.Cost(); grown > 0 {
			c.resize(store, -grown)
		}
	}
}

// charge writes bytes of an entry on the ledgers.
func (c *Cache) charge(e *Entry, store int, n int64) {
	e.tenant.bytes.Add(n)
	c.bytes.Add(n)
	c.filled[store].Add(n)
}

func (c *Cache) hash(key []byte) uint64 { return maphash.Bytes(c.seed, key) }

func (c *Cache) store(hash uint64) *ristretto.Cache[uint64, *Entry] { return c.stores[storeOf(hash)] }

// storeOf is the store of a key.
func storeOf(hash uint64) int { return int((hash >> 32) % storeCount) }
