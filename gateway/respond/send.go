package respond

import (
	"strconv"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/internal/edge"
)

// Send writes an entry as the answer, or 304 to a reader that has it, with the fields for the edges of a policy. It
// reports false, having written nothing, if the reader accepts no coding of the entry.
func Send(ctx *fasthttp.RequestCtx, e *cache.Entry, p *edge.Policy, status []byte, now time.Time) bool {
	rq, res := &ctx.Request.Header, &ctx.Response
	want := Preferred(rq.PeekAll(fasthttp.HeaderAcceptEncoding)) // before the next PeekAll, which reuses its memory
	got, ok := choose(want, rq.PeekAll(fasthttp.HeaderIfNoneMatch), e)
	if !ok {
		return false
	}
	head(res, e, got, status)
	lines, stamped := cachingLines(e, p, now)
	if setLines(&res.Header, lines); stamped {
		var room [128]byte
		setLines(&res.Header, appendStamp(room[:0], e))
	}
	res.SkipBody = res.SkipBody || rq.IsHead()
	return true
}

// head writes the answer of an entry in one of its forms: whole, or 304 if the reader knows it. The lines about caching
// follow.
func head(res *fasthttp.Response, e *cache.Entry, got Chosen, status []byte) {
	for i := range common {
		res.Header.SetCanonical(common[i].name, common[i].value)
	}
	var room [64]byte
	res.Header.SetCanonical(nameVersion, strconv.AppendUint(room[:0], e.Stamp, 10))
	res.Header.SetCanonical(nameCacheStatus, status)
	if e.Engine != "" {
		res.Header.SetCanonical(nameEngine, append(room[:0], e.Engine...))
	}
	if e.Digest != nil {
		res.Header.SetCanonical(nameETag, appendTag(room[:0], e.Digest, got.Coding))
	}
	if got.Known {
		res.SetStatusCode(fasthttp.StatusNotModified)
		res.SkipBody = true
		return
	}
	res.Header.SetContentType(JSONType)
	if got.Coding != identity {
		res.Header.SetCanonical(nameEncoding, coding[got.Coding])
	}
	res.SetBodyRaw(got.Body) // immutable: shared by every reader of the entry
}

// SendPosted writes an entry as the answer to a request with a body, whole and without a tag: such an answer is never
// kept by a cache, and If-None-Match means nothing. It reports false as Send does.
func SendPosted(ctx *fasthttp.RequestCtx, e *cache.Entry, status []byte) bool {
	res := &ctx.Response
	got, ok := choose(Preferred(ctx.Request.Header.PeekAll(fasthttp.HeaderAcceptEncoding)), nil, e)
	if !ok {
		return false
	}
	for i := range common {
		res.Header.SetCanonical(common[i].name, common[i].value)
	}
	setLines(&res.Header, uncacheable)
	res.Header.SetCanonical(nameVersion, strconv.AppendUint(nil, e.Stamp, 10))
	res.Header.SetCanonical(nameCacheStatus, status)
	res.Header.SetContentType(JSONType)
	if got.Coding != identity {
		res.Header.SetCanonical(nameEncoding, coding[got.Coding])
	}
	res.SetBodyRaw(got.Body)
	return true
}

// Unverified marks an answer that may be stale, because neither the bus nor Postgres could confirm it, with its age.
func (st *Status) Unverified(ctx *fasthttp.RequestCtx, age time.Duration) {
	h := &ctx.Response.Header
	h.Set("X-Stale", "1")
	h.Set("Age", strconv.Itoa(max(0, int(age/time.Second))))
	h.Set("Cache-Status", st.unverified)
	h.Set("Cache-Control", NoStore)
}
