package gateway

import (
	"github.com/valyala/fasthttp"

	"vitrine/gateway/explorer"
	"vitrine/internal/api"
)

// serveFile answers with a file of the explorer, or with the document. Both are the same for everybody until the next version of the
// binary; whoever has them asks whether they still hold.
func (s *Server) serveFile(ctx *fasthttp.RequestCtx, f *explorer.File) {
	gz, plain := codings(ctx.Request.Header.Peek("Accept-Encoding"))
	body, etag := f.Body, `"`+f.ETag+`"`
	zipped := gz && f.Gzip != nil
	switch {
	case zipped:
		body, etag = f.Gzip, `"`+f.ETag+`-gz"`
	case !plain:
		s.fail(ctx, api.Errorf(406, api.NotAcceptable, "Accept-Encoding leaves nothing that can be sent: identity or gzip."))
		return
	}
	s.commonHeaders(ctx)
	h := &ctx.Response.Header
	h.Set("Cache-Control", cacheControl)
	h.Set("ETag", etag)
	h.Set("Content-Security-Policy", explorer.Policy)
	h.Set("Referrer-Policy", "no-referrer")
	if matches(ctx.Request.Header.Peek("If-None-Match"), etag) {
		ctx.Response.SetStatusCode(fasthttp.StatusNotModified)
		ctx.Response.SkipBody = true
		return
	}
	ctx.Response.SetStatusCode(fasthttp.StatusOK)
	h.SetContentType(f.ContentType)
	if zipped {
		h.Set("Content-Encoding", "gzip")
	}
	ctx.Response.SetBodyRaw(body)
	if ctx.IsHead() {
		ctx.Response.SkipBody = true
	}
}
