package gateway

import (
	"net/netip"

	"github.com/valyala/fasthttp"

	"vitrine/cache/replica"
	"vitrine/gateway/upstream"
	"vitrine/internal/api"
	"vitrine/internal/trace"
	"vitrine/internal/wire"
)

// traced answers a request as route does, under a span if it is recorded. A hit by the raw URL never gets here: spans
// cost a request more than such an answer does.
func (s *Server) traced(ctx *fasthttp.RequestCtx) {
	span := s.cfg.Trace.Accept("other", upstream.Traceparent(ctx), s.trusts(ctx))
	if span == nil {
		s.route(ctx)
		return
	}
	defer span.End()
	ctx.SetUserValue(trace.ContextKey, span)
	span.Set(trace.Method, trace.MethodName(string(ctx.Method())))
	s.route(ctx)
	span.Status(ctx.Response.StatusCode())
}

// trusts reports whether the peer is a declared proxy.
func (s *Server) trusts(ctx *fasthttp.RequestCtx) bool {
	peer, _ := netip.AddrFromSlice(ctx.RemoteIP())
	return api.Trusts(s.cfg.Trusted, peer)
}

// applying records that a change is applied, in the trace of the change if it has one.
func (s *Server) applying(t *replica.Tenant, m wire.Message) {
	span := s.cfg.Trace.Continue("apply change", m.Trace)
	s.changed(t, m)
	span.Set(trace.Tenant, m.Tenant)
	span.Count(trace.Change, int64(m.Seq)) //nolint:gosec // Postgres counts in int64
	span.End()
}
