package gateway

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/fasthttp/router"
	"github.com/valyala/fasthttp"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

// newRoutes is every URL under /v1 that is read: the views of the catalogue, each under its own path. What a row cannot say names its
// function (View.Special, special.go): category/tree, product/filters, product/{slug}/similar, product/random/{amount}.
// Outside /v1 there is what operators and browsers ask for (other.go).
//
// The router matches paths as they were sent, undecoded; redirects are off, for a CDN would keep them under another shop's key.
func (s *Server) newRoutes() *router.Router {
	r := router.New()
	r.RedirectTrailingSlash = false
	r.RedirectFixedPath = false
	r.HandleMethodNotAllowed = false
	r.HandleOPTIONS = false
	for _, res := range catalog.All {
		for i := range res.Views {
			v := &res.Views[i]
			if v.Special != "" && specials[v.Special] == nil {
				panic(fmt.Sprintf("gateway: view %s wants %q, which is not in special.go", v.Path, v.Special))
			}
			r.GET(v.Path, s.view(v))
		}
	}
	return r
}

// fixed are the paths of views that have no parameter.
var fixed = func() map[string]bool {
	paths := map[string]bool{}
	for _, res := range catalog.All {
		for i := range res.Views {
			paths[res.Views[i].Path] = true
		}
	}
	return paths
}()

// view answers one view.
func (s *Server) view(v *catalog.View) fasthttp.RequestHandler {
	params := v.Plan().Params
	return func(ctx *fasthttp.RequestCtx) {
		rq, _ := ctx.UserValue(requestKey).(*request)
		values, err := pathValues(ctx, params)
		if err == nil && len(params) > 0 && fixed[canonicalPath(v.Path, params, values)] {
			// A word of another view, with a letter of it encoded: no record has it for a slug, and what is not found must not be kept under that view's key.
			err = api.Errorf(404, api.NotFound, "There is no such record.")
		}
		if err == nil {
			var a *ask
			if a, err = parse(v, values, ctx.QueryArgs()); err == nil {
				err = s.serveView(rq, a)
			}
		}
		if err != nil {
			s.fail(ctx, err)
		}
	}
}

// canonicalPath is a view's path with its parameters in their one encoding.
func canonicalPath(path string, params, values []string) string {
	for i, name := range params {
		path = strings.Replace(path, "{"+name+"}", url.PathEscape(values[i]), 1) //nolint:gosec // there is a value for each
	}
	return path
}
