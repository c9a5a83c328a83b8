package respond

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"

	"vitrine/internal/api"
	"vitrine/internal/lograte"
)

func TestTheLogHasTheBeginningOfALongPath(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	var ctx fasthttp.RequestCtx
	ctx.Request.SetRequestURI("/v1/auth/" + strings.Repeat("a", 15_000))
	New(slog.New(slog.NewTextHandler(&log, nil)), "test").Error(&ctx, errors.New("away"))
	if log.Len() > 1000 || !strings.Contains(log.String(), "/v1/auth/aaa") {
		t.Errorf("the line has %d bytes", log.Len())
	}
}

// A flood of requests that cannot be answered leaves few lines, and hides no error of another kind.
func TestAFloodOfServerErrorsLeavesFewLines(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	r := New(slog.New(slog.NewTextHandler(&log, nil)), "test")
	fail := func(err error) {
		var ctx fasthttp.RequestCtx
		ctx.Request.SetRequestURI("/v1/auth/me")
		r.Error(&ctx, err)
	}
	for range 1000 {
		fail(&api.Error{Status: 503, Code: api.Unavailable, Message: "Try again.", Cause: errors.New("refused")})
	}
	if n := strings.Count(log.String(), "level=WARN"); n < lograte.Burst || n > 3*lograte.Burst {
		t.Errorf("%d lines of 1000 answers with 503", n)
	}
	if fail(errors.New("a query is wrong")); !strings.Contains(log.String(), "level=ERROR") {
		t.Error("the outage hides another error")
	}
}

// A 429 of a bound says the bound.
func TestA429SaysItsLimit(t *testing.T) {
	t.Parallel()
	for limit, want := range map[int]string{0: "", 32: "32/0/2"} {
		var ctx fasthttp.RequestCtx
		New(slog.New(slog.DiscardHandler), "x").Error(&ctx, &api.Error{Status: 429, Code: api.TooManyRequests, RetryAfter: 2,
			Limit: limit})
		h := &ctx.Response.Header
		got := string(h.Peek("X-RateLimit-Limit")) + "/" + string(h.Peek("X-RateLimit-Remaining")) + "/" +
			string(h.Peek("X-RateLimit-Reset"))
		if limit == 0 {
			want = "//"
		}
		if got != want || string(h.Peek("Retry-After")) != "2" {
			t.Errorf("limit %d: %s, %s", limit, got, h)
		}
	}
}

// The header Proxy-Status names the gateway and the kind of error.
func TestProxyStatusSaysWhoFailedAndWhy(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]string{
		400: "http_request_error", 404: "http_request_error", 429: "http_request_error", 500: "proxy_internal_error",
		501: "proxy_internal_error", 502: "destination_unavailable", 503: "destination_unavailable",
		504: "http_response_timeout",
	} {
		var ctx fasthttp.RequestCtx
		New(slog.New(slog.DiscardHandler), "pod").Error(&ctx, &api.Error{Status: status, Code: api.Unavailable})
		got := string(ctx.Response.Header.Peek("Proxy-Status"))
		if got != "vitrine-pod; error="+want {
			t.Errorf("%d: %s, want the kind %s", status, got, want)
		}
	}
}
