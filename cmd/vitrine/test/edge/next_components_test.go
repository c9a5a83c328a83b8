package edge

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"vitrine/ingest/announce"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// buildApp builds the app of a folder, with the packages of the folder next.
func (s *shop) buildApp(folder, key string) *nextApp {
	s.Helper()
	a := newNextApp(s.T)
	for _, name := range []string{"app", "instrumentation.js", "next.config.mjs"} {
		if err := os.RemoveAll(filepath.Join(a.dir, name)); err != nil {
			s.Fatal(err)
		}
	}
	copyTree(s.T, folder, a.dir)
	a.must(s.env(s.Gateway.Addr(), key, "lease"), "node", nextCLI, "build")
	return a
}

// The setup of docs/edge/nextjs.md, with cacheComponents: two processes show nothing older than announced.
func TestNoReadOfAnAppWithCacheComponentsIsOlderThanAnnounced(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIPPED in the short form: it builds an app of Next.js")
	}
	s := openShop(t)
	key, err := announce.MakeStreamKey(t.Context(), s.Pool, "demo")
	if err != nil {
		t.Fatal(err)
	}
	e := s.NewEditor(t)
	s.WaitApplied(t, e, "demo")
	a := s.buildApp("nextcomponents", key)
	pods := []*nextPod{s.startPod(a, "one", key, "lease"), s.startPod(a, "two", key, "lease")}
	r := rand.New(rand.NewPCG(proving.Seed(t, 20261127), 6))
	for range proving.Rounds(50, 500) {
		slug, written := s.write(e, "demo", r)
		testkit.Until(t, "the announcement", func() bool { return s.due("demo", slug) >= written.amount })
		for _, p := range pods {
			for range 2 { // the second one is kept
				if err := s.readPage(t.Context(), p, "/product/"+slug); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, p := range pods {
		if st, err := p.stats(t.Context()); err != nil || st.Hits == 0 || st.Stale == 0 {
			t.Errorf("this proves nothing: %s kept nothing, or nothing became stale: %+v, %v", p.name, st, err)
		}
	}
}
