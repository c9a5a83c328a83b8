package boot

import (
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/proving"
	"vitrine/writesvc/auth"
)

// timingHouse has an account of each kind that a sign-in can meet.
func timingHouse(t testing.TB, changes ...func(*writesvcConfig)) *authHouse {
	t.Helper()
	a := openAuth(t, append([]func(*writesvcConfig){func(w *writesvcConfig) {
		w.Auth.Limits.FailAddress.Burst, w.Auth.Limits.FailTenant.Burst = 1_000_000, 1_000_000
	}}, changes...)...)
	for _, name := range []string{"right", "locked", "banned", "social", "pending"} {
		a.signUp(t, name+"@example.com")
	}
	for _, sql := range []string{
		`UPDATE account SET password = NULL WHERE email = 'social@example.com'`,
		`UPDATE account SET status = 'PENDING' WHERE email = 'pending@example.com'`,
	} {
		if _, err := a.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := auth.Lock(t.Context(), a.Pool, "shop", "banned@example.com"); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		a.post(t, "/auth/login", map[string]string{"email": "locked@example.com", "password": "wrong horse"})
	}
	return a
}

// Whatever the account, a sign-in costs one hash: how long it takes tells nothing.
func TestEverySignInComputesOneHash(t *testing.T) {
	t.Parallel()
	a := timingHouse(t)
	f := func(name, email, password string, status int) {
		t.Helper()
		before := a.Write.Auth().Hashes()
		r := a.post(t, "/auth/login", map[string]string{"email": email, "password": password})
		if n := a.Write.Auth().Hashes() - before; n != 1 || r.Status != status {
			t.Errorf("%s: %d hashes, %d %s; want one and %d", name, n, r.Status, r.Body, status)
		}
	}
	f("right", "right@example.com", goodPassword, 200)
	f("wrong", "right@example.com", "wrong horse", 401)
	f("unknown", "nobody@example.com", "wrong horse", 401)
	f("locked out, wrong", "locked@example.com", "wrong horse", 429)
	f("locked out, right", "locked@example.com", goodPassword, 429)
	f("locked by hand, wrong", "banned@example.com", "wrong horse", 401)
	f("locked by hand, right", "banned@example.com", goodPassword, 401)
	f("without a password", "social@example.com", goodPassword, 401)
	f("waiting for approval, wrong", "pending@example.com", "wrong horse", 401)
	f("waiting for approval, right", "pending@example.com", goodPassword, 403)
	f("a long one", "right@example.com", string(slices.Repeat([]byte("x"), 2000)), 401)

	before := a.Write.Auth().Hashes()
	a.post(t, "/auth/signup", somebody("right@example.com")).want(t, "an address that is taken", 409, "EMAIL_TAKEN")
	a.post(t, "/auth/signup", somebody("new@example.com")).want(t, "a new one", 201, "")
	if n := a.Write.Auth().Hashes() - before; n != 2 {
		t.Errorf("two sign-ups: %d hashes", n)
	}
	before = a.Write.Auth().Hashes()
	a.post(t, "/auth/reset-password?token=x", map[string]string{"password": "a new long one"}).want(t, "no link", 401, "RESET_TOKEN_INVALID")
	a.post(t, "/auth/forgot-password", map[string]string{"email": "right@example.com"}).want(t, "forgot", 200, "")
	a.post(t, "/auth/verify-otp", map[string]string{"email": "right@example.com", "otp": "000000"}).want(t, "code", 401, "INVALID_CREDENTIALS")
	if n := a.Write.Auth().Hashes() - before; n != 0 {
		t.Errorf("what needs no password: %d hashes", n)
	}
}

// A hash that was made cheaper than today's is made anew when its password comes by.
func TestAnOldHashIsBroughtUpToDate(t *testing.T) {
	t.Parallel()
	pepper := func(w *writesvcConfig) { w.Auth.Pepper = []byte("0123456789abcdef0123456789abcdef") }
	a := openAuth(t, pepper)
	p := a.signUp(t, "ada@example.com")
	var old, new string
	const read = `SELECT password FROM account WHERE id = $1`
	if err := a.Pool.QueryRow(t.Context(), read, p.id).Scan(&old); err != nil {
		t.Fatal(err)
	}
	b := openAuthIn(t, func(c *Config) { c.DatabaseURL = a.cfg.DatabaseURL }, pepper,
		func(w *writesvcConfig) { w.Auth.Hash = auth.HashCost{Memory: 128, Time: 1, Threads: 1} })
	login := map[string]string{"email": p.email, "password": goodPassword}
	b.post(t, "/auth/login", login).want(t, "log in", 200, "")
	if err := a.Pool.QueryRow(t.Context(), read, p.id).Scan(&new); err != nil {
		t.Fatal(err)
	}
	if new == old || new[:len("$argon2id$v=19$m=128,")] != "$argon2id$v=19$m=128," {
		t.Errorf("the hash: %s", new)
	}
	b.post(t, "/auth/login", login).want(t, "again", 200, "")
}

// With VITRINE_PROVE=1: how long sign-ins take that must not be told apart, at the hash's full cost.
func TestProveSignInsTakeAsLong(t *testing.T) {
	if !proving.Long() {
		t.Skip("SKIPPED: set VITRINE_PROVE=1")
	}
	a := timingHouse(t, func(w *writesvcConfig) {
		w.Auth.Hash, w.Auth.HashSlots = auth.DefaultConfig().Hash, auth.DefaultConfig().HashSlots
		w.Auth.Limits.FailAccount.Burst = 1_000_000
	})
	const samples = 200
	took := map[string][]time.Duration{}
	for range samples {
		for name, email := range map[string]string{"unknown": "nobody@example.com", "wrong": "right@example.com", "locked": "banned@example.com"} {
			start := time.Now()
			a.post(t, "/auth/login", map[string]string{"email": email, "password": "wrong horse"}).want(t, name, 401, "INVALID_CREDENTIALS")
			took[name] = append(took[name], time.Since(start))
		}
	}
	for name, all := range took {
		slices.Sort(all)
		at := func(p int) time.Duration { return all[len(all)*p/100].Round(10 * time.Microsecond) }
		t.Logf("%-8s p10 %v, p50 %v, p90 %v, p99 %v over %d", name, at(10), at(50), at(90), at(99), len(all))
	}
}

// With VITRINE_PROVE=1: sign-ins a second, and what a flood of them does.
func TestProveSignInsASecond(t *testing.T) {
	if !proving.Long() {
		t.Skip("SKIPPED: set VITRINE_PROVE=1")
	}
	a := timingHouse(t, func(w *writesvcConfig) {
		d := auth.DefaultConfig()
		w.Auth.Hash, w.Auth.HashSlots, w.Auth.HashQueue = d.Hash, d.HashSlots, d.HashQueue
		w.Auth.Limits.FailAccount.Burst = 1_000_000
	})
	const workers, span = 8, 10 * time.Second
	var done atomic.Int64
	end := time.Now().Add(span)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for time.Now().Before(end) {
				r, err := a.try(t.Context(), http.MethodPost, "/auth/login", map[string]string{"email": "right@example.com", "password": goodPassword})
				if err != nil {
					t.Error(err)
					return
				}
				r.want(t, "log in", 200, "")
				done.Add(1)
			}
		})
	}
	wg.Wait()
	t.Logf("%.1f sign-ins a second by %d clients, %d hash slots", float64(done.Load())/span.Seconds(), workers, auth.DefaultConfig().HashSlots)
}
