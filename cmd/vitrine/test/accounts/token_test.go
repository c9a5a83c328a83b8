package accounts

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/writesvc/auth/idp/idptest"
	keys "vitrine/writesvc/auth/token"
	"vitrine/writesvc/keywrap"
)

// partsOf decodes the header and the claims of a token.
func partsOf(t testing.TB, token string) (head map[string]any, claims jwt.MapClaims) {
	t.Helper()
	p := strings.Split(token, ".")
	for i, v := range []any{&head, &claims} {
		text, err := base64.RawURLEncoding.DecodeString(p[i])
		if err != nil {
			t.Fatal(err)
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(v); err != nil {
			t.Fatal(err)
		}
	}
	return head, claims
}

func TestForgedAccessTokensAreRefused(t *testing.T) {
	t.Parallel()
	var fetched atomic.Int32
	evil := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { fetched.Add(1) }))
	defer evil.Close()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	head, claims := partsOf(t, p.Access)
	kid := head["kid"]
	pub, private, _ := ed25519.GenerateKey(rand.Reader)
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	ecKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	jwk := map[string]string{"kty": "OKP", "crv": "Ed25519", "x": base64.RawURLEncoding.EncodeToString(pub)}
	heads := map[string]any{"kid": kid, "jwk": jwk, "jku": evil.URL, "x5u": evil.URL}
	bad := map[string]string{
		"alg none": idptest.SignWith(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType,
			map[string]any{"kid": kid}, claims),
		"alg nOnE": base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"nOnE","typ":"JWT"}`)) + "." +
			strings.Split(p.Access, ".")[1] + ".",
		"own EdDSA key":         idptest.SignWith(t, jwt.SigningMethodEdDSA, private, heads, claims),
		"own RSA key":           idptest.SignWith(t, jwt.SigningMethodRS256, rsaKey, heads, claims),
		"own EC key":            idptest.SignWith(t, jwt.SigningMethodES256, ecKey, heads, claims),
		"HS256 with public key": idptest.SignWith(t, jwt.SigningMethodHS256, []byte(pub), map[string]any{"kid": kid}, claims),
		"kid of a path": idptest.SignWith(t, jwt.SigningMethodEdDSA, private, map[string]any{"kid": "../../dev/null"},
			claims),
		"kid of SQL":      idptest.SignWith(t, jwt.SigningMethodEdDSA, private, map[string]any{"kid": "' OR 1=1 --"}, claims),
		"kid a number":    idptest.SignWith(t, jwt.SigningMethodEdDSA, private, map[string]any{"kid": 7}, claims),
		"no kid":          idptest.SignWith(t, jwt.SigningMethodEdDSA, private, map[string]any{}, claims),
		"a refresh token": p.Refresh,
		"signature cut":   p.Access[:len(p.Access)-4],
		"no signature":    strings.Join(strings.Split(p.Access, ".")[:2], ".") + ".",
		"a fourth part":   p.Access + ".x",
		"ten kilobytes":   strings.Repeat("a", 10_000),
		"many dots":       strings.Repeat(".", 8000),
		"padding":         p.Access + "=",
		"empty":           "",
	}
	// Other last characters of a signature decode to the same bytes. Such a token must be refused.
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	last := strings.IndexByte(alphabet, p.Access[len(p.Access)-1])
	for i := 1; i < 16; i++ {
		bad[fmt.Sprintf("twin %d of the last character", i)] = p.Access[:len(p.Access)-1] + string(alphabet[last^i])
	}
	for name, token := range bad {
		if r := a.Request(t, http.MethodGet, "/auth/me", "Authorization", "Bearer "+token); r.Status != 401 ||
			r.Text("code") != "UNAUTHENTICATED" {
			if !(name == "ten kilobytes" && r.Status == 431) {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
	}
	if fetched.Load() != 0 {
		t.Error("an address from a token's head was fetched")
	}
}

// A token signed by the service's own key is refused unless it has every claim.
func TestAccessTokensNeedEveryClaim(t *testing.T) {
	t.Parallel()
	secret := bytes.Repeat([]byte("s"), 32)
	a := kit.OpenAccounts(t, func(w *kit.WriteConfig) { w.Auth.TokenSecret = secret })
	p := a.SignUp(t, "ada@example.com")
	other := kit.PersonOf(a.Post(t, "/auth/signup", kit.SignUp("ada@example.com"), "x-service-client", "other").Want(t,
		"in another shop", 201, ""))
	head, claims := partsOf(t, p.Access)
	key := tokenKey(t, a.Pool, secret, head["kid"].(string))
	now := time.Now()
	sign := func(changes ...any) string {
		c := jwt.MapClaims{}
		for k, v := range claims {
			c[k] = v
		}
		for i := 0; i+1 < len(changes); i += 2 {
			if changes[i+1] == nil {
				delete(c, changes[i].(string))
			} else {
				c[changes[i].(string)] = changes[i+1]
			}
		}
		return idptest.SignWith(t, jwt.SigningMethodEdDSA, key, map[string]any{"kid": head["kid"]}, c)
	}
	a.Request(t, http.MethodGet, "/auth/me", "Authorization", "Bearer "+sign()).Want(t, "as it should be", 200, "")
	for name, token := range map[string]string{
		"no exp":           sign("exp", nil),
		"exp as text":      sign("exp", "tomorrow"),
		"exp 1e308":        sign("exp", json.Number("1e308"), "iat", json.Number("1e307")),
		"exp negative":     sign("exp", -1),
		"exp zero":         sign("exp", 0),
		"expired":          sign("exp", now.Add(-6*time.Second).Unix()),
		"nbf in future":    sign("nbf", now.Add(time.Hour).Unix()),
		"iat in future":    sign("iat", now.Add(time.Hour).Unix()),
		"no issuer":        sign("iss", nil),
		"another issuer":   sign("iss", "evil"),
		"no audience":      sign("aud", nil),
		"other audience":   sign("aud", []string{"other"}),
		"no tenant":        sign("tid", nil),
		"other tenant":     sign("tid", "other"),
		"type refresh":     sign("type", "refresh"),
		"no type":          sign("type", nil),
		"no session":       sign("sid", nil),
		"session of SQL":   sign("sid", "' OR true --"),
		"no subject":       sign("sub", nil),
		"another subject":  sign("sub", other.Id),
		"an array subject": sign("sub", []string{p.Id}),
	} {
		if r := a.Request(t, http.MethodGet, "/auth/me", "Authorization", "Bearer "+token); r.Status != 401 ||
			r.Text("code") != "UNAUTHENTICATED" {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	a.Request(t, http.MethodGet, "/auth/me", "Authorization", "Bearer "+p.Access, "x-service-client", "other").Want(t,
		"a token of another shop", 401, "UNAUTHENTICATED")
	a.Refresh(t, p.Refresh, "x-service-client", "other").Want(t, "a refresh token of another shop", 401,
		"REFRESH_TOKEN_INVALID")
	a.Refresh(t, p.Refresh).Want(t, "which lives on", 200, "")
	a.Advance(16 * time.Minute)
	a.Request(t, http.MethodGet, "/auth/me", p.As()...).Want(t, "after a quarter of an hour", 401, "UNAUTHENTICATED")
}

func TestMalformedAuthorizationHeadersAreRefused(t *testing.T) {
	t.Parallel()
	a := kit.OpenAccounts(t)
	p := a.SignUp(t, "ada@example.com")
	for _, h := range []string{"", "Bearer", "Bearer ", "Basic " + p.Access, p.Access, "Bearer " + p.Access + " x",
		"Bearer " + p.Access + ",x", "Bearer\t" + p.Access, "\"Bearer\" " + p.Access} {
		r := a.Request(t, http.MethodGet, "/auth/me", "Authorization", h).Want(t, fmt.Sprintf("%.20q", h), 401,
			"UNAUTHENTICATED")
		if !strings.HasPrefix(r.Header.Get("WWW-Authenticate"), "Bearer ") {
			t.Errorf("%.20q: WWW-Authenticate: %q", h, r.Header.Get("WWW-Authenticate"))
		}
	}
	a.Request(t, http.MethodGet, "/auth/me", "Authorization", "Bearer "+p.Access, "Authorization", "Bearer x").Want(t,
		"two", 401, "UNAUTHENTICATED")
	a.Request(t, http.MethodGet, "/auth/me", "Authorization", "bearer "+p.Access).Want(t, "the scheme in any case", 200,
		"")
}

// tokenKey returns the private key of a key id, which the write service stores encrypted by its secret.
func tokenKey(t testing.TB, pool *pgxpool.Pool, secret []byte, kid string) ed25519.PrivateKey {
	t.Helper()
	var public, wrapped []byte
	if err := pool.QueryRow(t.Context(), `SELECT public, wrapped FROM token_key WHERE kid = $1`, kid).Scan(&public,
		&wrapped); err != nil {
		t.Fatal(err)
	}
	ring, err := keywrap.NewRing(secret)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ring.Private(keys.StoredKey(kid, public, wrapped))
	if err != nil {
		t.Fatal(err)
	}
	return key
}
