package edge

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"vitrine/ingest/announce"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// buildApp builds the app of a folder, with the npm packages of a folder.
func (s *shop) buildApp(folder, packages, key string) *nextApp {
	s.Helper()
	a := newApp(s.T, packages, "changes", "next")
	for _, name := range []string{"app", "instrumentation.js", "next.config.mjs"} {
		from, to := filepath.Join(folder, name), filepath.Join(a.dir, name)
		if err := os.RemoveAll(to); err != nil {
			s.Fatal(err)
		}
		if _, err := os.Stat(from); !errors.Is(err, fs.ErrNotExist) {
			copyTree(s.T, from, to)
		}
	}
	a.must(s.env(s.Gateway.Addr(), key, "lease"), "node", nextCLI, "build")
	return a
}

// The setup of docs/edge/nextjs.md, with cacheComponents: two processes show nothing older than announced.
func TestNoReadOfAnAppWithCacheComponentsIsOlderThanAnnounced(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIPPED in the short form: it builds an app of Next.js")
	}
	twoPods(t, "nextcomponents", "next", "/product/")
}

// The app of the tests for Next.js 16, with Next.js 15: pages, and functions with 'use cache'.
func TestNoReadOfAnAppWithNext15IsOlderThanAnnounced(t *testing.T) {
	t.Parallel()
	if !proving.Long() {
		t.Skip("SKIPPED in the short form: it installs and builds another Next.js")
	}
	twoPods(t, "next", "next15", "/page/", "/function/")
}

// twoPods reads the pages of each edited product twice in two processes of an app, after each announcement.
func twoPods(t *testing.T, folder, packages string, paths ...string) {
	t.Helper()
	s := openShop(t)
	key, err := announce.MakeStreamKey(t.Context(), s.Pool, "demo")
	if err != nil {
		t.Fatal(err)
	}
	e := s.NewEditor(t)
	s.WaitApplied(t, e, "demo")
	a := s.buildApp(folder, packages, key)
	pods := []*nextPod{s.startPod(a, "one", key, "lease"), s.startPod(a, "two", key, "lease")}
	r := rand.New(rand.NewPCG(proving.Seed(t, 20261127), 6))
	for range editsOfPods(t, 50, 500) {
		slug, written := s.write(e, "demo", r)
		testkit.Until(t, "the announcement", func() bool { return s.due("demo", slug) >= written.amount })
		for _, p := range pods {
			for _, path := range paths {
				for range 2 { // the second one is kept
					if err := s.readPage(t.Context(), p, path+slug); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
	for _, p := range pods {
		st, err := p.stats(t.Context())
		if err != nil || st.Hits == 0 || st.Stale == 0 {
			t.Errorf("this proves nothing: %s kept nothing, or nothing became stale: %+v, %v", p.name, st, err)
		}
		t.Logf("%s: %+v", p.name, st)
	}
}
