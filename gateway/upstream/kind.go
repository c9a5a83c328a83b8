package upstream

import (
	"fmt"
	"strings"

	"github.com/valyala/fasthttp"

	"vitrine/internal/bound"
)

// Kinds of requests. Each has permits of its own, so a flood of one kind delays no request of another.
type kind int

const (
	known    kind = iota // sign-ins with a password that claim to be known
	stranger             // other sign-ins with a password
	newcomer             // sign-ups
	reset                // new passwords by a link
	paying               // payments: a bank may take its time
	others               // all else
	kinds
)

// sizes are how many requests of a kind are in flight, and how many wait for their network. As many wait for their
// tenant or for all. More are refused at once.
var sizes = [kinds]struct{ permits, waiting int }{
	known: {32, 256}, stranger: {32, 1024}, newcomer: {32, 256}, reset: {16, 256}, paying: {64, 512}, others: {128, 1024},
}

// MaxWaiting is how many connections of clients wait at most for the write service: requests in flight, requests that
// wait for a permit, 429s that are held back, and streams.
func MaxWaiting() int {
	all := maxHeld + maxConns
	for _, size := range sizes {
		all += size.permits + 2*size.waiting // for their network, and for their tenant or for all
	}
	return all
}

// kindOf returns the kind of a request.
func kindOf(path string, claimed bool) kind {
	switch path {
	case "/auth/login":
		if claimed {
			return known
		}
		return stranger
	case "/auth/signup":
		return newcomer
	case "/auth/reset-password":
		return reset
	}
	if strings.HasPrefix(path, "/payment/") {
		return paying
	}
	return others
}

// Names by which a client says that it is known (writesvc/auth/device). Only the write service can verify that.
const (
	deviceHeader = "X-Device-Token"
	deviceCookie = "vitrine-device"
)

// claims reports whether a request has a device token or a bearer token, genuine or not.
func claims(ctx *fasthttp.RequestCtx) bool {
	h := &ctx.Request.Header
	return len(h.Peek(deviceHeader)) > 0 || len(h.Peek("Authorization")) > 0 ||
		strings.Contains(string(h.Peek("Cookie")), deviceCookie+"=")
}

// Bounds returns the bounds of this package, for the document.
func Bounds() []bound.Bound {
	const part = "gateway"
	about := [kinds]struct{ name, counts, past string }{
		known: {"sign-in known", "sign-ins with a device token or a bearer token, genuine or not",
			"the write service answers those that are not genuine at once if its queue for them is full"},
		stranger: {"sign-in stranger", "other sign-ins with a password", "a device token, a live session, a reset email"},
		newcomer: {"sign-up", "sign-ups", "wait"},
		reset:    {"reset", "new passwords by a link", "an invalid link costs one query: a flood of them passes quickly"},
		paying:   {"payments", "requests under `/payment`", "wait; baskets, orders and accounts have permits of their own"},
		others:   {"others", "all other requests to the write service", "wait"},
	}
	var all []bound.Bound
	for k, size := range sizes {
		all = append(all, bound.Bound{
			Part: part, Name: about[k].name, Key: "gateway process; " + about[k].counts +
				". One IPv4 address or IPv6 /48 has a quarter, one tenant three quarters; tenants that do not exist count as one",
			Size:   fmt.Sprintf("%d in flight; %d wait for their network, as many for the rest", size.permits, size.waiting),
			Window: "waits of at most " + bound.Duration(permitTimeout) + " for each part",
			Hurts:  "others of the same kind, network and tenant", Past: about[k].past,
		})
	}
	return append(all,
		bound.Bound{
			Part: part, Name: "tarpit", Key: "gateway process; 429s that are held back",
			Size: fmt.Sprintf("%d, %d of one network", maxHeld, maxTarpit), Window: "1 to 2 s each",
			Hurts: "nobody: further 429s are sent at once, and the connection is closed", Past: "nothing to get past",
		},
		bound.Bound{
			Part: part, Name: "repeated 429", Size: fmt.Sprintf("%d entries", maxLimited), Window: bound.Duration(maxRetained),
			Key:   "tenant, endpoint and IPv4 address or IPv6 /64 of a client that the write service has just refused",
			Hurts: "strangers in the same network", Past: "a request with a device token or bearer token is passed on",
		},
		bound.Bound{
			Part: part, Name: "connections", Key: "gateway process; connections to the write service, streams included",
			Size: fmt.Sprint(maxConns), Window: "until one ends", Hurts: "streams of notifications",
			Past: "the bounds of streams are smaller",
		})
}
