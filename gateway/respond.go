package gateway

import (
	"bytes"
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

// What an answer tells browsers and CDNs. A browser asks again every time, for an edit has to be seen; a CDN keeps nothing, for nobody tells it yet what to
// forget: what it would have to waits in purge_queue, for adapters to come.
const (
	cacheControl    = "public, max-age=0, must-revalidate"
	cdnCacheControl = "no-store"
	noStore         = "no-store"
	noStoreWritten  = "private, no-store" // of what the write service answers, or would have
	vary            = "Accept-Encoding, x-service-client"
	varyError       = "Accept, x-service-client"
	jsonType        = "application/json; charset=utf-8"
	problemType     = "application/problem+json; charset=utf-8"
)

// finish makes an entry of an answer: what every reader of it will get, made once.
func (s *Server) finish(ans *answer, key []byte, where string) *cache.Entry {
	e := &cache.Entry{
		Key: key, Status: ans.status, ContentType: jsonType, Location: where, Body: ans.body, Tags: ans.tags,
		ValidUntil: ans.until, Made: s.clock.Now(),
	}
	if ans.status == fasthttp.StatusOK {
		e.ETags = etags(ans.body)
	}
	return e
}

// respond sends an entry: whole, or 304 where the reader has it already.
func (s *Server) respond(rq *request, e *cache.Entry, status []byte) {
	ctx := rq.ctx
	if e.Status != fasthttp.StatusOK {
		s.fail(ctx, errNoRecord(e.Status))
		if rq.unverified {
			s.unsure(ctx, e)
		}
		return
	}
	if !send(ctx, e, status) {
		s.fail(ctx, notAcceptable())
		return
	}
	if rq.Moved || !rq.asked(e.Location) {
		ctx.Response.Header.Set("Content-Location", rq.Base()+e.Location)
	}
	if rq.unverified {
		s.unsure(ctx, e)
	}
}

// unsure says of an answer that nobody knows whether it is still true, and how old it is.
func (s *Server) unsure(ctx *fasthttp.RequestCtx, e *cache.Entry) {
	h := &ctx.Response.Header
	h.Set("X-Stale", "1")
	h.Set("Age", strconv.Itoa(max(0, int(s.clock.Now().Sub(e.Made)/time.Second))))
	h.Set("Cache-Status", `vitrine; hit; detail="not verified: the database cannot be reached"`)
	h.Set("Cache-Control", noStore)
}

// asked reports whether a location under /v1 is, to the letter, what the request asked for.
func (rq *request) asked(location string) bool {
	path, params, _ := strings.Cut(location, "?")
	return path == string(rq.Path) && params == string(rq.ctx.URI().QueryString())
}

// commonHeaders are on every answer, errors and 304 included.
func (s *Server) commonHeaders(ctx *fasthttp.RequestCtx) {
	h := &ctx.Response.Header
	for _, f := range common {
		h.SetCanonical(f.name, f.value)
	}
}

// readMethods are what an address that is read can be asked with.
const readMethods = "GET, HEAD, OPTIONS"

// allow answers OPTIONS where there is something to read.
func (s *Server) allow(ctx *fasthttp.RequestCtx) {
	s.commonHeaders(ctx)
	h := &ctx.Response.Header
	h.Set("Allow", readMethods)
	h.Set("Access-Control-Allow-Methods", readMethods)
	h.Set("Access-Control-Allow-Headers", "x-service-client, content-type, authorization, if-none-match, x-consistency, last-event-id")
	h.Set("Access-Control-Max-Age", "600")
	ctx.Response.SetStatusCode(fasthttp.StatusNoContent)
}

// fail answers with an error. What the reader need not know goes to the log, once, under the request's id.
func (s *Server) fail(ctx *fasthttp.RequestCtx, err error) {
	e := api.Of(err)
	id := s.requestID()
	if e.Status >= 500 {
		s.log.Error("request failed", "id", id, "path", string(ctx.Path()), "status", e.Status, "err", err)
	}
	allow, last := string(ctx.Response.Header.Peek("Allow")), ctx.Response.ConnectionClose()
	ctx.Response.Reset()
	if last {
		ctx.SetConnectionClose()
	}
	s.commonHeaders(ctx)
	h := &ctx.Response.Header
	h.Set("Vary", varyError)
	if allow != "" {
		h.Set("Allow", allow)
	}
	h.Set("Cache-Control", noStore)
	h.Set("CDN-Cache-Control", noStore)
	h.Set("X-Request-Id", id)
	if e.Status == fasthttp.StatusServiceUnavailable || e.Status == fasthttp.StatusTooManyRequests {
		h.Set("Retry-After", strconv.Itoa(max(1, e.RetryAfter)))
	}
	ctx.Response.SetStatusCode(e.Status)
	if wantsProblem(ctx.Request.Header.PeekAll("Accept")) {
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
func wantsProblem(lines [][]byte) bool {
	for _, line := range lines {
		for part := range bytes.SplitSeq(line, []byte(",")) {
			name, params, _ := bytes.Cut(part, []byte(";"))
			if bytes.EqualFold(bytes.TrimSpace(name), []byte("application/problem+json")) {
				q, ok := quality(params)
				return q > 0 || !ok
			}
		}
	}
	return false
}

// requestID names a request in an error and in the log.
func (s *Server) requestID() string {
	return fmt.Sprintf("%x-%d", uint32(s.clock.Start().UnixNano()), s.lastID.Add(1))
}

// malformed answers what is not HTTP as we accept it: heads too large, bodies too large, two lengths. The connection is closed.
func (s *Server) malformed(ctx *fasthttp.RequestCtx, err error) {
	var slow net.Error
	if errors.As(err, &slow) && slow.Timeout() {
		// Nothing came, or it stopped coming. A connection opened ahead of need must not find an answer to its first request waiting.
		_ = ctx.Conn().Close()
		return
	}
	var small *fasthttp.ErrSmallBuffer
	bad := api.Errorf(400, api.InvalidRequest, "The request could not be read: it is not HTTP/1.1 in good order.")
	switch {
	case errors.As(err, &small):
		bad = api.Errorf(431, api.InvalidRequest, "The request's line and headers are larger than %d bytes.", readBuffer)
		drain(ctx)
	case errors.Is(err, fasthttp.ErrBodyTooLarge):
		bad = api.Errorf(413, api.PayloadTooLarge, "The body is larger than %d bytes.", maxBody)
		drain(ctx)
	}
	s.fail(ctx, bad)
	ctx.Response.Header.Set("Cache-Control", noStoreWritten)
	ctx.SetConnectionClose()
}

// Of a request that is too large so much is read for no other reason than that its sender hears why: closing a connection on which something is
// unread breaks it, answer and all.
const (
	mostDrained  = 1 << 20                // bytes
	drainedIn    = time.Second            // all of it
	drainedQuiet = 100 * time.Millisecond // nothing comes any more: what is missing was read before
)

// drain reads what is left of a request, within these limits.
func drain(ctx *fasthttp.RequestCtx) {
	c, end := ctx.Conn(), time.Now().Add(drainedIn)
	part := make([]byte, 4<<10)
	for got := 0; got < mostDrained; {
		deadline := time.Now().Add(drainedQuiet)
		if deadline.After(end) {
			deadline = end
		}
		if c.SetReadDeadline(deadline) != nil {
			return
		}
		n, err := c.Read(part)
		got += n
		if err != nil {
			return
		}
	}
}
