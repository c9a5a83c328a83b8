package accounts

import (
	"fmt"
	"io"
	"log/slog"
	"mime/quotedprintable"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
	"vitrine/writesvc/auth/operator"
	"vitrine/writesvc/notify"
)

// All endpoints of /auth succeed as a customer uses them: through the gateway, with emails from a mail server and text
// messages from a provider.
func TestACustomerUsesEveryEndpointOfAuth(t *testing.T) {
	t.Parallel()
	server := startMail(t)
	texts := make(chan url.Values, 16)
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		if err := rq.ParseForm(); err == nil {
			texts <- rq.PostForm
		}
		w.WriteHeader(http.StatusCreated)
	}))
	defer provider.Close()
	a := kit.OpenAccounts(t, func(w *kit.WriteConfig) {
		var err error
		if w.Notify.Mail, err = notify.NewSMTP("smtp://"+server.addr+"?tls=never", "shop@example.com"); err != nil {
			t.Fatal(err)
		}
		if w.Notify.SMS, err = notify.NewSMS(strings.Replace(provider.URL, "http://", "http://ID:TOKEN@", 1) +
			"/Messages.json?from=%2B12025550100"); err != nil {
			t.Fatal(err)
		}
		w.Notify.Poll = 50 * time.Millisecond
	})
	emailWith := func(word string) string {
		t.Helper()
		for range 10 { // other messages may come first
			text := readable(t, server.wait(t))
			if strings.Contains(text, word) {
				return text
			}
		}
		t.Fatalf("no email with %q", word)
		return ""
	}
	link := func(page string) string {
		t.Helper()
		m := regexp.MustCompile(`https://shop\.example/` + page +
			`\?token=([^\s"<&]+)`).FindStringSubmatch(emailWith(page + "?token="))
		if m == nil {
			t.Fatalf("no link to %s", page)
		}
		token, err := url.QueryUnescape(m[1])
		if err != nil {
			t.Fatal(err)
		}
		return url.QueryEscape(token)
	}
	const email = "ada@example.com"
	p := a.SignUp(t, email)
	a.Post(t, "/auth/verify-email?token="+link("verify-email"), nil, append(p.As(), "x-service-client", "-")...).Want(t,
		"verify-email", 200, "")
	a.Advance(2 * time.Minute)
	q := kit.PersonOf(a.Post(t, "/auth/login", map[string]string{"email": email, "password": kit.Password}).Want(t,
		"login", 200, ""))
	q2 := renewed(a.Refresh(t, q.Refresh).Want(t, "refresh-tokens", 200, ""))
	a.Post(t, "/auth/send-phone-verification", nil, q2.As()...).Want(t, "send-phone-verification", 200, "")
	text := func() string {
		t.Helper()
		select {
		case form := <-texts:
			return form.Get("To") + " " + form.Get("Body")
		case <-time.After(kit.MailPatience):
			t.Fatal("no text message came")
			return ""
		}
	}
	sms := text()
	if !strings.HasPrefix(sms, "+905321234567 ") {
		t.Errorf("the text message: %s", sms)
	}
	a.Post(t, "/auth/verify-phone", map[string]string{"otp": codeRE.FindString(sms)}, q2.As()...).Want(t, "verify-phone",
		200, "")
	a.Post(t, "/auth/resend-otp", map[string]string{"email": email, "method": "email"}).Want(t, "resend-otp", 200, "")
	code := codeRE.FindString(regexp.MustCompile(`(?s)\r?\n\r?\n.*`).FindString(emailWith("your code")))
	r := kit.PersonOf(a.Post(t, "/auth/verify-otp", map[string]string{"email": email, "otp": code}).Want(t, "verify-otp",
		200, ""))
	a.Advance(2 * time.Minute)
	a.Post(t, "/auth/resend-otp", map[string]string{"email": email, "method": "sms"}).Want(t, "resend-otp by text message",
		200, "")
	a.Post(t, "/auth/verify-otp", map[string]string{"email": email, "otp": codeRE.FindString(text())}).Want(t,
		"verify-otp", 200, "")
	me := a.Request(t, http.MethodGet, "/auth/me", r.As()...).Want(t, "me", 200, "")
	if me.Text("data", "id") != p.Id || me.At("data", "emailVerified") != true || me.At("data", "phoneVerified") != true {
		t.Errorf("me: %s", me.Body)
	}
	sessions := a.Request(t, http.MethodGet, "/auth/sessions", r.As()...).Want(t, "sessions", 200, "")
	if sessions.Text("data", 3, "id") == "" || sessions.At("data", 4) != nil {
		t.Errorf("sessions: %s", sessions.Body)
	}
	a.Request(t, http.MethodDelete, "/auth/sessions/"+sessions.Text("data", 3, "id"), r.As()...).Want(t, "end a session",
		200, "")
	a.Request(t, http.MethodGet, "/auth/me", p.As()...).Want(t, "the one that was ended", 401, "UNAUTHENTICATED")
	a.Post(t, "/auth/logout", map[string]string{"refreshToken": r.Refresh}).Want(t, "logout", 200, "")
	a.Post(t, "/auth/forgot-password", map[string]string{"email": email}).Want(t, "forgot-password", 200, "")
	a.Post(t, "/auth/reset-password?token="+link("reset-password"),
		map[string]string{"password": "a new long one"}).Want(t, "reset-password", 200, "")
	emailWith("was changed")
	a.Request(t, http.MethodGet, "/auth/me", q2.As()...).Want(t, "after the reset", 401, "UNAUTHENTICATED")
	last := kit.PersonOf(a.Post(t, "/auth/login", map[string]string{"email": email, "password": "a new long one"}).Want(t,
		"login with it", 200, ""))
	a.Request(t, http.MethodGet, "/auth/me", last.As()...).Want(t, "me", 200, "")
	fresh := a.SignUp(t, "grace@example.com")
	link("verify-email")
	a.Advance(2 * time.Minute)
	a.Post(t, "/auth/send-verification-email", nil, fresh.As()...).Want(t, "send-verification-email", 200, "")
	a.Post(t, "/auth/verify-email?token="+link("verify-email"), nil).Want(t, "verify-email", 200, "")
}

// readable returns an email with its parts decoded.
func readable(t testing.TB, raw string) string {
	t.Helper()
	text, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(raw)))
	if err != nil && len(text) == 0 {
		t.Fatal(err)
	}
	return string(text)
}

// Every endpoint of /auth rejects invalid requests in the same way.
func TestEveryEndpointOfAuthRefusesAlike(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	const email, password = `"email":"ada@example.com"`, `"password":"correct horse battery"`
	for path, c := range map[string]struct {
		body   string // a valid body; "" for none
		bearer bool
	}{
		"/auth/signup": {`{` + email + `,` + password +
			`,"name":{"first":"A","last":"B"},"contact":{"mobileNumber":[]}}`, false},
		"/auth/login":                   {`{` + email + `,` + password + `}`, false},
		"/auth/logout":                  {`{"refreshToken":"x"}`, false},
		"/auth/refresh-tokens":          {`{"refreshToken":"x"}`, false},
		"/auth/forgot-password":         {`{` + email + `}`, false},
		"/auth/reset-password?token=x":  {`{` + password + `}`, false},
		"/auth/send-verification-email": {"", true},
		"/auth/verify-email?token=x":    {"", false},
		"/auth/send-phone-verification": {"", true},
		"/auth/verify-phone":            {`{"otp":"123456"}`, true},
		"/auth/resend-otp":              {`{` + email + `}`, false},
		"/auth/verify-otp":              {`{` + email + `,"otp":"123456"}`, false},
		"/auth/social-login":            {`{"provider":"x","idToken":"y"}`, false},
	} {
		f := func(what string, status int, code, body string, headers ...string) {
			t.Helper()
			if c.bearer {
				headers = append(headers, p.As()...)
			}
			r := a.Post(t, path, body, headers...).Want(t, path+", "+what, status, code)
			if r.Text("requestId") == "" || r.Text("status") != "error" || r.Text("message") == "" {
				t.Errorf("%s, %s: %s", path, what, r.Body)
			}
		}
		some := c.body
		if some == "" {
			some = `{}`
		}
		f("an unknown member", 400, "INVALID_PARAMETER",
			some[:len(some)-1]+strings.Repeat(",", min(1, len(some)-2))+`"role":"admin"}`)
		f("no JSON", 400, "INVALID_REQUEST", some+"x")
		f("an array", 400, "INVALID_PARAMETER", `[]`)
		f("text", 415, "UNSUPPORTED_MEDIA_TYPE", some, "Content-Type", "text/plain")
		f("packed", 415, "UNSUPPORTED_MEDIA_TYPE", some, "Content-Encoding", "gzip")
		f("too much", 413, "PAYLOAD_TOO_LARGE", `{"x":"`+strings.Repeat("x", 64<<10)+`"}`)
		if c.body != "" {
			f("nothing", 400, "INVALID_PARAMETER", `{}`)
			for _, v := range []string{`1`, `[]`, `{}`, `true`, `null`} { // in place of each text
				f("another type", 400, "INVALID_PARAMETER", regexp.MustCompile(`:"[^"]*"`).ReplaceAllString(c.body, ":"+v))
			}
			first, _, _ := strings.Cut(c.body[1:], ",")
			f("a member twice", 400, "INVALID_PARAMETER", `{`+strings.TrimSuffix(first, "}")+`,`+c.body[1:])
		}
		if c.bearer {
			a.Post(t, path, some).Want(t, path+" without a bearer", 401, "UNAUTHENTICATED")
		}
		for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodDelete, http.MethodPatch} {
			if r := a.Request(t, method, path).Want(t, method+" "+path, 405,
				"METHOD_NOT_ALLOWED"); r.Header.Get("Allow") != "OPTIONS, POST" {
				t.Errorf("%s %s: Allow: %q", method, path, r.Header.Get("Allow"))
			}
		}
	}
	for _, path := range []string{"/auth/me", "/auth/sessions", "/auth/sessions/0123456789abcdef01234567"} {
		method := http.MethodGet
		if strings.Count(path, "/") > 2 {
			method = http.MethodDelete
		}
		a.Request(t, method, path).Want(t, path+" without a bearer", 401, "UNAUTHENTICATED")
		a.Request(t, method, path, append(p.As(), "x-service-client", "-")...).Want(t, path+" without a shop", 400,
			"TENANT_REQUIRED")
		a.Request(t, http.MethodPost, path, p.As()...).Want(t, "POST "+path, 405, "METHOD_NOT_ALLOWED")
	}
	if n := a.Count(t, `SELECT count(*) FROM account`); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

// A token ends with its account and its session, in every spelling.
func TestTokensEndWithTheirAccountAndSession(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	me := func(what, token string, status int) {
		t.Helper()
		code := ""
		if status == 401 {
			code = "UNAUTHENTICATED"
		}
		a.Request(t, http.MethodGet, "/auth/me", "Authorization", "Bearer "+token).Want(t, what, status, code)
	}
	me("signed in", p.Access, 200)
	a.Post(t, "/auth/logout", map[string]string{"refreshToken": p.Refresh}).Want(t, "log out", 200, "")
	me("after logout", p.Access, 401)
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	last := strings.IndexByte(alphabet, p.Access[len(p.Access)-1])
	for i := 1; i < 16; i++ { // a denylist of token strings would not contain these
		me("a twin of the signature after logout", p.Access[:len(p.Access)-1]+string(alphabet[last^i]), 401)
	}
	q := kit.PersonOf(a.Post(t, "/auth/login", map[string]string{"email": p.Email, "password": kit.Password}).Want(t,
		"log in", 200, ""))
	if _, err := operator.Delete(t.Context(), a.Pool, "shop", p.Email); err != nil {
		t.Fatal(err)
	}
	me("of a deleted account", q.Access, 401)
	a.Refresh(t, q.Refresh).Want(t, "of a deleted account", 401, "REFRESH_TOKEN_INVALID")
	a.SignUp(t, p.Email)
	me("of a deleted account whose address is another's", q.Access, 401)
}

// A replaced refresh token ends the session, from any network address.
func TestAReplayFromAnotherDeviceEndsTheSession(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	next := renewed(a.Refresh(t, p.Refresh, "User-Agent", "Phone/1").Want(t, "refresh", 200, ""))
	a.Advance(time.Minute)
	a.Refresh(t, p.Refresh, "User-Agent", "Thief/1").Want(t, "another agent", 401, "REFRESH_TOKEN_REUSED")
	a.Refresh(t, next.Refresh, "User-Agent", "Phone/1").Want(t, "the owner", 401, "REFRESH_TOKEN_INVALID")
}

// Two services tolerate clocks that differ by seconds. With minutes of difference, no invalid token passes and no
// request fails.
func TestClocksMayDiffer(t *testing.T) {
	t.Parallel()
	secret := []byte(strings.Repeat("s", 32))
	same := func(w *kit.WriteConfig) { w.Auth.TokenSecret, w.Auth.Pepper = secret, secret }
	a := kit.OpenAccounts(t, same)
	b := kit.OpenAccountsIn(t, func(c *boot.Config) { c.DatabaseURL = a.DatabaseURL }, same)
	a.Advance(3 * time.Second)
	p := a.SignUp(t, "ada@example.com")
	b.Request(t, http.MethodGet, "/auth/me", p.As()...).Want(t, "three seconds ahead", 200, "")
	a.Advance(5 * time.Minute)
	p = renewed(a.Refresh(t, p.Refresh).Want(t, "refresh", 200, ""))
	b.Request(t, http.MethodGet, "/auth/me", p.As()...).Want(t, "a token of five minutes from now", 401, "UNAUTHENTICATED")
	q := renewed(b.Refresh(t, p.Refresh).Want(t, "a refresh token of five minutes from now", 200, ""))
	b.Request(t, http.MethodGet, "/auth/me", q.As()...).Want(t, "its pair", 200, "")
	a.Request(t, http.MethodGet, "/auth/me", q.As()...).Want(t, "five minutes old", 200, "")
	a.Advance(12 * time.Minute)
	a.Request(t, http.MethodGet, "/auth/me", q.As()...).Want(t, "a quarter of an hour old", 401, "UNAUTHENTICATED")

	c, idp := withProvider(t)
	for ahead, status := range map[time.Duration]int{-30 * time.Minute: 200, 4 * time.Minute: 200, 6 * time.Minute: 401} {
		r := c.Social(t, idp.Sign(t, idp.Claims(clientID, "42", "grace@example.com", "iat", time.Now().Add(ahead).Unix())))
		if r.Status != status {
			t.Errorf("a provider %v ahead: %d %s", ahead, r.Status, r.Body)
		}
	}
}

// A client's User-Agent can neither begin a log line nor colour a terminal.
func TestClientInputCannotForgeLogLines(t *testing.T) {
	t.Parallel()
	var log testkit.Buffer
	a := kit.OpenAccountsIn(t, func(c *boot.Config) {
		c.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	a.SignUp(t, "ada@example.com")
	const evil = "evil-marker"
	for _, email := range []string{"ada@example.com\r\nlevel=ERROR msg=" + evil, "ada\n" + evil + "@example.com",
		"\x1b[31m" + evil + "@example.com"} {
		a.Post(t, "/auth/login", map[string]string{"email": email, "password": "wrong horse"}).Want(t,
			"an address with control characters", 400, "INVALID_PARAMETER")
	}
	for _, agent := range []string{"a\x1b[31m" + evil, "a\r\nlevel=ERROR msg=" + evil, "a\u2028" + evil, "a\x85" + evil} {
		a.StatusLine(t,
			"POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nx-service-client: shop\r\nContent-Type: "+
				"application/json\r\nUser-Agent: "+agent+
				"\r\nContent-Length: 52\r\nConnection: close\r\n\r\n"+`{"email":"ada@example.com","password":"wrong horse"}`)
	}
	if _, err := a.Pool.Exec(t.Context(), `ALTER TABLE account RENAME TO accounts_away`); err != nil {
		t.Fatal(err)
	}
	a.Post(t, "/auth/login", map[string]string{"email": "ada@example.com", "password": "wrong horse"}, "User-Agent",
		"a\t"+evil, "X-Request-Id", evil).Want(t, "a broken table", 500, "INTERNAL")
	for line := range strings.Lines(log.String()) {
		if !strings.HasPrefix(line, "time=") || strings.ContainsAny(strings.TrimSuffix(line, "\n"), "\x1b\r\u2028\u0085") {
			t.Errorf("a line that a client wrote: %q", line)
		}
	}
	var kept string
	if err := a.Pool.QueryRow(t.Context(), `SELECT string_agg(coalesce(user_agent, ''), '|') FROM account_audit`).Scan(
		&kept); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(kept, "\x1b\r\n\u2028\u0085") {
		t.Errorf("what is kept of agents: %q", kept)
	}
}

// Errors contain no SQL, no names of tables or machines, and no stack.
func TestErrorsRevealNoInternals(t *testing.T) {
	t.Parallel()
	var log testkit.Buffer
	a := kit.OpenAccountsIn(t, func(c *boot.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	p := a.SignUp(t, "ada@example.com")
	for _, table := range []string{"account", "account_session", "rate", "outbox", "account_audit"} {
		if _, err := a.Pool.Exec(t.Context(), fmt.Sprintf(`ALTER TABLE %s RENAME TO %s_away`, table, table)); err != nil {
			t.Fatal(err)
		}
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for _, r := range []*kit.Answer{
		a.Post(t, "/auth/signup", kit.SignUp("bob@example.com")),
		a.Post(t, "/auth/login", map[string]string{"email": p.Email, "password": kit.Password}),
		a.Post(t, "/auth/forgot-password", map[string]string{"email": p.Email}),
		a.Post(t, "/auth/refresh-tokens", map[string]string{"refreshToken": p.Refresh}),
		a.Post(t, "/auth/verify-otp", map[string]string{"email": p.Email, "otp": "123456"}),
		a.Request(t, http.MethodGet, "/auth/me", p.As()...),
		a.Request(t, http.MethodGet, "/auth/sessions", p.As()...),
		a.Post(t, "/auth/logout", map[string]string{"refreshToken": p.Refresh}),
		a.Post(t, "/auth/reset-password?token=shop~x", map[string]string{"password": kit.Password}),
		a.Post(t, "/auth/verify-email?token=shop~x", nil),
	} {
		if r.Status >= 500 {
			failed++
		}
		text := strings.ToLower(string(r.Body) + fmt.Sprint(r.Header))
		for _, word := range []string{"select", "insert", "relation", "sqlstate", "account_", "_away", "goroutine", ".go:",
			"panic", "pgx", "postgres", "127.0.0.1", "/tmp", strings.ToLower(host)} {
			if strings.Contains(text, word) {
				t.Errorf("it contains %q: %d %s", word, r.Status, r.Body)
			}
		}
		id := r.Text("requestId")
		if r.Status >= 500 && id == "" {
			t.Error("an answer without the id of its request")
		}
		// Of answers with 503, the log has one line a second at most.
		if r.Status >= 500 && r.Status != http.StatusServiceUnavailable && !strings.Contains(log.String(), id) {
			t.Errorf("the log does not have request %q", id)
		}
	}
	if failed < 5 {
		t.Errorf("only %d requests failed: this proves nothing", failed)
	}
}

// A tenant without text messages says so, and codes go by email.
func TestATenantWithoutTextMessages(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t, func(w *kit.WriteConfig) { w.Notify.SMS = nil })
	p := a.SignUp(t, "ada@example.com")
	a.Post(t, "/auth/send-phone-verification", nil, p.As()...).Want(t, "send", 409, "NO_PHONE")
	a.Post(t, "/auth/resend-otp", map[string]string{"email": p.Email, "method": "sms"}).Want(t, "resend", 200, "")
	code := codeIn(a.Mailbox.Next(t, "mail", p.Email, "your code"))
	a.Post(t, "/auth/verify-otp", map[string]string{"email": p.Email, "otp": code}).Want(t, "by mail", 200, "")
	for _, bad := range []string{"", "12345", "1234567", "12345a", "１２３４５６"} {
		a.Post(t, "/auth/verify-otp", map[string]string{"email": p.Email, "otp": bad}).Want(t, "otp "+bad, 400,
			"INVALID_PARAMETER")
	}
}
