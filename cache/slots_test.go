package cache_test

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"vitrine/cache"
)

// large is an answer to which data is attached.
func large(key string, size int) *cache.Entry {
	return &cache.Entry{Key: []byte("t\x00" + key), Body: bytes.Repeat([]byte("x"), size), Tags: []string{"p"}}
}

// half makes data of half the size of an entry's body.
func half(e *cache.Entry) func() []byte {
	return func() []byte { return bytes.Clone(e.Body[:len(e.Body)/2]) }
}

// paid is what an entry has to be charged for: itself and what is attached to it.
func paid(e *cache.Entry) int64 {
	n := e.Cost()
	for i := range cache.Slots {
		n += int64(cap(e.Slot(i)))
	}
	return n
}

func TestDataOfASlotIsMadeOnceAndCharged(t *testing.T) {
	t.Parallel()
	c, tn := openCache(t, 8<<20)
	e := large("a", 4096)
	c.Keep(tn, cache.Snapshot{Epoch: "e1"}, e)
	if got := tn.Bytes(); got != e.Cost() {
		t.Fatalf("%d bytes are charged for an answer of %d", got, e.Cost())
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
				t.Errorf("%d bytes, want 2048", len(data))
			}
		})
	}
	all.Wait()
	if made.Load() != 1 {
		t.Errorf("made %d times", made.Load())
	}
	if e.Slot(1) != nil {
		t.Error("data is attached in the other slot too")
	}
	if got := tn.Bytes(); got != paid(e) || got != e.Cost()+2048 {
		t.Errorf("%d bytes are charged for an answer of %d with data of 2048", got, e.Cost())
	}
	// A new entry of the key: all that the first was charged for is given back.
	c.Wait()
	next := large("a", 100)
	c.Keep(tn, cache.Snapshot{Epoch: "e1"}, next)
	c.Wait()
	if got := tn.Bytes(); got != paid(next) {
		t.Errorf("%d bytes are charged once it is replaced by one of %d", got, paid(next))
	}
	if e.Make(1, half(e)) == nil {
		t.Error("a reader that still has the first receives no data made of it")
	}
	if got := tn.Bytes(); got != paid(next) {
		t.Errorf("%d bytes: the tenant is charged for an entry that is gone", got)
	}
}

func TestEmptyDataIsMadeOnce(t *testing.T) {
	t.Parallel()
	e, made := large("a", 1000), 0
	for range 3 {
		if data := e.Make(0, func() []byte { made++; return []byte{} }); data == nil || len(data) > 0 {
			t.Errorf("%d bytes", len(data))
		}
	}
	if e.Slot(0) == nil || made != 1 {
		t.Errorf("made %d times", made)
	}
	if e.Slot(1) != nil {
		t.Error("data is attached in the other slot too")
	}
}

// Answers that all grow after they were kept stay within the budget, and the ledger is what they hold to the byte.
func TestLedgerStaysWithinTheBudgetWhileAnswersGrow(t *testing.T) {
	t.Parallel()
	c, err := cache.New(cache.Config{Bytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	tn := c.NewTenant("t", cache.Snapshot{Epoch: "e1"})
	const answers, most = 2000, 9 << 17 // as without growing
	for i := range answers {
		e := large(fmt.Sprint(i), 4096)
		c.Keep(tn, cache.Snapshot{Epoch: "e1"}, e)
		if i%3 == 0 {
			c.Wait()
		}
		e.Make(0, half(e))
		e.Make(1, half(e))
		if got := tn.Bytes(); got < 0 || got > most {
			t.Fatalf("%d bytes for a cache of 1 MB", got)
		}
	}
	c.Wait()
	var held int64
	n := 0
	for i := range answers {
		if e := c.Peek(fmt.Append(nil, "t\x00", i)); e != nil {
			held += paid(e)
			n++
		}
	}
	if got := tn.Bytes(); got != held || got != c.Bytes() || n < 50 {
		t.Errorf("the ledger says %d bytes, all %d; %d answers hold %d", got, c.Bytes(), n, held)
	}
}

// An answer is replaced while a form of it is made: whichever comes first, nothing stays on the ledger.
func TestConcurrentGrowthAndReplacementLeaveTheLedgerRight(t *testing.T) {
	t.Parallel()
	c, tn := openCache(t, 8<<20)
	for i := range 300 {
		e := large("a", 4096)
		c.Keep(tn, cache.Snapshot{Epoch: "e1"}, e)
		c.Wait()
		var both sync.WaitGroup
		both.Go(func() { e.Make(i%2, half(e)) })
		both.Go(func() { e.Attach(2, make([]byte, 300)) })
		both.Go(func() { c.Keep(tn, cache.Snapshot{Epoch: "e1"}, large("a", 1000)); c.Wait() })
		both.Wait()
		if now := c.Peek([]byte("t\x00a")); now == nil || now == e || tn.Bytes() != now.Cost() {
			t.Fatalf("round %d: %d bytes on the ledger", i, tn.Bytes())
		}
	}
}

// What stands before a body is kept only where there is room for it; and however full of one shop's answers a store is, another's find a place.
func TestBlocksStayWithinTheBudgetAndKeepNobodyOut(t *testing.T) {
	t.Parallel()
	c, err := cache.New(cache.Config{Bytes: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	noisy, quiet := c.NewTenant("t", cache.Snapshot{Epoch: "e1"}), c.NewTenant("u", cache.Snapshot{Epoch: "e1"})
	for i := range 6000 {
		c.Keep(noisy, cache.Snapshot{Epoch: "e1"}, large(fmt.Sprint(i), 700))
	}
	c.Wait()
	for i := range 6000 {
		e := c.Peek([]byte(fmt.Sprint("t\x00", i)))
		if e == nil {
			continue
		}
		for slot := range 6 {
			e.Attach(slot, make([]byte, 640-128*(slot%2)))
		}
	}
	if got := noisy.Bytes(); got > 9<<20 {
		t.Errorf("%d bytes for a cache of 8 MB", got)
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
		t.Errorf("of 1000 answers of another shop %d were kept, %d refused at once", kept, c.Stats.Refused.Load())
	}
}
