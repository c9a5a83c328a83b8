package boot

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/writesvc/notify"
)

var (
	codeRE = regexp.MustCompile(`\b[0-9]{6}\b`)
	linkRE = regexp.MustCompile(`https?://\S+\?token=\S+`)
)

// codeIn is the code in a message.
func codeIn(m notify.Message) string { return codeRE.FindString(m.Subject + "\n" + m.Text) }

// linkIn is the token of the link in a message.
func linkIn(t testing.TB, m notify.Message) string {
	t.Helper()
	u, err := url.Parse(linkRE.FindString(m.Text))
	if err != nil || u.Query().Get("token") == "" {
		t.Fatalf("no link in %+v", m)
	}
	return u.Query().Get("token")
}

// otherCode is a code that is wrong.
func otherCode(code string) string {
	if code[0] == '9' {
		return "0" + code[1:]
	}
	return string(code[0]+1) + code[1:]
}

func TestAForgottenPasswordIsReplaced(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	known := a.post(t, "/auth/forgot-password", map[string]string{"email": "ADA@example.com"}).want(t, "forgot", 200, "")
	unknown := a.post(t, "/auth/forgot-password", map[string]string{"email": "bob@example.com", "method": "email"}).want(t, "unknown", 200, "")
	if string(known.Body) != string(unknown.Body) {
		t.Errorf("known and unknown can be told apart:\n%s\n%s", known.Body, unknown.Body)
	}
	token := linkIn(t, a.box.next(t, "mail", p.email, "reset-password?token="))
	reset := "/auth/reset-password?token=" + url.QueryEscape(token)
	a.post(t, reset, map[string]string{"password": "short"}).want(t, "too short", 400, "INVALID_PARAMETER")
	a.post(t, reset, map[string]string{"password": "ada@example.com"}).want(t, "the address", 400, "INVALID_PARAMETER")
	a.post(t, "/auth/reset-password", map[string]string{"password": "a new long one"}).want(t, "without a token", 400, "INVALID_PARAMETER")
	a.post(t, reset+"&token=x", map[string]string{"password": "a new long one"}).want(t, "two tokens", 400, "INVALID_PARAMETER")
	a.post(t, reset, map[string]string{"password": "a new long one"}, "x-service-client", "other").want(t, "in another shop", 401, "RESET_TOKEN_INVALID")
	a.post(t, reset, map[string]string{"password": "a new long one"}).want(t, "reset", 200, "")
	a.post(t, reset, map[string]string{"password": "another new one"}).want(t, "again", 401, "RESET_TOKEN_INVALID")

	a.ask(t, http.MethodGet, "/auth/me", p.as()...).want(t, "the sessions before", 401, "UNAUTHENTICATED")
	a.refresh(t, p.refresh).want(t, "the sessions before", 401, "REFRESH_TOKEN_INVALID")
	a.post(t, "/auth/login", map[string]string{"email": p.email, "password": goodPassword}).want(t, "the old password", 401, "INVALID_CREDENTIALS")
	q := personOf(a.post(t, "/auth/login", map[string]string{"email": p.email, "password": "a new long one"}).want(t, "the new password", 200, ""))
	if me := a.ask(t, http.MethodGet, "/auth/me", q.as()...); me.at("data", "emailVerified") != true {
		t.Errorf("whoever reads the letter owns the address: %s", me.Body)
	}
	a.box.next(t, "mail", p.email, "was changed")
}

func TestLinksToResetEndAndAreReplaced(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	forgot := map[string]string{"email": p.email}
	fresh := map[string]string{"password": "a new long one"}
	a.post(t, "/auth/forgot-password", forgot).want(t, "forgot", 200, "")
	first := linkIn(t, a.box.next(t, "mail", p.email, "reset-password?token="))
	a.post(t, "/auth/forgot-password", forgot).want(t, "again at once", 200, "")
	a.idle(t)
	if n := a.count(t, `SELECT count(*) FROM outbox WHERE kind = 'reset-password'`); n != 1 {
		t.Errorf("%d letters within a minute, want one", n)
	}
	a.later(61 * time.Second)
	a.post(t, "/auth/forgot-password", forgot).want(t, "a minute later", 200, "")
	second := linkIn(t, a.box.next(t, "mail", p.email, "reset-password?token="))
	a.post(t, "/auth/reset-password?token="+url.QueryEscape(first), fresh).want(t, "replaced", 401, "RESET_TOKEN_INVALID")
	a.later(11 * time.Minute)
	a.post(t, "/auth/reset-password?token="+url.QueryEscape(second), fresh).want(t, "too old", 401, "RESET_TOKEN_INVALID")
}

func TestConcurrentResetsWithOneLinkSetOnePassword(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	a.post(t, "/auth/forgot-password", map[string]string{"email": p.email}).want(t, "forgot", 200, "")
	token := linkIn(t, a.box.next(t, "mail", p.email, "reset-password?token="))
	var won atomic.Int32
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			r, err := a.try(t.Context(), http.MethodPost, "/auth/reset-password?token="+url.QueryEscape(token), map[string]string{"password": fmt.Sprintf("a new long one %d", i)})
			if err != nil {
				t.Error(err)
			} else if r.Status == 200 {
				won.Add(1)
			} else {
				r.want(t, "a loser", 401, "RESET_TOKEN_INVALID")
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 {
		t.Errorf("%d resets succeeded", won.Load())
	}
}

func TestAnAddressIsVerifiedByItsLink(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	first := linkIn(t, a.box.next(t, "mail", p.email, "verify-email?token="))
	a.post(t, "/auth/send-verification-email", nil).want(t, "without a bearer", 401, "UNAUTHENTICATED")
	a.post(t, "/auth/send-verification-email", nil, p.as()...).want(t, "send", 200, "")
	a.post(t, "/auth/send-verification-email", nil, p.as()...).want(t, "again at once", 429, "TOO_MANY_REQUESTS")
	second := linkIn(t, a.box.next(t, "mail", p.email, "verify-email?token="))
	verify := "/auth/verify-email?token=" + url.QueryEscape(second)
	a.post(t, "/auth/verify-email?token="+url.QueryEscape(first), nil).want(t, "replaced", 401, "VERIFY_TOKEN_INVALID")
	a.post(t, "/auth/verify-email", nil).want(t, "without a token", 400, "INVALID_PARAMETER")
	a.post(t, verify, nil, "x-service-client", "other").want(t, "a header that disagrees", 401, "VERIFY_TOKEN_INVALID")
	a.post(t, verify, nil, "x-service-client", "-").want(t, "without a header", 200, "")
	a.post(t, verify, nil).want(t, "again", 401, "VERIFY_TOKEN_INVALID")
	if me := a.ask(t, http.MethodGet, "/auth/me", p.as()...); me.at("data", "emailVerified") != true {
		t.Errorf("me: %s", me.Body)
	}
	a.post(t, "/auth/send-verification-email", nil, p.as()...).want(t, "nothing left to verify", 409, "ALREADY_VERIFIED")
}

func TestALinkVerifiesTheAddressItWasSentToAndNoOther(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	token := linkIn(t, a.box.next(t, "mail", p.email, "verify-email?token="))
	if _, err := a.Pool.Exec(t.Context(), `UPDATE account SET email = 'ada@example.org' WHERE id = $1`, p.id); err != nil {
		t.Fatal(err)
	}
	a.post(t, "/auth/verify-email?token="+url.QueryEscape(token), nil).want(t, "after the address changed", 401, "VERIFY_TOKEN_INVALID")
	q := a.signUp(t, "bob@example.com")
	token = linkIn(t, a.box.next(t, "mail", q.email, "verify-email?token="))
	a.post(t, "/auth/reset-password?token="+url.QueryEscape(token), map[string]string{"password": "a new long one"}).want(t, "for another purpose", 401, "RESET_TOKEN_INVALID")
	a.later(25 * time.Hour)
	a.post(t, "/auth/verify-email?token="+url.QueryEscape(token), nil).want(t, "too old", 401, "VERIFY_TOKEN_INVALID")
}

func TestANumberIsVerifiedByItsCode(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	a.post(t, "/auth/send-phone-verification", nil).want(t, "without a bearer", 401, "UNAUTHENTICATED")
	a.post(t, "/auth/send-phone-verification", map[string]any{}, p.as()...).want(t, "send", 200, "")
	a.post(t, "/auth/send-phone-verification", nil, p.as()...).want(t, "again at once", 429, "TOO_MANY_REQUESTS")
	code := codeIn(a.box.next(t, "sms", "+905321234567", "verifies your number"))
	a.post(t, "/auth/verify-phone", map[string]string{"otp": code}).want(t, "without a bearer", 401, "UNAUTHENTICATED")
	a.post(t, "/auth/verify-phone", map[string]string{"otp": otherCode(code)}, p.as()...).want(t, "wrong", 400, "INVALID_CODE")
	a.post(t, "/auth/verify-otp", map[string]string{"email": p.email, "otp": code}).want(t, "for another purpose", 401, "INVALID_CREDENTIALS")
	stranger := a.signUp(t, "eve@example.com")
	a.post(t, "/auth/verify-phone", map[string]string{"otp": code}, stranger.as()...).want(t, "by another", 400, "INVALID_CODE")
	a.post(t, "/auth/verify-phone", map[string]string{"otp": code}, p.as()...).want(t, "right", 200, "")
	a.post(t, "/auth/verify-phone", map[string]string{"otp": code}, p.as()...).want(t, "again", 400, "INVALID_CODE")
	if me := a.ask(t, http.MethodGet, "/auth/me", p.as()...); me.at("data", "phoneVerified") != true {
		t.Errorf("me: %s", me.Body)
	}
	a.post(t, "/auth/send-phone-verification", nil, p.as()...).want(t, "nothing left to verify", 409, "ALREADY_VERIFIED")
	none := a.signUp(t, "bob@example.com", "contact.mobileNumber", []any{})
	a.post(t, "/auth/send-phone-verification", nil, none.as()...).want(t, "without a number", 409, "NO_PHONE")
	for _, bad := range []string{"", "12345", "1234567", "12345a", "１２３４５６", " 12345"} {
		a.post(t, "/auth/verify-phone", map[string]string{"otp": bad}, p.as()...).want(t, "otp "+bad, 400, "INVALID_PARAMETER")
	}
}

func TestACodeSignsIn(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	// The number is not known to be his, so the code goes to the address.
	known := a.post(t, "/auth/resend-otp", map[string]string{"email": "Ada@example.com", "method": "sms"}).want(t, "resend", 200, "")
	unknown := a.post(t, "/auth/resend-otp", map[string]string{"email": "bob@example.com", "method": "sms"}).want(t, "unknown", 200, "")
	if string(known.Body) != string(unknown.Body) {
		t.Errorf("known and unknown can be told apart:\n%s\n%s", known.Body, unknown.Body)
	}
	code := codeIn(a.box.next(t, "mail", p.email, "your code"))
	if again := a.post(t, "/auth/resend-otp", map[string]string{"email": p.email}).want(t, "at once", 429, "TOO_MANY_REQUESTS"); again.Header.Get("Retry-After") == "" {
		t.Error("429 without Retry-After")
	}
	a.post(t, "/auth/resend-otp", map[string]string{"email": "bob@example.com"}).want(t, "unknown, at once", 429, "TOO_MANY_REQUESTS")
	a.post(t, "/auth/verify-otp", map[string]string{"email": p.email, "otp": otherCode(code)}).want(t, "wrong", 401, "INVALID_CREDENTIALS")
	a.post(t, "/auth/verify-otp", map[string]string{"email": "bob@example.com", "otp": code}).want(t, "another's", 401, "INVALID_CREDENTIALS")
	a.post(t, "/auth/verify-otp", map[string]string{"email": p.email, "otp": code}, "x-service-client", "other").want(t, "in another shop", 401, "INVALID_CREDENTIALS")
	q := personOf(a.post(t, "/auth/verify-otp", map[string]string{"email": p.email, "otp": code}).want(t, "right", 200, ""))
	if me := a.ask(t, http.MethodGet, "/auth/me", q.as()...).want(t, "me", 200, ""); q.id != p.id || me.at("data", "emailVerified") != true {
		t.Errorf("me: %s", me.Body)
	}
	a.post(t, "/auth/verify-otp", map[string]string{"email": p.email, "otp": code}).want(t, "again", 401, "INVALID_CREDENTIALS")

	// Once the number is his, text messages go there.
	if _, err := a.Pool.Exec(t.Context(), `UPDATE account SET phone_verified_at = now() WHERE id = $1`, p.id); err != nil {
		t.Fatal(err)
	}
	a.later(61 * time.Second)
	a.post(t, "/auth/resend-otp", map[string]string{"email": p.email, "method": "sms"}).want(t, "resend", 200, "")
	code = codeIn(a.box.next(t, "sms", "+905321234567", "is your code"))
	a.later(61 * time.Second)
	a.post(t, "/auth/resend-otp", map[string]string{"email": p.email, "method": "sms"}).want(t, "resend", 200, "")
	newer := codeIn(a.box.next(t, "sms", "+905321234567", "is your code"))
	if code != newer {
		a.post(t, "/auth/verify-otp", map[string]string{"email": p.email, "otp": code}).want(t, "replaced", 401, "INVALID_CREDENTIALS")
	}
	a.later(6 * time.Minute)
	a.post(t, "/auth/verify-otp", map[string]string{"email": p.email, "otp": newer}).want(t, "too old", 401, "INVALID_CREDENTIALS")
}

func TestALinkToResetGoesToAVerifiedNumberIfAsked(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	if _, err := a.Pool.Exec(t.Context(), `UPDATE account SET phone_verified_at = now() WHERE id = $1`, p.id); err != nil {
		t.Fatal(err)
	}
	a.post(t, "/auth/forgot-password", map[string]string{"email": p.email, "method": "sms"}).want(t, "forgot", 200, "")
	token := linkIn(t, a.box.next(t, "sms", "+905321234567", "reset-password?token="))
	a.post(t, "/auth/reset-password?token="+url.QueryEscape(token), map[string]string{"password": "a new long one"}).want(t, "reset", 200, "")
	if a.count(t, `SELECT count(*) FROM account WHERE id = $1 AND email_verified_at IS NULL`, p.id) != 1 {
		t.Error("a text message proved the mail address")
	}
}

func TestConcurrentGuessesSpendFiveAttempts(t *testing.T) {
	t.Parallel()
	a := openAuth(t, func(w *writesvcConfig) { w.Auth.Limits.FailAccount.Burst, w.Auth.Limits.FailAddress.Burst = 1000, 1000 })
	p := a.signUp(t, "ada@example.com")
	a.post(t, "/auth/resend-otp", map[string]string{"email": p.email, "method": "email"}).want(t, "resend", 200, "")
	code := codeIn(a.box.next(t, "mail", p.email, "your code"))
	var wg sync.WaitGroup
	for range 100 {
		wg.Go(func() {
			r, err := a.try(t.Context(), http.MethodPost, "/auth/verify-otp", map[string]string{"email": p.email, "otp": otherCode(code)})
			if err != nil {
				t.Error(err)
				return
			}
			r.want(t, "a guess", 401, "INVALID_CREDENTIALS")
		})
	}
	wg.Wait()
	if n := a.count(t, `SELECT attempts FROM account_code WHERE account_id = $1 AND purpose = 'login'`, p.id); n != 5 {
		t.Errorf("%d attempts were spent, want 5", n)
	}
	a.post(t, "/auth/verify-otp", map[string]string{"email": p.email, "otp": code}).want(t, "the right code, too late", 401, "INVALID_CREDENTIALS")
}

func TestConcurrentRightCodesBeginOneSession(t *testing.T) {
	t.Parallel()
	a := openAuth(t, func(w *writesvcConfig) { w.Auth.OTPTries = 1000; w.Auth.Limits.FailAccount.Burst = 1000 })
	p := a.signUp(t, "ada@example.com")
	a.post(t, "/auth/resend-otp", map[string]string{"email": p.email, "method": "email"}).want(t, "resend", 200, "")
	code := codeIn(a.box.next(t, "mail", p.email, "your code"))
	var won atomic.Int32
	var wg sync.WaitGroup
	for range 30 {
		wg.Go(func() {
			r, err := a.try(t.Context(), http.MethodPost, "/auth/verify-otp", map[string]string{"email": p.email, "otp": code})
			if err != nil {
				t.Error(err)
			} else if r.Status == 200 {
				won.Add(1)
			} else {
				r.want(t, "a loser", 401, "INVALID_CREDENTIALS")
			}
		})
	}
	wg.Wait()
	if n := a.count(t, `SELECT count(*) FROM account_session WHERE account_id = $1 AND method = 'otp'`, p.id); won.Load() != 1 || n != 1 {
		t.Errorf("%d succeeded, %d sessions; want one", won.Load(), n)
	}
}

func TestConcurrentSignUpsOfOneAddressMakeOneAccount(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	var won atomic.Int32
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			email := "ada@example.com"
			if i%2 == 0 {
				email = strings.ToUpper(email)
			}
			r, err := a.try(t.Context(), http.MethodPost, "/auth/signup", somebody(email))
			if err != nil {
				t.Error(err)
			} else if r.Status == 201 {
				won.Add(1)
			} else {
				r.want(t, "a loser", 409, "EMAIL_TAKEN")
			}
		})
	}
	wg.Wait()
	if n := a.count(t, `SELECT count(*) FROM account`); won.Load() != 1 || n != 1 {
		t.Errorf("%d succeeded, %d accounts; want one", won.Load(), n)
	}
}
