package freshness

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/build"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// farAway is how long Postgres, NATS and the parent need for a message to another region: 80 ms there and back.
const farAway = 40 * time.Millisecond

// A region is a gateway that is far from Postgres, NATS and its parent, which are at one place.
type region struct {
	near, far *kit.App
	toParent  *road
	editor    *kit.Editor
}

// newRegion starts both. Without a parent, the far gateway reads from Postgres.
func newRegion(t *testing.T, near *kit.App, withParent bool) *region {
	t.Helper()
	r := &region{near: near, editor: near.NewEditor(t)}
	bus, err := boot.NATSURL(near.Config.DataDir)
	if err != nil {
		t.Fatal(err)
	}
	toPostgres, toBus := newLongRoad(t, near.DatabaseURL, farAway), newLongRoad(t, bus, farAway)
	r.toParent = newLongRoad(t, near.Admin.URL(), farAway)
	r.far = kit.Open(t, kit.LiveClock, func(c *boot.Config) {
		c.DatabaseURL, c.NATSURL, c.Ingest, c.Demo = toPostgres.url, toBus.url, false, false
		if withParent {
			c.ParentURL, c.AdminToken = r.toParent.url, near.AdminToken
		}
	})
	return r
}

// asked returns how many answers the parent gave, and how many questions it gave none to.
func (r *region) asked(t *testing.T) (given, failed int) {
	t.Helper()
	for line := range strings.Lines(string(r.far.Get(t, "", "/metrics").Body)) {
		_, _ = fmt.Sscanf(line, "vitrine_parent_answers_total %d", &given) // other lines
		_, _ = fmt.Sscanf(line, "vitrine_parent_failures_total %d", &failed)
	}
	return given, failed
}

// A gateway in another region asks its parent for what it has not cached. Its answers are those of Postgres, and as
// fresh as those of the parent.
func TestNoReadIsStaleInAnotherRegion(t *testing.T) {
	t.Parallel()
	near := kit.Open(t, kit.LiveClock)
	r := newRegion(t, near, true)
	agreedWith(t, near, r.far, r.editor, "in another region")
	if given, failed := r.asked(t); given <= failed { // on a busy machine an answer may come too late
		t.Fatalf("the parent gave %d answers, and none to %d questions", given, failed)
	}
	t.Run("edits", func(t *testing.T) { r.seesEdits(t, proving.Rounds(40, 400)) })
	t.Run("a parent that is away", r.withoutParent)
	t.Run("a parent that hangs", r.withHangingParent)
	agreedWith(t, near, r.far, r.editor, "at the end")
}

// seesEdits edits a product and an entry of the blog. Once both gateways have applied an edit, and with its token at
// once, the far one shows it.
func (r *region) seesEdits(t *testing.T, n int) {
	list := "/v1/product?limit=100&brand=" + r.editor.One("SELECT brand_id::text FROM product WHERE tenant_id = 'demo' "+
		"AND slug = $1", shirt)
	var visible took
	for i := range n {
		r.far.Get(t, "demo", list)
		r.editor.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo' AND slug = '" + shirt + "'")
		committed := time.Now()
		want := r.editor.One("SELECT stock::text FROM product WHERE tenant_id = 'demo' AND slug = $1", shirt)
		token := r.editor.One("SELECT 'demo:' || n || ':' || left(epoch::text, 8) FROM tenant_seq WHERE tenant_id = 'demo'")
		shows := kit.Has(want, "data", "stock", "amount")
		if i%2 == 0 {
			a := r.far.Send(t, http.MethodGet, shirtPage, "x-service-client", "demo", "x-consistency", token)
			if !shows(a) {
				t.Fatalf("edit %d: with its token, stock %v in place of %s", i, a.At("data", "stock", "amount"), want)
			}
		}
		r.far.WaitApplied(t, r.editor, "demo")
		if a := r.far.Get(t, "demo", shirtPage); !shows(a) {
			t.Fatalf("edit %d: applied, and stock is %v in place of %s", i, a.At("data", "stock", "amount"), want)
		}
		visible = append(visible, time.Since(committed))
		rows, _ := r.far.Get(t, "demo", list).At("data").([]any)
		if !slices.ContainsFunc(rows, func(row any) bool {
			m, _ := row.(map[string]any)
			return m["slug"] == shirt && fmt.Sprint(m["stockAmount"]) == want
		}) {
			t.Fatalf("edit %d: the list of %d products does not show stock %s", i, len(rows), want)
		}
	}
	t.Log(visible)
}

// withoutParent cuts the way to the parent: Postgres answers, and the parent again once it is back.
func (r *region) withoutParent(t *testing.T) {
	r.toParent.cut()
	given, failed := r.asked(t)
	agreedAfterEdit(t, r)
	if now, none := r.asked(t); now != given || none == failed {
		t.Errorf("cut off: %d answers of the parent, %d questions without one", now-given, none-failed)
	}
	r.toParent.lead(r.near.Admin.URL())
	testkit.Until(t, "the parent answers again", func() bool {
		agreedAfterEdit(t, r)
		now, _ := r.asked(t)
		return now > given
	})
}

// withHangingParent lets no question arrive: each fill waits for a while at most, and then Postgres answers.
func (r *region) withHangingParent(t *testing.T) {
	r.toParent.block()
	_, failed := r.asked(t)
	agreedAfterEdit(t, r)
	if _, none := r.asked(t); none == failed {
		t.Error("a parent that hangs: it answered each question")
	}
	r.toParent.unblock()
}

// agreedAfterEdit makes pages stale, and compares them with Postgres.
func agreedAfterEdit(t *testing.T, r *region) {
	t.Helper()
	r.editor.Exec("UPDATE product SET stock = stock + 1 WHERE tenant_id = 'demo'; UPDATE blog_post SET title = title " +
		"WHERE tenant_id = 'demo'; UPDATE brand SET name = name || '.' WHERE tenant_id = 'demo'")
	r.far.WaitApplied(t, r.editor, "demo")
	for _, url := range []string{shirtPage, "/v1/brand?limit=5", "/v1/product?limit=7&sort=price"} {
		var got *kit.Answer
		testkit.Until(t, "an answer that is not marked stale", func() bool { // on a busy machine a fill may be refused
			got = r.far.Get(t, "demo", url)
			return got.Status == http.StatusOK && got.Header.Get("X-Stale") == ""
		})
		want, err := r.near.Gateway.Render(t.Context(), "demo", url)
		if err != nil {
			t.Fatal(err)
		}
		if what := whatDiffers(got, want.Status, want.Body); what != "" {
			t.Errorf("%s: %s\n%v", url, what, got.Header)
		}
	}
}

// A search that is requested once is not kept, and may be answered with less certainty. A parent makes an answer that
// the other gateway keeps as one that it keeps itself.
func TestAParentKeepsWhatItsChildKeeps(t *testing.T) {
	t.Parallel()
	near := kit.Open(t, kit.LiveClock)
	e := near.NewEditor(t)
	for kept, want := range map[string]string{"true": "hit", "false": "hit; detail=assembled"} {
		const view = "/product?search="
		path := e.One("SELECT '/answer?tenant=demo&seq=0&build=" + build.Read().Commit + "&kept=" + kept + "&epoch=' || " +
			"epoch || '&path=" + view + kept + "' FROM tenant_seq WHERE tenant_id = 'demo'")
		if a := kit.Operate(t, near, path); a.Status != http.StatusOK {
			t.Fatalf("the parent: %d %s", a.Status, a.Body)
		}
		if a := near.Get(t, "demo", "/v1"+view+kept); a.CacheStatus() != want {
			t.Errorf("kept=%s: then the parent's own answer is %q, not %q", kept, a.CacheStatus(), want)
		}
	}
}

// A gateway with a parent answers no other gateway: two that ask each other would wait for each other.
func TestAGatewayWithAParentIsNoParent(t *testing.T) {
	t.Parallel()
	near := kit.Open(t, kit.LiveClock)
	r := newRegion(t, near, true)
	head := "build=" + build.Read().Commit + r.editor.One("SELECT '&tenant=demo&seq=0&epoch=' || epoch || '&path=' "+
		"FROM tenant_seq WHERE tenant_id = 'demo'")
	path := "/answer?" + head + strings.TrimPrefix(shirtPage, "/v1")
	if a := kit.Operate(t, near, path); a.Status != http.StatusOK {
		t.Errorf("the parent: %d %s", a.Status, a.Body)
	}
	if a := kit.Operate(t, r.far, path); a.Status != http.StatusConflict {
		t.Errorf("its child: %d %s", a.Status, a.Body)
	}
	for what, bad := range map[string]string{"no path": "/answer?" + head, "no number": "/answer?tenant=demo&path=/faq"} {
		if a := kit.Operate(t, near, bad); a.Status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
	}
	for _, other := range []struct {
		what, path string
		status     int
	}{
		{"another tenant", strings.Replace(path, "demo", "nobody", 1), http.StatusConflict},
		{"no view", "/answer?" + head + "/nothing", http.StatusConflict},
		{"another build", strings.Replace(path, "build=", "build=x", 1), http.StatusConflict},
		{"a path that is not canonical", "/answer?" + head + "/product%3Flimit%3D3%26unknown%3Dx", http.StatusConflict},
		{"a change that is not there", strings.Replace(path, "seq=0", "seq=99999999", 1), http.StatusServiceUnavailable},
	} {
		if a := kit.Operate(t, near, other.path); a.Status != other.status {
			t.Errorf("%s: %d %s", other.what, a.Status, a.Body)
		}
	}
	if a := kit.Operate(t, near, path, "Authorization", "Basic OnRva2Vu"); a.Status != http.StatusUnauthorized {
		t.Errorf("without the token: %d %s", a.Status, a.Body)
	}
}

// A parent that waits for Postgres refuses before the far gateway gives up. Otherwise that one would read from Postgres
// too, which has enough to do.
func TestASlowParentIsNotReadAround(t *testing.T) {
	t.Parallel()
	near := kit.Open(t, kit.LiveClock)
	r := newRegion(t, near, true)
	e := near.NewEditor(t)
	e.Exec("BEGIN")
	e.Exec("LOCK TABLE brand IN ACCESS EXCLUSIVE MODE")
	refused := "\nvitrine_parent_refusals_total 0\n"
	if !strings.Contains(string(r.far.Get(t, "", "/metrics").Body), refused) {
		t.Fatal("there is no such metric")
	}
	limit := 10
	testkit.Until(t, "the parent refuses", func() bool {
		limit++
		a := r.far.Get(t, "demo", fmt.Sprintf("/v1/brand?limit=%d", limit))
		if a.Status != http.StatusServiceUnavailable || a.Header.Get("Retry-After") == "" {
			t.Fatalf("%d %v", a.Status, a.Header)
		}
		return !strings.Contains(string(r.far.Get(t, "", "/metrics").Body), refused)
	})
	e.Exec("ROLLBACK")
	testkit.Until(t, "it answers", func() bool {
		return r.far.Get(t, "demo", fmt.Sprintf("/v1/brand?limit=%d", limit)).Status == http.StatusOK
	})
}

// Uncached reads in another region are answered by the parent. How long they take, with a parent and without, is
// printed and not judged.
func TestProveUncachedReadsInAnotherRegionAreTheParents(t *testing.T) {
	t.Parallel()
	db := kit.DemoDatabase(t, time.Time{})
	near := kit.Open(t, kit.LiveClock, func(c *boot.Config) { c.DatabaseURL = db.URL })
	with, without := newRegion(t, near, true), newRegion(t, near, false)
	slugs := strings.Fields(with.editor.One("SELECT string_agg(slug, ' ' ORDER BY slug) FROM product WHERE tenant_id = " +
		"'demo' AND status = 'PUBLISHED'"))
	pages := []string{"/v1/product/%s", "/v1/product?limit=%d&sort=createdAt", "/v1/blog?limit=%d", "/v1/brand?limit=%d"}
	for _, page := range pages {
		var times [2][]time.Duration
		for i := range proving.Rounds(8, 30) {
			var distinct any = 20 + i
			if strings.Contains(page, "%s") {
				distinct = slugs[i]
			}
			url := fmt.Sprintf(page, distinct)
			near.Get(t, "demo", url) // readers of the parent have requested it
			for k, r := range []*region{with, without} {
				began := time.Now()
				if a := r.far.Get(t, "demo", url); a.Status != http.StatusOK {
					t.Fatalf("%s: %d %s", url, a.Status, a.Body)
				}
				times[k] = append(times[k], time.Since(began))
			}
		}
		median := func(d []time.Duration) time.Duration {
			slices.Sort(d)
			return d[len(d)/2].Round(time.Millisecond)
		}
		t.Logf("%-40s %6s with a parent, %6s from Postgres", page, median(times[0]), median(times[1]))
	}
	if given, failed := with.asked(t); given <= failed { // as above
		t.Errorf("the parent gave %d answers, and none to %d questions", given, failed)
	}
}
