package gateway

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"runtime/debug"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/internal/api"
	"vitrine/internal/tenant"
)

// A request is one request on its way. It lives as long as its handler: nothing of ctx may be kept longer.
type request struct {
	ctx         *fasthttp.RequestCtx
	path        []byte // under /v1 and without prefix, as it was asked
	tenantInURL []byte // of /t/<tenant>/v1; nil otherwise
	moved       bool   // asked under another path than its own: the answer names that one
	tenant      *tenant.Tenant
	member      *cache.Tenant
	arrived     cache.Snapshot // what was applied on arrival: no answer may be older
	now         time.Time
	blind       bool // neither the bus nor Postgres can say whether answers are still true

	found *place // where it lies in the cache is all that is asked (why)

	past context.Context // read from Postgres, past the cache, within this (Render); nil: through the cache
	read cache.Snapshot  // what it was read in then
}

// serve answers one request.
func (s *Server) serve(ctx *fasthttp.RequestCtx) {
	defer func() {
		if p := recover(); p != nil {
			s.fail(ctx, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	taken(ctx)
	if bad := ambiguous(ctx); bad != "" { // whatever is asked: what comes after it may be another request, or not
		s.fail(ctx, api.Errorf(400, api.InvalidRequest, "%s", bad))
		ctx.SetConnectionClose()
		return
	}
	if s.hit(ctx) {
		return
	}
	path := ctx.Request.URI().PathOriginal()
	if bad := malformedPath(path); bad != "" {
		s.fail(ctx, api.Errorf(400, api.InvalidRequest, "%s", bad))
		return
	}
	rq := &request{ctx: ctx}
	if !rq.locate(path) {
		s.serveOther(ctx, path)
		return
	}
	if written(rq.path) {
		if err := s.serveWritten(rq); err != nil {
			s.fail(ctx, err)
			ctx.Response.Header.Set("Cache-Control", noStoreWritten)
		}
		return
	}
	if len(ctx.Request.Body()) > 0 && (ctx.IsGet() || ctx.IsHead()) {
		s.fail(ctx, api.Errorf(400, api.InvalidRequest, "This address is read: the request may have no body."))
		ctx.SetConnectionClose()
		return
	}
	if string(rq.path) == changesPath {
		if err := s.serveChanges(rq); err != nil {
			s.fail(ctx, err)
		}
		return
	}
	if err := s.serveRead(rq); err != nil {
		s.fail(ctx, err)
	}
}

// locate finds the part of a path that routes go by: after /v1, /t/<tenant>/v1, and the catalog and finance prefixes.
func (rq *request) locate(path []byte) bool {
	if rest, ok := bytes.CutPrefix(path, []byte("/t/")); ok {
		i := bytes.IndexByte(rest, '/')
		if i <= 0 {
			return false
		}
		rq.tenantInURL, path = rest[:i], rest[i:]
	}
	rest, ok := bytes.CutPrefix(path, []byte("/v1"))
	if !ok || len(rest) == 0 || rest[0] != '/' {
		return false
	}
	if r, ok := bytes.CutPrefix(rest, []byte("/catalog")); ok && len(r) > 1 && r[0] == '/' {
		rest, rq.moved = r, true
	} else if r, ok := bytes.CutPrefix(rest, []byte("/finance")); ok && bytes.HasPrefix(r, []byte("/payment")) {
		rest, rq.moved = r, true
	}
	rq.path = rest
	return true
}

// malformedPath says what is wrong with a path that could mean one thing to us and another to a proxy before us.
func malformedPath(path []byte) string {
	const clean = "The path is not in its plain form: no //, no /./ or /../, no ; or \\, and no %2f, %5c or %00."
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == ';' || c == '\\' || c < ' ' || c == 0x7f:
			return clean
		case c == '/':
			rest := path[i+1:]
			if len(rest) > 0 && rest[0] == '/' || dots(rest) {
				return clean
			}
		case c == '%':
			if i+2 >= len(path) {
				return "The path ends within a percent code."
			}
			v, err := strconv.ParseUint(string(path[i+1:i+3]), 16, 8)
			if err != nil {
				return "The path has a % that is no percent code."
			}
			if v < ' ' || v == '/' || v == '\\' || v == 0x7f || v == '%' || v == ';' || v == '.' {
				return clean
			}
		}
	}
	return ""
}

// dots reports whether a path segment is . or ..
func dots(rest []byte) bool {
	n := 0
	for n < len(rest) && rest[n] == '.' {
		n++
	}
	return n > 0 && n <= 2 && (n == len(rest) || rest[n] == '/')
}

// serveWritten passes a request under /v1 on to the write service. Whether it needs a tenant at all is known there.
func (s *Server) serveWritten(rq *request) error {
	id, owner, err := s.named(rq.ctx, rq.tenantInURL)
	if err != nil {
		return err
	}
	if id == nil && owner != nil {
		id = []byte(owner.ID())
	}
	if rq.moved {
		rq.ctx.Response.Header.Set("Content-Location", rq.base()+string(rq.path))
	}
	return s.pass(rq.ctx, string(rq.path), id)
}

// serveRead answers a request under /v1.
func (s *Server) serveRead(rq *request) error {
	ctx := rq.ctx
	if ctx.IsOptions() {
		return s.options(rq)
	}
	var unsure, err error
	if s.cache.Silent() || s.owed.n.Load() > 0 {
		unsure = s.verify() // first: what is missing may be that the shop was switched off
	}
	if rq.tenant, err = s.whose(ctx, rq.tenantInURL); err != nil {
		return err
	}
	if rq.member, err = s.member(rq.tenant); err != nil {
		return err
	}
	if unsure != nil {
		// Neither the bus nor Postgres says what changed: serve what was last known, and say so, or refuse.
		if !rq.tenant.ServeStale {
			return &api.Error{Status: 503, Code: api.Unavailable, Message: "The shop cannot be read right now. Try again in a moment.", Cause: unsure}
		}
		rq.blind = true
	}
	if err := s.consistent(rq); err != nil {
		return err
	}
	rq.arrived = rq.member.Snapshot()
	rq.now = s.clock.Now()

	return s.route(rq)
}

const verifyTimeout = time.Second

// verify makes sure that everything committed before the call is applied, while the bus is silent, and that every tenant that changed was
// read again.
func (s *Server) verify() error {
	ctx, cancel := context.WithTimeout(context.Background(), verifyTimeout)
	defer cancel()
	if s.cache.Silent() {
		if err := s.cache.Verify(ctx); err != nil {
			return err
		}
	}
	return s.owed.settle(ctx, s.readShop)
}

// route finds the handler of a path.
func (s *Server) route(rq *request) error {
	ctx := rq.ctx
	if ctx.IsGet() || ctx.IsHead() {
		if h, _ := s.routes.Lookup(fasthttp.MethodGet, string(rq.path), ctx); h != nil {
			ctx.SetUserValue(requestKey, rq)
			h(ctx)
			return nil
		}
		return api.Errorf(404, api.NotFound, "There is nothing at this address.")
	}
	if h, _ := s.routes.Lookup(fasthttp.MethodGet, string(rq.path), ctx); h != nil {
		ctx.Response.Header.Set("Allow", readMethods)
		return api.Errorf(405, api.MethodNotAllowed, "This address can be read with GET or HEAD.")
	}
	return api.Errorf(404, api.NotFound, "There is nothing at this address.")
}

// requestKey is where a route's handler finds its request.
const requestKey = "request"

// pathValues decodes the path parameters, once.
func pathValues(ctx *fasthttp.RequestCtx, names []string) ([]string, error) {
	var out []string
	for _, name := range names {
		raw, _ := ctx.UserValue(name).(string)
		v, err := url.PathUnescape(raw)
		if err != nil || !utf8.ValidString(v) || len(v) > 4*maxText {
			return nil, api.Errorf(404, api.NotFound, "There is no such %s.", name)
		}
		out = append(out, v)
	}
	return out, nil
}

// serveView answers a request for a view: from the cache under its canonical key, else filled.
func (s *Server) serveView(rq *request, a *ask) error {
	where := a.appendURL(nil)
	if rq.past != nil {
		return s.serveUncached(rq, a, string(where))
	}
	key := cache.AppendKey(nil, rq.tenant.ID(), where)
	if rq.found != nil {
		rq.found.key, rq.found.where = key, string(where)
		return nil
	}
	if e := s.cache.Get(key, rq.now); e != nil {
		s.remember(rq, e)
		s.respond(rq, e, statusHit)
		return nil
	}
	e, err := s.fill(rq, a, key, string(where))
	if err != nil {
		var known *api.Error
		if errors.As(err, &known) && known.Status < 500 {
			return err
		}
		// Postgres cannot be read. What was last known is better than nothing, if the tenant says so.
		if old := s.cache.Peek(key); old != nil && rq.tenant.ServeStale {
			s.log.Warn("serving what was last known", "tenant", rq.tenant.ID(), "err", err)
			rq.blind = true
			s.respond(rq, old, statusHit)
			return nil
		}
		return err
	}
	status := statusMiss
	if e.Local {
		status = statusComposed
	}
	s.respond(rq, e, status)
	return nil
}
