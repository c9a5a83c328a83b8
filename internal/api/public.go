package api

import "net/netip"

// reserved are networks that are not public, besides those that netip knows: for carriers, tests and documentation, and
// IPv6 addresses that embed IPv4 ones.
var reserved = func() (all []netip.Prefix) {
	for _, s := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24",
		"198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32",
		"2002::/16", "3fff::/20", "5f00::/16", "fec0::/10",
	} {
		all = append(all, netip.MustParsePrefix(s))
	}
	return all
}()

// assigned is the part of IPv6 that is assigned to the public internet.
var assigned = netip.MustParsePrefix("2000::/3")

// PublicAddr reports whether an address is on the public internet. Code that connects to a host given by a tenant or a
// client checks the resolved address, so that no request reaches the internal network.
func PublicAddr(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsGlobalUnicast() || a.IsPrivate() { // loopback and link-local addresses are not global
		return false
	}
	if a.Is6() && !assigned.Contains(a) {
		return false
	}
	for _, p := range reserved {
		if p.Contains(a) {
			return false
		}
	}
	return true
}
