package parent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/prometheus/client_golang/prometheus"

	"vitrine/internal/api"
	"vitrine/internal/lograte"
	"vitrine/internal/metric"
	"vitrine/internal/wire"
)

// ErrNoAnswer means that the parent gave no answer. The caller reads from Postgres.
var ErrNoAnswer = errors.New("the parent gave no answer")

// errDeclined means, at both ends, that the parent works, and cannot give this answer.
var errDeclined = errors.New("declined")

const (
	failures   = 3           // in a row, after which the parent gets fewer requests
	retryEach  = time.Second // how often it gets one then
	idleConns  = 256
	idleTime   = 30 * time.Second // the listener closes idle connections after a minute
	maxRefusal = 1 << 10          // bytes of an error that are read
	maxPath    = 8 << 10          // bytes of the path of an answer; the listener accepts heads of 16 KB
)

// Config is what a Client needs.
type Config struct {
	URL     string        // base URL of the parent's admin listener, or of a balancer in front of several
	Token   string        // of that listener
	Build   string        // the commit of this gateway
	Timeout time.Duration // for one answer; default 2 s
	Log     *slog.Logger
}

// A Client requests answers from a parent. It is safe for concurrent use.
type Client struct {
	cfg     Config
	url     string
	http    *http.Client
	breaker circuitbreaker.CircuitBreaker[any]

	noAnswer lograte.Limit

	// Failed counts requests without an answer, Refused those that the parent was too busy for.
	Failed, Refused atomic.Uint64
}

// New makes a client of a parent.
func New(cfg Config) (*Client, error) {
	u, err := url.Parse(cfg.URL)
	if err != nil || u.Host == "" || cfg.Token == "" || cfg.Log == nil {
		return nil, errors.New("parent: a URL, a token and a log are required")
	}
	if cfg.Timeout == 0 {
		cfg.Timeout = 2 * time.Second
	}
	c := &Client{cfg: cfg, url: strings.TrimRight(cfg.URL, "/") + wire.AnswerPath}
	dialed := http.DefaultTransport.(*http.Transport).Clone() // it accepts answers with gzip
	dialed.MaxIdleConns, dialed.MaxIdleConnsPerHost, dialed.Proxy = idleConns, idleConns, nil
	dialed.IdleConnTimeout = idleTime
	c.http = &http.Client{Transport: dialed, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse // a redirect would carry the token elsewhere
	}}
	c.breaker = circuitbreaker.NewBuilder[any]().WithFailureThreshold(failures).WithDelay(retryEach).
		OnOpen(func(circuitbreaker.StateChangedEvent) {
			cfg.Log.Warn("the parent gives no answers; they are read from Postgres", "parent", u.Host)
		}).
		OnClose(func(circuitbreaker.StateChangedEvent) { cfg.Log.Info("the parent answers again", "parent", u.Host) }).
		Build()
	return c, nil
}

// Rests implements read.Parent.
func (c *Client) Rests() bool { return c.breaker.IsOpen() && c.breaker.RemainingDelay() > 0 }

// Answer requests an answer that is at least as new as the change that w names. The error is ErrNoAnswer, or that of a
// parent that is overloaded, which the client of the request gets.
func (c *Client) Answer(ctx context.Context, w wire.Wanted) (wire.Answer, error) {
	if len(w.Path) > maxPath || !c.breaker.TryAcquirePermit() {
		return wire.Answer{}, ErrNoAnswer
	}
	a, err := c.request(ctx, w)
	if refused := new(api.Error); errors.As(err, &refused) {
		c.breaker.RecordSuccess()
		c.Refused.Add(1)
		return a, err
	}
	if err == nil {
		c.breaker.RecordSuccess()
		return a, nil
	}
	c.Failed.Add(1)
	if errors.Is(err, errDeclined) {
		c.breaker.RecordSuccess()
	} else {
		c.breaker.RecordFailure()
	}
	if of := new(url.Error); errors.As(err, &of) {
		err = of.Err // without the URL, which may contain what a visitor searched for
	}
	c.noAnswer.Log(c.cfg.Log, slog.LevelWarn, "no answer of the parent: read from Postgres", "tenant", w.Tenant, "err",
		err)
	return a, ErrNoAnswer
}

func (c *Client) request(ctx context.Context, w wire.Wanted) (a wire.Answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	res, err := c.get(ctx, w.Query())
	if err != nil {
		return a, err
	}
	defer res.Body.Close() //nolint:errcheck // only read
	if res.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(res.Body, maxRefusal)) // for the log
		if after, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil && overload(res.StatusCode) {
			return a, &api.Error{Status: res.StatusCode, Code: code(res.StatusCode), RetryAfter: after,
				Message: "The server is busy. Try again in a moment.", Cause: errors.New("the parent is overloaded")}
		}
		if res.StatusCode == http.StatusConflict {
			return a, fmt.Errorf("%w; the parent says %q", errDeclined, text)
		}
		return a, fmt.Errorf("status %d: %q", res.StatusCode, text)
	}
	a, err = wire.DecodeAnswer(res.Body)
	switch {
	case err != nil:
		return a, err //nolint:wrapcheck // it names the parent
	case a.Epoch != w.Epoch:
		return a, fmt.Errorf("%w: an answer of another epoch", errDeclined) // one of the two has not heard of it yet
	case max(a.Read, a.Valid) < w.Seq:
		return a, fmt.Errorf("an answer as of change %d, but %d is applied here", a.Valid, w.Seq)
	}
	return a, nil
}

func (c *Client) get(ctx context.Context, query url.Values) (*http.Response, error) {
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url+"?"+query.Encode(), nil)
	if err != nil {
		return nil, err
	}
	rq.Header.Set("Authorization", "Bearer "+c.cfg.Token)
	return c.http.Do(rq)
}

// Diagnose returns why the gateway at the URL cannot be a parent, or nil.
func (c *Client) Diagnose(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	res, err := c.get(ctx, nil)
	if err != nil {
		return err
	}
	defer res.Body.Close() //nolint:errcheck // only read
	text, _ := io.ReadAll(io.LimitReader(res.Body, maxRefusal))
	switch res.StatusCode {
	case http.StatusBadRequest: // a request without a view
		return nil
	case http.StatusUnauthorized:
		return errors.New("it refuses the token")
	case http.StatusNotFound:
		return errors.New("it answers no gateways; this is no admin listener of a gateway of this version")
	}
	return fmt.Errorf("status %d: %q", res.StatusCode, strings.TrimSpace(string(text)))
}

// overload reports whether a status is that of a parent that refuses because it has too much to do.
func overload(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

func code(status int) api.Code {
	if status == http.StatusTooManyRequests {
		return api.TooManyRequests
	}
	return api.Unavailable
}

// Stop closes idle connections.
func (c *Client) Stop() {
	if c != nil {
		c.http.CloseIdleConnections()
	}
}

// Register registers the metrics.
func (c *Client) Register(reg prometheus.Registerer) {
	metric.Counter(reg, "vitrine_parent_failures_total",
		"Requests that the parent gave no answer to. The answers were read from Postgres.", &c.Failed)
	metric.Counter(reg, "vitrine_parent_refusals_total",
		"Requests that the parent refused because it had too much to do. The clients received 429 or 503.", &c.Refused)
}
