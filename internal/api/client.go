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
	for forwarded != "" && Trusts(trusted, peer) {
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

// Trusts reports whether an address is in one of the trusted networks.
func Trusts(trusted []netip.Prefix, a netip.Addr) bool {
	for _, p := range trusted {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// Network returns the smallest network that rate limits count an address by: an IPv4 address itself, or the /64 of an
// IPv6 address, because a client with one address of a /64 has all of them.
func Network(a netip.Addr) string { return Networks(a)[0].Name }

// A Net is one of the networks that an address belongs to.
type Net struct {
	Name  string // the prefix, or "unknown"
	Times int    // a limit for one client is multiplied by this for the whole network
}

// Networks returns the networks that rate limits count an address by, the smallest first. Providers assign a /64, a /56
// or a /48 to one customer, so all three are counted. An IPv4 address is counted alone and with its /24. An invalid
// address belongs to the network "unknown".
func Networks(a netip.Addr) []Net {
	a = a.Unmap().WithZone("")
	switch {
	case !a.IsValid():
		return []Net{{"unknown", 1}}
	case a.Is4():
		return []Net{{a.String(), 1}, {prefix(a, 24), 8}}
	}
	return []Net{{prefix(a, 64), 1}, {prefix(a, 56), 4}, {prefix(a, 48), 8}}
}

func prefix(a netip.Addr, bits int) string {
	p, err := a.Prefix(bits)
	if err != nil {
		return a.String() // the number of bits fits every address of its family
	}
	return p.String()
}
