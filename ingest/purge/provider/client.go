package provider

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"syscall"
	"time"

	"vitrine/internal/api"
)

const (
	callLimit = 10 * time.Second // of one call
	maxAnswer = 64 << 10         // bytes of an answer that are read
)

// ErrPrivate means that an edge is at a private address that is not permitted.
var ErrPrivate = errors.New("the address is not public; VITRINE_EDGE_NETWORKS lists permitted private networks")

// Transport reaches providers: public addresses, and those of the permitted networks. The address is checked after name
// resolution. No proxy of the environment is used.
func Transport(permitted []netip.Prefix) http.RoundTripper {
	dialer := &net.Dialer{Timeout: 5 * time.Second, Control: func(network, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("%s: %w", network, ErrPrivate)
		}
		addr := at.Addr().Unmap()
		for _, p := range permitted {
			if p.Contains(addr) {
				return nil
			}
		}
		if api.PublicAddr(addr) {
			return nil
		}
		return ErrPrivate
	}}
	return &http.Transport{
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    5 * time.Second,
		MaxIdleConns:           100,
		MaxIdleConnsPerHost:    2,
		IdleConnTimeout:        60 * time.Second,
		MaxResponseHeaderBytes: 16 << 10,
		ForceAttemptHTTP2:      true,
	}
}

func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// A client makes calls for one edge.
type client struct {
	http    *http.Client
	secrets func(string) (string, error)
	now     func() time.Time
	known   []string // secrets that were read
}

// secret reads a secret that settings name.
func (c *client) secret(at string) (string, error) {
	text, err := c.secrets(at)
	if err != nil {
		return "", &Error{Message: err.Error(), Refused: true}
	}
	c.known = append(c.known, text)
	return text, nil
}

// call sends a request and reads its answer. A status other than those wanted is an Error. Errors contain neither
// headers nor the URL's query.
func (c *client) call(rq *http.Request, want ...int) ([]byte, http.Header, error) {
	res, err := c.http.Do(rq) //nolint:gosec // an operator names the address; the dialler checks it
	if of := (*url.Error)(nil); errors.As(err, &of) {
		err = of.Err // without the URL
	}
	if err != nil {
		return nil, nil, fmt.Errorf("call %s: %w", rq.URL.Host, err)
	}
	defer func() { _ = res.Body.Close() }() // it was read
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return nil, nil, fmt.Errorf("read the answer of %s: %w", rq.URL.Host, err)
	}
	for _, status := range want {
		if res.StatusCode == status {
			return body, res.Header, nil
		}
	}
	return nil, nil, c.failure(res, body)
}

// failure describes an answer that is no success.
func (c *client) failure(res *http.Response, body []byte) *Error {
	e := &Error{Status: res.StatusCode, Message: c.excerpt(body)}
	switch res.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		e.Refused = true
	case http.StatusRequestEntityTooLarge:
		e.TooLarge = true
	}
	for _, name := range []string{"Retry-After", "X-Ratelimit-Next"} {
		v := res.Header.Get(name)
		if seconds, err := strconv.Atoi(v); err == nil && seconds >= 0 {
			e.RetryAfter = min(time.Duration(seconds)*time.Second, time.Hour)
		} else if at, err := http.ParseTime(v); err == nil {
			e.RetryAfter = min(max(at.Sub(c.now()), 0), time.Hour)
		}
	}
	return e
}

// excerpt is the beginning of an answer, in one line of printable characters. Some providers repeat the request, so
// secrets are replaced.
func (c *client) excerpt(body []byte) string {
	for _, secret := range c.known {
		body = bytes.ReplaceAll(body, []byte(secret), []byte("[secret]"))
	}
	body = body[:min(len(body), 160)]
	out := bytes.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r > 0x7e {
			return ' '
		}
		return r
	}, body)
	if len(bytes.TrimSpace(out)) == 0 {
		return "no explanation"
	}
	return string(bytes.Join(bytes.Fields(out), []byte(" ")))
}

// request makes a request with a body.
func request(ctx context.Context, method, address, contentType string, body []byte) (*http.Request, error) {
	rq, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("make a purge request: %w", err)
	}
	if contentType != "" {
		rq.Header.Set("Content-Type", contentType)
	}
	rq.Header.Set("User-Agent", "vitrine")
	return rq, nil
}

const jsonType = "application/json"

// unexpected is the error for an answer with a good status that does not say that the purge was done.
func (c *client) unexpected(body []byte) *Error {
	return &Error{Status: http.StatusOK, Message: "the answer does not confirm the purge: " + c.excerpt(body)}
}
