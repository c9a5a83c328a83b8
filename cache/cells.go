package cache

import (
	"hash/maphash"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"weak"
)

// A cell is the last change that touched a tag. Entries hold pointers to their cells, so that a hit looks nothing up, and the tag is written once for all who
// carry it.
type cell struct {
	inv atomic.Uint64
	tag string
}

const cellShards = 16

// cells maps a tenant's tags to their cells. A cell lives as long as an entry holds it: the map points weakly.
type cells struct {
	seed   maphash.Seed
	shards [cellShards]cellShard
}

type cellShard struct {
	mu    sync.Mutex
	tags  map[string]weak.Pointer[cell]
	floor uint64 // no tag without a cell was touched by a change above it: new cells start here
	top   uint64 // the newest change that touched any tag of the shard
	next  int    // size at which the map is swept
}

const firstSweep = 1024

func newCells() *cells { return &cells{seed: maphash.MakeSeed()} }

// shard finds where a tag's cell is. All rungs of a tag are where it is itself: a span of them is one shard's, and raises no other floor.
func (cs *cells) shard(tag string) *cellShard {
	_, of := cutRungs(tag)
	return cs.shardOf(of)
}

func (cs *cells) shardOf(tag string) *cellShard {
	return &cs.shards[maphash.String(cs.seed, tag)%cellShards]
}

// hold returns the cell of a tag, made if nobody held it. Where a cell was held and is gone, what touched it went with it: the new one
// starts as if every change had.
func (cs *cells) hold(tag string) *cell {
	s := cs.shard(tag)
	s.mu.Lock()
	defer s.mu.Unlock()
	p, known := s.tags[tag]
	if c := p.Value(); c != nil {
		return c
	}
	if known {
		s.floor = s.top
	}
	if s.tags == nil {
		s.tags, s.next = map[string]weak.Pointer[cell]{}, firstSweep
	}
	if len(s.tags) >= s.next {
		s.sweepLocked()
	}
	c := &cell{tag: strings.Clone(tag)} // of its own: it may lie in something larger
	c.inv.Store(s.floor)
	s.tags[c.tag] = weak.Make(c)
	return c
}

// touch moves the cell of a tag to seq. Where nobody holds one the floor rises instead: a fill that read before seq and has not made
// its cells yet finds them there, and is not served.
func (cs *cells) touch(tag string, seq uint64) {
	s := cs.shard(tag)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.touchLocked(s.tags[tag].Value(), seq)
}

// touchLocked moves the cell of a tag of the shard, nil where nobody holds one.
func (s *cellShard) touchLocked(c *cell, seq uint64) {
	s.top = max(s.top, seq)
	if c == nil {
		s.floor = max(s.floor, seq)
		return
	}
	if c.inv.Load() < seq {
		c.inv.Store(seq)
	}
}

// sweepLocked forgets tags nobody holds any more. What touched them is not known any more either, so the floor rises over all.
func (s *cellShard) sweepLocked() {
	for tag, p := range s.tags {
		if p.Value() == nil {
			delete(s.tags, tag)
			s.floor = s.top
		}
	}
	s.next = max(firstSweep, 2*len(s.tags))
}

// never is the change number of a cell that no entry survives.
const never = math.MaxUint64

// unseen marks an entry whose cells nobody has looked at yet. It differs from never, the number at which a dead state stands.
const unseen = never - 1
