package purge

import (
	"testing"
	"testing/synctest"
	"time"
)

// Edits that never pause leave room for the second purge: with slow calls, what was stored late is dropped as early as
// promised, and the edge stays healthy.
func TestSteadyEditsDoNotHoldUpTheSecondPurge(t *testing.T) {
	for _, pause := range []time.Duration{6 * time.Millisecond, 25 * time.Millisecond, 100 * time.Millisecond} {
		t.Run(pause.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, f := newWorld(t), newFakeAPI("fastly")
				f.takes = 200 * time.Millisecond
				w.declare("a", f, "lifetime=10m")
				c := w.caches["a"]
				w.edit()
				began, healthy, behind := time.Now(), time.Time{}, false
				rounds := int(90 * time.Second / pause)
				w.run(f, rounds, pause, func(i int) {
					w.edit()
					if i%int(100*time.Millisecond/pause) == 0 {
						c.read(w.rand.IntN(20))
						c.read(theList)
					}
					w.mu.Lock()
					defer w.mu.Unlock()
					switch h := w.report["a"].Healthy; {
					case h && healthy.IsZero():
						healthy = time.Now()
					case !h && !healthy.IsZero() && !behind:
						behind = true
						t.Errorf("behind after %s: purged up to %d and %d of %d", time.Since(began), w.edges["a"].N,
							w.edges["a"].Settled, len(w.edits))
					}
				})
				e := w.edges["a"]
				t.Logf("%d calls, %d tags, %d hits, at most %s older than announced", f.accepted, f.count, c.hits, c.stale)
				if bound := e.Settle.Duration() + time.Second; healthy.IsZero() || c.hits == 0 || c.stale > bound {
					t.Errorf("healthy since %s, %d hits, one is %s older than announced; the bound is %s", healthy, c.hits,
						c.stale, bound)
				}
			})
		})
	}
}
