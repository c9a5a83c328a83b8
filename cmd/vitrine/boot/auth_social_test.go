package boot

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"vitrine/writesvc/auth"
	"vitrine/writesvc/auth/idptest"
)

const clientID = "shop-client"

// settle gives a shop its settings.
func (a *authHouse) settle(t testing.TB, shop string, c auth.Settings) {
	t.Helper()
	if err := auth.WriteSettings(t.Context(), a.Pool, shop, c); err != nil {
		t.Fatal(err)
	}
}

// withProvider is a house whose shop takes an identity provider by the name idp.
func withProvider(t testing.TB, changes ...func(*auth.Provider)) (*authHouse, *idptest.Provider) {
	t.Helper()
	a, idp := openAuth(t), idptest.New(t)
	p := auth.Provider{Issuer: idp.URL, Audiences: []string{clientID}, JWKSURI: idp.URL + "/keys"}
	for _, change := range changes {
		change(&p)
	}
	a.settle(t, "shop", auth.Settings{Providers: map[string]auth.Provider{"idp": p}})
	return a, idp
}

// social signs in with an ID token.
func (a *authHouse) social(t testing.TB, token string, more ...string) *reply {
	t.Helper()
	body := map[string]string{"provider": "idp", "idToken": token}
	for i := 0; i+1 < len(more); i += 2 {
		body[more[i]] = more[i+1]
	}
	return a.post(t, "/auth/social-login", body)
}

func TestAProviderSignsUpAndIn(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*auth.Provider, *idptest.Provider){
		"by the address of its keys": func(*auth.Provider, *idptest.Provider) {},
		"by discovery":               func(p *auth.Provider, _ *idptest.Provider) { p.JWKSURI = "" },
		"by keys that are written down": func(p *auth.Provider, idp *idptest.Provider) {
			p.JWKSURI, p.Keys = "", idp.JWKS()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, idp := openAuth(t), idptest.New(t)
			p := auth.Provider{Issuer: idp.URL, Audiences: []string{"another", clientID}, JWKSURI: idp.URL + "/keys"}
			change(&p, idp)
			a.settle(t, "shop", auth.Settings{Providers: map[string]auth.Provider{"idp": p}})
			first := a.social(t, idp.Sign(t, idp.Claims(clientID, "42", "Grace@Example.com"))).want(t, "first", 200, "")
			who := personOf(first)
			if who.email != "grace@example.com" || first.text("data", "user", "name", "last") != "Hopper" {
				t.Errorf("who: %s", first.Body)
			}
			me := a.ask(t, http.MethodGet, "/auth/me", who.as()...).want(t, "me", 200, "")
			if me.at("data", "emailVerified") != true || me.at("data", "hasPassword") != false {
				t.Errorf("me: %s", me.Body)
			}
			// By the subject from now on, whatever the address.
			again := personOf(a.social(t, idp.Sign(t, idp.Claims(clientID, "42", "other@example.com", "email_verified", false))).want(t, "again", 200, ""))
			if again.id != who.id {
				t.Errorf("another account: %s, %s", again.id, who.id)
			}
			a.post(t, "/auth/login", map[string]string{"email": who.email, "password": goodPassword}).want(t, "no password", 401, "INVALID_CREDENTIALS")
		})
	}
}

func TestTokensThatProveNothingAreRefused(t *testing.T) {
	t.Parallel()
	a, idp := withProvider(t)
	other := idptest.New(t)
	stranger, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	private, kid := idp.Key()
	past, future := time.Now().Add(-time.Hour).Unix(), time.Now().Add(time.Hour).Unix()
	good := func(changes ...any) jwt.MapClaims { return idp.Claims(clientID, "42", "grace@example.com", changes...) }
	for name, token := range map[string]string{
		"another audience":                idp.Sign(t, good("aud", "somebody-else")),
		"no audience":                     idp.Sign(t, good("aud", nil)),
		"several audiences without azp":   idp.Sign(t, good("aud", []string{clientID, "x"})),
		"azp of another":                  idp.Sign(t, good("azp", "x")),
		"another issuer, the same mail":   other.Sign(t, other.Claims(clientID, "42", "grace@example.com")),
		"our issuer, another's key":       other.Sign(t, good()),
		"expired":                         idp.Sign(t, good("exp", past)),
		"no exp":                          idp.Sign(t, good("exp", nil)),
		"exp as text":                     idp.Sign(t, good("exp", "soon")),
		"issued in the future":            idp.Sign(t, good("iat", future)),
		"no iat":                          idp.Sign(t, good("iat", nil)),
		"nbf in the future":               idp.Sign(t, good("nbf", future)),
		"address not verified":            idp.Sign(t, good("email_verified", false)),
		"address verified, as a word":     idp.Sign(t, good("email_verified", "yes")),
		"verified not said":               idp.Sign(t, good("email_verified", nil)),
		"no address":                      idp.Sign(t, good("email", nil)),
		"an address that is none":         idp.Sign(t, good("email", "grace")),
		"no subject":                      idp.Sign(t, good("sub", nil)),
		"empty subject":                   idp.Sign(t, good("sub", "")),
		"a nonce that was not sent":       idp.Sign(t, good("nonce", "n")),
		"alg none":                        idptest.SignWith(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, map[string]any{"kid": kid}, good()),
		"HS256 with the public key":       idptest.SignWith(t, jwt.SigningMethodHS256, private.X.Bytes(), map[string]any{"kid": kid}, good()), //nolint:staticcheck // bytes an attacker has
		"own key in the head":             idptest.SignWith(t, jwt.SigningMethodES256, stranger, map[string]any{"kid": kid, "jwk": map[string]string{"kty": "EC"}, "jku": other.URL + "/keys", "x5u": other.URL}, good()),
		"own key under the provider's id": idptest.SignWith(t, jwt.SigningMethodES256, stranger, map[string]any{"kid": kid}, good()),
		"nothing":                         "x.y.z",
		"ten thousand characters":         string(make([]byte, 10_000)),
	} {
		before := other.Fetches.Load()
		if r := a.social(t, token); r.Status != 401 || r.text("code") != "ID_TOKEN_INVALID" {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
		if other.Fetches.Load() != before {
			t.Errorf("%s: an address from the token was fetched", name)
		}
	}
	if n := a.count(t, `SELECT count(*) FROM account`); n != 0 {
		t.Errorf("%d accounts were made", n)
	}
	for _, body := range []map[string]any{{"provider": "idp"}, {"idToken": "x"}, {"provider": "idp", "idToken": "x", "email": "a@b.co"}, {"provider": 1, "idToken": "x"}} {
		a.post(t, "/auth/social-login", body).want(t, "a body that is not in order", 400, "INVALID_PARAMETER")
	}
	a.post(t, "/auth/social-login", map[string]string{"provider": "google", "idToken": "x"}).want(t, "unknown provider", 403, "PROVIDER_UNKNOWN")
	a.post(t, "/auth/social-login", map[string]string{"provider": "idp", "idToken": "x"}, "x-service-client", "other").want(t, "another shop's provider", 403, "PROVIDER_UNKNOWN")
}

func TestNoncesAreComparedAndUsedOnce(t *testing.T) {
	t.Parallel()
	a, idp := withProvider(t, func(p *auth.Provider) { p.NeedNonce = true })
	sum := sha256.Sum256([]byte("n-2"))
	sign := func(nonce any) string {
		return idp.Sign(t, idp.Claims(clientID, "42", "grace@example.com", "nonce", nonce))
	}
	a.social(t, sign(nil)).want(t, "none, though one is needed", 401, "ID_TOKEN_INVALID")
	a.social(t, sign("n-1"), "nonce", "n-9").want(t, "wrong", 401, "ID_TOKEN_INVALID")
	a.social(t, sign(nil), "nonce", "n-1").want(t, "missing in the token", 401, "ID_TOKEN_INVALID")
	a.social(t, sign("n-1"), "nonce", "n-1").want(t, "right", 200, "")
	a.social(t, sign("n-1"), "nonce", "n-1").want(t, "used", 401, "ID_TOKEN_INVALID")
	a.social(t, sign(hex.EncodeToString(sum[:])), "nonce", "n-2").want(t, "as a hash", 200, "")
}

func TestAProvidersKeysMayChangeAndMayBeAway(t *testing.T) {
	t.Parallel()
	a, idp := withProvider(t)
	claims := idp.Claims(clientID, "42", "grace@example.com")
	idp.Down(true)
	a.social(t, idp.Sign(t, claims)).want(t, "keys away", 503, "UNAVAILABLE")
	idp.Down(false)
	a.social(t, idp.Sign(t, claims)).want(t, "back", 200, "")
	old := idp.Sign(t, claims)
	idp.Rotate(t)
	a.social(t, idp.Sign(t, claims)).want(t, "a new key", 200, "")
	a.social(t, old).want(t, "the old key", 401, "ID_TOKEN_INVALID")
	idp.Rotate(t)
	idp.Fat(true)
	a.social(t, idp.Sign(t, claims)).want(t, "ten megabytes of keys", 503, "UNAVAILABLE")
	if n := a.count(t, `SELECT count(*) FROM account`); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

func TestAVerifiedAccountIsLinked(t *testing.T) {
	t.Parallel()
	a, idp := withProvider(t)
	p := a.signUp(t, "grace@example.com")
	a.post(t, "/auth/verify-email?token="+url.QueryEscape(linkIn(t, a.box.next(t, "mail", p.email, "verify-email"))), nil).want(t, "verify", 200, "")
	q := personOf(a.social(t, idp.Sign(t, idp.Claims(clientID, "42", "GRACE@example.com"))).want(t, "social", 200, ""))
	if q.id != p.id {
		t.Error("another account was made")
	}
	a.ask(t, http.MethodGet, "/auth/me", p.as()...).want(t, "the session before", 200, "")
	a.post(t, "/auth/login", map[string]string{"email": p.email, "password": goodPassword}).want(t, "the password stays", 200, "")
}

// Somebody signs up with another's address and waits until its owner comes by his provider (CVE-2024-38351 and its like).
func TestAPreHijackedAccountIsHandedOverWithoutTheHijacker(t *testing.T) {
	t.Parallel()
	a, idp := withProvider(t)
	thief := a.signUp(t, "grace@example.com")
	link := linkIn(t, a.box.next(t, "mail", thief.email, "verify-email"))
	owner := personOf(a.social(t, idp.Sign(t, idp.Claims(clientID, "42", "grace@example.com"))).want(t, "the owner", 200, ""))
	a.ask(t, http.MethodGet, "/auth/me", thief.as()...).want(t, "the thief's session", 401, "UNAUTHENTICATED")
	a.refresh(t, thief.refresh).want(t, "the thief's refresh token", 401, "REFRESH_TOKEN_INVALID")
	a.post(t, "/auth/login", map[string]string{"email": thief.email, "password": goodPassword}).want(t, "the thief's password", 401, "INVALID_CREDENTIALS")
	a.post(t, "/auth/verify-email?token="+url.QueryEscape(link), nil).want(t, "the link before", 401, "VERIFY_TOKEN_INVALID")
	me := a.ask(t, http.MethodGet, "/auth/me", owner.as()...).want(t, "the owner", 200, "")
	if me.text("data", "phone") != "" {
		t.Errorf("the thief's number stayed: %s", me.Body)
	}
}

func TestConcurrentFirstSignInsMakeOneAccount(t *testing.T) {
	t.Parallel()
	a, idp := withProvider(t)
	token := idp.Sign(t, idp.Claims(clientID, "42", "grace@example.com"))
	ids := make([]string, 20)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			r, err := a.try(t.Context(), http.MethodPost, "/auth/social-login", map[string]string{"provider": "idp", "idToken": token})
			if err != nil {
				t.Error(err)
				return
			}
			ids[i] = personOf(r.want(t, "one of many", 200, "")).id
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Errorf("accounts %s and %s", id, ids[0])
		}
	}
	if n := a.count(t, `SELECT count(*) FROM account`); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

func TestALockedAccountIsNotEnteredByAProvider(t *testing.T) {
	t.Parallel()
	a, idp := withProvider(t)
	token := idp.Sign(t, idp.Claims(clientID, "42", "grace@example.com"))
	p := personOf(a.social(t, token).want(t, "social", 200, ""))
	if _, err := a.Pool.Exec(t.Context(), `UPDATE account SET status = 'LOCKED' WHERE id = $1`, p.id); err != nil {
		t.Fatal(err)
	}
	a.ask(t, http.MethodGet, "/auth/me", p.as()...).want(t, "its session", 401, "UNAUTHENTICATED")
	a.refresh(t, p.refresh).want(t, "its refresh token", 401, "REFRESH_TOKEN_INVALID")
	a.social(t, token).want(t, "social", 401, "INVALID_CREDENTIALS")
	// Another subject with the same address does not get round it.
	a.social(t, idp.Sign(t, idp.Claims(clientID, "43", "grace@example.com"))).want(t, "another subject", 401, "INVALID_CREDENTIALS")
}
