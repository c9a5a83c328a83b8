package announce_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/ingest"
	"vitrine/ingest/announce"
	"vitrine/ingest/ingesttest"
	"vitrine/internal/catalog"
)

// A receiver is the server of a tenant. It answers each delivery with a status that the test sets.
type receiver struct {
	*httptest.Server
	mu    sync.Mutex
	posts []posted
	say   func(n int) int // the status of the n-th delivery
}

type posted struct {
	id, at, signature string
	body              []byte
	announce.Payload
}

func newReceiver(t *testing.T, say func(n int) int) *receiver {
	t.Helper()
	r := &receiver{say: say}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		body, err := io.ReadAll(rq.Body)
		p := posted{id: rq.Header.Get("webhook-id"), at: rq.Header.Get("webhook-timestamp"),
			signature: rq.Header.Get("webhook-signature"), body: body}
		if err == nil {
			err = json.Unmarshal(body, &p.Payload)
		}
		if err != nil || rq.Method != http.MethodPost {
			t.Errorf("%s %q: %v", rq.Method, body, err)
		}
		r.mu.Lock()
		r.posts = append(r.posts, p)
		status := r.say(len(r.posts))
		r.mu.Unlock()
		if status == http.StatusFound {
			w.Header().Set("Location", r.URL+"/elsewhere")
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) seen() []posted {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.posts)
}

// verify checks a delivery by the specification of Standard Webhooks, without code of the package.
func verify(t *testing.T, secret string, p posted) {
	t.Helper()
	encoded, ok := strings.CutPrefix(secret, "whsec_")
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || len(key) < 24 || len(key) > 64 {
		t.Fatalf("the secret does not follow Standard Webhooks: %v", err)
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", p.id, p.at, p.body)
	want := base64.StdEncoding.EncodeToString(mac.Sum(nil))
	version, got, _ := strings.Cut(p.signature, ",")
	if version != "v1" || got != want {
		t.Errorf("signature %q, want v1,%s", p.signature, want)
	}
	at, err := strconv.ParseInt(p.at, 10, 64)
	if d := time.Since(time.Unix(at, 0)); err != nil || d < -time.Minute || d > 5*time.Minute {
		t.Errorf("timestamp %q", p.at)
	}
	if !strings.HasPrefix(p.id, "msg_") || strings.Contains(p.id, ".") {
		t.Errorf("id %q", p.id)
	}
}

// hooked makes a world with a tenant whose changes are delivered to a receiver.
func hooked(t *testing.T, r *receiver) (w *ingesttest.World, wk *ingest.Worker, id, secret string) {
	t.Helper()
	w = ingesttest.New(t)
	wk = w.Start(func(c *ingest.Config) { c.WebhookLoopback, c.Retry = true, 20*time.Millisecond })
	w.Tenant("a")
	if _, err := announce.MakeStreamKey(t.Context(), w.Pool, "a"); err != nil {
		t.Fatal(err)
	}
	w.Eventually("the tenant is announced", func() bool { return announced(w, "a") })
	id, secret, err := announce.AddWebhook(t.Context(), w.Pool, "a", r.URL+"/hook", true)
	if err != nil {
		t.Fatal(err)
	}
	return w, wk, id, secret
}

// announced reports whether all changes of a tenant are announced.
func announced(w *ingesttest.World, tenant string) (ok bool) {
	w.T.Helper()
	err := w.Pool.QueryRow(w.T.Context(),
		"SELECT count(*) = 1 FROM signal_cursor c JOIN tenant_seq s USING (tenant_id, epoch, n) WHERE tenant_id = "+
			"$1", tenant).Scan(&ok)
	if err != nil {
		w.T.Fatal(err)
	}
	return ok
}

func TestADeliveryIsSignedRepeatedAndReplayed(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, func(n int) int {
		switch n {
		case 1:
			return 500
		case 2:
			return 302 // redirects are not followed
		}
		return 204
	})
	w, wk, id, secret := hooked(t, r)
	product := w.Product("a", "one")
	first := w.Head("a")
	w.Eventually("the third attempt succeeds", func() bool { return len(r.seen()) >= 3 })
	posts := r.seen()
	for _, p := range posts[:3] {
		verify(t, secret, p)
		if p.id != posts[0].id || string(p.body) != string(posts[0].body) {
			t.Errorf("an attempt is %s %s, the first was %s %s", p.id, p.body, posts[0].id, posts[0].body)
		}
		if p.Seq != first || !slices.Contains(p.Tags, catalog.PublicTag("a", catalog.RecordTag("product", product))) ||
			!strings.HasPrefix(p.Token, fmt.Sprintf("a:%d:", first)) {
			t.Errorf("delivered %+v", p.Payload)
		}
	}
	var last uint64
	for i := range 5 {
		w.Product("a", fmt.Sprint("more-", i))
		last = w.Head("a")
	}
	w.Eventually("all are delivered", func() bool { p := r.seen(); return p[len(p)-1].Seq == last })
	before := len(r.seen())
	if err := announce.ReplayWebhook(t.Context(), w.Pool, "a", id, first-1); err != nil {
		t.Fatal(err)
	}
	// One more delivery of the last change may come before: each is delivered at least once.
	var again []posted
	w.Eventually("they are delivered again, from the first change to the last", func() bool {
		again = r.seen()[before:]
		begin := slices.IndexFunc(again, func(p posted) bool {
			return slices.Contains(p.Tags, catalog.PublicTag("a", catalog.RecordTag("product", product)))
		})
		return begin >= 0 && again[len(again)-1].Seq == last
	})
	for _, p := range again {
		verify(t, secret, p)
		if p.Seq < first {
			t.Errorf("the replay delivers %d, want %d or later", p.Seq, first)
		}
	}
	// One delivery that invalidates everything replaces deleted announcements.
	w.Exec("UPDATE signal_cursor SET kept = n WHERE tenant_id = 'a'")
	w.Exec("DELETE FROM change_signal")
	before = len(r.seen())
	if err := announce.ReplayWebhook(t.Context(), w.Pool, "a", id, 0); err != nil {
		t.Fatal(err)
	}
	w.Eventually("the delivery arrives", func() bool {
		return slices.ContainsFunc(r.seen()[before:], func(p posted) bool {
			return p.Seq == last && slices.Equal(p.Tags, []string{catalog.PublicTag("a", catalog.TenantTag)})
		})
	})
	// Without a stream key nothing is delivered.
	if err := announce.RemoveStreamKey(t.Context(), w.Pool, "a"); err != nil {
		t.Fatal(err)
	}
	before = len(r.seen())
	w.Product("a", "unheard")
	w.Eventually("it is announced", func() bool { return announced(w, "a") })
	looked := wk.Stats.Announce.PostLooks.Load()
	w.Eventually("due webhooks were read since", func() bool { return wk.Stats.Announce.PostLooks.Load() > looked+1 })
	if n := len(r.seen()); n != before {
		t.Errorf("%d deliveries without a stream key", n-before)
	}
}

func TestAWebhookThatIsGoneIsStopped(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, func(int) int { return http.StatusGone })
	w, _, id, _ := hooked(t, r)
	w.Product("a", "one")
	w.Eventually("it is stopped", func() bool {
		all, err := announce.Webhooks(t.Context(), w.Pool, "a")
		return err == nil && len(all) == 1 && all[0].ID == id && all[0].Stopped && strings.Contains(all[0].LastError, "410")
	})
	if n := len(r.seen()); n != 1 {
		t.Errorf("%d deliveries, want 1", n)
	}
	if err := announce.RemoveWebhook(t.Context(), w.Pool, "a", id); err != nil {
		t.Error(err)
	}
	if err := announce.RemoveWebhook(t.Context(), w.Pool, "a", id); err == nil {
		t.Error("RemoveWebhook succeeds twice")
	}
}

func TestAWebhookNeedsAStreamKey(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("a")
	if _, _, err := announce.AddWebhook(t.Context(), w.Pool, "a", "https://shop.example/", false); err == nil ||
		!strings.Contains(err.Error(), "stream key") {
		t.Errorf("without a key: %v", err)
	}
	key, err := announce.MakeStreamKey(t.Context(), w.Pool, "a")
	if err != nil {
		t.Fatal(err)
	}
	var kept int
	if err := w.Pool.QueryRow(t.Context(),
		"SELECT count(*) FROM stream_key WHERE position($1::text::bytea in hash) > 0 OR length(hash) <> "+
			"32", key).Scan(&kept); err != nil || kept != 0 {
		t.Errorf("the key itself is stored: %d, %v", kept, err)
	}
	if _, _, err := announce.AddWebhook(t.Context(), w.Pool, "a", "https://shop.example/", false); err != nil {
		t.Error(err)
	}
	if _, _, err := announce.AddWebhook(t.Context(), w.Pool, "a", "https://shop.example/", false); err == nil {
		t.Error("AddWebhook succeeds twice")
	}
	if _, _, err := announce.AddWebhook(t.Context(), w.Pool, "none", "https://shop.example/", false); err == nil {
		t.Error("AddWebhook succeeds without a tenant")
	}
}

// A subscriber that has received every change must also receive a new epoch.
func TestANewEpochIsDelivered(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, func(int) int { return 204 })
	w, _, _, _ := hooked(t, r)
	w.Product("a", "one")
	delivered := func() bool { p := r.seen(); return len(p) > 0 && p[len(p)-1].Seq == w.Head("a") }
	w.Eventually("everything is delivered", delivered)
	w.Exec("SELECT new_epoch()")
	w.Kill() // the next leader compares heads
	w.Eventually("the new epoch is delivered", delivered)
	p := r.seen()
	if last := p[len(p)-1]; !slices.Contains(last.Tags, catalog.PublicTag("a", catalog.TenantTag)) ||
		last.Token == p[0].Token {
		t.Errorf("delivered %+v", last.Payload)
	}
}
