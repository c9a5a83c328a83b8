package respond

import (
	"github.com/valyala/fasthttp"

	"vitrine/cache"
)

// Plain answers with a body that is not kept anywhere.
func Plain(ctx *fasthttp.RequestCtx, status int, contentType string, body []byte) {
	CommonFields(ctx)
	ctx.Response.Header.Set("Cache-Control", NoStore)
	ctx.Response.Header.SetContentType(contentType)
	ctx.Response.SetStatusCode(status)
	ctx.Response.SetBodyRaw(body)
	if ctx.IsHead() {
		ctx.Response.SkipBody = true
	}
}

// Allow answers OPTIONS for an address that can be read.
func Allow(ctx *fasthttp.RequestCtx) {
	CommonFields(ctx)
	h := &ctx.Response.Header
	h.Set("Allow", ReadMethods)
	h.Set("Access-Control-Allow-Methods", ReadMethods)
	h.Set("Access-Control-Allow-Headers",
		"x-service-client, content-type, authorization, if-none-match, x-consistency, last-event-id")
	h.Set("Access-Control-Max-Age", "600")
	ctx.Response.SetStatusCode(fasthttp.StatusNoContent)
}

// SameOrigin stops scripts of other origins from reading an answer.
func SameOrigin(ctx *fasthttp.RequestCtx) {
	ctx.Response.Header.Del("Access-Control-Allow-Origin")
	ctx.Response.Header.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// A File is a static file of the binary.
type File struct {
	ContentType string
	Body, Gzip  []byte // Gzip is nil if there is no compressed form
	ETag        string // without quotes
	Policy      string // its Content-Security-Policy
}

// File answers with a static file. Files change only with the binary, and clients revalidate them.
func (r *Responder) File(ctx *fasthttp.RequestCtx, f File) {
	e := &cache.Entry{Body: f.Body}
	e.ETags[cache.Identity] = []byte(`"` + f.ETag + `"`)
	if f.Gzip != nil {
		e.ETags[cache.Gzip] = appendCodingTag(nil, e.ETags[cache.Identity], cache.Gzip)
		e.Pack(cache.Gzip, func(int, []byte) []byte { return f.Gzip })
	}
	rq := &ctx.Request.Header
	want := Preferred(rq.PeekAll(fasthttp.HeaderAcceptEncoding))
	got, ok := choose(want, rq.PeekAll(fasthttp.HeaderIfNoneMatch), e)
	if !ok {
		r.Error(ctx, NotAcceptable())
		return
	}
	CommonFields(ctx)
	h := &ctx.Response.Header
	h.Set("Cache-Control", cacheControl)
	h.SetCanonical(nameETag, got.ETag)
	h.Set("Content-Security-Policy", f.Policy)
	h.Set("Referrer-Policy", "no-referrer")
	if got.Known {
		ctx.Response.SetStatusCode(fasthttp.StatusNotModified)
		ctx.Response.SkipBody = true
		return
	}
	ctx.Response.SetStatusCode(fasthttp.StatusOK)
	h.SetContentType(f.ContentType)
	if got.Coding != cache.Identity {
		h.SetCanonical(nameEncoding, coding[got.Coding])
	}
	ctx.Response.SetBodyRaw(got.Body)
	if ctx.IsHead() {
		ctx.Response.SkipBody = true
	}
}
