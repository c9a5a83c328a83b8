package api

import (
	"net/netip"
	"strings"
)

// ClientAddr returns the address of a request's client. It is the peer, unless the peer is a trusted proxy. Then it is
// the last address of X-Forwarded-For that does not belong to a trusted proxy, because a client can forge all earlier
// ones. An address may have a port. The result is unmapped and has no zone.
func ClientAddr(peer netip.Addr, forwarded string, trusted []netip.Prefix) netip.Addr {
	peer = peer.Unmap().WithZone("")
	for forwarded != "" && trusts(trusted, peer) {
		rest, last := "", forwarded
		if i := strings.LastIndexByte(forwarded, ','); i >= 0 {
			rest, last = forwarded[:i], forwarded[i+1:]
		}
		addr, ok := forwardedAddr(last)
		if !ok {
			return peer // not an address: the request counts as the proxy's
		}
		peer, forwarded = addr, rest
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

// Network returns the network that rate limits count an address by: an IPv4 address itself, or the /64 of an IPv6
// address, because a client with one address of a /64 has all of them.
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
