package read

import (
	"hash/maphash"
	"sync/atomic"
)

// A doorkeeper remembers which keys were requested lately. Most searches are typed once, so the answer to a search is
// kept only when it is requested a second time: a thousand single searches must not evict popular answers. A key is
// forgotten when another one hashes to its place.
type doorkeeper struct {
	seed   maphash.Seed
	recent [1 << 15]atomic.Uint64
}

func newDoorkeeper() *doorkeeper { return &doorkeeper{seed: maphash.MakeSeed()} }

// seen reports whether a key was requested before, and remembers it.
func (d *doorkeeper) seen(key []byte) bool {
	h := maphash.Bytes(d.seed, key) | 1 // 0 means that the place is empty
	place := &d.recent[(h>>1)%uint64(len(d.recent))]
	return place.Swap(h) == h
}
