package gateway

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/valyala/fasthttp"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/accept"
	"vitrine/gateway/lookup"
	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/gateway/read/views"
	"vitrine/gateway/refresh"
	"vitrine/gateway/respond"
	"vitrine/gateway/stream"
	"vitrine/gateway/upstream"
	"vitrine/internal/clock"
	"vitrine/internal/wire"
	"vitrine/search"
)

// Config is what a gateway needs.
type Config struct {
	Addr    string         // where it listens, "127.0.0.1:8080"; port 0 picks one
	Pool    *pgxpool.Pool  // Postgres: content, read only
	Records *pgxpool.Pool  // Postgres likewise, for statements whose plan is always the same: single records, by slug or id; default Pool
	NATS    *nats.Conn     // the bus
	Engine  search.Engine  // lists, counts, facets, text
	Source  replica.Source // missed changes, straight from Postgres
	Log     *slog.Logger
	Cache   cache.Config   // Bytes and Share; New fills in the rest
	Replica replica.Config // HeartbeatTimeout, Lease and Grace; New fills in the rest

	Now         func() time.Time // the clock; default: the machine's, corrected against the database
	FillTimeout time.Duration    // the longest a reader waits for Postgres; default 5 s
	MaxFills    int              // fills at once; more wait, and 503 when they waited too long; default 64
	MaxReads    int              // of them, those that read in a snapshot of Postgres, and statements for single records; default AtOnce

	Outside     bool          // search has an index of its own, outside Postgres
	StreamsEach int           // streams of changes that a tenant's clients may have open here; default 20
	StreamsAll  int           // and all tenants' together; default 500
	StreamBeat  time.Duration // pause between a stream's heartbeats; default 15 s
	Alone       time.Duration // without any leader to acknowledge it for so long, a gateway is ready all the same: it verifies every hit. Default 3 s
	NoReadAhead bool          // lists that a change drops are not read again before a reader asks; default: those are that readers asked for before
	SampleEach  uint64        // one hit in so many is compared with Postgres in the background; default 10,000

	// Picture draws the SVG file of a demo picture, or reports false where there is none. Nil: /media/ serves nothing.
	Picture func(kind, name string) ([]byte, bool)

	WriteURL string         // the write service, such as http://127.0.0.1:8081; "": its addresses are not there
	Tarpit   time.Duration  // whoever the write service finds to ask too often is told only after about so long, so that a flood cannot spin; default 1 s, negative: at once
	Trusted  []netip.Prefix // proxies before the gateway whose X-Forwarded-For is believed; default none
}

// AtOnce is the number of concurrent reads from Postgres, of each of two kinds: snapshots, and statements for records.
func AtOnce() int { return read.MaxReads() }

// DefaultConfig is what a gateway uses unless told otherwise.
func DefaultConfig() Config {
	return Config{Addr: "127.0.0.1:8080", Cache: cache.DefaultConfig(), Replica: replica.DefaultConfig(), FillTimeout: 5 * time.Second, MaxFills: 64, MaxReads: AtOnce(),
		StreamsEach: 20, StreamsAll: 500, StreamBeat: 15 * time.Second, Alone: 3 * time.Second, SampleEach: 10_000}
}

// Validate says what is wrong with a configuration.
func (c Config) Validate() error {
	switch {
	case c.Addr == "":
		return errors.New("gateway: no address to listen on")
	case c.Pool == nil, c.NATS == nil, c.Engine == nil, c.Source == nil, c.Log == nil:
		return errors.New("gateway: a pool, the bus, an engine, a source of changes and a log are needed")
	case c.FillTimeout <= 0 || c.MaxFills <= 0 || c.MaxReads <= 0:
		return errors.New("gateway: FillTimeout, MaxFills and MaxReads must be positive")
	}
	return nil
}

// A Server is one gateway. Any number of them may run beside one another; they share nothing but Postgres and the bus.
type Server struct {
	cfg       Config
	log       *slog.Logger
	cache     *cache.Cache
	replica   *replica.Replica
	lookup    *lookup.Lookup
	listen    *replica.Listener
	clock     *clock.Clock
	router    *query.Router
	reader    *read.Reader
	refresher *refresh.Refresher
	metrics   fasthttp.RequestHandler
	responder *respond.Responder
	http      *fasthttp.Server
	upstream  *upstream.Proxy // nil: there is no write service
	report    *replica.Reporter
	news      news
	streams   *stream.Streams
	check     check
	waits     chan struct{}
	isReady   chan struct{}
	once      sync.Once // closes isReady
	ready     atomic.Bool

	mu       sync.Mutex
	listener net.Listener
	cancel   context.CancelFunc
	wg       sync.WaitGroup
}

// New makes a gateway; Start begins.
func New(cfg Config) (*Server, error) {
	d := DefaultConfig()
	if cfg.Records == nil {
		cfg.Records = cfg.Pool
	}
	if cfg.FillTimeout == 0 {
		cfg.FillTimeout = d.FillTimeout
	}
	if cfg.MaxFills == 0 {
		cfg.MaxFills = d.MaxFills
	}
	for _, f := range []struct{ v, d *int }{{&cfg.MaxReads, &d.MaxReads}, {&cfg.StreamsEach, &d.StreamsEach}, {&cfg.StreamsAll, &d.StreamsAll}} {
		if *f.v == 0 {
			*f.v = *f.d
		}
	}
	if cfg.StreamBeat == 0 {
		cfg.StreamBeat = d.StreamBeat
	}
	if cfg.Alone == 0 {
		cfg.Alone = d.Alone
	}
	if cfg.SampleEach == 0 {
		cfg.SampleEach = d.SampleEach
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, log: cfg.Log, waits: make(chan struct{}, consistencyTurns), isReady: make(chan struct{})}
	s.responder = respond.New(cfg.Log)
	s.news.begin()
	s.check.queue, s.check.turns = make(chan *cache.Entry, checkQueue), map[turn]uint64{}
	s.clock = clock.New(cfg.Now, s.jumped)
	cc := cfg.Cache
	cc.Now, cc.Sample, cc.SampleEach = s.clock.Now, s.sample, cfg.SampleEach
	var err error
	if s.cache, err = cache.New(cc); err != nil {
		return nil, err
	}
	rc := cfg.Replica
	rc.Source, rc.Now, rc.Changed, rc.Inlined, rc.Applied = cfg.Source, s.clock.Now, s.changed, s.inlined, s.applied
	if s.replica, err = replica.New(s.cache, rc); err != nil {
		return nil, err
	}
	s.lookup = lookup.New(lookup.Config{Cache: s.cache, Replica: s.replica, Pool: cfg.Pool, Source: cfg.Source, Clock: s.clock, Log: cfg.Log})
	s.listen = replica.NewListener(s.replica, cfg.NATS, cfg.Log)
	readers := read.Config{Pool: cfg.Pool, Records: cfg.Records, Engine: cfg.Engine, Cache: s.cache, Clock: s.clock,
		Views: views.All, Facets: views.Facets, Timeout: cfg.FillTimeout, MaxFills: cfg.MaxFills, MaxReads: cfg.MaxReads}
	if s.reader, err = read.New(readers); err != nil {
		return nil, err
	}
	rf := refresh.DefaultConfig()
	rf.Cache, rf.Replica, rf.Lookup, rf.Reader, rf.Clock, rf.Off = s.cache, s.replica, s.lookup, s.reader, s.clock, cfg.NoReadAhead
	if s.refresher, err = refresh.New(rf); err != nil {
		return nil, err
	}
	s.router = query.NewRouter()
	if s.streams, err = stream.New(stream.Config{Pool: cfg.Pool, Lookup: s.lookup, Responder: s.responder,
		PerTenant: cfg.StreamsEach, Total: cfg.StreamsAll, Heartbeat: cfg.StreamBeat, Timeout: cfg.FillTimeout}); err != nil {
		return nil, err
	}
	if cfg.WriteURL != "" {
		uc := upstream.DefaultConfig()
		uc.URL, uc.Trusted = cfg.WriteURL, cfg.Trusted
		if cfg.Tarpit != 0 {
			uc.Tarpit = max(0, cfg.Tarpit)
		}
		if s.upstream, err = upstream.New(uc); err != nil {
			return nil, err
		}
	}
	s.metrics = s.newMetrics()
	s.http = &fasthttp.Server{
		Handler:                      s.serve,
		ErrorHandler:                 accept.Malformed(s.responder),
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
		Logger:                       quiet{cfg.Log},
	}
	return s, nil
}

// Start loads the tenants, subscribes to their changes, listens and returns. It may be called again.
func (s *Server) Start(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		return nil
	}
	// Subscribe first, load then: a change between the two is heard, and one before is in what is loaded.
	if err := s.listen.Start(ctx); err != nil {
		return err
	}
	if err := s.clock.Correct(ctx, s.cfg.Pool); err != nil {
		s.listen.Stop()
		return err
	}
	if err := s.lookup.Load(ctx); err != nil {
		s.listen.Stop()
		return err
	}
	if err := s.hear(); err != nil {
		s.listen.Stop()
		return fmt.Errorf("subscribe to news: %w", err)
	}
	ln, err := net.Listen("tcp", s.cfg.Addr)
	if err == nil {
		connections := accept.DefaultConfig()
		connections.Lookup, connections.Clock, connections.Serving, connections.Log = s.lookup, s.clock, &s.ready, s.log
		ln, err = accept.Listen(ln, connections)
	}
	if err == nil {
		// Registered once it knows where its tenants stand: what was signalled before that is not waited for.
		s.report = replica.NewReporter(s.replica, s.cfg.NATS, s.log, wire.Report{Gateway: rand.Text(), Name: hostAnd(ln)}, s.postReport)
		if err = s.report.Start(); err != nil {
			_ = ln.Close()
		}
	}
	if err != nil {
		s.hearNoMore()
		s.listen.Stop()
		return fmt.Errorf("listen on %s: %w", s.cfg.Addr, err)
	}
	run, cancel := context.WithCancel(context.Background())
	s.listener, s.cancel = ln, cancel
	s.wg.Go(func() {
		if err := s.http.Serve(ln); err != nil && run.Err() == nil {
			s.log.Error("gateway stopped serving", "err", err)
		}
	})
	s.wg.Go(func() { s.clock.Run(run, s.cfg.Pool, s.log) })
	s.wg.Go(func() { s.becomeReady(run) })
	s.wg.Go(func() { s.keepChecking(run) })
	s.wg.Go(func() { s.refresher.Run(run) })
	return nil
}

// becomeReady waits until signals wait for this gateway. Where there is nobody to say so, it is ready all the same, after a while: it trusts nothing it
// holds then, which is slower and as fresh.
func (s *Server) becomeReady(ctx context.Context) {
	alone := time.NewTimer(s.cfg.Alone)
	defer alone.Stop()
	select {
	case <-ctx.Done():
		return
	case <-s.report.Acknowledged():
	case <-alone.C:
		s.log.Warn("no leading ingest worker acknowledges this gateway; it asks Postgres on every request until one does")
	}
	s.ready.Store(true)
	s.once.Do(func() { close(s.isReady) })
}

// hostAnd names a gateway for people.
func hostAnd(ln net.Listener) string {
	host, err := os.Hostname()
	if err != nil {
		host = "?"
	}
	return host + " " + ln.Addr().String()
}

// Ready is closed once the gateway is ready.
func (s *Server) Ready() <-chan struct{} { return s.isReady }

// postReport writes a report where the leading worker finds it while the bus is away.
func (s *Server) postReport(ctx context.Context, r wire.Report) error {
	_, err := s.cfg.Pool.Exec(ctx, `
INSERT INTO gateway_report (id, body) VALUES ($1, $2)
ON CONFLICT (id) DO UPDATE SET body = excluded.body, seen = clock_timestamp()`, r.Gateway, r)
	return err
}

// Addr is where the gateway listens, once it does.
func (s *Server) Addr() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener == nil {
		return s.cfg.Addr
	}
	return s.listener.Addr().String()
}

// Cache is the gateway's cache, for those who explain and measure.
func (s *Server) Cache() *cache.Cache { return s.cache }

// Replica is what keeps the cache up to date, for those who explain and measure.
func (s *Server) Replica() *replica.Replica { return s.replica }

const drainTimeout = 5 * time.Second

// Stop answers what is under way, then closes. It may be called again.
func (s *Server) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel == nil {
		return
	}
	s.ready.Store(false)
	s.cancel()
	s.streams.Stop()
	s.upstream.Stop()
	ctx, cancel := context.WithTimeout(context.Background(), drainTimeout)
	defer cancel()
	if err := s.http.ShutdownWithContext(ctx); err != nil {
		s.log.Warn("connections closed before they were done", "err", err)
	}
	_ = s.listener.Close() // fasthttp closes it only once it has begun to serve
	if w, ok := s.listener.(accept.Waiter); ok {
		w.Wait(ctx)
	}
	s.wg.Wait()
	s.upstream.Close()
	s.report.Stop() // it serves nobody any more
	s.hearNoMore()
	s.listen.Stop()
	s.cache.Close()
	s.cancel = nil
}

// quiet passes fasthttp's log lines on. They name no request (SecureErrorLogMessage).
type quiet struct{ log *slog.Logger }

func (q quiet) Printf(format string, args ...any) {
	q.log.Debug("connection", "note", fmt.Sprintf(format, args...))
}
