package directus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/cms"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

const startLimit = 10 * time.Minute

// A site is a Directus that was set up for one tenant.
type site struct {
	*testing.T
	url, token string
	env        map[string]string
}

var setting = regexp.MustCompile(`(?m)^([A-Z_]+)="(.*)"$`)

// open sets up a Directus for a tenant and starts it.
func open(t *testing.T, h *kit.App, in *program, tenant string) *site {
	t.Helper()
	dir := t.TempDir()
	role := cms.Role{Name: "directus_" + strings.ToLower(fmt.Sprintf("%s_%d", tenant, time.Now().UnixNano())),
		Tenant: tenant}
	role.Schema = role.Name
	password := cms.Password()
	if _, err := role.Ensure(t.Context(), h.Pool, password, false, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, sql := range []string{"DROP OWNED BY " + role.Name + " CASCADE", "DROP ROLE " + role.Name} {
			if _, err := h.Pool.Exec(context.Background(), sql); err != nil {
				t.Error(err)
			}
		}
	})
	s := cms.Settings{Role: role, Password: password, Email: "admin@example.com", Port: freePort(t)}
	text, err := s.Directus(t.Context(), h.Pool, h.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(os.WriteFile(filepath.Join(dir, ".env"), []byte(text), 0o600), cms.WriteHook(dir),
		os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"private": true}`), 0o644), // extensions need it
		os.Mkdir(filepath.Join(dir, "uploads"), 0o755))
	if err != nil {
		t.Fatal(err)
	}
	d := &site{T: t, env: map[string]string{}}
	for _, m := range setting.FindAllStringSubmatch(text, -1) {
		d.env[m[1]] = m[2]
	}
	d.url = d.env["PUBLIC_URL"]
	command := func(ctx context.Context, word string, out io.Writer) *exec.Cmd {
		cmd := exec.CommandContext(ctx, in.node, in.cli, word)
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
		cmd.Env = append(os.Environ(), "PRESSURE_LIMITER_ENABLED=false") // other tests need the processors too
		return cmd
	}
	ctx, cancel := context.WithTimeout(t.Context(), startLimit)
	defer cancel()
	var out bytes.Buffer
	if err := command(ctx, "bootstrap", &out).Run(); err != nil {
		t.Fatalf("directus bootstrap: %v\n%s", err, out.String())
	}
	for range 2 { // it may be repeated
		if done, err := role.Describe(t.Context(), h.DatabaseURL, password); err != nil || !done {
			t.Fatalf("describe: %t, %v", done, err)
		}
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	server := command(context.Background(), "start", log)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
		_ = log.Close()
		text, err := os.ReadFile(log.Name())
		if err != nil {
			t.Error(err)
		}
		for _, name := range []string{"DB_PASSWORD", "ADMIN_PASSWORD", "SECRET"} {
			if strings.Contains(string(text), d.env[name]) {
				t.Errorf("the log of Directus has the value of %s", name)
			}
		}
		if t.Failed() {
			t.Logf("directus:\n%s", text)
		}
	})
	for !d.answers() { // for as long as the context allows
		if ctx.Err() != nil {
			t.Fatalf("Directus does not answer within %s", startLimit)
		}
	}
	return d
}

// answers reports whether the server is ready. It waits a little if not.
func (d *site) answers() bool {
	r, err := http.Get(d.url + "/server/ping")
	if err != nil {
		select {
		case <-d.Context().Done():
		case <-time.After(100 * time.Millisecond):
		}
		return false
	}
	defer r.Body.Close()
	return r.StatusCode == http.StatusOK
}

func freePort(t *testing.T) int {
	t.Helper()
	_, text, _ := net.SplitHostPort(testkit.FreeAddr(t)) // it has a port
	port, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// call sends a request as the user of the last login, and decodes the member data of the answer into into.
func (d *site) call(method, path string, body, into any) (status int, text string) {
	d.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		d.Fatal(err)
	}
	rq, err := http.NewRequestWithContext(d.Context(), method, d.url+path, bytes.NewReader(sent))
	if err != nil {
		d.Fatal(err)
	}
	if body == nil {
		rq.Body, rq.ContentLength = nil, 0
	}
	rq.Header.Set("Content-Type", "application/json")
	if d.token != "" {
		rq.Header.Set("Authorization", "Bearer "+d.token)
	}
	r, err := http.DefaultClient.Do(rq)
	if err != nil {
		d.Fatal(err)
	}
	defer r.Body.Close()
	got, err := io.ReadAll(r.Body)
	if err != nil {
		d.Fatal(err)
	}
	if into != nil && r.StatusCode == http.StatusOK {
		if err := json.Unmarshal(got, &struct{ Data any }{into}); err != nil {
			d.Fatalf("%s %s: %v\n%s", method, path, err, got)
		}
	}
	return r.StatusCode, string(got)
}

// ok sends a request that must succeed.
func (d *site) ok(method, path string, body, into any) {
	d.Helper()
	if status, text := d.call(method, path, body, into); status >= 300 {
		d.Fatalf("%s %s: %d\n%.1000s", method, path, status, text)
	}
}

// refused sends a request that must fail with a sentence or a refusal.
func (d *site) refused(want int, method, path string, body any) {
	d.Helper()
	if status, text := d.call(method, path, body, nil); status != want {
		d.Errorf("%s %s: %d, want %d\n%.1000s", method, path, status, want, text)
	}
}

type fields map[string]any

func (d *site) login(email, password string) {
	d.Helper()
	var got struct {
		Token string `json:"access_token"`
	}
	d.token = ""
	d.ok("POST", "/auth/login", fields{"email": email, "password": password}, &got)
	d.token = got.Token
}

// as creates a user with one of the roles that vitrine cms directus made, and signs in.
func (d *site) as(role string) {
	d.Helper()
	d.login(d.env["ADMIN_EMAIL"], d.env["ADMIN_PASSWORD"])
	var roles []struct{ ID, Name string }
	d.ok("GET", "/roles?fields=id,name", nil, &roles)
	for _, r := range roles {
		if r.Name == role {
			d.ok("POST", "/users", fields{"email": role + "@example.com", "password": "of-" + role, "role": r.ID}, nil)
			d.login(role+"@example.com", "of-"+role)
			return
		}
	}
	d.Fatalf("no role %s: %v", role, roles)
}

type product struct {
	ID, Name   string
	Materials  []string
	Categories []struct {
		Category struct{ ID string } `json:"category_id"`
	}
	Attributes []struct{ Value string }
}

const shown = "?fields=id,name,materials,categories.category_id.id,attributes.value"

// TestProveAnEditorWorksWithDirectus creates, reads, updates, reverts and deletes as an Editor and a Publisher.
func TestProveAnEditorWorksWithDirectus(t *testing.T) {
	in := install(t)
	h := kit.Open(t)
	d := open(t, h, in, "demo")
	d.as("Editor")
	var categories []struct{ ID string }
	d.ok("GET", "/items/category?limit=2&fields=id", nil, &categories)

	var p product
	list := []string{"oak, solid", `say "hi"`, `a\b`}
	d.ok("POST", "/items/product"+shown, fields{
		"name": "Chair", "slug": "directus-chair", "materials": list,
		"categories": []fields{{"category_id": categories[0].ID}},
		"attributes": []fields{{"name": "colour", "value": "red"}},
	}, &p)
	path := "/items/product/" + p.ID
	check := func(name string, list []string, categories int) {
		t.Helper()
		p = product{}
		d.ok("GET", path+shown, nil, &p)
		if p.Name != name || !slices.Equal(p.Materials, list) || len(p.Categories) != categories || len(p.Attributes) != 1 {
			t.Errorf("got %+v, want %s of %q in %d categories", p, name, list, categories)
		}
	}
	check("Chair", list, 1)
	d.ok("PATCH", path, fields{"name": "Stool", "materials": []string{"pine"},
		"categories": fields{"create": []fields{{"category_id": categories[1].ID}}}}, nil)
	check("Stool", []string{"pine"}, 2)

	// Both revisions can be restored: that of the creation, and a full one with computed columns.
	var revisions []struct{ ID int }
	d.ok("GET", "/revisions?sort=id&fields=id&filter[collection][_eq]=product&filter[item][_eq]="+p.ID, nil, &revisions)
	d.ok("POST", fmt.Sprintf("/utils/revert/%d", revisions[0].ID), fields{}, nil)
	check("Chair", list, 2)
	d.ok("POST", fmt.Sprintf("/utils/revert/%d", revisions[1].ID), fields{}, nil)
	check("Stool", []string{"pine"}, 2)
	var events []struct{ ID string }
	d.ok("GET", "/items/event?limit=1&fields=id", nil, &events)
	d.ok("PATCH", "/items/event/"+events[0].ID, fields{"notes": []string{"Bring a coat."}}, nil)
	d.ok("GET", "/revisions?sort=-id&limit=1&fields=id&filter[collection][_eq]=event", nil, &revisions)
	d.ok("POST", fmt.Sprintf("/utils/revert/%d", revisions[0].ID), fields{}, nil)

	for name, value := range map[string]any{"slug": "a b", "amount": -1, "name": ""} {
		d.refused(http.StatusBadRequest, "PATCH", path, fields{name: value})
	}
	d.ok("PATCH", path, fields{"amount": nil, "materials": nil}, nil)
	d.ok("PATCH", path, fields{"materials": "a,{b"}, nil)
	check("Stool", []string{"a", "{b"}, 2)

	var all []struct{ ID string }
	d.ok("GET", "/items/product?limit=200&fields=id", nil, &all)
	var keys []string
	for _, each := range all {
		keys = append(keys, each.ID)
	}
	d.ok("PATCH", "/items/product?fields=id", fields{"keys": keys, "data": fields{"stock_min": 7}}, nil)
	var n int
	if err := h.Pool.QueryRow(t.Context(), "SELECT count(*) FROM product WHERE tenant_id = $1 AND stock_min = 7",
		"demo").Scan(&n); err != nil || n != len(keys) || n < 100 {
		t.Errorf("%d products were edited at once, want %d; %v", n, len(keys), err)
	}

	d.refused(http.StatusForbidden, "DELETE", path, nil) // an Editor deletes no record
	d.as("Publisher")
	d.ok("DELETE", path, nil, nil)
}

// TestProveAnEditorsSaveIsServed creates, prices, publishes and deletes a product, and reads it at the gateway.
func TestProveAnEditorsSaveIsServed(t *testing.T) {
	in := install(t)
	h := kit.Open(t)
	editor := h.NewEditor(t)
	d := open(t, h, in, "demo")
	served := func(status int, want any) {
		t.Helper()
		h.WaitApplied(t, editor, "demo")
		r := h.Get(t, "demo", "/v1/product/directus-lamp")
		if got := r.At("data", "price", "amount"); r.Status != status || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the gateway serves %d with the price %v, want %d with %v\n%.300s", r.Status, got, status, want, r.Body)
		}
	}
	served(http.StatusNotFound, nil) // cached
	d.as("Editor")
	var p product
	d.ok("POST", "/items/product", fields{"name": "Lamp", "slug": "directus-lamp", "amount": "120.50",
		"currency": "EUR"}, &p)
	path := "/items/product/" + p.ID
	served(http.StatusNotFound, nil) // a draft
	d.ok("PATCH", path, fields{"status": "PUBLISHED"}, nil)
	served(http.StatusOK, "120.5")
	d.ok("PATCH", path, fields{"amount": "99.90"}, nil)
	served(http.StatusOK, "99.9")
	if r := h.Get(t, "atelier", "/v1/product/directus-lamp"); r.Status != http.StatusNotFound {
		t.Errorf("another tenant serves it: %d", r.Status)
	}
	d.ok("PATCH", path, fields{"status": "ARCHIVED"}, nil)
	served(http.StatusNotFound, nil)
	d.ok("PATCH", path, fields{"status": "PUBLISHED"}, nil)
	served(http.StatusOK, "99.9")
	d.as("Publisher")
	d.ok("DELETE", path, nil, nil)
	served(http.StatusNotFound, nil)
}

// TestProveFormsAreDescribed reads what Directus knows of products, as the forms do.
func TestProveFormsAreDescribed(t *testing.T) {
	in := install(t)
	h := kit.Open(t)
	d := open(t, h, in, "demo")
	d.as("Editor")
	var all []struct {
		Collection, Field string
		Meta              *struct {
			Interface, Group, Note string
			Hidden                 bool
		}
	}
	d.ok("GET", "/fields", nil, &all)
	widgets := map[string]string{"brand_id": "select-dropdown-m2o", "images": "tags", "properties": "list",
		"description": "input-rich-text-html", "status": "select-dropdown", "categories": "list-m2m",
		"group_price": "group-detail", "publish_at": "datetime"}
	for _, f := range all {
		if strings.HasPrefix(f.Collection, "directus_") || f.Collection != "product" && f.Meta == nil {
			continue
		}
		if f.Meta == nil {
			t.Errorf("%s.%s is not described", f.Collection, f.Field)
			continue
		}
		if want, ok := widgets[f.Field]; ok && f.Collection == "product" {
			if delete(widgets, f.Field); f.Meta.Interface != want || f.Meta.Hidden {
				t.Errorf("%s has the interface %s, want %s", f.Field, f.Meta.Interface, want)
			}
		}
		if slices.Contains([]string{"id", "tenant_id", "search", "search_words", "search_prose"}, f.Field) && !f.Meta.Hidden {
			t.Errorf("%s.%s is shown", f.Collection, f.Field)
		}
	}
	if len(widgets) > 0 {
		t.Errorf("products have no %v", widgets)
	}
	var tables []struct{ Collection string }
	d.ok("GET", "/collections", nil, &tables)
	for _, c := range tables {
		if slices.Contains([]string{"tenant", "tenant_editor", "payment", "account", "change_row"}, c.Collection) {
			t.Errorf("Directus lists %s", c.Collection)
		}
	}
	var presets []struct{ Collection string }
	d.ok("GET", "/presets?filter[user][_null]=true&filter[collection][_eq]=product", nil, &presets)
	if len(presets) != 1 {
		t.Errorf("%d lists of products to start with, want 1", len(presets))
	}
}

// TestProveTwoTenantsOfDirectusAreSeparate compares what two administrators see and may change.
func TestProveTwoTenantsOfDirectusAreSeparate(t *testing.T) {
	in := install(t)
	h := kit.Open(t)
	for _, tenant := range []string{"demo", "atelier"} {
		d := open(t, h, in, tenant)
		d.login(d.env["ADMIN_EMAIL"], d.env["ADMIN_PASSWORD"])
		var theirs string
		var own int
		if err := h.Pool.QueryRow(t.Context(), `SELECT (SELECT min(id) FROM product WHERE tenant_id <> $1),
(SELECT count(*) FROM product WHERE tenant_id = $1)`, tenant).Scan(&theirs, &own); err != nil {
			t.Fatal(err)
		}
		var seen []struct {
			Tenant string `json:"tenant_id"`
		}
		d.ok("GET", "/items/product?limit=-1&fields=tenant_id", nil, &seen)
		if len(seen) != own {
			t.Errorf("%s: %d products, want %d", tenant, len(seen), own)
		}
		for _, p := range seen {
			if p.Tenant != tenant {
				t.Fatalf("%s sees a product of %s", tenant, p.Tenant)
			}
		}
		d.refused(http.StatusForbidden, "GET", "/items/product/"+theirs, nil)
		for _, method := range []string{"PATCH", "DELETE"} {
			if status, text := d.call(method, "/items/product/"+theirs, fields{"name": "mine"}, nil); status == 200 {
				t.Errorf("%s: %s of another tenant's product: %.300s", tenant, method, text)
			}
		}
		if status, _ := d.call("POST", "/items/brand", fields{"name": "x", "slug": "x", "tenant_id": "other"}, nil); status <
			400 {
			t.Errorf("%s created a brand of another tenant: %d", tenant, status)
		}
		var name string
		if err := h.Pool.QueryRow(t.Context(), "SELECT name FROM product WHERE id = $1", theirs).Scan(&name); err != nil ||
			name == "mine" {
			t.Errorf("the product of another tenant is %q, %v", name, err)
		}
	}
}
