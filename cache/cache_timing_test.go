package cache_test

import (
	"fmt"
	"testing"
	"time"

	"vitrine/cache"
)

// benchCache is a cache with a tenant whose entries all fit.
func benchCache(b *testing.B, bytes int64) (*cache.Cache, *cache.Tenant) {
	b.Helper()
	c, err := cache.New(cache.Config{Bytes: bytes, Share: 1})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(c.Close)
	return c, c.NewTenant("t", cache.Snapshot{Epoch: "e1"})
}

// BenchmarkInvalidate invalidates a tag that one or 300,000 entries carry.
func BenchmarkInvalidate(b *testing.B) {
	for _, carried := range []int{1, 300_000} {
		b.Run(fmt.Sprint(carried, " entries"), func(b *testing.B) {
			c, t := benchCache(b, 1<<30)
			entries := make([]*cache.Entry, carried)
			for i := range entries {
				entries[i] = &cache.Entry{Key: fmt.Append(nil, "t\x00", i), Body: []byte("{}"),
					Tags: []string{fmt.Sprint("product:", i), "product|amount"}}
				if !c.Keep(t, cache.Snapshot{Epoch: "e1"}, entries[i]) {
					b.Fatal("an entry is not kept")
				}
			}
			now := time.Now()
			for _, e := range entries {
				if !e.Fresh(now) {
					b.Fatal("an entry is stale before the change")
				}
			}
			seq, tags := uint64(0), []string{"product|amount"}
			b.ReportAllocs()
			for b.Loop() {
				seq++
				t.Invalidate(seq, tags)
				t.Advance(seq)
			}
			for _, e := range entries {
				if e.Fresh(now) {
					b.Fatal("an entry is fresh after the change")
				}
			}
		})
	}
}

// BenchmarkGet looks up recently found entries, and entries in the stores.
func BenchmarkGet(b *testing.B) {
	for _, n := range []int{1000, 300_000} {
		b.Run(fmt.Sprint(n, " entries"), func(b *testing.B) {
			c, t := benchCache(b, 1<<30)
			keys := make([][]byte, n)
			for i := range keys {
				keys[i] = fmt.Append(nil, "t\x00", i)
				e := &cache.Entry{Key: keys[i], Body: []byte("{}"),
					Tags: []string{fmt.Sprint("product:", i), "product|amount"}}
				c.Keep(t, cache.Snapshot{Epoch: "e1"}, e)
				if i%10_000 == 0 {
					c.Wait() // the stores take entries asynchronously
				}
			}
			c.Wait()
			now, i := time.Now(), 0
			b.ReportAllocs()
			for b.Loop() {
				i = (i + 7919) % n
				if c.Get(keys[i], now) == nil {
					b.Fatal("an entry is not found")
				}
			}
		})
	}
}
