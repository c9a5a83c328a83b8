package meili

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/valyala/fasthttp"
)

// Limits of the connections for searches.
const (
	mostConns  = 10_000
	mostAnswer = 64 << 20        // bytes of an answer
	mostTries  = 3               // of one search, if the server has closed its connection
	idleFor    = 4 * time.Second // shorter than the 5 s after which Meilisearch closes a connection
)

// An asker sends searches. It writes and reads in the caller's goroutine. net/http has two goroutines more for each
// connection, and waking them makes a search 0.1 ms longer.
type asker struct {
	host   *fasthttp.HostClient
	url    string // before the path
	bearer string // "" without a key
}

// newAsker returns nil if searches go through a proxy, which only net/http knows, or need the password of the URL.
func newAsker(cfg *Config) *asker {
	at, err := url.Parse(strings.TrimRight(cfg.URL, "/"))
	if err != nil || at.User != nil {
		return nil
	}
	if proxy, err := http.ProxyFromEnvironment(&http.Request{URL: at}); err != nil || proxy != nil {
		return nil
	}
	tls, port := at.Scheme == "https", at.Port()
	switch {
	case port != "":
	case tls:
		port = "443"
	default:
		port = "80"
	}
	host := &fasthttp.HostClient{
		Addr: net.JoinHostPort(at.Hostname(), port), IsTLS: tls, DialTimeout: fasthttp.DialDualStackTimeout,
		MaxConns: mostConns, MaxIdleConnDuration: idleFor, ConnPoolStrategy: fasthttp.LIFO,
		MaxResponseBodySize: mostAnswer, MaxIdemponentCallAttempts: mostTries,
		DisablePathNormalizing: true, NoDefaultUserAgentHeader: true, SecureErrorLogMessage: true,
	}
	host.RetryIfErr = func(_ *fasthttp.Request, _ int, err error) (again, retry bool) {
		if !closed(err) {
			return false, false
		}
		host.CloseIdleConnections() // a server that was restarted has closed all of them
		return false, true
	}
	a := &asker{host: host, url: at.String()}
	if cfg.Key != "" {
		a.bearer = "Bearer " + cfg.Key
	}
	return a
}

// closed reports whether the server had closed the connection before it answered.
func closed(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// ask sends a search and decodes its answer. It ends at the deadline of ctx, but not earlier if ctx is cancelled.
func (a *asker) ask(ctx context.Context, path string, body []byte, into any) error {
	if err := ctx.Err(); err != nil {
		return err //nolint:wrapcheck // callers add context
	}
	rq, rs := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer fasthttp.ReleaseRequest(rq)
	defer fasthttp.ReleaseResponse(rs)
	rq.Header.SetMethod(fasthttp.MethodPost)
	rq.Header.SetContentType("application/json")
	if a.bearer != "" {
		rq.Header.Set(fasthttp.HeaderAuthorization, a.bearer)
	}
	rq.SetRequestURI(a.url + path)
	rq.SetBodyRaw(body)
	deadline, ok := ctx.Deadline()
	if !ok {
		deadline = time.Now().Add(callLimit)
	}
	err := a.host.DoDeadline(rq, rs, deadline)
	switch {
	case errors.Is(err, fasthttp.ErrTimeout), errors.Is(err, fasthttp.ErrDialTimeout):
		return context.DeadlineExceeded
	case err != nil:
		return err //nolint:wrapcheck // callers add context
	case rs.StatusCode() >= http.StatusBadRequest:
		return refusal(rs.StatusCode(), string(rs.Header.Peek(fasthttp.HeaderRetryAfter)), rs.Body())
	}
	return parse(rs.Body(), into)
}
