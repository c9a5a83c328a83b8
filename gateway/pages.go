package gateway

import (
	"github.com/valyala/fasthttp"

	"vitrine/gateway/respond"
	"vitrine/gateway/storefront"
)

// page answers with a page of the demo storefront, or a file that pages load. It reports false for other paths, and for
// tenants that do not exist.
func (s *Server) page(ctx *fasthttp.RequestCtx, path string) bool {
	if s.site == nil {
		return false
	}
	if f := s.site.Asset(path); f != nil {
		s.sendPage(ctx, f, true)
		return true
	}
	base, id, ok := storefront.Locate(path)
	if !ok {
		return false
	}
	if id == "" {
		id = s.cfg.Shop
	}
	t := s.lookup.ByID(id)
	if s.cfg.Shop == "" || t == nil || !t.Active {
		if path == "/" {
			s.sendPage(ctx, s.site.Landing, false)
		}
		return path == "/"
	}
	f, err := s.site.Page(storefront.Shop{Tenant: t.ID(), Name: t.Name, Language: t.Language, Currency: t.Currency,
		Base: base})
	if err != nil {
		s.responder.Error(ctx, err)
		return true
	}
	s.sendPage(ctx, f, false)
	return true
}

// hasPage reports whether page may answer a path.
func (s *Server) hasPage(path string) bool {
	_, _, ok := storefront.Locate(path)
	return s.site.Asset(path) != nil || path == "/" || ok && s.cfg.Shop != ""
}

func (s *Server) sendPage(ctx *fasthttp.RequestCtx, f *storefront.File, forever bool) {
	s.responder.File(ctx, respond.File{ContentType: f.ContentType, Body: f.Body, Gzip: f.Gzip, ETag: f.ETag,
		Policy: storefront.Policy, Forever: forever})
	respond.SameOrigin(ctx)
}
