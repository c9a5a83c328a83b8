package gateway

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttpadaptor"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/accept"
	"vitrine/gateway/admit"
	"vitrine/gateway/edges"
	"vitrine/gateway/hottest"
	"vitrine/gateway/lookup"
	"vitrine/gateway/parent"
	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/gateway/read/views"
	"vitrine/gateway/refresh"
	"vitrine/gateway/respond"
	"vitrine/gateway/storefront"
	"vitrine/gateway/stream"
	"vitrine/gateway/upstream"
	"vitrine/gateway/verify"
	"vitrine/internal/alarm"
	"vitrine/internal/build"
	"vitrine/internal/catalog"
	"vitrine/internal/clock"
	"vitrine/internal/lograte"
	"vitrine/internal/wire"
	"vitrine/search"
)

// A Server is one gateway. Any number of them may run side by side; they share nothing but Postgres and the bus.
type Server struct {
	cfg   Config
	log   *slog.Logger
	clock *clock.Clock

	cache    *cache.Cache
	replica  *replica.Replica
	listen   *replica.Listener
	reporter *replica.Reporter

	lookup      *lookup.Lookup
	router      *query.Router
	reader      *read.Reader
	parent      *parent.Client // nil: there is none
	refresher   *refresh.Refresher
	edges       *edges.Follower
	responder   *respond.Responder
	cacheStatus *respond.Status
	streams     *stream.Streams
	upstream    *upstream.Proxy // nil: there is no write service
	verifier    *verify.Verifier
	freshness   *verify.Freshness
	changes     *verify.Changes
	why         *verify.Why
	status      *verify.Status
	site        *storefront.Site // nil: nothing is at "/"
	registry    *prometheus.Registry
	metrics     fasthttp.RequestHandler
	http        *fasthttp.Server
	holder      search.Holder // nil: the engine holds nothing in memory
	hottest     *hottest.Hottest
	follow      func(tenant string) // has what the engine holds of a tenant catch up
	waits       chan struct{}       // reads that wait for the change of their token
	unread      lograte.Limit       // unverified answers of tenants that allow them

	warming  atomic.Bool // the gateway would be ready, and fills its cache
	serving  atomic.Bool // the gateway is ready and not stopping
	draining atomic.Bool // it stops soon: /readyz says so
	ready    chan struct{}
	once     sync.Once // closes ready

	mu       sync.Mutex
	listener net.Listener
	cancel   context.CancelFunc
	wg       sync.WaitGroup
}

// New makes a gateway. Start starts it.
func New(cfg Config) (*Server, error) {
	cfg = cfg.withDefaults()
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, log: cfg.Log, responder: respond.New(cfg.Log, cfg.Name),
		cacheStatus: respond.NewStatus(cfg.Name), router: query.NewRouter(!cfg.Production),
		waits: make(chan struct{}, maxWaits), ready: make(chan struct{})}
	// The functions below are called once the gateway runs, when all parts exist.
	s.clock = clock.New(cfg.Now, func(by time.Duration) { s.verifier.Jumped(by) })
	var err error
	cc := cfg.Cache
	cc.Now, cc.Sample, cc.SampleEach = s.clock.Now, func(e *cache.Entry) { s.verifier.Sample(e) }, cfg.SampleEach
	s.follow = func(string) {}
	if h, ok := cfg.Engine.(search.Holder); ok && !cfg.Without.HeldAnswers {
		s.follow, s.holder = h.Follow, h
	}
	if s.cache, err = cache.New(cc); err != nil {
		return nil, err
	}
	rc := cfg.Replica
	rc.Source, rc.Now, rc.Changed, rc.Inlined, rc.Applied = cfg.Source, s.clock.Actual, s.applying, s.inlined, s.applied
	if s.replica, err = replica.New(s.cache, rc); err != nil {
		return nil, err
	}
	s.listen = replica.NewListener(s.replica, cfg.NATS, cfg.Log)
	s.lookup = lookup.New(lookup.Config{Cache: s.cache, Replica: s.replica, Pool: cfg.Pool, Source: cfg.Source,
		Clock: s.clock, Log: cfg.Log})
	if err := s.newReaders(); err != nil {
		return nil, err
	}
	if err := s.newServices(); err != nil {
		return nil, err
	}
	if cfg.Site != nil {
		if s.site, err = storefront.New(cfg.Site); err != nil {
			return nil, err
		}
	}
	s.metrics = s.newMetrics()
	s.http = &fasthttp.Server{
		Handler:                      s.serve,
		ErrorHandler:                 accept.Malformed(s.fail),
		NoDefaultServerHeader:        true,
		ReadTimeout:                  accept.ReadTimeout,
		WriteTimeout:                 accept.WriteTimeout,
		IdleTimeout:                  accept.IdleTimeout,
		ReadBufferSize:               accept.ReadBuffer,
		WriteBufferSize:              accept.WriteBuffer,
		MaxRequestBodySize:           accept.MaxBody,
		Concurrency:                  accept.MaxConns,
		ConnState:                    accept.ConnState,
		CloseOnShutdown:              true,
		DisablePreParseMultipartForm: true,
		SecureErrorLogMessage:        true,
		Logger:                       debugLog{cfg.Log},
	}
	return s, nil
}

// newReaders makes what fills the cache.
func (s *Server) newReaders() (err error) {
	rc := read.DefaultConfig()
	rc.Pool, rc.Records, rc.Engine, rc.Cache, rc.Clock = s.cfg.Pool, s.cfg.Records, s.cfg.Engine, s.cache, s.clock
	rc.Views, rc.Facets, rc.Log = views.All, views.Facets, s.log
	rc.Timeout, rc.MaxFills, rc.MaxReads = s.cfg.FillTimeout, s.cfg.MaxFills, s.cfg.MaxReads
	off := s.cfg.Without
	rc.TagsInETag = s.lookup.TagsInETag
	rc.NoBatching, rc.NoAssembly, rc.NoPriceBands = off.RecordBatching, off.PageAssembly, off.PriceBands
	rc.NoHeld = off.HeldAnswers
	rc.Admission = admit.DefaultConfig(rc.MaxReads, rc.MaxFills)
	rc.Admission.Burst, rc.Admission.Wait, rc.Admission.Off = s.cfg.MissBurst,
		min(s.cfg.MissWait, s.cfg.MissBurst), off.Admission
	if s.cfg.ParentURL != "" {
		if s.parent, err = parent.New(parent.Config{URL: s.cfg.ParentURL, Token: s.cfg.ParentToken,
			Build: build.Read().Commit, Log: s.log}); err != nil {
			return err
		}
		rc.Parent = s.parent
	}
	if s.reader, err = read.New(rc); err != nil {
		return err
	}
	fc := refresh.DefaultConfig()
	fc.Cache, fc.Replica, fc.Lookup, fc.Reader, fc.Clock = s.cache, s.replica, s.lookup, s.reader, s.clock
	fc.Off = off.RefreshAhead
	if s.refresher, err = refresh.New(fc); err != nil {
		return err
	}
	hc := hottest.Config{Cache: s.cache, Replica: s.replica, Lookup: s.lookup, Router: s.router, Reader: s.reader,
		Clock: s.clock, NATS: s.cfg.NATS, Log: s.log, File: s.cfg.HottestFile, Time: s.cfg.WarmTime}
	if off.WarmStart {
		hc.Time = 0
	}
	if s.hottest, err = hottest.New(hc); err != nil {
		return err
	}
	vc := verify.DefaultConfig()
	vc.Cache, vc.Replica, vc.Lookup, vc.Clock, vc.Log = s.cache, s.replica, s.lookup, s.clock, s.log
	vc.Render, vc.Timeout, vc.Outside = s.Render, s.cfg.FillTimeout, s.cfg.Outside
	s.changes = &verify.Changes{Pool: s.cfg.Pool, Timeout: s.cfg.FillTimeout}
	vc.Changes = s.changes
	s.verifier, err = verify.New(vc)
	return err
}

// newServices makes what answers requests that are no reads.
func (s *Server) newServices() (err error) {
	sc := stream.DefaultConfig()
	sc.Pool, sc.Lookup, sc.Responder, sc.Timeout = s.cfg.Pool, s.lookup, s.responder, s.cfg.FillTimeout
	sc.Clock, sc.NATS, sc.Open = s.clock, s.cfg.NATS, s.opensStreams
	sc.PerTenant, sc.Total, sc.Heartbeat = s.cfg.StreamsPerTenant, s.cfg.StreamsAll, s.cfg.StreamBeat
	if s.streams, err = stream.New(sc); err != nil {
		return err
	}
	if s.cfg.WriteURL != "" {
		uc := upstream.Config{URL: s.cfg.WriteURL, Trusted: s.cfg.Trusted, Tarpit: max(0, s.cfg.Tarpit),
			Forwarded: s.cfg.Forwarded, Production: s.cfg.Production, Alarms: s.cfg.Alarms,
			Traced: s.cfg.Trace != nil,
			Exists: func(id string) bool { return s.lookup.ByID(id) != nil }}
		if s.upstream, err = upstream.New(uc); err != nil {
			return err
		}
	}
	s.edges = edges.New(s.lookup.SetPolicy)
	s.freshness = verify.NewFreshness(s.cfg.Outside, s.streams.Wake)
	s.why = &verify.Why{Cache: s.cache, Replica: s.replica, Lookup: s.lookup, Router: s.router, Clock: s.clock,
		Changes: s.changes, Render: s.Render, Timeout: s.cfg.FillTimeout, Log: s.log}
	s.status = &verify.Status{
		Name: func() string { return displayName(s.cfg.Name, s.listener) }, Ready: s.serving.Load,
		Bus:   func() string { return s.cfg.NATS.Status().String() },
		Cache: s.cache, Replica: s.replica, Lookup: s.lookup, Streams: s.streams,
		Verifier: s.verifier, Freshness: s.freshness, Clock: s.clock, Responder: s.responder,
		Edges: s.edges.Summary, Load: s.reader.Load,
	}
	return nil
}

// newMetrics makes the handler of /metrics. Metrics are read when they are collected: counting costs a request one
// atomic add.
func (s *Server) newMetrics() fasthttp.RequestHandler {
	reg := prometheus.NewRegistry()
	s.registry = reg
	verify.RegisterCache(reg, s.cache, s.replica)
	verify.RegisterEngine(reg, s.cfg.Engine)
	for _, part := range []interface{ Register(prometheus.Registerer) }{
		s.lookup, s.reader, s.refresher, s.hottest, s.verifier, s.freshness, s.responder, s.edges,
	} {
		part.Register(reg)
	}
	if s.upstream != nil {
		s.upstream.Register(reg)
	}
	if s.parent != nil {
		s.parent.Register(reg)
	}
	all := prometheus.Gatherers{reg}
	if s.cfg.MoreMetrics != nil {
		all = append(all, s.cfg.MoreMetrics)
	}
	return fasthttpadaptor.NewFastHTTPHandler(promhttp.HandlerFor(all, promhttp.HandlerOpts{}))
}

// Metrics returns the gateway's own metrics, for the admin listener.
func (s *Server) Metrics() prometheus.Gatherer { return s.registry }

// Why returns the page that explains what the cache holds for a URL: ?tenant=…&path=…&compare=true. It is for the
// admin listener.
func (s *Server) Why() http.Handler { return s.why }

// Answers returns what gives answers to gateways of other regions. It is for the admin listener.
func (s *Server) Answers() http.Handler {
	g := &parent.Gateway{Cache: s.cache, Lookup: s.lookup, Router: s.router, Reader: s.reader, Clock: s.clock,
		Build: build.Read().Commit, IsChild: s.parent != nil, Reach: func(t *replica.Tenant, epoch string, seq uint64) error {
			return s.reach(t, catalog.ShortEpoch(epoch), seq, true)
		}}
	return g.Handler()
}

// TaggedURLs returns the page that lists cached URLs by their outside tags. It is for the admin listener.
func (s *Server) TaggedURLs() http.Handler {
	return &edges.URLs{Cached: func(id string) *cache.Tenant {
		if t := s.replica.Tenant(id); t != nil {
			return t.Tenant
		}
		return nil
	}}
}

// Status returns /status with the active alarms and the webhooks, which name tenants. It is for the admin listener.
func (s *Server) Status(alarms func() []alarm.Alarm,
	webhooks func(context.Context) ([]verify.Webhook, error)) http.Handler {
	return s.status.ForOperators(alarms, webhooks)
}

// Start loads the tenants, subscribes to their changes and listens. It may be called again.
func (s *Server) Start(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		return nil
	}
	// Subscribe first, then load: a change in between arrives over the bus, and an earlier one is in what is loaded.
	if err := s.listen.Start(ctx); err != nil {
		return err
	}
	if err := s.open(ctx); err != nil {
		s.edges.Stop()
		s.freshness.Stop()
		s.listen.Stop()
		return err
	}
	run, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	s.wg.Go(func() {
		if err := s.http.Serve(s.listener); err != nil && run.Err() == nil {
			s.log.Error("gateway stopped serving", "err", err)
		}
	})
	s.wg.Go(func() { s.clock.Run(run, s.cfg.Pool, s.log) })
	s.wg.Go(func() { s.becomeReady(run) })
	s.wg.Go(func() { s.warm(run) })
	s.wg.Go(func() { s.edges.Run(run) })
	s.wg.Go(func() { s.verifier.Run(run) })
	s.wg.Go(func() { s.refresher.Run(run) })
	s.wg.Go(func() { s.status.Run(run) })
	return nil
}

// open loads what a gateway must know before it serves, then listens and reports to the leading worker.
func (s *Server) open(ctx context.Context) error {
	if err := s.clock.Correct(ctx, s.cfg.Pool); err != nil {
		return err
	}
	if err := s.lookup.Load(ctx); err != nil {
		return err
	}
	if err := s.freshness.Start(s.cfg.NATS, s.clock.Now()); err != nil {
		return fmt.Errorf("subscribe to announcements: %w", err)
	}
	if err := s.edges.Start(s.cfg.NATS); err != nil {
		return fmt.Errorf("subscribe to declared edges: %w", err)
	}
	ln, err := net.Listen("tcp", s.cfg.Addr)
	if err == nil {
		ac := accept.DefaultConfig()
		ac.Lookup, ac.Clock, ac.Status, ac.Serving, ac.Log = s.lookup, s.clock, s.cacheStatus, &s.serving, s.log
		ac.NoLoop, ac.Refuse, ac.ManyWait = s.cfg.Without.EventLoop, s.refuse, s.reader.ManyWait
		ln, err = accept.Listen(ln, ac)
	}
	if err != nil {
		return fmt.Errorf("listen on %s: %w", s.cfg.Addr, err)
	}
	// The gateway reports only now that it knows its tenants: no announcement waits for it before that.
	s.reporter = replica.NewReporter(s.replica, s.cfg.NATS, s.log,
		wire.Report{Gateway: rand.Text(), Name: displayName(s.cfg.Name, ln)}, s.storeReport)
	if err := s.reporter.Start(); err != nil {
		_ = ln.Close()
		return fmt.Errorf("report to the leading worker: %w", err)
	}
	s.listener = ln
	return nil
}

// displayName names a gateway for people: its name in Cache-Status, its host and its address.
func displayName(name string, ln net.Listener) string {
	host, err := os.Hostname()
	if err != nil {
		host = "?"
	}
	return name + " " + host + " " + ln.Addr().String()
}

// storeReport writes a report where the leading worker finds it while the bus is away.
func (s *Server) storeReport(ctx context.Context, r wire.Report) error {
	_, err := s.cfg.Pool.Exec(ctx, `
INSERT INTO gateway_report (id, body) VALUES ($1, $2)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, seen = clock_timestamp()`, r.Gateway, r)
	return err
}

// becomeReady waits until announcements wait for this gateway, and fills the cache. Then it tells gateways that start
// what is requested most, until the gateway stops. Without a leading worker it becomes ready after a while
// anyway. Until a worker acknowledges it, it verifies every hit, which is slower and just as fresh.
func (s *Server) becomeReady(ctx context.Context) {
	if s.cfg.Loaded != nil {
		s.cfg.Loaded()
	}
	timeout := time.NewTimer(s.cfg.LeaderTimeout)
	defer timeout.Stop()
	select {
	case <-ctx.Done():
		return
	case <-s.reporter.Acknowledged():
		s.warming.Store(true)
		s.hottest.Fill(ctx)
	case <-timeout.C:
		s.log.Warn("no leading ingest worker acknowledges this gateway; it verifies every hit in Postgres until one does")
	}
	if ctx.Err() != nil {
		return
	}
	s.serving.Store(true)
	s.once.Do(func() { close(s.ready) })
	if err := s.hottest.Share(); err != nil {
		s.log.Warn("gateways that start cannot ask this one which answers are requested most", "err", err)
	}
	s.hottest.Run(ctx)
	s.hottest.Stop()
}

// Ready is closed once the gateway is ready.
func (s *Server) Ready() <-chan struct{} { return s.ready }

// Addr is the address the gateway listens on; before Start, the configured one.
func (s *Server) Addr() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener == nil {
		return s.cfg.Addr
	}
	return s.listener.Addr().String()
}

// Cache is the gateway's cache, for inspection.
func (s *Server) Cache() *cache.Cache { return s.cache }

// Replica keeps the cache up to date. It is for inspection.
func (s *Server) Replica() *replica.Replica { return s.replica }

// Drain prepares for Stop: /readyz answers 503, streams end, and every answer closes its connection. Requests are
// still answered, so that a balancer has time to notice.
func (s *Server) Drain() {
	s.draining.Store(true)
	s.serving.Store(false) // the fast path keeps connections open
	s.streams.Stop()
}

const stopTimeout = 5 * time.Second

// Stop finishes the requests in progress, for at most 5 s, and closes everything. It may be called again.
func (s *Server) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel == nil {
		return
	}
	s.serving.Store(false)
	s.cancel()
	s.streams.Stop()
	s.upstream.Stop()
	s.parent.Stop()
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	if err := s.http.ShutdownWithContext(ctx); err != nil {
		s.log.Warn("connections closed before they were done", "err", err)
	}
	_ = s.listener.Close() // fasthttp closes it only if it has begun to serve
	if w, ok := s.listener.(accept.Waiter); ok {
		w.Wait(ctx)
	}
	s.wg.Wait()
	s.upstream.Close()
	s.reporter.Stop() // it serves no request any more
	s.edges.Stop()
	s.freshness.Stop()
	s.listen.Stop()
	s.cache.Close()
	s.cancel = nil
}

// debugLog is fasthttp's log. Its lines contain nothing of a request (SecureErrorLogMessage).
type debugLog struct{ log *slog.Logger }

func (l debugLog) Printf(format string, args ...any) {
	l.log.Debug("connection", "note", fmt.Sprintf(format, args...))
}
