package edge

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/evidence"
	"vitrine/internal/history"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// One history over the whole way: Postgres, two gateways, Varnish with cells, three processes of an app, and two tabs
// of Chromium. The first tab asks for each edit. The second one shows it without being reloaded. After each
// announcement, every page is read in every process. Later the followers of Varnish and of the processes fail. With
// VITRINE_TEST_FIGURES it judges the time from tab to tab.
func TestNoReadOnTheWholeWayIsOlderThanAnnounced(t *testing.T) {
	t.Parallel()
	if !proving.Long() {
		t.Skip("SKIPPED in the short form: it builds an app of Next.js and starts Chromium")
	}
	seed := proving.Seed(t, 20261129)
	found := evidence.Begin(t, evidence.Finding{Promise: evidence.Outside, Seed: seed,
		Title: "The whole way: Postgres, two gateways, Varnish with cells, three processes of an app, a second tab",
		Done: []string{"the follower of Varnish is killed, stopped, cut off and stalled", "a new epoch begins",
			"the stream of a process is cut and stalls", "a process is stopped and continued"},
		Judge: "One history of the edits, of their announcements, and of all reads: of Varnish, of each page in each " +
			"process, and of what the second tab shows. None may be older than announced, and the tab never goes back."})
	c := openCells(t)
	second := kit.Open(t, kit.LiveClock, func(b *boot.Config) {
		b.DatabaseURL, b.Ingest, b.Demo, b.EdgeNetworks = c.Config.DatabaseURL, false, false, "127.0.0.1"
		b.NATSURL, _ = boot.NATSURL(c.Config.DataDir)
	})
	gateways := newLink(t, c.Gateway.Addr(), second.Gateway.Addr())
	c.edge = varnishWithCells(t, gateways.addr(), c.file)
	c.serves("at first")
	a := c.buildApp("next", "next", c.keys["demo"])
	a.vitrine = c.edge
	var pods []*nextPod
	for _, name := range []string{"cut", "stopped", "strict"} {
		fresh := "lease"
		if name == "strict" {
			fresh = name
		}
		pods = append(pods, c.startPod(a, name, c.keys["demo"], fresh))
	}
	e, r := c.NewEditor(t), rand.New(rand.NewPCG(seed, 8))
	quiet := c.fromTabToTab(e, r, pods[0].url+"/list", pods[1].url+"/list")
	w := c.openTabs(pods[0].url+"/list", pods[2].url+"/list", false)
	edits := editsOfPods(t, 20, 60)
	edit := func() time.Duration {
		began, done := w.save()
		slug, written := c.write(e, "demo", r)
		close(done)
		testkit.Until(t, "the announcement", func() bool { return c.due("demo", slug) >= written.amount })
		var all sync.WaitGroup
		for _, p := range pods {
			for _, path := range []string{"/page/" + slug, "/function/" + slug, "/list"} {
				if !p.stopped {
					all.Go(func() {
						for range 2 { // the second one is kept
							if err := c.readPage(t.Context(), p, path); err != nil {
								t.Error(err)
							}
						}
					})
				}
			}
		}
		all.Wait()
		return w.until(slug, written.amount).Sub(began)
	}
	var times []time.Duration
	for range edits {
		if times = append(times, edit()); t.Failed() {
			return
		}
	}
	c.faults(int64(max(1, edits/14)))
	for i := range edits {
		c.fail(pods, i%30)
		if edit(); t.Failed() {
			return
		}
	}
	c.onEdit = nil
	for i := range pods {
		c.fail(pods, 20+i) // everything continues
	}
	c.serves("after all faults")

	if err := c.history.Check(); err != nil {
		found.Faults = history.Count(err)
		t.Error(err)
	}
	writes, announcements, reads := c.history.Counts()
	found.Count("edits", int64(writes))
	found.Count("reads", int64(reads))
	found.Count("texts of the second tab", int64(w.texts))
	slices.Sort(times)
	found.Spreads = append(found.Spreads,
		evidence.Spread{Name: "from the first tab to the second one, nothing else running", Times: quiet},
		evidence.Spread{Name: "from the first tab to the second one, beside all reads, without faults", Times: times})
	t.Logf("%d edits, %d announcements, %d reads, %d texts of the second tab", writes, announcements, reads, w.texts)
	for _, s := range found.Spreads {
		t.Logf("%s: p50 %s, p99 %s, of %d", s.Name, s.Times[len(s.Times)/2].Round(time.Millisecond),
			s.Times[len(s.Times)*99/100].Round(time.Millisecond), len(s.Times))
	}
	if p99 := quiet[len(quiet)*99/100]; testkit.Figures() && p99 > 100*time.Millisecond {
		t.Errorf("from tab to tab, with nothing else running: p99 %s, must be at most 100 ms", p99)
	}
	for _, p := range pods {
		st, err := p.stats(t.Context())
		if err != nil || st.Hits == 0 || st.Stale == 0 {
			t.Errorf("this proves nothing: %s kept nothing, or nothing became stale: %+v, %v", p.name, st, err)
		}
	}
	for i := range gateways.used {
		if gateways.used[i].Load() == 0 {
			t.Errorf("this proves nothing: no request went to gateway %d", i+1)
		}
	}
}

// fromTabToTab returns the sorted times from a click in one tab until the other one shows the edit, with nothing else
// running. The first edits are not counted, because Node.js and Chromium still compile what they run.
func (s *shop) fromTabToTab(e *kit.Editor, r *rand.Rand, first, second string) (times []time.Duration) {
	s.Helper()
	w := s.openTabs(first, second, true)
	defer w.close()
	const warm = 50
	for i := range warm + proving.Rounds(20, 200) {
		// The page refreshes at most every 100 ms, so an edit right after another one would wait.
		time.Sleep(100*time.Millisecond + time.Duration(r.IntN(200))*time.Millisecond)
		began, done := w.save()
		slug, written := s.write(e, "demo", r)
		close(done)
		if shown := w.until(slug, written.amount); i >= warm {
			times = append(times, shown.Sub(began))
		}
	}
	slices.Sort(times)
	return times
}
