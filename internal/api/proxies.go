package api

import (
	"fmt"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// A ProxyWatch notices a proxy that VITRINE_TRUSTED_PROXIES does not name. Behind one, all clients have its address and
// share its rate limits. It may be used concurrently.
type ProxyWatch struct {
	Trusted    []netip.Prefix
	Production bool              // also notice a proxy that sends no forwarding header
	Raise      func(text string) // called for each request through such a proxy
	Count      atomic.Uint64     // of these requests
	Now        func() time.Time  // nil: time.Now

	mu      sync.Mutex
	began   time.Time  // of the window
	sole    netip.Addr // the peer of all requests in the window
	several bool       // the window has requests of two peers
	seen    int        // requests in the window
	proven  netip.Addr // was the only peer of a whole window, and of all requests since
}

const (
	proxyWindow = time.Hour
	fewRequests = 20 // from one address; fewer do not show that there is only one
)

// See is called for each request with its peer, and with whether it has a forwarding header. A private peer with such a
// header is a proxy. A public peer may have sent the header itself, and a private peer without it may be a client: they
// count as a proxy once they alone have sent requests for a whole window. One client could otherwise raise the alarm
// at a quiet time.
func (w *ProxyWatch) See(peer netip.Addr, forwarded bool) {
	peer = peer.Unmap().WithZone("")
	if !peer.IsValid() || Trusts(w.Trusted, peer) {
		return
	}
	now := time.Now
	if w.Now != nil {
		now = w.Now
	}
	private := !PublicAddr(peer)
	alone := w.alone(peer, now())
	if forwarded && (private || alone) || w.Production && private && alone {
		w.Count.Add(1)
		if w.Raise != nil {
			w.Raise(fmt.Sprintf("requests come from %s, which VITRINE_TRUSTED_PROXIES does not name: if it is a proxy or a "+
				"gateway, all clients behind it share its rate limits", peer))
		}
	}
}

// alone reports whether a peer has sent all requests since the beginning of the window before this one, and more than a
// few in that window.
func (w *ProxyWatch) alone(peer netip.Addr, now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if now.Sub(w.began) >= proxyWindow {
		w.proven = netip.Addr{}
		if !w.several && w.seen >= fewRequests {
			w.proven = w.sole
		}
		w.began, w.sole, w.several, w.seen = now, peer, false, 0
	}
	w.several = w.several || w.sole != peer
	if w.proven != peer {
		w.proven = netip.Addr{}
	}
	w.seen++
	return w.proven == peer
}
