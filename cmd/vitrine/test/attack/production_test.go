package attack

import (
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

const (
	goodSecret  = "8c1fd9d4e3b0479a6f25c07be1d83a964b7715f0a2ce6d38905e41fbc7a6d213"
	otherSecret = "e07b4c912fda6358c14e90b7d2a5f86310cb7de94a82f6351bd07ce8943fa26b"
	adminSecret = "37d2ac815be96f04c8e1570fa3b94d62e80f1c6b95da2743f6c08b1e7d59a24c"
)

// productive are settings of production.
func productive(more ...string) []string {
	return append([]string{"VITRINE_ENV=production", "VITRINE_TOKEN_SECRET=" + goodSecret, "VITRINE_PEPPER=" + otherSecret,
		"VITRINE_SMTP_URL=smtp://127.0.0.1:1", "VITRINE_SITE_URL=https://shop.example",
		"VITRINE_MAIL_FROM=shop@shop.example", "VITRINE_API_URL=https://api.shop.example",
		"VITRINE_ADMIN_TOKEN=" + adminSecret}, more...)
}

func (s *Server) file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(s.Dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const nestpay = `{"provider":"nestpay","nestpay":{"clientId":"1","user":"u","password":"file:PASSWORD",` +
	`"storeKey":"file:PASSWORD","gateUrl":"https://127.0.0.1:1/gate","apiUrl":"https://127.0.0.1:1/api"}}`

// One tenant with settings of development kept the next start in production down, for every tenant.
func TestOneBadTenantDoesNotKeepOthersDown(t *testing.T) {
	t.Parallel()
	admin := testkit.FreeAddr(t)
	s := Prepare(t, productive("VITRINE_ADMIN_ADDR="+admin)...)
	if os.Getenv(otherBinary) != "" {
		if out, err := s.Run(t, "", "migrate"); err != nil {
			t.Fatalf("migrate: %v %s", err, out)
		}
	}
	s.exec(t, `INSERT INTO tenant (id, name, language, status) VALUES ('bad', 'Bad', 'en', 'ACTIVE'),
('torn', 'Torn', 'en', 'ACTIVE'), ('good', 'Good', 'en', 'ACTIVE')`)
	s.exec(t, `INSERT INTO tenant_payment (tenant_id, settings) VALUES ('bad', '{"provider": "sandbox"}'),
('torn', '{"provider": 7}')`)
	password := s.file(t, "password", "hunter2hunter2")
	settings := strings.ReplaceAll(nestpay, "PASSWORD", password)
	if out, err := s.Run(t, settings, "payment", "settings", "good", "-"); err != nil && os.Getenv(otherBinary) == "" {
		t.Fatalf("settings of production: %v %s", err, out)
	}
	s.Start(t)
	at := func(tenant string) *Client { return &Client{Server: s, Tenant: tenant, From: Address()} }
	for _, tenant := range []string{"bad", "torn", "good"} {
		at(tenant).Post(t, "/auth/login", map[string]string{"email": "a@example.com", "password": kit.Password}, 401)
	}
	pay := func(tenant, code string) {
		t.Helper()
		installments := map[string]any{"amount": 10, "bin": "415565"}
		r, err := at(tenant).Try(t.Context(), http.MethodPost, "/payment/installment", installments)
		if err != nil || r.Text("code") != code || code == "" && r.Status != 200 {
			t.Errorf("payments of %s: %v %s, want %s", tenant, err, r.Body, code)
		}
	}
	pay("bad", "METHOD_OFF")
	pay("torn", "UNAVAILABLE")
	pay("good", "")
	operators := []string{"Authorization", "Bearer " + adminSecret, "Accept", "application/json"}
	status := func() string { return string(fetch(t, "http://"+admin+"/status", operators...).Body) }
	if body := status(); !strings.Contains(body, `"subject":"bad"`) || !strings.Contains(body, `"subject":"torn"`) ||
		strings.Contains(body, `"subject":"good"`) {
		t.Errorf("/status: %s", body)
	}
	metrics := func() string { return string(fetch(t, "http://"+admin+"/metrics", operators...).Body) }
	if !strings.Contains(metrics(), `vitrine_alarms{name="payment-settings"} 2`) {
		t.Error("/metrics does not count two alarms")
	}
	if !strings.Contains(s.Log(), "subject=bad") {
		t.Errorf("the log does not name the tenant:\n%s", s.Log())
	}

	// The operator's shell has only the URL of the database. It still refuses what production refuses.
	shell := &Server{Dir: s.Dir, Env: []string{"PATH=" + os.Getenv("PATH"), "VITRINE_DATABASE_URL=" + s.URL}}
	for what, text := range map[string]string{
		"the sandbox bank": `{"provider":"sandbox"}`,
		"a literal secret": strings.ReplaceAll(nestpay, "file:PASSWORD", "hunter2"),
		"a literal webhook secret": `{"transfer":{"iban":"TR330006100519786457841326","holder":"H","bank":"B",` +
			`"webhookSecrets":["hunter2"]}}`,
	} {
		out, err := shell.Run(t, text, "payment", "settings", "bad", "-")
		if err == nil || strings.Contains(out, "hunter2") {
			t.Errorf("%s is accepted: %v %s", what, err, out)
		}
	}
	if out, err := shell.Run(t, settings, "payment", "settings", "bad", "-"); err != nil {
		t.Fatalf("good settings: %v %s", err, out)
	}
	if out, err := shell.Run(t, "", "payment", "settings", "bad"); err != nil || !strings.Contains(out, "nestpay") {
		t.Errorf("payment settings: %v %s", err, out)
	}
	pay("bad", "") // without a restart
	s.exec(t, `UPDATE tenant_payment SET settings = '{}' WHERE tenant_id = 'torn'`)
	testkit.Until(t, "the alarms end", func() bool {
		time.Sleep(200 * time.Millisecond)
		return strings.Contains(metrics(), `vitrine_alarms{name="payment-settings"} 0`)
	})
}

// Production started with secrets that anyone guesses.
func TestProductionRefusesWeakSecrets(t *testing.T) {
	t.Parallel()
	s := Prepare(t, productive()...)
	usual := s.Env
	for what, secret := range map[string]string{
		"all zero":     strings.Repeat("0", 64),
		"one byte":     strings.Repeat("ab", 32),
		"short":        goodSecret[:62],
		"a repetition": goodSecret[:32] + goodSecret[:32],
		"counting up":  "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
	} {
		names := []string{"VITRINE_TOKEN_SECRET", "VITRINE_PEPPER", "VITRINE_VAPID_KEY", "VITRINE_ADMIN_TOKEN"}
		s.Env = slices.Clone(usual)
		for _, name := range names {
			s.Env = append(s.Env, name+"="+secret)
		}
		out, err := s.Run(t, "", "doctor")
		for _, name := range names {
			if what == "short" && name == "VITRINE_ADMIN_TOKEN" {
				continue // 62 characters are enough for a token
			}
			if err == nil || !strings.Contains(out, "WRONG configuration  "+name) || strings.Contains(out, secret) {
				t.Errorf("doctor, %s %s: %v %s", name, what, err, out)
			}
		}
	}
	s.Env = append(slices.Clone(usual), "VITRINE_TOKEN_SECRET="+strings.Repeat("0", 64))
	if out, err := s.Run(t, "", "serve"); err == nil || !strings.Contains(out, "VITRINE_TOKEN_SECRET") {
		t.Errorf("serve: %v %s", err, out)
	}
}

// Production started with one value for two secrets, in any of the forms that a secret may have.
func TestProductionRefusesOneValueForTwoSecrets(t *testing.T) {
	t.Parallel()
	s := Prepare(t, productive()...)
	usual := s.Env
	raw, err := hex.DecodeString(goodSecret)
	if err != nil {
		t.Fatal(err)
	}
	in64 := base64.StdEncoding.EncodeToString(raw)
	file := s.file(t, "kept", goodSecret+"\n")
	for name, setting := range map[string]string{
		"VITRINE_PEPPER":                goodSecret,
		"VITRINE_ADMIN_TOKEN":           "file:" + file,
		"VITRINE_VAPID_KEY":             in64,
		"VITRINE_MEILI_KEY":             strings.ToUpper(goodSecret),
		"VITRINE_SMTP_URL":              "smtp://vitrine:" + goodSecret + "@127.0.0.1:1",
		"VITRINE_TOKEN_SECRET_PREVIOUS": otherSecret, // the pepper
		"VITRINE_PEPPER_PREVIOUS":       goodSecret,
	} {
		s.Env = append(slices.Clone(usual), name+"="+setting)
		other := "VITRINE_TOKEN_SECRET"
		if name == "VITRINE_TOKEN_SECRET_PREVIOUS" {
			other = "VITRINE_PEPPER"
		}
		commands := []string{"doctor"}
		if name == "VITRINE_PEPPER" {
			commands = append(commands, "serve")
		}
		for _, command := range commands {
			out, err := s.run(t, 20*time.Second, "", command)
			if err == nil || !strings.Contains(out, "has the same value as") || !strings.Contains(out, name) ||
				!strings.Contains(out, other) || strings.Contains(strings.ToLower(out), goodSecret) ||
				strings.Contains(out, otherSecret) || strings.Contains(out, in64) {
				t.Errorf("%s, %s: %v\n%s", command, name, err, out)
			}
		}
	}
	s.Env = append(slices.Clone(usual), "VITRINE_TOKEN_SECRET_PREVIOUS="+goodSecret,
		"VITRINE_PEPPER_PREVIOUS="+otherSecret)
	if out, _ := s.Run(t, "", "doctor"); strings.Contains(out, "has the same value as") {
		t.Errorf("secrets that are also listed as earlier ones:\n%s", out)
	}
}

// A tenant's settings named a secret of the service itself, which its bank then knows.
func TestNoTenantUsesASecretOfTheService(t *testing.T) {
	t.Parallel()
	s := Prepare(t, productive()...)
	if out, err := s.Run(t, "", "migrate"); err != nil {
		t.Fatalf("migrate: %v %s", err, out)
	}
	s.exec(t, `INSERT INTO tenant (id, name, language, status) VALUES ('own', 'Own', 'en', 'ACTIVE')`)
	file := s.file(t, "password", otherSecret+"\n")
	settings := strings.ReplaceAll(nestpay, "PASSWORD", file)
	if out, err := s.Run(t, settings, "payment", "settings", "own", "-"); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	s.Start(t)
	own := &Client{Server: s, Tenant: "own", From: Address()}
	r, err := own.Try(t.Context(), http.MethodPost, "/payment/installment", map[string]any{"amount": 10, "bin": "415565"})
	if err != nil || r.Status != http.StatusServiceUnavailable {
		t.Errorf("payments: %v %d %s", err, r.Status, r.Body)
	}
	if log := s.Log(); !strings.Contains(log, "the same value as VITRINE_PEPPER") || strings.Contains(log, otherSecret) {
		t.Errorf("the log:\n%s", log)
	}
}

// Production was silent about settings that its tenants need.
func TestProductionNamesMissingSettings(t *testing.T) {
	t.Parallel()
	s := Prepare(t, "VITRINE_ENV=production", "VITRINE_TOKEN_SECRET="+goodSecret, "VITRINE_PEPPER="+otherSecret,
		"VITRINE_SMTP_URL=smtp://127.0.0.1:1", "VITRINE_TRUSTED_PROXIES=", "VITRINE_ADMIN_ADDR="+testkit.FreeAddr(t),
		"VITRINE_ADMIN_TOKEN="+adminSecret)
	if out, err := s.Run(t, "", "migrate"); err != nil {
		t.Fatalf("migrate: %v %s", err, out)
	}
	s.exec(t, `INSERT INTO tenant (id, name, language, status) VALUES ('own', 'Own', 'en', 'ACTIVE')`)
	s.exec(t, `INSERT INTO tenant_auth (tenant_id, settings)
SELECT id, '{"siteUrl": "https://own.example", "mailFrom": "a@own.example"}' FROM tenant`)
	s.Start(t)
	out, _ := s.Run(t, "", "doctor")
	for _, name := range []string{"VITRINE_SITE_URL", "VITRINE_MAIL_FROM", "VITRINE_API_URL"} {
		if strings.Contains(s.Log(), name+" is not set") || strings.Contains(out, name+" is not set") {
			t.Errorf("%s is missed although nothing needs it", name)
		}
	}
	s.exec(t, `UPDATE tenant_auth SET settings = '{}' WHERE tenant_id = 'own'`)
	s.exec(t, `INSERT INTO tenant_payment (tenant_id, settings) VALUES ('own', '{"provider": "nestpay"}')`)
	s.Kill()
	s.Start(t)
	out, _ = s.Run(t, "", "doctor")
	for _, name := range []string{"VITRINE_SITE_URL", "VITRINE_MAIL_FROM", "VITRINE_API_URL", "VITRINE_TRUSTED_PROXIES"} {
		if !strings.Contains(s.Log(), name+" is not set") {
			t.Errorf("start does not name %s:\n%s", name, s.Log())
		}
		if !strings.Contains(out, name+" is not set") {
			t.Errorf("doctor does not name %s:\n%s", name, out)
		}
	}
}

// Behind a proxy that nobody declared, all clients share one address and its limits.
func TestAnUndeclaredProxyIsReported(t *testing.T) {
	t.Parallel()
	admin := testkit.FreeAddr(t)
	s := Open(t, "VITRINE_TRUSTED_PROXIES=", "VITRINE_ADMIN_ADDR="+admin, "VITRINE_ADMIN_TOKEN="+adminSecret)
	c := s.Tenant(t) // its requests have X-Forwarded-For
	for range 3 {
		c.Do(t, http.MethodGet, "/basket", nil)
	}
	operators := []string{"Authorization", "Bearer " + adminSecret, "Accept", "application/json"}
	body := string(fetch(t, "http://"+admin+"/status", operators...).Body)
	if !strings.Contains(body, "undeclared-proxy") {
		t.Errorf("/status: %s", body)
	}
	metrics := string(fetch(t, "http://"+admin+"/metrics", operators...).Body)
	if !strings.Contains(metrics, "\nvitrine_undeclared_proxy_requests_total ") ||
		strings.Contains(metrics, "\nvitrine_undeclared_proxy_requests_total 0\n") {
		t.Error("/metrics does not count the requests")
	}
	if n := strings.Count(s.Log(), "name=undeclared-proxy"); n != 1 {
		t.Errorf("%d log lines, want 1:\n%s", n, s.Log())
	}
	if out, _ := s.Run(t, "", "doctor"); !strings.Contains(out, "undeclared-proxy") {
		t.Errorf("doctor: %s", out)
	}
}

// A proxy that writes the port into X-Forwarded-For made all clients share its own address.
func TestForwardedAddressesMayHavePorts(t *testing.T) {
	t.Parallel()
	c := Shared(t).Tenant(t)
	for address, same := range map[string]string{
		"203.0.113.77:4711":          "203.0.113.77",
		"[2001:db8:77::1]:443":       "2001:db8:77::1",
		"1.1.1.1, 198.51.100.77:80":  "198.51.100.77",
		" [2001:db8:78::1] ":         "2001:db8:78::1",
		"6.6.6.6,[2001:db8:79::1]:1": "2001:db8:79::1",
	} {
		p := c.At(address).SignUp(t, strings.NewReplacer(":", "", ".", "", "[", "", "]", "", " ", "", ",", "").
			Replace(address)+"@example.com")
		n := c.Count(t, `SELECT count(*) FROM account_session WHERE tenant_id = $1 AND account_id = $2 AND address = $3`,
			c.Tenant, p.Id, same)
		if n != 1 {
			t.Errorf("%s does not count as %s", address, same)
		}
	}
}
