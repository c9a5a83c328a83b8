package purge

import (
	"fmt"
	"net/http"
	"slices"
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

// An announcement that follows a purge of everything is purged twice, although the second purge of everything is
// between.
func TestEditsAfterAPurgeOfEverythingArePurgedTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, f := newWorld(t), newFakeAPI("fastly")
		w.declare("a", f)
		w.edit()
		time.Sleep(time.Minute) // an announcement that is older than any that is on time
		purged := map[string][]time.Time{}
		f.purged = func(tags []string) {
			for _, tag := range tags {
				purged[tag] = append(purged[tag], time.Now())
			}
		}
		var edited []time.Time
		tag := func(i int) string { return fmt.Sprintf("%012d", i) }
		w.run(f, 60, time.Second, func(i int) {
			w.edit()
			w.mu.Lock()
			defer w.mu.Unlock()
			edited = append(edited, time.Now())
			w.edits[len(w.edits)-1].more = []string{tag(i)}
			if h := w.report["a"].Healthy; i > 3 && !h {
				t.Errorf("behind in second %d", i)
			}
		})
		for i, at := range edited[:40] {
			all := append(purged[tag(i)], purged[public("*")]...)
			if !slices.ContainsFunc(all, func(p time.Time) bool {
				return p.Sub(at) >= 16*time.Second && p.Sub(at) < 18*time.Second
			}) {
				t.Errorf("edit %d was not purged again after settle: %v", i, purged[tag(i)])
			}
		}
	})
}

// A million tags that wait, with slow calls and now and then a failed one, are purged: by kind if that takes too long,
// and what was purged before a failure is not purged again.
func TestALargeBacklogIsPurgedBySlowCalls(t *testing.T) {
	for _, c := range []struct {
		kind, lag           string
		announcements, tags int
		exact               bool
	}{
		{"fastly", "1h", 1000, 1000, false},
		{"fastly", "5s", 1000, 100, false},
		{"varnish", "1h", 1, 200_000, false},
		{"varnish", "1h", 20_000, 50, false},
		{"fastly", "20s", 1000, 5, true},
	} {
		t.Run(fmt.Sprintf("%s %s %dx%d", c.kind, c.lag, c.announcements, c.tags), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, f := newWorld(t), newFakeAPI(c.kind)
				w.declare("a", f, "lag="+c.lag)
				f.takes = 200 * time.Millisecond
				calls := 0
				f.fault = func(w http.ResponseWriter, _ *http.Request) bool {
					calls++
					if calls%8 == 0 {
						w.WriteHeader(http.StatusBadGateway)
					}
					return calls%8 == 0
				}
				for i := range c.announcements {
					w.edit()
					for j := range c.tags {
						w.edits[i].more = append(w.edits[i].more, fmt.Sprintf("%012d", i*c.tags+j))
					}
				}
				w.edges["a"].Progress = Progress{"e1", 0, 0}
				began, purged := time.Now(), time.Time{}
				w.run(f, 100, time.Second, func(int) {
					w.mu.Lock()
					defer w.mu.Unlock()
					if w.edges["a"].N == int64(c.announcements) && purged.IsZero() {
						purged = time.Now()
					}
				})
				e := w.edges["a"]
				t.Logf("purged after %s by %d calls with %d tags", purged.Sub(began), calls, f.count)
				if purged.IsZero() || e.Settled != e.N || !w.report["a"].Healthy {
					t.Errorf("purged up to %d and %d, healthy %v", e.N, e.Settled, w.report["a"].Healthy)
				}
				if most := 2 * c.announcements * (c.tags + 3); c.exact && (f.count > most || f.count < most/2) {
					t.Errorf("%d tags were purged, want at most %d", f.count, most)
				}
			})
		})
	}
}
