package accept

import (
	"bytes"
	"errors"
	"net"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/gateway/respond"
	"vitrine/internal/api"
)

// Ambiguous says what is wrong with a request head that another server could read in another way, which would allow
// request smuggling; "" if nothing is.
func Ambiguous(ctx *fasthttp.RequestCtx) string {
	if h := &ctx.Request.Header; !h.IsHTTP11() && string(h.Protocol()) != "HTTP/1.0" {
		return "The version of HTTP is neither 1.1 nor 1.0."
	}
	raw := ctx.Request.Header.RawHeaders()
	if folds(raw) {
		return "A header continues on a second line."
	}
	if has(raw, "transfer-encoding:") && has(raw, "content-length:") {
		return "Content-Length and Transfer-Encoding must not be sent together."
	}
	return ""
}

// Last reports whether a client asks to close the connection after this request. Connection is a list of words in any
// case (RFC 9110, section 7.6.1); fasthttp reads only the exact value "close", and only that of the last line.
func Last(ctx *fasthttp.RequestCtx) bool {
	for line := range bytes.Lines(ctx.Request.Header.RawHeaders()) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		if !bytes.EqualFold(bytes.TrimSpace(name), []byte("connection")) {
			continue
		}
		for word := range bytes.SplitSeq(value, []byte(",")) {
			if bytes.EqualFold(bytes.TrimSpace(word), []byte("close")) {
				return true
			}
		}
	}
	return false
}

// folds reports whether a header of a raw head continues on a second line.
func folds(raw []byte) bool {
	return bytes.Contains(raw, []byte("\n ")) || bytes.Contains(raw, []byte("\n\t"))
}

// has reports whether a raw head has a header. name is in lower case and ends with the colon.
func has(raw []byte, name string) bool {
	for line := range bytes.Lines(raw) {
		if len(line) >= len(name) && bytes.EqualFold(line[:len(name)], []byte(name)) {
			return true
		}
	}
	return false
}

// Malformed makes the ErrorHandler of the fasthttp server. It answers requests that are no valid HTTP/1.1 or too large,
// with fail, and closes the connection.
func Malformed(fail func(*fasthttp.RequestCtx, error)) func(*fasthttp.RequestCtx, error) {
	return func(ctx *fasthttp.RequestCtx, err error) {
		var slow net.Error
		if errors.As(err, &slow) && slow.Timeout() {
			// Nothing arrived, or it stopped arriving. Browsers open connections before they need them: an answer that
			// waits there would be taken for the answer to the first request.
			_ = ctx.Conn().Close()
			return
		}
		var small *fasthttp.ErrSmallBuffer
		bad := api.Errorf(400, api.InvalidRequest, "The request is not valid HTTP/1.1.")
		switch {
		case errors.As(err, &small):
			bad = api.Errorf(431, api.InvalidRequest,
				"The request's line and headers are larger than %d bytes.", ReadBuffer)
			discard(ctx)
		case errors.Is(err, fasthttp.ErrBodyTooLarge):
			bad = api.Errorf(413, api.PayloadTooLarge, "The body is larger than %d bytes.", MaxBody)
			discard(ctx)
		}
		fail(ctx, bad)
		ctx.Response.Header.Set("Cache-Control", respond.NoStore)
		ctx.SetConnectionClose()
	}
}

// Limits of discard.
const (
	maxDiscarded = 1 << 20                // bytes
	discardTime  = time.Second            // in all
	discardQuiet = 100 * time.Millisecond // without a byte: the rest was read before
)

// discard reads the rest of a request that is too large, within limits. Without that the client would not receive the
// answer: closing a connection with unread bytes resets it.
func discard(ctx *fasthttp.RequestCtx) {
	c, end := ctx.Conn(), time.Now().Add(discardTime)
	part := make([]byte, 4<<10)
	for got := 0; got < maxDiscarded; {
		deadline := time.Now().Add(discardQuiet)
		if deadline.After(end) {
			deadline = end
		}
		if c.SetReadDeadline(deadline) != nil {
			return
		}
		n, err := c.Read(part)
		got += n
		if err != nil {
			return
		}
	}
}
