package gateway

import (
	"bytes"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/gateway/respond"
)

var (
	nameLocation = []byte("Content-Location")
	prefixV1     = []byte("/v1")
	prefixTenant = []byte("/t/")
)

// chunked is the length of a body that comes in chunks.
const chunked = -1

// longestKey is the longest key that a hit looks up: longer ones take the way of a miss.
const longestKey = 512

// hit answers a request whose URL is in its canonical form, or in one that was seen a moment ago, and whose answer is in the cache and still
// true. It reports false, having done nothing, where it is not sure; then the request goes the way of a miss. Nothing is looked at twice and nothing is allocated.
func (s *Server) hit(ctx *fasthttp.RequestCtx) bool {
	h := &ctx.Request.Header
	if !h.IsGet() && !h.IsHead() || s.replica.Disconnected() || s.owed.n.Load() > 0 {
		return false
	}
	if len(h.PeekBytes(nameConsistency)) > 0 {
		return false // it may have to wait
	}
	if n := h.ContentLength(); n > 0 || n == chunked || folds(h.RawHeaders()) {
		return false // to be refused
	}
	shop, once := shopHeader(h)
	if !once {
		return false
	}
	var room [2 * longestKey]byte
	now := s.clock.Now()
	e, named, ok := s.find(room[:0], now, h.RequestURI(), shop, ctx.Host())
	if !ok || !respond.Send(ctx, e, respond.Hit) {
		return false
	}
	if named.other {
		ctx.Response.Header.SetCanonical(nameLocation, append(append(append(room[:0], named.base...), prefixV1...), e.Location...))
	}
	s.late(e, now)
	return true
}

// How a request named what was found.
type naming struct {
	base  []byte // what stood before /v1
	other bool   // in another spelling than the entry's own
}

// find looks a request up that has no body: by its URL, the shop that its header names and its host, in memory that the caller lends. It
// finds nothing where anything is wrong with them.
func (s *Server) find(room []byte, now time.Time, url, shop, host []byte) (*cache.Entry, naming, bool) {
	var named []byte
	var how naming
	if rest, ok := bytes.CutPrefix(url, prefixTenant); ok {
		i := bytes.IndexByte(rest, '/')
		if i <= 0 {
			return nil, how, false
		}
		named, how.base, url = rest[:i], url[:len(prefixTenant)+i], rest[i:]
	}
	url, ok := bytes.CutPrefix(url, prefixV1)
	if !ok {
		return nil, how, false
	}
	t, err := s.tenantOf(named, shop, host)
	if err != nil || len(t.ID())+len(url) >= longestKey {
		return nil, how, false
	}
	key := cache.AppendKey(room, t.ID(), url)
	e := s.cache.Look(key, now)
	if e == nil || e.Status != fasthttp.StatusOK {
		return nil, how, false
	}
	how.other = !bytes.Equal(key, e.Key)
	return e, how, true
}

// remember lets hit find an entry by the spelling of this request, which is not the canonical one.
func (s *Server) remember(rq *request, e *cache.Entry) {
	url, ok := bytes.CutPrefix(rq.ctx.Request.Header.RequestURI(), prefixTenant)
	if ok {
		i := bytes.IndexByte(url, '/')
		url = url[max(0, i):]
	}
	url, ok = bytes.CutPrefix(url, prefixV1)
	if key := cache.AppendKey(nil, rq.tenant.ID(), url); ok && len(key) < longestKey && len(e.Location) < longestKey && !bytes.Equal(key, e.Key) {
		s.cache.Alias(key, e)
	}
}
