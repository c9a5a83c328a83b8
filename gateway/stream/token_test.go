package stream

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/internal/schema/schematest"
)

func TestATokenOpensTheStreamOfItsTenantUntilTheKeyIsReplaced(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := db.Pool.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec("INSERT INTO tenant (id, name) VALUES ('a', 'A'), ('b', 'B'), ('c', 'C')")
	hash, other := sha256.Sum256([]byte("key")), sha256.Sum256([]byte("other"))
	exec("INSERT INTO stream_key (tenant_id, hash) VALUES ('a', $1), ('b', $2)", hash[:], other[:])
	s, restarted := streams(t, db.Pool, nil), streams(t, db.Pool, nil)

	issue := func(kind byte, tenant string, key []byte, life time.Duration) string {
		issued := newToken(kind, time.Now().Add(life))
		issued.sign(tenant, key)
		return issued.text()
	}
	key := tokenKey(hash[:])
	valid := issue(kindKey, "a", key, time.Minute)
	inDevelopment := issue(kindOpen, "c", s.openKey, time.Minute)
	raw, err := base64.RawURLEncoding.DecodeString(valid[len(tokenPrefix):])
	if err != nil {
		t.Fatal(err)
	}
	changed := func(i int) string {
		b := append([]byte(nil), raw...)
		b[i] ^= 1
		return tokenPrefix + base64.RawURLEncoding.EncodeToString(b)
	}
	admits := func(s *Streams, tenant, text string) bool {
		t.Helper()
		var ctx fasthttp.RequestCtx
		ctx.Request.SetRequestURI("/v1/changes?token=" + text)
		ok, err := s.admit(&ctx, &client{s: s, tenant: tenant})
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	for name, c := range map[string]struct {
		tenant, text string
		want         bool
	}{
		"of the key":                  {"a", valid, true},
		"of another tenant":           {"b", valid, false},
		"of a tenant without a key":   {"c", valid, false},
		"of another key":              {"a", issue(kindKey, "a", tokenKey(other[:]), time.Minute), false},
		"signed with the hash itself": {"a", issue(kindKey, "a", hash[:], time.Minute), false},
		"expired":                     {"a", issue(kindKey, "a", key, -time.Millisecond), false},
		"of development":              {"c", inDevelopment, true},
		"of development, elsewhere":   {"a", inDevelopment, false},
		"of an unknown kind":          {"a", issue('x', "a", key, time.Minute), false},
		"with another kind":           {"a", changed(0), false},
		"with another expiry":         {"a", changed(8), false},
		"with another id":             {"a", changed(9), false},
		"with another signature":      {"a", changed(tokenSize - 1), false},
		"shortened":                   {"a", valid[:len(valid)-1], false},
		"extended":                    {"a", valid + "A", false},
		"in another alphabet":         {"a", valid[:len(valid)-1] + "%2B", false},
		"without its prefix":          {"a", valid[len(tokenPrefix):], false},
		"empty":                       {"a", "", false},
		"twice":                       {"a", valid + "&token=" + valid, false},
		"the stream key itself":       {"a", "key", false},
	} {
		if got := admits(s, c.tenant, c.text); got != c.want {
			t.Errorf("a token %s: %v, want %v", name, got, c.want)
		}
	}
	if admits(restarted, "c", inDevelopment) {
		t.Error("a token of development outlives its process")
	}
	if !admits(restarted, "a", valid) {
		t.Error("another gateway refuses the token")
	}
	opened, _ := parseToken([]byte(valid))
	c := &client{s: s, tenant: "a", token: &opened}
	exec("UPDATE stream_key SET hash = $1 WHERE tenant_id = 'a'", other[:])
	if ok, err := s.opens(c.tenant, c.token); ok || err != nil || admits(s, "a", valid) {
		t.Errorf("the token outlives its stream key: %v, %v", ok, err)
	}
}

func TestATokenHoldsFewStreamsAndBrowsersAreCountedApart(t *testing.T) {
	t.Parallel()
	s := streams(t, nil, func(c *Config) { c.PerTenant, c.Total, c.Tabs, c.TotalTabs = 1, 1, perToken+1, perToken+2 })
	one, two := newToken(kindKey, time.Now()), newToken(kindKey, time.Now())
	l := s.join(logKey{tenant: "a"}, nil)
	for range perToken {
		if s.join(logKey{tenant: "a"}, &one) != l {
			t.Fatal("a browser is refused because a server has a stream")
		}
	}
	if s.join(logKey{tenant: "a"}, &one) != nil {
		t.Error("a token holds any number of streams")
	}
	if s.join(logKey{tenant: "a"}, &two) != l || s.join(logKey{tenant: "a"}, &two) != nil {
		t.Error("a tenant's browsers are not limited to Tabs")
	}
	if s.join(logKey{tenant: "b"}, &two) == nil || s.join(logKey{tenant: "b"}, &two) != nil {
		t.Error("all browsers are not limited to TotalTabs")
	}
	if n := s.Count(); n != perToken+3 {
		t.Errorf("%d streams are open, want %d", n, perToken+3)
	}
	for range perToken {
		s.leave(l, &one)
	}
	s.leave(l, &two)
	s.leave(s.logs[logKey{tenant: "b"}], &two)
	s.leave(l, nil)
	if len(s.logs) != 0 || len(s.tokens) != 0 || s.Count() != 0 {
		t.Errorf("%d logs, %d tokens and %d streams are left", len(s.logs), len(s.tokens), s.Count())
	}
}

func TestOnlyPagesOfTheSameOriginAreServedWithoutAKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		host    string
		origins []string
		want    bool
	}{
		{"127.0.0.1:8080", []string{"http://127.0.0.1:8080"}, true},
		{"Shop.example", []string{"https://shop.example"}, true},
		{"127.0.0.1:8080", []string{"http://127.0.0.1:8081"}, false},
		{"127.0.0.1:8080", []string{"http://localhost:8080"}, false},
		{"127.0.0.1:8080", []string{"null"}, false},
		{"127.0.0.1:8080", []string{"file://127.0.0.1:8080"}, false},
		{"127.0.0.1:8080", []string{"http://127.0.0.1:8080", "http://127.0.0.1:8080"}, false},
		{"127.0.0.1:8080", nil, false},
		{"", []string{"http://"}, false},
	} {
		var ctx fasthttp.RequestCtx
		ctx.Request.Header.SetHost(c.host)
		for _, o := range c.origins {
			ctx.Request.Header.Add("Origin", o)
		}
		if got := sameOrigin(&ctx); got != c.want {
			t.Errorf("a page of %q at %q: %v, want %v", c.origins, c.host, got, c.want)
		}
	}
}

func TestTimesAreMillisecondsWithFractions(t *testing.T) {
	t.Parallel()
	for us, want := range map[int64]string{
		1764034191123456: "1764034191123.456", 1764034191123000: "1764034191123.000", 1764034191120007: "1764034191120.007",
	} {
		if got := string(appendMillis(nil, time.UnixMicro(us))); got != want {
			t.Errorf("%d µs: %s, want %s", us, got, want)
		}
	}
	data, err := json.Marshal(change{Seq: 1, Tags: []string{"t"}, Sealed: millis{time.UnixMicro(1500)}})
	if err != nil || !strings.Contains(string(data), `"sealed":1.500`) || strings.Contains(string(data), "applied") {
		t.Errorf("an event is %s, %v", data, err)
	}
}
