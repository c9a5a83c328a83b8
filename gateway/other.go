package gateway

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/valyala/fasthttp"

	"vitrine/gateway/explorer"
	"vitrine/gateway/lookup"
	"vitrine/gateway/respond"
)

// serveOther answers requests that are not under /v1: health, metrics, the API's document and its explorer, and
// pictures.
func (s *Server) serveOther(ctx *fasthttp.RequestCtx, path []byte) {
	if !ctx.IsGet() && !ctx.IsHead() {
		switch {
		case !readable(string(path)):
			s.responder.Error(ctx, errNothing)
		case ctx.IsOptions():
			respond.Allow(ctx)
		default:
			ctx.Response.Header.Set("Allow", respond.ReadMethods)
			s.responder.Error(ctx, errReadOnly)
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
		respond.Plain(ctx, 200, plainText, []byte("alive\n"))
	case "/readyz":
		s.readyz(ctx)
	case "/metrics":
		s.metrics(ctx)
	case "/status":
		s.status.Serve(ctx)
	case "/admin/why":
		s.serveWhy(ctx)
	default:
		if f := explorer.Find(string(path)); f != nil {
			s.responder.File(ctx, respond.File{ContentType: f.ContentType, Body: f.Body, Gzip: f.Gzip, ETag: f.ETag,
				Policy: explorer.Policy})
			return
		}
		if rest, ok := bytes.CutPrefix(path, []byte("/media/")); ok && s.picture(ctx, string(rest)) {
			return
		}
		s.responder.Error(ctx, errNothing)
	}
}

const plainText = "text/plain; charset=utf-8"

// readable reports whether an address outside /v1 may exist.
func readable(path string) bool {
	switch path {
	case "/.well-known/jwks.json", "/healthz", "/readyz", "/metrics", "/status":
		return true
	}
	return explorer.Find(path) != nil || strings.HasPrefix(path, "/media/")
}

// mail passes requests to the mail catcher, which shows emails with their tokens, for people at this machine only. The
// write service checks the address of the client. Here a request is refused that a proxy passes on, that a script of
// another origin sends, or whose host name was made to lead to this machine. No other origin may read the answer.
func (s *Server) mail(ctx *fasthttp.RequestCtx, path string) {
	if !direct(ctx) {
		s.responder.Error(ctx, errNothing)
		return
	}
	if err := s.upstream.Pass(ctx, path, nil); err != nil {
		s.responder.Error(ctx, err)
		return
	}
	respond.SameOrigin(ctx)
}

// direct reports whether a request names this machine and came through no proxy.
func direct(ctx *fasthttp.RequestCtx) bool {
	host := string(lookup.HostName(ctx.Host()))
	local := host == "localhost" || host == "127.0.0.1" || host == "[::1]"
	for _, name := range []string{"Origin", "Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via"} {
		local = local && len(ctx.Request.Header.Peek(name)) == 0
	}
	return local
}

// readyz answers 200 from when the gateway knows its tenants and a worker knows the gateway, until it stops. It stays
// ready while Postgres or the bus is away: its answers are still correct or marked as unverified, and a balancer that
// removed every gateway would make it worse.
func (s *Server) readyz(ctx *fasthttp.RequestCtx) {
	if !s.serving.Load() {
		respond.Plain(ctx, 503, plainText, []byte("starting or stopping\n"))
		return
	}
	respond.Plain(ctx, 200, plainText, []byte("ready\n"))
}

// serveWhy answers /admin/why?tenant=…&path=…&compare=true, for people at this machine only.
func (s *Server) serveWhy(ctx *fasthttp.RequestCtx) {
	if !direct(ctx) || !ctx.RemoteIP().IsLoopback() {
		s.responder.Error(ctx, errNothing)
		return
	}
	args := ctx.QueryArgs()
	x, err := s.why.Explain(string(args.Peek("tenant")), string(args.Peek("path")), args.GetBool("compare"))
	var body []byte
	if err == nil {
		body, err = json.Marshal(x)
	}
	if err != nil {
		s.responder.Error(ctx, err)
		return
	}
	respond.Plain(ctx, 200, respond.JSONType, append(body, '\n'))
	respond.SameOrigin(ctx)
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
