package meili

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/meilisearch/meilisearch-go"
	"github.com/valyala/fasthttp"
)

// apiError is an answer of Meilisearch that is not a success. Its message may contain the search, so it is not kept.
type apiError struct {
	Status int
	Code   string // "index_not_found"
	After  time.Duration
}

func (e *apiError) Error() string {
	if e.Code == "" {
		return fmt.Sprintf("status %d", e.Status)
	}
	return fmt.Sprintf("%d %s", e.Status, e.Code)
}

// post sends a request that only reads, and decodes its answer.
func (e *Engine) post(ctx context.Context, path string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err //nolint:wrapcheck // callers add context
	}
	return e.send(ctx, http.MethodPost, path, "application/json", text, into)
}

// Limits of searches.
const (
	mostConnections = 512      // to Meilisearch, of searches
	mostBytes       = 64 << 20 // of an answer to a search
)

// newSearches makes the client that sends searches. It sends and receives in the goroutine of its caller, where
// net/http wakes two more, which takes longer than some searches do. It returns nil if the server is behind a proxy,
// which only net/http knows how to use.
func newSearches(server *url.URL, timeout time.Duration) *fasthttp.HostClient {
	if proxy, err := http.ProxyFromEnvironment(&http.Request{URL: server}); proxy != nil || err != nil {
		return nil
	}
	port := server.Port()
	if port == "" {
		port = map[bool]string{false: "80", true: "443"}[server.Scheme == "https"]
	}
	c := &fasthttp.HostClient{Addr: net.JoinHostPort(server.Hostname(), port), IsTLS: server.Scheme == "https",
		MaxConns: mostConnections, MaxConnWaitTimeout: timeout, ConnPoolStrategy: fasthttp.LIFO,
		MaxResponseBodySize: mostBytes, NoDefaultUserAgentHeader: true, DisablePathNormalizing: true,
		SecureErrorLogMessage: true, MaxIdemponentCallAttempts: 2,
		DialTimeout: func(addr string, timeout time.Duration) (net.Conn, error) {
			return net.DialTimeout("tcp", addr, timeout)
		}}
	// A server that was restarted has closed the connections that wait here.
	c.RetryIfErr = func(_ *fasthttp.Request, _ int, err error) (resetTimeout, retry bool) {
		if errors.Is(err, fasthttp.ErrTimeout) {
			return false, false
		}
		c.CloseIdleConnections()
		return false, true
	}
	return c
}

// sendSearch sends a search, and decodes its answer. ctx must have a deadline, which ends it; cancelling it does not.
func (e *Engine) sendSearch(ctx context.Context, path string, body, into any) error {
	deadline, ok := ctx.Deadline()
	if !ok || e.searches == nil {
		return e.post(ctx, path, body, into)
	}
	text, err := json.Marshal(body)
	if err != nil {
		return err //nolint:wrapcheck // callers add context
	}
	rq, rs := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer fasthttp.ReleaseRequest(rq)
	defer fasthttp.ReleaseResponse(rs)
	rq.SetRequestURI(e.url + path)
	rq.Header.SetMethod(http.MethodPost)
	rq.Header.SetContentType("application/json")
	if e.cfg.Key != "" {
		rq.Header.Set("Authorization", "Bearer "+e.cfg.Key)
	}
	rq.SetBodyRaw(text)
	err = e.searches.DoDeadline(rq, rs, deadline)
	var slow interface{ Timeout() bool }
	switch {
	case errors.As(err, &slow) && slow.Timeout():
		return context.DeadlineExceeded
	case err != nil:
		return err //nolint:wrapcheck // callers add context
	}
	return decodeAnswer(rs.StatusCode(), string(rs.Header.Peek("Retry-After")), rs.Body(), into)
}

// send sends a request and decodes its answer into into, unless that is nil.
func (e *Engine) send(ctx context.Context, method, path, form string, body []byte, into any) error {
	rq, err := http.NewRequestWithContext(ctx, method, e.url+path, bytes.NewReader(body))
	if err != nil {
		return err //nolint:wrapcheck // callers add context
	}
	rq.Header["Content-Type"] = []string{form}
	if e.cfg.Key != "" {
		rq.Header["Authorization"] = []string{"Bearer " + e.cfg.Key}
	}
	rs, err := e.http.Do(rq)
	if err != nil {
		return withoutURL(err)
	}
	defer func() { _ = rs.Body.Close() }() // it was read
	answer, err := io.ReadAll(rs.Body)
	if err != nil {
		return err //nolint:wrapcheck // callers add context
	}
	return decodeAnswer(rs.StatusCode, rs.Header.Get("Retry-After"), answer, into)
}

// decodeAnswer decodes an answer into into, unless that is nil, or returns the error that the answer is.
func decodeAnswer(status int, retryAfter string, answer []byte, into any) error {
	if status >= http.StatusBadRequest {
		return refusal(status, retryAfter, answer)
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(answer, into); err != nil {
		return errors.New("the answer is not the JSON of Meilisearch")
	}
	return nil
}

// refusal reads an error answer.
func refusal(status int, retryAfter string, answer []byte) error {
	var says struct {
		Code string `json:"code"`
	}
	_ = json.Unmarshal(answer, &says) // another server may send no JSON
	out := &apiError{Status: status, Code: says.Code}
	if s, err := strconv.Atoi(retryAfter); err == nil && s > 0 && s < 1<<20 {
		out.After = min(time.Duration(s)*time.Second, longestPause)
	}
	return out
}

// withoutURL returns the cause of a failed request. The URL may hold a password.
func withoutURL(err error) error {
	var wrapped interface{ Unwrap() error }
	if errors.As(err, &wrapped) && wrapped.Unwrap() != nil {
		return wrapped.Unwrap()
	}
	return err
}

// code returns the code of an error answer, "" for other errors.
func code(err error) string {
	var ours *apiError
	var theirs *meilisearch.Error
	switch {
	case errors.As(err, &ours):
		return ours.Code
	case errors.As(err, &theirs):
		return theirs.MeilisearchApiError.Code
	}
	return ""
}

// explainError returns err without the request, which the client library includes, so that searches stay out of logs.
func explainError(err error) error {
	var answer *meilisearch.Error
	if !errors.As(err, &answer) {
		return err
	}
	switch {
	case answer.MeilisearchApiError.Code != "":
		return fmt.Errorf("%d %s", answer.StatusCode, answer.MeilisearchApiError.Code)
	case answer.OriginError != nil:
		return answer.OriginError
	default:
		return fmt.Errorf("status %d", answer.StatusCode)
	}
}
