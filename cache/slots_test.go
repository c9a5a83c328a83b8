package cache_test

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"vitrine/cache"
)

// sized is an entry with a body of so many bytes.
func sized(key string, size int) *cache.Entry {
	return &cache.Entry{Key: []byte("t\x00" + key), Body: bytes.Repeat([]byte("x"), size), Tags: []string{"p"}}
}

// half makes the first half of an entry's body.
func half(e *cache.Entry) func() []byte {
	return func() []byte { return bytes.Clone(e.Body[:len(e.Body)/2]) }
}

// size is the size that an entry is charged for: its cost and its slots.
func size(e *cache.Entry) int64 {
	n := e.Cost()
	for i := range cache.Slots {
		n += int64(cap(e.Slot(i)))
	}
	return n
}

func TestConcurrentCallsMakeASlotOnceAndItIsCharged(t *testing.T) {
	t.Parallel()
	c, tn := openCache(t, 8<<20)
	e := sized("a", 4096)
	c.Keep(tn, cache.Snapshot{Epoch: "e1"}, e)
	if got := tn.Bytes(); got != e.Cost() {
		t.Fatalf("%d bytes are charged for an entry of %d bytes", got, e.Cost())
	}
	var made atomic.Int32
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			data := e.Make(0, func() []byte {
				made.Add(1)
				return half(e)()
			})
			if len(data) != 2048 {
				t.Errorf("Make returns %d bytes, want 2048", len(data))
			}
		})
	}
	all.Wait()
	if made.Load() != 1 {
		t.Errorf("the slot was made %d times, want once", made.Load())
	}
	if e.Slot(1) != nil {
		t.Error("another slot was filled too")
	}
	if got := tn.Bytes(); got != size(e) || got != e.Cost()+2048 {
		t.Errorf("%d bytes are charged for an entry of %d bytes with a slot of 2048", got, e.Cost())
	}
	// Another entry replaces it: all that was charged for the first is released.
	c.Wait()
	next := sized("a", 100)
	c.Keep(tn, cache.Snapshot{Epoch: "e1"}, next)
	c.Wait()
	if got := tn.Bytes(); got != size(next) {
		t.Errorf("%d bytes are charged after the replacement, want %d", got, size(next))
	}
	if data := e.Make(1, half(e)); len(data) != 2048 {
		t.Error("Make fails for an entry that the cache has dropped")
	}
	if got := tn.Bytes(); got != size(next) {
		t.Errorf("%d bytes are charged: the tenant pays for an entry that the cache has dropped", got)
	}
}

func TestAnEmptySlotValueIsMadeOnce(t *testing.T) {
	t.Parallel()
	e, made := sized("a", 1000), 0
	for range 3 {
		if data := e.Make(0, func() []byte { made++; return []byte{} }); data == nil || len(data) > 0 {
			t.Errorf("Make returns %q, want an empty value", data)
		}
	}
	if made != 1 {
		t.Errorf("the slot was made %d times, want once", made)
	}
}

// All entries grow after they were kept. They stay within the limit, and the tenant is charged exactly for what they
// hold.
func TestBudgetIsExactWhileEntriesGrow(t *testing.T) {
	t.Parallel()
	c, tn := openCache(t, 1<<20)
	const entries, most = 2000, 9 << 17 // the same limit as without growth
	for i := range entries {
		e := sized(fmt.Sprint(i), 4096)
		c.Keep(tn, cache.Snapshot{Epoch: "e1"}, e)
		if i%3 == 0 {
			c.Wait()
		}
		e.Make(0, half(e))
		e.Make(1, half(e))
		if got := tn.Bytes(); got < 0 || got > most {
			t.Fatalf("%d bytes are charged in a cache of 1 MB", got)
		}
	}
	c.Wait()
	var held int64
	n := 0
	for i := range entries {
		key := fmt.Append(nil, "t\x00", i)
		e := c.Peek(key)
		if c.Holds(key) != (e != nil) {
			t.Errorf("entry %d: Holds and Peek differ", i)
		}
		if e != nil {
			held += size(e)
			n++
		}
	}
	if got := tn.Bytes(); got != held || got != c.Bytes() || n < 50 {
		t.Errorf("%d bytes are charged to the tenant, %d to all; %d entries hold %d", got, c.Bytes(), n, held)
	}
}

// An entry is replaced while its slots are filled. In any order, nothing stays charged.
func TestConcurrentGrowthAndReplacementReleaseAllBytes(t *testing.T) {
	t.Parallel()
	c, tn := openCache(t, 8<<20)
	for i := range 300 {
		e := sized("a", 4096)
		c.Keep(tn, cache.Snapshot{Epoch: "e1"}, e)
		c.Wait()
		var both sync.WaitGroup
		both.Go(func() { e.Make(i%2, half(e)) })
		both.Go(func() { e.Attach(2, make([]byte, 300)) })
		both.Go(func() { c.Keep(tn, cache.Snapshot{Epoch: "e1"}, sized("a", 1000)); c.Wait() })
		both.Wait()
		if now := c.Peek([]byte("t\x00a")); now == nil || now == e || tn.Bytes() != now.Cost() {
			t.Fatalf("round %d: %d bytes are charged", i, tn.Bytes())
		}
	}
}

// Slots are attached only if there is room for them. However full one tenant makes a store, another tenant's entries
// are kept.
func TestSlotsStayWithinTheBudgetAndKeepNoTenantOut(t *testing.T) {
	t.Parallel()
	c, noisy := openCache(t, 8<<20)
	quiet := c.NewTenant("u", cache.Snapshot{Epoch: "e1"})
	for i := range 6000 {
		c.Keep(noisy, cache.Snapshot{Epoch: "e1"}, sized(fmt.Sprint(i), 700))
	}
	c.Wait()
	for i := range 6000 {
		e := c.Peek([]byte(fmt.Sprint("t\x00", i)))
		for slot := range 3 {
			if e != nil {
				e.Attach(slot, make([]byte, 640))
				e.Attach(3+slot, make([]byte, 512))
			}
		}
	}
	if got := noisy.Bytes(); got > 9<<20 {
		t.Errorf("%d bytes are charged in a cache of 8 MB", got)
	}
	kept := 0
	for i := range 1000 {
		key := fmt.Append(nil, "u\x00", i)
		c.Keep(quiet, cache.Snapshot{Epoch: "e1"}, &cache.Entry{Key: key, Body: make([]byte, 700)})
		c.Wait()
		if c.Peek(key) != nil {
			kept++
		}
	}
	if kept < 900 || c.Stats.Refused.Load() > 0 {
		t.Errorf("of 1000 entries of another tenant %d were kept and %d refused", kept, c.Stats.Refused.Load())
	}
}
