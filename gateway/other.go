package gateway

import (
	"bytes"
	"net/url"
	"strings"

	"github.com/valyala/fasthttp"

	"vitrine/gateway/explorer"
	"vitrine/gateway/lookup"
	"vitrine/gateway/respond"
	"vitrine/internal/api"
)

// serveOther answers what is not under /v1: health, metrics, the document and its explorer, and pictures.
func (s *Server) serveOther(ctx *fasthttp.RequestCtx, path []byte) {
	if !ctx.IsGet() && !ctx.IsHead() {
		switch {
		case !s.readable(string(path)):
			s.responder.Error(ctx, api.Errorf(404, api.NotFound, "There is nothing at this address."))
		case ctx.IsOptions():
			respond.Allow(ctx)
		default:
			ctx.Response.Header.Set("Allow", respond.ReadMethods)
			s.responder.Error(ctx, api.Errorf(405, api.MethodNotAllowed, "This address can be read with GET or HEAD."))
		}
		return
	}
	switch string(path) {
	case "/.well-known/jwks.json":
		if err := s.upstream.Pass(ctx, string(path), nil); err != nil {
			s.responder.Error(ctx, err)
		}
	case "/mail", "/mail.json":
		s.mail(ctx, string(path))
	case "/healthz":
		respond.Plain(ctx, 200, "text/plain; charset=utf-8", []byte("alive\n"))
	case "/readyz":
		s.readyz(ctx)
	case "/metrics":
		s.metrics(ctx)
	case "/status":
		s.serveStatus(ctx)
	case "/admin/why":
		s.serveWhy(ctx)
	default:
		if f := explorer.Find(string(path)); f != nil {
			s.serveFile(ctx, f)
			return
		}
		if rest, ok := bytes.CutPrefix(path, []byte("/media/")); ok && s.picture(ctx, string(rest)) {
			return
		}
		s.responder.Error(ctx, api.Errorf(404, api.NotFound, "There is nothing at this address."))
	}
}

// mail passes on what shows letters, tokens and all, to people at this machine only. The write service looks whose request it is; here a page of
// elsewhere is kept out, whether its name was made to lead to this machine or its script asks from another origin, and so is what a proxy
// passes on for others. No other origin may read the answer.
func (s *Server) mail(ctx *fasthttp.RequestCtx, path string) {
	if !direct(ctx) {
		s.responder.Error(ctx, api.Errorf(404, api.NotFound, "There is nothing at this address."))
		return
	}
	if err := s.upstream.Pass(ctx, path, nil); err != nil {
		s.responder.Error(ctx, err)
		return
	}
	respond.SameOrigin(ctx)
}

// direct reports whether a request names this machine and came through nobody else.
func direct(ctx *fasthttp.RequestCtx) bool {
	host := string(lookup.HostName(ctx.Host()))
	local := host == "localhost" || host == "127.0.0.1" || host == "[::1]"
	for _, name := range []string{"Origin", "Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via"} {
		local = local && len(ctx.Request.Header.Peek(name)) == 0
	}
	return local
}

// local reports whether a request is of somebody at this machine.
func (s *Server) local(ctx *fasthttp.RequestCtx) bool {
	return direct(ctx) && ctx.RemoteIP().IsLoopback()
}

// readable reports whether there may be something at an address outside /v1.
func (s *Server) readable(path string) bool {
	switch path {
	case "/.well-known/jwks.json", "/healthz", "/readyz", "/metrics", "/status":
		return true
	}
	return explorer.Find(path) != nil || strings.HasPrefix(path, "/media/")
}

// readyz is 200 from when the gateway knows its shops and is known to a worker until it stops. With Postgres or the bus away it stays so: what is answered then is
// still true, or says that it may not be, and a balancer that took every gateway out would make it worse.
func (s *Server) readyz(ctx *fasthttp.RequestCtx) {
	if !s.ready.Load() {
		respond.Plain(ctx, 503, "text/plain; charset=utf-8", []byte("starting or stopping\n"))
		return
	}
	respond.Plain(ctx, 200, "text/plain; charset=utf-8", []byte("ready\n"))
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
	ctx.Response.Header.Set("Cache-Control", "public, max-age=86400, immutable")
	ctx.Response.Header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	return true
}
