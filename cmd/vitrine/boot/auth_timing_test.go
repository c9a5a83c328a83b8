package boot

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

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

// fullCost lets passwords cost what they do in production, and guesses be as many as they like.
func fullCost(w *writesvcConfig) {
	d := auth.DefaultConfig()
	w.Auth.Hash, w.Auth.HashSlots, w.Auth.HashQueue = d.Hash, d.HashSlots, d.HashQueue
	w.Auth.Limits.FailAccount.Burst = 1_000_000
}

// Sign-ins that nobody may tell apart, one of each in turn: the median of each beside that of a wrong password. 1 is as it should be.
func BenchmarkSignInsThatAreRefusedAlike(b *testing.B) {
	a := timingHouse(b, fullCost)
	kinds := []struct{ name, email string }{{"wrong", "right@example.com"}, {"unknown", "nobody@example.com"}, {"locked", "banned@example.com"}}
	took := map[string][]time.Duration{}
	b.ReportAllocs()
	for b.Loop() {
		for _, k := range kinds {
			start := time.Now()
			a.post(b, "/auth/login", map[string]string{"email": k.email, "password": "wrong horse"}).want(b, k.name, 401, "INVALID_CREDENTIALS")
			took[k.name] = append(took[k.name], time.Since(start))
		}
	}
	median := func(name string) float64 {
		slices.Sort(took[name])
		return float64(took[name][len(took[name])/2])
	}
	for _, k := range kinds[1:] {
		b.ReportMetric(median(k.name)/median("wrong"), k.name+"/wrong")
	}
}

// Sign-ins of as many clients as keep every slot for hashes taken, beside the bare hash in as many slots: 1 is the least there can be.
func BenchmarkSignIns(b *testing.B) {
	a := timingHouse(b, fullCost)
	cost, slots := auth.DefaultConfig().Hash, auth.DefaultConfig().HashSlots
	const hashes = 20
	start := time.Now()
	for range hashes {
		argon2.IDKey([]byte(goodPassword), make([]byte, 16), cost.Time, cost.Memory, cost.Threads, 32)
	}
	bare := time.Since(start) / hashes / time.Duration(slots)
	b.ReportAllocs()
	b.SetParallelism(4)
	b.ResetTimer()
	b.RunParallel(func(turns *testing.PB) {
		for turns.Next() {
			r, err := a.try(b.Context(), http.MethodPost, "/auth/login", map[string]string{"email": "right@example.com", "password": goodPassword})
			if err != nil {
				b.Error(err)
				return
			}
			r.want(b, "log in", 200, "")
		}
	})
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/bare.Seconds(), "bare-hashes/op")
}
