package idp

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"vitrine/writesvc/auth/idp/idptest"
)

// pinned returns a provider whose keys are in the settings.
func pinned(t testing.TB) (*idptest.Provider, Verifier) {
	t.Helper()
	idp := idptest.New(t)
	p, err := New(time.Now).Of(Provider{Issuer: idp.URL, Audiences: []string{"us"}, Keys: idp.JWKS()})
	if err != nil {
		t.Fatal(err)
	}
	return idp, p
}

// No text other than the token itself is accepted.
func FuzzIDToken(f *testing.F) {
	idp, p := pinned(f)
	good := idp.Sign(f, idp.Claims("us", "42", "grace@example.com"))
	if _, err := p.Verify(f.Context(), good); err != nil {
		f.Fatal(err)
	}
	parts := strings.Split(good, ".")
	for _, seed := range []string{good, "", "..", parts[0] + "." + parts[1] + ".",
		"eyJhbGciOiJub25lIn0." + parts[1] + ".", good + "=", good + "\n", parts[0] + ".." + parts[2],
		"{\"payload\":\"" + parts[1] + "\",\"protected\":\"" + parts[0] + "\",\"signature\":\"" + parts[2] + "\"}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		who, err := p.Verify(t.Context(), token)
		// A signature has several encodings; the signed text has one.
		if err == nil && token != good && !strings.HasPrefix(token, parts[0]+"."+parts[1]+".") {
			t.Errorf("%q is taken for %+v", token, who)
		}
	})
}

// Whatever a provider signs is rejected, or was issued for us, by this provider, and has not expired.
func FuzzIDTokenClaims(f *testing.F) {
	idp, p := pinned(f)
	for _, changes := range [][]any{nil, {"aud", []string{"us", "x"}, "azp", "us"}, {"exp", "soon"},
		{"email_verified", "true"}, {"sub", 7}, {"iat", -1}, {"name", "A B"}, {"nonce", []int{1}}} {
		text, err := json.Marshal(idp.Claims("us", "42", "grace@example.com", changes...))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"iss":"x","aud":"us","sub":"42","exp":1e308,"iat":1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var claims jwt.MapClaims
		if err := json.Unmarshal(text, &claims); err != nil || claims == nil {
			return
		}
		who, err := p.Verify(t.Context(), idp.Sign(t, claims))
		if err != nil {
			return
		}
		audiences, _ := claims.GetAudience()
		if who.Issuer != idp.URL || who.Subject == "" || !slices.Contains(audiences, "us") ||
			time.Until(who.Expires) < -time.Minute {
			t.Errorf("%s is taken for %+v", text, who)
		}
		if v := claims["email_verified"]; who.Email != "" && v != true && v != "true" {
			t.Errorf("%s proves %s", text, who.Email)
		}
	})
}

// Apple's apps give Apple the hash of a nonce. Other providers get the nonce itself, unless the settings say otherwise.
func TestOneFormOfANonceIsAccepted(t *testing.T) {
	t.Parallel()
	const apple = "https://appleid.apple.com"
	for _, c := range []struct {
		issuer, hash string
		want         bool
	}{
		{apple, "", true}, {apple, NoHash, false}, {apple, NonceSHA256, true},
		{"https://accounts.google.com", "", false}, {"https://accounts.google.com", NonceSHA256, true},
		{"https://appleid.apple.com.evil.example", "", false},
	} {
		if got := (Provider{Issuer: c.issuer, NonceHash: c.hash}).hashesNonce(); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	const hash = "a591a6d40bf420404a011733cfb7b190d62c65bf0bcda32b57b277d9ad9f146e" // of Hello World
	for _, c := range []struct {
		in     Identity
		nonce  string
		accept bool
	}{
		{Identity{Nonce: "n"}, "n", true}, {Identity{Nonce: hash}, "Hello World", false},
		{Identity{Nonce: hash, NonceHashed: true}, "Hello World", true},
		{Identity{Nonce: hash, NonceHashed: true}, hash, false}, {Identity{}, "", false},
	} {
		if got := c.in.Matches(c.nonce); got != c.accept {
			t.Errorf("%+v with %q: %v", c.in, c.nonce, got)
		}
	}
	if (Provider{Issuer: apple, Audiences: []string{"us"}, NonceHash: "md5"}).Validate() == nil {
		t.Error("an unknown hash is accepted")
	}
}
