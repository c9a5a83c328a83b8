package freshness

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"vitrine/cache"
	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
	"vitrine/internal/testkit"
)

// A read with a token shows the token's change, even if the bus has not delivered it. An impossible token is refused.
func TestAReadIsAtLeastAsNewAsItsToken(t *testing.T) {
	t.Parallel()
	bus := newOutsideBus(t)
	lossy := newLossy(t, bus.url())
	db := kit.DemoDatabase(t, kit.Now)
	writer := kit.Open(t, func(c *boot.Config) { c.DatabaseURL, c.NATSURL, c.Gateway = db.URL, bus.url(), false })
	h := kit.Open(t, func(c *boot.Config) { c.DatabaseURL, c.NATSURL, c.Ingest, c.Demo = db.URL, lossy.url, false, false })
	e := writer.NewEditor(t)
	soon(t, h, e, "with nothing lost")
	epoch := e.One("SELECT epoch::text FROM tenant_seq WHERE tenant_id = 'demo'")
	token := func(n uint64) string { return catalog.Consistency("demo", epoch, n) }
	read := func(token string) *kit.Answer {
		return h.Send(t, http.MethodGet, shirtPage, "x-service-client", "demo", "x-consistency", token)
	}
	lossy.share.Store(100) // changes are lost; heartbeats, which list them, arrive later
	for range 10 {
		e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
		want := e.One("SELECT stock::text FROM product WHERE tenant_id = 'demo' AND slug = $1", shirt)
		if r := read(token(e.Head("demo"))); !kit.Has(want, "data", "stock", "amount")(r) {
			t.Fatalf("stock %v with the token of %s (%d)", r.At("data", "stock", "amount"), want, r.Status)
		}
	}
	lossy.mute.Store(true) // no message arrives
	testkit.Until(t, "silence is noticed", h.Gateway.Replica().Disconnected)
	e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
	want := e.One("SELECT stock::text FROM product WHERE tenant_id = 'demo' AND slug = $1", shirt)
	if r := read(token(e.Head("demo"))); !kit.Has(want, "data", "stock", "amount")(r) {
		t.Fatalf("without messages: stock %v with the token of %s", r.At("data", "stock", "amount"), want)
	}
	lossy.share.Store(0)
	lossy.mute.Store(false)
	for what, bad := range map[string]string{
		"no token":              "x",
		"of another shop":       catalog.Consistency("atelier", epoch, 1),
		"without a number":      "demo::" + epoch[:8],
		"a negative number":     "demo:-1:" + epoch[:8],
		"too large a number":    "demo:99999999999999999999:" + epoch[:8],
		"with a leading zero":   "demo:01:" + epoch[:8],
		"a life that is none":   "demo:1:zzzzzzzz",
		"a change there is not": token(e.Head("demo") + 1000),
		"too many parts":        token(1) + ":1",
	} {
		if r := read(bad); r.Status != 400 || r.At("code") != "INVALID_REQUEST" {
			t.Errorf("%s: %d %s", what, r.Status, r.Body)
		}
	}
	if r := h.Send(t, http.MethodGet, shirtPage, "x-service-client", "demo", "x-consistency", token(1),
		"x-consistency", token(1)); r.Status != 400 {
		t.Errorf("twice: %d", r.Status)
	}
	// the last is of another epoch, and is ignored
	for _, good := range []string{token(1), "demo:1", "demo:0", "demo:99:00000000"} {
		if r := read(good); r.Status != 200 {
			t.Errorf("%s: %d %s", good, r.Status, r.Body)
		}
	}
}

// The verifier compares served entries with Postgres. It finds a wrong entry and invalidates its tenant.
func TestTheVerifierFindsAndDropsAWrongAnswer(t *testing.T) {
	t.Parallel()
	h := kit.Open(t, func(c *boot.Config) { c.SampleEach = 1 })
	metric := func(name string) string {
		for line := range strings.Lines(string(h.Get(t, "", "/metrics").Body)) {
			if value, ok := strings.CutPrefix(line, name+" "); ok {
				return strings.TrimSpace(value)
			}
		}
		return ""
	}
	const right = "/v1/product?limit=3"
	testkit.Until(t, "hits are compared",
		func() bool { h.Get(t, "demo", right); return metric("vitrine_verifier_checks_total") > "0" })
	if n, m := metric("vitrine_stale_hits_total"), metric("vitrine_antientropy_drift_total"); n != "0" || m != "0" {
		t.Fatalf("%s stale hits, %s drifted", n, m)
	}
	// The entry claims a newer read than it had, so that no change invalidates it.
	want, err := h.Gateway.Render(t.Context(), "demo", shirtPage)
	if err != nil {
		t.Fatal(err)
	}
	c := h.Gateway.Cache()
	where := strings.TrimPrefix(shirtPage, "/v1")
	wrong := &cache.Entry{Key: []byte("demo\x00" + where), Read: want.Read,
		Body: []byte(`{"status":"success","data":"wrong"}`), Digest: []byte("wrong"),
		Tags: []string{"none"}, Made: kit.Now}
	if !c.Keep(h.Gateway.Replica().Tenant("demo").Tenant, want.Read, wrong) {
		t.Fatal("the entry was not kept")
	}
	c.Wait()
	seen := false
	testkit.Until(t, "the right one is read", func() bool {
		body := h.Get(t, "demo", shirtPage).Body
		seen = seen || bytes.Equal(body, wrong.Body)
		return bytes.Equal(body, want.Body)
	})
	if !seen {
		t.Fatal("this shows nothing: the wrong answer was never served")
	}
	testkit.Until(t, "it is counted", func() bool {
		return (metric("vitrine_stale_hits_total") != "0" || metric("vitrine_antientropy_drift_total") != "0") &&
			metric("vitrine_antientropy_mended_total") != "0"
	})
}

func TestOperatorsSeeTheStateOfAGateway(t *testing.T) {
	t.Parallel()
	h := kit.Open(t)
	e := h.NewEditor(t)
	soon(t, h, e, "as ever")
	kit.WaitAnnounced(t, e.Conn, "demo")
	var r *kit.Answer
	testkit.Until(t, "the list of members arrives", func() bool {
		r = h.Send(t, http.MethodGet, "/status", "Accept", "application/json")
		return r.Status == 200 && r.At("leader", "ready") == true && r.At("leader", "gateways", 0, "applied") != nil
	})
	for _, path := range [][]any{{"freshness", 0, "p99Seconds"}, {"hitRatio"}, {"drift", "staleHits"}, {"lagSeconds"},
		{"bus"}, {"leader", "leader"}, {"leader", "holes"}, {"leader", "lateP99Seconds"}, {"leader", "gateways", 0, "name"}} {
		if r.At(path...) == nil {
			t.Errorf("/status does not say %v: %s", path, r.Body)
		}
	}
	for _, secret := range []string{"demo", "atelier"} {
		if strings.Contains(string(r.Body), `"`+secret+`"`) {
			t.Errorf("/status names the tenant %s", secret)
		}
	}
	if page := h.Send(t, http.MethodGet, "/status", "Accept", "text/html,*/*"); page.Status != 200 ||
		!strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") ||
		!strings.Contains(string(page.Body), "Freshness") || strings.Contains(string(page.Body), "src=") {
		t.Errorf("the page: %d %s", page.Status, page.Header)
	}

	metrics := string(h.Get(t, "", "/metrics").Body)
	for _, line := range []string{"\nvitrine_leader_holes_total 0\n", "\nvitrine_leader_behind_tenants ",
		"\nvitrine_search_total{what=\"memory\"} "} {
		if !strings.Contains(metrics, line) {
			t.Errorf("/metrics has no line %q", line)
		}
	}

	ask := func(path string, headers ...string) *kit.Answer {
		return kit.Operate(t, h, "/why?tenant=demo&path="+
			strings.NewReplacer("?", "%3F", "&", "%26", "=", "%3D").Replace(path), headers...)
	}
	h.Get(t, "demo", shirtPage)
	if r := ask(shirtPage); r.Status != 200 || r.At("state") != "fresh" || r.At("tags", 0) == nil || r.At("cause") == nil {
		t.Errorf("why, fresh: %d %s", r.Status, r.Body)
	}
	e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
	h.WaitApplied(t, e, "demo")
	r = ask("/product/" + shirt)
	if r.At("state") != "stale" || r.At("staleBy", 0, "seq") == nil ||
		fmt.Sprint(r.At("changes", 0, "seq")) != fmt.Sprint(e.Head("demo")) {
		t.Errorf("why, stale: %s", r.Body)
	}
	h.Get(t, "demo", shirtPage)
	if r := ask(shirtPage); r.At("state") != "fresh" ||
		!strings.Contains(fmt.Sprint(r.At("cause")), fmt.Sprint("change ", e.Head("demo"))) {
		t.Errorf("why, read again: %s", r.Body)
	}
	if r := ask("/v1/product?limit=100&page=7&utm=x"); r.At("state") != "absent" ||
		strings.Contains(fmt.Sprint(r.At("url")), "utm") {
		t.Errorf("why, not kept: %s", r.Body)
	}
	if r := h.Send(t, http.MethodGet, "/admin/why?tenant=demo&path="+shirtPage); r.Status != 404 {
		t.Errorf("why at the public address: %d", r.Status)
	}
	for _, bad := range []string{"", "/", "/v1", "/v1/nothing", "/v1/product?limit=x", "/v1/auth/login", "/v1/../product",
		"/metrics"} {
		if r := ask(bad); r.Status < 400 || r.Status >= 500 {
			t.Errorf("why %q: %d %s", bad, r.Status, r.Body)
		}
	}
}
