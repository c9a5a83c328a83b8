package edge

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/ingest/announce"
	"vitrine/internal/evidence"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// A way is one in which processes keep the pages of products.
type way struct {
	name, path string // path is what stands before the slug
	pods       []*nextPod

	mu           sync.Mutex
	pages, older int
	longest      time.Duration // from an announcement to the beginning of a read of an older page
}

// look reads the page of a product in a process, and notes whether it is older than announced. A page that fails shows
// nothing old: it is read again.
func (s *shop) look(ctx context.Context, w *way, p *nextPod, slug string) (err error) {
	var due int
	var began time.Time
	var body []byte
	for range 5 {
		due, began = s.due("demo", slug), time.Now()
		if body, err = p.get(ctx, w.path+slug); err == nil {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("%s of %s: %w", w.path+slug, p.name, err)
	}
	m := shown.FindSubmatch(body)
	if m == nil || string(m[1]) != slug {
		return fmt.Errorf("%s of %s does not show the product: %.300s", w.path+slug, p.name, body)
	}
	amount, err := strconv.Atoi(string(m[2]))
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.pages++; amount < due {
		w.older++
		w.longest = max(w.longest, began.Sub(s.since("demo", slug, amount)))
	}
	return nil
}

// lookAt reads the pages of products in every process of every way at once.
func (s *shop) lookAt(ways []*way, slugs ...string) {
	s.Helper()
	var all sync.WaitGroup
	for _, w := range ways {
		for _, p := range w.pods {
			for _, slug := range slugs {
				all.Go(func() {
					if err := s.look(s.Context(), w, p, slug); err != nil {
						s.Error(err)
					}
				})
			}
		}
	}
	all.Wait()
}

// A balancer passes each webhook on to the next process, as a load balancer does.
type balancer struct {
	pods    atomic.Pointer[[]*nextPod]
	turn    atomic.Int64
	handled atomic.Int64 // the last change whose webhook was accepted
}

func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var change announce.Payload
	if err != nil || json.Unmarshal(body, &change) != nil || b.pods.Load() == nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	pods := *b.pods.Load()
	to := pods[int(b.turn.Add(1))%len(pods)].url + "/changes"
	rq, err := http.NewRequestWithContext(r.Context(), http.MethodPost, to, bytes.NewReader(body))
	if err == nil {
		rq.Header = r.Header.Clone()
		var res *http.Response
		if res, err = http.DefaultClient.Do(rq); err == nil {
			_ = res.Body.Close() // it has none
			if res.StatusCode == http.StatusNoContent {
				raise(&b.handled, int64(change.Seq))
			}
			w.WriteHeader(res.StatusCode)
			return
		}
	}
	w.WriteHeader(http.StatusBadGateway)
}

// The staleness table of docs/edge/nextjs.md. Three processes of an app with @vitrine/next stand beside three with the
// caches of Next.js itself. One of three products is edited at a time. After its announcement, and once its webhook was
// handled, the pages of all three are read in every process. Pages with @vitrine/next are never older than announced.
func TestNoReadIsOldWithTheHandlersAsManyAreWithoutThem(t *testing.T) {
	t.Parallel()
	if !proving.Long() {
		t.Skip("SKIPPED in the short form: it builds two apps of Next.js")
	}
	seed := proving.Seed(t, 20261128)
	found := evidence.Begin(t, evidence.Finding{Promise: evidence.Outside, Seed: seed,
		Title: "An app with @vitrine/next beside one with the caches of Next.js itself",
		Done:  []string{"webhooks go through a load balancer to one process of three"},
		Judge: "Three pages in each process after each announcement and its webhook. With @vitrine/next, none may be " +
			"older than announced."})
	s := openShop(t, func(c *boot.Config) { c.WebhookLoopback = true })
	key, err := announce.MakeStreamKey(t.Context(), s.Pool, "demo")
	if err != nil {
		t.Fatal(err)
	}
	e := s.NewEditor(t)
	s.WaitApplied(t, e, "demo")
	b := &balancer{}
	receiver := httptest.NewServer(b)
	t.Cleanup(receiver.Close)
	_, secret, err := announce.AddWebhook(t.Context(), s.Pool, "demo", receiver.URL+"/changes", true)
	if err != nil {
		t.Fatal(err)
	}
	app, plain := s.buildApp("next", "next", key), s.buildApp("nextstock", "next", key)
	plain.env = []string{"WEBHOOK_SECRET=" + secret}
	var ours, stock []*nextPod
	for i := range 3 {
		ours = append(ours, s.startPod(app, fmt.Sprint("pod ", i), key, "lease"))
		stock = append(stock, s.startPod(plain, fmt.Sprint("stock pod ", i), key, ""))
	}
	b.pods.Store(&stock)
	ways := []*way{{name: "@vitrine/next", path: "/page/", pods: ours},
		{name: "a webhook and revalidateTag(tag, 'max')", path: "/max/", pods: stock},
		{name: "a webhook and revalidateTag(tag, {expire: 0})", path: "/now/", pods: stock},
		{name: "revalidate = 1", path: "/isr/", pods: stock}}
	s.slugs["demo"] = s.slugs["demo"][:3]
	s.lookAt(ways, s.slugs["demo"]...) // now each process keeps them
	for _, w := range ways {
		w.pages = 0
	}

	r := rand.New(rand.NewPCG(seed, 7))
	edits := editsOfPods(t, 20, 100)
	began := time.Now()
	for range edits {
		slug, written := s.write(e, "demo", r)
		testkit.Until(t, "the announcement", func() bool { return s.due("demo", slug) >= written.amount })
		testkit.Until(t, "the webhook", func() bool { return b.handled.Load() >= int64(written.seq) })
		s.lookAt(ways, s.slugs["demo"]...)
		if t.Failed() {
			return
		}
	}
	found.Count("edits", int64(edits))
	found.Count("pages read, each way", int64(ways[0].pages))
	for i, w := range ways {
		t.Logf("%s: %d of %d pages older than announced, by %s at most, after %d edits in %s", w.name, w.older, w.pages,
			w.longest.Round(time.Millisecond), edits, time.Since(began).Round(time.Second))
		found.Count("older, "+w.name, int64(w.older))
		if i > 0 && w.older == 0 {
			t.Errorf("this proves nothing: no page was old with %s", w.name)
		}
	}
	if found.Faults = ways[0].older; found.Faults > 0 {
		t.Error("a page of @vitrine/next is older than announced")
	}
}
