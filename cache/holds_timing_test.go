package cache_test

import (
	"fmt"
	"testing"

	"vitrine/cache"
)

// BenchmarkMiss looks for keys that no entry has, as a request does that is refused.
func BenchmarkMiss(b *testing.B) {
	keys := make([][]byte, 1<<16)
	for i := range keys {
		keys[i] = fmt.Appendf(nil, "t\x00/product?minPrice=%d", i)
	}
	for name, find := range map[string]func(*cache.Cache, []byte) bool{
		"Peek":  func(c *cache.Cache, key []byte) bool { return c.Peek(key) != nil },
		"Holds": (*cache.Cache).Holds,
	} {
		b.Run(name, func(b *testing.B) {
			c, err := cache.New(cache.DefaultConfig())
			if err != nil {
				b.Fatal(err)
			}
			defer c.Close()
			i := 0
			for b.Loop() {
				i++
				if find(c, keys[i%len(keys)]) {
					b.Fatal("an entry")
				}
			}
		})
	}
}
