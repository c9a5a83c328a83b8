package gateway

import (
	"errors"
	"net"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/gateway/respond"
	"vitrine/internal/api"
)

// malformed answers what is not HTTP as we accept it: heads too large, bodies too large, two lengths. The connection is closed.
func (s *Server) malformed(ctx *fasthttp.RequestCtx, err error) {
	var slow net.Error
	if errors.As(err, &slow) && slow.Timeout() {
		// Nothing came, or it stopped coming. A connection opened ahead of need must not find an answer to its first request waiting.
		_ = ctx.Conn().Close()
		return
	}
	var small *fasthttp.ErrSmallBuffer
	bad := api.Errorf(400, api.InvalidRequest, "The request could not be read: it is not HTTP/1.1 in good order.")
	switch {
	case errors.As(err, &small):
		bad = api.Errorf(431, api.InvalidRequest, "The request's line and headers are larger than %d bytes.", readBuffer)
		drain(ctx)
	case errors.Is(err, fasthttp.ErrBodyTooLarge):
		bad = api.Errorf(413, api.PayloadTooLarge, "The body is larger than %d bytes.", maxBody)
		drain(ctx)
	}
	s.responder.Error(ctx, bad)
	ctx.Response.Header.Set("Cache-Control", respond.PrivateNoStore)
	ctx.SetConnectionClose()
}

// Of a request that is too large so much is read for no other reason than that its sender hears why: closing a connection on which something is
// unread breaks it, answer and all.
const (
	mostDrained  = 1 << 20                // bytes
	drainedIn    = time.Second            // all of it
	drainedQuiet = 100 * time.Millisecond // nothing comes any more: what is missing was read before
)

// drain reads what is left of a request, within these limits.
func drain(ctx *fasthttp.RequestCtx) {
	c, end := ctx.Conn(), time.Now().Add(drainedIn)
	part := make([]byte, 4<<10)
	for got := 0; got < mostDrained; {
		deadline := time.Now().Add(drainedQuiet)
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
