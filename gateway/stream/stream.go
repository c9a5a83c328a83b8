package stream

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/valyala/fasthttp"

	"vitrine/gateway/lookup"
	"vitrine/gateway/respond"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

// Path is the path of the change stream under /v1.
const Path = "/changes"

// Config is what Streams need.
type Config struct {
	Pool      *pgxpool.Pool // announcements and stream keys are read from it
	Lookup    *lookup.Lookup
	Responder *respond.Responder

	PerTenant int           // streams that one tenant's clients may have open here; default 20
	Total     int           // streams of all tenants; default 500
	Heartbeat time.Duration // pause between heartbeats; default 15 s
	Timeout   time.Duration // of a query to Postgres; default 5 s
}

// DefaultConfig holds the defaults of the settings.
func DefaultConfig() Config {
	return Config{PerTenant: 20, Total: 500, Heartbeat: 15 * time.Second, Timeout: 5 * time.Second}
}

// Validate reports what is wrong with a configuration.
func (c Config) Validate() error {
	switch {
	case c.Pool == nil, c.Lookup == nil, c.Responder == nil:
		return errors.New("stream: a pool, a lookup and a responder are required")
	case c.PerTenant < 0, c.Total < 0, c.Timeout <= 0:
		return errors.New("stream: PerTenant and Total must not be negative, and Timeout must be positive")
	}
	return nil
}

// Streams are the change streams that are open on this gateway.
type Streams struct {
	cfg     Config
	stop    func()
	stopped chan struct{}

	mu   sync.Mutex
	logs map[string]*changeLog // by tenant; only of tenants with a client
	open int
}

// New makes Streams without a client.
func New(cfg Config) (*Streams, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	s := &Streams{cfg: cfg, logs: map[string]*changeLog{}, stopped: make(chan struct{})}
	s.stop = sync.OnceFunc(func() { close(s.stopped) })
	return s, nil
}

// Stop ends all streams.
func (s *Streams) Stop() { s.stop() }

// Count is the number of open streams.
func (s *Streams) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open
}

// Wake makes the streams of a tenant look for announcements now.
func (s *Streams) Wake(tenant string) {
	s.mu.Lock()
	l := s.logs[tenant]
	s.mu.Unlock()
	if l != nil {
		l.wake()
	}
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
	t, err := s.cfg.Lookup.Tenant(ctx, inURL)
	if err != nil {
		return err
	}
	c := &client{s: s, tenant: t.ID()}
	key, ok := bearer(ctx)
	if ok {
		if ok, err = s.accepts(c.tenant, key); err != nil {
			return api.Busy(err)
		}
	}
	if !ok {
		s.cfg.Responder.Error(ctx, api.Errorf(401, api.Unauthenticated,
			"The change stream requires the shop's stream key as a bearer token."))
		ctx.Response.Header.Set("WWW-Authenticate", `Bearer realm="changes"`)
		return nil
	}
	c.key = bytes.Clone(key)
	resumed := false
	if last := ctx.Request.Header.Peek("Last-Event-ID"); len(last) > 0 {
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
	if c.log = s.join(c.tenant); c.log == nil {
		return api.Errorf(429, api.TooManyRequests, "There are too many streams.")
	}
	if !resumed {
		start, cancel := context.WithTimeout(context.Background(), s.cfg.Timeout)
		defer cancel()
		var err error
		if c.pos, err = c.log.end(start, s.cfg.Pool); err != nil {
			s.leave(c.log)
			return api.Busy(err)
		}
	}
	s.fields(ctx)
	ctx.Response.Header.Set("X-Accel-Buffering", "no")
	conn := ctx.Conn()
	ctx.Response.ImmediateHeaderFlush = true
	ctx.SetBodyStreamWriter(func(w *bufio.Writer) {
		defer s.leave(c.log)
		c.extend = func() { _ = conn.SetWriteDeadline(time.Now().Add(writeTimeout)) }
		c.run(w)
	})
	return nil
}

// join adds a client to the log of a tenant. It returns nil if there are too many streams.
func (s *Streams) join(tenant string) *changeLog {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.logs[tenant]
	if l == nil {
		l = &changeLog{tenant: tenant, changed: make(chan struct{})}
	}
	if l.clients >= s.cfg.PerTenant || s.open >= s.cfg.Total {
		return nil
	}
	l.clients++
	s.open++
	s.logs[tenant] = l
	return l
}

func (s *Streams) leave(l *changeLog) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	if l.clients--; l.clients == 0 {
		delete(s.logs, l.tenant)
	}
}

// fields sets the header fields of a stream.
func (s *Streams) fields(ctx *fasthttp.RequestCtx) {
	respond.CommonFields(ctx)
	h := &ctx.Response.Header
	h.Set("Cache-Control", respond.PrivateNoStore)
	h.Set("CDN-Cache-Control", respond.NoStore)
	h.Set("X-Request-Id", s.cfg.Responder.RequestID())
	h.SetContentType("text/event-stream")
	ctx.Response.SetStatusCode(fasthttp.StatusOK)
}
