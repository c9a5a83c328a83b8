package attack

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

var resetLink = regexp.MustCompile(`/reset-password\?token=(\S+)`)

// pass lets time pass for limits, codes and links.
func pass(t testing.TB, s *Server, d time.Duration) {
	t.Helper()
	s.exec(t, `UPDATE rate SET tat = tat - $1::interval`, d)
	s.exec(t, `UPDATE account_code SET created_at = created_at - $1::interval, expires_at = expires_at - $1::interval`, d)
}

// links waits until a number of reset links were sent to an address, and returns their tokens, newest first.
func links(t testing.TB, s *Server, to string, n int) (tokens []string) {
	t.Helper()
	testkit.Until(t, fmt.Sprintf("%d links to %s", n, to), func() bool {
		tokens = nil
		for _, m := range s.Mails(t, to) {
			if found := resetLink.FindStringSubmatch(m.Text); found != nil {
				token, err := url.QueryUnescape(found[1])
				if err != nil {
					t.Fatal(err)
				}
				tokens = append(tokens, token)
			}
		}
		time.Sleep(20 * time.Millisecond)
		return len(tokens) >= n
	})
	return tokens
}

// idle waits until the outbox is empty.
func idle(t testing.TB, s *Server) {
	t.Helper()
	testkit.Until(t, "the outbox is empty", func() bool {
		time.Sleep(20 * time.Millisecond)
		return s.Count(t, `SELECT count(*) FROM outbox WHERE done_at IS NULL`) == 0
	})
}

func login(email, password string) map[string]string {
	return map[string]string{"email": email, "password": password}
}

// A stranger's request for a reset link must not end the link that the owner is about to use. When one is used, all
// end.
func TestAStrangersLetterDoesNotEndTheOwnersLink(t *testing.T) {
	t.Parallel()
	s := Open(t)
	c := s.Tenant(t)
	ada := c.SignUp(t, "ada.links@example.com")
	forgot := map[string]string{"email": ada.Email}
	c.Post(t, "/auth/forgot-password", forgot, 200)
	idle(t, s)
	first := links(t, s, ada.Email, 1)[0]
	for range 2 {
		pass(t, s, 61*time.Second)
		c.At(Address()).Post(t, "/auth/forgot-password", forgot, 200)
		idle(t, s)
	}
	all := links(t, s, ada.Email, 3)
	fresh := map[string]string{"password": "a new long one"}
	c.Post(t, "/auth/reset-password?token="+url.QueryEscape(first), fresh, 200)
	for _, token := range all {
		r := c.Do(t, http.MethodPost, "/auth/reset-password?token="+url.QueryEscape(token), fresh)
		if r.Status != 401 || r.Text("code") != "RESET_TOKEN_INVALID" {
			t.Errorf("another link, after one was used: %d %s", r.Status, r.Body)
		}
	}
}

// Requests of strangers, from one network or from many, must not use up the owner's letters: whenever the owner asks,
// the mailbox has a link that is valid.
func TestStrangersCannotUseUpTheOwnersLetters(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		from func(i int) string
		most int // letters
	}{
		"one network":   {func(int) string { return "203.0.113.7" }, 8},
		"many networks": {func(int) string { return Address() }, 40},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := Open(t)
			c := s.Tenant(t)
			ada := c.SignUp(t, "ada@example.com")
			forgot := map[string]string{"email": ada.Email}
			for i := range 30 {
				c.At(test.from(i)).Post(t, "/auth/forgot-password", forgot, 200)
				pass(t, s, 301*time.Second)
			}
			for i := range 6 { // and at the moment when the owner asks
				c.At(test.from(i)).Post(t, "/auth/forgot-password", forgot, 200)
			}
			c.Post(t, "/auth/forgot-password", forgot, 200)
			idle(t, s)
			letters := links(t, s, ada.Email, 1)
			r := c.Do(t, http.MethodPost, "/auth/reset-password?token="+url.QueryEscape(letters[0]),
				map[string]string{"password": "a new long one"})
			if r.Status != 200 {
				t.Errorf("the newest link of the owner, after 36 requests of strangers: %d %s", r.Status, r.Body)
			}
			if len(letters) > test.most {
				t.Errorf("%d letters, want at most %d", len(letters), test.most)
			}
		})
	}
}

// Wrong passwords of strangers lock strangers out. They do not lock out a device that has signed in before, a live
// session, or the owner with a reset link.
func TestWrongPasswordsOfStrangersDoNotLockTheOwnerOut(t *testing.T) {
	t.Parallel()
	c := Shared(t).Tenant(t)
	signedUp := c.Post(t, "/auth/signup", kit.SignUp("ada.locked@example.com"), 201)
	ada, device := kit.PersonOf(signedUp), signedUp.Text("data", "device", "token")
	lock := func() {
		for range 12 {
			c.At(Address()).Do(t, http.MethodPost, "/auth/login", login(ada.Email, "wrong horse"))
		}
	}
	lock()
	right := login(ada.Email, kit.Password)
	c.At(Address()).Post(t, "/auth/login", right, 429) // an unknown device is locked out
	c.At(Address()).Post(t, "/auth/login", right, 200, "X-Device-Token", device)
	c.At(Address()).Post(t, "/auth/login", right, 200, "Cookie", "vitrine-device="+device)
	c.At(Address()).Post(t, "/auth/login", right, 200, ada.As()...)
	c.At(Address()).Post(t, "/auth/login", right, 429)

	// A device has a limit of its own.
	for range 10 {
		c.At(Address()).Post(t, "/auth/login", login(ada.Email, "wrong horse"), 401, "X-Device-Token", device)
	}
	c.At(Address()).Post(t, "/auth/login", right, 429, "X-Device-Token", device)

	// A device of one account is unknown to another account.
	bob := c.Post(t, "/auth/signup", kit.SignUp("bob.locked@example.com"), 201)
	c.At(Address()).Post(t, "/auth/login", right, 429, "X-Device-Token", bob.Text("data", "device", "token"))

	// The link ends the lock, and makes the device known.
	c.Post(t, "/auth/forgot-password", map[string]string{"email": ada.Email}, 200)
	link := links(t, c.Server, ada.Email, 1)[0]
	fresh := login(ada.Email, "a new long one")
	reset := c.Post(t, "/auth/reset-password?token="+url.QueryEscape(link),
		map[string]string{"password": fresh["password"]}, 200)
	lock()
	c.At(Address()).Post(t, "/auth/login", fresh, 429, "X-Device-Token", device) // ended by the reset
	c.At(Address()).Post(t, "/auth/login", fresh, 200, "X-Device-Token", reset.Text("data", "device", "token"))
}
