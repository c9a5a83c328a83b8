package respond

import (
	"bytes"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/internal/edge"
)

const lineEnd = "\r\n"

// AppendHead appends the header block of a kept entry's answer, byte for byte as fasthttp writes it, without the empty
// line at its end. The block is made once, and so are the lines for the edges of a policy. Only the date differs from
// second to second.
func AppendHead(dst []byte, e *cache.Entry, p *edge.Policy, got Chosen, st *Status, now time.Time) []byte {
	at := len(dst) + dateOffset(got.Known)
	b := block(e, got, st)
	dst = append(dst, b[:len(b)-len(lineEnd)]...)
	copy(dst[at:], httpDate(now))
	lines, stamped := cachingLines(e, p, now)
	if dst = append(dst, lines...); stamped {
		dst = appendStamp(dst, e)
	}
	return dst
}

// block is the header block of an entry's answer, kept with the entry.
func block(e *cache.Entry, got Chosen, st *Status) []byte {
	slot := slotHeads + got.Coding
	if got.Known {
		slot += codings
	}
	if b := e.Slot(slot); b != nil {
		return b
	}
	res := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(res)
	head(res, e, got, st.Hit)
	if !got.Known {
		res.Header.SetContentLength(len(got.Body))
	}
	var room [1 << 10]byte
	b := bytes.Clone(res.Header.AppendBytes(room[:0]))
	e.Attach(slot, b)
	return b
}

// dateOffset is the offset of the date in a block: it is the first header.
func dateOffset(known bool) int {
	if known {
		return len("HTTP/1.1 304 Not Modified\r\nDate: ")
	}
	return len("HTTP/1.1 200 OK\r\nDate: ")
}

// A dateText is a second in the form of the Date header.
type dateText struct {
	second int64
	text   []byte
}

var lastDate atomic.Pointer[dateText]

// httpDate formats a time for the Date header. The bytes are shared and must not be changed.
func httpDate(now time.Time) []byte {
	second := now.Unix()
	if d := lastDate.Load(); d != nil && d.second == second {
		return d.text
	}
	d := &dateText{second, fasthttp.AppendHTTPDate(nil, now)}
	lastDate.Store(d)
	return d.text
}
