package purge

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/evidence"
)

// 10,000 edits in a minute, then quiet, at each provider: no call exceeds what the provider documents, and no answer of
// the edge is older than the stated bound.
func TestTenThousandEditsStayWithinEveryBudget(t *testing.T) {
	for _, kind := range []string{"fastly", "cloudflare", "cloudflare-free", "akamai", "cloudfront", "bunny", "varnish"} {
		t.Run(kind, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, f := newWorld(t), newFakeAPI(kind)
				f.takes = 150 * time.Millisecond
				w.declare("a", f, "lifetime=2m")
				c := w.caches["a"]
				const rounds, pause = 1000, 60 * time.Millisecond
				w.run(f, 5*rounds, pause, func(i int) {
					if i < rounds {
						for range 10 {
							w.edit()
						}
					}
					for range 5 {
						c.read(w.rand.IntN(records))
					}
					c.read(theList)
				})
				e := w.edges["a"]
				bound := e.Lifetime.Duration()
				if kind == "fastly" || kind == "varnish" || kind == "cloudflare" { // whose budget suffices
					bound = e.Settle.Duration() + e.Lag.Duration()
				}
				t.Logf("%d calls with %d tags, %d hits, at most %s older than announced; the bound is %s", f.accepted, f.count,
					c.hits, c.stale, bound)
				slices.Sort(w.took)
				at := func(percent int) time.Duration { return w.took[len(w.took)*percent/100] }
				t.Logf("from announcement to purged: p50 %s, p99 %s", at(50), at(99))
				found := evidence.Begin(t, evidence.Finding{Promise: evidence.Outside,
					Title: "10,000 edits in a minute, purged at " + kind,
					Done:  []string{"calls of 150 ms, in virtual time", "an API with the limits that the provider documents"},
					Judge: "Each hit with the announcements before it: none may be older than the stated bound. No call may " +
						"exceed what the provider permits.",
					Faults:  len(f.broken),
					Spreads: []evidence.Spread{{Name: "From announcement to purged, " + kind, Times: w.took}}})
				found.Count("calls", int64(f.accepted))
				found.Count("tags", int64(f.count))
				found.Count("hits", int64(c.hits))
				found.Count("ms older at most", c.stale.Milliseconds())
				if len(f.broken) > 0 {
					t.Errorf("%d calls break the provider's rules, such as %s", len(f.broken), f.broken[0])
				}
				if c.stale > bound || c.hits == 0 {
					t.Errorf("%d hits, of which one is %s older than announced; the bound is %s", c.hits, c.stale, bound)
				}
				if e.N != int64(len(w.edits)) || e.Settled != e.N {
					t.Errorf("purged up to %d and %d of %d announcements", e.N, e.Settled, len(w.edits))
				}
			})
		})
	}
}

// Whatever the API does, calls are repeated, lifetimes become short, and what the edge holds ends with its lifetime.
// Afterwards nothing is lost.
func TestFaultsOfTheProvider(t *testing.T) {
	status := func(n int, header ...string) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool {
			for i := 0; i < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.WriteHeader(n)
			return true
		}
	}
	for name, fault := range map[string]func(http.ResponseWriter, *http.Request) bool{
		"429":             status(429, "Retry-After", "7"),
		"500":             status(500),
		"a revoked token": status(403),
		"a redirect":      status(302, "Location", "https://elsewhere.example/"),
		"hangs":           func(_ http.ResponseWriter, rq *http.Request) bool { <-rq.Context().Done(); return true },
		"lies": func(w http.ResponseWriter, _ *http.Request) bool {
			fmt.Fprint(w, `{"status":"ok"}`)
			return true
		},
		"an endless answer": func(w http.ResponseWriter, _ *http.Request) bool {
			fmt.Fprint(w, strings.Repeat("x", 1<<20))
			return true
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, f := newWorld(t), newFakeAPI("fastly")
				w.declare("a", f, "lifetime=1m")
				w.edit()
				c := w.caches["a"]
				var behind, short bool
				w.run(f, 3000, 100*time.Millisecond, func(i int) {
					switch i {
					case 300:
						f.mu.Lock()
						f.fault = fault
						f.mu.Unlock()
					case 1500:
						f.mu.Lock()
						f.fault = nil
						f.mu.Unlock()
					}
					if i%10 == 0 && i < 2000 {
						w.edit()
					}
					c.read(w.rand.IntN(20))
					c.read(theList)
					w.mu.Lock()
					defer w.mu.Unlock()
					if e := w.report["a"]; i > 400 && i < 1500 && !e.Healthy {
						short = true
						behind = behind || w.edges["a"].LastError != "" && w.edges["a"].Attempts > 0
					}
				})
				e := w.edges["a"]
				if !behind || !short {
					t.Errorf("while the API fails: the failure is stored %v, the edge is reported as behind %v", behind, short)
				}
				if c.stale > e.Lifetime.Duration() {
					t.Errorf("a hit is %s older than announced", c.stale)
				}
				if e.N != int64(len(w.edits)) || e.Settled != e.N || !w.report["a"].Healthy {
					t.Errorf("after the fault: purged up to %d and %d of %d, healthy %v", e.N, e.Settled, len(w.edits),
						w.report["a"].Healthy)
				}
			})
		})
	}
}

// An API that accepts every purge and drops nothing cannot be noticed by its answers. The lifetime bounds what it does.
func TestAnAPIThatDropsNothingIsBoundedByTheLifetime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, f := newWorld(t), newFakeAPI("fastly")
		f.lazy = true
		w.declare("a", f, "lifetime=30s")
		w.run(f, 2000, 100*time.Millisecond, func(int) {
			w.edit()
			w.caches["a"].read(w.rand.IntN(20))
		})
		if c := w.caches["a"]; c.stale > 30*time.Second || c.stale < 20*time.Second {
			t.Errorf("%s older than announced", c.stale)
		}
	})
}

// One edge that fails neither delays another nor shortens its lifetimes.
func TestTwoEdgesFailApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, good, bad := newWorld(t), newFakeAPI("varnish"), newFakeAPI("fastly")
		w.declare("good", good, "lifetime=1m")
		w.declare("bad", bad, "lifetime=1m")
		bad.fault = func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(500); return true }
		w.run(both{good, bad}, 1200, 100*time.Millisecond, func(int) {
			w.edit()
			w.caches["good"].read(w.rand.IntN(20))
			w.caches["bad"].read(w.rand.IntN(20))
		})
		if !w.report["good"].Healthy || w.report["bad"].Healthy {
			t.Errorf("healthy: %+v", w.report)
		}
		if c := w.caches["good"]; c.stale > w.edges["good"].Settle.Duration()+time.Second || c.hits == 0 {
			t.Errorf("the good edge: %d hits, %s older than announced", c.hits, c.stale)
		}
		if c := w.caches["bad"]; c.stale > 5*time.Second { // its first purge never succeeded
			t.Errorf("the bad edge: %s older than announced", c.stale)
		}
	})
}

// both sends calls to the API of their host.
type both struct{ varnish, fastly *fakeAPI }

func (b both) RoundTrip(rq *http.Request) (*http.Response, error) {
	if rq.URL.Host == "api.fastly.com" {
		return b.fastly.RoundTrip(rq)
	}
	return b.varnish.RoundTrip(rq)
}

// A body that is too large is sent again in halves.
func TestACallThatIsTooLargeIsHalved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, f := newWorld(t), newFakeAPI("akamai")
		f.body = 600 // bytes, so about 40 tags
		w.declare("a", f, "lag=1m")
		for range 200 {
			w.edit()
		}
		w.edges["a"].Progress = Progress{"e1", 0, 0}
		w.run(f, 100, time.Second, func(int) {})
		if e := w.edges["a"]; e.N != 200 || e.Settled != 200 || len(f.broken) == 0 || f.count < 100 {
			t.Errorf("purged up to %d and %d, %d tags, refused %v", e.N, e.Settled, f.count, f.broken)
		}
	})
}

// At the beginning, in a new epoch, and after announcements were deleted, everything is purged twice.
func TestEverythingIsPurgedWhenAnnouncementsAreMissing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, f := newWorld(t), newFakeAPI("fastly")
		w.declare("a", f)
		var whole []int // the seconds in which everything was purged
		var mu sync.Mutex
		began := time.Now()
		c := f.purged
		f.purged = func(tags []string) {
			if tags[0] == public("*") {
				mu.Lock()
				whole = append(whole, int(time.Since(began).Round(time.Second)/time.Second))
				mu.Unlock()
			}
			c(tags)
		}
		w.run(f, 200, time.Second, func(i int) {
			w.mu.Lock()
			defer w.mu.Unlock()
			switch i {
			case 50:
				w.epoch = "e2"
			case 100:
				w.edits = append(w.edits, make([]edit, 3000)...)
				for j := range w.edits {
					w.edits[j].at = time.Now()
				}
				w.kept = 3000
			}
		})
		// At the start, in the new epoch and when announcements are missing; after each once more, 16 s later.
		want := []int{0, 16, 50, 66, 100, 116}
		if len(whole) != len(want) || slices.ContainsFunc(want, func(at int) bool {
			return !slices.ContainsFunc(whole, func(s int) bool { return at-1 <= s && s <= at+1 })
		}) {
			t.Errorf("everything was purged in the seconds %v, want about %v", whole, want)
		}
	})
}

// A removed edge gets no headers any more, is purged once gateways know, and is deleted.
func TestARemovedEdgeIsPurgedAndDeleted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, f := newWorld(t), newFakeAPI("fastly")
		w.declare("a", f)
		var purged time.Time
		w.run(f, 100, time.Second, func(i int) {
			w.mu.Lock()
			defer w.mu.Unlock()
			switch i {
			case 10:
				w.gone["a"] = time.Now()
				f.purged = func([]string) { purged = time.Now() }
			case 13:
				if _, known := w.report["a"]; known {
					t.Error("gateways still let it keep answers")
				}
			case 99:
				if ago := time.Since(w.heard); ago > 2*time.Second {
					t.Errorf("without edges, gateways received no report for %s", ago)
				}
			}
		})
		if after := purged.Sub(w.gone["a"]); w.edges["a"] != nil || after < 16*time.Second {
			t.Errorf("purged after %s, deleted %v", after, w.edges["a"] == nil)
		}
	})
}
