package accounts

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
)

func renewed(r *kit.Answer) kit.Person {
	return kit.Person{Access: r.Text("data", "tokens", "access", "token"),
		Refresh: r.Text("data", "tokens", "refresh", "token")}
}

func TestRefreshingReplacesThePair(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	a.Advance(time.Minute)
	next := renewed(a.Refresh(t, p.Refresh).Want(t, "refresh", 200, ""))
	if next.Refresh == p.Refresh || next.Access == p.Access {
		t.Fatal("the pair was not replaced")
	}
	a.Request(t, http.MethodGet, "/auth/me", next.As()...).Want(t, "the new access token", 200, "")
	a.Advance(31 * 24 * time.Hour)
	a.Refresh(t, next.Refresh).Want(t, "after its end", 401, "REFRESH_TOKEN_INVALID")
}

func TestALateRefreshReceivesTheCurrentPair(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	first := renewed(a.Refresh(t, p.Refresh).Want(t, "first", 200, ""))
	second := renewed(a.Refresh(t, p.Refresh).Want(t, "late", 200, ""))
	if first != second {
		t.Errorf("the late one got another pair:\n%+v\n%+v", first, second)
	}
	third := renewed(a.Refresh(t, first.Refresh).Want(t, "the session goes on", 200, ""))
	a.Request(t, http.MethodGet, "/auth/me", third.As()...).Want(t, "and its tokens are good", 200, "")
}

func TestAReplacedRefreshTokenEndsItsSession(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	next := renewed(a.Refresh(t, p.Refresh).Want(t, "refresh", 200, ""))
	a.Advance(11 * time.Second)
	a.Refresh(t, p.Refresh).Want(t, "the old one after the grace", 401, "REFRESH_TOKEN_REUSED")
	a.Refresh(t, next.Refresh).Want(t, "the thief's or the owner's", 401, "REFRESH_TOKEN_INVALID")
	a.Request(t, http.MethodGet, "/auth/me", next.As()...).Want(t, "its access token", 401, "UNAUTHENTICATED")
	a.Mailbox.Next(t, "mail", p.Email, "used on two devices")
	if n := a.Count(t, `SELECT count(*) FROM account_audit WHERE event = 'refresh token reused' AND account_id = $1`,
		p.Id); n != 1 {
		t.Errorf("%d events in the audit log", n)
	}
	// A token of two rotations ago counts as stolen, even within the grace period.
	q := kit.PersonOf(a.Post(t, "/auth/login", map[string]string{"email": p.Email, "password": kit.Password}).Want(t,
		"log in", 200, ""))
	r2 := renewed(a.Refresh(t, q.Refresh).Want(t, "one", 200, ""))
	a.Refresh(t, r2.Refresh).Want(t, "two", 200, "")
	a.Refresh(t, q.Refresh).Want(t, "two steps back", 401, "REFRESH_TOKEN_REUSED")
}

func TestConcurrentRefreshesGiveOneRotationAndALivePair(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	const n = 50
	got := make([]kit.Person, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			r, err := a.Try(t.Context(), http.MethodPost, "/auth/refresh-tokens", map[string]string{"refreshToken": p.Refresh})
			if err != nil {
				t.Error(err)
				return
			}
			r.Want(t, "one of many", 200, "")
			got[i] = renewed(r)
		})
	}
	wg.Wait()
	for _, g := range got {
		if g != got[0] {
			t.Fatal("not everybody got the same pair")
		}
	}
	if c := a.Count(t, `SELECT counter FROM account_session WHERE account_id = $1`, p.Id); c != 2 {
		t.Errorf("the counter is %d, want one rotation", c)
	}
	a.Request(t, http.MethodGet, "/auth/me", got[0].As()...).Want(t, "the pair", 200, "")
	a.Refresh(t, got[0].Refresh).Want(t, "still alive", 200, "")
}

func TestLoggingOutEndsTheSession(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	for range 2 {
		a.Post(t, "/auth/logout", map[string]string{"refreshToken": p.Refresh}).Want(t, "log out", 200, "")
	}
	a.Refresh(t, p.Refresh).Want(t, "after logout", 401, "REFRESH_TOKEN_INVALID")
	a.Request(t, http.MethodGet, "/auth/me", p.As()...).Want(t, "its access token", 401, "UNAUTHENTICATED")
	for _, junk := range []string{"x", "AAAA", p.Access, p.Refresh[:len(p.Refresh)-1]} {
		a.Post(t, "/auth/logout", map[string]string{"refreshToken": junk}).Want(t, "a token that is none", 200, "")
		a.Refresh(t, junk).Want(t, "a token that is none", 401, "REFRESH_TOKEN_INVALID")
	}
	for _, path := range []string{"/auth/logout", "/auth/refresh-tokens"} {
		a.Post(t, path, map[string]string{}).Want(t, path+" without a token", 400, "INVALID_PARAMETER")
	}
}

// In every order, the session ends.
func TestALogoutConcurrentWithRefreshesWins(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	got := make([]kit.Person, 20)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() {
			if i == len(got)/2 {
				if r, err := a.Try(t.Context(), http.MethodPost, "/auth/logout",
					map[string]string{"refreshToken": p.Refresh}); err != nil || r.Status != 200 {
					t.Errorf("logout: %v", err)
				}
				return
			}
			r, err := a.Try(t.Context(), http.MethodPost, "/auth/refresh-tokens", map[string]string{"refreshToken": p.Refresh})
			if err != nil || r.Status != 200 && r.Status != 401 {
				t.Errorf("refresh: %v %v", r, err)
				return
			}
			got[i] = renewed(r)
		})
	}
	wg.Wait()
	for _, g := range got {
		if g.Refresh != "" {
			a.Refresh(t, g.Refresh).Want(t, "after the logout", 401, "REFRESH_TOKEN_INVALID")
			a.Request(t, http.MethodGet, "/auth/me", g.As()...).Want(t, "after the logout", 401, "UNAUTHENTICATED")
		}
	}
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	login := map[string]string{"email": p.Email, "password": kit.Password}
	q := kit.PersonOf(a.Post(t, "/auth/login", login, "User-Agent", "Phone\u202e/1").Want(t, "log in", 200, ""))
	stranger := a.SignUp(t, "eve@example.com")

	list := a.Request(t, http.MethodGet, "/auth/sessions", p.As()...).Want(t, "sessions", 200, "")
	if list.Text("data", 0, "method") != "password" || list.Text("data", 0, "userAgent") != "Phone/1" ||
		list.At("data", 1, "current") != true ||
		list.Text("data", 0, "address") != "127.0.0.1" || list.At("data", 2) != nil ||
		list.At("meta", "hasNextPage") != false {
		t.Errorf("sessions: %s", list.Body)
	}
	second := a.Request(t, http.MethodGet, "/auth/sessions?limit=1&page=2", p.As()...).Want(t, "second page", 200, "")
	if second.At("data", 0, "current") != true || second.At("meta", "hasPrevPage") != true || second.At("data", 1) != nil {
		t.Errorf("second page: %s", second.Body)
	}
	if past := a.Request(t, http.MethodGet, "/auth/sessions?page=9", p.As()...).Want(t, "past the end", 200,
		""); string(past.Body) == "" || past.At("data", 0) != nil {
		t.Errorf("past the end: %s", past.Body)
	}
	for _, bad := range []string{"page=0", "limit=101", "limit=1&perPage=1", "page=x", "page=1&page=2", "limit=-1",
		"page=99999999999999999999"} {
		a.Request(t, http.MethodGet, "/auth/sessions?"+bad, p.As()...).Want(t, bad, 400, "INVALID_PARAMETER")
	}
	id := list.Text("data", 0, "id")
	a.Request(t, http.MethodDelete, "/auth/sessions/"+id, stranger.As()...).Want(t, "another's", 404, "NOT_FOUND")
	a.Request(t, http.MethodGet, "/auth/me", q.As()...).Want(t, "not ended by a stranger", 200, "")
	a.Request(t, http.MethodDelete, "/auth/sessions/"+id, p.As()...).Want(t, "end", 200, "")
	a.Request(t, http.MethodDelete, "/auth/sessions/"+id, p.As()...).Want(t, "end again", 404, "NOT_FOUND")
	a.Request(t, http.MethodGet, "/auth/me", q.As()...).Want(t, "ended", 401, "UNAUTHENTICATED")
	a.Refresh(t, q.Refresh).Want(t, "ended", 401, "REFRESH_TOKEN_INVALID")
	for _, junk := range []string{"x", "..%2f..", "0123456789abcdef01234567"} {
		if r := a.Request(t, http.MethodDelete, "/auth/sessions/"+junk, p.As()...); r.Status != 404 && r.Status != 400 {
			t.Errorf("DELETE %s: %d", junk, r.Status)
		}
	}
}

func TestTheOldestOfTooManySessionsEnds(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t, func(w *kit.WriteConfig) { w.Auth.Sessions = 2 })
	p := a.SignUp(t, "ada@example.com")
	login := map[string]string{"email": p.Email, "password": kit.Password}
	basket := func(who kit.Person) string {
		t.Helper()
		return a.Request(t, http.MethodGet, "/basket", who.As()...).Want(t, "the basket", 200, "").Text("data", "id")
	}
	known := basket(p)
	var last kit.Person
	for range 2 {
		a.Advance(time.Second)
		last = kit.PersonOf(a.Post(t, "/auth/login", login).Want(t, "log in", 200, ""))
	}
	a.Request(t, http.MethodGet, "/auth/me", p.As()...).Want(t, "the oldest", 401, "UNAUTHENTICATED")
	a.Request(t, http.MethodGet, "/auth/me", last.As()...).Want(t, "the newest", 200, "")
	if now := basket(last); known == "" || now == known {
		t.Errorf("the basket that the oldest session knew is %q, and now %q", known, now)
	}
}
