package freshness

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/proving"
	"vitrine/internal/testkit"
)

// brandTenants writes a tenant's own mark into everything that has a name. An answer with another tenant's mark shows
// that tenant's content.
func brandTenants(e *kit.Editor) {
	for _, kind := range []string{"product", "brand", "merchant", "category"} {
		e.Exec("UPDATE " + kind + " SET name = 'only-' || tenant_id || ' ' || left(name, 60)")
	}
}

// forms are the ways in which a request names its tenant.
var forms = []func(rq *http.Request, tenant, url string){
	func(rq *http.Request, tenant, url string) {
		rq.URL.Path = "/v1" + url
		rq.Header.Set("x-service-client", tenant)
	},
	func(rq *http.Request, tenant, url string) { rq.URL.Path = "/t/" + tenant + "/v1" + url },
	func(rq *http.Request, tenant, url string) {
		rq.URL.Path = "/v1" + url
		rq.Host = tenant + ".localhost"
	},
	func(rq *http.Request, tenant, url string) {
		rq.URL.Path = "/t/" + tenant + "/v1/catalog" + url
		rq.Host = strings.ToUpper(tenant) + ".LocalHost:8080"
		rq.Header.Set("X-Service-Client", tenant)
	},
}

// ofTenant reads a URL in one form and returns an error for an answer that is not the tenant's own. Every record
// contains its tenant's mark.
func ofTenant(t testing.TB, h *kit.App, form int, tenant, path, query string) error {
	rq, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+h.Gateway.Addr(), nil)
	if err != nil {
		return err
	}
	forms[form](rq, tenant, path)
	rq.URL.RawQuery = query
	res, err := kit.Client.Do(rq)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	own, other := []byte("only-"+tenant), []byte("only-atelier")
	if tenant == "atelier" {
		other = []byte("only-demo")
	}
	switch {
	case bytes.Contains(body, other):
		return fmt.Errorf("%s, asked for %s?%s in form %d, received the other's content: %s", tenant, path, query, form,
			kit.Excerpt(body))
	case res.StatusCode != http.StatusOK || !bytes.Contains(body, own):
		return fmt.Errorf("%s, asked for %s?%s in form %d, did not receive its own content: %d %s", tenant, path, query, form,
			res.StatusCode, kit.Excerpt(body))
	}
	return nil
}

// Two tenants with the same slugs are edited and read in every form, one after the other and concurrently, from the
// cache and past it. Neither ever shows content of the other.
func TestStressNoTenantSeesAnother(t *testing.T) {
	t.Parallel()
	h := kit.Open(t, func(c *boot.Config) { c.CacheBytes = 1 << 20 }) // so small that entries are evicted all the time
	e := h.NewEditor(t)
	brandTenants(e)
	h.WaitApplied(t, e, boot.DemoTenants...)
	urls := [][2]string{
		{"/product/" + shirt, ""}, {"/product/" + shirt + "/similar", ""}, {"/product", ""}, {"/product", "page=2"},
		{"/product/new", "limit=3"},
		{"/product/popular", "limit=3"}, {"/product/random/2", ""}, {"/product", "sort=price&limit=4"},
		{"/product", "search=only"},
		{"/product", "minPrice=10&limit=2"}, {"/product/filters", ""}, {"/brand", "limit=5"}, {"/merchant", "limit=5"},
		{"/category/tree", ""}, {"/category/list", "type=product"}, {"/brand/location", ""}, {"/merchant/location", ""},
	}
	// One after the other: the second request is for the entry that the first has just put into the cache.
	for _, u := range urls {
		for form := range forms {
			for range 2 {
				for _, tenant := range boot.DemoTenants {
					if err := ofTenant(t, h, form, tenant, u[0], u[1]); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
	// Concurrently.
	var readers sync.WaitGroup
	var stop atomic.Bool
	defer readers.Wait()
	defer stop.Store(true)
	var reads atomic.Int64
	const connections = 12
	each := int64(proving.Rounds(2000, 200_000))
	for n := range connections {
		readers.Go(func() {
			r := rand.New(rand.NewPCG(7, uint64(n)))
			for reads.Add(1) <= each && !stop.Load() {
				u := urls[r.IntN(len(urls))]
				if err := ofTenant(t, h, r.IntN(len(forms)), boot.DemoTenants[r.IntN(2)], u[0], u[1]); err != nil {
					t.Error(err)
					stop.Store(true)
				}
			}
		})
	}
	edits := 0
	for ; reads.Load() <= each && !stop.Load(); edits++ {
		e.Exec("UPDATE product SET stock = stock + 1 WHERE slug = '" + shirt + "'")
	}
	readers.Wait()
	st := &h.Gateway.Cache().Stats
	t.Logf("%d reads during %d edits; %d hits and %d misses", each, edits, st.Hits.Load(), st.Misses.Load())
	if st.Hits.Load() == 0 || st.Misses.Load() == 0 {
		t.Error("this proves nothing: hits and misses are wanted")
	}
}

// A tenant is created, disabled and enabled, gains and loses hosts, is deleted and created again, while the gateway
// runs.
func TestTenantsComeAndGoWithoutARestart(t *testing.T) {
	t.Parallel()
	h := kit.Open(t)
	e := h.NewEditor(t)
	asked := func(tenant, host, path string) *kit.Answer {
		headers := []string{}
		if tenant != "" {
			headers = append(headers, "x-service-client", tenant)
		}
		if host != "" {
			headers = append(headers, "Host", host)
		}
		return h.Send(t, http.MethodGet, path, headers...)
	}
	// from waits for an answer, and checks that it stays.
	from := func(what, tenant, host, path string, code int, text string) {
		t.Helper()
		is := func() bool {
			r := asked(tenant, host, path)
			if r.Status >= http.StatusInternalServerError {
				t.Fatalf("%s: %d %s", what, r.Status, r.Body)
			}
			return r.Status == code && strings.Contains(string(r.Body), text)
		}
		testkit.Until(t, what, is)
		for range 20 {
			if !is() {
				t.Fatalf("%s: it was, and then it was not", what)
			}
		}
	}
	const page = "/v1/product/lamp"
	from("a new tenant's name", "fresh", "", page, 404, "TENANT_UNKNOWN")
	e.Exec(`BEGIN; INSERT INTO tenant (id, name) VALUES ('fresh', 'Fresh');
		INSERT INTO product (tenant_id, slug, name, status) VALUES ('fresh', 'lamp', 'First Lamp', 'PUBLISHED'); COMMIT`)
	from("created", "fresh", "", page, 200, "First Lamp")
	from("created, by URL", "", "", "/t/fresh"+page, 200, "First Lamp")
	from("its product is no other's", "demo", "", page, 404, "NOT_FOUND")
	e.Exec("UPDATE product SET name = 'Second Lamp' WHERE tenant_id = 'fresh'")
	from("edited", "fresh", "", page, 200, "Second Lamp")
	e.Exec("UPDATE tenant SET status = 'DISABLED' WHERE id = 'fresh'")
	from("switched off", "fresh", "", page, 403, "TENANT_DISABLED")
	e.Exec("UPDATE tenant SET status = 'ACTIVE', name = 'Fresher' WHERE id = 'fresh'")
	from("switched on and renamed", "fresh", "", page, 200, "Second Lamp")

	from("an unknown host", "", "lamp.example", page, 400, "TENANT_REQUIRED")
	e.Exec("INSERT INTO tenant_host (tenant_id, host) VALUES ('fresh', 'lamp.example')")
	from("given a host", "", "lamp.example", page, 200, "Second Lamp")
	from("its host, another's header", "demo", "lamp.example", page, 400, "TENANT_MISMATCH")
	e.Exec("BEGIN; INSERT INTO product (tenant_id, slug, name, status) VALUES ('demo', 'lamp', 'Lamp of Demo', " +
		"'PUBLISHED'); UPDATE tenant_host SET tenant_id = 'demo' WHERE host = 'lamp.example'; COMMIT")
	from("its host passed to another", "", "lamp.example", page, 200, "Lamp of Demo")
	from("and it has none", "fresh", "lamp.example", page, 400, "TENANT_MISMATCH")
	e.Exec("UPDATE tenant_host SET host = 'lamps.example' WHERE host = 'lamp.example'")
	from("host renamed", "", "lamps.example", page, 200, "Lamp of Demo")
	from("the old host is unknown", "", "lamp.example", page, 400, "TENANT_REQUIRED")
	e.Exec("DELETE FROM tenant_host WHERE host = 'lamps.example'")
	from("host lost", "", "lamps.example", page, 400, "TENANT_REQUIRED")

	e.Exec("INSERT INTO tenant_host (tenant_id, host) VALUES ('fresh', 'fresh.example')")
	from("a host again", "", "fresh.example", page, 200, "Second Lamp")
	e.Exec("DELETE FROM tenant WHERE id = 'fresh'")
	from("deleted", "fresh", "", page, 404, "TENANT_UNKNOWN")
	from("deleted, by host", "", "fresh.example", page, 400, "TENANT_REQUIRED")
	e.Exec("INSERT INTO tenant (id, name) VALUES ('fresh', 'Fresh again')")
	from("come back with nothing", "fresh", "", page, 404, "NOT_FOUND")
	e.Exec("INSERT INTO product (tenant_id, slug, name, status) VALUES ('fresh', 'lamp', 'Third Lamp', 'PUBLISHED')")
	from("come back with something", "fresh", "", page, 200, "Third Lamp")
	e.Exec("INSERT INTO tenant (id, name) VALUES ('empty', 'Empty')")
	from("an empty one", "empty", "", "/v1/product", 200, `"totalRecords":0`)
	e.Exec("UPDATE tenant SET id = 'emptied' WHERE id = 'empty'")
	from("under another id", "emptied", "", "/v1/product", 200, `"totalRecords":0`)
	from("not under the old one", "empty", "", "/v1/product", 404, "TENANT_UNKNOWN")

	// Many are created at once, and requested before the gateway can know them.
	var comers sync.WaitGroup
	for n := range 8 {
		comers.Go(func() {
			id := fmt.Sprint("new-", n)
			for deadline := time.Now().Add(testkit.Patience); time.Now().Before(deadline); {
				r, err := h.Read(t.Context(), id, "/v1/product")
				if err != nil || r.Status >= http.StatusInternalServerError {
					t.Errorf("%s: %v %+v", id, err, r)
					return
				}
				if r.Status == http.StatusOK {
					return
				}
			}
			t.Errorf("%s never came", id)
		})
	}
	for n := range 8 {
		e.Exec(fmt.Sprintf("INSERT INTO tenant (id, name) VALUES ('new-%d', 'New')", n))
	}
	comers.Wait()
}

// Requests that only an attacker sends, byte by byte. Each is refused, without content of any tenant.
func TestHostileTenantNamesAreRefused(t *testing.T) {
	t.Parallel()
	h := kit.Shared(t)
	long := strings.Repeat("a", 10<<10)
	for _, c := range []struct {
		name, path, headers string
		want                []int
	}{
		{"none", "/v1/product", "", []int{400}},
		{"empty", "/v1/product", "x-service-client:\r\n", []int{400}},
		{"white space", "/v1/product", "x-service-client:   \t \r\n", []int{400}},
		{"two that agree", "/v1/product", "x-service-client: demo\r\nx-service-client: demo\r\n", []int{400}},
		{"two that differ", "/v1/product", "x-service-client: demo\r\nX-Service-Client: atelier\r\n", []int{400}},
		{"one empty, one not", "/v1/product", "x-service-client:\r\nx-service-client: demo\r\n", []int{400}},
		{"a list", "/v1/product", "x-service-client: demo, atelier\r\n", []int{404}},
		{"folded", "/v1/product", "x-service-client: demo\r\n atelier\r\n", []int{400, 404}},
		{"blank before the colon", "/v1/product", "x-service-client : demo\r\n", []int{400}},
		{"bare CR", "/v1/product", "x-service-client: demo\rx: y\r\n", []int{400, 404}},
		{"NUL", "/v1/product", "x-service-client: demo\x00\r\n", []int{400, 404}},
		{"unicode", "/v1/product", "x-service-client: demö\r\n", []int{404}},
		{"looks alike", "/v1/product", "x-service-client: dеmo\r\n", []int{404}}, // a Cyrillic letter
		{"full width", "/v1/product", "x-service-client: ｄｅｍｏ\r\n", []int{404}},
		{"invalid UTF-8", "/v1/product", "x-service-client: demo\xff\r\n", []int{400, 404}},
		{"another case", "/v1/product", "x-service-client: DEMO\r\n", []int{404}},
		{"10 KB", "/v1/product", "x-service-client: " + long + "\r\n", []int{404}},
		{"20 KB", "/v1/product", "x-service-client: " + long + long + "\r\n", []int{431}},
		{"SQL", "/v1/product", "x-service-client: demo' OR '1'='1\r\n", []int{404}},
		{"a path", "/v1/product", "x-service-client: ../demo\r\n", []int{404}},
		{"the key's own separator", "/v1/product", "x-service-client: demo%00/product\r\n", []int{404}},
		{"underscore for hyphen", "/v1/product", "x_service_client: demo\r\n", []int{400}},
		{"another in the URL", "/t/atelier/v1/product", "x-service-client: demo\r\n", []int{400}},
		{"empty header, one in the URL", "/t//v1/product", "x-service-client:\r\n", []int{400, 404}},
		{"unknown in the URL", "/t/nobody/v1/product", "", []int{404}},
		{"encoded in the URL", "/t/%64emo/v1/product", "", []int{404}},
		{"two in the URL", "/t/demo/t/atelier/v1/product", "", []int{404}},
		{"dots in the URL", "/t/demo/../atelier/v1/product", "", []int{400}},
		{"slash in the URL", "/t/demo%2fv1/product", "", []int{400}},
		{"10 KB in the URL", "/t/" + long + "/v1/product", "", []int{404}},
		{"in the query", "/v1/product?x-service-client=demo", "", []int{400}},
		{"as a cookie", "/v1/product", "Cookie: x-service-client=demo\r\n", []int{400}},
		{"another's host", "/v1/product", "Host: atelier.localhost\r\nx-service-client: demo\r\n", []int{400}},
		{"another's host, URL", "/t/demo/v1/product", "Host: atelier.localhost\r\n", []int{400}},
		{"two hosts", "/v1/product", "Host: demo.localhost\r\nHost: atelier.localhost\r\n", []int{400}},
		{"forwarded host", "/v1/product", "X-Forwarded-Host: demo.localhost\r\n", []int{400}},
		{"host below a host", "/v1/product", "Host: x.demo.localhost\r\n", []int{400}},
		// then the target's, RFC 9112 3.2.2
		{"absolute form", "http://atelier.localhost/v1/product", "Host: demo.localhost\r\n", []int{400, 200}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			status, body := sendRaw(t, h, c.path, c.headers)
			for _, want := range c.want {
				if status == want {
					if status >= 400 && (strings.Contains(body, `"data"`) || !strings.Contains(body, `"status":"error"`)) {
						t.Errorf("%d with content: %s", status, body)
					}
					if status == 200 && strings.Contains(body, "demo") {
						t.Errorf("of the wrong tenant: %s", body)
					}
					return
				}
			}
			t.Errorf("%d, want one of %v: %s", status, c.want, body)
		})
	}
}

// sendRaw sends a request byte by byte.
func sendRaw(t *testing.T, h *kit.App, target, headers string) (status int, body string) {
	t.Helper()
	conn, err := net.Dial("tcp", h.Gateway.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(testkit.Patience)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.ToLower(headers), "host: ") {
		headers = "Host: 127.0.0.1\r\n" + headers
	}
	if _, err := io.WriteString(conn, "GET "+target+" HTTP/1.1\r\n"+headers+"Connection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, kit.Excerpt(b)
}
