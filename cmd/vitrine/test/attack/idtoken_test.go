package attack

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/writesvc/auth"
	"vitrine/writesvc/auth/idp"
	"vitrine/writesvc/auth/idp/idptest"
)

// social signs in with an ID token.
func (c *Client) social(t testing.TB, token string, more ...string) *kit.Answer {
	t.Helper()
	body := map[string]string{"provider": "idp", "idToken": token}
	for i := 0; i+1 < len(more); i += 2 {
		body[more[i]] = more[i+1]
	}
	return c.Do(t, http.MethodPost, "/auth/social-login", body)
}

// accepts sets up a provider for a client's tenant.
func (c *Client) accepts(t testing.TB, p idp.Provider) {
	t.Helper()
	p.Audiences = []string{"us"}
	err := auth.WriteSettings(t.Context(), c.Pool, c.Tenant, auth.Settings{Providers: map[string]idp.Provider{"idp": p}})
	if err != nil {
		t.Fatal(err)
	}
}

// Control over a tenant's settings, or over a provider's discovery document, opens no service of the internal network.
func TestKeysOfProvidersAreNotFetchedFromInside(t *testing.T) {
	t.Parallel()
	inside := idptest.New(t)
	c := Shared(t).Tenant(t)
	for name, p := range map[string]idp.Provider{
		"discovery": {Issuer: inside.URL},
		"keys":      {Issuer: inside.URL, JWKSURI: inside.URL + "/keys"},
	} {
		c.accepts(t, p)
		if r := c.social(t, inside.Sign(t, inside.Claims("us", "42", "grace@example.com"))); r.Status != 503 {
			t.Errorf("%s: %d %s", name, r.Status, r.Text("code"))
		}
	}
	if n := inside.Fetches.Load(); n != 0 {
		t.Errorf("%d fetches from inside", n)
	}
}

// Tokens with made-up keys do not make the write service flood a provider. A nonce cannot be left out where the
// provider gives one. The configuration permits the provider's private address.
func TestIDTokensOfAnAttacker(t *testing.T) {
	t.Parallel()
	s := Open(t, "VITRINE_IDP_NETWORKS=127.0.0.1")
	t.Run("unknown keys", func(t *testing.T) {
		t.Parallel()
		p, stranger := idptest.New(t), idptest.New(t)
		c := s.Tenant(t)
		c.accepts(t, idp.Provider{Issuer: p.URL, JWKSURI: p.URL + "/keys"})
		if r := c.social(t, p.Sign(t, p.Claims("us", "42", "grace@example.com"))); r.Status != 200 {
			t.Fatalf("the provider: %d %s", r.Status, r.Text("code"))
		}
		before := p.Fetches.Load()
		key, _ := stranger.Key()
		for i := range 30 {
			token := idptest.SignWith(t, jwt.SigningMethodES256, key, map[string]any{"kid": fmt.Sprint("made-up-", i)},
				p.Claims("us", "42", "grace@example.com"))
			if r := c.At(Address()).social(t, token); r.Status != 401 {
				t.Errorf("a made-up key: %d %s", r.Status, r.Text("code"))
			}
		}
		if n := p.Fetches.Load() - before; n > 1 {
			t.Errorf("30 tokens with made-up keys caused %d fetches", n)
		}
	})
	t.Run("a nonce left out", func(t *testing.T) {
		t.Parallel()
		p := idptest.New(t)
		p.Supports("sub", "nonce")
		c := s.Tenant(t)
		c.accepts(t, idp.Provider{Issuer: p.URL})
		stolen := p.Sign(t, p.Claims("us", "42", "grace@example.com"))
		if r := c.social(t, stolen); r.Status != 401 {
			t.Errorf("no nonce: %d %s", r.Status, r.Text("code"))
		}
		with := p.Sign(t, p.Claims("us", "42", "grace@example.com", "nonce", "n-1"))
		if r := c.social(t, with); r.Status != 401 {
			t.Errorf("a nonce that the client did not choose: %d %s", r.Status, r.Text("code"))
		}
		if r := c.social(t, with, "nonce", "n-1"); r.Status != 200 {
			t.Errorf("with its nonce: %d %s", r.Status, r.Text("code"))
		}
		if r := c.social(t, with, "nonce", "n-1"); r.Status != 401 {
			t.Errorf("again: %d %s", r.Status, r.Text("code"))
		}
	})
	t.Run("a nonce in another form", func(t *testing.T) {
		t.Parallel()
		p := idptest.New(t)
		c := s.Tenant(t)
		sum := sha256.Sum256([]byte("n-2"))
		hash := hex.EncodeToString(sum[:])
		f := func(form, inToken, given string, want int) {
			t.Helper()
			c.accepts(t, idp.Provider{Issuer: p.URL, NonceHash: form})
			token := p.Sign(t, p.Claims("us", "43", "ada@example.com", "nonce", inToken))
			if r := c.social(t, token, "nonce", given); r.Status != want {
				t.Errorf("%q in the token, %q given, hash %q: %d %s, want %d", inToken, given, form, r.Status, r.Text("code"), want)
			}
		}
		f("", hash, "n-2", 401) // accepted the hash of any provider
		f(idp.NoHash, hash, "n-2", 401)
		f(idp.NonceSHA256, hash, hash, 401) // the hash can be read in a stolen token
		f(idp.NonceSHA256, "n-2", "n-2", 401)
		f(idp.NonceSHA256, hash, "n-2", 200)
		f("", "n-2", "n-2", 200)
	})
	t.Run("a first proof", func(t *testing.T) {
		t.Parallel()
		p := idptest.New(t)
		c := s.Tenant(t)
		c.accepts(t, idp.Provider{Issuer: p.URL})
		thief := c.SignUp(t, "grace@example.com")
		owner := kit.PersonOf(c.social(t, p.Sign(t, p.Claims("us", "42", "grace@example.com"))))
		if owner.Id != thief.Id {
			t.Errorf("the owner has account %q, want %q", owner.Id, thief.Id)
		}
		if r := c.As(thief).Do(t, http.MethodGet, "/auth/me", nil); r.Status != 401 {
			t.Errorf("the attacker's session: %d", r.Status)
		}
		c.Post(t, "/auth/login", map[string]string{"email": thief.Email, "password": kit.Password}, 401)
		if me := c.As(owner).Do(t, http.MethodGet, "/auth/me", nil); me.Text("data", "phone") != "" {
			t.Errorf("the attacker's number: %s", me.Body)
		}
	})
}
