package gateway

import (
	"bytes"
	"net/url"
	"strings"

	"github.com/valyala/fasthttp"

	"vitrine/gateway/explorer"
	"vitrine/gateway/respond"
	"vitrine/internal/health"
)

// serveOther answers requests that are not under /v1: health, metrics, the API's document and its explorer, and
// pictures. What only operators may see is not here but at the admin listener (internal/admin).
func (s *Server) serveOther(ctx *fasthttp.RequestCtx, path []byte) {
	if s.cfg.Edit != nil && string(path) == editPath && ctx.IsPost() {
		s.edit(ctx)
		return
	}
	if !ctx.IsGet() && !ctx.IsHead() {
		switch {
		case !s.readable(string(path)) || s.hidden(string(path)):
			s.responder.Error(ctx, errNothing)
		case ctx.IsOptions():
			respond.Allow(ctx)
		default:
			ctx.Response.Header.Set("Allow", respond.ReadMethods)
			s.responder.Error(ctx, errReadOnly)
		}
		return
	}
	if s.hidden(string(path)) {
		s.responder.Error(ctx, errNothing)
		return
	}
	switch string(path) {
	case "/.well-known/jwks.json":
		if err := s.upstream.Pass(ctx, string(path), nil); err != nil {
			s.responder.Error(ctx, err)
		}
	case "/healthz":
		respond.Plain(ctx, 200, plainText, []byte("alive\n"))
	case "/readyz":
		s.readyz(ctx)
	case "/metrics":
		s.metrics(ctx)
	case "/status":
		s.status.Serve(ctx)
	default:
		if f := explorer.Find(string(path)); f != nil {
			s.responder.File(ctx, respond.File{ContentType: f.ContentType, Body: f.Body, Gzip: f.Gzip, ETag: f.ETag,
				Policy: explorer.Policy})
			return
		}
		if s.page(ctx, string(path)) {
			return
		}
		if rest, ok := bytes.CutPrefix(path, []byte("/media/")); ok && s.picture(ctx, string(rest)) {
			return
		}
		if !s.missingPage(ctx, string(path)) {
			s.responder.Error(ctx, errNothing)
		}
	}
}

const (
	plainText = "text/plain; charset=utf-8"
	jsonText  = "application/json; charset=utf-8"
)

// hidden reports whether an address is served by the admin listener only.
func (s *Server) hidden(path string) bool {
	return s.cfg.PrivateMetrics && (path == "/metrics" || path == "/status")
}

// readable reports whether an address outside /v1 may exist.
func (s *Server) readable(path string) bool {
	switch path {
	case "/.well-known/jwks.json", "/healthz", "/readyz", "/metrics", "/status":
		return true
	}
	return explorer.Find(path) != nil || s.site != nil && s.hasPage(path) || strings.HasPrefix(path, "/media/")
}

// readyz answers 200 from when the gateway knows its tenants and a worker knows the gateway, until it stops.
func (s *Server) readyz(ctx *fasthttp.RequestCtx) {
	r := health.New(s.NotReady(), s.Degraded())
	respond.Plain(ctx, r.Status(), jsonText, r.Body())
}

// NotReady says why the gateway should get no requests. It stays ready while Postgres or the bus is away: its answers
// are still correct or marked as unverified, and a balancer that removed every gateway would make it worse.
func (s *Server) NotReady() []health.Reason {
	switch {
	case s.draining.Load():
		return []health.Reason{{Part: "gateway", Message: "It stops. Open connections are closed after their next answer."}}
	case !s.serving.Load() && s.warming.Load():
		return []health.Reason{{Part: "gateway", Message: "It starts: it reads the answers that are requested most."}}
	case !s.serving.Load():
		return []health.Reason{{Part: "gateway", Message: "It starts: no leading ingest worker acknowledges it yet."}}
	}
	return nil
}

// Degraded says what makes the gateway slower.
func (s *Server) Degraded() []health.Reason {
	if s.replica.Disconnected() {
		return []health.Reason{{Part: "gateway", Message: "It is disconnected from the changes on NATS, " +
			"and asks Postgres before it serves a cached answer."}}
	}
	return nil
}

// picture answers with a demo picture: /media/<kind>/<name>.svg. The same name always gives the same picture.
func (s *Server) picture(ctx *fasthttp.RequestCtx, rest string) bool {
	kind, file, ok := strings.Cut(rest, "/")
	name, isSVG := strings.CutSuffix(file, ".svg")
	if !ok || !isSVG {
		return false
	}
	name, err := url.PathUnescape(name)
	if err != nil || s.cfg.Picture == nil {
		return false
	}
	svg, ok := s.cfg.Picture(kind, name)
	if !ok {
		return false
	}
	respond.Plain(ctx, 200, "image/svg+xml", svg)
	ctx.Response.Header.Set("Cache-Control", "max-age=86400, immutable")
	ctx.Response.Header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	return true
}
