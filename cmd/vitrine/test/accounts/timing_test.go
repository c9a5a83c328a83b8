package accounts

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"vitrine/cmd/vitrine/boot"
	"vitrine/cmd/vitrine/test/kit"
	"vitrine/writesvc/auth"
	"vitrine/writesvc/auth/operator"
	"vitrine/writesvc/auth/password"
)

// openTiming has an account of each kind that a sign-in distinguishes.
func openTiming(t testing.TB, changes ...func(*kit.WriteConfig)) *kit.Accounts {
	t.Helper()
	a := kit.OpenAccounts(t, append([]func(*kit.WriteConfig){func(w *kit.WriteConfig) {
		w.Auth.Limits.FailAddress.Burst, w.Auth.Limits.FailTenant.Burst = 1_000_000, 1_000_000
	}}, changes...)...)
	for _, name := range []string{"right", "locked", "banned", "social", "pending", "unproven"} {
		a.SignUp(t, name+"@example.com")
	}
	for _, sql := range []string{
		`UPDATE account SET password = NULL WHERE email = 'social@example.com'`,
		`UPDATE account SET status = 'PENDING' WHERE email IN ('pending@example.com', 'unproven@example.com')`,
		`UPDATE account SET email_verified_at = now() WHERE email = 'pending@example.com'`,
	} {
		if _, err := a.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := operator.Lock(t.Context(), a.Pool, "shop", "banned@example.com"); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		a.Post(t, "/auth/login", map[string]string{"email": "locked@example.com", "password": "wrong horse"})
	}
	return a
}

// Every sign-in computes one hash, so its duration reveals nothing about the account.
func TestEverySignInComputesOneHash(t *testing.T) {
	t.Parallel()
	a := openTiming(t)
	f := func(name, email, password string, status int) {
		t.Helper()
		before := a.Write.Auth().Hashes()
		r := a.Post(t, "/auth/login", map[string]string{"email": email, "password": password})
		if n := a.Write.Auth().Hashes() - before; n != 1 || r.Status != status {
			t.Errorf("%s: %d hashes, %d %s; want one and %d", name, n, r.Status, r.Body, status)
		}
	}
	f("right", "right@example.com", kit.Password, 200)
	f("wrong", "right@example.com", "wrong horse", 401)
	f("unknown", "nobody@example.com", "wrong horse", 401)
	f("locked out, wrong", "locked@example.com", "wrong horse", 429)
	f("locked out, right", "locked@example.com", kit.Password, 429)
	f("locked by hand, wrong", "banned@example.com", "wrong horse", 401)
	f("locked by hand, right", "banned@example.com", kit.Password, 401)
	f("without a password", "social@example.com", kit.Password, 401)
	f("waiting for approval, wrong", "pending@example.com", "wrong horse", 401)
	f("waiting for approval, right", "pending@example.com", kit.Password, 403)
	f("waiting for a proof, wrong", "unproven@example.com", "wrong horse", 401)
	f("waiting for a proof, right", "unproven@example.com", kit.Password, 401)
	f("a long one", "right@example.com", string(slices.Repeat([]byte("x"), 2000)), 401)

	before := a.Write.Auth().Hashes()
	a.Post(t, "/auth/signup", kit.SignUp("right@example.com")).Want(t, "an address that is taken", 409, "EMAIL_TAKEN")
	a.Post(t, "/auth/signup", kit.SignUp("new@example.com")).Want(t, "a new one", 201, "")
	if n := a.Write.Auth().Hashes() - before; n != 2 {
		t.Errorf("two sign-ups: %d hashes", n)
	}
	before = a.Write.Auth().Hashes()
	a.Post(t, "/auth/reset-password?token=x", map[string]string{"password": "a new long one"}).Want(t, "no link", 401,
		"RESET_TOKEN_INVALID")
	a.Post(t, "/auth/forgot-password", map[string]string{"email": "right@example.com"}).Want(t, "forgot", 200, "")
	a.Post(t, "/auth/verify-otp", map[string]string{"email": "right@example.com", "otp": "000000"}).Want(t, "code", 401,
		"INVALID_CREDENTIALS")
	if n := a.Write.Auth().Hashes() - before; n != 0 {
		t.Errorf("what needs no password: %d hashes", n)
	}
}

// A hash of lower cost than the configured one is replaced at the next sign-in.
func TestAWeakHashIsReplacedAtSignIn(t *testing.T) {
	t.Parallel()
	secret := []byte("0123456789abcdef0123456789abcdef")
	same := func(w *kit.WriteConfig) { w.Auth.TokenSecret, w.Auth.Pepper = secret, secret }
	a := kit.OpenAccounts(t, same)
	p := a.SignUp(t, "ada@example.com")
	var old, new string
	const read = `SELECT password FROM account WHERE id = $1`
	if err := a.Pool.QueryRow(t.Context(), read, p.Id).Scan(&old); err != nil {
		t.Fatal(err)
	}
	b := kit.OpenAccountsIn(t, func(c *boot.Config) { c.DatabaseURL = a.DatabaseURL }, same,
		func(w *kit.WriteConfig) { w.Auth.Hash = password.Cost{Memory: 128, Time: 1, Threads: 1} })
	login := map[string]string{"email": p.Email, "password": kit.Password}
	b.Post(t, "/auth/login", login).Want(t, "log in", 200, "")
	if err := a.Pool.QueryRow(t.Context(), read, p.Id).Scan(&new); err != nil {
		t.Fatal(err)
	}
	if new == old || new[:len("$argon2id$v=19$m=128,")] != "$argon2id$v=19$m=128," {
		t.Errorf("the hash: %s", new)
	}
	b.Post(t, "/auth/login", login).Want(t, "again", 200, "")
}

// fullCost sets the password cost of production, and no limit on attempts.
func fullCost(w *kit.WriteConfig) {
	d := auth.DefaultConfig()
	w.Auth.Hash, w.Auth.HashSlots, w.Auth.HashQueue = d.Hash, d.HashSlots, d.HashQueue
	w.Auth.Limits.FailAccount.Burst = 1_000_000
}

// Sign-ins that must be indistinguishable, one of each in turn: the median duration of each, divided by that of a wrong
// password. The ideal is 1.
func BenchmarkSignInsThatAreRefusedAlike(b *testing.B) {
	a := openTiming(b, fullCost)
	kinds := []struct{ name, email string }{{"wrong", "right@example.com"}, {"unknown", "nobody@example.com"},
		{"locked", "banned@example.com"}}
	took := map[string][]time.Duration{}
	b.ReportAllocs()
	for b.Loop() {
		for _, k := range kinds {
			start := time.Now()
			a.Post(b, "/auth/login", map[string]string{"email": k.email, "password": "wrong horse"}).Want(b, k.name, 401,
				"INVALID_CREDENTIALS")
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

// Sign-ins of enough clients to use every hash slot, divided by the bare hash in as many slots. The minimum is 1.
func BenchmarkSignIns(b *testing.B) {
	a := openTiming(b, fullCost)
	cost, slots := auth.DefaultConfig().Hash, auth.DefaultConfig().HashSlots
	const hashes = 20
	start := time.Now()
	for range hashes {
		argon2.IDKey([]byte(kit.Password), make([]byte, 16), cost.Time, cost.Memory, cost.Threads, 32)
	}
	bare := time.Since(start) / hashes / time.Duration(slots)
	b.ReportAllocs()
	b.SetParallelism(4)
	b.ResetTimer()
	b.RunParallel(func(turns *testing.PB) {
		for turns.Next() {
			r, err := a.Try(b.Context(), http.MethodPost, "/auth/login",
				map[string]string{"email": "right@example.com", "password": kit.Password})
			if err != nil {
				b.Error(err)
				return
			}
			r.Want(b, "log in", 200, "")
		}
	})
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/bare.Seconds(), "bare-hashes/op")
}
