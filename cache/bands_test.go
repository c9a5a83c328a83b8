package cache

import (
	"fmt"
	"testing"
)

// invalidated invalidates tags of a tenant whose entries hold some, and returns those of held that became stale. held
// must stay reachable: a version lives as long as it is held.
func invalidated(held []string, tags ...string) (stale []string, all bool) {
	tn := &Tenant{}
	tn.epoch.Store(newEpoch(Snapshot{}))
	ep := tn.epoch.Load()
	versions := make([]*version, len(held))
	for i, tag := range held {
		versions[i] = ep.versions.acquire(tag)
	}
	tn.Invalidate(7, tags)
	for i, v := range versions {
		if v.seq.Load() == 7 {
			stale = append(stale, held[i])
		}
	}
	return stale, ep.all.seq.Load() == 7
}

func TestARangeInvalidatesItsBandsAndNoOthers(t *testing.T) {
	t.Parallel()
	held := []string{"^0:p|x", "^11:p|x", "^12:p|x", "^40:p|x", "^87:p|x", "^88:p|x", "~12:p|x", "~40:p|x",
		"^40:p|y", "^40:p/c=1|x", "p|x"}
	f := func(tag string, want ...string) {
		t.Helper()
		if got, all := invalidated(held, tag); fmt.Sprint(got) != fmt.Sprint(want) || all {
			t.Errorf("%s invalidates %v (and everything: %v), want %v", tag, got, all, want)
		}
	}
	f("^12-87:p|x", "^12:p|x", "^40:p|x", "^87:p|x")
	f("~0-40:p|x", "~12:p|x", "~40:p|x")
	f("^40:p|x", "^40:p|x")
	f("^40-40:p/c=1|x", "^40:p/c=1|x")
	f("p|x", "p|x")
	f("^100-200:p|x")
	f("^0-1023:p|y", "^40:p|y")
}

func TestAnInvalidRangeInvalidatesEverything(t *testing.T) {
	t.Parallel()
	for _, tag := range []string{"^", "~", "^:p|x", "^12", "^12:", "^-:p|x", "^12-:p|x", "^-12:p|x", "^87-12:p|x",
		"^a-b:p|x", "^1-1024:p|x", "^1-99999999999:p|x", "^1-2-3:p|x", "^ 1:p|x", "^+1:p|x", "~1.5:p|x", "^1-2p|x"} {
		if _, all := invalidated([]string{"p|x"}, tag); !all {
			t.Errorf("%q does not invalidate everything", tag)
		}
	}
}

// A fill that read before a change acquires its versions after it. Whichever band it acquires must show the change.
func TestARangeOfBandsWithoutVersionsRaisesTheLowWaterMark(t *testing.T) {
	t.Parallel()
	vs := newVersions()
	vs.raiseBands("^12-87", "p|x", 7)
	if got := vs.acquire("^40:p|x").seq.Load(); got < 7 {
		t.Errorf("a band that change 7 invalidated starts at %d", got)
	}
	for i := range vs.shards {
		if s := &vs.shards[i]; s.lowWater == 7 && s != vs.shard("p|x") {
			t.Error("a range raised the low-water mark of a shard that has none of its bands")
		}
	}
}
