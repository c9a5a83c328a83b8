package cache

import (
	"hash/maphash"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"weak"
)

// A version is the last change that invalidated a tag. Entries hold pointers to the versions of their tags, so that a
// hit looks nothing up. The text of the tag is stored once for all entries that carry it.
type version struct {
	seq atomic.Uint64
	tag string
}

// raise raises a version to seq.
func (v *version) raise(seq uint64) {
	for {
		was := v.seq.Load()
		if was >= seq || v.seq.CompareAndSwap(was, seq) {
			return
		}
	}
}

const (
	// never is the seq of a version that every entry is older than.
	never = math.MaxUint64

	// unchecked marks an entry whose versions were not compared yet. It differs from never, the applied number of an
	// epoch that has ended.
	unchecked = never - 1
)

const shardCount = 16

// versions maps the tags of a tenant to their versions. The map holds weak pointers: a version lives as long as an
// entry holds it.
type versions struct {
	seed   maphash.Seed
	shards [shardCount]shard
}

type shard struct {
	mu       sync.Mutex
	tags     map[string]weak.Pointer[version]
	lowWater uint64 // no change above it invalidated a tag without a version, so new versions start here
	newest   uint64 // the newest change that invalidated any tag of the shard
	sweepAt  int    // size at which the map is swept
}

const firstSweep = 1024

func newVersions() *versions { return &versions{seed: maphash.MakeSeed()} }

// shard finds the shard of a tag. All bands of a tag are in the shard of the tag itself, so that a range of bands
// affects one shard only.
func (vs *versions) shard(tag string) *shard {
	_, of := cutBand(tag)
	return vs.shardOf(of)
}

func (vs *versions) shardOf(tag string) *shard {
	return &vs.shards[maphash.String(vs.seed, tag)%shardCount]
}

// acquire returns the version of a tag, which it makes if no entry holds one. If a former version is gone, the changes
// that raised it are unknown. The new one then starts at the newest change of the shard.
func (vs *versions) acquire(tag string) *version {
	s := vs.shard(tag)
	s.mu.Lock()
	defer s.mu.Unlock()
	p, known := s.tags[tag]
	if v := p.Value(); v != nil {
		return v
	}
	if known {
		s.lowWater = s.newest
	}
	if s.tags == nil {
		s.tags, s.sweepAt = map[string]weak.Pointer[version]{}, firstSweep
	}
	if len(s.tags) >= s.sweepAt {
		s.sweepLocked()
	}
	v := &version{tag: strings.Clone(tag)} // tag may be a part of something larger
	v.seq.Store(s.lowWater)
	s.tags[v.tag] = weak.Make(v)
	return v
}

// raise raises the version of a tag to seq. If no entry holds one, the low-water mark rises instead. A fill that read
// before seq and acquires its versions later then starts above its own stamp, and its entry is not served.
func (vs *versions) raise(tag string, seq uint64) {
	s := vs.shard(tag)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.raiseLocked(s.tags[tag].Value(), seq)
}

// raiseLocked raises a version of the shard, nil if no entry holds one.
func (s *shard) raiseLocked(v *version, seq uint64) {
	s.newest = max(s.newest, seq)
	if v == nil {
		s.lowWater = max(s.lowWater, seq)
		return
	}
	v.raise(seq)
}

// sweepLocked removes tags whose version is gone. The changes that raised them are unknown from now on, so the
// low-water mark rises.
func (s *shard) sweepLocked() {
	for tag, p := range s.tags {
		if p.Value() == nil {
			delete(s.tags, tag)
			s.lowWater = s.newest
		}
	}
	s.sweepAt = max(firstSweep, 2*len(s.tags))
}
