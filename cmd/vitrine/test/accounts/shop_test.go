package accounts

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
	"vitrine/writesvc/auth"
	"vitrine/writesvc/auth/email"
	"vitrine/writesvc/auth/operator"
	"vitrine/writesvc/auth/token"
	"vitrine/writesvc/notify"
)

func TestBusinessesWaitForApproval(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	a.Settle(t, "shop", auth.Settings{Signup: "b2b"})
	company := map[string]string{"name": "Ada A.Ş.", "taxNumber": "1234567890", "taxOffice": "Kadıköy"}
	a.Post(t, "/auth/signup", kit.SignUp("ada@example.com")).Want(t, "without a company", 400, "INVALID_PARAMETER")
	a.Post(t, "/auth/signup", kit.SignUp("ada@example.com", "company", map[string]string{"name": "Ada A.Ş."})).Want(t,
		"without a tax number", 400, "INVALID_PARAMETER")
	a.Post(t, "/auth/signup", kit.SignUp("ada@example.com", "company",
		map[string]string{"name": "A", "taxNumber": "1", "approved": "true"})).Want(t, "an unknown member", 400,
		"INVALID_PARAMETER")
	r := a.Post(t, "/auth/signup", kit.SignUp("ada@example.com", "company", company)).Want(t, "sign up", 201, "")
	if r.At("data", "tokens") != nil || r.Text("data", "user", "id") == "" {
		t.Errorf("sign up: %s", r.Body)
	}
	login := map[string]string{"email": "ada@example.com", "password": kit.Password}
	a.Post(t, "/auth/login", login).Want(t, "before the address is proved", 401, "INVALID_CREDENTIALS")
	a.Post(t, "/auth/login", map[string]string{"email": "ada@example.com", "password": "wrong horse"}).Want(t,
		"a wrong password says nothing of it", 401, "INVALID_CREDENTIALS")
	a.Post(t, "/auth/resend-otp", map[string]string{"email": "ada@example.com", "method": "email"}).Want(t, "resend", 200,
		"")
	code := codeIn(a.Mailbox.Next(t, "mail", "ada@example.com", "your code"))
	a.Post(t, "/auth/verify-otp", map[string]string{"email": "ada@example.com", "otp": code}).Want(t, "by code", 403,
		"ACCOUNT_PENDING")
	verify := linkIn(t, a.Mailbox.Next(t, "mail", "ada@example.com", "verify-email?token="))
	a.Post(t, "/auth/verify-email?token="+url.QueryEscape(verify), map[string]string{"password": kit.Password}).Want(t,
		"verify", 200, "")
	a.Post(t, "/auth/login", login).Want(t, "before approval", 403, "ACCOUNT_PENDING")
	if _, err := operator.Approve(t.Context(), a.Pool, "shop", "ADA@example.com"); err != nil {
		t.Fatal(err)
	}
	a.Mailbox.Next(t, "mail", "ada@example.com", "approved")
	me := a.Request(t, http.MethodGet, "/auth/me",
		kit.PersonOf(a.Post(t, "/auth/login", login).Want(t, "after approval", 200, "")).As()...)
	if me.Text("data", "type") != "B2B" || me.Text("data", "company", "taxOffice") != "Kadıköy" {
		t.Errorf("me: %s", me.Body)
	}
}

func TestATenantMayRequireAVerifiedAddress(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	a.Settle(t, "shop", auth.Settings{VerifyFirst: true, SiteURL: "https://first.example/shop/"})
	r := a.Post(t, "/auth/signup", kit.SignUp("ada@example.com")).Want(t, "sign up", 201, "")
	if r.At("data", "tokens") != nil {
		t.Errorf("sign up: %s", r.Body)
	}
	login := map[string]string{"email": "ada@example.com", "password": kit.Password}
	early := a.Post(t, "/auth/login", login).Want(t, "before", 401, "INVALID_CREDENTIALS")
	if !strings.Contains(early.Text("message"), "open the link") {
		t.Errorf("it does not say what to do: %s", early.Body)
	}
	m := a.Mailbox.Next(t, "mail", "ada@example.com", "https://first.example/shop/verify-email?token=")
	verify := "/auth/verify-email?token=" + url.QueryEscape(linkIn(t, m))
	a.Post(t, verify, map[string]string{"password": "wrong horse"}).Want(t, "a wrong password", 401, "INVALID_CREDENTIALS")
	a.Post(t, verify, map[string]string{"password": kit.Password}, "x-service-client", "-").Want(t, "verify", 200, "")
	a.Post(t, "/auth/login", login).Want(t, "after", 200, "")
	a.Settle(t, "shop", auth.Settings{Signup: "closed"})
	a.Post(t, "/auth/signup", kit.SignUp("bob@example.com")).Want(t, "closed", 403, "SIGN_UP_CLOSED")
}

func TestEmailsUseTheReadersLanguageAndTheTenantsTexts(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com", "language", "tr")
	if m := a.Mailbox.Next(t, "mail", p.Email, "doğrula"); !strings.Contains(m.HTML, `lang="tr"`) {
		t.Errorf("the email: %s", m.HTML)
	}
	a.Settle(t, "shop", auth.Settings{MailFrom: "hello@shop.example", Letters: map[string]email.Template{
		"reset-password.tr": {Subject: "Yeni parola\r\nBcc: eve@example.com", Text: "{{.First}}: {{.Link}}",
			HTML: "<b>{{.First}}</b> <a href=\"{{.Link}}\">x</a>"},
	}})
	a.Post(t, "/auth/forgot-password", map[string]string{"email": p.Email}).Want(t, "forgot", 200, "")
	m := a.Mailbox.Next(t, "mail", p.Email, "Ada: https://")
	if m.Subject != "Yeni parola Bcc: eve@example.com" || m.From != "hello@shop.example" ||
		!strings.Contains(m.HTML, "<b>Ada</b>") {
		t.Errorf("the tenant's own email: %+v", m)
	}
	if err := auth.WriteSettings(t.Context(), a.Pool, "shop",
		auth.Settings{
			Letters: map[string]email.Template{"reset-password.tr": {Subject: "x", Text: "{{.Nobody}}"}}}); err == nil {
		t.Error("an email template with an unknown field was accepted")
	}
}

func TestAnOperatorLocksAndUnlocks(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	login := map[string]string{"email": p.Email, "password": kit.Password}
	if _, err := operator.Lock(t.Context(), a.Pool, "shop", p.Email); err != nil {
		t.Fatal(err)
	}
	a.Request(t, http.MethodGet, "/auth/me", p.As()...).Want(t, "its session", 401, "UNAUTHENTICATED")
	a.Refresh(t, p.Refresh).Want(t, "its refresh token", 401, "REFRESH_TOKEN_INVALID")
	right := a.Post(t, "/auth/login", login).Want(t, "the right password", 401, "INVALID_CREDENTIALS")
	wrong := a.Post(t, "/auth/login", map[string]string{"email": p.Email, "password": "wrong horse"}).Want(t,
		"a wrong one", 401, "INVALID_CREDENTIALS")
	if right.Text("message") != wrong.Text("message") {
		t.Error("the answer of a locked account shows whether the password was right")
	}
	a.Post(t, "/auth/forgot-password", map[string]string{"email": p.Email}).Want(t, "forgot", 200, "")
	a.WaitOutbox(t)
	if n := a.Count(t, `SELECT count(*) FROM account_code WHERE account_id = $1 AND purpose = 'reset-password'`,
		p.Id); n != 0 {
		t.Error("a locked account was sent a link")
	}
	if _, err := operator.Unlock(t.Context(), a.Pool, "shop", p.Email); err != nil {
		t.Fatal(err)
	}
	a.Post(t, "/auth/login", login).Want(t, "unlocked", 200, "")
	if _, err := operator.Delete(t.Context(), a.Pool, "shop", p.Email); err != nil {
		t.Fatal(err)
	}
	a.Post(t, "/auth/login", login).Want(t, "deleted", 401, "INVALID_CREDENTIALS")
	if n := a.Count(t, `SELECT count(*) FROM account_session WHERE account_id = $1`, p.Id); n != 0 {
		t.Errorf("%d sessions survived their account", n)
	}
}

func TestRotatedKeysOverlap(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	old, _ := partsOf(t, p.Access)
	keys, err := boot.TokenSecrets("", "", a.Config.DataDir, false)
	if err != nil {
		t.Fatal(err)
	}
	kid, err := token.RotateKeys(t.Context(), a.Pool, token.Rotation{
		Keys: keys, Now: a.Now(), Delay: time.Minute, Life: 15 * time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Write.Auth().Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	kids := func() (all []string) {
		r := a.Send(t, http.MethodGet, "/v1/.well-known/jwks.json")
		var set struct {
			Keys []struct{ Kid string }
		}
		if err := json.Unmarshal(r.Body, &set); err != nil {
			t.Fatal(err)
		}
		for _, k := range set.Keys {
			all = append(all, k.Kid)
		}
		return all
	}
	if got := kids(); len(got) != 2 || !slices.Contains(got, kid) {
		t.Errorf("published: %v", got)
	}
	q := renewed(a.Refresh(t, p.Refresh).Want(t, "refresh", 200, ""))
	if head, _ := partsOf(t, q.Access); head["kid"] != old["kid"] {
		t.Error("the new key signs before everybody knows it")
	}
	a.Advance(2 * time.Minute)
	r := renewed(a.Refresh(t, q.Refresh).Want(t, "refresh", 200, ""))
	if head, _ := partsOf(t, r.Access); head["kid"] != kid {
		t.Error("the new key does not sign")
	}
	a.Request(t, http.MethodGet, "/auth/me", q.As()...).Want(t, "a token of the old key", 200, "")
	a.Request(t, http.MethodGet, "/auth/me", r.As()...).Want(t, "a token of the new key", 200, "")
	a.Advance(20 * time.Minute)
	if err := a.Write.Auth().Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := kids(); len(got) != 1 || got[0] != kid {
		t.Errorf("published in the end: %v", got)
	}
}

// A mailServer accepts emails by SMTP, after it has deferred the first few.
type mailServer struct {
	addr string
	mu   sync.Mutex
	cond *sync.Cond
	busy int
	got  []string
}

func (m *mailServer) NewSession(*smtp.Conn) (smtp.Session, error) { return &mailSession{m: m}, nil }

type mailSession struct {
	m  *mailServer
	to string
}

func (*mailSession) Reset() {}

func (*mailSession) Logout() error { return nil }

func (*mailSession) Mail(string, *smtp.MailOptions) error { return nil }

func (s *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	if strings.HasPrefix(to, "gone@") {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}
	}
	if s.m.busy > 0 {
		s.m.busy--
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "come back later"}
	}
	return nil
}

func (s *mailSession) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	s.m.got = append(s.m.got, string(text))
	s.m.cond.Broadcast()
	return nil
}

func startMail(t testing.TB) *mailServer {
	t.Helper()
	m := &mailServer{busy: 1}
	m.cond = sync.NewCond(&m.mu)
	srv := smtp.NewServer(m)
	srv.Domain, srv.AllowInsecureAuth = "localhost", true
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m.addr = ln.Addr().String()
	go func() { _ = srv.Serve(ln) }()
	t.Cleanup(func() { _ = srv.Close() })
	return m
}

// wait waits for an email.
func (m *mailServer) wait(t testing.TB) string {
	t.Helper()
	late := time.AfterFunc(kit.MailPatience, m.cond.Broadcast)
	defer late.Stop()
	deadline := time.Now().Add(kit.MailPatience)
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.got) == 0 {
		if !time.Now().Before(deadline) {
			t.Fatal("no email came")
		}
		m.cond.Wait()
	}
	text := m.got[0]
	m.got = m.got[1:]
	return text
}

func TestEmailsAreSentBySMTPAndRetried(t *testing.T) {
	t.Parallel()
	server := startMail(t)
	var log testkit.Buffer
	a := kit.OpenAccountsIn(t, func(c *boot.Config) {
		c.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}, func(w *kit.WriteConfig) {
		var err error
		if w.Notify.Mail, err = notify.NewSMTP("smtp://"+server.addr+"?tls=never", "shop@example.com"); err != nil {
			t.Fatal(err)
		}
		w.Notify.Poll = 50 * time.Millisecond
	})
	p := a.SignUp(t, "ada@example.com")
	m, err := mail.ReadMessage(strings.NewReader(server.wait(t)))
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(m.Body)
	if !strings.Contains(m.Header.Get("To"), p.Email) ||
		!strings.HasPrefix(m.Header.Get("Content-Type"), "multipart/alternative") ||
		!strings.Contains(string(body), "verify-email") {
		t.Errorf("the email: %v\n%s", m.Header, body)
	}
	if n := a.Count(t, `SELECT max(attempts) FROM outbox`); n < 2 {
		t.Errorf("it was refused for a while and tried %d times", n)
	}
	a.SignUp(t, "gone@example.com")
	testkit.Until(t, "an email to a missing mailbox is given up", func() bool {
		return a.Count(t, `SELECT count(*) FROM outbox WHERE outcome = 'given up' AND attempts = 1`) == 1
	})
	if text := log.String(); !strings.Contains(text, "451") || !strings.Contains(text, "550") ||
		strings.Contains(text, p.Email) || strings.Contains(text, "gone@example.com") {
		t.Errorf("the log lacks the server's codes, or has an address:\n%s", text)
	}
}

func TestTextMessagesAreSentByHTTP(t *testing.T) {
	t.Parallel()
	got := make(chan url.Values, 10)
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		user, password, _ := rq.BasicAuth()
		if err := rq.ParseForm(); err != nil || user != "SID" || password != "TOKEN" {
			http.Error(w, "no", http.StatusUnauthorized)
			return
		}
		got <- rq.PostForm
		w.WriteHeader(http.StatusCreated)
	}))
	defer provider.Close()
	a := kit.OpenAccounts(t, func(w *kit.WriteConfig) {
		sms, err := notify.NewSMS(strings.Replace(provider.URL, "http://", "http://SID:TOKEN@", 1) +
			"/Messages.json?from=%2B12025550100")
		if err != nil {
			t.Fatal(err)
		}
		w.Notify.SMS = sms
	})
	p := a.SignUp(t, "ada@example.com")
	a.Post(t, "/auth/send-phone-verification", nil, p.As()...).Want(t, "send", 200, "")
	select {
	case form := <-got:
		if form.Get("To") != "+905321234567" || form.Get("From") != "+12025550100" ||
			codeRE.FindString(form.Get("Body")) == "" {
			t.Errorf("the form: %v", form)
		}
	case <-time.After(kit.MailPatience):
		t.Fatal("no text message came")
	}
}

// Two relays of one outbox send each message once.
func TestConcurrentRelaysSendEachMessageOnce(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	second, err := notify.New(notify.Config{Mail: a.Mailbox.Sender("mail"), Poll: 10 * time.Millisecond,
		Lease: time.Minute, Workers: 4, Tries: 3, KeepFor: time.Hour}, a.Pool, testkit.NoLog)
	if err != nil {
		t.Fatal(err)
	}
	second.Handle("note", func(_ context.Context, j notify.Job) (mail, sms []notify.Message, err error) {
		return []notify.Message{{To: "x@example.com", Text: "note " + j.ID}}, nil, nil
	})
	third, err := notify.New(notify.Config{Mail: a.Mailbox.Sender("mail"), Poll: 10 * time.Millisecond, Lease: time.Minute,
		Workers: 4, Tries: 3, KeepFor: time.Hour}, a.Pool, testkit.NoLog)
	if err != nil {
		t.Fatal(err)
	}
	third.Handle("note", func(_ context.Context, j notify.Job) (mail, sms []notify.Message, err error) {
		return []notify.Message{{To: "x@example.com", Text: "note " + j.ID}}, nil, nil
	})
	a.Write.Stop() // its outbox does not support this kind
	for range 100 {
		if err := second.Put(t.Context(), a.Pool, "shop", "note", map[string]string{}); err != nil {
			t.Fatal(err)
		}
	}
	second.Start()
	third.Start()
	defer second.Stop()
	defer third.Stop()
	testkit.Until(t, "all are sent",
		func() bool { return a.Count(t, `SELECT count(*) FROM outbox WHERE done_at IS NULL`) == 0 })
	seen := map[string]int{}
	a.Mailbox.Mu.Lock()
	defer a.Mailbox.Mu.Unlock()
	for _, m := range a.Mailbox.Got {
		seen[m.Text]++
	}
	if len(seen) != 100 {
		t.Errorf("%d emails were sent, want 100", len(seen))
	}
	for text, n := range seen {
		if n != 1 {
			t.Errorf("%s was sent %d times", text, n)
		}
	}
}

func TestKeptEmailsAreShownToOperatorsOnly(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccountsIn(t, func(c *boot.Config) {
		c.AdjustWrite = func(w *kit.WriteConfig) { w.Auth.Hash = kit.CheapHash }
		c.Trusted = "127.0.0.1"
	})
	a.SignUp(t, "ada@example.com")
	testkit.Until(t, "the email is kept", func() bool {
		r := kit.Operate(t, a.App, "/mail.json")
		return r.Status == 200 && strings.Contains(string(r.Body), "ada@example.com")
	})
	page := kit.Operate(t, a.App, "/mail")
	if page.Status != 200 || !strings.Contains(string(page.Body), "verify-email?token=") ||
		page.Header.Get("Content-Security-Policy") == "" {
		t.Errorf("/mail: %d %.300s", page.Status, page.Body)
	}
	if got := page.Header.Get("Access-Control-Allow-Origin"); got != "" {
		t.Errorf("emails may be read from the origin %s", got)
	}
	for _, path := range []string{"/mail", "/mail.json", "/v1/mail", "/v1/mail.json"} {
		if r := a.Get(t, "shop", path); r.Status != 404 {
			t.Errorf("%s at the public address: %d", path, r.Status)
		}
	}
	for what, headers := range map[string][]string{
		"from another origin": {"Origin", "https://evil.example"},
		"under another name":  {"Host", "evil.example"},
		"without the token":   {"Authorization", ""},
		"with another token":  {"Authorization", "Bearer " + strings.Repeat("0", 64)},
	} {
		if r := kit.Operate(t, a.App, "/mail.json", headers...); r.Status < 400 || r.Status > 499 {
			t.Errorf("%s: %d", what, r.Status)
		}
	}
}
