package provider

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// The vectors are Akamai's, from the tests of its libraries.
func TestEdgeGridSignatures(t *testing.T) {
	t.Parallel()
	key := edgeGridKey{"akab-client-token-xxx-xxxxxxxxxxxxxxxx", "akab-access-token-xxx-xxxxxxxxxxxxxxxx",
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx="}
	at := time.Date(2014, time.March, 21, 19, 34, 21, 0, time.UTC)
	for _, c := range []struct{ method, path, body, want string }{
		{"GET", "/", "", "tL+y4hxyHxgWVD30X3pWnGKHcPzmrIF+LThiAOhMxYU="},
		{"GET", "/testapi/v1/t1?p1=1&p2=2", "", "hKDH1UlnQySSHjvIcZpDMbQHihTQ0XyVAKZaApabdeA="},
		{"POST", "/testapi/v1/t3", "datadatadatadatadatadatadatadata", "hXm4iCxtpN22m4cbZb4lVLW5rhX8Ca82vCFqXzSTPe4="},
	} {
		rq := httptest.NewRequest(c.method, "https://akaa-baseurl-xxxxxxxxxxx-xxxxxxxxxxxxx.luna.akamaiapis.net"+c.path, nil)
		key.sign(rq, []byte(c.body), at, "nonce-xx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")
		want := "EG1-HMAC-SHA256 client_token=akab-client-token-xxx-xxxxxxxxxxxxxxxx;" +
			"access_token=akab-access-token-xxx-xxxxxxxxxxxxxxxx;timestamp=20140321T19:34:21+0000;" +
			"nonce=nonce-xx-xxxx-xxxx-xxxx-xxxxxxxxxxxx;signature=" + c.want
		if got := rq.Header.Get("Authorization"); got != want {
			t.Errorf("%s %s:\ngot  %s\nwant %s", c.method, c.path, got, want)
		}
	}
}

func TestSettingsAreChecked(t *testing.T) {
	t.Parallel()
	good := map[string]Settings{
		"fastly":     {"service": "SU1Z0isxPaozGVKXdv0eY", "token": "env:FASTLY_TOKEN", "soft": "true"},
		"cloudflare": {"zone": "023e105f4ecef8ad9ca31a8372d0c353", "token": "file:/run/secrets/cf", "plan": "pro"},
		"akamai": {"host": "akab-h.luna.akamaiapis.net", "client-token": "env:A", "access-token": "env:B",
			"client-secret": "env:C", "network": "staging"},
		"cloudfront": {"distribution": "EDFDVBD6EXAMPLE", "access-key": "env:A", "secret-key": "env:B",
			"tags-per-hour": "10"},
		"bunny":   {"pullzone": "42", "key": "env:KEY"},
		"varnish": {"url": "http://10.0.0.1:6081/, http://10.0.0.2:6081/", "method": "ban", "key": "env:KEY"},
		"nginx":   {}, "cells": {}, "groups": {},
	}
	for kind, s := range good {
		if err := s.Check(kind); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if _, purged := opening[kind]; purged != Purges(kind) || purged != (len(s) > 0) {
			t.Errorf("%s: purged %v", kind, purged)
		}
	}
	for what, c := range map[string]struct {
		kind string
		s    Settings
		want string
	}{
		"an unknown kind":     {"squid", nil, "unknown kind"},
		"a missing setting":   {"fastly", Settings{"token": "env:A"}, "service=… is required"},
		"an unknown setting":  {"bunny", Settings{"pullzone": "42", "key": "env:A", "zone": "1"}, "no such setting"},
		"a secret itself":     {"bunny", Settings{"pullzone": "42", "key": "0123456789"}, "name the secret"},
		"no name of a secret": {"bunny", Settings{"pullzone": "42", "key": "env:"}, "name the secret"},
		"another URL":         {"fastly", Settings{"service": "../../x", "token": "env:A"}, "letters, digits"},
		"another host": {"akamai", Settings{"host": "evil.example/x", "client-token": "env:A", "access-token": "env:B",
			"client-secret": "env:C"}, "host name"},
		"a scheme":  {"varnish", Settings{"url": "file:///etc/passwd"}, "url="},
		"a user":    {"varnish", Settings{"url": "http://u:p@h/"}, "url="},
		"no choice": {"cloudflare", Settings{"zone": "1", "token": "env:A", "plan": "huge"}, "must be business"},
		"a bad number": {"cloudfront", Settings{"distribution": "E", "access-key": "env:A", "secret-key": "env:B",
			"tags-per-hour": "-1"}, "tags-per-hour"},
		"a new line":      {"fastly", Settings{"service": "a\r\nX: y", "token": "env:A"}, "control"},
		"a setting of no": {"nginx", Settings{"url": "http://h/"}, "theirs are none"},
	} {
		err := c.s.Check(c.kind)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", what, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "0123456789") {
			t.Errorf("%s: the error contains the secret: %v", what, err)
		}
	}
}

func TestSecretsAreReadWhereTheyAreNamed(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(path, []byte("from-a-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	read := Secrets(func(name string) string {
		return map[string]string{"GOOD": "from-the-environment", "TWO": "a\r\nX-Evil: b", "EMPTY": " "}[name]
	})
	for at, want := range map[string]string{"env:GOOD": "from-the-environment", "file:" + path: "from-a-file"} {
		if got, err := read(at); got != want || err != nil {
			t.Errorf("%s: %q, %v", at, got, err)
		}
	}
	for _, at := range []string{"env:MISSING", "env:EMPTY", "env:TWO", "file:" + path + ".none", "from-the-environment"} {
		if got, err := read(at); err == nil || got != "" || strings.Contains(err.Error(), "X-Evil") {
			t.Errorf("%s: %q, %v", at, got, err)
		}
	}
}

func TestPrivateAddressesNeedPermission(t *testing.T) {
	t.Parallel()
	called := false
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		called = true
		w.Header().Set("Vitrine-Purged", "3")
	}))
	defer srv.Close()
	purge := func(permitted ...netip.Prefix) error {
		p, err := New("varnish", Settings{"url": srv.URL}, Options{Transport: Transport(permitted)})
		if err != nil {
			t.Fatal(err)
		}
		return p.Purge(context.Background(), []string{"aaaaaaaaaaaa"})
	}
	if err := purge(); !errors.Is(err, ErrPrivate) || called {
		t.Errorf("without permission: %v, called %v", err, called)
	}
	if err := purge(netip.MustParsePrefix("10.0.0.0/8")); !errors.Is(err, ErrPrivate) || called {
		t.Errorf("with permission for another network: %v, called %v", err, called)
	}
	if err := purge(netip.MustParsePrefix("127.0.0.0/8")); err != nil || !called {
		t.Errorf("with permission: %v, called %v", err, called)
	}
}

// An error names what an operator has to do and when to call again, but neither a secret nor what may contain one.
func TestErrorsOfCalls(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.March, 21, 19, 34, 21, 0, time.UTC)
	status, retry := http.StatusForbidden, now.Add(90*time.Second).Format(http.TimeFormat)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, rq *http.Request) {
		w.Header().Set("Retry-After", retry)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, strings.Repeat("x", 155)+rq.Header.Get("Vitrine-Purge-Key")+" is unknown")
	}))
	defer srv.Close()
	purge := func(at string) error {
		p, err := New("varnish", Settings{"url": at, "key": "env:KEY"}, Options{Now: func() time.Time { return now },
			Secrets:   Secrets(func(string) string { return "s3cret-t0ken" }),
			Transport: Transport([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})})
		if err != nil {
			t.Fatal(err)
		}
		return p.Purge(t.Context(), []string{"aaaaaaaaaaaa"})
	}
	err := purge(srv.URL)
	if e := As(err); e == nil || !e.Refused || e.RetryAfter != 90*time.Second {
		t.Errorf("a refusal: %+v", e)
	}
	if text := err.Error(); strings.Contains(text, "s3c") || !strings.Contains(text, "must be replaced") {
		t.Errorf("a refusal: %s", text)
	}
	status, retry = http.StatusTooManyRequests, now.Add(-time.Hour).Format(http.TimeFormat)
	if e := As(purge(srv.URL)); e == nil || e.Refused || e.RetryAfter != 0 {
		t.Errorf("a date that has passed: %+v", e)
	}
	srv.Close()
	if err := purge(srv.URL + "/?token=in-the-url"); err == nil || strings.Contains(err.Error(), "in-the-url") {
		t.Errorf("a machine that is down: %v", err)
	}
}

// A machine that is down does not keep the others from being purged, and the error names each that failed.
func TestEveryVarnishIsPurged(t *testing.T) {
	t.Parallel()
	var purged atomic.Int32
	good := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		purged.Add(1)
		w.Header().Set("Vitrine-Purged", "3")
	}))
	defer good.Close()
	down := httptest.NewServer(nil)
	down.Close()
	lazy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }))
	defer lazy.Close()
	all := []string{down.URL, good.URL, lazy.URL, good.URL}
	p, err := New("varnish", Settings{"url": strings.Join(all, ",")},
		Options{Transport: Transport([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})})
	if err != nil {
		t.Fatal(err)
	}
	err = p.Purge(t.Context(), []string{"aaaaaaaaaaaa"})
	if purged.Load() != 2 || err == nil {
		t.Fatalf("%d of the good machines were purged: %v", purged.Load(), err)
	}
	for _, bad := range []string{down.URL, lazy.URL} {
		if !strings.Contains(err.Error(), strings.TrimPrefix(bad, "http://")) {
			t.Errorf("the error does not name %s: %v", bad, err)
		}
	}
}

// A Varnish whose VCL does not purge passes the request on. Its answer must not count as a purge.
func TestAVarnishThatDoesNotPurgeIsNoticed(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer srv.Close()
	p, err := New("varnish", Settings{"url": srv.URL},
		Options{Transport: Transport([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Purge(context.Background(), []string{"aaaaaaaaaaaa"}); err == nil {
		t.Error("it counts as a purge")
	}
}
