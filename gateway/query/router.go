package query

import (
	"errors"
	"net/url"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/fasthttp/router"
	"github.com/valyala/fasthttp"
	"golang.org/x/text/unicode/norm"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

// A Router finds the view of a path: every URL under /v1 that is read, one route for each view of the catalogue.
//
// Paths are matched as they were sent, undecoded. There are no redirects: a CDN would cache one under another tenant's
// key.
type Router struct {
	routes *router.Router
	fixed  map[string]bool // the paths of views without path parameters
	urls   sync.Pool       // of *fasthttp.RequestCtx, for ResolveURL
	strict bool            // an unknown parameter that resembles a known one is an error
}

// NewRouter makes a router for all views of the catalogue. A strict router refuses unknown parameters that look like
// known ones with a typing error; otherwise, all unknown parameters are ignored.
func NewRouter(strict bool) *Router {
	r := &Router{routes: router.New(), fixed: map[string]bool{}, strict: strict}
	r.routes.RedirectTrailingSlash = false
	r.routes.RedirectFixedPath = false
	r.routes.HandleMethodNotAllowed = false
	r.routes.HandleOPTIONS = false
	for v := range catalog.Views() {
		r.fixed[v.Path] = true
		r.routes.GET(v.Path, func(ctx *fasthttp.RequestCtx) { ctx.SetUserValue(viewKey{}, v) })
	}
	return r
}

// viewKey is the user value under which a route leaves its view.
type viewKey struct{}

var errNothing = api.Errorf(404, api.NotFound, "There is nothing at this address.")

// ErrNotRead is returned by ResolveURL for a URL that is not under /v1.
var ErrNotRead = errors.New("the URL is not under /v1")

// ResolveURL is Resolve for a URL such as "/v1/product?limit=2" that no client sent.
func (r *Router) ResolveURL(url string) (*Query, error) {
	ctx, ok := r.urls.Get().(*fasthttp.RequestCtx)
	if !ok {
		ctx = new(fasthttp.RequestCtx)
	}
	defer func() {
		ctx.ResetUserValues()
		ctx.Request.Reset()
		r.urls.Put(ctx)
	}()
	ctx.Request.SetRequestURI(url)
	path := ctx.Request.URI().PathOriginal()
	l, ok := Locate(path)
	if !ok || MalformedPath(path) != "" {
		return nil, ErrNotRead
	}
	return r.Resolve(ctx, l.Path)
}

// Resolve turns a request for a path under /v1 into a query. A path without a view, and parameters that make no sense,
// are errors that the client may read. The query does not refer to ctx.
func (r *Router) Resolve(ctx *fasthttp.RequestCtx, path []byte) (*Query, error) {
	h := r.find(ctx, path)
	if h == nil {
		return nil, errNothing
	}
	h(ctx)
	v, _ := ctx.UserValue(viewKey{}).(*catalog.View)
	params := v.Plan().Params
	values, err := pathValues(ctx, params)
	if err != nil {
		return nil, err
	}
	if len(params) > 0 && r.fixed[canonicalPath(v.Path, params, values)] {
		// The path of another view with one letter percent-encoded. No record has such a slug, and the 404 must not be
		// kept under the key of that view.
		return nil, api.Errorf(404, api.NotFound, "There is no such record.")
	}
	if r.strict {
		if err := mistyped(v, ctx.QueryArgs()); err != nil {
			return nil, err
		}
	}
	q, err := parse(v, values, ctx.QueryArgs())
	if err == nil && q.Explain && !r.strict { // the public need not know how a shop ranks
		return nil, api.Invalid("explain", "true", "no value in production, where vitrine search explain shows the same")
	}
	return q, err
}

// Has reports whether a view has this path under /v1.
func (r *Router) Has(path []byte) bool { return r.find(&fasthttp.RequestCtx{}, path) != nil }

func (r *Router) find(ctx *fasthttp.RequestCtx, path []byte) fasthttp.RequestHandler {
	h, _ := r.routes.Lookup(fasthttp.MethodGet, string(path), ctx)
	return h
}

// pathValues decodes the path parameters, once.
func pathValues(ctx *fasthttp.RequestCtx, names []string) ([]string, error) {
	var out []string
	for _, name := range names {
		raw, _ := ctx.UserValue(name).(string)
		v, err := url.PathUnescape(raw)
		if err != nil || !utf8.ValidString(v) || len(v) > 4*maxText {
			return nil, api.Errorf(404, api.NotFound, "There is no such %s.", name)
		}
		out = append(out, norm.NFC.String(v)) // as slugs are stored
	}
	return out, nil
}

// canonicalPath is a view's path with its parameters in their one encoding.
func canonicalPath(path string, params, values []string) string {
	for i, name := range params {
		path = strings.Replace(path, "{"+name+"}", url.PathEscape(values[i]), 1) //nolint:gosec // there is a value for each
	}
	return path
}
