package upstream

import (
	"math/rand/v2"
	"net/netip"
	"sync"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/internal/api"
)

// permits bound the requests that are in flight to the write service, and those that wait. One network and one tenant
// have lower bounds of their own, so that neither keeps the others out.
type permits struct {
	all     chan struct{} // requests in flight
	network buckets
	tenant  buckets
	waiting chan struct{} // requests that wait for their tenant or for all
	queued  chan struct{} // requests that wait for their network
	stopped chan struct{}
}

// newPermits returns permits for n requests in flight.
func newPermits(n int, waiting, stopped chan struct{}) *permits {
	return &permits{
		all:     make(chan struct{}, n),
		network: buckets{slots: n / 4, most: n * 4},
		tenant:  buckets{slots: n * 3 / 4, most: n * 8},
		waiting: waiting, queued: make(chan struct{}, cap(waiting)), stopped: stopped,
	}
}

// buckets bound what each network or each tenant has in flight and waiting. A bucket exists while it has requests.
type buckets struct {
	slots int // in flight
	most  int // in flight and waiting
	mu    sync.Mutex
	byKey map[string]*bucket
}

type bucket struct {
	slots chan struct{}
	users int
}

// enter returns the bucket of a key, or nil if it has too many requests. The caller must leave it.
func (l *buckets) enter(key string) *bucket {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.byKey[key]
	if at == nil {
		if l.byKey == nil {
			l.byKey = map[string]*bucket{}
		}
		at = &bucket{slots: make(chan struct{}, l.slots)}
		l.byKey[key] = at
	}
	if at.users >= l.most {
		return nil
	}
	at.users++
	return at
}

func (l *buckets) leave(key string, at *bucket) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at.users--; at.users == 0 {
		delete(l.byKey, key)
	}
}

// bucketKey is the network whose requests share a bucket: an IPv4 address, or the /48 of an IPv6 address, because a
// site may have a whole /48.
func bucketKey(client netip.Addr) string {
	if client.Is6() && !client.Is4In6() {
		if p, err := client.WithZone("").Prefix(48); err == nil {
			return p.String()
		}
	}
	return api.Network(client)
}

var errBusy = &api.Error{Status: 429, Code: api.TooManyRequests, RetryAfter: 2,
	Message: "Too many requests are in progress. Try again in a moment."}

// take waits until a request of a network and a tenant may be sent. release, which may be called again, gives the
// permit back. The error is a 429.
func (p *permits) take(network, tenant string) (release func(), err error) {
	ofNetwork := p.network.enter(network)
	if ofNetwork == nil {
		return nil, errBusy
	}
	// The order is that of scarcity: a request that waits for its network holds nothing that others need, and is not yet
	// counted for its tenant.
	if !p.wait(ofNetwork.slots, p.queued) {
		p.network.leave(network, ofNetwork)
		return nil, errBusy
	}
	leave := func() {
		<-ofNetwork.slots
		p.network.leave(network, ofNetwork)
	}
	ofTenant := p.tenant.enter(tenant)
	if ofTenant == nil {
		leave()
		return nil, errBusy
	}
	wanted := []chan struct{}{ofTenant.slots, p.all}
	for i, slots := range wanted {
		if !p.wait(slots, p.waiting) {
			for _, held := range wanted[:i] {
				<-held
			}
			p.tenant.leave(tenant, ofTenant)
			leave()
			return nil, errBusy
		}
	}
	return sync.OnceFunc(func() {
		for _, held := range wanted {
			<-held
		}
		p.tenant.leave(tenant, ofTenant)
		leave()
	}), nil
}

// wait takes a slot. It waits for at most permitTimeout, and not at all if too many requests are in its queue.
func (p *permits) wait(slots, queue chan struct{}) bool {
	select {
	case slots <- struct{}{}:
		return true
	default:
	}
	select {
	case queue <- struct{}{}:
		defer func() { <-queue }()
	default:
		return false
	}
	late := time.NewTimer(permitTimeout)
	defer late.Stop()
	select {
	case slots <- struct{}{}:
		return true
	case <-late.C:
	case <-p.stopped:
	}
	return false
}

// delay holds a 429 back for the time of the tarpit, or until the gateway stops. If the network or all together have
// too many waiting requests, it closes the connection after the answer instead.
func (p *Proxy) delay(ctx *fasthttp.RequestCtx, network string) {
	at := p.tarpit.enter(network)
	if at == nil {
		ctx.SetConnectionClose()
		return
	}
	defer p.tarpit.leave(network, at)
	select {
	case p.held <- struct{}{}:
		defer func() { <-p.held }()
	default:
		ctx.SetConnectionClose()
		return
	}
	t := time.NewTimer(p.cfg.Tarpit + rand.N(p.cfg.Tarpit))
	defer t.Stop()
	select {
	case <-t.C:
	case <-p.stopped:
	}
}
