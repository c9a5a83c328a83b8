package ingest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

// A receiver is a shop's own server, which says of each post what the test wants.
type receiver struct {
	*httptest.Server
	mu    sync.Mutex
	posts []posted
	say   func(n int) int // the status of the n-th post
}

type posted struct {
	id, at, signature string
	body              []byte
	Change
}

func newReceiver(t *testing.T, say func(n int) int) *receiver {
	t.Helper()
	r := &receiver{say: say}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		body, err := io.ReadAll(rq.Body)
		p := posted{id: rq.Header.Get("webhook-id"), at: rq.Header.Get("webhook-timestamp"), signature: rq.Header.Get("webhook-signature"), body: body}
		if err == nil {
			err = json.Unmarshal(body, &p.Change)
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

// verify checks a post as the specification of Standard Webhooks says, by nothing of ours.
func verify(t *testing.T, secret string, p posted) {
	t.Helper()
	encoded, ok := strings.CutPrefix(secret, "whsec_")
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || len(key) < 24 || len(key) > 64 {
		t.Fatalf("the secret is not one of Standard Webhooks: %v", err)
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

// hooked is a world with a tenant whose changes go to a receiver.
func hooked(t *testing.T, r *receiver) (w *world, wk *Worker, id, secret string) {
	t.Helper()
	w = newWorld(t)
	wk = w.start(func(c *Config) { c.WebhookLoopback, c.Retry = true, 20*time.Millisecond })
	w.tenant("a")
	if _, err := MakeStreamKey(t.Context(), w.Pool, "a"); err != nil {
		t.Fatal(err)
	}
	w.eventually("the tenant is signalled", func() bool { return w.signalled("a") })
	id, secret, err := AddWebhook(t.Context(), w.Pool, "a", r.URL+"/hook", true)
	if err != nil {
		t.Fatal(err)
	}
	return w, wk, id, secret
}

// signalled reports whether all that a tenant changed was signalled.
func (w *world) signalled(tenant string) (ok bool) {
	w.t.Helper()
	err := w.Pool.QueryRow(w.t.Context(), "SELECT count(*) = 1 FROM signal_cursor c JOIN tenant_seq s USING (tenant_id, epoch, n) WHERE tenant_id = $1", tenant).Scan(&ok)
	if err != nil {
		w.t.Fatal(err)
	}
	return ok
}

func TestAWebhookIsPostedSignedUntilItIsTakenAndReplayed(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, func(n int) int {
		switch n {
		case 1:
			return 500
		case 2:
			return 302 // nobody is followed elsewhere
		}
		return 204
	})
	w, wk, id, secret := hooked(t, r)
	product := w.product("a", "one")
	first := w.head("a")
	w.eventually("the third attempt is taken", func() bool { return len(r.seen()) >= 3 })
	posts := r.seen()
	for _, p := range posts[:3] {
		verify(t, secret, p)
		if p.id != posts[0].id || string(p.body) != string(posts[0].body) {
			t.Errorf("an attempt says %s %s, the first said %s %s", p.id, p.body, posts[0].id, posts[0].body)
		}
		if p.Seq != first || !slices.Contains(p.Tags, catalog.PublicTag("a", catalog.RecordTag("product", product))) || !strings.HasPrefix(p.Token, fmt.Sprintf("a:%d:", first)) {
			t.Errorf("posted %+v", p.Change)
		}
	}
	var last uint64
	for i := range 5 {
		w.product("a", fmt.Sprint("more-", i))
		last = w.head("a")
	}
	w.eventually("all are posted", func() bool { p := r.seen(); return p[len(p)-1].Seq == last })
	before := len(r.seen())
	if err := ReplayWebhook(t.Context(), w.Pool, "a", id, first-1); err != nil {
		t.Fatal(err)
	}
	w.eventually("they are posted again", func() bool { p := r.seen(); return len(p) > before && p[len(p)-1].Seq == last })
	again := r.seen()[before:]
	if again[0].Seq < first {
		t.Errorf("the replay begins with %d, want %d or what follows together", again[0].Seq, first)
	}
	tags := map[string]bool{}
	for _, p := range again {
		verify(t, secret, p)
		for _, tag := range p.Tags {
			tags[tag] = true
		}
	}
	if !tags[catalog.PublicTag("a", catalog.RecordTag("product", product))] {
		t.Error("the replay does not tell of the first change")
	}
	// What is kept no longer is told as a whole.
	w.exec("UPDATE signal_cursor SET kept = n WHERE tenant_id = 'a'")
	w.exec("DELETE FROM change_signal")
	before = len(r.seen())
	if err := ReplayWebhook(t.Context(), w.Pool, "a", id, 0); err != nil {
		t.Fatal(err)
	}
	w.eventually("it is told that anything may have changed", func() bool { return len(r.seen()) > before })
	if p := r.seen()[before]; !slices.Equal(p.Tags, []string{catalog.PublicTag("a", catalog.TenantTag)}) || p.Seq != last {
		t.Errorf("posted %+v", p.Change)
	}
	// Without a stream key nobody hears anything.
	if err := RemoveStreamKey(t.Context(), w.Pool, "a"); err != nil {
		t.Fatal(err)
	}
	before = len(r.seen())
	w.product("a", "unheard")
	w.eventually("it is signalled", func() bool { return w.signalled("a") })
	looked := wk.Stats.PostLooks.Load()
	w.eventually("webhooks were looked for since", func() bool { return wk.Stats.PostLooks.Load() > looked+1 })
	if n := len(r.seen()); n != before {
		t.Errorf("%d posts without a stream key", n-before)
	}
}

func TestAWebhookThatIsGoneIsLeftAlone(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, func(int) int { return http.StatusGone })
	w, _, id, _ := hooked(t, r)
	w.product("a", "one")
	w.eventually("it is stopped", func() bool {
		all, err := Webhooks(t.Context(), w.Pool, "a")
		return err == nil && len(all) == 1 && all[0].ID == id && all[0].Stopped && strings.Contains(all[0].LastError, "410")
	})
	if n := len(r.seen()); n != 1 {
		t.Errorf("%d posts, want 1", n)
	}
	if err := RemoveWebhook(t.Context(), w.Pool, "a", id); err != nil {
		t.Error(err)
	}
	if err := RemoveWebhook(t.Context(), w.Pool, "a", id); err == nil {
		t.Error("it was removed twice")
	}
}

func TestWebhooksLeadToPublicAddressesOnly(t *testing.T) {
	t.Parallel()
	f := func(address string, want bool) {
		t.Helper()
		if got := api.PublicAddr(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s public: %v", address, got)
		}
	}
	for _, a := range []string{"93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "172.32.0.1", "100.128.0.1"} {
		f(a, true)
	}
	for _, a := range []string{
		"127.0.0.1", "127.8.9.1", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "0.1.2.3", "192.0.0.8",
		"198.18.0.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::7f00:1", "fe80::1", "fc00::1",
		"fd12::1", "fec0::1", "ff02::1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "2001:db8::1", "192.0.2.1", "203.0.113.9",
	} {
		f(a, false)
	}
	for _, url := range []string{
		"ftp://shop.example/x", "shop.example", "https://", "https://user:pw@shop.example/", "http://127.0.0.1/x", "http://[::1]/", "http://10.0.0.1/", "http://169.254.169.254/latest/",
		"https://shop.example/" + strings.Repeat("x", 2000),
	} {
		if checkURL(url, false) == nil {
			t.Errorf("%s is taken", url)
		}
	}
	if err := checkURL("http://10.0.0.1/", true); err == nil {
		t.Error("with loopback allowed, a private network is taken too")
	}
	// Names are judged by where they lead, when they are dialled.
	hit := false
	here := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hit = true }))
	defer here.Close()
	for _, host := range []string{"127.0.0.1", "localhost"} {
		u := strings.Replace(here.URL, "127.0.0.1", host, 1)
		rs, err := newPoster(false).Get(u)
		if err == nil {
			_ = rs.Body.Close()
		}
		if host == "127.0.0.1" && !errors.Is(err, errNotPublic) || err == nil || hit {
			t.Errorf("%s: %v, reached: %v", u, err, hit)
		}
	}
}

func TestAWebhookNeedsAStreamKey(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.tenant("a")
	if _, _, err := AddWebhook(t.Context(), w.Pool, "a", "https://shop.example/", false); err == nil || !strings.Contains(err.Error(), "stream key") {
		t.Errorf("without a key: %v", err)
	}
	key, err := MakeStreamKey(t.Context(), w.Pool, "a")
	if err != nil {
		t.Fatal(err)
	}
	var kept int
	if err := w.Pool.QueryRow(t.Context(), "SELECT count(*) FROM stream_key WHERE position($1::text::bytea in hash) > 0 OR length(hash) <> 32", key).Scan(&kept); err != nil || kept != 0 {
		t.Errorf("the key itself is kept: %d, %v", kept, err)
	}
	if _, _, err := AddWebhook(t.Context(), w.Pool, "a", "https://shop.example/", false); err != nil {
		t.Error(err)
	}
	if _, _, err := AddWebhook(t.Context(), w.Pool, "a", "https://shop.example/", false); err == nil {
		t.Error("the same webhook twice")
	}
	if _, _, err := AddWebhook(t.Context(), w.Pool, "none", "https://shop.example/", false); err == nil {
		t.Error("a webhook of nobody")
	}
}

// Whoever was told of everything is told of a new epoch too: what he keeps is of another life.
func TestANewEpochIsToldToWebhooks(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, func(int) int { return 204 })
	w, _, _, _ := hooked(t, r)
	w.product("a", "one")
	told := func() bool { p := r.seen(); return len(p) > 0 && p[len(p)-1].Seq == w.head("a") }
	w.eventually("everything is posted", told)
	w.exec("SELECT new_epoch()")
	w.kill() // whoever leads next compares heads
	w.eventually("the new epoch is posted", told)
	p := r.seen()
	if last := p[len(p)-1]; !slices.Contains(last.Tags, catalog.PublicTag("a", catalog.TenantTag)) || last.Token == p[0].Token {
		t.Errorf("posted %+v", last.Change)
	}
}
