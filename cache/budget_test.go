package cache_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"vitrine/cache"
)

// A load looks up keys of a tenant, and keeps the entries that it does not find.
type load struct {
	c    *cache.Cache
	t    *cache.Tenant
	r    *rand.Rand
	keys int
	n    uint64 // changes
}

func newLoad(c *cache.Cache, tenant string, keys int) *load {
	return &load{
		c: c, t: c.NewTenant(tenant, cache.Snapshot{Epoch: "e1"}),
		r: rand.New(rand.NewPCG(1, uint64(keys))), keys: keys,
	}
}

// some is a random key: low ones are more frequent.
func (w *load) some() int { return int(w.r.Float64() * w.r.Float64() * float64(w.keys)) }

// look looks up a key, and reports a hit.
func (w *load) look(i int) bool {
	key := fmt.Append(nil, w.t.ID, "\x00", i)
	if w.c.Get(key, time.Now()) != nil {
		return true
	}
	e := &cache.Entry{Key: key, Body: make([]byte, 1024), Tags: []string{fmt.Sprint("p:", i)}}
	w.c.Keep(w.t, cache.Snapshot{Epoch: "e1", Seq: w.n}, e)
	return false
}

func (w *load) edit() {
	w.n++
	w.t.Invalidate(w.n, []string{fmt.Sprint("p:", w.some())})
	w.t.Advance(w.n)
}

func fullCache(t *testing.T) *cache.Cache {
	t.Helper()
	c, err := cache.New(cache.Config{Bytes: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func TestATenantAboveItsShareKeepsItsHitRatio(t *testing.T) {
	for _, beside := range []bool{false, true} {
		c := fullCache(t)
		if beside { // another tenant has an entry, which must not be evicted
			newLoad(c, "other", 1).look(0)
		}
		w := newLoad(c, "t", 10_000)
		round := func() (hits int) {
			for k := range 5_000 {
				if w.look(w.some()) {
					hits++
				}
				if k%20 == 0 {
					w.edit()
				}
				if k%100 == 0 {
					c.Wait()
				}
			}
			return hits
		}
		round()
		early := round()
		for range 10 {
			round()
		}
		if late := round(); late < early-250 {
			t.Errorf("with another tenant %v: of 5,000 look-ups %d were hits at first, and %d later", beside, early, late)
		}
		if held := w.t.Bytes(); held > 9<<20 {
			t.Errorf("with another tenant %v: it holds %d bytes of %d", beside, held, 8<<20)
		}
		if beside && c.Peek([]byte("other\x000")) == nil {
			t.Error("the entry of the other tenant was evicted")
		}
	}
}

func TestANoisyTenantDoesNotEvictAQuietOne(t *testing.T) {
	c := fullCache(t)
	quiet, noisy := newLoad(c, "quiet", 1500), newLoad(c, "noisy", 100_000)
	round := func(noise int) (hits int) {
		for k := range 5_000 {
			if quiet.look(quiet.some()) {
				hits++
			}
			for range noise {
				noisy.look(noisy.r.IntN(noisy.keys))
			}
			if k%20 == 0 {
				c.Wait()
			}
		}
		return hits
	}
	round(0)
	alone := round(0)
	round(5)
	if beside := round(5); beside < alone-250 {
		t.Errorf("of 5,000 look-ups of the quiet tenant %d were hits alone, and %d beside the noisy one", alone, beside)
	}
}
