package api

import (
	"net/netip"
	"strings"
)

// ClientAddr is whose request it is: the peer's, unless the peer is a proxy that is trusted. Then it is the last address of X-Forwarded-For
// that is not itself a trusted proxy's; what stands before that one anybody could have written. The result is unmapped and without a zone.
func ClientAddr(peer netip.Addr, forwarded string, trusted []netip.Prefix) netip.Addr {
	peer = peer.Unmap().WithZone("")
	for forwarded != "" && trusts(trusted, peer) {
		rest, last := "", forwarded
		if i := strings.LastIndexByte(forwarded, ','); i >= 0 {
			rest, last = forwarded[:i], forwarded[i+1:]
		}
		addr, err := netip.ParseAddr(strings.Trim(strings.TrimSpace(last), "[]"))
		if err != nil {
			return peer // whoever wrote that is not known: it is the proxy's
		}
		peer, forwarded = addr.Unmap().WithZone(""), rest
	}
	return peer
}

func trusts(trusted []netip.Prefix, a netip.Addr) bool {
	for _, p := range trusted {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// Network is what limits count an address by: an IPv4 address itself, the /64 of an IPv6 address, for whoever has one has them all.
func Network(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if !a.IsValid() {
		return "unknown"
	}
	if a.Is4() {
		return a.String()
	}
	p, err := a.Prefix(64)
	if err != nil {
		return a.String()
	}
	return p.String()
}
