package attack

import (
	"net/http"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

// Where a sign-up gets no tokens, neither its answer nor sign-ins afterwards reveal whether the address had an account.
func TestASignUpAndASignInDoNotRevealAnAccount(t *testing.T) {
	t.Parallel()
	for name, w := range map[string]struct {
		settings string
		company  any
	}{
		"a verified address first": {`{"verifyFirst": true}`, nil},
		"businesses":               {`{"signup": "b2b"}`, map[string]string{"name": "Ada", "taxNumber": "1234567890"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := Shared(t).Tenant(t)
			taken, free := "taken@"+c.Tenant+".example", "freed@"+c.Tenant+".example"
			owner := c.SignUp(t, taken)
			c.As(owner).Post(t, "/auth/verify-email?token="+c.tokenFor(t, taken, "verify-email?token="), nil, 200)
			c.exec(t, `INSERT INTO tenant_auth (tenant_id, settings) VALUES ($1, $2)`, c.Tenant, w.settings)

			const guess = "a guess of eve"
			eve := c.At(Address())
			for _, email := range []string{taken, free} {
				body := kit.SignUp(email, "password", guess)
				if w.company != nil {
					body["company"] = w.company
				}
				eve.Post(t, "/auth/signup", body, 201)
			}
			for i := range 12 { // until the account is locked
				a := eve.Do(t, http.MethodPost, "/auth/login", login(taken, guess))
				b := eve.Do(t, http.MethodPost, "/auth/login", login(free, guess))
				if a.Status != b.Status || a.Text("code") != b.Text("code") || a.Text("message") != b.Text("message") ||
					len(a.Header) != len(b.Header) {
					t.Fatalf("sign-in %d tells them apart:\na taken address: %d %s\na new one: %d %s", i+1, a.Status, a.Body,
						b.Status, b.Body)
				}
			}
			c.Post(t, "/auth/login", login(taken, kit.Password), 200, "X-Device-Token", device(t, c, owner))
		})
	}
}

// device returns a device token of a customer.
func device(t *testing.T, c *Client, p kit.Person) string {
	t.Helper()
	r := c.Post(t, "/auth/refresh-tokens", map[string]string{"refreshToken": p.Refresh}, 200)
	return r.Text("data", "device", "token")
}
