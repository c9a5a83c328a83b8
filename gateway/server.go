package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fasthttp/router"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/valyala/fasthttp"
	"golang.org/x/sync/singleflight"

	"vitrine/cache"
	"vitrine/internal/tenant"
	"vitrine/search"
)

// Config is what a gateway needs.
type Config struct {
	Addr   string        // where it listens, "127.0.0.1:8080"; port 0 picks one
	Pool   *pgxpool.Pool // Postgres: content, read only
	NATS   *nats.Conn    // the bus
	Engine search.Engine // lists, counts, facets, text
	Source cache.Source  // missed changes, straight from Postgres
	Log    *slog.Logger
	Cache  cache.Config // Bytes, Share and Silent; the rest is filled in by New

	Now         func() time.Time // the clock; default: the machine's, corrected against the database
	FillTimeout time.Duration    // the longest a reader waits for Postgres; default 5 s
	MaxFills    int              // fills at once; more wait, and 503 when they waited too long; default 64

	WriteURL string         // the write service, such as http://127.0.0.1:8081; "": its addresses are not there
	Tarpit   time.Duration  // whoever the write service finds to ask too often is told only after about so long, so that a flood cannot spin; default 1 s, negative: at once
	Trusted  []netip.Prefix // proxies before the gateway whose X-Forwarded-For is believed; default none
}

// DefaultConfig is what a gateway uses unless told otherwise.
func DefaultConfig() Config {
	return Config{Addr: "127.0.0.1:8080", Cache: cache.DefaultConfig(), FillTimeout: 5 * time.Second, MaxFills: 64}
}

// Validate says what is wrong with a configuration.
func (c Config) Validate() error {
	switch {
	case c.Addr == "":
		return errors.New("gateway: no address to listen on")
	case c.Pool == nil, c.NATS == nil, c.Engine == nil, c.Source == nil, c.Log == nil:
		return errors.New("gateway: a pool, the bus, an engine, a source of changes and a log are needed")
	case c.FillTimeout <= 0 || c.MaxFills <= 0:
		return errors.New("gateway: FillTimeout and MaxFills must be positive")
	}
	return nil
}

// A Server is one gateway. Any number of them may run beside one another; they share nothing but Postgres and the bus.
type Server struct {
	cfg     Config
	log     *slog.Logger
	cache   *cache.Cache
	dir     *tenant.Directory
	owed    owed
	listen  *cache.Listener
	clock   clock
	routes  *router.Router
	metrics fasthttp.RequestHandler
	flight  singleflight.Group
	fills   chan struct{}
	http    *fasthttp.Server
	write   *proxy // nil: there is no write service
	lastID  atomic.Uint64
	ready   atomic.Bool
	pages   struct{ composed, read atomic.Uint64 } // lists put together from parts, and read whole

	mu       sync.Mutex
	listener net.Listener
	cancel   context.CancelFunc
	wg       sync.WaitGroup
}

// Limits of a connection. They bound what a slow or hostile client can hold.
const (
	readTimeout  = 5 * time.Second
	writeTimeout = 10 * time.Second
	idleTimeout  = 65 * time.Second // longer than a CDN keeps a connection idle
	readBuffer   = 16 << 10         // also the most a request's head may have
	writeBuffer  = 16 << 10         // an answer of ten products leaves in one write
	maxBody      = 64 << 10
	maxConns     = 10_000
)

// New makes a gateway; Start begins.
func New(cfg Config) (*Server, error) {
	d := DefaultConfig()
	if cfg.FillTimeout == 0 {
		cfg.FillTimeout = d.FillTimeout
	}
	if cfg.MaxFills == 0 {
		cfg.MaxFills = d.MaxFills
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, log: cfg.Log, dir: tenant.NewDirectory(), fills: make(chan struct{}, cfg.MaxFills)}
	s.clock.begin(cfg.Now)
	cc := cfg.Cache
	cc.Source, cc.Now, cc.Changed = cfg.Source, s.clock.now, s.changed
	var err error
	if s.cache, err = cache.New(cc); err != nil {
		return nil, err
	}
	s.listen = cache.NewListener(s.cache, cfg.NATS, cfg.Log)
	s.routes = s.newRoutes()
	if cfg.WriteURL != "" {
		s.write = newProxy(cfg.WriteURL, cfg.Trusted)
		if cfg.Tarpit != 0 {
			s.write.tarpit = max(0, cfg.Tarpit)
		}
	}
	s.metrics = s.newMetrics()
	s.http = &fasthttp.Server{
		Handler:                      s.serve,
		ErrorHandler:                 s.malformed,
		NoDefaultServerHeader:        true,
		ReadTimeout:                  readTimeout,
		WriteTimeout:                 writeTimeout,
		IdleTimeout:                  idleTimeout,
		ReadBufferSize:               readBuffer,
		WriteBufferSize:              writeBuffer,
		MaxRequestBodySize:           maxBody,
		Concurrency:                  maxConns,
		ConnState:                    answered,
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
	if err := s.clock.correct(ctx, s.cfg.Pool); err != nil {
		s.listen.Stop()
		return fmt.Errorf("read the database's clock: %w", err)
	}
	if err := s.loadShops(ctx); err != nil {
		s.listen.Stop()
		return err
	}
	ln, err := net.Listen("tcp", s.cfg.Addr)
	if err != nil {
		s.listen.Stop()
		return fmt.Errorf("listen on %s: %w", s.cfg.Addr, err)
	}
	run, cancel := context.WithCancel(context.Background())
	s.listener, s.cancel = ln, cancel
	s.wg.Go(func() {
		if err := s.http.Serve(laneListener{ln, s, newCrowd(mostIdle)}); err != nil && run.Err() == nil {
			s.log.Error("gateway stopped serving", "err", err)
		}
	})
	s.wg.Go(func() { s.clock.keep(run, s.cfg.Pool, s.log) })
	s.ready.Store(true)
	return nil
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
	if s.write != nil {
		close(s.write.stopped)
	}
	ctx, cancel := context.WithTimeout(context.Background(), drainTimeout)
	defer cancel()
	if err := s.http.ShutdownWithContext(ctx); err != nil {
		s.log.Warn("connections closed before they were done", "err", err)
	}
	s.wg.Wait()
	if s.write != nil {
		s.write.client.CloseIdleConnections()
	}
	s.listen.Stop()
	s.cache.Close()
	s.cancel = nil
}

// quiet passes fasthttp's log lines on. They name no request (SecureErrorLogMessage).
type quiet struct{ log *slog.Logger }

func (q quiet) Printf(format string, args ...any) {
	q.log.Debug("connection", "note", fmt.Sprintf(format, args...))
}
