package attack

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
)

// fill uses up a limit by name, as earlier attempts would have.
func fill(t testing.TB, c *Client, name, who string, until time.Duration) {
	t.Helper()
	c.exec(t, `INSERT INTO rate (tenant_id, key, tat) VALUES ($1, $2, now() + $3::interval)`, c.Tenant,
		key(c, name, who), until)
}

// key returns the key of a limit.
func key(c *Client, name, who string) []byte {
	sum := sha256.Sum256([]byte(c.Tenant + "\x00" + name + "\x00" + who))
	return sum[:]
}

// Guesses from many IPv6 networks use up the limit of failures of a tenant. The right password of others is still
// accepted, from known devices and from strangers. The networks of the attacker are slowed down.
func TestGuessesFromManyNetworksDoNotShutTheShop(t *testing.T) {
	t.Parallel()
	c := Shared(t).Tenant(t)
	ada := c.Post(t, "/auth/signup", kit.SignUp("ada.many@example.com"), 201)
	fill(t, c, "fail tenant", "", 10*time.Minute) // 2,000 failures are repaid in 100 s
	var limited atomic.Int64
	var wg sync.WaitGroup
	for i := range 33 {
		wg.Go(func() {
			r, err := c.At(fmt.Sprintf("2001:db8:7:%x::1", i)).Try(t.Context(), http.MethodPost, "/auth/login",
				login(fmt.Sprintf("nobody%d@example.com", i), "wrong horse"))
			if err != nil {
				t.Error(err)
			} else if r.Status == 429 {
				limited.Add(1)
			}
		})
	}
	wg.Wait()
	right := login("ada.many@example.com", kit.Password)
	c.At(Address()).Post(t, "/auth/login", right, 200, "X-Device-Token", ada.Text("data", "device", "token"))
	c.At(Address()).Post(t, "/auth/login", right, 200)
	if n := limited.Load(); n < 20 {
		t.Errorf("%d of 33 guesses from one /48 were limited, want most", n)
	}
}

// An attacker with a /48 of IPv6 addresses has 65,536 networks of 64 bits. All of them share one limit.
func TestAnIPv6NetworkCountsAsAWhole(t *testing.T) {
	t.Parallel()
	c := Shared(t).Tenant(t)
	for _, n := range []string{"2001:db8:8::/48", "2001:db8:9::/56", "198.51.100.0/24"} {
		fill(t, c, "fail address", n, 10*time.Minute)
	}
	c.SignUp(t, "ada.net@example.com")
	right := login("ada.net@example.com", kit.Password)
	for _, from := range []string{"2001:db8:8:ffff::1", "2001:db8:9:7::1", "198.51.100.99"} {
		c.At(from).Post(t, "/auth/login", right, 429)
	}
	for _, from := range []string{"2001:db8:a::1", "2001:db8:9:100::1", "198.51.101.99"} {
		c.At(from).Post(t, "/auth/login", right, 200)
	}
}

// A request that one limit refuses must not be charged to the others: a refused tenant must not use up the limit of an
// address, nor one network that of the networks around it.
func TestARefusedAttemptIsChargedToNoLimit(t *testing.T) {
	t.Parallel()
	c := Shared(t).Tenant(t)
	fill(t, c, "fail address", "203.0.113.0/24", 10*time.Minute)
	fill(t, c, "fail tenant", "", 10*time.Minute)
	c.At("203.0.113.77").Post(t, "/auth/login", login("nobody@example.com", "wrong horse"), 429)
	own := key(c, "fail address", "203.0.113.77")
	if n := c.Count(t, `SELECT count(*) FROM rate WHERE tenant_id = $1 AND key = $2 AND tat > now()`, c.Tenant,
		own); n != 0 {
		t.Error("the refused attempt was charged to its address")
	}
}

// A flood of sign-ups must not delay sign-ins: they have a queue of their own.
func TestSignUpsDoNotStarveSignIns(t *testing.T) {
	t.Parallel()
	s := Open(t)
	c := s.Tenant(t)
	ada := c.Post(t, "/auth/signup", kit.SignUp("ada.queue@example.com"), 201)
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	const flood = 200
	var done atomic.Int64 // sign-ups that succeeded
	for i := range flood {
		from := c.At(Address())
		wg.Go(func() {
			r, err := from.Try(ctx, http.MethodPost, "/auth/signup", kit.SignUp(fmt.Sprintf("eve%d.queue@example.com", i)))
			if err == nil && r.Status == 201 {
				done.Add(1)
			}
		})
	}
	for done.Load() < 3 {
		time.Sleep(10 * time.Millisecond)
	}
	right := login("ada.queue@example.com", kit.Password)
	before := done.Load()
	c.At(Address()).Post(t, "/auth/login", right, 200, "X-Device-Token", ada.Text("data", "device", "token"))
	c.At(Address()).Post(t, "/auth/login", right, 200)
	if n := done.Load() - before; n > 20 {
		t.Errorf("two sign-ins took as long as %d sign-ups that came before them", n)
	}
}
