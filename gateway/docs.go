package gateway

import (
	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/gateway/explorer"
)

// serveFile answers with a file of the explorer, or with the document. Both are the same for everybody until the next version of the
// binary; whoever has them asks whether they still hold.
func (s *Server) serveFile(ctx *fasthttp.RequestCtx, f *explorer.File) {
	all := [cache.Codings]cache.Form{cache.Identity: {Body: f.Body, ETag: []byte(`"` + f.ETag + `"`)}}
	if f.Gzip != nil {
		all[cache.Gzip] = cache.Form{Body: f.Gzip, ETag: []byte(`"` + f.ETag + `-gzip"`)}
	}
	form, c, ok := pick(ctx.Request.Header.PeekAll(fasthttp.HeaderAcceptEncoding), &all)
	if !ok {
		s.fail(ctx, notAcceptable())
		return
	}
	s.commonHeaders(ctx)
	h := &ctx.Response.Header
	h.Set("Cache-Control", cacheControl)
	h.SetCanonical(nameETag, form.ETag)
	h.Set("Content-Security-Policy", explorer.Policy)
	h.Set("Referrer-Policy", "no-referrer")
	if matches(ctx.Request.Header.PeekAll(fasthttp.HeaderIfNoneMatch), form.ETag) {
		ctx.Response.SetStatusCode(fasthttp.StatusNotModified)
		ctx.Response.SkipBody = true
		return
	}
	ctx.Response.SetStatusCode(fasthttp.StatusOK)
	h.SetContentType(f.ContentType)
	if c != cache.Identity {
		h.SetCanonical(nameEncoding, coding[c])
	}
	ctx.Response.SetBodyRaw(form.Body)
	if ctx.IsHead() {
		ctx.Response.SkipBody = true
	}
}
