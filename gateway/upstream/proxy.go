package upstream

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/valyala/fasthttp"

	"vitrine/internal/alarm"
	"vitrine/internal/api"
	"vitrine/internal/metric"
)

// Config is what a Proxy needs.
type Config struct {
	URL     string         // the write service, such as http://127.0.0.1:8081
	Trusted []netip.Prefix // proxies in front of the gateway whose X-Forwarded-For is trusted; default none

	Forwarded  bool         // trusted proxies name the client in Forwarded, not in X-Forwarded-For
	Production bool         // also report an undeclared proxy that sends no such header
	Alarms     *alarm.Board // receives the alarm undeclared-proxy; may be nil

	// Exists reports whether a tenant exists. Requests for others count together as those of one tenant, or made-up names
	// would get around the bounds of a tenant. nil: all exist.
	Exists func(tenant string) bool

	// Traced says that the gateway records requests. The write service then does not record those that the gateway does
	// not.
	Traced bool

	// Tarpit is the delay before a 429 from the write service is returned, so that a client cannot retry in a tight
	// loop. The delay is between one and two times this. Default 1 s; 0 disables it.
	Tarpit time.Duration
}

// DefaultConfig holds the defaults of the settings.
func DefaultConfig() Config { return Config{Tarpit: time.Second} }

// Validate reports what is wrong with a configuration.
func (c Config) Validate() error {
	if u, err := url.Parse(c.URL); err != nil || u.Host == "" {
		return fmt.Errorf("upstream: %q is not the URL of a write service, such as http://127.0.0.1:8081", c.URL)
	}
	if c.Tarpit < 0 {
		return fmt.Errorf("upstream: the tarpit must not be negative, got %s", c.Tarpit)
	}
	return nil
}

// A Proxy passes requests on to the write service. A nil Proxy answers that nothing is at their addresses.
type Proxy struct {
	cfg     Config
	client  *http.Client
	permits [kinds]*permits // requests in flight; a stream gives its permit back
	tarpit  buckets         // 429s that are held back
	held    chan struct{}   // the same of all networks
	retry   retryMemory
	proxies api.ProxyWatch
	stop    func()
	stopped chan struct{}
}

const (
	maxHeld       = 2048             // 429s that are held back, of all networks
	maxTarpit     = 512              // 429s that are held back, of one network
	permitTimeout = 10 * time.Second // the longest wait for each part of a permit
	answerTimeout = 30 * time.Second // until an answer is complete; for a stream, until its head, and between two parts
	idleConns     = 192              // idle connections to the write service
	maxConns      = 2048             // connections to the write service, streams included
	maxAnswer     = 8 << 20          // bytes of an answer that is no stream
)

// New makes a proxy.
func New(cfg Config) (*Proxy, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg.URL = strings.TrimRight(cfg.URL, "/")
	p := &Proxy{
		cfg: cfg, tarpit: buckets{most: maxTarpit}, held: make(chan struct{}, maxHeld), stopped: make(chan struct{}),
		client: &http.Client{
			Transport: &http.Transport{
				DialContext:         (&net.Dialer{Timeout: 3 * time.Second}).DialContext,
				MaxConnsPerHost:     maxConns,
				MaxIdleConnsPerHost: idleConns,
				IdleConnTimeout:     60 * time.Second, // shorter than the write service's
				DisableCompression:  true,             // Accept-Encoding is the client's
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	for k, size := range sizes {
		p.permits[k] = newPermits(size.permits, make(chan struct{}, size.waiting), p.stopped)
	}
	p.proxies.Trusted, p.proxies.Production = cfg.Trusted, cfg.Production
	p.proxies.Raise = func(text string) { cfg.Alarms.Raise("undeclared-proxy", "gateway", text) }
	p.stop = sync.OnceFunc(func() { close(p.stopped) })
	return p, nil
}

// Stop ends the waiting of requests in Pass.
func (p *Proxy) Stop() {
	if p != nil {
		p.stop()
	}
}

// Close closes the idle connections to the write service, once all calls of Pass have returned.
func (p *Proxy) Close() {
	if p != nil {
		p.client.CloseIdleConnections()
	}
}

// Owns reports whether a path under /v1 belongs to the write service.
func Owns(path []byte) bool {
	first, rest, _ := bytes.Cut(path[1:], []byte("/"))
	switch string(first) {
	case "auth", "payment", "notification", "basket", "order":
		return true
	case "event":
		second, _, _ := bytes.Cut(rest, []byte("/"))
		return string(second) == "tickets"
	case ".well-known":
		return string(rest) == "jwks.json"
	}
	return false
}

// Area returns the first part of a path that Owns reports, such as /payment. It names requests whose route only the
// write service knows.
func Area(path []byte) string {
	first, _, _ := bytes.Cut(path[1:], []byte("/"))
	return "/" + string(first)
}

// Pass sends a request to the write service, under a path there and for a tenant if one is named, and answers with what
// the write service answers.
func (p *Proxy) Pass(ctx *fasthttp.RequestCtx, path string, tenant []byte) error {
	if p == nil {
		return api.Errorf(404, api.NotFound, "There is nothing at this address.")
	}
	client := p.clientAddr(ctx)
	network := bucketKey(client)
	counted := p.counted(tenant)
	var buf [256]byte
	key := retryKey(buf[:0], counted, string(ctx.Method()), path, api.Network(client))
	claimed := claims(ctx)
	if wait := p.retry.wait(key, time.Now()); wait > 0 && !claimed {
		p.delay(ctx, network)
		return &api.Error{Status: 429, Code: api.TooManyRequests,
			Message: "There were too many attempts. Try again later.", RetryAfter: ceilSeconds(wait)}
	}
	release, err := p.permits[kindOf(path, claimed)].take(network, counted)
	if err != nil {
		if p.cfg.Tarpit > 0 {
			p.delay(ctx, network) // or the client would repeat the request at once
		}
		ctx.SetConnectionClose()
		return err
	}
	defer release()
	rs, err := p.forward(ctx, path, tenant, client) //nolint:bodyclose // pass closes it, or streams it and closes it then
	var known *api.Error
	switch {
	case errors.As(err, &known):
		return known
	case err != nil:
		return &api.Error{Status: 503, Code: api.Unavailable,
			Message: "This cannot be done right now. Try again in a moment.", Cause: err}
	}
	if rs.StatusCode == http.StatusTooManyRequests && p.cfg.Tarpit > 0 {
		release() // another request may use it during the delay
		if !claimed {
			p.retry.note(key, rs.StatusCode, rs.Header, time.Now())
		}
		p.delay(ctx, network)
	}
	return nil
}

// unknownTenant counts for the bounds in place of each tenant that does not exist. No tenant has such an id.
const unknownTenant = "?"

// counted is the tenant for which a request counts.
func (p *Proxy) counted(tenant []byte) string {
	if len(tenant) > 0 && p.cfg.Exists != nil && !p.cfg.Exists(string(tenant)) {
		return unknownTenant
	}
	return string(tenant)
}

// clientAddr is the address of the client: the peer, or the one that a trusted proxy names.
func (p *Proxy) clientAddr(ctx *fasthttp.RequestCtx) netip.Addr {
	peer, _ := netip.AddrFromSlice(ctx.RemoteIP())
	h := &ctx.Request.Header
	xff, rfc := joined(h.PeekAll("X-Forwarded-For")), joined(h.PeekAll("Forwarded"))
	p.proxies.See(peer, xff != "" || rfc != "" || len(h.Peek("X-Real-Ip")) > 0)
	if len(p.cfg.Trusted) == 0 {
		return api.ClientAddr(peer, "", nil)
	}
	if p.cfg.Forwarded {
		xff = api.ForwardedFor(rfc)
	}
	return api.ClientAddr(peer, xff, p.cfg.Trusted)
}

// joined joins the lines of a header as one list.
func joined(lines [][]byte) string { return string(bytes.Join(lines, []byte(","))) }

// Register registers the proxy's metrics.
func (p *Proxy) Register(reg prometheus.Registerer) {
	metric.Counter(reg, "vitrine_undeclared_proxy_requests_total",
		"Requests for the write service that came through a proxy which VITRINE_TRUSTED_PROXIES does not name.",
		&p.proxies.Count)
}
