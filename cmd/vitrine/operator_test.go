package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/env"
	"vitrine/internal/schema/schematest"
)

// A terminal is where commands are typed.
type terminal struct {
	t    *testing.T
	vars map[string]string
}

// run runs a command and returns what it printed.
func (c terminal) run(args ...string) (string, error) {
	var out bytes.Buffer
	err := runWith(c.t.Context(), args, &out, &out, env.Map(c.vars))
	return out.String(), err
}

// says runs a command that must succeed and print some words.
func (c terminal) says(want []string, args ...string) string {
	c.t.Helper()
	out, err := c.run(args...)
	if err != nil {
		c.t.Fatalf("vitrine %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	for _, w := range want {
		if !strings.Contains(out, w) {
			c.t.Errorf("vitrine %s: no %q in\n%s", strings.Join(args, " "), w, out)
		}
	}
	return out
}

// refuses runs a command that must fail with a sentence: no word of the database's.
func (c terminal) refuses(want string, args ...string) {
	c.t.Helper()
	_, err := c.run(args...)
	if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "SQLSTATE") || strings.Contains(err.Error(), "ERROR:") {
		c.t.Errorf("vitrine %s: %v\nwant %s", strings.Join(args, " "), err, want)
	}
}

func openTerminal(t *testing.T) (terminal, *schematest.DB) {
	t.Helper()
	db := schematest.Open(t)
	return terminal{t, map[string]string{"VITRINE_DATABASE_URL": db.URL, "VITRINE_DATA_DIR": t.TempDir()}}, db
}

func TestAShopIsMadeAndSetUpByCommands(t *testing.T) {
	t.Parallel()
	c, db := openTerminal(t)
	c.says([]string{"Usage: vitrine tenant create"}, "tenant")
	c.says([]string{"tenant shop is there", "x-service-client: shop"}, "tenant", "create", "shop", "--name", "My shop", "--language", "tr", "--currency", "try", "--host", "Shop.Example")
	c.says([]string{"shop: My shop, ACTIVE, language tr, currency TRY"}, "tenant", "show", "shop")
	c.says([]string{"shop", "ACTIVE", "0 accounts", "My shop"}, "tenant", "list")
	c.refuses("there is a tenant shop already", "tenant", "create", "shop")
	c.refuses("the host shop.example is a tenant's already; tenant second was not made", "tenant", "create", "second", "--host", "shop.example")
	c.refuses("an ID is 1 to 64 letters", "tenant", "create", "my shop")
	c.refuses("an ID is 1 to 64 letters", "tenant", "create", strings.Repeat("a", 65))
	c.refuses("want three letters", "tenant", "create", "second", "--currency", "lira")
	c.refuses("tenant second was not made: tenant does not allow it: the rule tenant_name_valid", "tenant", "create", "second", "--name", strings.Repeat("a", 1000))
	c.refuses("tenant second was not made: tenant_host does not allow it", "tenant", "create", "second", "--host", "not a host")
	c.refuses(`what is "shop"?`, "tenant", "create", "second", "--name", "My", "shop")
	c.refuses("flag provided but not defined", "tenant", "create", "second", "--nickname", "x")
	c.refuses(`there is no "destroy"`, "tenant", "destroy", "shop")
	c.refuses("something is missing", "tenant", "show")
	c.refuses(`there is no tenant "nobody"`, "tenant", "show", "nobody")

	changed := []string{"tenant shop is changed"}
	c.says(changed, "tenant", "set", "shop", "siteUrl=https://shop.example", "mailFrom=hello@shop.example", "signup=b2b", "verifyFirst=true")
	c.says([]string{`"siteUrl": "https://shop.example"`, `"signup": "b2b"`, `"verifyFirst": true`}, "tenant", "show", "shop")
	c.says(changed, "tenant", "set", "shop", "signup=", "verifyFirst=")
	if out := c.says(nil, "tenant", "show", "shop"); strings.Contains(out, "signup") || strings.Contains(out, "verifyFirst") || !strings.Contains(out, "mailFrom") {
		t.Errorf("an empty value takes a setting back: %s", out)
	}
	c.refuses(`there is no tenant "nobody"`, "tenant", "set", "nobody", "signup=b2b")
	c.refuses("want name=value", "tenant", "set", "shop", "signup")
	c.refuses(`there is no setting "sitUrl"`, "tenant", "set", "shop", "sitUrl=x")
	c.refuses("want b2c, b2b or closed", "tenant", "set", "shop", "signup=b2x")
	c.refuses("want true or false", "tenant", "set", "shop", "verifyFirst=yes")
	c.refuses("want an address such as https://", "tenant", "set", "shop", "siteUrl=javascript:alert(1)")
	c.refuses("want an address such as hello@", "tenant", "set", "shop", "mailFrom=hello")

	c.says(changed, "tenant", "provider", "shop", "google", "issuer=https://accounts.google.com", "audience=one", "audience=two", "jwks=https://accounts.google.com/keys", "nonce=true")
	c.says([]string{`"google"`, `"one"`, `"two"`}, "tenant", "show", "shop")
	c.refuses("is none of issuer, audience", "tenant", "provider", "shop", "google", "isuer=x")
	c.refuses("provider other", "tenant", "provider", "shop", "other", "issuer=https://x.example") // whose tokens are for everybody
	c.says(changed, "tenant", "provider", "shop", "google", "--remove")

	var key, beside bytes.Buffer
	if err := runWith(t.Context(), []string{"tenant", "stream-key", "shop"}, &key, &beside, env.Map(c.vars)); err != nil || len(strings.Fields(key.String())) != 1 || !strings.Contains(beside.String(), "shown again") {
		t.Errorf("the key does not stand alone: %q beside %q, %v", key.String(), beside.String(), err)
	}
	for _, args := range [][]string{{}, {"-h"}, {"webhook", "-h"}, {"create", "shop", "--help"}} {
		c.says([]string{"Usage: vitrine tenant create ID"}, append([]string{"tenant"}, args...)...)
	}

	letter := filepath.Join(t.TempDir(), "letter.json")
	write := func(text string) {
		if err := os.WriteFile(letter, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"subject": "Yeni parola", "text": "{{.First}}: {{.Link}}"}`)
	c.says(changed, "tenant", "letter", "shop", "reset-password.tr", letter)
	c.says([]string{"Yeni parola"}, "tenant", "show", "shop")
	c.refuses("there is no letter", "tenant", "letter", "shop", "reset-password.de", letter)
	c.refuses("no such file", "tenant", "letter", "shop", "reset-password.tr", letter+"x")
	write(`{"subject": "x", "text": "{{.Nobody}}"}`)
	c.refuses("letter reset-password.tr", "tenant", "letter", "shop", "reset-password.tr", letter)
	c.says(changed, "tenant", "letter", "shop", "reset-password.tr", "-")

	c.says([]string{"tenant shop is DISABLED"}, "tenant", "disable", "shop")
	c.says([]string{"tenant shop is ACTIVE"}, "tenant", "enable", "shop")
	c.refuses(`there is no tenant "nobody"`, "tenant", "disable", "nobody")
	c.says([]string{"is published, and signs in"}, "tenant", "rotate-keys")
	var tenants, keys int
	if err := db.Pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM tenant), (SELECT count(*) FROM token_key)`).Scan(&tenants, &keys); err != nil || tenants != 1 || keys != 1 {
		t.Errorf("%d tenants, %d keys, %v", tenants, keys, err)
	}
}

func TestAccountsAreLookedAfterByCommands(t *testing.T) {
	t.Parallel()
	c, db := openTerminal(t)
	c.says(nil, "tenant", "create", "shop")
	h, err := boot.Start(t.Context(), boot.Config{Gateway: true, Write: true, Addr: "127.0.0.1:0", DataDir: c.vars["VITRINE_DATA_DIR"], DatabaseURL: db.URL, Tarpit: -1,
		Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Stop()
	post := func(path string, body any) (int, string) {
		t.Helper()
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		rq, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+h.Gateway.Addr()+"/t/shop/v1"+path, bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		rq.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(rq)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		answer, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(answer)
	}
	const password = "correct horse battery"
	signUp := func(email string, more map[string]any) {
		t.Helper()
		body := map[string]any{"email": email, "password": password, "name": map[string]string{"first": "Ada", "last": "Lovelace"}, "contact": map[string]any{"mobileNumber": []any{}}}
		for k, v := range more {
			body[k] = v
		}
		if status, answer := post("/auth/signup", body); status != http.StatusCreated {
			t.Fatalf("sign up: %d %s", status, answer)
		}
	}
	login := func(email string, want int) {
		t.Helper()
		if status, answer := post("/auth/login", map[string]string{"email": email, "password": password}); status != want {
			t.Errorf("log in as %s: %d %s, want %d", email, status, answer, want)
		}
	}
	const ada = "ada@example.com"
	signUp(ada, nil)
	c.says([]string{"Usage: vitrine user list"}, "user")
	c.says([]string{ada, "B2C", "ACTIVE", "not verified", "Ada Lovelace"}, "user", "list", "shop")
	c.says([]string{ada}, "user", "list", "shop", "LOVELACE")
	if out := c.says(nil, "user", "list", "shop", "nobody"); out != "" {
		t.Errorf("somebody called nobody: %s", out)
	}
	shown := c.says([]string{"Ada Lovelace <" + ada + ">", "number none, address verified never", "session ", "alive", "signup"}, "user", "show", "shop", "ADA@example.com")
	if strings.Contains(shown, "argon2") || strings.Contains(shown, password) {
		t.Errorf("it shows secrets: %s", shown)
	}
	c.says([]string{"1 sessions of " + ada + " are ended"}, "user", "logout", "shop", ada)
	c.says([]string{"ended"}, "user", "show", "shop", ada)
	login(ada, http.StatusOK)
	c.says([]string{ada + " is locked; 1 sessions are ended"}, "user", "lock", "shop", ada)
	login(ada, http.StatusUnauthorized)
	c.says([]string{ada + " is unlocked"}, "user", "unlock", "shop", ada)
	login(ada, http.StatusOK)
	c.refuses("it does not wait for approval", "user", "approve", "shop", ada)
	c.says(nil, "tenant", "set", "shop", "signup=b2b")
	signUp("firm@example.com", map[string]any{"company": map[string]string{"name": "Firm", "taxNumber": "1234567890", "taxOffice": "Kadıköy"}})
	login("firm@example.com", http.StatusForbidden)
	c.says([]string{"firm@example.com", "PENDING"}, "user", "list", "shop", "firm")
	c.says([]string{"firm@example.com is approved"}, "user", "approve", "shop", "firm@example.com")
	login("firm@example.com", http.StatusOK)
	c.says([]string{"company", "Kadıköy"}, "user", "show", "shop", "firm@example.com")

	c.refuses(`there is no "ban"`, "user", "ban", "shop", ada)
	c.refuses("want a tenant and an address", "user", "lock", "shop")
	c.refuses("that is no address", "user", "lock", "shop", "ada")
	c.refuses("that is no address", "user", "show", "shop", "ada")
	for _, verb := range []string{"show", "lock", "unlock", "approve", "logout"} {
		c.refuses("tenant shop has no account nobody@example.com", "user", verb, "shop", "nobody@example.com")
		c.refuses("tenant nobody has no account "+ada, "user", verb, "nobody", ada)
	}
}

func TestEditSaysInASentenceWhatIsWrong(t *testing.T) {
	t.Parallel()
	c, db := openTerminal(t)
	for _, sql := range []string{`INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')`, `INSERT INTO product (tenant_id, slug, name) VALUES ('shop', 'lamp', 'Lamp'), ('shop', 'vase', 'Vase')`,
		`CREATE FUNCTION rest() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''lamps rest on Sundays''; END'`,
		`CREATE TRIGGER rest BEFORE UPDATE ON product FOR EACH ROW WHEN (new.stock = 7) EXECUTE FUNCTION rest()`} {
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	ready := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer ready.Close()
	f := func(want, slug, pair string) {
		t.Helper()
		c.refuses(want, "edit", "product", slug, pair, "--tenant", "shop", "--gateway", ready.URL)
	}
	f(`product lamp was not changed: product has no column "prize"; it has id, tenant_id, slug`, "lamp", "prize=1")
	f(`product lamp was not changed: invalid input syntax for type numeric: "cheap"`, "lamp", "amount=cheap")
	f("the rule product_amount_positive is CHECK", "lamp", "amount=-1")
	f("there is one already in product: Key (tenant_id, slug)=(shop, vase) already exists", "lamp", "slug=vase")
	f("it points at nothing", "lamp", "brand_id=0123456789abcdef01234567")
	f("product.name must not be empty", "lamp", "name=NULL")
	f("product lamp was not changed: lamps rest on Sundays", "lamp", "stock=7")
	f("tenant shop has no product with the slug lmap", "lmap", "amount=1")
	c.says([]string{"3 of 3 changed nothing"}, "edit", "product", "lamp", "name=Lamp", "--times", "3", "--tenant", "shop", "--gateway", ready.URL)
}

func TestWordsThatACommandDoesNotTakeAreRefused(t *testing.T) {
	t.Parallel()
	c := terminal{t, map[string]string{"VITRINE_DATA_DIR": t.TempDir()}}
	for _, args := range [][]string{{"serve", "--nope"}, {"serve", "now"}, {"gateway", "-x"}, {"ingest", "x"}, {"writesvc", "--help=x"}, {"migrate", "down"}, {"seed", "demo", "atelier"},
		{"dsn", "x"}, {"doctor", "--fix"}, {"openapi", "x"}, {"env", "x"}} {
		out, err := c.run(args...)
		if err == nil || exit(err, io.Discard) != 2 || !strings.Contains(err.Error(), args[len(args)-1]) || out != "" {
			t.Errorf("vitrine %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	if entries, err := os.ReadDir(c.vars["VITRINE_DATA_DIR"]); err != nil || len(entries) > 0 {
		t.Errorf("something was begun: %v, %v", entries, err)
	}
}

// Of whatever may hold a password, no more is printed than that it is there: of keys, and of addresses, right or wrong.
func TestNoSecretIsPrinted(t *testing.T) {
	t.Parallel()
	vars := map[string]string{}
	for _, v := range env.All() {
		for _, value := range []string{"postgres://u:hunter2@h/d", "nats://u:hunter2@h:4222", "nats://hunter2@h", "https://u:hunter2@h/", "u:hunter2@h:1", "nats://u:hunter2@h:1,nats://u:hunter2@i:1"} {
			if set := map[string]string{v.Name: value}; v.Secret || strings.Contains(v.Name, "URL") {
				maps.Copy(vars, set)
				out, err := terminal{t, set}.run("env")
				if strings.Contains(fmt.Sprint(out, err), "hunter2") || !strings.Contains(fmt.Sprint(out, err), v.Name) {
					t.Errorf("%v\n%s", err, out)
				}
			}
		}
	}
	if len(vars) < 10 {
		t.Errorf("only %d variables may hold a password", len(vars))
	}
	terminal{t, map[string]string{"VITRINE_PEPPER": strings.Repeat("hunter2", 9), "VITRINE_NATS_URL": "nats://u:hunter2@h:4222"}}.says([]string{"(set, not shown)", " nats://…@h:4222 "}, "env")
}

func TestATakenPortIsNoticedBeforeAnythingIsStarted(t *testing.T) {
	t.Parallel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	for _, name := range []string{"VITRINE_ADDR", "VITRINE_WRITESVC_ADDR"} {
		c := terminal{t, map[string]string{"VITRINE_DATA_DIR": t.TempDir(), "VITRINE_ADDR": "127.0.0.1:0", name: ln.Addr().String()}}
		out, err := c.run("serve")
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%s=%s: something listens there already", name, ln.Addr())) || strings.Contains(out, "postgres") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// What serve would refuse the doctor finds, and of what is right it says nothing.
func TestTheDoctorFindsWhatServeRefuses(t *testing.T) {
	t.Parallel()
	good := strings.Repeat("ab", 32)
	f := func(name, value string, more ...string) {
		t.Helper()
		c := terminal{t, map[string]string{"VITRINE_DATA_DIR": t.TempDir(), "VITRINE_ADDR": "127.0.0.1:0", name: value}}
		for i := 0; i+1 < len(more); i += 2 {
			c.vars[more[i]] = more[i+1]
		}
		out, err := c.run("doctor")
		if n := strings.Count(out, "WRONG"); err == nil || n != 1 || !strings.Contains(out, "WRONG configuration  "+name) || strings.Contains(out, "hunter2") {
			t.Errorf("doctor, %s=%s: %v\n%s", name, value, err, out)
		}
		if _, err := c.run("serve"); err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("serve, %s=%s: %v", name, value, err)
		}
		if entries, err := os.ReadDir(c.vars["VITRINE_DATA_DIR"]); err != nil || len(entries) > 0 {
			t.Errorf("%s=%s: something was begun: %v, %v", name, value, entries, err)
		}
	}
	f("VITRINE_TRUSTED_PROXIES", "10.0.0.0/99")
	f("VITRINE_TOKEN_SECRET", "hunter2")
	f("VITRINE_TOKEN_SECRET", "file:/nowhere/at/all")
	f("VITRINE_PEPPER", "hunter2")
	f("VITRINE_SMTP_URL", "http://user:hunter2@host")
	f("VITRINE_SMTP_URL", "smtp://user:hunter2@host?tls=perhaps")
	f("VITRINE_SMS_URL", "https://api.example/Messages.json?from=hunter2")
	f("VITRINE_MAIL_FROM", "shop")
	f("VITRINE_DATABASE_URL", "postgres://user:hunter2@host:port/db")
	f("VITRINE_CACHE_BYTES", "much")
	f("VITRINE_NATS_URL", "127.0.0.1:4222")
	f("VITRINE_ADDR", "8080")
	f("VITRINE_TOKEN_SECRET", "", "VITRINE_ENV", "production", "VITRINE_PEPPER", good, "VITRINE_SMTP_URL", "smtp://127.0.0.1:1")
	f("VITRINE_PEPPER", "", "VITRINE_ENV", "production", "VITRINE_TOKEN_SECRET", good, "VITRINE_SMTP_URL", "smtp://127.0.0.1:1")
	f("VITRINE_SMTP_URL", "", "VITRINE_ENV", "production", "VITRINE_TOKEN_SECRET", good, "VITRINE_PEPPER", good)

	c := terminal{t, map[string]string{"VITRINE_DATA_DIR": t.TempDir(), "VITRINE_ADDR": "127.0.0.1:0", "VITRINE_TRUSTED_PROXIES": "10.0.0.0/8", "VITRINE_TOKEN_SECRET": good, "VITRINE_PEPPER": good,
		"VITRINE_SMTP_URL": "smtp://127.0.0.1:25", "VITRINE_MAIL_FROM": "shop@example.com", "VITRINE_ENV": "production"}}
	c.says([]string{"ok    configuration  ok"}, "doctor")
}
