package gateway

import (
	"bytes"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/cache"
)

// blockOf is everything before the body of a kept entry's answer, to the letter as fasthttp writes it, made when it is first wanted. Only
// the date is another one every second.
func blockOf(e *cache.Entry, got chosen) []byte {
	kind := cache.Block{Coding: got.coding, Known: got.known}
	if b := e.Block(kind); b != nil {
		return b
	}
	res := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(res)
	head(res, e, got, statusHit)
	if !got.known {
		res.Header.SetContentLength(len(got.Body))
	}
	var room [1 << 10]byte
	block := bytes.Clone(res.Header.AppendBytes(room[:0]))
	e.KeepBlock(kind, block)
	return block
}

// dateAt is where the date stands in a block: first of all headers.
func dateAt(known bool) int {
	if known {
		return len("HTTP/1.1 304 Not Modified\r\nDate: ")
	}
	return len("HTTP/1.1 200 OK\r\nDate: ")
}

// lastDate is the date of a second, as headers write it.
type lastDate struct {
	second int64
	text   []byte
}

var date atomic.Pointer[lastDate]

// httpDate writes a time as headers do. The bytes are shared: do not change them.
func httpDate(now time.Time) []byte {
	second := now.Unix()
	if d := date.Load(); d != nil && d.second == second {
		return d.text
	}
	d := &lastDate{second, fasthttp.AppendHTTPDate(nil, now)}
	date.Store(d)
	return d.text
}
