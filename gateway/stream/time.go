package stream

import (
	"strconv"
	"time"

	"github.com/valyala/fasthttp"

	"vitrine/gateway/respond"
	"vitrine/internal/api"
)

// TimePath is the path under /v1 of the time of Postgres's clock.
const TimePath = "/time"

// millis is a time as events have it: milliseconds since 1970 with fractions.
type millis struct{ time.Time }

// MarshalJSON writes a number with three decimals.
func (m millis) MarshalJSON() ([]byte, error) { return appendMillis(nil, m.Time), nil }

func appendMillis(dst []byte, t time.Time) []byte {
	us := t.UnixMicro()
	dst = strconv.AppendInt(dst, us/1000, 10)
	return append(dst, '.', byte('0'+us/100%10), byte('0'+us/10%10), byte('0'+us%10))
}

// ServeTime answers with the time, on the clock of the times in events. A client compares it with its own clock. The
// answer needs neither a tenant nor Postgres: the gateway's clock is corrected against Postgres's in the background.
func (s *Streams) ServeTime(ctx *fasthttp.RequestCtx, _ []byte) error {
	switch {
	case ctx.IsOptions():
		respond.Allow(ctx)
		return nil
	case !ctx.IsGet() && !ctx.IsHead():
		ctx.Response.Header.Set("Allow", respond.ReadMethods)
		return api.Errorf(405, api.MethodNotAllowed, "This address can be read with GET or HEAD.")
	}
	body := appendMillis([]byte(`{"status":"success","data":{"time":`), s.cfg.Clock.Actual())
	respond.Plain(ctx, fasthttp.StatusOK, respond.JSONType, append(body, "}}"...))
	ctx.Response.Header.Set("CDN-Cache-Control", respond.CDNNoStore)
	ctx.Response.Header.Set("X-Request-Id", s.cfg.Responder.RequestID())
	return nil
}
