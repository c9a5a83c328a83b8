package gateway

import (
	"hash/maphash"
	"sync/atomic"
)

// A doorkeeper remembers of which questions it heard lately. What readers type is mostly typed once: the answer to a search is kept when it
// is asked for a second time, so that a thousand words nobody asks for again do not drive out what everybody reads. It forgets in its own time, a
// question for each that falls on the same place.
type doorkeeper struct {
	seed  maphash.Seed
	heard [1 << 15]atomic.Uint64
}

func newDoorkeeper() *doorkeeper { return &doorkeeper{seed: maphash.MakeSeed()} }

// again reports whether a key was heard of before.
func (d *doorkeeper) again(key []byte) bool {
	h := maphash.Bytes(d.seed, key) | 1 // 0 is nothing heard
	place := &d.heard[(h>>1)%uint64(len(d.heard))]
	return place.Swap(h) == h
}
