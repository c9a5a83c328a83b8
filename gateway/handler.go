package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/accept"
	"vitrine/gateway/admit"
	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/gateway/respond"
	"vitrine/gateway/upstream"
	"vitrine/internal/api"
	"vitrine/internal/edge"
	"vitrine/internal/tenant"
	"vitrine/internal/trace"
)

// A request is one request that was not answered from the cache by its raw URL. It lives as long as its handler, so
// nothing of ctx may be kept longer.
type request struct {
	query.Location
	ctx        *fasthttp.RequestCtx
	tenant     *tenant.Tenant
	edges      *edge.Policy // for the edges that may keep the answer; nil: none may
	cached     *replica.Tenant
	arrived    cache.Snapshot // what was applied on arrival: no answer may be older
	now        time.Time
	unverified bool // neither the bus nor Postgres can say whether answers are still true
}

// serve answers one request.
func (s *Server) serve(ctx *fasthttp.RequestCtx) {
	defer func() {
		if p := recover(); p != nil {
			s.responder.Error(ctx, fmt.Errorf("panic: %v\n%s", p, debug.Stack()))
		}
	}()
	accept.Taken(ctx)
	if accept.Last(ctx) || s.draining.Load() {
		defer ctx.SetConnectionClose() // at the end, because the answer may be reset before
	}
	if bad := accept.Ambiguous(ctx); bad != "" { // what follows on the connection may be another request, or not
		s.responder.Error(ctx, api.Errorf(400, api.InvalidRequest, "%s", bad))
		ctx.SetConnectionClose()
		return
	}
	if accept.Hit(ctx, s.lookup, s.clock, s.cacheStatus) {
		return
	}
	if s.cfg.Trace == nil {
		s.route(ctx)
		return
	}
	s.traced(ctx)
}

// fail answers with an error, in the form of the client that the path belongs to.
func (s *Server) fail(ctx *fasthttp.RequestCtx, err error) {
	if _, rest, ok := matchWidget(ctx.Request.URI().PathOriginal()); ok {
		s.responder.ErrorAs(ctx, err, shapeOf(rest).failure)
		return
	}
	s.responder.Error(ctx, err)
}

// route answers a request that no raw URL of the cache answers.
func (s *Server) route(ctx *fasthttp.RequestCtx) {
	path := ctx.Request.URI().PathOriginal()
	if bad := query.MalformedPath(path); bad != "" {
		s.fail(ctx, api.Errorf(400, api.InvalidRequest, "%s", bad))
		return
	}
	at, ok := query.Locate(path)
	if !ok {
		if tenant, rest, ok := matchWidget(path); ok {
			s.serveWidget(&request{Location: query.Location{Tenant: tenant}, ctx: ctx}, rest)
			return
		}
		s.serveOther(ctx, path)
		return
	}
	rq := &request{Location: at, ctx: ctx}
	if upstream.Owns(rq.Path) {
		if err := s.serveWritten(rq); err != nil {
			s.responder.Error(ctx, err)
			ctx.Response.Header.Set("Cache-Control", respond.NoStore)
		}
		return
	}
	if len(ctx.Request.Body()) > 0 && (ctx.IsGet() || ctx.IsHead()) {
		s.responder.Error(ctx, api.Errorf(400, api.InvalidRequest, "GET requests to this path must not have a body."))
		ctx.SetConnectionClose()
		return
	}
	if serve := s.streams.Find(rq.Path); serve != nil {
		if err := serve(ctx, rq.Tenant); err != nil {
			s.responder.Error(ctx, err)
		}
		return
	}
	if err := s.serveRead(rq); err != nil {
		s.responder.Error(ctx, err)
	}
}

// serveWritten passes a request under /v1 on to the write service, which knows whether it needs a tenant.
func (s *Server) serveWritten(rq *request) error {
	id, err := s.lookup.Named(rq.ctx, rq.Tenant)
	if err != nil {
		return err
	}
	if rq.Moved {
		rq.ctx.Response.Header.Set("Content-Location", rq.Base()+string(rq.Path))
	}
	trace.Of(rq.ctx).Name("write service: " + upstream.Area(rq.Path))
	return s.upstream.Pass(rq.ctx, string(rq.Path), id)
}

// serveRead answers a request under /v1.
func (s *Server) serveRead(rq *request) error {
	ctx := rq.ctx
	if ctx.IsOptions() {
		if !s.router.Has(rq.Path) {
			return errNothing
		}
		respond.Allow(ctx)
		return nil
	}
	if err := s.admit(rq); err != nil {
		return err
	}
	if !ctx.IsGet() && !ctx.IsHead() {
		if !s.router.Has(rq.Path) {
			return errNothing
		}
		ctx.Response.Header.Set("Allow", respond.ReadMethods)
		return errReadOnly
	}
	q, err := s.router.Resolve(ctx, rq.Path)
	if err != nil {
		return err
	}
	return s.serveView(rq, q)
}

// admit finds the tenant of a request, and what is applied of it here. No answer to the request may be older.
func (s *Server) admit(rq *request) error {
	var unsure, err error
	if !s.lookup.Connected(s.clock.Machine()) {
		unsure = s.lookup.Verify() // first: a missing change may have disabled the tenant
	}
	if rq.tenant, rq.edges, err = s.lookup.Tenant(rq.ctx, rq.Tenant); err != nil {
		return err
	}
	if rq.cached, err = s.lookup.Cached(rq.tenant); err != nil {
		return err
	}
	if unsure != nil {
		if !rq.tenant.ServeStale {
			return &api.Error{Status: 503, Code: api.Unavailable,
				Message: "The tenant cannot be read now. Try again in a moment.", Cause: unsure}
		}
		rq.unverified, rq.edges = true, nil
	}
	if err := s.consistent(rq); err != nil {
		return err
	}
	rq.arrived = rq.cached.Snapshot()
	rq.now = s.clock.Now()
	return nil
}

var (
	errNothing  = api.Errorf(404, api.NotFound, "There is nothing at this address.")
	errReadOnly = api.Errorf(405, api.MethodNotAllowed, "This address can be read with GET or HEAD.")
)

// serveView answers a request for a view: from the cache under its canonical key, else from Postgres.
func (s *Server) serveView(rq *request, q *query.Query) error {
	span := trace.Of(rq.ctx)
	span.Name("GET " + q.View.Path)
	span.Set(trace.Route, "/v1"+q.View.Path)
	span.Set(trace.Tenant, rq.tenant.ID())
	where := q.AppendURL(nil)
	key := cache.AppendKey(nil, rq.tenant.ID(), where)
	if e := s.cache.Get(key, rq.now); e != nil {
		s.lookup.Remember(rq.tenant.ID(), rq.ctx.Request.Header.RequestURI(), e)
		span.Set(trace.Cache, "hit")
		s.respond(rq, e, s.cacheStatus.Hit)
		return nil
	}
	step := span.Child("fill")
	e, err := s.reader.Fill(rq.cached, rq.arrived, rq.now, q, key, rq.client)
	step.End()
	if err != nil {
		var known *api.Error
		if errors.As(err, &known) && known.Status < 500 {
			return err
		}
		// Postgres cannot be read, or has too much to do. A tenant may allow the last known answer instead of an error.
		if old := s.cache.Peek(key); old != nil && rq.tenant.ServeStale {
			s.unread.Log(s.log, slog.LevelWarn, unverified, "tenant", rq.tenant.ID(), "err", err)
			rq.unverified, rq.edges = true, nil
			s.respond(rq, old, s.cacheStatus.Hit)
			return nil
		}
		return err
	}
	status, how := s.cacheStatus.Miss, "miss"
	if e.Local {
		status, how = s.cacheStatus.Assembled, "assembled"
	}
	span.Set(trace.Cache, how)
	s.respond(rq, e, status)
	return nil
}

// unverified is logged when an answer is sent that nothing has confirmed.
const unverified = "serving an unverified answer: it cannot be read from Postgres now"

// client says whether the client of the request is still there.
func (rq *request) client() admit.Presence {
	switch ended, reset := accept.Gone(rq.ctx); {
	case reset:
		return admit.Gone
	case ended:
		return admit.Ended
	default:
		return admit.There
	}
}

// respond sends an entry: whole, or 304 to a reader that has it.
func (s *Server) respond(rq *request, e *cache.Entry, status []byte) {
	ctx := rq.ctx
	age := func() time.Duration { return s.clock.Now().Sub(e.Made) }
	if e.Body == nil {
		s.responder.Error(ctx, read.NoRecord())
		if rq.unverified {
			s.cacheStatus.Unverified(ctx, age())
		}
		if rq.edges != nil {
			respond.Missing(ctx, e, rq.edges, s.clock.Now())
		}
		return
	}
	if !respond.Send(ctx, e, rq.edges, status, s.clock.Now()) {
		s.responder.Error(ctx, respond.NotAcceptable())
		return
	}
	if rq.Moved || !rq.isFor(string(e.Name())) {
		ctx.Response.Header.Set("Content-Location", rq.Base()+string(e.Name()))
	}
	if rq.unverified {
		s.cacheStatus.Unverified(ctx, age())
	}
}

// isFor reports whether the request's URL has exactly this path and query under /v1.
func (rq *request) isFor(location string) bool {
	path, params, _ := strings.Cut(location, "?")
	return path == string(rq.Path) && params == string(rq.ctx.URI().QueryString())
}

// Render answers a URL such as "/v1/product?limit=2" from Postgres. It neither reads nor fills the cache. While nothing
// is edited, the cache holds exactly this answer for the URL, except for product/random, which differs every time.
func (s *Server) Render(ctx context.Context, tenantID, url string) (read.Rendering, error) {
	var out read.Rendering
	if !strings.HasPrefix(url, "/v1/") {
		return out, fmt.Errorf("render %s: only URLs under /v1 are read from Postgres", url)
	}
	if s.lookup.ByID(tenantID) == nil {
		return out, api.UnknownTenant()
	}
	q, err := s.router.ResolveURL(url)
	if err == nil {
		out, err = s.reader.Render(ctx, tenantID, q)
	}
	if err == nil {
		return out, nil
	}
	e := api.Of(err)
	out.Status, out.Body = e.Status, e.Body(s.responder.RequestID())
	if e.Status >= 500 {
		return out, fmt.Errorf("render %s for %s: %w", url, tenantID, err)
	}
	return out, nil
}
