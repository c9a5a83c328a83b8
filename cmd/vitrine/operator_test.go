package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
	"vitrine/internal/cli"
	"vitrine/internal/env"
	"vitrine/internal/schema/schematest"
)

// A terminal runs commands with its own environment.
type terminal struct {
	t    *testing.T
	vars map[string]string
}

// run runs a command and returns its output.
func (c terminal) run(args ...string) (string, error) {
	var out bytes.Buffer
	err := runWith(c.t.Context(), args, &out, &out, env.Map(c.vars))
	return out.String(), err
}

// prints runs a command that must succeed and print some texts.
func (c terminal) prints(want []string, args ...string) string {
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

// fails runs a command that must fail with a readable message, without the error codes of Postgres.
func (c terminal) fails(want string, args ...string) {
	c.t.Helper()
	_, err := c.run(args...)
	raw := err != nil && (strings.Contains(err.Error(), "SQLSTATE") || strings.Contains(err.Error(), "ERROR:"))
	if err == nil || !strings.Contains(err.Error(), want) || raw {
		c.t.Errorf("vitrine %s: %v\nwant %s", strings.Join(args, " "), err, want)
	}
}

func openTerminal(t *testing.T) (terminal, *schematest.DB) {
	t.Helper()
	db := schematest.Open(t)
	return terminal{t, map[string]string{"VITRINE_DATABASE_URL": db.URL, "VITRINE_DATA_DIR": t.TempDir()}}, db
}

func TestTenantCommands(t *testing.T) {
	t.Parallel()
	c, db := openTerminal(t)
	c.prints([]string{"Usage: vitrine tenant COMMAND", "create TENANT"}, "tenant")
	c.prints([]string{"tenant shop was created", "x-service-client: shop"}, "tenant", "create", "shop", "--name",
		"My shop",
		"--language", "tr", "--currency", "try", "--host", "Shop.Example")
	c.prints([]string{"shop: My shop, ACTIVE, language tr, currency TRY"}, "tenant", "show", "shop")
	c.prints([]string{"shop", "ACTIVE", "0 accounts", "My shop"}, "tenant", "list")
	c.fails("tenant shop already exists", "tenant", "create", "shop")
	c.fails("tenant second was not created: the host shop.example belongs to another tenant", "tenant", "create",
		"second", "--host", "shop.example")
	c.fails("an id is 1 to 64 letters", "tenant", "create", "my shop")
	c.fails("an id is 1 to 64 letters", "tenant", "create", strings.Repeat("a", 65))
	c.fails("expected three letters", "tenant", "create", "second", "--currency", "lira")
	c.fails("tenant second was not created: it violates the constraint tenant_name_valid of tenant",
		"tenant", "create", "second", "--name", strings.Repeat("a", 1000))
	c.fails("tenant second was not created: it violates the constraint tenant_host", "tenant", "create", "second",
		"--host", "not a host")
	c.fails(`unexpected argument "shop"`, "tenant", "create", "second", "--name", "My", "shop")
	c.fails("unknown flag --nickname", "tenant", "create", "second", "--nickname", "x")
	c.fails(`unknown command "tenant destroy"`, "tenant", "destroy", "shop")
	c.fails("missing argument TENANT", "tenant", "show")
	c.fails(`unknown tenant "nobody"`, "tenant", "show", "nobody")

	changed := []string{"tenant shop was changed"}
	c.prints(changed, "tenant", "set", "shop", "siteUrl=https://shop.example", "mailFrom=hello@shop.example",
		"signup=b2b", "verifyFirst=true")
	c.prints([]string{`"siteUrl": "https://shop.example"`, `"signup": "b2b"`, `"verifyFirst": true`}, "tenant", "show",
		"shop")
	c.prints(changed, "tenant", "set", "shop", "signup=", "verifyFirst=")
	if out := c.prints(nil, "tenant", "show", "shop"); strings.Contains(out, "signup") || strings.Contains(out,
		"verifyFirst") || !strings.Contains(out, "mailFrom") {
		t.Errorf("an empty value did not remove the setting: %s", out)
	}
	c.fails(`unknown tenant "nobody"`, "tenant", "set", "nobody", "signup=b2b")
	c.fails("expected NAME=VALUE", "tenant", "set", "shop", "signup")
	c.fails(`unknown setting "sitUrl"`, "tenant", "set", "shop", "sitUrl=x")
	c.fails("must be b2c, b2b or closed", "tenant", "set", "shop", "signup=b2x")
	c.fails("expected true or false", "tenant", "set", "shop", "verifyFirst=yes")
	c.fails("must be a URL such as https://", "tenant", "set", "shop", "siteUrl=javascript:alert(1)")
	c.fails("must be an address such as hello@", "tenant", "set", "shop", "mailFrom=hello")

	c.prints(changed, "tenant", "provider", "shop", "google", "issuer=https://accounts.google.com", "audience=one",
		"audience=two", "jwks=https://accounts.google.com/keys", "nonce=true")
	c.prints([]string{`"google"`, `"one"`, `"two"`}, "tenant", "show", "shop")
	c.fails(`unknown value "isuer"`, "tenant", "provider", "shop", "google", "isuer=x")
	c.fails("provider other", "tenant", "provider", "shop", "other",
		"issuer=https://x.example") // a provider needs an audience
	c.prints(changed, "tenant", "provider", "shop", "google", "--remove")

	var key, rest bytes.Buffer
	err := runWith(t.Context(), []string{"tenant", "stream-key", "shop"}, &key, &rest, env.Map(c.vars))
	if err != nil || len(strings.Fields(key.String())) != 1 || !strings.Contains(rest.String(), "not shown again") {
		t.Errorf("stdout holds more than the key: %q, stderr %q, %v", key.String(), rest.String(), err)
	}
	for _, args := range [][]string{{}, {"-h"}, {"webhook", "-h"}} {
		c.prints([]string{"Usage: vitrine tenant COMMAND", "webhook add TENANT URL"}, append([]string{"tenant"}, args...)...)
	}
	c.prints([]string{"Usage: vitrine tenant create TENANT [flags]", "--host HOST"}, "tenant", "create", "shop", "--help")

	email := filepath.Join(t.TempDir(), "email.json")
	write := func(text string) {
		if err := os.WriteFile(email, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"subject": "Yeni parola", "text": "{{.First}}: {{.Link}}"}`)
	c.prints(changed, "tenant", "email", "shop", "reset-password.tr", email)
	c.prints([]string{"Yeni parola"}, "tenant", "show", "shop")
	c.fails("unknown email", "tenant", "email", "shop", "reset-password.de", email)
	c.fails("no such file", "tenant", "email", "shop", "reset-password.tr", email+"x")
	write(`{"subject": "x", "text": "{{.Nobody}}"}`)
	c.fails("email reset-password.tr", "tenant", "email", "shop", "reset-password.tr", email)
	c.prints(changed, "tenant", "letter", "shop", "reset-password.tr", "-")

	c.prints([]string{"tenant shop is DISABLED"}, "tenant", "disable", "shop")
	c.prints([]string{"tenant shop is ACTIVE"}, "tenant", "enable", "shop")
	c.fails(`unknown tenant "nobody"`, "tenant", "disable", "nobody")
	c.prints([]string{"was published and will sign tokens in"}, "tenant", "rotate-keys")
	var tenants, keys int
	err = db.Pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM tenant), (SELECT count(*) FROM token_key)`).
		Scan(&tenants, &keys)
	if err != nil || tenants != 1 || keys != 1 {
		t.Errorf("%d tenants, %d keys, %v", tenants, keys, err)
	}
}

func TestAccountCommands(t *testing.T) {
	t.Parallel()
	c, db := openTerminal(t)
	c.prints(nil, "tenant", "create", "shop")
	h, err := boot.Start(t.Context(), boot.Config{Gateway: true, Write: true, Addr: "127.0.0.1:0",
		DataDir: c.vars["VITRINE_DATA_DIR"], DatabaseURL: db.URL, Tarpit: -1,
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
		rq, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+h.Gateway.Addr()+"/t/shop/v1"+path,
			bytes.NewReader(text))
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
		body := map[string]any{"email": email, "password": password, "name": map[string]string{"first": "Ada",
			"last": "Lovelace"}, "contact": map[string]any{"mobileNumber": []any{}}}
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
	c.prints([]string{"Usage: vitrine user COMMAND"}, "user")
	c.prints([]string{ada, "B2C", "ACTIVE", "not verified", "Ada Lovelace"}, "user", "list", "shop")
	c.prints([]string{ada}, "user", "list", "shop", "LOVELACE")
	if out := c.prints(nil, "user", "list", "shop", "nobody"); out != "" {
		t.Errorf("found an account without the word: %s", out)
	}
	shown := c.prints([]string{"Ada Lovelace <" + ada + ">", "phone none, email verified never", "session ", "active",
		"signup"}, "user", "show", "shop", "ADA@example.com")
	if strings.Contains(shown, "argon2") || strings.Contains(shown, password) {
		t.Errorf("secrets are shown: %s", shown)
	}
	c.prints([]string{"1 sessions of " + ada + " are ended"}, "user", "logout", "shop", ada)
	c.prints([]string{"ended"}, "user", "show", "shop", ada)
	login(ada, http.StatusOK)
	c.prints([]string{ada + " is locked; 1 sessions are ended"}, "user", "lock", "shop", ada)
	login(ada, http.StatusUnauthorized)
	c.prints([]string{ada + " is unlocked"}, "user", "unlock", "shop", ada)
	login(ada, http.StatusOK)
	c.fails("the account is not waiting for approval", "user", "approve", "shop", ada)
	c.prints(nil, "tenant", "set", "shop", "signup=b2b")
	signUp("firm@example.com", map[string]any{"company": map[string]string{"name": "Firm", "taxNumber": "1234567890",
		"taxOffice": "Kadıköy"}})
	login("firm@example.com", http.StatusUnauthorized) // before the first proof, as for a wrong password
	c.prints([]string{"firm@example.com", "PENDING"}, "user", "list", "shop", "firm")
	c.prints([]string{"firm@example.com is approved"}, "user", "approve", "shop", "firm@example.com")
	login("firm@example.com", http.StatusOK)
	c.prints([]string{"company", "Kadıköy"}, "user", "show", "shop", "firm@example.com")

	c.fails(`unknown command "user ban"`, "user", "ban", "shop", ada)
	c.fails("missing argument EMAIL", "user", "lock", "shop")
	c.fails("not an email address", "user", "lock", "shop", "ada")
	c.fails("is neither an email address nor the id", "user", "show", "shop", "ada")
	for _, verb := range []string{"show", "lock", "unlock", "approve", "logout"} {
		c.fails("tenant shop has no account nobody@example.com", "user", verb, "shop", "nobody@example.com")
		c.fails("tenant nobody has no account "+ada, "user", verb, "nobody", ada)
	}
}

func TestEditExplainsErrors(t *testing.T) {
	t.Parallel()
	c, db := openTerminal(t)
	for _, sql := range []string{`INSERT INTO tenant (id, name) VALUES ('shop', 'Shop')`,
		`INSERT INTO product (tenant_id, slug, name) VALUES ('shop', 'lamp', 'Lamp'), ('shop', 'vase', 'Vase')`,
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
		c.fails(want, "edit", "product", slug, pair, "--tenant", "shop", "--gateway", ready.URL)
	}
	f(`product lamp was not changed: product has no column "prize"; it has id, tenant_id, slug`, "lamp", "prize=1")
	f(`product lamp was not changed: invalid input syntax for type numeric: "cheap"`, "lamp", "amount=cheap")
	f("it violates the constraint product_amount_positive of product: CHECK", "lamp", "amount=-1")
	f("duplicate in product: Key (tenant_id, slug)=(shop, vase) already exists", "lamp", "slug=vase")
	f("it references a row that does not exist", "lamp", "brand_id=0123456789abcdef01234567")
	f("product.name must not be empty", "lamp", "name=NULL")
	f("product lamp was not changed: lamps rest on Sundays", "lamp", "stock=7")
	f("tenant shop has no product with the slug lmap", "lmap", "amount=1")
	c.prints([]string{"3 of 3 edits changed nothing"}, "edit", "product", "lamp", "name=Lamp", "--times", "3", "--tenant",
		"shop", "--gateway", ready.URL)
}

func TestUnknownFlagsAndArgumentsAreRefused(t *testing.T) {
	t.Parallel()
	c := terminal{t, map[string]string{"VITRINE_DATA_DIR": t.TempDir()}}
	for _, args := range [][]string{{"serve", "--nope"}, {"serve", "now"}, {"gateway", "-x"}, {"ingest", "x"},
		{"writesvc", "--help=x"}, {"migrate", "down"}, {"seed", "demo", "atelier"},
		{"dsn", "x"}, {"doctor", "--fix"}, {"openapi", "x"}, {"env", "x"}} {
		out, err := c.run(args...)
		if err == nil || exit(err, io.Discard) != 2 || !strings.Contains(err.Error(), args[len(args)-1]) || out != "" {
			t.Errorf("vitrine %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	if entries, err := os.ReadDir(c.vars["VITRINE_DATA_DIR"]); err != nil || len(entries) > 0 {
		t.Errorf("files were created: %v, %v", entries, err)
	}
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	failed := errors.New("failed")
	for want, err := range map[int]error{0: nil, 1: failed, 2: cli.UsageError{Err: failed},
		3: cli.PartialError{Err: failed}, 130: fmt.Errorf("stopped: %w", context.Canceled)} {
		if got := exit(err, io.Discard); got != want {
			t.Errorf("%v: exit code %d, want %d", err, got, want)
		}
	}
}

// Secrets, and URLs that may hold a password, are never printed, whether the value is valid or not.
func TestSecretsAreNotPrinted(t *testing.T) {
	t.Parallel()
	vars := map[string]string{}
	for _, v := range env.All() {
		for _, value := range []string{"postgres://u:hunter2@h/d", "nats://u:hunter2@h:4222", "nats://hunter2@h",
			"https://u:hunter2@h/", "u:hunter2@h:1", "nats://u:hunter2@h:1,nats://u:hunter2@i:1"} {
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
	terminal{t, map[string]string{"VITRINE_PEPPER": strings.Repeat("hunter2", 9),
		"VITRINE_NATS_URL": "nats://u:hunter2@h:4222"}}.prints([]string{"(set, not shown)", " nats://…@h:4222 "}, "env")
}

func TestPortInUseIsReportedBeforeAnythingStarts(t *testing.T) {
	t.Parallel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	for _, name := range []string{"VITRINE_ADDR", "VITRINE_WRITESVC_ADDR"} {
		c := terminal{t, map[string]string{"VITRINE_DATA_DIR": t.TempDir(), "VITRINE_ADDR": "127.0.0.1:0",
			name: ln.Addr().String()}}
		out, err := c.run("serve")
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%s=%s: the address is in use", name,
			ln.Addr())) || strings.Contains(out, "postgres") {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// The doctor reports what serve would refuse, and nothing else.
func TestDoctorFindsWhatServeRefuses(t *testing.T) {
	t.Parallel()
	const good = "8c1fd9d4e3b0479a6f25c07be1d83a964b7715f0a2ce6d38905e41fbc7a6d213"
	const good2 = "e07b4c912fda6358c14e90b7d2a5f86310cb7de94a82f6351bd07ce8943fa26b"
	f := func(name, value string, more ...string) {
		t.Helper()
		c := terminal{t, map[string]string{"VITRINE_DATA_DIR": t.TempDir(), "VITRINE_ADDR": "127.0.0.1:0", name: value}}
		for i := 0; i+1 < len(more); i += 2 {
			c.vars[more[i]] = more[i+1]
		}
		out, err := c.run("doctor")
		if n := strings.Count(out, "WRONG"); err == nil || n != 1 || !strings.Contains(out,
			"WRONG configuration  "+name) || strings.Contains(out, "hunter2") {
			t.Errorf("doctor, %s=%s: %v\n%s", name, value, err, out)
		}
		if _, err := c.run("serve"); err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(),
			"hunter2") {
			t.Errorf("serve, %s=%s: %v", name, value, err)
		}
		if entries, err := os.ReadDir(c.vars["VITRINE_DATA_DIR"]); err != nil || len(entries) > 0 {
			t.Errorf("%s=%s: files were created: %v, %v", name, value, entries, err)
		}
	}
	f("VITRINE_TRUSTED_PROXIES", "10.0.0.0/99")
	f("VITRINE_TOKEN_SECRET", "hunter2")
	f("VITRINE_TOKEN_SECRET", "file:/nowhere/at/all")
	f("VITRINE_PEPPER", "hunter2")
	f("VITRINE_PEPPER", strings.Repeat("00", 32))
	f("VITRINE_ADMIN_TOKEN", "hunter2")
	f("VITRINE_ADMIN_TOKEN", "", "VITRINE_ADMIN_ADDR", "0.0.0.0:0")
	f("VITRINE_VAPID_KEY", "hunter2")
	f("VITRINE_SMTP_URL", "http://user:hunter2@host")
	f("VITRINE_SMTP_URL", "smtp://user:hunter2@host?tls=perhaps")
	f("VITRINE_SMS_URL", "https://api.example/Messages.json?from=hunter2")
	f("VITRINE_MAIL_FROM", "shop")
	f("VITRINE_DATABASE_URL", "postgres://user:hunter2@host:port/db")
	f("VITRINE_CACHE_BYTES", "much")
	f("VITRINE_NATS_URL", "127.0.0.1:4222")
	f("VITRINE_ADDR", "8080")
	f("VITRINE_TOKEN_SECRET", "", "VITRINE_ENV", "production", "VITRINE_PEPPER", good, "VITRINE_SMTP_URL",
		"smtp://127.0.0.1:1")
	f("VITRINE_PEPPER", "", "VITRINE_ENV", "production", "VITRINE_TOKEN_SECRET", good, "VITRINE_SMTP_URL",
		"smtp://127.0.0.1:1")
	f("VITRINE_TRUSTED_PROXIES", "0.0.0.0/0", "VITRINE_ENV", "production", "VITRINE_TOKEN_SECRET", good, "VITRINE_PEPPER",
		good2, "VITRINE_SMTP_URL", "smtp://127.0.0.1:1")
	f("VITRINE_TRUSTED_PROXIES", "10.0.0.0/8,::/0", "VITRINE_ENV", "production", "VITRINE_TOKEN_SECRET", good,
		"VITRINE_PEPPER", good2, "VITRINE_SMTP_URL", "smtp://127.0.0.1:1")
	f("VITRINE_SMTP_URL", "", "VITRINE_ENV", "production", "VITRINE_TOKEN_SECRET", good, "VITRINE_PEPPER", good2)
	f("VITRINE_PEPPER", good, "VITRINE_ENV", "production", "VITRINE_TOKEN_SECRET", good, "VITRINE_SMTP_URL",
		"smtp://127.0.0.1:1")
	f("VITRINE_NATS_REPLICAS", "6")

	c := terminal{t, map[string]string{"VITRINE_DATA_DIR": t.TempDir(), "VITRINE_ADDR": "127.0.0.1:0",
		"VITRINE_TRUSTED_PROXIES": "10.0.0.0/8", "VITRINE_TOKEN_SECRET": good, "VITRINE_PEPPER": good2,
		"VITRINE_SMTP_URL": "smtp://127.0.0.1:25", "VITRINE_MAIL_FROM": "shop@example.com", "VITRINE_ENV": "production"}}
	c.prints([]string{"ok    configuration  ok"}, "doctor")
}
