package cache

import (
	"fmt"
	"strings"
	"testing"
)

// touched applies a message of tags to a tenant whose answers hold some, and reports which are no longer true. held must stay reachable: cells live
// as long as somebody holds them.
func touched(held []string, tags ...string) (lost []string, all bool) {
	tn := &Tenant{}
	tn.state.Store(newState(Snapshot{}))
	st := tn.state.Load()
	cells := make([]*cell, len(held))
	for i, tag := range held {
		cells[i] = st.cells.hold(tag)
	}
	tn.Invalidate(7, tags)
	for i, c := range cells {
		if c.inv.Load() == 7 {
			lost = append(lost, held[i])
		}
	}
	return lost, st.all.inv.Load() == 7
}

func TestASpanTouchesItsRungsAndNoOthers(t *testing.T) {
	t.Parallel()
	held := []string{"^0:p|x", "^11:p|x", "^12:p|x", "^40:p|x", "^87:p|x", "^88:p|x", "~12:p|x", "~40:p|x", "^40:p|y", "^40:p/c=1|x", "p|x"}
	f := func(tag string, want ...string) {
		t.Helper()
		if got, all := touched(held, tag); fmt.Sprint(got) != fmt.Sprint(want) || all {
			t.Errorf("%s touches %v (and all: %v), want %v", tag, got, all, want)
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

func TestASpanThatIsNoneTouchesEverything(t *testing.T) {
	t.Parallel()
	for _, tag := range []string{"^", "~", "^:p|x", "^12", "^12:", "^-:p|x", "^12-:p|x", "^-12:p|x", "^87-12:p|x", "^a-b:p|x", "^1-1024:p|x", "^1-99999999999:p|x",
		"^1-2-3:p|x", "^ 1:p|x", "^+1:p|x", "~1.5:p|x", "^1-2p|x"} {
		if _, all := touched([]string{"p|x"}, tag); !all {
			t.Errorf("%q leaves answers as they are", tag)
		}
	}
}

// A fill that read before a change makes its cells after it: whichever rung it holds, it must find the change there.
func TestASpanOfRungsNobodyHoldsIsRemembered(t *testing.T) {
	t.Parallel()
	cs := newCells()
	cs.touchRungs("^12-87", "p|x", 7)
	if got := cs.hold("^40:p|x").inv.Load(); got < 7 {
		t.Errorf("a rung that change 7 touched begins at %d", got)
	}
	for i := range cs.shards {
		if s := &cs.shards[i]; s.floor == 7 && s != cs.shard("p|x") {
			t.Error("a span raised the floor of a shard that has none of its rungs")
		}
	}
}

func BenchmarkSpan(b *testing.B) {
	cs := newCells()
	of := "product/category=" + strings.Repeat("x", 24) + "|amount"
	held := cs.hold("^40:" + of)
	b.ReportAllocs()
	for b.Loop() {
		cs.touchRungs("^12-111", of, 7)
	}
	if held.inv.Load() != 7 {
		b.Error("it touches nothing")
	}
}
