package freshness

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
	"vitrine/internal/testkit"
)

func TestTheStreamOfChanges(t *testing.T) {
	t.Parallel()
	h := kit.Open(t)
	e := h.NewEditor(t)
	for _, sub := range []struct {
		name string
		f    func(*testing.T, *kit.App, *kit.Editor)
	}{
		{"a change is announced with its tags and a token", aChangeIsAnnouncedWithItsTagsAndAToken},
		{"a browser follows with a token", aBrowserFollowsWithAToken},
		{"a stream is resumed without loss and without gap", aStreamIsResumedWithoutLossAndWithoutGap},
		{"drafts are not announced", draftsAreNotAnnounced},
		{"a stream that resumes too late receives one event that invalidates everything",
			aStreamThatResumesTooLateIsInvalidated},
		{"a large change is announced after a pause", aLargeChangeIsAnnouncedAfterAPause},
		{"a stream receives the new epoch", aStreamReceivesTheNewEpoch},
	} {
		t.Run(sub.name, func(t *testing.T) { sub.f(t, h, e) })
	}
}

// splitApp is an app in several parts that share a bus.
type splitApp struct {
	bus             *outsideBus
	leader, gateway *kit.App
	e               *kit.Editor
	with            func(func(*boot.Config)) func(*boot.Config) // configuration of further parts
}

func TestAnnouncementsAcrossProcesses(t *testing.T) {
	t.Parallel()
	p := &splitApp{bus: newOutsideBus(t)}
	db := kit.DemoDatabase(t, kit.Now)
	p.with = func(change func(*boot.Config)) func(*boot.Config) {
		return func(c *boot.Config) { c.DatabaseURL, c.NATSURL = db.URL, p.bus.url(); change(c) }
	}
	p.leader = kit.Open(t, p.with(func(c *boot.Config) { c.Gateway = false }))
	p.gateway = kit.Open(t, p.with(func(c *boot.Config) { c.Ingest, c.Demo = false, false }))
	p.e = p.leader.NewEditor(t)
	t.Run("nothing is announced before every gateway has applied it",
		func(t *testing.T) { nothingIsAnnouncedBeforeEveryGatewayHasAppliedIt(t, p) })
	t.Run("followers acknowledge before others see a change",
		func(t *testing.T) { followersAcknowledgeBeforeOthersSeeAChange(t, p) })
	t.Run("another leader goes on signalling", func(t *testing.T) { anotherLeaderContinuesToAnnounce(t, p) })
}

func aChangeIsAnnouncedWithItsTagsAndAToken(t *testing.T, h *kit.App, e *kit.Editor) {
	l := listenFrom(t, h, e, "demo", streamKey(t, h, "demo"))
	e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
	got := l.waitFor(e.Head("demo"), publicTag(e, "demo", "product", shirt))
	testkit.Until(t, "the gateway receives the announcement", func() bool {
		_, count, _ := strings.Cut(string(h.Get(t, "", "/metrics").Body), "\nvitrine_commit_to_announced_seconds_count ")
		return count != "" && !strings.HasPrefix(count, "0\n")
	})
	epoch := e.One("SELECT epoch::text FROM tenant_seq WHERE tenant_id = 'demo'")
	if want := catalog.Consistency("demo", epoch, e.Head("demo")); got.Token != want || got.ID != want ||
		got.Seq != e.Head("demo") {
		t.Errorf("received %+v, want the token %s", got, want)
	}
	for _, tag := range got.Tags {
		if strings.ContainsAny(tag, ":|/*=") || len(tag) != 12 {
			t.Errorf("the tag %q reveals its record", tag)
		}
	}
	if r := h.Send(t, http.MethodGet, shirtPage, "x-service-client", "demo", "x-consistency",
		got.Token); r.Status != http.StatusOK ||
		r.Header.Get("X-Version") < fmt.Sprint(got.Seq) && len(r.Header.Get("X-Version")) <= len(fmt.Sprint(got.Seq)) {
		t.Errorf("read with the token: %d, version %s", r.Status, r.Header.Get("X-Version"))
	}
	if r := h.Send(t, http.MethodGet, "/v1/changes", "x-service-client", "demo"); r.Status != 401 ||
		r.Header.Get("WWW-Authenticate") == "" {
		t.Errorf("without a key: %d", r.Status)
	}
	for what, headers := range map[string][]string{
		"a key of another shop": {"x-service-client", "demo", "Authorization", "Bearer " + streamKey(t, h, "atelier")},
		"an empty key":          {"x-service-client", "demo", "Authorization", "Bearer "},
		"another scheme":        {"x-service-client", "demo", "Authorization", "Basic eDp5"},
	} {
		if r := h.Send(t, http.MethodGet, "/v1/changes", headers...); r.Status != 401 {
			t.Errorf("%s: %d", what, r.Status)
		}
	}
}

// A gateway that sends reports and has not applied a change delays its announcement without limit. Here the test is
// such a gateway.
func nothingIsAnnouncedBeforeEveryGatewayHasAppliedIt(t *testing.T, p *splitApp) {
	h, e := p.gateway, p.e
	l := listenFrom(t, h, e, "demo", streamKey(t, h, "demo"))
	other := listenFrom(t, h, e, "atelier", streamKey(t, h, "atelier"))
	slow := newSlowGateway(t, p.bus.url())
	slow.reports(e, e.Head("demo"))
	testkit.Until(t, "the slow gateway is known", func() bool { return slow.acks() > 2 })
	at := e.Head("demo")
	e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
	tag := publicTag(e, "demo", "product", shirt)
	h.WaitApplied(t, e, "demo")
	// The announcer has had its chance: a later change of another tenant is announced.
	slow.reportsAlso(e, "atelier", e.Head("atelier")+100)
	for range 3 {
		e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'atelier' AND slug = '" + shirt + "'")
		other.waitFor(e.Head("atelier"), "")
	}
	if events := l.seen(); len(events) > 0 {
		t.Fatalf("announced while a gateway was at %d: %+v", at, events)
	}
	if n := e.One("SELECT count(*)::text FROM change_signal WHERE tenant_id = 'demo' AND seq > $1", int64(at)); n != "0" {
		t.Fatalf("%s signals are written, though a gateway has not applied them", n)
	}
	slow.reports(e, e.Head("demo"))
	l.waitFor(e.Head("demo"), tag)
	// It stops reporting: after 1.5 s, announcements no longer wait for it.
	slow.stop()
	e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
	began := time.Now()
	l.waitFor(e.Head("demo"), tag)
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("a gateway that went away held signals back for %s", took)
	}
}

// Clients connect and disconnect. Together they receive each visible change once and in order.
func aStreamIsResumedWithoutLossAndWithoutGap(t *testing.T, h *kit.App, e *kit.Editor) {
	key := streamKey(t, h, "demo")
	l := listenFrom(t, h, e, "demo", key)
	first := e.Head("demo")
	var all []uint64
	last := l.lastID()
	for round := range 6 {
		for range 5 {
			e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
		}
		if round%2 == 0 { // received while connected, or made while disconnected
			l.waitFor(e.Head("demo"), "")
		}
		l.cancel()
		testkit.Until(t, "the stream ends", func() bool { l.mu.Lock(); defer l.mu.Unlock(); return l.ended })
		for _, ev := range l.seen() {
			all, last = append(all, ev.Seq), ev.ID
		}
		l = listen(t, h, "demo", key, "Last-Event-ID", last)
	}
	// the client before may have received the last
	testkit.Until(t, "one of the clients has received every change", func() bool { return len(all)+len(l.seen()) >= 30 })
	for _, ev := range l.seen() {
		all = append(all, ev.Seq)
	}
	for i, seq := range all {
		if seq != first+1+uint64(i) {
			t.Fatalf("received %v, want every change after %d", all, first)
		}
	}
	if len(all) != 30 {
		t.Errorf("%d changes received, want 30", len(all))
	}
	// After an id of another epoch, the changes since are unknown.
	whole := listen(t, h, "demo", key, "Last-Event-ID", "demo:1:00000000")
	whole.waitFor(1, catalog.PublicTag("demo", catalog.TenantTag))
	for _, bad := range []string{"x", "atelier:1:00000000", "demo:1", "demo:-1:00000000",
		"demo:99999999999999999999:00000000"} {
		if r := h.Send(t, http.MethodGet, "/v1/changes", "x-service-client", "demo", "Authorization", "Bearer "+key,
			"Last-Event-ID", bad); r.Status != 400 {
			t.Errorf("Last-Event-ID %s: %d", bad, r.Status)
		}
	}
}

// Announcements past the retention period are replaced by one event that invalidates everything.
func aStreamThatResumesTooLateIsInvalidated(t *testing.T, h *kit.App, e *kit.Editor) {
	const shop = "atelier" // without subscribers: a gateway keeps recent announcements for a while
	key := streamKey(t, h, shop)
	kit.WaitAnnounced(t, e.Conn, shop)
	from := catalog.Consistency(shop, e.One("SELECT epoch::text FROM tenant_seq WHERE tenant_id = $1", shop), e.Head(shop))
	for range 3 {
		e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = '" + shop + "' AND slug = '" + shirt + "'")
	}
	kit.WaitAnnounced(t, e.Conn, shop)
	e.Exec("UPDATE signal_cursor SET kept = n WHERE tenant_id = '" + shop + "'")
	e.Exec("DELETE FROM change_signal WHERE tenant_id = '" + shop + "'")
	late := listen(t, h, shop, key, "Last-Event-ID", from)
	late.waitFor(e.Head(shop), catalog.PublicTag(shop, catalog.TenantTag))
}

func draftsAreNotAnnounced(t *testing.T, h *kit.App, e *kit.Editor) {
	l := listenFrom(t, h, e, "demo", streamKey(t, h, "demo"))
	first := e.Head("demo")
	for _, sql := range []string{
		"INSERT INTO product (tenant_id, slug, name, status) VALUES ('demo', 'secret', 'Secret', 'DRAFT')",
		"UPDATE product SET name = 'More secret' WHERE tenant_id = 'demo' AND slug = 'secret'",
		"INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'demo', (SELECT id FROM product WHERE " +
			"tenant_id = 'demo' AND slug = 'secret'), id FROM category WHERE tenant_id = 'demo' LIMIT 1",
		"INSERT INTO product_attribute (tenant_id, product_id, name, value) SELECT 'demo', id, 'Renk', 'Sır' FROM product " +
			"WHERE tenant_id = 'demo' AND slug = 'secret'",
		"UPDATE product SET status = 'ARCHIVED' WHERE tenant_id = 'demo' AND slug = 'secret'",
		"UPDATE product SET status = 'DRAFT', brand_id = (SELECT id FROM brand WHERE tenant_id = 'demo' LIMIT 1) WHERE " +
			"tenant_id = 'demo' AND slug = 'secret'",
		// a bulk edit
		"INSERT INTO product (tenant_id, slug, name, status) SELECT 'demo', 'secret-' || i, 'Secret', 'DRAFT' FROM " +
			"generate_series(1, 1500) i",
		"INSERT INTO product_attribute (tenant_id, product_id, name, value) SELECT 'demo', id, 'Renk', 'Sır' FROM product " +
			"WHERE tenant_id = 'demo' AND slug LIKE 'secret-%'",
		"DELETE FROM product WHERE tenant_id = 'demo' AND slug LIKE 'secret-%'",
	} {
		e.Exec(sql)
	}
	kit.WaitAnnounced(t, e.Conn, "demo") // before any of it is visible
	silent := e.Head("demo")
	if silent < first+9 {
		t.Fatalf("%d changes were made, want 9", silent-first)
	}
	tag := publicTag(e, "demo", "product", "secret")
	e.Exec("UPDATE product SET status = 'PUBLISHED' WHERE tenant_id = 'demo' AND slug = 'secret'")
	got := l.waitFor(e.Head("demo"), tag)
	for _, ev := range l.seen() {
		if ev.Seq != got.Seq {
			t.Errorf("a draft's change %d was announced: %d tags", ev.Seq, len(ev.Tags))
		}
	}
	e.Exec("UPDATE product_attribute SET value = 'Belli' WHERE tenant_id = 'demo' AND product_id = (SELECT id FROM " +
		"product WHERE tenant_id = 'demo' AND slug = 'secret')")
	l.waitFor(e.Head("demo"), tag)
	// A record published later is not visible yet, but lists and the page will change then.
	e.Exec("INSERT INTO product (tenant_id, slug, name, status, publish_at) VALUES ('demo', 'soon', 'Soon', " +
		"'PUBLISHED', now() + interval '1 day')")
	soon := l.waitFor(e.Head("demo"), catalog.PublicTag("demo", catalog.SlugTag("product", "soon")))
	if slices.Contains(soon.Tags, publicTag(e, "demo", "product", "soon")) {
		t.Error("a record that is not shown yet was announced as if it were")
	}
	quiet := e.Head("demo")
	e.Exec("UPDATE product SET name = 'Sooner' WHERE tenant_id = 'demo' AND slug = 'soon'")
	e.Exec("DELETE FROM product WHERE tenant_id = 'demo' AND slug = 'secret'") // it was visible
	l.waitFor(e.Head("demo"), tag)
	for _, ev := range l.seen() {
		if ev.Seq == quiet+1 {
			t.Error("an edit of a record that is not shown yet was announced")
		}
	}
}

// A worker that takes over begins where the last one ended: each change is announced once.
func anotherLeaderContinuesToAnnounce(t *testing.T, p *splitApp) {
	h, e, first := p.gateway, p.e, p.leader
	l := listenFrom(t, h, e, "demo", streamKey(t, h, "demo"))
	from := e.Head("demo")
	edit := func() {
		e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
	}
	edit()
	l.waitFor(e.Head("demo"), "")
	second := kit.Open(t, p.with(func(c *boot.Config) { c.Gateway, c.Demo = false, false }))
	edit()
	first.Worker.Stop()
	edit()
	testkit.Until(t, "the second leads", second.Worker.Stats.Leading.Load)
	edit()
	l.waitFor(e.Head("demo"), "")
	for i, ev := range l.seen() {
		if ev.Seq != from+1+uint64(i) {
			t.Errorf("received %+v, want each change after %d once", l.seen(), from)
			break
		}
	}
}

// By then, the deadline of earlier messages has passed.
func aLargeChangeIsAnnouncedAfterAPause(t *testing.T, h *kit.App, e *kit.Editor) {
	l := listenFrom(t, h, e, "demo", streamKey(t, h, "demo"))
	time.Sleep(11 * time.Second)
	e.Exec("UPDATE product SET stock = stock + 1 WHERE id IN (SELECT id FROM product WHERE tenant_id = 'demo' ORDER BY " +
		"id LIMIT 400)")
	if got := l.waitFor(e.Head("demo"), ""); len(fmt.Sprint(got.Tags)) < 4096 {
		t.Errorf("%d tags: this shows nothing", len(got.Tags))
	}
}

func aStreamReceivesTheNewEpoch(t *testing.T, h *kit.App, e *kit.Editor) {
	l := listenFrom(t, h, e, "demo", streamKey(t, h, "demo"))
	e.Exec("SELECT new_epoch()")
	got := l.waitFor(e.Head("demo"), catalog.PublicTag("demo", catalog.TenantTag))
	if r := h.Send(t, http.MethodGet, shirtPage, "x-service-client", "demo", "x-consistency",
		got.Token); r.Status != http.StatusOK {
		t.Errorf("read with its token: %d %s", r.Status, r.Body)
	}
}

// A page gets a stream token, follows the stream with it, and compares the times of an event with the server's.
func aBrowserFollowsWithAToken(t *testing.T, h *kit.App, e *kit.Editor) {
	key := streamKey(t, h, "demo")
	kit.WaitAnnounced(t, e.Conn, "demo")
	token := func(headers ...string) string {
		t.Helper()
		r := h.Send(t, http.MethodPost, "/t/demo/v1/changes/token", headers...)
		var answer struct{ Data struct{ Token string } }
		if err := json.Unmarshal(r.Body, &answer); err != nil || r.Status != 200 || answer.Data.Token == "" {
			t.Fatalf("a token: %d %s", r.Status, r.Body)
		}
		if cc := r.Header.Get("Cache-Control"); cc != "private, no-store" ||
			r.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("a token may be kept or read by other origins: %q, %v", cc, r.Header)
		}
		return answer.Data.Token
	}
	ofKey := token("Authorization", "Bearer "+key)
	ofPage := token("Origin", "http://"+h.Address()) // the app runs in development, and demo is a demo tenant
	for what, headers := range map[string][]string{
		"without a key":           nil,
		"a page elsewhere":        {"Origin", "http://shop.example"},
		"a wrong key":             {"Authorization", "Bearer " + key + "x"},
		"a wrong key, same page":  {"Authorization", "Bearer " + key + "x", "Origin", "http://" + h.Address()},
		"the key as another kind": {"Authorization", "Basic " + key},
	} {
		if r := h.Send(t, http.MethodPost, "/t/demo/v1/changes/token", headers...); r.Status != 401 {
			t.Errorf("a token, %s: %d", what, r.Status)
		}
	}
	if r := h.Send(t, http.MethodGet, "/t/demo/v1/changes/token"); r.Status != 405 ||
		r.Header.Get("Allow") != "POST, OPTIONS" {
		t.Errorf("GET of a token: %d, %v", r.Status, r.Header)
	}
	if r := h.Send(t, http.MethodGet, "/t/atelier/v1/changes?token="+ofKey); r.Status != 401 {
		t.Errorf("the stream of another tenant: %d", r.Status)
	}
	if r := h.Send(t, http.MethodGet, "/t/demo/v1/changes?token="+ofKey, "Authorization", "Bearer x"); r.Status != 401 {
		t.Errorf("a token beside a wrong key: %d", r.Status)
	}
	before := serverTime(t, h)
	for _, token := range []string{ofKey, ofPage} {
		l := listenAt(t, h, "/t/demo/v1/changes?token="+token)
		testkit.Until(t, "the stream says where it begins", func() bool { return l.lastID() != "" })
		from := l.lastID()
		e.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
		got := l.waitFor(e.Head("demo"), "")
		if after := serverTime(t, h); got.Sealed < before || got.Applied < got.Sealed || got.Announced < got.Applied ||
			after < got.Announced {
			t.Errorf("the times are out of order: %f, %+v, %f", before, got, after)
		}
		// A page opens a new stream with the id in the URL.
		again := listenAt(t, h, "/t/demo/v1/changes?token="+token+"&lastEventId="+from)
		if resumed := again.waitFor(got.Seq, ""); resumed.Seq != got.Seq || resumed.Announced != got.Announced {
			t.Errorf("resumed with %+v, want %+v", resumed, got)
		}
	}
}

func serverTime(t *testing.T, h *kit.App) float64 {
	t.Helper()
	r := h.Send(t, http.MethodGet, "/v1/time")
	var answer struct{ Data struct{ Time float64 } }
	if err := json.Unmarshal(r.Body, &answer); err != nil || r.Status != 200 ||
		r.Header.Get("Cache-Control") != "private, no-store" {
		t.Fatalf("the time: %d %s, %v", r.Status, r.Body, r.Header)
	}
	return answer.Data.Time
}
