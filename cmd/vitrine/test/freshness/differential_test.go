package freshness

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/gateway/read"
	"vitrine/internal/evidence"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// whatDiffers is a cached answer that differs from Postgres.
func whatDiffers(cached *kit.Answer, status int, body []byte) string {
	if cached.Status != status {
		return fmt.Sprintf("the cache says %d, Postgres %d", cached.Status, status)
	}
	if status != http.StatusOK || bytes.Equal(cached.Body, body) {
		return ""
	}
	i := 0
	for i < len(body) && i < len(cached.Body) && body[i] == cached.Body[i] {
		i++
	}
	around := func(b []byte) string { return string(b[max(0, i-150):min(len(b), i+150)]) }
	return fmt.Sprintf("from byte %d on\nthe cache: …%s…\nPostgres:  …%s…", i, around(cached.Body), around(body))
}

// both returns what a gateway answers, and what it reads from Postgres without its cache.
func both(t *testing.T, h *kit.App, tenant, url string) (*kit.Answer, read.Rendering) {
	t.Helper()
	cached, err := h.Fetch(t.Context(), tenant, url)
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := h.Gateway.Render(t.Context(), tenant, url)
	if err != nil {
		t.Fatal(err)
	}
	return cached, fresh
}

// interim reports whether another engine, which ranks by rules of its own, answers the search again soon.
func interim(engine string) bool { return strings.Contains(engine, ";interim") }

var (
	idRE     = regexp.MustCompile(`[0-9a-f]{24}`)
	searchRE = regexp.MustCompile(`[?&]search=([a-z]+)`)
	slugRE   = regexp.MustCompile(`^/v1/[a-z]+/([a-z0-9-]{6,})(?:/|\?|$)`)
	filterRE = regexp.MustCompile(`[?&](?:brand|merchant|place|organization|category|group)=([a-z0-9-]{2,})`)
)

// slugsIn lists the slugs that a URL names, in its path and in its filters.
func slugsIn(url string) (slugs []string) {
	if m := slugRE.FindStringSubmatch(url); m != nil {
		slugs = append(slugs, m[1])
	}
	for _, m := range filterRE.FindAllStringSubmatch(url, -1) {
		if !idRE.MatchString(m[1]) {
			slugs = append(slugs, m[1])
		}
	}
	return slugs
}

// After any edit and any passage of time, once the edit is applied, every cached answer equals Postgres byte for byte.
// Readers keep sending requests, so that fills and changes interleave in every order.
func TestPropertyCacheAgreesWithPostgres(t *testing.T) {
	t.Parallel()
	seed := proving.Seed(t, 20260314)
	r := rand.New(rand.NewPCG(seed, 1))
	found := evidence.Begin(t, evidence.Finding{Promise: evidence.Equal, Seed: seed,
		Title: "Random edits of every table, and every kind of read",
		Done:  []string{"random edits of all tables", "time passes, by up to 30 hours at once", "readers never pause"},
		Judge: "Each answer from the cache with the answer that is read from Postgres without it, byte for byte."})

	var passed atomic.Int64 // by which the clock has advanced
	clock := func() time.Time { return kit.Now.Add(time.Duration(passed.Load())) }
	h := kit.Open(t, func(c *boot.Config) { c.Now = clock })
	e := h.NewEditor(t)
	// With few products, edits affect more of the URLs, and more of both fit into the time.
	e.Exec("DELETE FROM product WHERE tenant_id = 'demo' AND md5(id) > '2'")
	e.Exec("ANALYZE")
	s := newRandomEditor(t, e, r, clock)

	type address struct{ tenant, url string }
	pool := func() (all []address) {
		s.asked, s.words = s.asked[:0], s.words[:0]
		for _, tenant := range boot.DemoTenants {
			for _, url := range readContent(t, e, r, tenant).addresses(75) {
				all = append(all, address{tenant, url})
				s.asked = append(s.asked, slugsIn(url)...)
				if m := searchRE.FindStringSubmatch(url); m != nil {
					s.words = append(s.words, m[1])
				}
			}
		}
		return all
	}
	urls := pool()
	var reading atomic.Pointer[[]address]
	publish := func(of []address) { reading.Store(&of) }
	publish(urls)
	// Readers send requests while an edit is written, announced and applied, and pause during the comparison.
	edited := make(chan struct{}, 1)
	var readers sync.WaitGroup
	defer readers.Wait()
	defer close(edited)
	readers.Go(func() {
		r := rand.New(rand.NewPCG(seed, 2))
		for range edited {
			all := *reading.Load()
			for range 40 {
				a := all[r.IntN(len(all))]
				if got, err := h.Fetch(t.Context(), a.tenant, a.url); err != nil ||
					got.Status >= http.StatusInternalServerError {
					t.Errorf("%s %s: %v %+v", a.tenant, a.url, err, got)
				}
			}
		}
	})

	// A few URLs are compared after every edit, and all of them after some: an entry that missed an edit stays wrong until
	// another edit reaches it.
	const few, all, anew = 15, 8, 80
	var checks, again, needless int // answers compared; those read again since; those of them without a difference
	last := map[address]*kit.Answer{}
	check := func(of []address, edits string) {
		hot := map[string]bool{}
		for _, a := range of {
			var cached *kit.Answer
			var fresh read.Rendering
			testkit.Until(t, "an answer that is kept", func() bool {
				cached, fresh = both(t, h, a.tenant, a.url)
				if !interim(cached.Header.Get("X-Search-Engine")) && !interim(fresh.Engine) {
					return true
				}
				passed.Add(int64(time.Second)) // the longest that such an answer is kept
				return false
			})
			checks++
			if what := whatDiffers(cached, fresh.Status, fresh.Body); what != "" {
				t.Errorf("%s %s (version %s of %d): %s\nafter\n%s", a.tenant, a.url, cached.Header.Get("X-Version"), fresh.Read.Seq,
					what, edits)
			}
			if was := last[a]; was != nil && was.Status == http.StatusOK &&
				was.Header.Get("X-Version") != cached.Header.Get("X-Version") {
				again++
				if bytes.Equal(was.Body, cached.Body) {
					needless++
				}
			}
			last[a] = cached
			for _, id := range idRE.FindAllString(string(cached.Body), 5) {
				hot[id] = true
			}
		}
		if len(of) > few {
			s.hot = slices.Sorted(maps.Keys(hot))
		}
	}
	check(urls, "nothing")
	rounds := proving.Rounds(200, 3000)
	var edits []string
	for round := 1; round <= rounds && !t.Failed(); round++ {
		select {
		case edited <- struct{}{}:
		default: // still reading
		}
		if r.IntN(12) == 0 {
			d := time.Duration(r.Int64N(int64([]time.Duration{10 * time.Minute, 30 * time.Hour}[r.IntN(2)])))
			passed.Add(int64(d))
			edits = append(edits, fmt.Sprintf("%s pass", d))
		} else {
			edits = append(edits, s.edit(boot.DemoTenants[r.IntN(len(boot.DemoTenants))]))
		}
		h.WaitApplied(t, e, boot.DemoTenants...)
		some := make([]address, few)
		for i := range some {
			some[i] = urls[r.IntN(len(urls))]
		}
		check(some, strings.Join(edits, ";\n\n"))
		if round%all == 0 {
			check(urls, strings.Join(edits, ";\n\n"))
			edits = nil
		}
		if round%anew == 0 {
			urls = pool()
			publish(urls)
			check(urls, "a new pool")
			if proving.Long() {
				t.Logf("%d edits, %d answers compared", round, checks)
			}
		}
	}
	found.Count("edits", int64(rounds))
	found.Count("answers compared", int64(checks))
	if t.Failed() {
		return
	}
	t.Logf("%d edits, %d answers compared: 0 differences; %d were read again after an edit, %d of them came out the same",
		rounds, checks, again, needless)
}

// Time passes without edits: cached answers still equal Postgres. An answer may depend on time only through moments
// that its entry stores.
func TestPropertyTimeAloneMakesNoAnswerStale(t *testing.T) {
	t.Parallel()
	var passed atomic.Int64
	h := kit.Open(t,
		func(c *boot.Config) { c.Now = func() time.Time { return kit.Now.Add(time.Duration(passed.Load())) } })
	e := h.NewEditor(t)
	// Few moments, so that entries live long: one current event, one to come, one past, all in one category.
	e.Exec(`DELETE FROM event WHERE tenant_id = 'demo' AND slug <> 'comlek-atolyesi';
		UPDATE product SET publish_at = NULL, unpublish_at = NULL;
		INSERT INTO event (tenant_id, slug, name, status, starts_at, ends_at) SELECT 'demo', slug, slug, 'PUBLISHED', $$` +
		kit.Now.Format(time.RFC3339) + `$$::timestamptz + starts, $$` +
		kit.Now.Format(time.RFC3339) +
		`$$::timestamptz + ends
			FROM (VALUES ('goes-on', interval '-2 hours', interval '30 hours'), ('to-come', '150 minutes', '9 hours'),
			('later', '16 hours', '21 hours'), ('over', '-9 hours', '-8 hours')) v(slug, starts, ends);
		INSERT INTO event_category (tenant_id, event_id, category_id)
			SELECT 'demo', e.id, c.category_id FROM event e, event_category c
			WHERE e.tenant_id = 'demo' AND e.slug <> 'comlek-atolyesi'
			AND c.event_id = (SELECT id FROM event WHERE tenant_id = 'demo' AND slug = 'comlek-atolyesi')`)
	h.WaitApplied(t, e, "demo")
	urls := []string{"/v1/event/comlek-atolyesi/similar", "/v1/event/goes-on/similar", "/v1/event/upcoming",
		"/v1/event/passed", "/v1/event", "/v1/event/to-come",
		"/v1/event/filters", "/v1/campaign/active", "/v1/campaign", "/v1/blog", "/v1/blog/new", "/v1/page", "/v1/route",
		"/v1/collections", shirtPage, "/v1/product?limit=3"}
	r := rand.New(rand.NewPCG(11, 12))
	hits := 0
	for range proving.Rounds(120, 3000) {
		passed.Add(r.Int64N(int64(20 * time.Minute)))
		for _, url := range urls {
			cached, fresh := both(t, h, "demo", url)
			if what := whatDiffers(cached, fresh.Status, fresh.Body); what != "" {
				t.Fatalf("%s after %s: %s", url, time.Duration(passed.Load()), what)
			}
			if cached.CacheStatus() == "hit" {
				hits++
			}
		}
	}
	if hits == 0 {
		t.Error("this proves nothing: nothing was kept")
	}
	t.Logf("%d answers were kept while %s passed", hits, time.Duration(passed.Load()))
}
