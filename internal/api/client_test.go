package api

import (
	"net/netip"
	"strings"
	"testing"
)

// X-Forwarded-For counts only from a trusted proxy. Addresses before the last untrusted one change nothing. The result
// has one form.
func FuzzClientAddr(f *testing.F) {
	for _, seed := range []string{"", "203.0.113.9", "203.0.113.9, 10.0.0.1", "::ffff:203.0.113.9", "[2001:db8::1]",
		"fe80::1%eth0", "unknown", ",,,", " 10.0.0.1 ,10.0.0.2", "203.0.113.9:80", strings.Repeat("1.1.1.1,", 1000)} {
		f.Add("10.0.0.1", seed)
		f.Add("198.51.100.7", seed)
	}
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	f.Fuzz(func(t *testing.T, peer, forwarded string) {
		from, err := netip.ParseAddr(peer)
		if err != nil {
			return
		}
		one := from.Unmap().WithZone("")
		got := ClientAddr(from, forwarded, trusted)
		if !got.IsValid() || got.Is4In6() || got.Zone() != "" {
			t.Errorf("%s, %q: %v is not in canonical form", peer, forwarded, got)
		}
		if (!Trusts(trusted, one) || forwarded == "") && got != one {
			t.Errorf("%s is not trusted, but %q was used: %v", peer, forwarded, got)
		}
		if alone := ClientAddr(from, forwarded, nil); alone != one {
			t.Errorf("no proxy is trusted, but %q was used: %v", forwarded, alone)
		}
		if !Trusts(trusted, got) && Trusts(trusted, one) {
			if again := ClientAddr(from, "192.0.2.1, "+forwarded, trusted); again != got {
				t.Errorf("addresses before %q change the result: %v, %v", forwarded, got, again)
			}
		}
		if p, err := netip.ParsePrefix(Network(got)); Network(got) == "" || err == nil && p.Bits() != 64 {
			t.Errorf("%v counts as %q", got, Network(got))
		}
	})
}
