package api

import (
	"net/netip"
	"strings"
	"testing"
	"time"
)

func TestForwardedAddressesWithPorts(t *testing.T) {
	t.Parallel()
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for header, want := range map[string]string{
		"203.0.113.9":                       "203.0.113.9",
		"203.0.113.9:567":                   "203.0.113.9",
		"2001:db8::1":                       "2001:db8::1",
		"[2001:db8::1]":                     "2001:db8::1",
		"[2001:db8::1]:443":                 "2001:db8::1",
		"[::ffff:203.0.113.9]:443":          "203.0.113.9",
		"[fe80::1%eth0]:443":                "fe80::1",
		"6.6.6.6, 203.0.113.9:1, 10.0.0.3":  "203.0.113.9",
		"203.0.113.9:1, 10.0.0.3:9":         "203.0.113.9",
		"203.0.113.9, [fd00::1]:80":         "203.0.113.9",
		"203.0.113.9, unknown":              "10.0.0.1",
		"203.0.113.9, 10.0.0.3:99999":       "10.0.0.1",
		"203.0.113.9, [10.0.0.3":            "10.0.0.1",
		"203.0.113.9, 10.0.0.3]":            "10.0.0.1",
		"203.0.113.9, [10.0.0.3]":           "10.0.0.1",
		"203.0.113.9, 010.0.0.3":            "10.0.0.1",
		"203.0.113.9,":                      "10.0.0.1",
		"203.0.113.9, 10.0.0.3, , 10.0.0.4": "10.0.0.4",
	} {
		if got := ClientAddr(netip.MustParseAddr("10.0.0.1"), header, trusted).String(); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}

func TestForwardedHeader(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		`for=192.0.2.60;proto=http;by=203.0.113.43`:        "192.0.2.60",
		`For="[2001:db8:cafe::17]:4711"`:                   "2001:db8:cafe::17",
		`for=192.0.2.43, for=198.51.100.17`:                "192.0.2.43,198.51.100.17",
		`for=192.0.2.43,for="[2001:db8::1]" ; proto=https`: "192.0.2.43,2001:db8::1",
		`for=unknown`:                 "-",
		`for=_hidden, for=_SEVKISEK`:  "-,-",
		`proto=https`:                 "-",
		`for="192.0.2.1, for=6.6.6.6`: "-",
		`for=192.0.2.1;for=6.6.6.6`:   "-",
		`for="a,b", for=192.0.2.1`:    "-,192.0.2.1",
		`for="192.0\.2.1"`:            "192.0.2.1",
		`for`:                         "-",
		`for=0.0.0.0;, for=192.0.2.1`: "0.0.0.0,192.0.2.1",
		`x;, for=192.0.2.1`:           "-",
		`a b=c, for=192.0.2.1`:        "-",
		`for="0::%,0"`:                "::",
		``:                            "",
	} {
		if got := ForwardedFor(header); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}

// A Forwarded header yields addresses and hyphens only, at most one for each element that a comma outside quotes ends.
// What a client puts before the element of a trusted proxy changes nothing.
func FuzzForwarded(f *testing.F) {
	for _, seed := range []string{`for=192.0.2.60;proto=http;by=203.0.113.43`, `For="[2001:db8:cafe::17]:4711"`,
		`for=192.0.2.43, for=198.51.100.17`, `for="a\"b,c"`, `for=unknown, for="_x"`, `;;,,`, `for="`, `for=a=b`, "for=\x00",
		"for=0.0.0.0;", `for="0::%,0"`} {
		f.Add(seed)
	}
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	proxy := netip.MustParseAddr("10.0.0.1")
	f.Fuzz(func(t *testing.T, header string) {
		list := ForwardedFor(header)
		for part := range strings.SplitSeq(list, ",") {
			if _, ok := forwardedAddr(part); !ok && part != "-" && list != "" {
				t.Errorf("%q: %q is not an address", header, part)
			}
		}
		if n := strings.Count(list, ","); n > strings.Count(header, ",") {
			t.Errorf("%q: %d elements", header, n+1)
		}
		got := ClientAddr(proxy, list, trusted)
		if !got.IsValid() || got.Is4In6() || got.Zone() != "" {
			t.Errorf("%q: %v is not in canonical form", header, got)
		}
		// The proxy appends an element. Whatever the client sent, the result is that element or the proxy itself.
		after := ClientAddr(proxy, ForwardedFor(header+", for=198.51.100.7"), trusted)
		if after != netip.MustParseAddr("198.51.100.7") && after != proxy {
			t.Errorf("%q before the proxy's element: %v", header, after)
		}
	})
}

func TestUndeclaredProxiesAreNoticed(t *testing.T) {
	t.Parallel()
	const public, other = "93.184.216.34", "1.1.1.1"
	for _, c := range []struct {
		name       string
		production bool
		requests   []string // peers; with a "+" the request has a forwarding header; "hour" is a pause
		want       uint64
	}{
		{"a private peer with the header", false, []string{"10.0.0.7+"}, 1},
		{"a trusted peer", true, hours(repeat("172.16.0.1+", 50), 3), 0},
		{"a private peer without the header, in development", false, hours(repeat("10.0.0.7", 50), 3), 0},
		{"a private peer without the header, in production", true, hours(repeat("10.0.0.7", 50), 3), 100},
		{"few of them", true, hours(repeat("10.0.0.7", 19), 3), 0},
		{"two peers in production", true, hours(append(repeat("10.0.0.7", 10), repeat("10.0.0.8", 50)...), 3), 0},
		{"one public peer with the header", false, hours(repeat(public+"+", 50), 2), 50},
		{"a public peer at a quiet time", false, repeat(public+"+", 500), 0},
		{"a public peer, and later another", false, append(hours(repeat(public+"+", 50), 2),
			append([]string{other}, repeat(public+"+", 50)...)...), 50},
		{"many public peers, some with the header", true,
			hours(append([]string{other}, repeat(public+"+", 50)...), 3), 0},
		{"clients", true, hours(repeat(public, 50), 3), 0},
	} {
		raised := 0
		now := time.Unix(1_800_000_000, 0)
		w := &ProxyWatch{Trusted: []netip.Prefix{netip.MustParsePrefix("172.16.0.0/12")}, Production: c.production,
			Raise: func(string) { raised++ }, Now: func() time.Time { return now }}
		for _, rq := range c.requests {
			if rq == "hour" {
				now = now.Add(proxyWindow)
				continue
			}
			peer, forwarded := strings.CutSuffix(rq, "+")
			w.See(netip.MustParseAddr(peer), forwarded)
		}
		if w.Count.Load() != c.want || uint64(raised) != c.want {
			t.Errorf("%s: %d, want %d", c.name, w.Count.Load(), c.want)
		}
	}
}

// hours repeats requests in each of n hours.
func hours(requests []string, n int) (all []string) {
	for i := range n {
		if i > 0 {
			all = append(all, "hour")
		}
		all = append(all, requests...)
	}
	return all
}

func repeat(s string, n int) (all []string) {
	for range n {
		all = append(all, s)
	}
	return all
}
