package cache

import (
	"fmt"
	"runtime"
	"testing"
)

func TestCellsNobodyHoldsAreForgotten(t *testing.T) {
	cs := newCells()
	for i := range 200_000 {
		cs.hold(fmt.Sprint("tag", i))
		if i%20_000 == 0 {
			runtime.GC()
		}
	}
	known := 0
	for i := range cs.shards {
		known += len(cs.shards[i].tags)
	}
	if known > 150_000 {
		t.Errorf("%d tags are known though nobody holds one", known)
	}
}

func TestSweptTagKeepsWhatTouchedIt(t *testing.T) {
	cs := newCells()
	held := cs.hold("held")
	cs.hold("lost")
	cs.touch("lost", 7)
	runtime.GC()
	for i := range cs.shards {
		s := &cs.shards[i]
		s.mu.Lock()
		s.sweepLocked()
		s.mu.Unlock()
	}
	if got := cs.hold("lost").inv.Load(); got < 7 {
		t.Errorf("a tag touched by change 7 begins at %d after it was forgotten", got)
	}
	if got := cs.hold("held"); got != held {
		t.Error("a cell that is held was replaced")
	}
	runtime.KeepAlive(held)
}

// The cell of a tag is touched, dropped with the last entry that held it, and asked for by a fill that read its snapshot before the touch.
func TestCellThatWasDroppedKeepsWhatTouchedIt(t *testing.T) {
	cs := newCells()
	cs.hold("lost")
	cs.touch("lost", 7)
	runtime.GC()
	if got := cs.hold("lost").inv.Load(); got < 7 {
		t.Errorf("a tag touched by change 7 begins at %d once nobody held it", got)
	}
}
