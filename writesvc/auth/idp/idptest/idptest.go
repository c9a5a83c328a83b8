// Package idptest is an identity provider for tests, with real keys and real HTTP.
package idptest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/golang-jwt/jwt/v5"
)

// A Provider issues ID tokens of OpenID Connect.
type Provider struct {
	URL     string // the issuer
	Fetches atomic.Int64

	mu     sync.Mutex
	keys   []key
	down   bool
	fat    bool
	claims []string
}

type key struct {
	kid     string
	private *ecdsa.PrivateKey
}

// New starts a provider that ends with the test.
func New(t testing.TB) *Provider {
	t.Helper()
	p := &Provider{}
	p.Rotate(t)
	mux := http.NewServeMux()
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	p.URL = srv.URL
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		p.mu.Lock()
		defer p.mu.Unlock()
		claims, err := json.Marshal(append([]string{}, p.claims...))
		if err != nil {
			panic(err) // texts
		}
		fmt.Fprintf(w, `{"issuer":%q,"jwks_uri":%q,"authorization_endpoint":"%s/a","token_endpoint":"%s/t",`+
			`"id_token_signing_alg_values_supported":["ES256"],"claims_supported":%s}`, p.URL, p.URL+"/keys", p.URL, p.URL,
			claims)
	})
	mux.HandleFunc("/keys", p.serveKeys)
	return p
}

func (p *Provider) serveKeys(w http.ResponseWriter, _ *http.Request) {
	p.Fetches.Add(1)
	p.mu.Lock()
	down, fat := p.down, p.fat
	p.mu.Unlock()
	if down {
		http.Error(w, "down", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if fat {
		_, _ = w.Write([]byte(`{"pad":"`))
		for range 10 << 10 {
			if _, err := w.Write(make([]byte, 1<<10)); err != nil {
				return
			}
		}
		_, _ = w.Write([]byte(`","keys":[]}`))
		return
	}
	_, _ = w.Write(p.JWKS())
}

// JWKS returns the provider's public keys.
func (p *Provider) JWKS() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	var set jose.JSONWebKeySet
	for _, k := range p.keys {
		set.Keys = append(set.Keys, jose.JSONWebKey{Key: &k.private.PublicKey, KeyID: k.kid, Algorithm: "ES256", Use: "sig"})
	}
	text, err := json.Marshal(set)
	if err != nil {
		panic(err) // our own public keys
	}
	return text
}

// Rotate makes a new signing key and drops the old ones.
func (p *Provider) Rotate(t testing.TB) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys = []key{{rand.Text()[:8], private}}
}

// Down sets whether the keys are unavailable.
func (p *Provider) Down(down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = down
}

// Supports sets the claims that the discovery document lists.
func (p *Provider) Supports(claims ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.claims = claims
}

// Fat makes the key set ten megabytes long.
func (p *Provider) Fat(fat bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fat = fat
}

// Claims returns valid claims with changes, given as name and value. A nil value removes a claim.
func (p *Provider) Claims(audience, subject, email string, changes ...any) jwt.MapClaims {
	now := time.Now()
	c := jwt.MapClaims{"iss": p.URL, "aud": audience, "sub": subject, "email": email, "email_verified": true,
		"given_name": "Grace", "family_name": "Hopper",
		"iat": now.Unix(), "exp": now.Add(time.Hour).Unix()}
	for i := 0; i+1 < len(changes); i += 2 {
		if changes[i+1] == nil {
			delete(c, changes[i].(string))
		} else {
			c[changes[i].(string)] = changes[i+1]
		}
	}
	return c
}

// Sign returns a signed token.
func (p *Provider) Sign(t testing.TB, claims jwt.MapClaims) string {
	t.Helper()
	p.mu.Lock()
	k := p.keys[0]
	p.mu.Unlock()
	return SignWith(t, jwt.SigningMethodES256, k.private, map[string]any{"kid": k.kid}, claims)
}

// Key returns the signing key and its name.
func (p *Provider) Key() (*ecdsa.PrivateKey, string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.keys[0].private, p.keys[0].kid
}

// SignWith returns a token with any header, key and claims.
func SignWith(t testing.TB, method jwt.SigningMethod, with crypto.PrivateKey, head map[string]any, claims jwt.Claims,
) string {
	t.Helper()
	token := jwt.NewWithClaims(method, claims)
	for name, v := range head {
		token.Header[name] = v
	}
	signed, err := token.SignedString(with)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}
