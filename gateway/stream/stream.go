package stream

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/valyala/fasthttp"

	"vitrine/gateway/lookup"
	"vitrine/gateway/respond"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/clock"
)

// Path is the path of the change stream under /v1.
const Path = "/changes"

// Config is what Streams need.
type Config struct {
	Pool      *pgxpool.Pool // announcements and stream keys are read from it
	Lookup    *lookup.Lookup
	Responder *respond.Responder
	Clock     *clock.Clock
	NATS      *nats.Conn // to the leading worker; nil: no follower gets a lease

	// Open reports whether pages of the gateway's own origin get stream tokens of a tenant without the stream key. It is
	// for development. If it is nil, every token needs the key.
	Open func(ctx *fasthttp.RequestCtx, tenant string) bool

	PerTenant int           // streams with the stream key that one tenant's clients may have open here; default 20
	Total     int           // the same of all tenants; default 500
	Tabs      int           // streams with tokens that one tenant's browsers may have open here; default 250
	TotalTabs int           // the same of all tenants; default 1,000
	Heartbeat time.Duration // pause between heartbeats; default 15 s
	Timeout   time.Duration // of a query to Postgres; default 5 s
}

// DefaultConfig holds the defaults of the settings.
func DefaultConfig() Config {
	return Config{PerTenant: 20, Total: 500, Tabs: 250, TotalTabs: 1000,
		Heartbeat: 15 * time.Second, Timeout: 5 * time.Second}
}

// Validate reports what is wrong with a configuration.
func (c Config) Validate() error {
	switch {
	case c.Pool == nil, c.Lookup == nil, c.Responder == nil, c.Clock == nil:
		return errors.New("stream: a pool, a lookup, a responder and a clock are required")
	case min(c.PerTenant, c.Total, c.Tabs, c.TotalTabs) < 0, c.Timeout <= 0:
		return errors.New("stream: limits must not be negative, and Timeout must be positive")
	}
	return nil
}

// Streams are the change streams that are open on this gateway.
type Streams struct {
	cfg     Config
	openKey []byte // signs the tokens that Config.Open permits
	stop    func()
	stopped chan struct{}

	mu     sync.Mutex
	logs   map[logKey]*changeLog // only of tenants with a client
	open   int                   // streams with a stream key
	tabs   int                   // streams with a token
	tokens map[string]int        // open streams by the id of their token
}

// New makes Streams without a client.
func New(cfg Config) (*Streams, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	s := &Streams{cfg: cfg, openKey: make([]byte, sha256.Size), logs: map[logKey]*changeLog{}, tokens: map[string]int{},
		stopped: make(chan struct{})}
	_, _ = rand.Read(s.openKey) // never fails
	s.stop = sync.OnceFunc(func() { close(s.stopped) })
	return s, nil
}

// Stop ends all streams.
func (s *Streams) Stop() { s.stop() }

// Count is the number of open streams.
func (s *Streams) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open + s.tabs
}

// Wake makes the streams of a tenant look for announcements now. A proposal concerns its followers only.
func (s *Streams) Wake(tenant string, proposed bool) {
	s.wake(logKey{tenant, true})
	if !proposed {
		s.wake(logKey{tenant, false})
	}
}

func (s *Streams) wake(key logKey) {
	s.mu.Lock()
	l := s.logs[key]
	s.mu.Unlock()
	if l != nil {
		l.wake()
	}
}

// Find finds the handler of a path under /v1, nil if the path is no part of the change stream. A handler is given the
// tenant that the URL names; nil for none.
func (s *Streams) Find(path []byte) func(ctx *fasthttp.RequestCtx, inURL []byte) error {
	switch string(path) {
	case Path:
		return s.Serve
	case TokenPath:
		return s.ServeToken
	case LeasePath:
		return s.ServeLease
	case TimePath:
		return s.ServeTime
	}
	return nil
}

// Serve answers a request for the change stream. inURL is the tenant that the URL names; nil for none.
func (s *Streams) Serve(ctx *fasthttp.RequestCtx, inURL []byte) error {
	switch {
	case ctx.IsOptions():
		respond.Allow(ctx)
		return nil
	case !ctx.IsGet() && !ctx.IsHead():
		ctx.Response.Header.Set("Allow", respond.ReadMethods)
		return api.Errorf(405, api.MethodNotAllowed, "This address can be read with GET or HEAD.")
	}
	t, _, err := s.cfg.Lookup.Tenant(ctx, inURL)
	if err != nil {
		return err
	}
	c := &client{s: s, tenant: t.ID()}
	ok, err := s.admit(ctx, c)
	switch {
	case err != nil:
		return api.Busy(err)
	case !ok:
		return s.refuse(ctx)
	}
	if c.follower, err = follows(ctx, c.token); err != nil {
		return err
	}
	c.news = c.follower && string(ctx.QueryArgs().Peek("announced")) == "true"
	resumed := false
	if last := lastEventID(ctx); len(last) > 0 {
		of, seq, epoch, ok := catalog.ParseConsistency(string(last))
		if !ok || of != c.tenant || epoch == "" {
			return api.Errorf(400, api.InvalidRequest, "Last-Event-ID does not name an event of this stream.")
		}
		cached, err := s.cfg.Lookup.Cached(t)
		if err != nil {
			return err
		}
		c.pos, c.reset = seq, !catalog.SameEpoch(cached.Epoch(), epoch)
		resumed = !c.reset
	}
	if ctx.IsHead() {
		s.fields(ctx)
		ctx.Response.SkipBody = true
		return nil
	}
	return s.begin(ctx, c, resumed)
}

// admit checks the stream key or the stream token of a request, and notes it in the client.
func (s *Streams) admit(ctx *fasthttp.RequestCtx, c *client) (ok bool, err error) {
	if key, given := bearer(ctx); given {
		c.key = bytes.Clone(key)
		ok, _, err = s.accepts(c.tenant, key)
		return ok, err
	}
	given := ctx.QueryArgs().PeekMulti("token")
	if len(given) != 1 || len(ctx.Request.Header.Peek(fasthttp.HeaderAuthorization)) > 0 {
		return false, nil
	}
	t, ok := parseToken(given[0])
	if !ok || !s.cfg.Clock.Actual().Before(t.expires()) {
		return false, nil
	}
	c.token = &t
	return s.opens(c.tenant, &t)
}

// refuse answers a request without access.
func (s *Streams) refuse(ctx *fasthttp.RequestCtx) error {
	s.cfg.Responder.Error(ctx, api.Errorf(401, api.Unauthenticated,
		"The change stream requires the tenant's stream key as a bearer token, or a stream token that has not expired."))
	ctx.Response.Header.Set("WWW-Authenticate", `Bearer realm="changes"`)
	return nil
}

// lastEventID is the id of the last event that the client received. An EventSource sends the header only when it
// reconnects by itself; a page that opens a new one has only the URL. The header is newer than the URL.
func lastEventID(ctx *fasthttp.RequestCtx) []byte {
	if last := ctx.Request.Header.Peek("Last-Event-ID"); len(last) > 0 {
		return last
	}
	return ctx.QueryArgs().Peek("lastEventId")
}

const maxKey = 200 // bytes of a stream key

// bearer is the token that Authorization carries.
func bearer(ctx *fasthttp.RequestCtx) ([]byte, bool) {
	lines := ctx.Request.Header.PeekAll(fasthttp.HeaderAuthorization)
	if len(lines) != 1 {
		return nil, false
	}
	scheme, key, ok := bytes.Cut(lines[0], []byte(" "))
	key = bytes.TrimSpace(key)
	return key, ok && bytes.EqualFold(scheme, []byte("Bearer")) && len(key) > 0 && len(key) <= maxKey
}

// begin opens the stream of a client, at the end of the log unless the client resumes.
func (s *Streams) begin(ctx *fasthttp.RequestCtx, c *client, resumed bool) error {
	if c.log = s.join(logKey{c.tenant, c.follower}, c.token); c.log == nil {
		return api.Errorf(429, api.TooManyRequests, "There are too many streams.")
	}
	if !resumed {
		start, cancel := context.WithTimeout(context.Background(), s.cfg.Timeout)
		defer cancel()
		var err error
		if c.pos, err = c.log.end(start, s.cfg.Pool); err != nil {
			s.leave(c.log, c.token)
			return api.Busy(err)
		}
	}
	s.fields(ctx)
	ctx.Response.Header.Set("X-Accel-Buffering", "no")
	conn := ctx.Conn()
	ctx.Response.ImmediateHeaderFlush = true
	ctx.SetBodyStreamWriter(func(w *bufio.Writer) {
		defer s.leave(c.log, c.token)
		c.extend = func() { _ = conn.SetWriteDeadline(time.Now().Add(writeTimeout)) }
		c.run(w)
	})
	return nil
}

// perToken is the maximum number of streams that one token holds open here. A browser that reconnects may need a second
// one for a moment.
const perToken = 4

// join adds a client to the log of a tenant. It returns nil if there are too many streams. Streams of browsers are
// counted apart, so that they do not take the place of a shop's servers.
func (s *Streams) join(key logKey, t *token) *changeLog {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.logs[key]
	if l == nil {
		l = &changeLog{logKey: key, changed: make(chan struct{})}
	}
	switch {
	case t == nil && (l.clients >= s.cfg.PerTenant || s.open >= s.cfg.Total):
		return nil
	case t == nil:
		l.clients++
		s.open++
	case l.tabs >= s.cfg.Tabs || s.tabs >= s.cfg.TotalTabs || s.tokens[t.id()] >= perToken:
		return nil
	default:
		l.tabs++
		s.tabs++
		s.tokens[t.id()]++
	}
	s.logs[key] = l
	return l
}

func (s *Streams) leave(l *changeLog, t *token) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t == nil {
		l.clients--
		s.open--
	} else {
		l.tabs--
		s.tabs--
		if s.tokens[t.id()]--; s.tokens[t.id()] == 0 {
			delete(s.tokens, t.id())
		}
	}
	if l.clients+l.tabs == 0 {
		delete(s.logs, l.logKey)
	}
}

// fields sets the header fields of a stream.
func (s *Streams) fields(ctx *fasthttp.RequestCtx) {
	respond.CommonFields(ctx)
	h := &ctx.Response.Header
	h.Set("Cache-Control", respond.NoStore)
	h.Set("CDN-Cache-Control", respond.CDNNoStore)
	h.Set("X-Request-Id", s.cfg.Responder.RequestID())
	h.SetContentType("text/event-stream")
	ctx.Response.SetStatusCode(fasthttp.StatusOK)
}
