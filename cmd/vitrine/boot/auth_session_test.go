package boot

import (
	"net/http"
	"sync"
	"testing"
	"time"
)

// refresh asks for new tokens.
func (a *authHouse) refresh(t testing.TB, token string, headers ...string) *reply {
	t.Helper()
	return a.post(t, "/auth/refresh-tokens", map[string]string{"refreshToken": token}, headers...)
}

func renewed(r *reply) person {
	return person{access: r.text("data", "tokens", "access", "token"), refresh: r.text("data", "tokens", "refresh", "token")}
}

func TestRefreshingReplacesThePair(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	a.later(time.Minute)
	next := renewed(a.refresh(t, p.refresh).want(t, "refresh", 200, ""))
	if next.refresh == p.refresh || next.access == p.access {
		t.Fatal("the pair was not replaced")
	}
	a.ask(t, http.MethodGet, "/auth/me", next.as()...).want(t, "the new access token", 200, "")
	a.later(31 * 24 * time.Hour)
	a.refresh(t, next.refresh).want(t, "after its end", 401, "REFRESH_TOKEN_INVALID")
}

func TestALateRefreshGetsThePairOfTheMoment(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	first := renewed(a.refresh(t, p.refresh).want(t, "first", 200, ""))
	second := renewed(a.refresh(t, p.refresh).want(t, "late", 200, ""))
	if first != second {
		t.Errorf("the late one got another pair:\n%+v\n%+v", first, second)
	}
	third := renewed(a.refresh(t, first.refresh).want(t, "the session goes on", 200, ""))
	a.ask(t, http.MethodGet, "/auth/me", third.as()...).want(t, "and its tokens are good", 200, "")
}

func TestAReplacedRefreshTokenEndsItsSession(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	next := renewed(a.refresh(t, p.refresh).want(t, "refresh", 200, ""))
	a.later(11 * time.Second)
	a.refresh(t, p.refresh).want(t, "the old one after the grace", 401, "REFRESH_TOKEN_REUSED")
	a.refresh(t, next.refresh).want(t, "the thief's or the owner's", 401, "REFRESH_TOKEN_INVALID")
	a.ask(t, http.MethodGet, "/auth/me", next.as()...).want(t, "its access token", 401, "UNAUTHENTICATED")
	a.box.next(t, "mail", p.email, "two places at once")
	if n := a.count(t, `SELECT count(*) FROM account_audit WHERE event = 'refresh token reused' AND account_id = $1`, p.id); n != 1 {
		t.Errorf("%d events in the audit log", n)
	}
	// Two steps back within the grace is a thief as well.
	q := personOf(a.post(t, "/auth/login", map[string]string{"email": p.email, "password": goodPassword}).want(t, "log in", 200, ""))
	r2 := renewed(a.refresh(t, q.refresh).want(t, "one", 200, ""))
	a.refresh(t, r2.refresh).want(t, "two", 200, "")
	a.refresh(t, q.refresh).want(t, "two steps back", 401, "REFRESH_TOKEN_REUSED")
}

func TestConcurrentRefreshesGiveOneRotationAndALivePair(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	const n = 50
	got := make([]person, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			r, err := a.try(t.Context(), http.MethodPost, "/auth/refresh-tokens", map[string]string{"refreshToken": p.refresh})
			if err != nil {
				t.Error(err)
				return
			}
			r.want(t, "one of many", 200, "")
			got[i] = renewed(r)
		})
	}
	wg.Wait()
	for _, g := range got {
		if g != got[0] {
			t.Fatal("not everybody got the same pair")
		}
	}
	if c := a.count(t, `SELECT counter FROM account_session WHERE account_id = $1`, p.id); c != 2 {
		t.Errorf("the counter stands at %d, want one rotation", c)
	}
	a.ask(t, http.MethodGet, "/auth/me", got[0].as()...).want(t, "the pair", 200, "")
	a.refresh(t, got[0].refresh).want(t, "still alive", 200, "")
}

func TestLoggingOutEndsTheSession(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	for range 2 {
		a.post(t, "/auth/logout", map[string]string{"refreshToken": p.refresh}).want(t, "log out", 200, "")
	}
	a.refresh(t, p.refresh).want(t, "after logout", 401, "REFRESH_TOKEN_INVALID")
	a.ask(t, http.MethodGet, "/auth/me", p.as()...).want(t, "its access token", 401, "UNAUTHENTICATED")
	for _, junk := range []string{"x", "AAAA", p.access, p.refresh[:len(p.refresh)-1]} {
		a.post(t, "/auth/logout", map[string]string{"refreshToken": junk}).want(t, "a token that is none", 200, "")
		a.refresh(t, junk).want(t, "a token that is none", 401, "REFRESH_TOKEN_INVALID")
	}
	for _, path := range []string{"/auth/logout", "/auth/refresh-tokens"} {
		a.post(t, path, map[string]string{}).want(t, path+" without a token", 400, "INVALID_PARAMETER")
	}
}

// Whatever the order, the session is dead afterwards.
func TestALogoutConcurrentWithRefreshesWins(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	got := make([]person, 20)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() {
			if i == len(got)/2 {
				if r, err := a.try(t.Context(), http.MethodPost, "/auth/logout", map[string]string{"refreshToken": p.refresh}); err != nil || r.Status != 200 {
					t.Errorf("logout: %v", err)
				}
				return
			}
			r, err := a.try(t.Context(), http.MethodPost, "/auth/refresh-tokens", map[string]string{"refreshToken": p.refresh})
			if err != nil || r.Status != 200 && r.Status != 401 {
				t.Errorf("refresh: %v %v", r, err)
				return
			}
			got[i] = renewed(r)
		})
	}
	wg.Wait()
	for _, g := range got {
		if g.refresh != "" {
			a.refresh(t, g.refresh).want(t, "after the logout", 401, "REFRESH_TOKEN_INVALID")
			a.ask(t, http.MethodGet, "/auth/me", g.as()...).want(t, "after the logout", 401, "UNAUTHENTICATED")
		}
	}
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	t.Parallel()
	a := openAuth(t)
	p := a.signUp(t, "ada@example.com")
	login := map[string]string{"email": p.email, "password": goodPassword}
	q := personOf(a.post(t, "/auth/login", login, "User-Agent", "Phone\u202e/1").want(t, "log in", 200, ""))
	stranger := a.signUp(t, "eve@example.com")

	list := a.ask(t, http.MethodGet, "/auth/sessions", p.as()...).want(t, "sessions", 200, "")
	if list.text("data", 0, "method") != "password" || list.text("data", 0, "userAgent") != "Phone/1" || list.at("data", 1, "current") != true ||
		list.text("data", 0, "address") != "127.0.0.1" || list.at("data", 2) != nil || list.at("meta", "hasNextPage") != false {
		t.Errorf("sessions: %s", list.Body)
	}
	second := a.ask(t, http.MethodGet, "/auth/sessions?limit=1&page=2", p.as()...).want(t, "second page", 200, "")
	if second.at("data", 0, "current") != true || second.at("meta", "hasPrevPage") != true || second.at("data", 1) != nil {
		t.Errorf("second page: %s", second.Body)
	}
	if past := a.ask(t, http.MethodGet, "/auth/sessions?page=9", p.as()...).want(t, "past the end", 200, ""); string(past.Body) == "" || past.at("data", 0) != nil {
		t.Errorf("past the end: %s", past.Body)
	}
	for _, bad := range []string{"page=0", "limit=101", "limit=1&perPage=1", "page=x", "page=1&page=2", "limit=-1", "page=99999999999999999999"} {
		a.ask(t, http.MethodGet, "/auth/sessions?"+bad, p.as()...).want(t, bad, 400, "INVALID_PARAMETER")
	}
	id := list.text("data", 0, "id")
	a.ask(t, http.MethodDelete, "/auth/sessions/"+id, stranger.as()...).want(t, "another's", 404, "NOT_FOUND")
	a.ask(t, http.MethodGet, "/auth/me", q.as()...).want(t, "not ended by a stranger", 200, "")
	a.ask(t, http.MethodDelete, "/auth/sessions/"+id, p.as()...).want(t, "end", 200, "")
	a.ask(t, http.MethodDelete, "/auth/sessions/"+id, p.as()...).want(t, "end again", 404, "NOT_FOUND")
	a.ask(t, http.MethodGet, "/auth/me", q.as()...).want(t, "ended", 401, "UNAUTHENTICATED")
	a.refresh(t, q.refresh).want(t, "ended", 401, "REFRESH_TOKEN_INVALID")
	for _, junk := range []string{"x", "..%2f..", "0123456789abcdef01234567"} {
		if r := a.ask(t, http.MethodDelete, "/auth/sessions/"+junk, p.as()...); r.Status != 404 && r.Status != 400 {
			t.Errorf("DELETE %s: %d", junk, r.Status)
		}
	}
}

func TestTheOldestOfTooManySessionsEnds(t *testing.T) {
	t.Parallel()
	a := openAuth(t, func(w *writesvcConfig) { w.Auth.Sessions = 2 })
	p := a.signUp(t, "ada@example.com")
	login := map[string]string{"email": p.email, "password": goodPassword}
	var last person
	for range 2 {
		a.later(time.Second)
		last = personOf(a.post(t, "/auth/login", login).want(t, "log in", 200, ""))
	}
	a.ask(t, http.MethodGet, "/auth/me", p.as()...).want(t, "the oldest", 401, "UNAUTHENTICATED")
	a.ask(t, http.MethodGet, "/auth/me", last.as()...).want(t, "the newest", 200, "")
}
