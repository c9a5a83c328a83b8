package accounts

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

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
	"vitrine/writesvc/notify"
)

var (
	codeRE = regexp.MustCompile(`\b[0-9]{6}\b`)
	linkRE = regexp.MustCompile(`https?://\S+\?token=\S+`)
)

// codeIn returns the code of a message.
func codeIn(m notify.Message) string { return codeRE.FindString(m.Subject + "\n" + m.Text) }

// linkIn returns the token of the link in a message.
func linkIn(t testing.TB, m notify.Message) string {
	t.Helper()
	u, err := url.Parse(linkRE.FindString(m.Text))
	if err != nil || u.Query().Get("token") == "" {
		t.Fatalf("no link in %+v", m)
	}
	return u.Query().Get("token")
}

// otherCode returns a wrong code.
func otherCode(code string) string {
	if code[0] == '9' {
		return "0" + code[1:]
	}
	return string(code[0]+1) + code[1:]
}

func TestAForgottenPasswordIsReplaced(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	known := a.Post(t, "/auth/forgot-password", map[string]string{"email": "ADA@example.com"}).Want(t, "forgot", 200, "")
	unknown := a.Post(t, "/auth/forgot-password", map[string]string{"email": "bob@example.com", "method": "email"}).Want(t,
		"unknown", 200, "")
	if string(known.Body) != string(unknown.Body) {
		t.Errorf("known and unknown can be distinguished:\n%s\n%s", known.Body, unknown.Body)
	}
	token := linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "reset-password?token="))
	reset := "/auth/reset-password?token=" + url.QueryEscape(token)
	a.Post(t, reset, map[string]string{"password": "short"}).Want(t, "too short", 400, "INVALID_PARAMETER")
	a.Post(t, reset, map[string]string{"password": "ada@example.com"}).Want(t, "the address", 400, "INVALID_PARAMETER")
	a.Post(t, "/auth/reset-password", map[string]string{"password": "a new long one"}).Want(t, "without a token", 400,
		"INVALID_PARAMETER")
	a.Post(t, reset+"&token=x", map[string]string{"password": "a new long one"}).Want(t, "two tokens", 400,
		"INVALID_PARAMETER")
	a.Post(t, reset, map[string]string{"password": "a new long one"}, "x-service-client", "other").Want(t,
		"in another shop", 401, "RESET_TOKEN_INVALID")
	a.Post(t, reset, map[string]string{"password": "a new long one"}).Want(t, "reset", 200, "")
	a.Post(t, reset, map[string]string{"password": "another new one"}).Want(t, "again", 401, "RESET_TOKEN_INVALID")

	a.Request(t, http.MethodGet, "/auth/me", p.As()...).Want(t, "the sessions before", 401, "UNAUTHENTICATED")
	a.Refresh(t, p.Refresh).Want(t, "the sessions before", 401, "REFRESH_TOKEN_INVALID")
	a.Post(t, "/auth/login", map[string]string{"email": p.Email, "password": kit.Password}).Want(t, "the old password",
		401, "INVALID_CREDENTIALS")
	q := kit.PersonOf(a.Post(t, "/auth/login", map[string]string{"email": p.Email, "password": "a new long one"}).Want(t,
		"the new password", 200, ""))
	if me := a.Request(t, http.MethodGet, "/auth/me", q.As()...); me.At("data", "emailVerified") != true {
		t.Errorf("a reset by email must verify the address: %s", me.Body)
	}
	a.Mailbox.Next(t, "mail", p.Email, "was changed")
}

func TestLinksToResetEndTogether(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	forgot := map[string]string{"email": p.Email}
	fresh := map[string]string{"password": "a new long one"}
	a.Post(t, "/auth/forgot-password", forgot).Want(t, "forgot", 200, "")
	first := linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "reset-password?token="))
	a.Post(t, "/auth/forgot-password", forgot).Want(t, "again at once", 200, "")
	a.WaitOutbox(t)
	if n := a.Count(t, `SELECT count(*) FROM outbox WHERE kind = 'reset-password'`); n != 1 {
		t.Errorf("%d emails within a minute, want one", n)
	}
	a.Advance(61 * time.Second)
	a.Post(t, "/auth/forgot-password", forgot).Want(t, "a minute later", 200, "")
	second := linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "reset-password?token="))
	a.Post(t, "/auth/reset-password?token="+url.QueryEscape(first), fresh).Want(t, "the earlier one", 200, "")
	a.Post(t, "/auth/reset-password?token="+url.QueryEscape(second), fresh).Want(t, "once one was used", 401,
		"RESET_TOKEN_INVALID")
	a.Advance(6 * time.Minute)
	a.Post(t, "/auth/forgot-password", forgot).Want(t, "later", 200, "")
	third := linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "reset-password?token="))
	a.Advance(11 * time.Minute)
	a.Post(t, "/auth/reset-password?token="+url.QueryEscape(third), fresh).Want(t, "too old", 401, "RESET_TOKEN_INVALID")
}

func TestConcurrentResetsWithOneLinkSetOnePassword(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	a.Post(t, "/auth/forgot-password", map[string]string{"email": p.Email}).Want(t, "forgot", 200, "")
	token := linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "reset-password?token="))
	// The request that has the link waits for the account. The others must not compute a hash meanwhile.
	release := hold(t, a, p.Id)
	const all = 20
	var won, ended atomic.Int32
	var wg sync.WaitGroup
	before := a.Write.Auth().Hashes()
	for i := range all {
		wg.Go(func() {
			defer ended.Add(1)
			r, err := a.Try(t.Context(), http.MethodPost, "/auth/reset-password?token="+url.QueryEscape(token),
				map[string]string{"password": fmt.Sprintf("a new long one %d", i)})
			if err != nil {
				t.Error(err)
			} else if r.Status == 200 {
				won.Add(1)
			} else {
				r.Want(t, "a loser", 401, "RESET_TOKEN_INVALID")
			}
		})
	}
	testkit.Until(t, "one request waits, or several", func() bool {
		time.Sleep(2 * time.Millisecond)
		return ended.Load() == all-1 || waiting(t, a) > 1
	})
	release()
	wg.Wait()
	if won.Load() != 1 {
		t.Errorf("%d resets succeeded", won.Load())
	}
	if n := a.Write.Auth().Hashes() - before; n != 1 {
		t.Errorf("%d requests with one link cost %d hashes, want 1", all, n)
	}
}

// A reset that fails after the link was claimed leaves the link usable.
func TestALinkIsUsableAfterAResetThatFailed(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	a.Post(t, "/auth/forgot-password", map[string]string{"email": p.Email}).Want(t, "forgot", 200, "")
	reset := "/auth/reset-password?token=" +
		url.QueryEscape(linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "reset-password?token=")))
	fresh := map[string]string{"password": "a new long one"}
	if _, err := a.Pool.Exec(t.Context(), `UPDATE account_code SET claimed_until = $1 WHERE purpose = 'reset-password'`,
		a.Now().Add(30*time.Second)); err != nil {
		t.Fatal(err)
	}
	a.Post(t, reset, fresh).Want(t, "while another request has it", 401, "RESET_TOKEN_INVALID")
	a.Advance(31 * time.Second) // the process that had it has died
	a.Post(t, reset, map[string]string{"password": p.Email}).Want(t, "a bad password", 400, "INVALID_PARAMETER")
	a.Post(t, reset, fresh).Want(t, "afterwards", 200, "")
}

func TestAnAddressIsVerifiedByItsLink(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	first := linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "verify-email?token="))
	a.Post(t, "/auth/send-verification-email", nil).Want(t, "without a bearer", 401, "UNAUTHENTICATED")
	a.Post(t, "/auth/send-verification-email", nil, p.As()...).Want(t, "send", 200, "")
	a.Post(t, "/auth/send-verification-email", nil, p.As()...).Want(t, "again at once", 429, "TOO_MANY_REQUESTS")
	second := linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "verify-email?token="))
	verify := "/auth/verify-email?token=" + url.QueryEscape(second)
	a.Post(t, "/auth/verify-email", nil).Want(t, "without a token", 400, "INVALID_PARAMETER")
	a.Post(t, verify, nil, "x-service-client", "other").Want(t, "a header that disagrees", 401, "VERIFY_TOKEN_INVALID")
	a.Post(t, verify, nil, "x-service-client", "-", "Authorization", "Bearer x").Want(t, "an invalid access token", 401,
		"UNAUTHENTICATED")
	a.Post(t, verify, nil, append(p.As(), "x-service-client", "-")...).Want(t, "without a header", 200, "")
	a.Post(t, verify, nil).Want(t, "again", 401, "VERIFY_TOKEN_INVALID")
	a.Post(t, "/auth/verify-email?token="+url.QueryEscape(first), nil).Want(t, "an earlier link, once one was used", 401,
		"VERIFY_TOKEN_INVALID")
	if me := a.Request(t, http.MethodGet, "/auth/me", p.As()...); me.At("data", "emailVerified") != true {
		t.Errorf("me: %s", me.Body)
	}
	a.Post(t, "/auth/send-verification-email", nil, p.As()...).Want(t, "nothing left to verify", 409, "ALREADY_VERIFIED")
}

func TestALinkVerifiesTheAddressItWasSentToAndNoOther(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	token := linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "verify-email?token="))
	if _, err := a.Pool.Exec(t.Context(), `UPDATE account SET email = 'ada@example.org' WHERE id = $1`, p.Id); err != nil {
		t.Fatal(err)
	}
	a.Post(t, "/auth/verify-email?token="+url.QueryEscape(token), nil).Want(t, "after the address changed", 401,
		"VERIFY_TOKEN_INVALID")
	q := a.SignUp(t, "bob@example.com")
	token = linkIn(t, a.Mailbox.Next(t, "mail", q.Email, "verify-email?token="))
	a.Post(t, "/auth/reset-password?token="+url.QueryEscape(token),
		map[string]string{"password": "a new long one"}).Want(t, "for another purpose", 401, "RESET_TOKEN_INVALID")
	a.Advance(25 * time.Hour)
	a.Post(t, "/auth/verify-email?token="+url.QueryEscape(token), nil).Want(t, "too old", 401, "VERIFY_TOKEN_INVALID")
}

func TestANumberIsVerifiedByItsCode(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	a.Post(t, "/auth/send-phone-verification", nil).Want(t, "without a bearer", 401, "UNAUTHENTICATED")
	a.Post(t, "/auth/send-phone-verification", map[string]any{}, p.As()...).Want(t, "send", 200, "")
	a.Post(t, "/auth/send-phone-verification", nil, p.As()...).Want(t, "again at once", 429, "TOO_MANY_REQUESTS")
	code := codeIn(a.Mailbox.Next(t, "sms", "+905321234567", "verification code"))
	a.Post(t, "/auth/verify-phone", map[string]string{"otp": code}).Want(t, "without a bearer", 401, "UNAUTHENTICATED")
	a.Post(t, "/auth/verify-phone", map[string]string{"otp": otherCode(code)}, p.As()...).Want(t, "wrong", 400,
		"INVALID_CODE")
	a.Post(t, "/auth/verify-otp", map[string]string{"email": p.Email, "otp": code}).Want(t, "for another purpose", 401,
		"INVALID_CREDENTIALS")
	stranger := a.SignUp(t, "eve@example.com")
	a.Post(t, "/auth/verify-phone", map[string]string{"otp": code}, stranger.As()...).Want(t, "by another", 400,
		"INVALID_CODE")
	a.Post(t, "/auth/verify-phone", map[string]string{"otp": code}, p.As()...).Want(t, "right", 200, "")
	a.Post(t, "/auth/verify-phone", map[string]string{"otp": code}, p.As()...).Want(t, "again", 400, "INVALID_CODE")
	if me := a.Request(t, http.MethodGet, "/auth/me", p.As()...); me.At("data", "phoneVerified") != true {
		t.Errorf("me: %s", me.Body)
	}
	a.Post(t, "/auth/send-phone-verification", nil, p.As()...).Want(t, "nothing left to verify", 409, "ALREADY_VERIFIED")
	none := a.SignUp(t, "bob@example.com", "contact.mobileNumber", []any{})
	a.Post(t, "/auth/send-phone-verification", nil, none.As()...).Want(t, "without a number", 409, "NO_PHONE")
	for _, bad := range []string{"", "12345", "1234567", "12345a", "１２３４５６", " 12345"} {
		a.Post(t, "/auth/verify-phone", map[string]string{"otp": bad}, p.As()...).Want(t, "otp "+bad, 400,
			"INVALID_PARAMETER")
	}
}

func TestACodeSignsIn(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	// The number is not verified, so the code goes to the email address.
	known := a.Post(t, "/auth/resend-otp", map[string]string{"email": "Ada@example.com", "method": "sms"}).Want(t,
		"resend", 200, "")
	unknown := a.Post(t, "/auth/resend-otp", map[string]string{"email": "bob@example.com", "method": "sms"}).Want(t,
		"unknown", 200, "")
	if string(known.Body) != string(unknown.Body) {
		t.Errorf("known and unknown can be distinguished:\n%s\n%s", known.Body, unknown.Body)
	}
	code := codeIn(a.Mailbox.Next(t, "mail", p.Email, "your code"))
	if again := a.Post(t, "/auth/resend-otp", map[string]string{"email": p.Email}).Want(t, "at once", 429,
		"TOO_MANY_REQUESTS"); again.Header.Get("Retry-After") == "" {
		t.Error("429 without Retry-After")
	}
	a.Post(t, "/auth/resend-otp", map[string]string{"email": "bob@example.com"}).Want(t, "unknown, at once", 429,
		"TOO_MANY_REQUESTS")
	a.Post(t, "/auth/verify-otp", map[string]string{"email": p.Email, "otp": otherCode(code)}).Want(t, "wrong", 401,
		"INVALID_CREDENTIALS")
	a.Post(t, "/auth/verify-otp", map[string]string{"email": "bob@example.com", "otp": code}).Want(t, "another's", 401,
		"INVALID_CREDENTIALS")
	a.Post(t, "/auth/verify-otp", map[string]string{"email": p.Email, "otp": code}, "x-service-client", "other").Want(t,
		"in another shop", 401, "INVALID_CREDENTIALS")
	q := kit.PersonOf(a.Post(t, "/auth/verify-otp", map[string]string{"email": p.Email, "otp": code}).Want(t, "right", 200,
		""))
	if me := a.Request(t, http.MethodGet, "/auth/me", q.As()...).Want(t, "me", 200, ""); q.Id != p.Id ||
		me.At("data", "emailVerified") != true {
		t.Errorf("me: %s", me.Body)
	}
	a.Post(t, "/auth/verify-otp", map[string]string{"email": p.Email, "otp": code}).Want(t, "again", 401,
		"INVALID_CREDENTIALS")

	// Once the number is verified, text messages go there. The first proof of the address removed the number.
	if _, err := a.Pool.Exec(t.Context(), `UPDATE account SET phone = '+905321234567', phone_verified_at = now()
WHERE id = $1`, p.Id); err != nil {
		t.Fatal(err)
	}
	a.Advance(61 * time.Second)
	a.Post(t, "/auth/resend-otp", map[string]string{"email": p.Email, "method": "sms"}).Want(t, "resend", 200, "")
	code = codeIn(a.Mailbox.Next(t, "sms", "+905321234567", "is your code"))
	a.Advance(61 * time.Second)
	a.Post(t, "/auth/resend-otp", map[string]string{"email": p.Email, "method": "sms"}).Want(t, "resend", 200, "")
	newer := codeIn(a.Mailbox.Next(t, "sms", "+905321234567", "is your code"))
	a.Post(t, "/auth/verify-otp", map[string]string{"email": p.Email, "otp": code}).Want(t, "the earlier one", 200, "")
	a.Post(t, "/auth/verify-otp", map[string]string{"email": p.Email, "otp": newer}).Want(t, "once one was used", 401,
		"INVALID_CREDENTIALS")
	a.Advance(61 * time.Second)
	a.Post(t, "/auth/resend-otp", map[string]string{"email": p.Email, "method": "sms"}).Want(t, "resend", 200, "")
	newest := codeIn(a.Mailbox.Next(t, "sms", "+905321234567", "is your code"))
	a.Advance(6 * time.Minute)
	a.Post(t, "/auth/verify-otp", map[string]string{"email": p.Email, "otp": newest}).Want(t, "too old", 401,
		"INVALID_CREDENTIALS")
}

func TestALinkToResetGoesToAVerifiedNumberIfAsked(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	if _, err := a.Pool.Exec(t.Context(), `UPDATE account SET phone_verified_at = now() WHERE id = $1`, p.Id); err != nil {
		t.Fatal(err)
	}
	a.Post(t, "/auth/forgot-password", map[string]string{"email": p.Email, "method": "sms"}).Want(t, "forgot", 200, "")
	token := linkIn(t, a.Mailbox.Next(t, "sms", "+905321234567", "reset-password?token="))
	a.Post(t, "/auth/reset-password?token="+url.QueryEscape(token),
		map[string]string{"password": "a new long one"}).Want(t, "reset", 200, "")
	if a.Count(t, `SELECT count(*) FROM account WHERE id = $1 AND email_verified_at IS NULL`, p.Id) != 1 {
		t.Error("a text message proved the mail address")
	}
}

func TestConcurrentGuessesSpendFiveAttempts(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t, func(w *kit.WriteConfig) {
		w.Auth.Limits.FailAccount.Burst, w.Auth.Limits.FailAddress.Burst = 1000, 1000
	})
	p := a.SignUp(t, "ada@example.com")
	a.Post(t, "/auth/resend-otp", map[string]string{"email": p.Email, "method": "email"}).Want(t, "resend", 200, "")
	code := codeIn(a.Mailbox.Next(t, "mail", p.Email, "your code"))
	var wg sync.WaitGroup
	for range 100 {
		wg.Go(func() {
			r, err := a.Try(t.Context(), http.MethodPost, "/auth/verify-otp",
				map[string]string{"email": p.Email, "otp": otherCode(code)})
			if err != nil {
				t.Error(err)
				return
			}
			r.Want(t, "a guess", 401, "INVALID_CREDENTIALS")
		})
	}
	wg.Wait()
	if n := a.Count(t, `SELECT attempts FROM account_code WHERE account_id = $1 AND purpose = 'login'`, p.Id); n != 5 {
		t.Errorf("%d attempts were spent, want 5", n)
	}
	a.Post(t, "/auth/verify-otp", map[string]string{"email": p.Email, "otp": code}).Want(t, "the right code, too late",
		401, "INVALID_CREDENTIALS")
}

func TestConcurrentRightCodesBeginOneSession(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t, func(w *kit.WriteConfig) { w.Auth.OTPTries = 1000; w.Auth.Limits.FailAccount.Burst = 1000 })
	p := a.SignUp(t, "ada@example.com")
	a.Post(t, "/auth/resend-otp", map[string]string{"email": p.Email, "method": "email"}).Want(t, "resend", 200, "")
	code := codeIn(a.Mailbox.Next(t, "mail", p.Email, "your code"))
	var won atomic.Int32
	var wg sync.WaitGroup
	for range 30 {
		wg.Go(func() {
			r, err := a.Try(t.Context(), http.MethodPost, "/auth/verify-otp", map[string]string{"email": p.Email, "otp": code})
			if err != nil {
				t.Error(err)
			} else if r.Status == 200 {
				won.Add(1)
			} else {
				r.Want(t, "a loser", 401, "INVALID_CREDENTIALS")
			}
		})
	}
	wg.Wait()
	if n := a.Count(t, `SELECT count(*) FROM account_session WHERE account_id = $1 AND method = 'otp'`,
		p.Id); won.Load() != 1 || n != 1 {
		t.Errorf("%d succeeded, %d sessions; want one", won.Load(), n)
	}
}

func TestConcurrentSignUpsOfOneAddressMakeOneAccount(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	var won atomic.Int32
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			email := "ada@example.com"
			if i%2 == 0 {
				email = strings.ToUpper(email)
			}
			r, err := a.Try(t.Context(), http.MethodPost, "/auth/signup", kit.SignUp(email))
			if err != nil {
				t.Error(err)
			} else if r.Status == 201 {
				won.Add(1)
			} else {
				r.Want(t, "a loser", 409, "EMAIL_TAKEN")
			}
		})
	}
	wg.Wait()
	if n := a.Count(t, `SELECT count(*) FROM account`); won.Load() != 1 || n != 1 {
		t.Errorf("%d succeeded, %d accounts; want one", won.Load(), n)
	}
}
