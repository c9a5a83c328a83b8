package token

import (
	"crypto/ed25519"
	"strings"
	"testing"
	"time"

	"vitrine/writesvc/keywrap"
)

// bare returns tokens without a database.
func bare(t testing.TB) *Tokens {
	t.Helper()
	ring, err := keywrap.NewRing([]byte(strings.Repeat("s", 32)))
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{Issuer: "vitrine", Keys: ring, AccessTTL: 15 * time.Minute, Now: time.Now}
	_, private, err := ring.NewPair(keywrap.Owner{Purpose: KeyPurpose, Name: "k"})
	if err != nil {
		t.Fatal(err)
	}
	s := New(cfg, nil, nil)
	s.keys.ring.Store(&[]tokenKey{
		{kid: "k", private: private, public: private.Public().(ed25519.PublicKey), signsFrom: time.Unix(0, 0)},
	})
	s.keys.looked = time.Now().Add(time.Hour) // an unknown name causes no query
	return s
}

// A service that runs keeps its keys while another secret replaces its own, also after a newer key that it cannot open.
func TestKeysThatWereOpenedStay(t *testing.T) {
	t.Parallel()
	s := bare(t)
	next, err := keywrap.NewRing([]byte(strings.Repeat("n", 32)))
	if err != nil {
		t.Fatal(err)
	}
	var rows []storedKey
	for _, kid := range []string{"newer", "k"} {
		p, _, err := next.NewPair(keywrap.Owner{Purpose: KeyPurpose, Name: kid})
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, storedKey{tokenKey{kid: kid, public: p.Public}, p.Wrapped})
	}
	rows[1].public = (*s.keys.ring.Load())[0].public // wrapped again by the other secret
	if ring := s.keys.usable(rows); len(ring) != 1 || ring[0].kid != "k" || ring[0].private == nil {
		t.Errorf("%d usable keys, want the one that was opened before", len(ring))
	}
}

var sample = Session{ID: "0123456789abcdef01234567", Tenant: "shop", Account: "abcdef0123456789abcdef01", Counter: 7,
	Salt:      []byte(strings.Repeat("x", 32)),
	Refreshed: time.Now(), Expires: time.Now().Add(time.Hour)}

func TestTokensRoundTrip(t *testing.T) {
	t.Parallel()
	s := bare(t)
	pair, err := s.Pair(sample)
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.ReadAccess(t.Context(), pair.Access.Token, "shop")
	if err != nil || c.Subject != sample.Account || c.Session != sample.ID {
		t.Errorf("access: %+v, %v", c, err)
	}
	if _, err := s.ReadAccess(t.Context(), pair.Access.Token, "other"); err == nil {
		t.Error("another shop takes it")
	}
	r, ok := ParseRefresh(pair.Refresh.Token)
	if !ok || r.Session != sample.ID || r.Counter != 7 || !s.Genuine(sample, r) {
		t.Errorf("refresh: %+v, %v", r, ok)
	}
	other := sample
	other.Tenant = "other"
	if s.Genuine(other, r) {
		t.Error("another shop takes the refresh token")
	}
}

// No text other than the token itself is accepted.
func FuzzAccessToken(f *testing.F) {
	s := bare(f)
	pair, err := s.Pair(sample)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{pair.Access.Token, "", "a.b.c", "..", pair.Access.Token + ".", pair.Access.Token + "\n",
		"\r\n" + pair.Access.Token, strings.Replace(pair.Access.Token, ".", "..", 1),
		"eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.", "eyJhbGciOiJFZERTQSIsImtpZCI6ImsifQ.e30.AA"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		c, err := s.ReadAccess(t.Context(), token, "shop")
		if err == nil && token != pair.Access.Token {
			t.Errorf("%q is taken for %+v", token, c)
		}
	})
}

func FuzzRefreshToken(f *testing.F) {
	s := bare(f)
	token := s.refreshToken(sample)
	for _, seed := range []string{token, "", "AQ", token + "A", token + "\n", token[:9] + "\r\n" + token[9:],
		token[:len(token)-1], strings.Repeat("A", 200)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		r, ok := ParseRefresh(given)
		if ok && s.Genuine(sample, r) && given != token && r.Counter == sample.Counter {
			t.Errorf("%q is taken for %q", given, token)
		}
	})
}
