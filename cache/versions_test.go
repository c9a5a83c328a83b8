package cache

import (
	"fmt"
	"runtime"
	"testing"
)

func TestTagsWithoutAVersionAreRemoved(t *testing.T) {
	vs := newVersions()
	for i := range 200_000 {
		vs.acquire(fmt.Sprint("tag", i))
		if i%20_000 == 0 {
			runtime.GC()
		}
	}
	known := 0
	for i := range vs.shards {
		known += len(vs.shards[i].tags)
	}
	if known > 150_000 {
		t.Errorf("%d tags are in the map although no entry holds one", known)
	}
}

func TestASweptTagKeepsItsInvalidations(t *testing.T) {
	vs := newVersions()
	held := vs.acquire("held")
	vs.acquire("lost")
	vs.raise("lost", 7)
	runtime.GC()
	for i := range vs.shards {
		s := &vs.shards[i]
		s.mu.Lock()
		s.sweepLocked()
		s.mu.Unlock()
	}
	if got := vs.acquire("lost").seq.Load(); got < 7 {
		t.Errorf("a tag that change 7 invalidated starts at %d after a sweep", got)
	}
	if got := vs.acquire("held"); got != held {
		t.Error("a version that an entry holds was replaced")
	}
	runtime.KeepAlive(held)
}

// A tag is invalidated, and its version goes with the last entry that held it. A fill that read before the change then
// acquires a new version.
func TestANewVersionKeepsTheInvalidationsOfAFormerOne(t *testing.T) {
	vs := newVersions()
	vs.acquire("lost")
	vs.raise("lost", 7)
	runtime.GC()
	if got := vs.acquire("lost").seq.Load(); got < 7 {
		t.Errorf("a tag that change 7 invalidated starts at %d after its version was collected", got)
	}
}
