package limit

import (
	"context"
	"net/netip"
	"time"

	"vitrine/internal/api"
	"vitrine/writesvc/web"
)

// Networks returns the charges of a limit for a network address: one for each network that the address belongs to. A
// larger network has a multiple of the limit.
func Networks(k *Kind, l Limit, tenant string, a netip.Addr) []Charge {
	var all []Charge
	for _, n := range api.Networks(a) {
		all = append(all, On(k, l.times(n.Times), tenant, n.Name).From(a))
	}
	return all
}

// Widest returns the largest network that an address is counted by.
func Widest(a netip.Addr) string {
	all := api.Networks(a)
	return all[len(all)-1].Name
}

// origin returns the network by which the rows of a client are bounded: the /16 of an IPv4 address, the /32 of an IPv6
// address. A client rarely owns several.
func origin(client netip.Addr) netip.Prefix {
	a, bits := client.Unmap().WithZone(""), 32
	if a.Is4() {
		bits = 16
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return netip.Prefix{} // no valid address
	}
	return p
}

func (l Limit) times(n int) Limit {
	return Limit{l.Burst * n, max(l.Every/time.Duration(n), time.Nanosecond)}
}

// Request counts a request by its network address and returns a 429 if the limit refuses it. A signed-in customer whose
// network is refused has a small limit of his own.
func (s *Limiter) Request(ctx context.Context, rq *web.Request, tenant string, k *Kind, l Limit) error {
	wait, err := s.Take(ctx, tenant, Networks(k, l, tenant, rq.Client)...)
	if err == nil && wait > 0 && rq.Caller != nil {
		own := On(PaySignedIn, PaySignedIn.Limit, tenant, k.name+"\x00"+rq.Caller.AccountID)
		wait, err = s.Take(ctx, tenant, own.Sure())
	}
	if err == nil && wait > 0 {
		err = TooMany(wait)
	}
	return err
}
