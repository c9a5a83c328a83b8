package respond

import "github.com/valyala/fasthttp"

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

// PostMethods are the methods that an address for posting supports.
const PostMethods = "POST, OPTIONS"

// AllowPosts answers OPTIONS for an address that browsers of other origins post to.
func AllowPosts(ctx *fasthttp.RequestCtx, headers string) {
	CommonFields(ctx)
	h := &ctx.Response.Header
	h.Set("Allow", PostMethods)
	h.Set("Access-Control-Allow-Methods", PostMethods)
	h.Set("Access-Control-Allow-Headers", headers)
	h.Set("Access-Control-Max-Age", "7200")
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
	Forever     bool   // its path contains a hash of its content, so clients need not revalidate it
	Missing     bool   // it says that nothing is at the address: the status is 404, and no client keeps it
}

// File answers with a static file. Files change only with the binary, and clients revalidate them.
func (r *Responder) File(ctx *fasthttp.RequestCtx, f File) {
	rq := &ctx.Request.Header
	want := Preferred(rq.PeekAll(fasthttp.HeaderAcceptEncoding))
	known := rq.PeekAll(fasthttp.HeaderIfNoneMatch)
	if f.Missing {
		known = nil
	}
	got, ok := f.choose(want, known)
	if !ok {
		r.Error(ctx, NotAcceptable())
		return
	}
	CommonFields(ctx)
	h := &ctx.Response.Header
	status := fasthttp.StatusOK
	switch {
	case f.Missing:
		status = fasthttp.StatusNotFound
		h.Set("Cache-Control", NoStore)
		h.Set("Vary", "Accept, Accept-Encoding")
	case f.Forever:
		h.Set("Cache-Control", "max-age=31536000, immutable")
	default:
		h.Set("Cache-Control", fileControl)
	}
	if !f.Missing {
		h.SetCanonical(nameETag, appendTag(nil, []byte(f.ETag), got.Coding))
	}
	h.Set("Content-Security-Policy", f.Policy)
	h.Set("Referrer-Policy", "no-referrer")
	if got.Known {
		ctx.Response.SetStatusCode(fasthttp.StatusNotModified)
		ctx.Response.SkipBody = true
		return
	}
	ctx.Response.SetStatusCode(status)
	h.SetContentType(f.ContentType)
	if got.Coding != identity {
		h.SetCanonical(nameEncoding, coding[got.Coding])
	}
	ctx.Response.SetBodyRaw(got.Body)
	if ctx.IsHead() {
		ctx.Response.SkipBody = true
	}
}

// choose selects the form of a file that a reader prefers.
func (f File) choose(want Preference, known [][]byte) (Chosen, bool) {
	digest := []byte(f.ETag)
	switch w := want.weight; {
	case f.Gzip != nil && w[gzipped] > 0 && (!want.identity || w[gzipped] >= w[identity]):
		return Chosen{Body: f.Gzip, Coding: gzipped, Known: matches(known, digest, gzipped)}, true
	case want.identity:
		return Chosen{Body: f.Body, Coding: identity, Known: matches(known, digest, identity)}, true
	}
	return chooseOnce(want, known, f.Body, digest)
}
