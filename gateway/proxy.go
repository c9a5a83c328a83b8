package gateway

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/internal/api"
)

// A proxy passes requests on to the write service: as they came, never from the cache and never into it. Which addresses there are, and
// what each of them asks for, the write service knows; here is only which of them are its own.
type proxy struct {
	base    string // the write service's URL, without a slash
	client  *http.Client
	trusted []netip.Prefix
	turns   chan struct{} // requests that are passed on at once; streams give theirs back
	hashing chan struct{} // the same of those that wait for a password to be hashed, so that a flood of them holds up nobody else
	waiting chan struct{} // requests that wait, for a turn or to be told that they ask too often
	told    told          // who was told so a moment ago
	stopped chan struct{} // closed when the gateway stops
	tarpit  time.Duration // whoever asks too often waits for about so long before he is told: here, where waiting costs least
}

const (
	proxyTurns   = 128              // requests passed on at once; others wait for their turn
	hashTurns    = 32               // of these that have to do with passwords
	mostWaiting  = 2048             // requests that wait here; a flood of more leaves room for readers, and is sent away at once
	turnTimeout  = 10 * time.Second // the longest anybody waits for his turn
	proxyTimeout = 30 * time.Second // the longest an answer may take; a stream's head, and then the pause within it
	proxyConns   = 2048             // connections to the write service, streams included
	maxProxied   = 8 << 20          // bytes of an answer that is no stream
)

func newProxy(base string, trusted []netip.Prefix) *proxy {
	return &proxy{base: strings.TrimRight(base, "/"), trusted: trusted,
		turns: make(chan struct{}, proxyTurns), hashing: make(chan struct{}, hashTurns), waiting: make(chan struct{}, mostWaiting), tarpit: time.Second, stopped: make(chan struct{}), client: &http.Client{
			Transport: &http.Transport{
				DialContext:         (&net.Dialer{Timeout: 3 * time.Second}).DialContext,
				MaxConnsPerHost:     proxyConns,
				MaxIdleConnsPerHost: proxyTurns + hashTurns,
				IdleConnTimeout:     60 * time.Second, // shorter than the write service keeps one
				DisableCompression:  true,             // what the client accepts is between him and the write service
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}}
}

// written reports whether a path under /v1 is the write service's.
func written(path []byte) bool {
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

// ours are headers that the gateway sets itself, or that end with the connection they came on: none is passed on as it came.
var ours = map[string]bool{
	"Connection": true, "Proxy-Connection": true, "Keep-Alive": true, "Proxy-Authenticate": true, "Proxy-Authorization": true, "Te": true,
	"Trailer": true, "Transfer-Encoding": true, "Upgrade": true, "Host": true, "Content-Length": true, "Expect": true, "Date": true,
	"X-Forwarded-For": true, "X-Forwarded-Host": true, "X-Forwarded-Proto": true, "X-Forwarded-Port": true, "Forwarded": true, "X-Real-Ip": true,
	"X-Original-Host": true, "X-Original-Url": true, "X-Rewrite-Url": true, "X-Service-Client": true,
	api.BarredHeader: true,
}

// pass sends a request on to the write service, under a path there and for a tenant if one is named, and its answer back.
func (s *Server) pass(ctx *fasthttp.RequestCtx, path string, tenant []byte) error {
	if s.write == nil {
		return api.Errorf(404, api.NotFound, "There is nothing at this address.")
	}
	client := s.write.clientOf(ctx)
	var buf [256]byte
	key := toldKey(buf[:0], tenant, string(ctx.Method()), path, api.Network(client))
	if wait := s.write.told.wait(key, time.Now()); wait > 0 {
		s.tire(ctx)
		return &api.Error{Status: 429, Code: api.TooManyRequests, Message: "There were too many attempts. Try again later.", RetryAfter: ceilSeconds(wait)}
	}
	leave, err := s.write.turn(path)
	if err != nil {
		ctx.SetConnectionClose()
		return err
	}
	defer leave()
	run, cancel := context.WithCancel(context.Background()) // fasthttp's ctx is not cancelled with its request
	late := time.AfterFunc(proxyTimeout, cancel)
	var rs *http.Response
	rs, err = s.write.send(run, ctx, path, tenant, client)
	if err != nil {
		late.Stop()
		cancel()
		var known *api.Error
		if errors.As(err, &known) {
			return known
		}
		return &api.Error{Status: 503, Code: api.Unavailable, Message: "This cannot be done right now. Try again in a moment.", Cause: err}
	}
	h := &ctx.Response.Header
	for name, values := range rs.Header {
		if ours[name] {
			continue
		}
		for _, v := range values {
			h.Add(name, v)
		}
	}
	if rs.Header.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "private, no-store")
	}
	ctx.Response.SetStatusCode(rs.StatusCode)
	if strings.HasPrefix(rs.Header.Get("Content-Type"), "text/event-stream") {
		late.Stop()
		stream(ctx, rs.Body, cancel)
		return nil
	}
	defer cancel()
	defer late.Stop()
	defer rs.Body.Close() //nolint:errcheck // it was read
	body, err := io.ReadAll(io.LimitReader(rs.Body, maxProxied+1))
	if err == nil && len(body) > maxProxied {
		err = errors.New("the answer is too large")
	}
	if err != nil {
		return &api.Error{Status: 503, Code: api.Unavailable, Message: "This cannot be done right now. Try again in a moment.", Cause: err}
	}
	ctx.Response.SetBodyRaw(body)
	if ctx.IsHead() {
		ctx.Response.SkipBody = true
	}
	if rs.StatusCode == fasthttp.StatusTooManyRequests && s.write.tarpit > 0 {
		leave() // not in his turn
		s.write.told.note(key, rs.StatusCode, rs.Header, time.Now())
		s.tire(ctx)
	}
	return nil
}

// turn waits until a request may be passed on. The returned function, which may be called again, ends its turn.
func (p *proxy) turn(path string) (leave func(), err error) {
	turns := p.turns
	switch path {
	case "/auth/login", "/auth/signup", "/auth/reset-password":
		turns = p.hashing
	}
	leave = sync.OnceFunc(func() { <-turns })
	select {
	case turns <- struct{}{}:
		return leave, nil
	default:
	}
	busy := api.Errorf(429, api.TooManyRequests, "More is asked for than can be done at once. Try again in a moment.")
	select {
	case p.waiting <- struct{}{}:
		defer func() { <-p.waiting }()
	default:
		return nil, busy
	}
	late := time.NewTimer(turnTimeout)
	defer late.Stop()
	select {
	case turns <- struct{}{}:
		return leave, nil
	case <-late.C:
		return nil, busy
	case <-p.stopped:
		return nil, busy
	}
}

// tire lets somebody who asks too often wait for his answer, for about the tarpit's time or until the gateway stops. Where too many wait
// already, his connection is closed after it instead.
func (s *Server) tire(ctx *fasthttp.RequestCtx) {
	p := s.write
	select {
	case p.waiting <- struct{}{}:
		defer func() { <-p.waiting }()
	default:
		ctx.SetConnectionClose()
		return
	}
	t := time.NewTimer(p.tarpit + rand.N(p.tarpit))
	defer t.Stop()
	select {
	case <-t.C:
	case <-p.stopped:
	}
}

// send makes the request that the write service gets. Everything of ctx is copied: net/http may hold on to a body after it has answered.
func (p *proxy) send(run context.Context, ctx *fasthttp.RequestCtx, path string, tenant []byte, client netip.Addr) (*http.Response, error) {
	url := p.base + path
	if q := ctx.URI().QueryString(); len(q) > 0 {
		url += "?" + string(q)
	}
	rq, err := http.NewRequestWithContext(run, string(ctx.Method()), url, bytes.NewReader(bytes.Clone(ctx.Request.Body())))
	if err != nil {
		return nil, &api.Error{Status: 400, Code: api.InvalidRequest, Message: "The address or the method cannot be understood.", Cause: err}
	}
	hop := map[string]bool{}
	for _, v := range ctx.Request.Header.PeekAll("Connection") {
		for name := range strings.SplitSeq(string(v), ",") {
			hop[http.CanonicalHeaderKey(strings.TrimSpace(name))] = true
		}
	}
	for k, v := range ctx.Request.Header.All() {
		name := http.CanonicalHeaderKey(string(k))
		if !ours[name] && !hop[name] {
			rq.Header[name] = append(rq.Header[name], string(v))
		}
	}
	if rq.Header["User-Agent"] == nil {
		rq.Header["User-Agent"] = []string{""} // or net/http would name itself
	}
	rq.Header.Set("X-Forwarded-For", client.String())
	if tenant != nil {
		rq.Header.Set("X-Service-Client", string(tenant))
	}
	return p.client.Do(rq)
}

// clientOf is who asks: the peer, or whom a trusted proxy before us says.
func (p *proxy) clientOf(ctx *fasthttp.RequestCtx) netip.Addr {
	peer, _ := netip.AddrFromSlice(ctx.RemoteIP())
	var forwarded []string
	if len(p.trusted) > 0 {
		for _, v := range ctx.Request.Header.PeekAll("X-Forwarded-For") {
			forwarded = append(forwarded, string(v))
		}
	}
	return api.ClientAddr(peer, strings.Join(forwarded, ","), p.trusted)
}

// stream sends an answer on as it comes, for as long as it comes. That the client went away is seen when the next part is sent.
func stream(ctx *fasthttp.RequestCtx, body io.ReadCloser, cancel func()) {
	conn := ctx.Conn()
	ctx.Response.ImmediateHeaderFlush = true
	ctx.SetBodyStreamWriter(func(w *bufio.Writer) {
		defer cancel()
		defer body.Close() //nolint:errcheck // it was read
		part := make([]byte, 4<<10)
		for {
			n, err := body.Read(part)
			if n > 0 {
				_ = conn.SetWriteDeadline(time.Now().Add(proxyTimeout))
				if _, werr := w.Write(part[:n]); werr != nil || w.Flush() != nil {
					return
				}
			}
			if err != nil {
				return
			}
		}
	})
}
