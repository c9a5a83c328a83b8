package api

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
)

// page requests a page.
func page(t *testing.T, url string) (*http.Response, string) {
	t.Helper()
	rs, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer rs.Body.Close()
	body, err := io.ReadAll(rs.Body)
	if err != nil {
		t.Fatal(err)
	}
	return rs, string(body)
}

// open requests an address with the Accept of a browser that opens a page.
func open(t *testing.T, url string) (*http.Response, string) {
	t.Helper()
	rq, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	rq.Header.Set("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
	rq.Header.Set("If-None-Match", "*")
	rs, err := http.DefaultClient.Do(rq)
	if err != nil {
		t.Fatal(err)
	}
	defer rs.Body.Close()
	body, err := io.ReadAll(rs.Body)
	if err != nil {
		t.Fatal(err)
	}
	return rs, string(body)
}

func TestTheStorefrontIsAtTheRootOfItsTenant(t *testing.T) {
	t.Parallel()
	h := kit.Open(t, func(c *boot.Config) { c.Shop = "demo" })
	base := "http://" + h.Gateway.Addr()
	for path, want := range map[string]string{
		"/":                           `data-tenant="demo" data-name="Vitrin Pazarı"`,
		"/product/mavi-keten-gomlek":  `data-tenant="demo"`,
		"/t/atelier/":                 `data-tenant="atelier"`,
		"/t/atelier/category/%41%22x": `data-base="/t/atelier"`,
	} {
		rs, body := page(t, base+path)
		if rs.StatusCode != 200 || !strings.Contains(body, want) {
			t.Errorf("GET %s: %d, want a page with %s:\n%.600s", path, rs.StatusCode, want, body)
		}
		policy := rs.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'; script-src 'self'; ") || strings.Contains(policy, "unsafe") {
			t.Errorf("GET %s: the Content-Security-Policy is %q", path, policy)
		}
	}
	for _, path := range []string{"/t/nobody/", "/t/%22%3E/", "/t//", "/nothing", "/t/demo/nothing", "/assets/x.js"} {
		if rs, body := page(t, base+path); rs.StatusCode == 200 {
			t.Errorf("GET %s: 200, want an error:\n%.300s", path, body)
		}
	}
	for path, want := range map[string]string{"/nothing": "text/html", "/t/demo/nothing": "text/html",
		"/t/demo/v1/nothing": "application/json", "/media/nothing": "application/json"} {
		rs, body := open(t, base+path)
		if got := rs.Header.Get("Content-Type"); rs.StatusCode != 404 || !strings.HasPrefix(got, want) ||
			!strings.Contains(rs.Header.Get("Cache-Control"), "no-store") || rs.Header.Get("ETag") != "" {
			t.Errorf("a browser opens %s: %d, %s, %q, want 404, %s, uncacheable:\n%.300s", path, rs.StatusCode, got,
				rs.Header.Get("Cache-Control"), want, body)
		}
	}
	rs, err := http.Post(base+"/", "text/plain", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	rs.Body.Close()
	if rs.StatusCode != 405 || rs.Header.Get("Allow") == "" {
		t.Errorf("POST /: %d, want 405 with Allow", rs.StatusCode)
	}
}

func TestWithoutAStorefrontTheLandingPageIsAtTheRoot(t *testing.T) {
	t.Parallel()
	base := "http://" + kit.Shared(t).Gateway.Addr()
	rs, body := page(t, base+"/")
	if rs.StatusCode != 200 || !strings.Contains(body, `href="/docs"`) || strings.Contains(body, "<script") {
		t.Errorf("GET /: %d, want a page that leads to /docs, without scripts:\n%.600s", rs.StatusCode, body)
	}
	for _, path := range []string{"/product/x", "/t/demo/", "/basket"} {
		if rs, _ := page(t, base+path); rs.StatusCode != 404 {
			t.Errorf("GET %s: %d, want 404", path, rs.StatusCode)
		}
	}
}

// Only pages of the own origin on this machine may edit.
func TestLiveEditsComeFromOwnPagesOnThisMachineOnly(t *testing.T) {
	t.Parallel()
	h := kit.Open(t, func(c *boot.Config) { c.Shop = "demo" })
	base := "http://" + h.Gateway.Addr()
	send := func(headers map[string]string) int {
		t.Helper()
		rq, err := http.NewRequest(http.MethodPost, base+"/live/edit",
			strings.NewReader(`{"tenant":"demo","slug":"mavi-keten-gomlek","op":"first"}`))
		if err != nil {
			t.Fatal(err)
		}
		rq.Header.Set("Content-Type", "application/json")
		rq.Header.Set("Origin", base)
		for name, value := range headers {
			rq.Header.Set(name, value)
			if name == "Host" {
				rq.Host = value
			}
		}
		rs, err := http.DefaultClient.Do(rq)
		if err != nil {
			t.Fatal(err)
		}
		rs.Body.Close()
		return rs.StatusCode
	}
	if got := send(nil); got != 200 {
		t.Errorf("an edit of the own page: %d, want 200", got)
	}
	for _, headers := range []map[string]string{
		{"Origin": "http://evil.example"}, {"Origin": "null"}, {"X-Forwarded-For": "203.0.113.5"},
		{"Host": "evil.example", "Origin": "http://evil.example"}, {"Content-Type": "text/plain"},
	} {
		if got := send(headers); got != 404 && got != 400 {
			t.Errorf("an edit with %v: %d, want it refused", headers, got)
		}
	}
	if rs, body := page(t, base+"/live"); rs.StatusCode != 200 || !strings.Contains(body, "/assets/editor-") {
		t.Errorf("GET /live: %d", rs.StatusCode)
	}
	off := "http://" + kit.Shared(t).Gateway.Addr()
	if rs, _ := page(t, off+"/live"); rs.StatusCode != 404 {
		t.Errorf("GET /live without a storefront: %d, want 404", rs.StatusCode)
	}
}

// The link of an email leads to the page of the tenant that its token names, and nowhere else.
func TestLinksOfEmailsLeadToTheTenantOfTheirToken(t *testing.T) {
	t.Parallel()
	h := kit.Open(t, func(c *boot.Config) { c.Shop = "demo" })
	base := "http://" + h.Gateway.Addr()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for path, want := range map[string]string{
		"/verify-email?token=atelier~c2Vj":               "/t/atelier/verify-email?token=atelier~c2Vj",
		"/reset-password?token=demo~a%26b%3D%0d%0aX%3Ay": "/t/demo/reset-password?token=demo~a%26b%3D%0D%0AX%3Ay",
		"/reset-password?token=nobody~c2Vj":              "",
		"/reset-password?token=//evil.example~c2Vj":      "",
		"/t/demo/verify-email?token=atelier~c2Vj":        "",
		"/account?token=atelier~c2Vj":                    "",
	} {
		rs, err := client.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		rs.Body.Close()
		got := rs.Header.Get("Location")
		if got != want && got != base+want || (want != "") != (rs.StatusCode == http.StatusSeeOther) {
			t.Errorf("GET %s: %d to %q, want %q", path, rs.StatusCode, got, want)
		}
		if want != "" && (rs.Header.Get("Referrer-Policy") != "no-referrer" ||
			!strings.Contains(rs.Header.Get("Cache-Control"), "no-store")) {
			t.Errorf("GET %s: a token may be kept: %v", path, rs.Header)
		}
	}
}

// Pages of the own origin on this machine follow the changes of any tenant in development; others need its stream key.
func TestPagesOnThisMachineFollowAnyTenantInDevelopment(t *testing.T) {
	t.Parallel()
	h := kit.Open(t, func(c *boot.Config) { c.Shop = "demo" })
	base := "http://" + h.Gateway.Addr()
	if _, err := h.Pool.Exec(t.Context(), "INSERT INTO tenant (id, name) VALUES ('mine', 'Mine')"); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(30 * time.Second); h.Get(t, "mine", "/v1/product").Status == 404; { // until it is known
		if time.Now().After(end) {
			t.Fatal("the tenant does not become known")
		}
		time.Sleep(10 * time.Millisecond)
	}
	for _, c := range []struct {
		host, origin string
		want         int
	}{
		{"", base, 200},
		{"", "http://evil.example", 401},
		{"evil.example", "http://evil.example", 401},
	} {
		rq, err := http.NewRequest(http.MethodPost, base+"/t/mine/v1/changes/token", nil)
		if err != nil {
			t.Fatal(err)
		}
		rq.Host = c.host
		rq.Header.Set("Origin", c.origin)
		rs, err := http.DefaultClient.Do(rq)
		if err != nil {
			t.Fatal(err)
		}
		rs.Body.Close()
		if rs.StatusCode != c.want {
			t.Errorf("a token for %q of %q: %d, want %d", c.origin, c.host, rs.StatusCode, c.want)
		}
	}
}
