package gateway

import (
	"bytes"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/cache"
)

// A field is one header line, made once.
type field struct{ name, value []byte }

// common are on every answer, errors and 304 included.
var common = []field{
	{[]byte("Vary"), []byte(vary)},
	{[]byte("Access-Control-Allow-Origin"), []byte("*")},
	{[]byte("Access-Control-Expose-Headers"), []byte("ETag, X-Version, X-Request-Id, Cache-Status, Content-Location")},
	{[]byte("X-Content-Type-Options"), []byte("nosniff")},
	{[]byte("Accept-Ranges"), []byte("none")},
}

// kept are on answers that a browser may keep, fickle on those of which there is another every time.
var (
	kept = append([]field{
		{[]byte("Cache-Control"), []byte(cacheControl)},
		{[]byte("CDN-Cache-Control"), []byte(cdnCacheControl)},
	}, common...)
	fickle = append([]field{
		{[]byte("Cache-Control"), []byte(noStore)},
		{[]byte("CDN-Cache-Control"), []byte(cdnCacheControl)},
	}, common...)

	nameETag        = []byte("ETag")
	nameVersion     = []byte("X-Version")
	nameCacheStatus = []byte("Cache-Status")
	nameEncoding    = []byte("Content-Encoding")
	nameLocation    = []byte("Content-Location")
	prefixV1        = []byte("/v1")
	prefixTenant    = []byte("/t/")

	statusHit  = []byte("vitrine; hit")
	statusMiss = []byte("vitrine; fwd=miss")

	// Put together from what the cache had: Postgres was not asked, which is what a hit means (RFC 9211, 2.1).
	statusComposed = []byte("vitrine; hit; detail=composed")
)

// chunked is the length of a body that comes in chunks.
const chunked = -1

// longestKey is the longest key that a hit looks up: longer ones take the way of a miss.
const longestKey = 512

// hit answers a request whose URL is in its canonical form, or in one that was seen a moment ago, and whose answer is in the cache and still
// true. It reports false, having done nothing, where it is not sure; then the request goes the way of a miss. Nothing is looked at twice and nothing is allocated.
func (s *Server) hit(ctx *fasthttp.RequestCtx) bool {
	h := &ctx.Request.Header
	if !h.IsGet() && !h.IsHead() || s.cache.Silent() || s.owed.n.Load() > 0 {
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
	if !ok || !send(ctx, e, statusHit) {
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

// send writes what every reader of an entry gets, or 304 to the one who has it. It reports false where the reader takes no coding of it.
func send(ctx *fasthttp.RequestCtx, e *cache.Entry, status []byte) bool {
	rq, res := &ctx.Request.Header, &ctx.Response
	want, plain := preferred(rq.PeekAll(fasthttp.HeaderAcceptEncoding)) // read before the next are peeked at: they lie in the same place
	got, ok := choose(want, plain, rq.PeekAll(fasthttp.HeaderIfNoneMatch), e)
	if !ok {
		return false
	}
	head(res, e, got, status)
	res.SkipBody = res.SkipBody || rq.IsHead()
	return true
}

// head makes the answer of an entry in one of its forms: whole, or 304 where the reader knows it.
func head(res *fasthttp.Response, e *cache.Entry, got chosen, status []byte) {
	fields := kept
	if e.Fickle {
		fields = fickle
	}
	for i := range fields {
		res.Header.SetCanonical(fields[i].name, fields[i].value)
	}
	res.Header.SetCanonical(nameVersion, e.Version)
	res.Header.SetCanonical(nameCacheStatus, status)
	if !e.Fickle {
		res.Header.SetCanonical(nameETag, got.ETag)
	}
	if got.known {
		res.SetStatusCode(fasthttp.StatusNotModified)
		res.SkipBody = true
		return
	}
	res.Header.SetContentType(e.ContentType)
	if got.coding != cache.Identity {
		res.Header.SetCanonical(nameEncoding, coding[got.coding])
	}
	res.SetBodyRaw(got.Body) // immutable: shared by every reader of the entry
}
