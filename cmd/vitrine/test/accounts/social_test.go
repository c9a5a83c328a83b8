package accounts

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/writesvc/auth"
	provider "vitrine/writesvc/auth/idp"
	"vitrine/writesvc/auth/idp/idptest"
)

const clientID = "shop-client"

// withProvider starts an app whose tenant accepts the identity provider idp.
func withProvider(t testing.TB, changes ...func(*provider.Provider)) (*kit.Accounts, *idptest.Provider) {
	t.Helper()
	a, idp := kit.OpenAccounts(t), idptest.New(t)
	p := provider.Provider{Issuer: idp.URL, Audiences: []string{clientID}, JWKSURI: idp.URL + "/keys"}
	for _, change := range changes {
		change(&p)
	}
	a.Settle(t, "shop", auth.Settings{Providers: map[string]provider.Provider{"idp": p}})
	return a, idp
}

func TestAProviderSignsUpAndIn(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*provider.Provider, *idptest.Provider){
		"by the address of its keys": func(*provider.Provider, *idptest.Provider) {},
		"by discovery":               func(p *provider.Provider, _ *idptest.Provider) { p.JWKSURI = "" },
		"by keys that are written down": func(p *provider.Provider, idp *idptest.Provider) {
			p.JWKSURI, p.Keys = "", idp.JWKS()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, idp := kit.OpenAccounts(t), idptest.New(t)
			p := provider.Provider{Issuer: idp.URL, Audiences: []string{"another", clientID}, JWKSURI: idp.URL + "/keys"}
			change(&p, idp)
			a.Settle(t, "shop", auth.Settings{Providers: map[string]provider.Provider{"idp": p}})
			first := a.Social(t, idp.Sign(t, idp.Claims(clientID, "42", "Grace@Example.com"))).Want(t, "first", 200, "")
			who := kit.PersonOf(first)
			if who.Email != "grace@example.com" || first.Text("data", "user", "name", "last") != "Hopper" {
				t.Errorf("who: %s", first.Body)
			}
			me := a.Request(t, http.MethodGet, "/auth/me", who.As()...).Want(t, "me", 200, "")
			if me.At("data", "emailVerified") != true || me.At("data", "hasPassword") != false {
				t.Errorf("me: %s", me.Body)
			}
			// From now on by the subject, with any email address.
			again := kit.PersonOf(
				a.Social(t, idp.Sign(t, idp.Claims(clientID, "42", "other@example.com", "email_verified", false))).Want(t, "again",
					200, ""))
			if again.Id != who.Id {
				t.Errorf("another account: %s, %s", again.Id, who.Id)
			}
			a.Post(t, "/auth/login", map[string]string{"email": who.Email, "password": kit.Password}).Want(t, "no password", 401,
				"INVALID_CREDENTIALS")
		})
	}
}

func TestInvalidIDTokensAreRefused(t *testing.T) {
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
		"another audience":              idp.Sign(t, good("aud", "somebody-else")),
		"no audience":                   idp.Sign(t, good("aud", nil)),
		"several audiences without azp": idp.Sign(t, good("aud", []string{clientID, "x"})),
		"azp of another":                idp.Sign(t, good("azp", "x")),
		"another issuer, the same mail": other.Sign(t, other.Claims(clientID, "42", "grace@example.com")),
		"our issuer, another's key":     other.Sign(t, good()),
		"expired":                       idp.Sign(t, good("exp", past)),
		"no exp":                        idp.Sign(t, good("exp", nil)),
		"exp as text":                   idp.Sign(t, good("exp", "soon")),
		"issued in the future":          idp.Sign(t, good("iat", future)),
		"no iat":                        idp.Sign(t, good("iat", nil)),
		"nbf in the future":             idp.Sign(t, good("nbf", future)),
		"address not verified":          idp.Sign(t, good("email_verified", false)),
		"address verified, as a word":   idp.Sign(t, good("email_verified", "yes")),
		"verified not said":             idp.Sign(t, good("email_verified", nil)),
		"no address":                    idp.Sign(t, good("email", nil)),
		"an address that is none":       idp.Sign(t, good("email", "grace")),
		"no subject":                    idp.Sign(t, good("sub", nil)),
		"empty subject":                 idp.Sign(t, good("sub", "")),
		"a nonce that was not sent":     idp.Sign(t, good("nonce", "n")),
		"alg none": idptest.SignWith(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType,
			map[string]any{"kid": kid}, good()),
		"HS256 with the public key": idptest.SignWith(t, jwt.SigningMethodHS256, private.X.Bytes(),
			map[string]any{"kid": kid}, good()), //nolint:staticcheck // bytes an attacker has
		"own key in the head": idptest.SignWith(t, jwt.SigningMethodES256, stranger,
			map[string]any{"kid": kid, "jwk": map[string]string{"kty": "EC"}, "jku": other.URL + "/keys", "x5u": other.URL},
			good()),
		"own key under the provider's id": idptest.SignWith(t, jwt.SigningMethodES256, stranger, map[string]any{"kid": kid},
			good()),
		"nothing":                 "x.y.z",
		"ten thousand characters": string(make([]byte, 10_000)),
	} {
		before := other.Fetches.Load()
		if r := a.Social(t, token); r.Status != 401 || r.Text("code") != "ID_TOKEN_INVALID" {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
		if other.Fetches.Load() != before {
			t.Errorf("%s: an address from the token was fetched", name)
		}
	}
	if n := a.Count(t, `SELECT count(*) FROM account`); n != 0 {
		t.Errorf("%d accounts were made", n)
	}
	for _, body := range []map[string]any{{"provider": "idp"}, {"idToken": "x"},
		{"provider": "idp", "idToken": "x", "email": "a@b.co"}, {"provider": 1, "idToken": "x"}} {
		a.Post(t, "/auth/social-login", body).Want(t, "a body that is not in order", 400, "INVALID_PARAMETER")
	}
	a.Post(t, "/auth/social-login", map[string]string{"provider": "google", "idToken": "x"}).Want(t, "unknown provider",
		403, "PROVIDER_UNKNOWN")
	a.Post(t, "/auth/social-login", map[string]string{"provider": "idp", "idToken": "x"}, "x-service-client",
		"other").Want(t, "another shop's provider", 403, "PROVIDER_UNKNOWN")
}

func TestNoncesAreComparedAndUsedOnce(t *testing.T) {
	t.Parallel()
	a, idp := withProvider(t, func(p *provider.Provider) { p.NeedNonce = true })
	sum := sha256.Sum256([]byte("n-2"))
	sign := func(nonce any) string {
		return idp.Sign(t, idp.Claims(clientID, "42", "grace@example.com", "nonce", nonce))
	}
	a.Social(t, sign(nil)).Want(t, "none, though one is needed", 401, "ID_TOKEN_INVALID")
	a.Social(t, sign("n-1"), "nonce", "n-9").Want(t, "wrong", 401, "ID_TOKEN_INVALID")
	a.Social(t, sign(nil), "nonce", "n-1").Want(t, "missing in the token", 401, "ID_TOKEN_INVALID")
	a.Social(t, sign("n-1"), "nonce", "n-1").Want(t, "right", 200, "")
	a.Social(t, sign("n-1"), "nonce", "n-1").Want(t, "used", 401, "ID_TOKEN_INVALID")
	a.Social(t, sign(hex.EncodeToString(sum[:])), "nonce", "n-2").Want(t, "as a hash", 401, "ID_TOKEN_INVALID")
	a, idp = withProvider(t, func(p *provider.Provider) { p.NonceHash = provider.NonceSHA256 })
	a.Social(t, sign(hex.EncodeToString(sum[:])), "nonce", "n-2").Want(t, "as a hash, where tokens have it", 200, "")
	a.Social(t, sign("n-3"), "nonce", "n-3").Want(t, "itself, where tokens have the hash", 401, "ID_TOKEN_INVALID")
}

func TestAProvidersKeysMayChangeAndMayBeAway(t *testing.T) {
	t.Parallel()
	a, idp := withProvider(t)
	claims := idp.Claims(clientID, "42", "grace@example.com")
	idp.Down(true)
	a.Social(t, idp.Sign(t, claims)).Want(t, "keys away", 503, "UNAVAILABLE")
	idp.Down(false)
	a.Social(t, idp.Sign(t, claims)).Want(t, "back", 200, "")
	old := idp.Sign(t, claims)
	idp.Rotate(t)
	a.Social(t, idp.Sign(t, claims)).Want(t, "a new key", 200, "")
	a.Social(t, old).Want(t, "the old key", 401, "ID_TOKEN_INVALID")
	idp.Rotate(t)
	idp.Fat(true)
	a.Advance(time.Minute) // unknown keys cause one fetch a minute
	a.Social(t, idp.Sign(t, claims)).Want(t, "ten megabytes of keys", 503, "UNAVAILABLE")
	if n := a.Count(t, `SELECT count(*) FROM account`); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

func TestAVerifiedAccountIsLinked(t *testing.T) {
	t.Parallel()
	a, idp := withProvider(t)
	p := a.SignUp(t, "grace@example.com")
	a.Post(t, "/auth/verify-email?token="+url.QueryEscape(linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "verify-email"))),
		nil, p.As()...).Want(t, "verify", 200, "")
	q := kit.PersonOf(a.Social(t, idp.Sign(t, idp.Claims(clientID, "42", "GRACE@example.com"))).Want(t, "social", 200, ""))
	if q.Id != p.Id {
		t.Error("another account was made")
	}
	a.Request(t, http.MethodGet, "/auth/me", p.As()...).Want(t, "the session before", 200, "")
	a.Post(t, "/auth/login", map[string]string{"email": p.Email, "password": kit.Password}).Want(t, "the password stays",
		200, "")
}

// An attacker signs up with a victim's address, and waits until the victim signs in by a provider (CVE-2024-38351 and
// similar).
func TestAPreHijackedAccountIsHandedOverWithoutTheHijacker(t *testing.T) {
	t.Parallel()
	a, idp := withProvider(t)
	thief := a.SignUp(t, "grace@example.com")
	link := linkIn(t, a.Mailbox.Next(t, "mail", thief.Email, "verify-email"))
	owner := kit.PersonOf(a.Social(t, idp.Sign(t, idp.Claims(clientID, "42", "grace@example.com"))).Want(t, "the owner",
		200, ""))
	a.Request(t, http.MethodGet, "/auth/me", thief.As()...).Want(t, "the thief's session", 401, "UNAUTHENTICATED")
	a.Refresh(t, thief.Refresh).Want(t, "the thief's refresh token", 401, "REFRESH_TOKEN_INVALID")
	a.Post(t, "/auth/login", map[string]string{"email": thief.Email, "password": kit.Password}).Want(t,
		"the thief's password", 401, "INVALID_CREDENTIALS")
	a.Post(t, "/auth/verify-email?token="+url.QueryEscape(link), nil).Want(t, "the link before", 401,
		"VERIFY_TOKEN_INVALID")
	me := a.Request(t, http.MethodGet, "/auth/me", owner.As()...).Want(t, "the owner", 200, "")
	if me.Text("data", "phone") != "" {
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
			r, err := a.Try(t.Context(), http.MethodPost, "/auth/social-login",
				map[string]string{"provider": "idp", "idToken": token})
			if err != nil {
				t.Error(err)
				return
			}
			ids[i] = kit.PersonOf(r.Want(t, "one of many", 200, "")).Id
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Errorf("accounts %s and %s", id, ids[0])
		}
	}
	if n := a.Count(t, `SELECT count(*) FROM account`); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

func TestAProviderCannotOpenALockedAccount(t *testing.T) {
	t.Parallel()
	a, idp := withProvider(t)
	token := idp.Sign(t, idp.Claims(clientID, "42", "grace@example.com"))
	p := kit.PersonOf(a.Social(t, token).Want(t, "social", 200, ""))
	if _, err := a.Pool.Exec(t.Context(), `UPDATE account SET status = 'LOCKED' WHERE id = $1`, p.Id); err != nil {
		t.Fatal(err)
	}
	a.Request(t, http.MethodGet, "/auth/me", p.As()...).Want(t, "its session", 401, "UNAUTHENTICATED")
	a.Refresh(t, p.Refresh).Want(t, "its refresh token", 401, "REFRESH_TOKEN_INVALID")
	a.Social(t, token).Want(t, "social", 401, "INVALID_CREDENTIALS")
	// Another subject with the same address is refused too.
	a.Social(t, idp.Sign(t, idp.Claims(clientID, "43", "grace@example.com"))).Want(t, "another subject", 401,
		"INVALID_CREDENTIALS")
}

// The owner gets an email when an identity is linked. A new password by a link ends the identity: it signs in again
// only if the provider still says that the address is the same.
func TestANewPasswordEndsLinkedIdentities(t *testing.T) {
	t.Parallel()
	a, idp := withProvider(t)
	p := a.SignUp(t, "ada@example.com")
	verify := linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "verify-email?token="))
	a.Post(t, "/auth/verify-email?token="+url.QueryEscape(verify), nil, p.As()...).Want(t, "verify", 200, "")
	in := func(email string, verified bool) *kit.Answer {
		return a.Social(t, idp.Sign(t, idp.Claims(clientID, "42", email, "email_verified", verified)))
	}
	in(p.Email, true).Want(t, "link", 200, "")
	if m := a.Mailbox.Next(t, "mail", p.Email, "a new way to sign in"); !strings.Contains(m.Text, "with idp for the") {
		t.Errorf("the email: %s", m.Text)
	}
	in("eve@example.com", false).Want(t, "by the subject", 200, "")
	a.Post(t, "/auth/forgot-password", map[string]string{"email": p.Email}).Want(t, "forgot", 200, "")
	reset := linkIn(t, a.Mailbox.Next(t, "mail", p.Email, "reset-password?token="))
	fresh := map[string]string{"password": "a new long one"}
	a.Post(t, "/auth/reset-password?token="+url.QueryEscape(reset), fresh).Want(t, "reset", 200, "")
	in("eve@example.com", false).Want(t, "by the subject, after the reset", 401, "ID_TOKEN_INVALID")
	if got := kit.PersonOf(in(p.Email, true).Want(t, "by the address", 200, "")); got.Id != p.Id {
		t.Errorf("another account: %s", got.Id)
	}
	a.Mailbox.Next(t, "mail", p.Email, "a new way to sign in")
}
