package respond

import (
	"bytes"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/internal/api"
)

// A kept is an answer with an error as it was sent within this second. Another answer with the same error differs only
// in the id of its request.
type kept struct {
	second int64
	err    api.Error // without fields, and without a cause
	text   []byte
	id     int    // its length
	at     [2]int // where the id stands: in a header and in the body
}

// maxKept is above the seconds of Retry-After of the answers that are kept.
const maxKept = 8

// AppendError appends the answer with an error, as Error sends it to a GET request for a path that does not ask for
// another form. It makes an answer once a second and copies it for other requests, because a gateway with too much to
// do refuses thousands of requests a second with the same error.
func (r *Responder) AppendError(dst, path []byte, err error) []byte {
	e := api.Of(err)
	var room [32]byte
	id := r.appendID(room[:0])
	r.count(e.Status)
	if e.Status >= 500 {
		r.note(path, id, e.Status, err)
	}
	if len(e.Fields) > 0 || e.RetryAfter < 0 || e.RetryAfter >= maxKept {
		return r.appendAnew(dst, e, id)
	}
	now := time.Now().Unix()
	slot := &r.refusals[e.RetryAfter]
	k := slot.Load()
	if k == nil || k.second != now || k.id != len(id) || !k.of(e) {
		k = &kept{second: now, err: *e, text: r.appendAnew(nil, e, id), id: len(id)}
		k.err.Cause = nil
		if bytes.Count(k.text, id) != len(k.at) { // the name of the gateway contains it
			return append(dst, k.text...)
		}
		k.at = [...]int{bytes.Index(k.text, id), bytes.LastIndex(k.text, id)}
		slot.Store(k)
	}
	from := len(dst)
	dst = append(dst, k.text...)
	for _, at := range k.at {
		copy(dst[from+at:], id)
	}
	return dst
}

// of reports whether the answer is the one with an error without fields.
func (k *kept) of(e *api.Error) bool {
	return k.err.Status == e.Status && k.err.Code == e.Code && k.err.Message == e.Message && k.err.Limit == e.Limit
}

func (r *Responder) appendAnew(dst []byte, e *api.Error, id []byte) []byte {
	res := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(res)
	r.fields(res, e, string(id))
	body := e.Body(string(id))
	res.Header.SetContentLength(len(body))
	return append(res.Header.AppendBytes(dst), body...)
}
