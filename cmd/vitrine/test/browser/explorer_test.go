package browser

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/writesvc"
	"vitrine/writesvc/auth/password"
)

// serve starts Vitrine with its demo tenants and returns its base URL.
func serve(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "vitrine-explorer-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	app, err := boot.Start(t.Context(), boot.Config{
		Gateway: true, Ingest: true, Write: true, Demo: true, Addr: "127.0.0.1:0",
		DatabaseURL: kit.DemoDatabase(t, time.Time{}).URL, DataDir: dir, Log: slog.New(slog.DiscardHandler),
		AdjustWrite: func(c *writesvc.Config) { c.Auth.Hash = password.Cost{Memory: 64, Time: 1, Threads: 1} },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(app.Stop)
	return "http://" + app.Gateway.Addr()
}

// operation returns the selector of one operation of the explorer.
func operation(tag, id string) string { return "#operations-" + tag + "-" + id }

// openOperation opens the explorer's list of a tag, and the operation in it.
func (p *page) openOperation(tag, id string) {
	p.t.Helper()
	if !p.eval(`document.querySelector(` + quote(operation(tag, id)) + `) !== null`) {
		p.click("#operations-tag-" + tag)
	}
	p.click(operation(tag, id) + " .opblock-summary-control")
	p.do("open "+id, visible(operation(tag, id)+" .opblock-body"))
}

// execute presses Execute and returns the status and body that the explorer shows.
func (p *page) execute(tag, id string) (status, body string) {
	p.t.Helper()
	p.click(operation(tag, id) + " .btn.execute")
	live := operation(tag, id) + " .live-responses-table .response"
	p.do("wait for the answer to "+id, visible(live))
	status = strings.Fields(p.text(live + " .response-col_status"))[0]
	shown := `document.querySelector(` + quote(live+" .highlight-code") + `) !== null`
	if p.eval(shown) {
		body = p.text(live + " .highlight-code code")
	}
	return status, body
}

// decode reads the JSON that the explorer shows.
func decode[T any](t *testing.T, body string) T {
	t.Helper()
	var answer struct {
		Status string
		Data   T
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil || answer.Status != "success" {
		t.Fatalf("the explorer shows no JSON of a success: %v\n%.500s", err, body)
	}
	return answer.Data
}

// A customer signs up, fills a basket and empties it, all by filling in forms of the explorer and pressing Execute.
func TestTheExplorerExecutesGETAndPOSTAndDELETE(t *testing.T) {
	t.Parallel()
	browserPath(t)
	base := serve(t)
	p := openPage(t, base+"/docs", 1280, 1000, false)

	p.openOperation("product", "productList")
	p.fill(operation("product", "productList")+` tr[data-param-name="limit"] input`, "2")
	status, body := p.execute("product", "productList")
	products := decode[[]struct {
		ID   string `json:"_id"`
		Name string
	}](t, body)
	if status != "200" || len(products) != 2 || products[0].Name == "" {
		t.Fatalf("GET /product with limit 2 shows status %s and %d products: %.500s", status, len(products), body)
	}
	p.picture("get")

	p.openOperation("auth", "signup")
	p.fill(operation("auth", "signup")+" .body-param__text", `{
		"email": "ada@example.com", "password": "correct horse battery",
		"name": {"first": "Ada", "last": "Lovelace"},
		"contact": {"mobileNumber": [
			{"areaCode": 532, "countryCode": 90, "isoCode": "TR", "phoneNumber": 1234567}
		]}
	}`)
	status, body = p.execute("auth", "signup")
	session := decode[struct {
		Tokens struct{ Access struct{ Token string } }
	}](t, body)
	if status != "201" || session.Tokens.Access.Token == "" {
		t.Fatalf("POST /auth/signup shows status %s: %.500s", status, body)
	}

	// A basket belongs to an account: without a token the explorer shows the error.
	p.openOperation("basket", "basketClear")
	if status, body = p.execute("basket", "basketClear"); status != "401" || !strings.Contains(body, "UNAUTHENTICATED") {
		t.Errorf("DELETE /basket without a token shows status %s: %.500s", status, body)
	}
	p.click(".auth-wrapper .btn.authorize")
	p.fill(`.modal-ux input[aria-label="auth-bearer-value"]`, session.Tokens.Access.Token)
	p.click(".modal-ux .auth-container .btn.authorize")
	p.click(".modal-ux .btn-done")

	p.openOperation("basket", "basketAdd")
	item := `{"productId": "` + products[0].ID + `", "quantity": 2}`
	p.fill(operation("basket", "basketAdd")+" .body-param__text", item)
	status, body = p.execute("basket", "basketAdd")
	if status != "201" || !strings.Contains(body, products[0].ID) {
		t.Errorf("POST /basket/items shows status %s: %.500s", status, body)
	}
	p.picture("post")

	p.click(operation("basket", "basketClear") + " .btn-clear")
	status, body = p.execute("basket", "basketClear")
	basket := decode[struct{ Items []any }](t, body)
	if status != "200" || len(basket.Items) != 0 {
		t.Errorf("DELETE /basket shows status %s: %.500s", status, body)
	}
	p.picture("delete")
	p.checkQuiet(base, "status of 401")
}

// The explorer is usable on a desktop and on a phone, follows the color scheme, and loads nothing from other hosts.
func TestTheExplorerFitsItsReader(t *testing.T) {
	t.Parallel()
	browserPath(t)
	base := serve(t)
	rs, err := http.Get(base + "/docs")
	if err != nil {
		t.Fatal(err)
	}
	rs.Body.Close()
	if policy := rs.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'self'; ") {
		t.Errorf("/docs may load from other hosts: its Content-Security-Policy is %q", policy)
	}
	for _, reader := range []struct {
		name          string
		width, height int
		dark          bool
	}{
		{"desktop", 1280, 1000, false},
		{"desktop-dark", 1280, 1000, true},
		{"phone", 390, 844, false},
		{"phone-dark", 390, 844, true},
	} {
		t.Run(reader.name, func(t *testing.T) {
			p := openPage(t, base+"/docs", reader.width, reader.height, reader.dark)
			for _, tag := range []string{"product", "dictionary", "basket"} {
				p.do("wait for the tag "+tag, visible("#operations-tag-"+tag))
			}
			if got := p.text(".info .version-stamp"); !strings.Contains(got, "OAS") {
				t.Errorf("the version of OpenAPI is not shown: %q", got)
			}
			if p.eval(`document.documentElement.classList.contains("dark-mode")`) != reader.dark {
				t.Errorf("dark colors: %v, want %v", !reader.dark, reader.dark)
			}
			p.picture("tags")
			p.openOperation("product", "productList")
			if wide := p.overflowing(); wide != "" {
				t.Errorf("the page is wider than its window of %d pixels because of %s", reader.width, wide)
			}
			p.picture("operation")
			p.execute("product", "productList")
			if wide := p.overflowing(); wide != "" {
				t.Errorf("with a response the page is wider than %d pixels because of %s", reader.width, wide)
			}
			p.picture("response")
			p.checkQuiet(base)
		})
	}
}
