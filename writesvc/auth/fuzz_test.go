package auth

import (
	"crypto/ed25519"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"vitrine/internal/writeapi"
)

// bare is a service without a database: enough for what is only read.
func bare(t testing.TB) *Service {
	t.Helper()
	cfg := DefaultConfig()
	cfg.TokenSecret, cfg.Pepper = []byte(strings.Repeat("s", 32)), []byte(strings.Repeat("p", 32))
	cfg.Hash = HashCost{Memory: 64, Time: 1, Threads: 1}
	h, err := newHasher(cfg)
	if err != nil {
		t.Fatal(err)
	}
	k, err := newKeyring(cfg, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	private, err := pair(cfg.TokenSecret, "k")
	if err != nil {
		t.Fatal(err)
	}
	k.ring.Store(&[]tokenKey{{kid: "k", private: private, public: private.Public().(ed25519.PublicKey), signsFrom: time.Unix(0, 0)}})
	k.looked = time.Now().Add(time.Hour) // an unknown name is not looked up
	return &Service{cfg: cfg, hash: h, keys: k}
}

var sample = sessionRow{id: "0123456789abcdef01234567", tenant: "shop", account: "abcdef0123456789abcdef01", counter: 7, salt: []byte(strings.Repeat("x", 32)),
	refreshed: time.Now(), expires: time.Now().Add(time.Hour)}

func TestTokensAreReadBack(t *testing.T) {
	t.Parallel()
	s := bare(t)
	pair, err := s.pairOf(sample)
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.readAccess(t.Context(), pair.Access.Token, "shop")
	if err != nil || c.Subject != sample.account || c.Session != sample.id {
		t.Errorf("access: %+v, %v", c, err)
	}
	if _, err := s.readAccess(t.Context(), pair.Access.Token, "other"); err == nil {
		t.Error("another shop takes it")
	}
	r, ok := parseRefresh(pair.Refresh.Token)
	if !ok || r.session != sample.id || r.counter != 7 || !s.genuine(sample, r) {
		t.Errorf("refresh: %+v, %v", r, ok)
	}
	other := sample
	other.tenant = "other"
	if s.genuine(other, r) {
		t.Error("another shop takes the refresh token")
	}
}

// No text but the very token is a token.
func FuzzAccessToken(f *testing.F) {
	s := bare(f)
	pair, err := s.pairOf(sample)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{pair.Access.Token, "", "a.b.c", "..", pair.Access.Token + ".", pair.Access.Token + "\n", "\r\n" + pair.Access.Token, strings.Replace(pair.Access.Token, ".", "..", 1),
		"eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.", "eyJhbGciOiJFZERTQSIsImtpZCI6ImsifQ.e30.AA"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		c, err := s.readAccess(t.Context(), token, "shop")
		if err == nil && token != pair.Access.Token {
			t.Errorf("%q is taken for %+v", token, c)
		}
	})
}

func FuzzRefreshToken(f *testing.F) {
	s := bare(f)
	token := s.refreshToken(sample)
	for _, seed := range []string{token, "", "AQ", token + "A", token + "\n", token[:9] + "\r\n" + token[9:], token[:len(token)-1], strings.Repeat("A", 200)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		r, ok := parseRefresh(given)
		if ok && s.genuine(sample, r) && given != token && r.counter == sample.counter {
			t.Errorf("%q is taken for %q", given, token)
		}
	})
}

func FuzzAuthorization(f *testing.F) {
	for _, seed := range []string{"Bearer x", "bearer  x", "Bearer", "Basic x", "Bearer x y", "Bearer x,y", "Bearer \x00", strings.Repeat("Bearer ", 2000)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if token, ok := bearer(header); ok && (token == "" || len(token) > maxTokenLen || strings.ContainsAny(token, " \t\r\n,")) {
			t.Errorf("%q gives %q", header, token)
		}
	})
}

// An address in its one form is the one form of itself, and fits the table.
func FuzzEmail(f *testing.F) {
	for _, seed := range []string{"ada@example.com", "ADA@EXAMPLE.COM", "ａｄａ＠example.org", "ŞÜKRÜ@örnek.com.tr", "İ@x.co", "ß@x.co", "a@b@c.de", "a@[1.2.3.4]", "\"a b\"@c.de", "a\x00@c.de", "ﬁ@x.co", "Å@x.co",
		"K@x.co", "ǅ@x.co", "a@xn--a.co", "a@ａ。ｃｏ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		once, err := normalEmail(given)
		if err != nil {
			return
		}
		if !utf8.ValidString(once) || len(once) > maxEmail || strings.Count(once, "@") != 1 || strings.ContainsAny(once, " \t\r\n<>\"\x00") {
			t.Errorf("%q becomes %q", given, once)
		}
		if twice, err := normalEmail(once); err != nil || twice != once {
			t.Errorf("%q becomes %q, and that %q (%v)", given, once, twice, err)
		}
	})
}

func FuzzNumber(f *testing.F) {
	f.Add(int64(532), int64(90), "TR", int64(1234567))
	f.Add(int64(0), int64(1), "US", int64(2025550100))
	f.Add(int64(-1), int64(90), "tr", int64(0))
	f.Fuzz(func(t *testing.T, area, country int64, iso string, rest int64) {
		first, err := normalPhones([]writeapi.MobileNumber{{AreaCode: area, CountryCode: country, IsoCode: iso, PhoneNumber: rest}})
		if err == nil && first != "" && (first[0] != '+' || len(first) < 8 || len(first) > 16) {
			t.Errorf("%d %d %s %d becomes %q", country, area, iso, rest, first)
		}
	})
}

func FuzzPassword(f *testing.F) {
	for _, seed := range []string{"correct horse", "12345678", "password", "ﬁﬁﬁﬁﬁﬁﬁﬁ", "\x00\x00\x00\x00\x00\x00\x00\x00", "aaaaaaaa"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		p, err := newPassword(given, "ada@example.com")
		if err == nil {
			if n := utf8.RuneCountInString(p); n < leastPass || n > maxPass || normalPassword(p) != p {
				t.Errorf("%q is taken as %q", given, p)
			}
		} else if len(given) > 8 && !strings.Contains("It takes 8 to 256 characters. This one is among the first that anybody would guess. Take another. password is needed NUL", given) && strings.Contains(err.Error(), given) {
			t.Errorf("the complaint repeats it: %v", err)
		}
	})
}
