package accept

import (
	"github.com/valyala/fasthttp"

	"vitrine/gateway/lookup"
	"vitrine/gateway/respond"
	"vitrine/internal/clock"
)

var (
	nameLocation    = []byte("Content-Location")
	nameConsistency = []byte("X-Consistency")
)

// chunked is the content length of a body that is sent in chunks.
const chunked = -1

// Hit answers a request from the cache, if its URL is canonical or was seen a moment ago and the entry is still valid.
// It allocates nothing. If anything about the request needs a closer look it reports false, having written nothing.
func Hit(ctx *fasthttp.RequestCtx, l *lookup.Lookup, c *clock.Clock, st *respond.Status) bool {
	machine := c.Machine()
	h := &ctx.Request.Header
	if !h.IsGet() && !h.IsHead() || !l.Connected(machine) {
		return false
	}
	if len(h.PeekBytes(nameConsistency)) > 0 {
		return false // the read may have to wait
	}
	if n := h.ContentLength(); n > 0 || n == chunked || folds(h.RawHeaders()) {
		return false // the request is to be refused
	}
	tenant, once := lookup.TenantHeader(h)
	if !once {
		return false
	}
	var room [2 * lookup.MaxKey]byte
	now := c.At(machine)
	e, named, ok := l.Find(room[:0], now, h.RequestURI(), tenant, ctx.Host())
	if !ok || !respond.Send(ctx, e, named.Edges, st.Hit, now) {
		return false
	}
	if named.Other {
		ctx.Response.Header.SetCanonical(nameLocation, named.AppendLocation(room[:0], e))
	}
	l.Sent(e, now)
	return true
}
