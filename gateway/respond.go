package gateway

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/internal/api"
)

// What an answer tells browsers and CDNs. A browser asks again every time, for an edit has to be seen; a CDN keeps nothing until an
// operator says how it tells tenants apart and how it is purged.
const (
	cacheControl    = "public, max-age=0, must-revalidate"
	cdnCacheControl = "no-store"
	noStore         = "no-store"
	vary            = "Accept-Encoding, x-service-client"
	jsonType        = "application/json; charset=utf-8"
	problemType     = "application/problem+json; charset=utf-8"
)

// smallest is the body below which compressing saves nothing.
const smallest = 512

// finish makes an entry of an answer: what every reader of it will get, made once.
func (s *Server) finish(ans *answer, key []byte, where string) *cache.Entry {
	e := &cache.Entry{
		Key: key, Status: ans.status, ContentType: jsonType, Location: where, Body: ans.body, Tags: ans.tags,
		ValidUntil: ans.until, Made: s.clock.now(),
	}
	if ans.status != fasthttp.StatusOK {
		return e
	}
	sum := sha256.Sum256(ans.body)
	e.ETag = base64.RawURLEncoding.EncodeToString(sum[:12])
	if len(ans.body) >= smallest {
		if zipped := zip(ans.body); len(zipped) < len(ans.body) {
			e.Gzip = zipped
		}
	}
	return e
}

// zip compresses a body.
func zip(body []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(body) // a buffer takes everything
	_ = w.Close()
	return b.Bytes()
}

// respond sends an entry: whole, or 304 where the reader has it already. how is hit, miss or stale.
func (s *Server) respond(rq *request, e *cache.Entry, how string) {
	ctx := rq.ctx
	if e.Status != fasthttp.StatusOK {
		s.fail(ctx, api.Errorf(e.Status, api.NotFound, "There is no such record."))
		if rq.blind {
			s.unsure(ctx, e)
		}
		return
	}
	gz, plain := codings(ctx.Request.Header.Peek("Accept-Encoding"))
	body, etag := e.Body, `"`+e.ETag+`"`
	zipped := gz && (e.Gzip != nil || !plain)
	switch {
	case zipped && e.Gzip == nil: // too small to be worth it, but nothing else is wanted
		body, etag = zip(e.Body), `"`+e.ETag+`-gz"`
	case zipped:
		body, etag = e.Gzip, `"`+e.ETag+`-gz"`
	case !plain:
		s.fail(ctx, api.Errorf(406, api.NotAcceptable, "Accept-Encoding leaves nothing that can be sent: identity or gzip."))
		return
	}
	h := &ctx.Response.Header
	s.commonHeaders(ctx)
	h.Set("Cache-Control", cacheControl)
	h.Set("CDN-Cache-Control", cdnCacheControl)
	h.Set("ETag", etag)
	h.Set("X-Version", strconv.FormatUint(e.Stamp, 10))
	if e.Fickle {
		h.Set("Cache-Control", noStore)
		h.Del("ETag")
	}
	if rq.moved || !rq.asked(e.Location) {
		h.Set("Content-Location", rq.base()+e.Location)
	}
	switch {
	case rq.blind:
		s.unsure(ctx, e)
	case how == "hit":
		h.Set("Cache-Status", "vitrine; hit")
	default:
		h.Set("Cache-Status", "vitrine; fwd=miss")
	}
	if matches(ctx.Request.Header.Peek("If-None-Match"), etag) && !e.Fickle {
		ctx.Response.SetStatusCode(fasthttp.StatusNotModified)
		ctx.Response.SkipBody = true
		return
	}
	ctx.Response.SetStatusCode(fasthttp.StatusOK)
	h.SetContentType(e.ContentType)
	if zipped {
		h.Set("Content-Encoding", "gzip")
	}
	ctx.Response.SetBodyRaw(body) // immutable: shared by every reader of the entry
	if ctx.IsHead() {
		ctx.Response.SkipBody = true
	}
}

// unsure says of an answer that nobody knows whether it is still true, and how old it is.
func (s *Server) unsure(ctx *fasthttp.RequestCtx, e *cache.Entry) {
	h := &ctx.Response.Header
	h.Set("X-Stale", "1")
	h.Set("Age", strconv.Itoa(max(0, int(s.clock.now().Sub(e.Made)/time.Second))))
	h.Set("Cache-Status", `vitrine; hit; detail="not verified: the database cannot be reached"`)
	h.Set("Cache-Control", noStore)
}

// asked reports whether a location under /v1 is, to the letter, what the request asked for.
func (rq *request) asked(location string) bool {
	path, query, _ := strings.Cut(location, "?")
	return path == string(rq.path) && query == string(rq.ctx.URI().QueryString())
}

// base is where locations of the request's own form begin: with the tenant, if the URL named it.
func (rq *request) base() string {
	if rq.tenantInURL != nil {
		return "/t/" + string(rq.tenantInURL) + "/v1"
	}
	return "/v1"
}

// matches reports whether an If-None-Match names the representation. Proxies weaken tags; the comparison is weak, as RFC 9110 has it.
func matches(header []byte, etag string) bool {
	for part := range bytes.SplitSeq(header, []byte(",")) {
		part = bytes.TrimPrefix(bytes.TrimSpace(part), []byte("W/"))
		if string(part) == etag || string(part) == "*" {
			return true
		}
	}
	return false
}

// codings reads Accept-Encoding: whether gzip and whether no coding at all may be sent.
func codings(header []byte) (gz, plain bool) {
	plain = true
	star := -1.0
	gzipQ, plainQ := -1.0, -1.0
	for part := range bytes.SplitSeq(header, []byte(",")) {
		name, params, _ := bytes.Cut(part, []byte(";"))
		q := 1.0
		if _, v, ok := bytes.Cut(params, []byte("q=")); ok {
			f, err := strconv.ParseFloat(string(bytes.TrimSpace(v)), 64)
			if err != nil {
				continue
			}
			q = f
		}
		switch string(bytes.ToLower(bytes.TrimSpace(name))) {
		case "gzip", "x-gzip":
			gzipQ = q
		case "identity":
			plainQ = q
		case "*":
			star = q
		}
	}
	if gzipQ < 0 {
		gzipQ = max(star, 0)
	}
	if plainQ < 0 && star == 0 {
		plainQ = 0
	}
	if plainQ == 0 {
		plain = false
	}
	return gzipQ > 0 && gzipQ >= plainQ, plain
}

// commonHeaders are on every answer, errors and 304 included.
func (s *Server) commonHeaders(ctx *fasthttp.RequestCtx) {
	h := &ctx.Response.Header
	h.Set("Vary", vary)
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Expose-Headers", "ETag, X-Version, X-Request-Id, Cache-Status, Content-Location")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Accept-Ranges", "none")
}

// options answers OPTIONS: what may be asked, and by whom.
func (s *Server) options(rq *request) error {
	ctx := rq.ctx
	if h, _ := s.routes.Lookup(fasthttp.MethodGet, string(rq.path), ctx); h == nil {
		return api.Errorf(404, api.NotFound, "There is nothing at this address.")
	}
	s.commonHeaders(ctx)
	h := &ctx.Response.Header
	h.Set("Allow", "GET, HEAD, OPTIONS")
	h.Set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
	h.Set("Access-Control-Allow-Headers", "x-service-client, content-type, authorization, if-none-match")
	h.Set("Access-Control-Max-Age", "600")
	ctx.Response.SetStatusCode(fasthttp.StatusNoContent)
	return nil
}

// fail answers with an error. What the reader need not know goes to the log, once, under the request's id.
func (s *Server) fail(ctx *fasthttp.RequestCtx, err error) {
	e := api.Of(err)
	id := s.requestID()
	if e.Status >= 500 {
		s.log.Error("request failed", "id", id, "path", string(ctx.Path()), "status", e.Status, "err", err)
	}
	allow := string(ctx.Response.Header.Peek("Allow"))
	ctx.Response.Reset()
	s.commonHeaders(ctx)
	h := &ctx.Response.Header
	if allow != "" {
		h.Set("Allow", allow)
	}
	h.Set("Cache-Control", noStore)
	h.Set("CDN-Cache-Control", noStore)
	h.Set("X-Request-Id", id)
	if e.Status == fasthttp.StatusServiceUnavailable || e.Status == fasthttp.StatusTooManyRequests {
		h.Set("Retry-After", "1")
	}
	ctx.Response.SetStatusCode(e.Status)
	if wantsProblem(ctx.Request.Header.Peek("Accept")) {
		h.SetContentType(problemType)
		ctx.Response.SetBodyRaw(e.Problem(id))
	} else {
		h.SetContentType(jsonType)
		ctx.Response.SetBodyRaw(e.Body(id))
	}
	if ctx.IsHead() {
		ctx.Response.SkipBody = true
	}
}

// wantsProblem reports whether Accept asks for application/problem+json by name.
func wantsProblem(header []byte) bool {
	for part := range bytes.SplitSeq(header, []byte(",")) {
		name, params, _ := bytes.Cut(part, []byte(";"))
		if !bytes.EqualFold(bytes.TrimSpace(name), []byte("application/problem+json")) {
			continue
		}
		_, q, weighed := bytes.Cut(params, []byte("q="))
		weight, err := strconv.ParseFloat(string(bytes.TrimSpace(q)), 64)
		return !weighed || err != nil || weight > 0
	}
	return false
}

// requestID names a request in an error and in the log.
func (s *Server) requestID() string {
	return fmt.Sprintf("%x-%d", uint32(s.clock.start.UnixNano()), s.lastID.Add(1))
}

// malformed answers what is not HTTP as we accept it: heads too large, bodies too large, two lengths. The connection is closed.
func (s *Server) malformed(ctx *fasthttp.RequestCtx, err error) {
	var slow net.Error
	if errors.As(err, &slow) && slow.Timeout() {
		// Nothing came, or it stopped coming. A connection opened ahead of need must not find an answer to its first request waiting.
		_ = ctx.Conn().Close()
		return
	}
	status := fasthttp.StatusBadRequest
	var small *fasthttp.ErrSmallBuffer
	switch {
	case errors.As(err, &small):
		status = fasthttp.StatusRequestHeaderFieldsTooLarge
	case errors.Is(err, fasthttp.ErrBodyTooLarge):
		status = fasthttp.StatusRequestEntityTooLarge
	}
	s.fail(ctx, api.Errorf(status, api.InvalidRequest, "The request could not be read."))
	ctx.SetConnectionClose()
}
