package purge

import (
	"testing"
	"testing/synctest"
	"time"
)

// Two edges with one token and two plans have the limits of the smaller plan, together.
func TestEdgesOfOneAccountShareTheStrictestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, f := newWorld(t), newFakeAPI("cloudflare-free")
		w.declare("a", f)
		w.declare("b", f, "plan=pro")
		w.run(f, 600, 500*time.Millisecond, func(int) { w.edit() })
		if len(f.broken) > 0 || f.accepted < 30 {
			t.Errorf("%d calls break the limits of the account, %d do not", len(f.broken), f.accepted)
		}
	})
}

// Edges that wait for one budget take turns, whatever their tenants are called.
func TestEdgesOfOneAccountTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, f := newWorld(t), newFakeAPI("cloudflare-free")
		for _, name := range []string{"a", "b", "c"} {
			w.declare(name, f)
		}
		p := w.run(f, 6000, 100*time.Millisecond, func(int) { w.edit() })
		least, most := uint64(1<<60), uint64(0)
		for _, of := range p.workers {
			least, most = min(least, of.state.Calls), max(most, of.state.Calls)
		}
		if len(f.broken) > 0 || least == 0 || most > 2*least {
			t.Errorf("calls of the three edges: %d to %d; %d break the limits", least, most, len(f.broken))
		}
		for name, e := range w.edges {
			if behind := len(w.edits) - int(e.N); behind > 10*60 { // a minute
				t.Errorf("%s is %d announcements behind", name, behind)
			}
		}
	})
}

// A new leader does not spend again what the last one has spent.
func TestANewTermBeginsWithWhatTheLastOneLeft(t *testing.T) {
	for _, kind := range []string{"cloudfront", "cloudflare-free", "bunny", "akamai"} {
		t.Run(kind, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, f := newWorld(t), newFakeAPI(kind)
				w.declare("a", f)
				for range 5 {
					w.run(f, 200, 100*time.Millisecond, func(int) {
						for range 20 {
							w.edit()
						}
					})
				}
				if len(f.broken) > 0 || f.accepted == 0 {
					t.Errorf("%d calls break the limits of the account, %d do not", len(f.broken), f.accepted)
				}
			})
		})
	}
}
