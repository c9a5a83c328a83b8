package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"net/url"
	"slices"
	"strings"

	"github.com/valyala/fasthttp"

	"vitrine/gateway/respond"
	"vitrine/gateway/storefront"
	"vitrine/internal/api"
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
	live := path == livePath && s.cfg.Edit != nil && onThisMachine(ctx)
	base, id, ok := storefront.Locate(path)
	if !ok && !live {
		return false
	}
	if id == "" {
		if s.redirectLink(ctx, path) {
			return true
		}
		id = s.cfg.Shop
	}
	t := s.lookup.ByID(id)
	if s.cfg.Shop == "" || t == nil || !t.Active {
		if path == "/" {
			s.sendPage(ctx, s.site.Landing(!s.cfg.PrivateMetrics), false)
		}
		return path == "/"
	}
	shop := storefront.Shop{Tenant: t.ID(), Name: t.Name, Language: t.Language, Currency: t.Currency, Base: base,
		Editor: s.cfg.Edit != nil && onThisMachine(ctx)}
	write := s.site.Page
	if live {
		write = s.site.LivePage
	}
	f, err := write(shop)
	if err != nil {
		s.responder.Error(ctx, err)
		return true
	}
	s.sendPage(ctx, f, false)
	return true
}

// redirectLink sends a browser that opened the link of an email to the page of the tenant that its token names. It
// reports false if there is no storefront, or if the token names no tenant.
func (s *Server) redirectLink(ctx *fasthttp.RequestCtx, path string) bool {
	token := string(ctx.QueryArgs().Peek("token"))
	t := s.lookup.ByID(storefront.LinkTenant(path, token))
	if s.cfg.Shop == "" || t == nil {
		return false
	}
	respond.Plain(ctx, fasthttp.StatusSeeOther, plainText, nil)
	respond.SameOrigin(ctx)
	h := &ctx.Response.Header
	h.Set("Location", "/t/"+t.ID()+path+"?token="+url.QueryEscape(token))
	h.Set("Referrer-Policy", "no-referrer")
	return true
}

// missingPage answers with the page of the shop that says that nothing is there, with the status 404. It does so where
// a browser opens an address, and reports false otherwise.
func (s *Server) missingPage(ctx *fasthttp.RequestCtx, path string) bool {
	t := s.lookup.ByID(s.cfg.Shop)
	if s.site == nil || s.cfg.Shop == "" || t == nil || !t.Active || strings.HasPrefix(path, "/media/") ||
		!bytes.Contains(ctx.Request.Header.Peek(fasthttp.HeaderAccept), []byte("text/html")) {
		return false
	}
	f, err := s.site.Page(storefront.Shop{Tenant: t.ID(), Name: t.Name, Language: t.Language, Currency: t.Currency})
	if err != nil {
		return false
	}
	s.responder.File(ctx, respond.File{ContentType: f.ContentType, Body: f.Body, Gzip: f.Gzip, Policy: storefront.Policy,
		Missing: true})
	respond.SameOrigin(ctx)
	return true
}

// hasPage reports whether page may answer a path.
func (s *Server) hasPage(path string) bool {
	_, _, ok := storefront.Locate(path)
	return s.site.Asset(path) != nil || path == "/" || path == livePath && s.cfg.Edit != nil || ok && s.cfg.Shop != ""
}

func (s *Server) sendPage(ctx *fasthttp.RequestCtx, f *storefront.File, forever bool) {
	s.responder.File(ctx, respond.File{ContentType: f.ContentType, Body: f.Body, Gzip: f.Gzip, ETag: f.ETag,
		Policy: storefront.Policy, Forever: forever})
	respond.SameOrigin(ctx)
}

const (
	livePath = "/live"
	editPath = "/live/edit"
	maxEdit  = 4096 // bytes of an edit
)

// edit writes an edit of the page /live. It accepts requests of pages of this origin on this machine only.
func (s *Server) edit(ctx *fasthttp.RequestCtx) {
	body := ctx.PostBody()
	switch {
	case !onThisMachine(ctx) || !fromOwnPage(ctx):
		s.responder.Error(ctx, errNothing)
		return
	case len(body) > maxEdit || !bytes.HasPrefix(ctx.Request.Header.ContentType(), []byte("application/json")):
		s.responder.Error(ctx, api.Errorf(400, api.InvalidRequest, "An edit is JSON of at most 4096 bytes."))
		return
	}
	data, err := s.cfg.Edit(context.Background(), bytes.Clone(body))
	if err == nil {
		body, err = json.Marshal(map[string]any{"status": "success", "data": data})
	}
	if err != nil {
		s.responder.Error(ctx, err)
		return
	}
	respond.Plain(ctx, fasthttp.StatusOK, respond.JSONType, body)
	respond.SameOrigin(ctx)
}

// onThisMachine reports whether a request comes from this machine, without a proxy, and names it. A name that a foreign
// server resolves to this machine is refused.
func onThisMachine(ctx *fasthttp.RequestCtx) bool {
	h := &ctx.Request.Header
	if !ctx.RemoteIP().IsLoopback() || len(h.Peek("X-Forwarded-For")) > 0 || len(h.Peek("Forwarded")) > 0 {
		return false
	}
	host := string(h.Host())
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// opensStreams reports whether pages get stream tokens of a tenant without its stream key.
func (s *Server) opensStreams(ctx *fasthttp.RequestCtx, tenant string) bool {
	return slices.Contains(s.cfg.OpenStreams, tenant) || s.cfg.OpenHere && onThisMachine(ctx)
}

// fromOwnPage reports whether a page of the request's own host sent it.
func fromOwnPage(ctx *fasthttp.RequestCtx) bool {
	origin := ctx.Request.Header.PeekAll(fasthttp.HeaderOrigin)
	return len(origin) == 1 && string(origin[0]) == "http://"+string(ctx.Request.Header.Host())
}
