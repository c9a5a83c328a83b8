package cache_test

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"vitrine/cache"
)

// packable is an answer that may be worth compressing.
func packable(key string, size int) *cache.Entry {
	return &cache.Entry{Key: []byte("t\x00" + key), Body: bytes.Repeat([]byte("x"), size), Tags: []string{"p"},
		ETags: [cache.Codings][]byte{[]byte(`"x"`), []byte(`"x-gzip"`), []byte(`"x-br"`)}}
}

// half compresses, in its way.
func half(_ int, body []byte) []byte { return bytes.Clone(body[:len(body)/2]) }

// paid is what an answer has to be charged for: itself, and its forms as far as they are made.
func paid(e *cache.Entry) int64 {
	n := e.Cost()
	for c := cache.Gzip; c < cache.Codings; c++ {
		f, _ := e.Form(c)
		n += int64(cap(f.Body))
	}
	return n
}

func TestACodingIsMadeOnceForAllWhoWantItAndPaidFor(t *testing.T) {
	t.Parallel()
	c, tn := openCache(t, 8<<20)
	e := packable("a", 4096)
	c.Keep(tn, cache.Snapshot{Epoch: "e1"}, e)
	if got := tn.Bytes(); got != e.Cost() {
		t.Fatalf("%d bytes for an answer of %d", got, e.Cost())
	}
	var made atomic.Int32
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			f, ok := e.Pack(cache.Gzip, func(coding int, body []byte) []byte {
				made.Add(1)
				return half(coding, body)
			})
			if !ok || len(f.Body) != 2048 || string(f.ETag) != `"x-gzip"` {
				t.Errorf("%v: %d bytes under the tag %s", ok, len(f.Body), f.ETag)
			}
		})
	}
	all.Wait()
	if made.Load() != 1 {
		t.Errorf("made %d times", made.Load())
	}
	if f, ok := e.Form(cache.Brotli); !ok || f.Body != nil {
		t.Error("the other coding was made too")
	}
	if got := tn.Bytes(); got != paid(e) || got != e.Cost()+2048 {
		t.Errorf("%d bytes for an answer of %d with a form of 2048", got, e.Cost())
	}
	// Another in its place: what the first was charged for is given back, all of it.
	c.Wait()
	next := packable("a", 100)
	c.Keep(tn, cache.Snapshot{Epoch: "e1"}, next)
	c.Wait()
	if got := tn.Bytes(); got != paid(next) {
		t.Errorf("%d bytes once it is replaced by one of %d", got, paid(next))
	}
	if _, ok := e.Pack(cache.Brotli, half); !ok {
		t.Error("who holds it still does not get it in another coding")
	}
	if got := tn.Bytes(); got != paid(next) {
		t.Errorf("%d bytes: the shop pays for what nobody will be sent", got)
	}
}

func TestABodyThatGetsNoSmallerIsTriedOnce(t *testing.T) {
	t.Parallel()
	e, tried := packable("a", 1000), 0
	for range 3 {
		if _, ok := e.Pack(cache.Gzip, func(_ int, body []byte) []byte { tried++; return body }); ok {
			t.Error("it is sent all the same")
		}
	}
	if _, ok := e.Form(cache.Gzip); ok || tried != 1 {
		t.Errorf("tried %d times", tried)
	}
	if _, ok := e.Form(cache.Brotli); !ok {
		t.Error("the other coding was not tried")
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
		e := packable(fmt.Sprint(i), 4096)
		c.Keep(tn, cache.Snapshot{Epoch: "e1"}, e)
		if i%3 == 0 {
			c.Wait()
		}
		e.Pack(cache.Gzip, half)
		e.Pack(cache.Brotli, half)
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
		e := packable("a", 4096)
		c.Keep(tn, cache.Snapshot{Epoch: "e1"}, e)
		c.Wait()
		var both sync.WaitGroup
		both.Go(func() { e.Pack(cache.Gzip+i%2, half) })
		both.Go(func() { e.KeepBlock(cache.Block{}, make([]byte, 300)) })
		both.Go(func() { c.Keep(tn, cache.Snapshot{Epoch: "e1"}, packable("a", 1000)); c.Wait() })
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
		c.Keep(noisy, cache.Snapshot{Epoch: "e1"}, packable(fmt.Sprint(i), 700))
	}
	c.Wait()
	for i := range 6000 {
		e := c.Peek([]byte(fmt.Sprint("t\x00", i)))
		for coding := range cache.Codings {
			if e != nil {
				e.KeepBlock(cache.Block{Coding: coding}, make([]byte, 640))
				e.KeepBlock(cache.Block{Coding: coding, Known: true}, make([]byte, 512))
			}
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
