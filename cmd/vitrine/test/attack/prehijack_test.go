package attack

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"testing"

	"vitrine/cmd/vitrine/test/kit"
)

var (
	otpRE    = regexp.MustCompile(`\b[0-9]{6}\b`)
	linkTail = regexp.MustCompile(`\?token=(\S+)`)
)

// otpFor returns the code of the newest message to an address or number that contains a word.
func (s *Server) otpFor(t testing.TB, to, word string) string {
	t.Helper()
	m := s.Mail(t, to, word)
	return otpRE.FindString(m.Subject + "\n" + m.Text)
}

// tokenFor returns the token of the link in the newest message to an address or number that contains a word.
func (s *Server) tokenFor(t testing.TB, to, word string) string {
	t.Helper()
	m := linkTail.FindStringSubmatch(s.Mail(t, to, word).Text)
	if m == nil {
		t.Fatalf("no link to %s", word)
	}
	token, err := url.QueryUnescape(m[1])
	if err != nil {
		t.Fatal(err)
	}
	return url.QueryEscape(token)
}

// An attacker signs up with the address of somebody else and verifies a number of his own. Whichever way the owner then
// proves the address, nothing of the attacker remains: no session, password, number or code.
func TestWhoeverProvesTheAddressFirstOwnsTheAccount(t *testing.T) {
	t.Parallel()
	const fresh = "an entirely new one"
	for i, w := range []struct {
		name  string
		prove func(t *testing.T, owner *Client, email string)
	}{
		{"by a reset", func(t *testing.T, owner *Client, email string) {
			owner.Post(t, "/auth/forgot-password", map[string]string{"email": email}, 200)
			owner.Post(t, "/auth/reset-password?token="+owner.tokenFor(t, email, "reset-password?token="),
				map[string]string{"password": fresh}, 200)
		}},
		{"by the link of the sign-up", func(t *testing.T, owner *Client, email string) {
			owner.Post(t, "/auth/verify-email?token="+owner.tokenFor(t, email, "verify-email?token="), nil, 200)
		}},
		{"by a code", func(t *testing.T, owner *Client, email string) {
			owner.Post(t, "/auth/resend-otp", map[string]string{"email": email, "method": "email"}, 200)
			otp := owner.otpFor(t, email, "your code")
			owner.Post(t, "/auth/verify-otp", map[string]string{"email": email, "otp": otp}, 200)
		}},
	} {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			thief := Shared(t).Tenant(t)
			owner := thief.At(Address())
			email, number := thief.Tenant+"@example.com", 2234567+i
			phone := fmt.Sprintf("+90532%d", number)
			p := thief.SignUp(t, email, "contact.mobileNumber",
				[]any{map[string]any{"areaCode": 532, "countryCode": 90, "isoCode": "TR", "phoneNumber": number}})
			in := thief.As(p)
			in.Post(t, "/auth/send-phone-verification", nil, 200)
			in.Post(t, "/auth/verify-phone", map[string]string{"otp": thief.otpFor(t, phone, "verification code")}, 200)
			basket := in.Do(t, http.MethodGet, "/basket", nil).Text("data", "id")
			thief.exec(t, `INSERT INTO basket_item (tenant_id, basket_id, kind, item_id, quantity)
VALUES ($1, $2, 'product', '0123456789abcdef01234567', 2)`, thief.Tenant, basket)

			w.prove(t, owner, email)

			// The id of a basket grants its payment. What it contains stays.
			if n := thief.Count(t, `SELECT count(*) FROM basket WHERE tenant_id = $1 AND id = $2 AND status = 'open'`,
				thief.Tenant, basket); n != 0 {
				t.Error("the attacker knows the id of the open basket")
			}
			if n := thief.Count(t, `SELECT count(*) FROM basket b JOIN basket_item i ON i.tenant_id = $1 AND i.basket_id = b.id
WHERE b.tenant_id = $1 AND b.status = 'open' AND i.quantity = 2`, thief.Tenant); n != 1 {
				t.Errorf("%d lines of the new basket, want 1", n)
			}

			if r := in.Do(t, http.MethodGet, "/auth/me", nil); r.Status != 401 {
				t.Errorf("the attacker's access token: %d", r.Status)
			}
			if r := thief.Do(t, http.MethodPost, "/auth/refresh-tokens",
				map[string]string{"refreshToken": p.Refresh}); r.Status != 401 {
				t.Errorf("the attacker's refresh token: %d", r.Status)
			}
			if r := thief.Do(t, http.MethodPost, "/auth/login",
				map[string]string{"email": email, "password": kit.Password}); r.Status != 401 {
				t.Errorf("the attacker's password: %d", r.Status)
			}
			// The number signs in no longer. A code that is requested now goes to the address.
			thief.exec(t, `DELETE FROM rate WHERE tenant_id = $1`, thief.Tenant)
			before := len(thief.Mails(t, phone))
			thief.Do(t, http.MethodPost, "/auth/resend-otp", map[string]string{"email": email, "method": "sms"})
			thief.Do(t, http.MethodPost, "/auth/forgot-password", map[string]string{"email": email, "method": "sms"})
			thief.sent(t)
			for _, m := range thief.Mails(t, phone)[:len(thief.Mails(t, phone))-before] {
				t.Error("a message went to the attacker's number")
				if otp := otpRE.FindString(m.Subject + m.Text); otp != "" {
					r := thief.Do(t, http.MethodPost, "/auth/verify-otp", map[string]string{"email": email, "otp": otp})
					t.Errorf("it signs in: %d", r.Status)
				}
			}
			if n := thief.Count(t, `SELECT count(*) FROM account WHERE tenant_id = $1 AND email_verified_at IS NOT NULL
				AND phone IS NULL AND phones = '[]' AND phone_verified_at IS NULL`, thief.Tenant); n != 1 {
				t.Error("the attacker's number is stored")
			}
		})
	}
}

// sent waits until every message of the tenant was sent.
func (c *Client) sent(t testing.TB) {
	t.Helper()
	for range 1000 {
		if c.Count(t, `SELECT count(*) FROM outbox WHERE tenant_id = $1 AND done_at IS NULL`, c.Tenant) == 0 {
			return
		}
		c.exec(t, `SELECT pg_sleep(0.02)`)
	}
	t.Error("messages were not sent")
}

// The client that signed up keeps its session and password if it opens the link itself.
func TestTheClientThatSignedUpKeepsItsAccount(t *testing.T) {
	t.Parallel()
	for name, proves := range map[string]func(c *Client, p kit.Person) (*Client, any){
		"with its session": func(c *Client, p kit.Person) (*Client, any) { return c.As(p), nil },
		"with its password": func(c *Client, _ kit.Person) (*Client, any) {
			return c, map[string]string{"password": kit.Password}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := Shared(t).Tenant(t)
			email := c.Tenant + "@example.com"
			p := c.SignUp(t, email)
			link := "/auth/verify-email?token=" + c.tokenFor(t, email, "verify-email?token=")
			c.Post(t, link, map[string]string{"password": "somebody else's"}, 401)
			as, body := proves(c, p)
			if r := as.Post(t, link, body, 200); r.At("data", "resetToken") != nil {
				t.Error("the answer has a token that sets a password")
			}
			c.Post(t, link, nil, 401)
			me := c.As(p).Do(t, http.MethodGet, "/auth/me", nil)
			if me.Status != 200 || me.At("data", "emailVerified") != true || me.Text("data", "phone") == "" {
				t.Errorf("me: %d %s", me.Status, kit.Excerpt(me.Body))
			}
			c.Post(t, "/auth/login", map[string]string{"email": email, "password": kit.Password}, 200)
		})
	}
}
