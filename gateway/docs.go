package gateway

import (
	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/gateway/explorer"
)

// serveFile answers with a file of the explorer, or with the document. Both are the same for everybody until the next version of the
// binary; whoever has them asks whether they still hold.
func (s *Server) serveFile(ctx *fasthttp.RequestCtx, f *explorer.File) {
	e := &cache.Entry{Body: f.Body}
	e.ETags[cache.Identity] = []byte(`"` + f.ETag + `"`)
	if f.Gzip != nil {
		e.ETags[cache.Gzip] = appendTagIn(nil, e.ETags[cache.Identity], cache.Gzip)
		e.Pack(cache.Gzip, func(int, []byte) []byte { return f.Gzip })
	}
	rq := &ctx.Request.Header
	want, plain := preferred(rq.PeekAll(fasthttp.HeaderAcceptEncoding))
	got, ok := choose(want, plain, rq.PeekAll(fasthttp.HeaderIfNoneMatch), e)
	if !ok {
		s.fail(ctx, notAcceptable())
		return
	}
	s.commonHeaders(ctx)
	h := &ctx.Response.Header
	h.Set("Cache-Control", cacheControl)
	h.SetCanonical(nameETag, got.ETag)
	h.Set("Content-Security-Policy", explorer.Policy)
	h.Set("Referrer-Policy", "no-referrer")
	if got.known {
		ctx.Response.SetStatusCode(fasthttp.StatusNotModified)
		ctx.Response.SkipBody = true
		return
	}
	ctx.Response.SetStatusCode(fasthttp.StatusOK)
	h.SetContentType(f.ContentType)
	if got.coding != cache.Identity {
		h.SetCanonical(nameEncoding, coding[got.coding])
	}
	ctx.Response.SetBodyRaw(got.Body)
	if ctx.IsHead() {
		ctx.Response.SkipBody = true
	}
}
