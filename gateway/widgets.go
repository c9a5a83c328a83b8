package gateway

import (
	"bytes"
	"log/slog"

	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/gateway/lookup"
	"vitrine/gateway/respond"
	"vitrine/gateway/widget"
	"vitrine/gateway/widget/algolia"
	"vitrine/gateway/widget/meilisearch"
	"vitrine/internal/api"
)

// A shape is the form in which the clients of one product search. A shape knows nothing of tenants and caches.
type shape struct {
	parse       func(path string, body []byte) (*widget.Call, error)
	key         func(*fasthttp.RequestCtx) []byte // the search key that a request carries
	application func(*fasthttp.RequestCtx) []byte // the tenant that it names, nil for none
	failure     func(*api.Error) []byte           // the body of an error
	headers     string                            // that browsers may send
}

// shapeOf is the shape of a path without the tenant's prefix, nil if widgets do not use the path.
func shapeOf(path string) *shape {
	if _, ok := algolia.Match(path); ok {
		return &algoliaShape
	}
	if _, ok := meilisearch.Match(path); ok {
		return &meiliShape
	}
	return nil
}

// matchWidget splits the path of a search of a widget into the tenant, nil for none, and the rest.
func matchWidget(path []byte) (tenant []byte, rest string, ok bool) {
	if after, found := bytes.CutPrefix(path, []byte("/t/")); found {
		i := bytes.IndexByte(after, '/')
		if i <= 0 {
			return nil, "", false
		}
		tenant, path = after[:i], after[i:]
	}
	rest = string(path)
	return tenant, rest, shapeOf(rest) != nil
}

// serveWidget answers a search of a widget. All its errors have the client's own form.
func (s *Server) serveWidget(rq *request, path string) {
	sh := shapeOf(path)
	if err := s.searchWidget(rq, sh, path); err != nil {
		s.responder.ErrorAs(rq.ctx, err, sh.failure)
	}
}

var errPostOnly = api.Errorf(405, api.MethodNotAllowed, "This address is searched with POST.")

func (s *Server) searchWidget(rq *request, sh *shape, path string) error {
	ctx := rq.ctx
	switch {
	case ctx.IsOptions():
		respond.AllowPosts(ctx, sh.headers)
		return nil
	case !ctx.IsPost():
		ctx.Response.Header.Set("Allow", respond.PostMethods)
		return errPostOnly
	case len(ctx.Request.Header.ContentEncoding()) > 0:
		return api.Errorf(415, api.UnsupportedMediaType, "Send the body without Content-Encoding.")
	}
	if named := sh.application(ctx); len(named) > 0 {
		if rq.Tenant != nil && !bytes.Equal(rq.Tenant, named) {
			return api.Errorf(400, api.TenantMismatch, "The application id and the URL name different tenants.")
		}
		if header, _ := lookup.TenantHeader(&ctx.Request.Header); len(header) > 0 && !bytes.Equal(header, named) {
			return api.Errorf(400, api.TenantMismatch, "The application id and x-service-client name different tenants.")
		}
		rq.Tenant = named
	}
	if err := s.admit(rq); err != nil {
		return err
	}
	if !rq.tenant.HasSearchKey() {
		return api.Errorf(403, api.Unauthenticated,
			"This tenant has no search key. Its operator makes one: vitrine tenant search-key %s", rq.tenant.ID())
	}
	if !rq.tenant.IsSearchKey(sh.key(ctx)) {
		return api.Errorf(403, api.Unauthenticated, "Invalid Application-ID or API key")
	}
	call, err := sh.parse(path, ctx.Request.Body())
	if err != nil {
		return err
	}
	return s.answerWidget(rq, call)
}

// answerWidget answers a call: from the cache under its canonical form, else from one snapshot.
func (s *Server) answerWidget(rq *request, call *widget.Call) error {
	p := call.Posted(rq.tenant.ID())
	if e := s.cache.Get(p.Key, rq.now); e != nil {
		return s.sendWidget(rq, e, s.cacheStatus.Hit)
	}
	e, err := s.reader.FillPosted(rq.cached, rq.arrived, rq.now, p, rq.client)
	if err == nil {
		return s.sendWidget(rq, e, s.cacheStatus.Miss)
	}
	if known := api.Of(err); known.Status < 500 {
		return err
	}
	// Postgres cannot be read, or has too much to do. A tenant may allow the last known answer instead of an error.
	if old := s.cache.Peek(p.Key); old != nil && rq.tenant.ServeStale {
		s.unread.Log(s.log, slog.LevelWarn, unverified, "tenant", rq.tenant.ID(), "err", err)
		rq.unverified = true
		return s.sendWidget(rq, old, s.cacheStatus.Hit)
	}
	return err
}

func (s *Server) sendWidget(rq *request, e *cache.Entry, status []byte) error {
	if !respond.SendPosted(rq.ctx, e, status) {
		return respond.NotAcceptable()
	}
	if rq.unverified {
		s.cacheStatus.Unverified(rq.ctx, s.clock.Now().Sub(e.Made))
	}
	return nil
}

// algoliaShape is the shape of Algolia's clients. Browsers send credentials in the URL, servers in headers.
var algoliaShape = shape{
	parse: func(path string, body []byte) (*widget.Call, error) {
		route, _ := algolia.Match(path)
		return algolia.Parse(route, body)
	},
	key:         func(ctx *fasthttp.RequestCtx) []byte { return headerOrParameter(ctx, "x-algolia-api-key") },
	application: func(ctx *fasthttp.RequestCtx) []byte { return headerOrParameter(ctx, "x-algolia-application-id") },
	failure:     algolia.Error,
	headers: "content-type, authorization, x-algolia-api-key, x-algolia-application-id, x-algolia-agent, " +
		"x-algolia-user-token, x-algolia-usertoken, x-algolia-session-id, x-algolia-request-id, x-service-client, " +
		"x-consistency, *",
}

// meiliShape is the shape of Meilisearch's clients. The URL, a header or the host names the tenant.
var meiliShape = shape{
	parse: func(path string, body []byte) (*widget.Call, error) {
		route, _ := meilisearch.Match(path)
		return meilisearch.Parse(route, body)
	},
	key: func(ctx *fasthttp.RequestCtx) []byte {
		scheme, key, _ := bytes.Cut(ctx.Request.Header.Peek(fasthttp.HeaderAuthorization), []byte(" "))
		if !bytes.EqualFold(scheme, []byte("Bearer")) {
			return nil
		}
		return bytes.TrimSpace(key)
	},
	application: func(*fasthttp.RequestCtx) []byte { return nil },
	failure:     meilisearch.Error,
	headers:     "content-type, authorization, x-meilisearch-client, x-service-client, x-consistency, *",
}

func headerOrParameter(ctx *fasthttp.RequestCtx, name string) []byte {
	if v := ctx.Request.Header.Peek(name); len(v) > 0 {
		return v
	}
	return ctx.QueryArgs().Peek(name)
}
