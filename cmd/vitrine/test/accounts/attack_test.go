package accounts

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
)

func TestTheTenantMustBeNamedOnceAndCorrectly(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	login := map[string]string{"email": "ada@example.com", "password": kit.Password}
	for _, path := range []string{"/auth/signup", "/auth/login", "/auth/logout", "/auth/refresh-tokens",
		"/auth/forgot-password", "/auth/reset-password?token=x",
		"/auth/send-verification-email", "/auth/send-phone-verification", "/auth/verify-phone", "/auth/resend-otp",
		"/auth/verify-otp", "/auth/social-login"} {
		body := any(login)
		if strings.HasPrefix(path, "/auth/send-") {
			body = nil
		}
		a.Post(t, path, body, "x-service-client", "-").Want(t, path+" without a shop", 400, "TENANT_REQUIRED")
		a.Post(t, path, body, "x-service-client", "nobody").Want(t, path+" of nobody", 404, "TENANT_UNKNOWN")
		a.Post(t, path, body, "x-service-client", "closed").Want(t, path+" of one that is switched off", 403,
			"TENANT_DISABLED")
	}
	for _, name := range []string{strings.Repeat("a", 10_000), "şhop", "shop'--", "SHOP", "shop ", "../shop"} {
		r := a.Post(t, "/auth/login", login, "x-service-client", name)
		if r.Status != 404 && r.Status != 400 && r.Status != 401 { // outer spaces are not part of a header
			t.Errorf("%.20q: %d %s", name, r.Status, r.Body)
		}
	}
	if r := a.Send(t, http.MethodPost, "/v1/auth/login", "x-service-client", "shop", "x-service-client", "other",
		"Content-Type", "application/json"); r.Status != 400 {
		t.Errorf("two tenants: %d %s", r.Status, r.Body)
	}
	if r := a.Send(t, http.MethodPost, "/t/other/v1/auth/login", "x-service-client", "shop"); r.Status != 400 ||
		r.At("code") != "TENANT_MISMATCH" {
		t.Errorf("header and URL disagree: %d %s", r.Status, r.Body)
	}
	if r := a.Send(t, http.MethodPost, "/t/shop/v1/auth/send-verification-email"); r.Status != 401 {
		t.Errorf("the URL names the tenant: %d %s", r.Status, r.Body)
	}
}

func TestInvalidBodiesAreRefused(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	const path = "/auth/login"
	f := func(status int, code, body string, headers ...string) {
		t.Helper()
		a.Post(t, path, body, headers...).Want(t, fmt.Sprintf("%.60q %q", body, headers), status, code)
	}
	const ok = `{"email":"ada@example.com","password":"wrong horse"}`
	f(401, "INVALID_CREDENTIALS", ok)
	f(401, "INVALID_CREDENTIALS", ok, "Content-Type", "application/json; charset=UTF-8")
	f(415, "UNSUPPORTED_MEDIA_TYPE", ok, "Content-Type", "-")
	f(415, "UNSUPPORTED_MEDIA_TYPE", ok, "Content-Type", "text/plain")
	f(415, "UNSUPPORTED_MEDIA_TYPE", ok, "Content-Type", "multipart/form-data; boundary=x")
	f(415, "UNSUPPORTED_MEDIA_TYPE", ok, "Content-Type", "application/x-www-form-urlencoded")
	f(415, "UNSUPPORTED_MEDIA_TYPE", ok, "Content-Type", "application/json; charset=utf-16")
	f(415, "UNSUPPORTED_MEDIA_TYPE", ok, "Content-Encoding", "gzip")
	f(400, "INVALID_PARAMETER", `{"email":"a@example.com","password":"x","password":"y"}`)
	f(400, "INVALID_PARAMETER", `{"email":"a@example.com","password":"x","PASSWORD":"y"}`)
	f(400, "INVALID_PARAMETER", `{"Email":"a@example.com","password":"x"}`)
	f(400, "INVALID_PARAMETER", `{"email":"a@example.com","password":"x","role":"admin"}`)
	f(400, "INVALID_PARAMETER", `{"email":"a@example.com","password":"x","__proto__":{}}`)
	f(400, "INVALID_PARAMETER", `{"email":["a@example.com"],"password":"x"}`)
	f(400, "INVALID_PARAMETER", `{"email":{"$ne":null},"password":"x"}`)
	f(400, "INVALID_PARAMETER", `{"email":"a@example.com","password":12345678}`)
	f(400, "INVALID_PARAMETER", `{"email":null,"password":"x"}`)
	f(400, "INVALID_PARAMETER", `{}`)
	f(400, "INVALID_PARAMETER", `null`)
	f(400, "INVALID_PARAMETER", `[]`)
	f(400, "INVALID_PARAMETER", `"x"`)
	f(400, "INVALID_REQUEST", ``)
	f(400, "INVALID_REQUEST", ok+ok)
	f(400, "INVALID_REQUEST", ok+"x")
	f(400, "INVALID_REQUEST", ok[:10])
	f(400, "INVALID_REQUEST", "{\"email\":\"a\xff@example.com\",\"password\":\"x\"}")
	f(400, "INVALID_REQUEST", strings.Repeat("[", 10_000))
	f(400, "INVALID_REQUEST", `{"email":`+strings.Repeat(`{"a":`, 1000)+`1`+strings.Repeat(`}`, 1000)+`}`)
	r := a.Post(t, path, `{"email":"`+strings.Repeat("a", 64<<10)+`"}`)
	if r.Status != 413 {
		t.Errorf("over 64 KB: %d %.200s", r.Status, r.Body)
	}
	me := a.SignUp(t, "ada@example.com")
	a.Post(t, "/auth/send-verification-email", `{"email":"eve@example.com"}`, me.As()...).Want(t,
		"a body where none is taken", 400, "INVALID_PARAMETER")
	for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodDelete, http.MethodPatch, "PROPFIND"} {
		if r := a.Request(t, method, path).Want(t, method, 405,
			"METHOD_NOT_ALLOWED"); r.Header.Get("Allow") != "OPTIONS, POST" {
			t.Errorf("%s: Allow: %s", method, r.Header.Get("Allow"))
		}
	}
	if r := a.Request(t, http.MethodOptions, path); r.Status != 204 ||
		!strings.Contains(r.Header.Get("Access-Control-Allow-Headers"), "authorization") {
		t.Errorf("OPTIONS: %d %v", r.Status, r.Header)
	}
	for _, p := range []string{"/auth", "/auth/", "/auth/login/", "/auth/logins", "/auth/Login", "/authx",
		"/auth/login.css", "/auth/sessions/a/b"} {
		if r := a.Post(t, p, ok); r.Status != 404 {
			t.Errorf("%s: %d %s", p, r.Status, r.Body)
		}
	}
	for _, p := range []string{"/auth/%6cogin", "/auth%2flogin", "/auth//login", "/auth/./login", "/auth/x/../login",
		"/auth;x/login"} {
		if r := a.Send(t, http.MethodPost, "/v1"+p, "x-service-client", "shop", "Content-Type",
			"application/json"); r.Status != 400 && r.Status != 404 {
			t.Errorf("%s: %d %s", p, r.Status, r.Body)
		}
	}
}

func TestASignUpGrantsNoExtraRights(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	for _, member := range []string{"role", "ROLE", "isEmailVerified", "emailVerified", "email_verified_at", "tenantId",
		"tenant_id", "_id", "id", "balance", "status", "type", "__proto__", "constructor"} {
		a.Post(t, "/auth/signup", kit.SignUp("ada@example.com", member, "x")).Want(t, member, 400, "INVALID_PARAMETER")
	}
	a.Post(t, "/auth/signup", kit.SignUp("ada@example.com", "name.role", "x")).Want(t, "name.role", 400,
		"INVALID_PARAMETER")
	a.Post(t, "/auth/signup", kit.SignUp("ada@example.com", "company",
		map[string]string{"name": "X", "taxNumber": "1"})).Want(t, "company", 400, "INVALID_PARAMETER")
	if n := a.Count(t, `SELECT count(*) FROM account`); n != 0 {
		t.Errorf("%d accounts", n)
	}
}

func TestInvalidSignUpsAreRefused(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	f := func(member string, value any) {
		t.Helper()
		r := a.Post(t, "/auth/signup", kit.SignUp("ada@example.com", member, value)).Want(t,
			fmt.Sprintf("%s %.40v", member, value), 400, "INVALID_PARAMETER")
		if s, ok := value.(string); ok && member == "password" && len(s) > 3 && s != "password" &&
			strings.Contains(string(r.Body), s) {
			t.Errorf("the answer repeats the password: %s", r.Body)
		}
	}
	for _, email := range []any{nil, "", " ", "ada", "ada@", "@example.com", "ada@localhost", "ada@[127.0.0.1]",
		"ada@127.0.0.1", "<ada@example.com>", "Ada <ada@example.com>", `"a b"@example.com`,
		"a b@example.com", "ada@exa mple.com", "ada@example.com,eve@example.com", "ada@example.com\r\nBcc: eve@example.com",
		"ada@@example.com", "a\x00@example.com", "ada@-example.com",
		strings.Repeat("a", 65) + "@example.com", "a@" + strings.Repeat("a.", 130) + "com", ".ada@example.com",
		"ada.@example.com", "a..b@example.com", []string{"ada@example.com", "eve@example.com"}, 7,
		"ada@example.com\u202e", "a\u200bda@example.com"} {
		f("email", email)
	}
	for _, password := range []any{nil, "", "1234567", "password", "Password1", "12345678", "87654321", "aaaaaaaa",
		"abababab", "qwertyuiop", "şifre123", "ada@example.com", strings.Repeat("a1", 129), "seven77", 12345678,
		"nul\x00nul\x00"} {
		f("password", password)
	}
	for _, name := range []any{nil, "", "   ", strings.Repeat("a", 101), "a\nb", "a\u202eb", 7, []string{"Ada"}} {
		f("name.first", name)
		f("name.last", name)
	}
	f("name", nil)
	f("contact", nil)
	f("contact.mobileNumber", nil)
	f("language", "de")
	entry := func(changes ...any) []any {
		e := map[string]any{"areaCode": 532, "countryCode": 90, "isoCode": "TR", "phoneNumber": 1234567}
		for i := 0; i+1 < len(changes); i += 2 {
			e[changes[i].(string)] = changes[i+1]
		}
		return []any{e}
	}
	for _, v := range []any{-1, 1.5, json.Number("1e20"), "532", json.Number("1e400"), true, []int{1}, nil} {
		f("contact.mobileNumber", entry("phoneNumber", v))
		if v != nil { // some countries have no area codes
			f("contact.mobileNumber", entry("areaCode", v))
		}
		f("contact.mobileNumber", entry("countryCode", v))
	}
	f("contact.mobileNumber", entry("isoCode", "tr"))
	f("contact.mobileNumber", entry("isoCode", "US"))
	f("contact.mobileNumber", entry("isoCode", "XX"))
	f("contact.mobileNumber", entry("isoCode", "TUR"))
	f("contact.mobileNumber", entry("ext", "5"))
	f("contact.mobileNumber", entry("areaCode", 999, "phoneNumber", 1))
	many := []any{}
	for range 1000 {
		many = append(many, entry()[0])
	}
	if r := a.Post(t, "/auth/signup", kit.SignUp("ada@example.com", "contact.mobileNumber", many)); r.Status != 400 &&
		r.Status != 413 {
		t.Errorf("1000 numbers: %d", r.Status)
	}
	f("contact.mobileNumber", many[:11])
	if n := a.Count(t, `SELECT count(*) FROM account`); n != 0 {
		t.Errorf("%d accounts", n)
	}
	// These are valid.
	for i, email := range []string{"ada+tag@example.com", "o'hara@example.com", "ŞÜKRÜ@örnek.com.tr", "ａｄａ＠example.org",
		"ada@EXAMPLE.net."} {
		a.Post(t, "/auth/signup", kit.SignUp(email, "password", fmt.Sprintf("correct horse %d", i), "contact.mobileNumber",
			entry("areaCode", 532, "phoneNumber", 12345))).Want(t, email, 201, "")
	}
	for _, email := range []string{"şükrü@xn--%.com.tr", "ada@example.org", "ada@example.net"} {
		if a.Count(t, `SELECT count(*) FROM account WHERE email LIKE $1`, email) != 1 {
			t.Errorf("no account has the address %s", email)
		}
	}
}

// Every spelling of an email address counts on one counter, for every grant (CVE-2025-24806, CVE-2026-47203,
// CVE-2026-9798).
func TestALockOutCountsEverySpellingOfAnAccount(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t, func(w *kit.WriteConfig) { w.Auth.Limits.FailAddress.Burst = 1000 })
	p := a.SignUp(t, "ada@example.com")
	spellings := []string{"ada@example.com", "ADA@EXAMPLE.COM", " ada@example.com ", "ａｄａ@example.com", "ada＠example.com",
		"ada@example.com."}
	for i := range 10 {
		if i%2 == 1 {
			a.Post(t, "/auth/verify-otp", map[string]string{"email": spellings[i%len(spellings)], "otp": "000000"}).Want(t,
				"a wrong code", 401, "INVALID_CREDENTIALS")
			continue
		}
		a.Post(t, "/auth/login", map[string]string{"email": spellings[i%len(spellings)], "password": "wrong horse"}).Want(t,
			"a wrong password", 401, "INVALID_CREDENTIALS")
	}
	right := map[string]string{"email": p.Email, "password": kit.Password}
	r := a.Post(t, "/auth/login", right).Want(t, "the right one, locked out", 429, "TOO_MANY_REQUESTS")
	if r.Header.Get("Retry-After") == "" {
		t.Error("429 without Retry-After")
	}
	a.Post(t, "/auth/verify-otp", map[string]string{"email": p.Email, "otp": "000000"}).Want(t, "by code", 429,
		"TOO_MANY_REQUESTS")
	// A live session has a limit of its own.
	a.Post(t, "/auth/verify-phone", map[string]string{"otp": "000000"}, p.As()...).Want(t, "by number", 400,
		"INVALID_CODE")
	// An address without an account is locked out in the same way.
	for range 10 {
		a.Post(t, "/auth/login", map[string]string{"email": "nobody@example.com", "password": "wrong horse"}).Want(t,
			"unknown", 401, "INVALID_CREDENTIALS")
	}
	a.Post(t, "/auth/login", map[string]string{"email": "nobody@example.com", "password": "wrong horse"}).Want(t,
		"unknown, locked out", 429, "TOO_MANY_REQUESTS")
	// Other accounts are not, nor is the same address at another tenant.
	a.SignUp(t, "bob@example.com")
	a.Post(t, "/auth/login", map[string]string{"email": "bob@example.com", "password": kit.Password}).Want(t, "another",
		200, "")
	a.Advance(20 * time.Minute)
	a.Post(t, "/auth/login", right).Want(t, "after a while", 200, "")
}

func TestConcurrentWrongPasswordsCannotOutrunTheLockOut(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t, func(w *kit.WriteConfig) { w.Auth.Limits.FailAddress.Burst = 1000 })
	a.SignUp(t, "ada@example.com")
	var guessed atomic.Int32
	var wg sync.WaitGroup
	for range 60 {
		wg.Go(func() {
			r, err := a.Try(t.Context(), http.MethodPost, "/auth/login",
				map[string]string{"email": "ada@example.com", "password": "wrong horse"})
			if err != nil {
				t.Error(err)
			} else if r.Status == 401 {
				guessed.Add(1)
			} else {
				r.Want(t, "locked out", 429, "TOO_MANY_REQUESTS")
			}
		})
	}
	wg.Wait()
	if guessed.Load() != 10 {
		t.Errorf("%d guesses were judged, want 10", guessed.Load())
	}
}

// A spray over many accounts counts on its network address. Headers of the client do not change that address.
func TestASprayCountsByNetworkAddress(t *testing.T) {
	t.Parallel()
	spray := func(t *testing.T, a *kit.Accounts, headers func(i int) []string) (limited int) {
		t.Helper()
		for i := range 60 {
			r := a.Post(t, "/auth/login", map[string]string{"email": fmt.Sprintf("user%d@example.com", i),
				"password": "wrong horse"}, headers(i)...)
			if r.Status == 429 {
				limited++
			}
		}
		return limited
	}
	t.Run("headers that are forged", func(t *testing.T) {
		t.Parallel()
		a := kit.OpenAccounts(t)
		if n := spray(t, a, func(i int) []string {
			return []string{"X-Forwarded-For", fmt.Sprintf("203.0.113.%d", i), "X-Real-Ip", fmt.Sprintf("203.0.113.%d", i),
				"Forwarded", fmt.Sprintf("for=203.0.113.%d", i),
				"True-Client-Ip", fmt.Sprintf("203.0.113.%d", i), "Cf-Connecting-Ip", fmt.Sprintf("203.0.113.%d", i)}
		}); n != 10 {
			t.Errorf("%d of 60 were limited, want 10", n)
		}
	})
	proxied := func(c *boot.Config) { c.Trusted = "127.0.0.0/8" }
	t.Run("an IPv6 network of many addresses", func(t *testing.T) {
		t.Parallel()
		a := kit.OpenAccountsIn(t, proxied)
		if n := spray(t, a,
			func(i int) []string { return []string{"X-Forwarded-For", fmt.Sprintf("2001:db8:1:2:%x::%x", i, i)} }); n != 10 {
			t.Errorf("%d of 60 were limited, want 10", n)
		}
		if n := spray(t, a,
			func(i int) []string { return []string{"X-Forwarded-For", fmt.Sprintf("2001:db8:1:%x::1", i+10)} }); n == 60 {
			t.Error("other networks are limited too")
		}
	})
	t.Run("one address in several forms", func(t *testing.T) {
		t.Parallel()
		a := kit.OpenAccountsIn(t, proxied)
		forms := []string{"198.51.100.7", "::ffff:198.51.100.7", "::ffff:c633:6407", "203.0.113.9, 198.51.100.7",
			" 198.51.100.7 "}
		if n := spray(t, a, func(i int) []string { return []string{"X-Forwarded-For", forms[i%len(forms)]} }); n != 10 {
			t.Errorf("%d of 60 were limited, want 10", n)
		}
	})
	if netip.MustParseAddr("::ffff:c633:6407").Unmap() != netip.MustParseAddr("198.51.100.7") {
		t.Error("the forms are not of one address")
	}
}

func TestAFloodOfRequestsSendsOneEmail(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	var sent, limited atomic.Int32
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			r, err := a.Try(t.Context(), http.MethodPost, "/auth/resend-otp",
				map[string]string{"email": p.Email, "method": "sms"})
			switch {
			case err != nil:
				t.Error(err)
			case r.Status == 200:
				sent.Add(1)
			case r.Status == 429:
				limited.Add(1)
			}
		})
	}
	wg.Wait()
	if n := a.Count(t, `SELECT count(*) FROM outbox WHERE kind = 'login-code'`); sent.Load() != 1 ||
		limited.Load() != 19 || n != 1 {
		t.Errorf("%d sent, %d limited, %d emails", sent.Load(), limited.Load(), n)
	}
	for _, method := range []any{"whatsapp", "EMAIL", []string{"sms"}, 7, "sms "} {
		a.Post(t, "/auth/resend-otp", map[string]any{"email": p.Email, "method": method}).Want(t, fmt.Sprint(method), 400,
			"INVALID_PARAMETER")
		a.Post(t, "/auth/forgot-password", map[string]any{"email": p.Email, "method": method}).Want(t, fmt.Sprint(method),
			400, "INVALID_PARAMETER")
	}
	// An array of email addresses is refused (CVE-2023-7028).
	a.Post(t, "/auth/forgot-password", map[string]any{"email": []string{p.Email, "eve@example.com"}}).Want(t,
		"two addresses", 400, "INVALID_PARAMETER")
}

// The target of a link follows from the tenant's settings alone (GHSA-3529-5m8x-rpv3).
func TestNoHeaderChangesTheTargetOfALink(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	for _, h := range [][]string{{"Host", "evil.example"}, {"X-Forwarded-Host", "evil.example"},
		{"Forwarded", "host=evil.example"}, {"X-Original-Host", "evil.example"},
		{"X-Forwarded-Proto", "gopher"}, {"Origin", "https://evil.example"}, {"Referer", "https://evil.example"},
		{"X-Forwarded-Prefix", "/evil"}} {
		a.Advance(61 * time.Second)
		a.Post(t, "/auth/forgot-password", map[string]string{"email": p.Email}, h...).Want(t, h[0], 200, "")
		if m := a.Mailbox.Next(t, "mail", p.Email, "reset-password"); !strings.Contains(m.Text,
			"https://shop.example/reset-password?token=") || strings.Contains(m.Text+m.HTML, "evil") {
			t.Errorf("%s: %s", h[0], m.Text)
		}
		a.Advance(3 * time.Hour) // below the limit per day
	}
}

// A customer's name is escaped in emails and in headers.
func TestNamesAreEscapedInEmails(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com", "name.first", `<script>alert(1)</script>{{.Link}}`)
	m := a.Mailbox.Next(t, "mail", p.Email, "verify-email")
	if strings.Contains(m.HTML, "<script") || !strings.Contains(m.Text, `<script>alert(1)</script>{{.Link}}`) {
		t.Errorf("the email: %s\n%s", m.Text, m.HTML)
	}
}

// An ambiguous request is refused, and its connection closed.
func TestAmbiguousRequestsAreRefused(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	const head = "Host: x\r\nx-service-client: shop\r\nContent-Type: application/json\r\n"
	for name, request := range map[string]string{
		"both lengths": "POST /v1/auth/login HTTP/1.1\r\n" + head +
			"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"both, other order": "POST /v1/auth/login HTTP/1.1\r\n" + head +
			"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
		"both on a read": "GET /v1/product HTTP/1.1\r\n" + head +
			"Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"two lengths": "POST /v1/auth/login HTTP/1.1\r\n" + head +
			"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x",
		"a header goes on":     "POST /v1/auth/login HTTP/1.1\r\n" + head + "X-A: b\r\n c\r\nContent-Length: 2\r\n\r\n{}",
		"two hosts":            "POST /v1/auth/login HTTP/1.1\r\nHost: y\r\n" + head + "Content-Length: 2\r\n\r\n{}",
		"a body on a read":     "GET /v1/product HTTP/1.1\r\n" + head + "Content-Length: 2\r\n\r\n{}",
		"a space before colon": "POST /v1/auth/login HTTP/1.1\r\n" + head + "Content-Length : 2\r\n\r\n{}",
		"an odd length":        "POST /v1/auth/login HTTP/1.1\r\n" + head + "Content-Length: +2\r\n\r\n{}",
		"xchunked":             "POST /v1/auth/login HTTP/1.1\r\n" + head + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
	} {
		c := a.Dial(t)
		if _, err := io.WriteString(c, request+"GET /smuggled HTTP/1.1\r\n"+head+"\r\n"); err != nil {
			t.Fatal(err)
		}
		said, err := io.ReadAll(c)
		if line, _, _ := strings.Cut(string(said), "\r\n"); !strings.Contains(line, " 400 ") {
			t.Errorf("%s: %q, want 400", name, line)
		}
		if n := strings.Count(string(said), "X-Request-Id: "); n != 1 || err != nil {
			t.Errorf("%s: %d answers and %v, want one and the end:\n%s", name, n, err, said)
		}
	}
}
