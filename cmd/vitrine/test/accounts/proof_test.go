package accounts

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
	"vitrine/writesvc/auth"
	"vitrine/writesvc/auth/operator"
	"vitrine/writesvc/notify"
)

// A business that waits for approval still waits for it after it was locked and unlocked.
func TestUnlockingApprovesNobody(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	a.Settle(t, "shop", auth.Settings{Signup: "b2b"})
	company := map[string]string{"name": "Ada A.Ş.", "taxNumber": "1234567890"}
	a.Post(t, "/auth/signup", kit.SignUp("ada@example.com", "company", company)).Want(t, "sign up", 201, "")
	verify := linkIn(t, a.Mailbox.Next(t, "mail", "ada@example.com", "verify-email?token="))
	a.Post(t, "/auth/verify-email?token="+url.QueryEscape(verify), map[string]string{"password": kit.Password}).Want(t,
		"verify", 200, "")
	login := map[string]string{"email": "ada@example.com", "password": kit.Password}
	for range 2 { // twice, and locked twice
		for _, change := range []func(context.Context, string) (string, error){
			func(ctx context.Context, who string) (string, error) { return operator.Lock(ctx, a.Pool, "shop", who) },
			func(ctx context.Context, who string) (string, error) { return operator.Lock(ctx, a.Pool, "shop", who) },
			func(ctx context.Context, who string) (string, error) {
				return operator.Unlock(ctx, a.Pool, "shop", who)
			},
		} {
			if _, err := change(t.Context(), "ada@example.com"); err != nil {
				t.Fatal(err)
			}
		}
		a.Post(t, "/auth/login", login).Want(t, "unlocked and not approved", 403, "ACCOUNT_PENDING")
	}
	if _, err := operator.Approve(t.Context(), a.Pool, "shop", "ada@example.com"); err != nil {
		t.Fatal(err)
	}
	for _, change := range []func() (string, error){
		func() (string, error) { return operator.Lock(t.Context(), a.Pool, "shop", "ada@example.com") },
		func() (string, error) { return operator.Unlock(t.Context(), a.Pool, "shop", "ada@example.com") },
		func() (string, error) { return operator.Unlock(t.Context(), a.Pool, "shop", "ada@example.com") },
	} {
		if _, err := change(); err != nil {
			t.Fatal(err)
		}
	}
	a.Post(t, "/auth/login", login).Want(t, "approved, locked and unlocked", 200, "")
}

// The owner of an address that somebody else signed up with opens the link, and sets a password with the answer's
// token. Neither token works twice.
func TestTheOwnerSetsAPasswordAfterTheFirstProof(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	verify := linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "verify-email?token="))
	r := a.Post(t, "/auth/verify-email?token="+url.QueryEscape(verify), nil).Want(t, "verify", 200, "")
	reset := "/auth/reset-password?token=" + url.QueryEscape(r.Text("data", "resetToken"))
	fresh := map[string]string{"password": "a new long one"}
	a.Post(t, reset, fresh, "x-service-client", "other").Want(t, "in another shop", 401, "RESET_TOKEN_INVALID")
	a.Post(t, reset, fresh).Want(t, "set a password", 200, "")
	a.Post(t, reset, fresh).Want(t, "again", 401, "RESET_TOKEN_INVALID")
	a.Post(t, "/auth/verify-email?token="+url.QueryEscape(verify), nil).Want(t, "again", 401, "VERIFY_TOKEN_INVALID")
	q := kit.PersonOf(a.Post(t, "/auth/login", map[string]string{"email": p.Email, "password": "a new long one"}).Want(t,
		"log in", 200, ""))
	if me := a.Request(t, "GET", "/auth/me", q.As()...); q.Id != p.Id || me.At("data", "emailVerified") != true ||
		me.Text("data", "phone") != "" {
		t.Errorf("me: %s", me.Body)
	}
}

// A flaky sender delivers every message, and reports a failure the first two times.
type flaky struct {
	mu   sync.Mutex
	sent []string
}

func (f *flaky) Send(_ context.Context, m notify.Message) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sent = append(f.sent, codeIn(m))
	if len(f.sent) < 3 {
		return errors.New("no answer")
	}
	return nil
}

// A message whose delivery is not certain is sent again with the same code, and charged once.
func TestAMessageThatIsSentAgainHasTheSameCode(t *testing.T) {
	t.Parallel()
	texts := &flaky{}
	a := kit.OpenAccounts(t, func(w *kit.WriteConfig) {
		w.Notify.SMS, w.Notify.Poll = texts, 50*time.Millisecond
		w.Auth.Limits.SMSNumber.Burst = 1
	})
	p := a.SignUp(t, "ada@example.com")
	a.Post(t, "/auth/send-phone-verification", nil, p.As()...).Want(t, "send", 200, "")
	testkit.Until(t, "the message was sent three times", func() bool {
		texts.mu.Lock()
		defer texts.mu.Unlock()
		return len(texts.sent) == 3
	})
	if texts.sent[0] == "" || texts.sent[1] != texts.sent[0] || texts.sent[2] != texts.sent[0] {
		t.Error("the codes differ")
	}
	a.Post(t, "/auth/verify-phone", map[string]string{"otp": texts.sent[0]}, p.As()...).Want(t, "the first one", 200, "")
}

// proofs are the requests that prove the address of an account, and a sign-in with the password of before.
type proofs map[string]func() (*kit.Answer, error)

// proveAtOnce signs up and requests a link or code of each kind.
func proveAtOnce(t *testing.T, a *kit.Accounts) (kit.Person, proofs) {
	t.Helper()
	p := a.SignUp(t, "ada@example.com")
	verify := linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "verify-email?token="))
	a.Post(t, "/auth/forgot-password", map[string]string{"email": p.Email}).Want(t, "forgot", 200, "")
	reset := linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "reset-password?token="))
	a.Post(t, "/auth/resend-otp", map[string]string{"email": p.Email, "method": "email"}).Want(t, "resend", 200, "")
	otp := codeIn(a.Mailbox.Next(t, "mail", p.Email, "your code"))
	post := func(path string, body any) func() (*kit.Answer, error) {
		return func() (*kit.Answer, error) {
			return a.Try(t.Context(), "POST", strings.ReplaceAll(path, "~", "%7E"), body)
		}
	}
	return p, proofs{
		"link":  post("/auth/verify-email?token="+verify, nil),
		"reset": post("/auth/reset-password?token="+reset, map[string]string{"password": "a new long one"}),
		"code":  post("/auth/verify-otp", map[string]string{"email": p.Email, "otp": otp}),
		"login": post("/auth/login", map[string]string{"email": p.Email, "password": kit.Password}),
	}
}

// waiting returns how many transactions wait for a lock.
func waiting(t *testing.T, a *kit.Accounts) int {
	t.Helper()
	return a.Count(t, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
AND wait_event_type = 'Lock'`)
}

// hold locks an account until release is called.
func hold(t *testing.T, a *kit.Accounts, account string) (release func()) {
	t.Helper()
	tx, err := a.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback(context.Background()) })
	if _, err := tx.Exec(t.Context(), `SELECT FROM account WHERE id = $1 FOR NO KEY UPDATE`, account); err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if err := tx.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// oneOwner checks that nothing of before the first proof is left.
func oneOwner(t *testing.T, a *kit.Accounts, p kit.Person) {
	t.Helper()
	a.Post(t, "/auth/login", map[string]string{"email": p.Email, "password": kit.Password}).Want(t, "the old password",
		401, "INVALID_CREDENTIALS")
	a.Request(t, "GET", "/auth/me", p.As()...).Want(t, "the session of the sign-up", 401, "UNAUTHENTICATED")
	if n := a.Count(t, `SELECT count(*) FROM account_session WHERE account_id = $1 AND revoked_at IS NULL
AND method IN ('signup', 'password')`, p.Id); n != 0 {
		t.Errorf("%d sessions of before", n)
	}
}

// Proofs of one address at the same time leave one owner, and cause no error. Each proof is the first one once. All are
// held where they lock the account: a proof that has locked its code before would cause a deadlock. The sign-in has
// checked the old password when the proofs end it.
func TestConcurrentFirstProofsLeaveOneOwner(t *testing.T) {
	t.Parallel()
	for _, order := range [][]string{
		{"link", "code", "reset", "login"}, {"code", "reset", "link", "login"}, {"reset", "link", "code", "login"},
	} {
		t.Run(order[0]+" first", func(t *testing.T) {
			t.Parallel()
			a := kit.OpenAccounts(t)
			p, all := proveAtOnce(t, a)
			release := hold(t, a, p.Id)
			got := make([]*kit.Answer, len(order))
			var wg sync.WaitGroup
			for i, name := range order {
				wg.Go(func() {
					r, err := all[name]()
					if err != nil {
						t.Errorf("%s: %v", name, err)
					}
					got[i] = r
				})
				testkit.Until(t, name+" waits for the account", func() bool {
					time.Sleep(2 * time.Millisecond)
					return waiting(t, a) > i
				})
			}
			release()
			wg.Wait()
			for i, r := range got {
				if want := map[bool]int{true: 200, false: 401}[i == 0]; r != nil && r.Status != want {
					t.Errorf("%s: %d %s, want %d", order[i], r.Status, kit.Excerpt(r.Body), want)
				}
			}
			oneOwner(t, a, p)
		})
	}
}

// Likewise in any order, many times each.
func TestManyFirstProofsLeaveOneOwner(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t, func(w *kit.WriteConfig) { w.Auth.Limits.FailAccount.Burst = 1000 })
	p, all := proveAtOnce(t, a)
	var wg sync.WaitGroup
	for range 6 {
		for name, prove := range all {
			wg.Go(func() {
				if r, err := prove(); err != nil || r.Status >= 500 {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
	}
	wg.Wait()
	oneOwner(t, a, p)
}
