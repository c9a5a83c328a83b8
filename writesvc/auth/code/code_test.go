package code

import (
	"strings"
	"testing"
	"time"
)

// A message that is sent again has the same code and link. Without the pepper neither can be computed.
func TestAJobHasOneCodeAndOneLink(t *testing.T) {
	t.Parallel()
	codes := New(Config{Pepper: []byte(strings.Repeat("p", 32)), Now: time.Now}, nil)
	other := New(Config{Pepper: []byte(strings.Repeat("q", 32)), Now: time.Now}, nil)
	m := Request{Account: "a", Purpose: Login, Job: "1"}
	next := Request{Account: "a", Purpose: Login, Job: "2"}
	if a, b := codes.newCode("shop", m), codes.newCode("shop", m); a != b || !IsCode(a) {
		t.Errorf("codes %s and %s", a, b)
	}
	if a, b := codes.newLink("shop", m), codes.newLink("shop", m); a != b || LinkTenant(a) != "shop" {
		t.Errorf("links %s and %s", a, b)
	}
	link := codes.newLink("shop", m)
	for what, another := range map[string]string{
		"of another job": codes.newLink("shop", next), "under another pepper": other.newLink("shop", m),
		"of another tenant": "shop" + strings.TrimPrefix(codes.newLink("else", m), "else"),
	} {
		if another == link {
			t.Errorf("the link %s is the same", what)
		}
	}
	seen := map[string]bool{}
	for i := range 200 {
		seen[codes.newCode("shop", Request{Account: "a", Purpose: Login, Job: strings.Repeat("j", i+1)})] = true
	}
	if len(seen) < 190 {
		t.Errorf("200 jobs have %d codes", len(seen))
	}
}

// Only the canonical form of a link's token names a tenant.
func FuzzLink(f *testing.F) {
	codes := New(Config{Pepper: []byte(strings.Repeat("p", 32)), Now: time.Now}, nil)
	good := codes.newLink("shop", Request{})
	for _, seed := range []string{good, "", "~", "shop~", good + "A", good + "\n",
		"shop~" + strings.Repeat("A", 40) + "\r\r\r", good[:len(good)-1], "shop~" + strings.Repeat("A", 42) + "B", "~" +
			good, strings.Repeat("a", 300) + good, "\x00" + good, "\xff" + good, "shop\x00" + good, "ş" + good,
		"shop " + good, strings.Repeat("s", 65) + good[4:]} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		tenant := LinkTenant(token)
		if tenant == "" {
			return
		}
		if secret, ok := strings.CutPrefix(token, tenant+"~"); !ok || len(token) > 256 ||
			strings.ContainsAny(secret, "~=\r\n") {
			t.Errorf("%q names %q", token, tenant)
		}
		if len(tenant) > 64 || strings.ContainsFunc(tenant, func(r rune) bool { return r <= ' ' || r > '~' }) {
			t.Errorf("%q names the tenant %q, which no query accepts", token, tenant)
		}
	})
}
