package idp

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"vitrine/writesvc/auth/idp/idptest"
)

var es256 = jwt.SigningMethodES256

var loopback = netip.MustParsePrefix("127.0.0.0/8")

// fetched returns the verifier of a provider whose keys are fetched, and a clock that the test moves.
func fetched(t testing.TB, p Provider) (Verifier, func(time.Duration)) {
	t.Helper()
	var mu sync.Mutex
	now := time.Now()
	v, err := New(func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return now
	}, loopback).Of(p)
	if err != nil {
		t.Fatal(err)
	}
	return v, func(d time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(d)
	}
}

func TestUnknownKeysCauseOneFetchAMinute(t *testing.T) {
	t.Parallel()
	idp, other := idptest.New(t), idptest.New(t)
	v, advance := fetched(t, Provider{Issuer: idp.URL, Audiences: []string{"us"}, JWKSURI: idp.URL + "/keys"})
	f := func(p *idptest.Provider, want error) {
		t.Helper()
		if _, err := v.Verify(t.Context(), p.Sign(t, idp.Claims("us", "42", "grace@example.com"))); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	f(idp, nil)
	var wg sync.WaitGroup
	for range 50 { // keys of another provider are unknown
		token := other.Sign(t, idp.Claims("us", "42", "grace@example.com"))
		wg.Go(func() {
			if _, err := v.Verify(context.Background(), token); !errors.Is(err, ErrToken) {
				t.Errorf("an unknown key: %v", err)
			}
		})
	}
	wg.Wait()
	f(idp, nil)
	if n := idp.Fetches.Load(); n != 2 {
		t.Errorf("%d fetches: one for the first token and one for the unknown keys are enough", n)
	}
	idp.Rotate(t)
	f(idp, ErrToken) // for less than a minute
	advance(time.Minute)
	f(idp, nil)
	if n := idp.Fetches.Load(); n != 3 {
		t.Errorf("%d fetches, want 3", n)
	}
	// A key of that name and another signature is not unknown.
	_, kid := idp.Key()
	private, _ := other.Key()
	advance(time.Minute)
	forged := idptest.SignWith(t, es256, private, map[string]any{"kid": kid}, idp.Claims("us", "42", "grace@example.com"))
	if _, err := v.Verify(t.Context(), forged); !errors.Is(err, ErrToken) || idp.Fetches.Load() != 3 {
		t.Errorf("a forged signature: %v after %d fetches", err, idp.Fetches.Load())
	}
}

func TestKeysAreFetchedAgainAfterAnHour(t *testing.T) {
	t.Parallel()
	idp := idptest.New(t)
	v, advance := fetched(t, Provider{Issuer: idp.URL, Audiences: []string{"us"}})
	private, kid := idp.Key()
	verify := func() error {
		claims := idp.Claims("us", "42", "grace@example.com", "exp", time.Now().Add(100*time.Hour).Unix())
		_, err := v.Verify(t.Context(), idptest.SignWith(t, es256, private, map[string]any{"kid": kid}, claims))
		return err
	}
	if err := verify(); err != nil {
		t.Fatal(err)
	}
	idp.Down(true)
	advance(2 * time.Hour)
	if err := verify(); err != nil {
		t.Errorf("keys of two hours that cannot be fetched: %v", err)
	}
	advance(23 * time.Hour)
	if err := verify(); !errors.Is(err, ErrUnavailable) {
		t.Errorf("keys of a day that cannot be fetched: %v", err)
	}
	idp.Down(false)
	idp.Rotate(t) // the old key is withdrawn
	advance(2 * time.Minute)
	if err := verify(); !errors.Is(err, ErrToken) {
		t.Errorf("a withdrawn key: %v", err)
	}
}

// A provider that does not answer holds up its own users only, and each for a few seconds.
func TestASilentProviderBlocksNoOther(t *testing.T) {
	t.Parallel()
	silence := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-silence }))
	defer silent.Close()
	defer close(silence)
	idp := idptest.New(t)
	all := New(time.Now, loopback)
	dead, err := all.Of(Provider{Issuer: silent.URL, Audiences: []string{"us"}})
	if err != nil {
		t.Fatal(err)
	}
	live, err := all.Of(Provider{Issuer: idp.URL, Audiences: []string{"us"}})
	if err != nil {
		t.Fatal(err)
	}
	token := idp.Sign(t, idp.Claims("us", "42", "grace@example.com"))
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
			defer cancel()
			if _, err := dead.Verify(ctx, token); !errors.Is(err, ErrUnavailable) {
				t.Errorf("the silent provider: %v", err)
			}
		})
	}
	if _, err := live.Verify(t.Context(), token); err != nil {
		t.Errorf("the other provider: %v", err)
	}
	wg.Wait()
}

func TestKeysComeFromPublicAddressesOnly(t *testing.T) {
	t.Parallel()
	idp := idptest.New(t)
	for name, p := range map[string]Provider{
		"discovery":  {Issuer: idp.URL, Audiences: []string{"us"}},
		"keys":       {Issuer: idp.URL, Audiences: []string{"us"}, JWKSURI: idp.URL + "/keys"},
		"by a name":  {Issuer: "https://localhost:1", Audiences: []string{"us"}},
		"IPv6":       {Issuer: "https://[::1]:1", Audiences: []string{"us"}},
		"link-local": {Issuer: "https://169.254.169.254", Audiences: []string{"us"}},
		"mapped":     {Issuer: "https://[::ffff:169.254.169.254]", Audiences: []string{"us"}},
		"NAT64":      {Issuer: "https://[64:ff9b::a9fe:a9fe]", Audiences: []string{"us"}},
		"carrier":    {Issuer: "https://100.64.0.1", Audiences: []string{"us"}},
		"private":    {Issuer: "https://10.0.0.1", Audiences: []string{"us"}},
	} {
		v, err := New(time.Now).Of(p)
		if err != nil {
			t.Fatal(err)
		}
		token := idp.Sign(t, idp.Claims("us", "42", "grace@example.com"))
		if _, err := v.Verify(t.Context(), token); !errors.Is(err, errInner) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := idp.Fetches.Load(); n != 0 {
		t.Errorf("%d fetches", n)
	}
	for address, want := range map[string]bool{"8.8.8.8": true, "2606:4700::1": true, "127.0.0.1": true,
		"127.255.0.1": true, "::ffff:127.0.0.1": true, "::1": false, "10.0.0.1": false, "169.254.169.254": false,
		"fd00:ec2::254":   false,
		"::ffff:10.0.0.1": false, "::ffff:0:a00:1": false, "64:ff9b::7f00:1": false, "64:ff9b:1::1": false,
		"2002:7f00:1::": false, "0.0.0.0": false, "::": false, "224.0.0.1": false, "ff02::1": false, "100.100.100.200": false,
		"fe80::1%eth0": false, "192.168.1.1": false, "4000::1": false} {
		if got := reachable(netip.MustParseAddr(address), []netip.Prefix{loopback}); got != want {
			t.Errorf("%s: %v, want %v", address, got, want)
		}
	}
}

// A redirect leads nowhere, not even to an address that is allowed.
func TestAProviderMustNotRedirect(t *testing.T) {
	t.Parallel()
	idp := idptest.New(t)
	from := httptest.NewServer(http.RedirectHandler(idp.URL+"/keys", http.StatusFound))
	defer from.Close()
	v, _ := fetched(t, Provider{Issuer: idp.URL, Audiences: []string{"us"}, JWKSURI: from.URL})
	if _, err := v.Verify(t.Context(), idp.Sign(t, idp.Claims("us", "42", "grace@example.com"))); !errors.Is(err,
		ErrUnavailable) || idp.Fetches.Load() != 0 {
		t.Errorf("%v after %d fetches", err, idp.Fetches.Load())
	}
}

func TestANonceIsNeededWhereTheProviderGivesOne(t *testing.T) {
	t.Parallel()
	idp := idptest.New(t)
	f := func(p Provider, want bool, changes ...any) {
		t.Helper()
		p.Issuer, p.Audiences = idp.URL, []string{"us"}
		v, _ := fetched(t, p)
		who, err := v.Verify(t.Context(), idp.Sign(t, idp.Claims("us", "42", "grace@example.com", changes...)))
		if err != nil || who.NeedNonce != want {
			t.Errorf("%+v %v: %v, %v; want %v", p, changes, who.NeedNonce, err, want)
		}
	}
	f(Provider{}, false)
	f(Provider{NeedNonce: true}, true)
	f(Provider{}, true, "nonce_supported", true)
	f(Provider{}, true, "nonce_supported", "true")
	f(Provider{}, false, "nonce_supported", false)
	f(Provider{NoNonce: true}, false, "nonce_supported", true)
	idp.Supports("sub", "nonce")
	f(Provider{}, true)
	f(Provider{NoNonce: true}, false)
	f(Provider{JWKSURI: idp.URL + "/keys"}, false) // no document is read
	for _, issuer := range nonceIssuers {
		if !(claimsVerifier{provider: Provider{Issuer: issuer}}).needsNonce(nil) {
			t.Errorf("%s gives nonces", issuer)
		}
	}
}
