package edge

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"vitrine/ingest/announce"
	"vitrine/internal/evidence"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// A recipe is an app of the folder recipes, with a file of deploy/clients/recipes.
type recipe struct {
	name  string
	build []string // arguments of Node.js
	serve string   // what Node.js runs then
	pages []string // before the slug of a product
	more  func(s *shop, p *recipePod)
}

var recipes = []recipe{
	{"Nitro", []string{"node_modules/nitropack/dist/cli/index.mjs", "build", "nitro"}, "nitro/.output/server/index.mjs",
		[]string{"/page/", "/two/"}, (*shop).joinLate},
	{"Astro", []string{"node_modules/astro/bin/astro.mjs", "build", "--root", "astro"}, "astro/dist/server/entry.mjs",
		[]string{"/page/", "/told/"}, (*shop).dropPath},
	{"React Router", []string{"node_modules/esbuild/bin/esbuild", "router/server.ts", "--bundle", "--platform=node",
		"--format=esm", "--packages=external", "--outfile=router/server.mjs"}, "router/server.mjs", []string{"/page/"},
		(*shop).openTabOfRouter},
}

// A recipePod is a process that serves such an app. Its stream and its leases go through a link, its reads do not.
type recipePod struct {
	*nextPod
	pages []string
}

// recipeStats are the figures of a process. Made counts how often it made something.
type recipeStats struct {
	Made, Calls, Waiting, Events int
	Trusted                      bool
}

func (s *shop) stats(p *recipePod) (st recipeStats) {
	s.Helper()
	body, err := p.get(s.Context(), "/stats")
	if err == nil {
		err = json.Unmarshal(body, &st)
	}
	if err != nil {
		s.Fatal(err)
	}
	return st
}

// keptBy reads a page, and reports whether it was kept.
func (s *shop) keptBy(p *recipePod, path string) bool {
	s.Helper()
	before := s.stats(p).Made
	if err := s.readPage(s.Context(), p.nextPod, path); err != nil {
		s.Fatal(err)
	}
	return s.stats(p).Made == before
}

// The recipes run in builds of the real frameworks: nothing that they serve is older than announced, also if the stream
// stalls, or if nothing of Vitrine but its answers reaches the process.
func TestNoReadOfARecipeIsOlderThanAnnounced(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIPPED in the short form: it builds apps of Nitro and Astro")
	}
	a := newApp(t, "recipes", "changes")
	copyTree(t, filepath.Join(clients, "recipes"), filepath.Join(a.dir, "recipes"))
	a.must(nil, "node", "node_modules/typescript/bin/tsc", "-p", "recipes")
	node := a.node() // Astro needs Node.js 22
	for _, c := range recipes {
		t.Run(c.name, func(t *testing.T) {
			a := &nextApp{t: t, dir: a.dir}
			a.must([]string{"ASTRO_TELEMETRY_DISABLED=1", "CI=1"}, node, c.build...)
			s := openShop(t)
			s.declare("cells", "lifetime=1h")
			s.lives("Surrogate-Control", 60)
			s.prove(c, node, a.dir)
		})
	}
}

// startRecipe starts an app, and waits until it follows.
func (s *shop) startRecipe(c recipe, node, dir string) *recipePod {
	s.Helper()
	key, err := announce.MakeStreamKey(s.Context(), s.Pool, "demo")
	if err != nil {
		s.Fatal(err)
	}
	addr, l := testkit.FreeAddr(s.T), newLink(s.T, s.Gateway.Addr())
	_, port, _ := strings.Cut(addr, ":")
	cmd := exec.Command(node, c.serve) //nolint:gosec,noctx // ended by start
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), s.env(l.addr(), key, "lease")...)
	cmd.Env = append(cmd.Env, "VITRINE_EDGE=http://"+s.Gateway.Addr(), "HOST=127.0.0.1", "PORT="+port,
		"NITRO_SHUTDOWN_DISABLED=true")
	start(s.T, addr, cmd)
	p := &recipePod{nextPod: &nextPod{name: c.name, url: "http://" + addr, process: cmd.Process, link: l}, pages: c.pages}
	testkit.Until(s.T, c.name+" follows", func() bool { return s.stats(p).Trusted })
	return p
}

func (s *shop) prove(c recipe, node, dir string) {
	s.Helper()
	found := evidence.Begin(s.T, evidence.Finding{Promise: evidence.Outside, Title: "The recipe for " + c.name,
		Done:  []string{"the stream stalls", "the connection to the stream is cut for good"},
		Judge: "Each page after each announcement."})
	p := s.startRecipe(c, node, dir)
	e, r, kept := s.NewEditor(s.T), rand.New(rand.NewPCG(proving.Seed(s.T, 20261128), 7)), 0
	edit := func() string {
		slug, written := s.write(e, "demo", r)
		testkit.Until(s.T, "the announcement", func() bool { return s.due("demo", slug) >= written.amount })
		return slug
	}
	for range proving.Rounds(20, 500) {
		slug := edit()
		for _, page := range p.pages {
			for range 2 { // the second one is kept
				if s.keptBy(p, page+slug) {
					kept++
				}
			}
		}
	}
	if kept == 0 || s.stats(p).Events == 0 {
		s.Error("this proves nothing: nothing is kept, or no change arrived")
	}
	for _, page := range p.pages {
		testkit.Until(s.T, "an edit leaves a page of another product kept", func() bool {
			s.keptBy(p, page+s.slugs["demo"][0])
			return edit() != s.slugs["demo"][0] && s.keptBy(p, page+s.slugs["demo"][0])
		})
	}
	c.more(s, p)

	p.link.setStalled(true)
	for range 2 {
		slug := edit()
		for _, page := range p.pages {
			s.keptBy(p, page+slug)
		}
	}
	p.link.setStalled(false)
	slug := s.slugs["demo"][1]
	testkit.Until(s.T, "hits after the stream stalled", func() bool { return s.keptBy(p, p.pages[0]+slug) })

	_ = p.link.ln.Close() // no connection is opened any more
	p.link.cut()
	slug = edit() // announced once the lease is over
	for _, page := range p.pages {
		for range 2 {
			if s.keptBy(p, page+slug) {
				s.Error("something kept is served after the lease")
			}
		}
	}
	found.Count("edits", s.edits.Load())
	found.Count("pages read", s.reads.Load())
	found.Count("kept", int64(kept))
	found.Faults = int(s.stale.Load() + s.mixed.Load())
	s.Logf("%s: %d edits, %d pages read, %d of those in the first part kept", c.name, s.edits.Load(), s.reads.Load(), kept)
}

// joinLate lets a request join another one that has read before an edit: it must not show what that one read.
func (s *shop) joinLate(p *recipePod) {
	s.Helper()
	e, r := s.NewEditor(s.T), rand.New(rand.NewPCG(1, 8))
	slug, written := s.write(e, "demo", r)
	first, second := make(chan error, 1), make(chan error, 1)
	go func() { first <- s.readPage(s.Context(), p.nextPod, "/slow/"+slug) }()
	testkit.Until(s.T, "a request has read", func() bool { return s.stats(p).Waiting == 1 })
	for was := slug; ; { // the next edit of the same product
		if slug, written = s.write(e, "demo", r); slug == was {
			break
		}
	}
	testkit.Until(s.T, "the announcement", func() bool { return s.due("demo", slug) >= written.amount })
	go func() { second <- s.readPage(s.Context(), p.nextPod, "/slow/"+slug) }()
	testkit.Until(s.T, "another request joins it", func() bool { return s.stats(p).Calls == 2 })
	if _, err := p.get(s.Context(), "/open"); err != nil {
		s.Fatal(err)
	}
	for _, done := range []chan error{first, second} {
		if err := <-done; err != nil {
			s.Error(err)
		}
	}
}

// dropPath drops a page by its path, as Astro's cache.invalidate does.
func (s *shop) dropPath(p *recipePod) {
	s.Helper()
	path := p.pages[0] + s.slugs["demo"][2]
	testkit.Until(s.T, "a kept page", func() bool { return s.keptBy(p, path) })
	if _, err := p.get(s.Context(), "/drop?path="+path); err != nil {
		s.Fatal(err)
	}
	if s.keptBy(p, path) {
		s.Error("a dropped page is served")
	}
}

// openTabOfRouter opens a page in a router, which must show an edit though nobody asks it to.
func (s *shop) openTabOfRouter(p *recipePod) {
	s.Helper()
	slug, written := s.write(s.NewEditor(s.T), "demo", rand.New(rand.NewPCG(2, 9)))
	testkit.Until(s.T, "the announcement", func() bool { return s.due("demo", slug) >= written.amount })
	if _, err := p.get(s.Context(), "/open/"+slug); err != nil {
		s.Fatal(err)
	}
	e, r := s.NewEditor(s.T), rand.New(rand.NewPCG(3, 9))
	for was := slug; ; {
		if slug, written = s.write(e, "demo", r); slug == was {
			break
		}
	}
	testkit.Until(s.T, "the open tab shows the edit", func() bool {
		body, err := p.get(s.Context(), "/tab/"+slug)
		m := shown.FindSubmatch(body)
		return err == nil && len(m) == 3 && string(m[2]) == strconv.Itoa(written.amount)
	})
}
