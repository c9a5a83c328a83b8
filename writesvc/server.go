package writesvc

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"vitrine/internal/alarm"
	"vitrine/internal/api"
	"vitrine/internal/lograte"
	"vitrine/internal/trace"
	"vitrine/writesvc/auth"
	"vitrine/writesvc/basket"
	"vitrine/writesvc/notify"
	"vitrine/writesvc/payment"
	"vitrine/writesvc/ticket"
)

// Config configures a write service.
type Config struct {
	Addr string        // listen address; port 0 picks one. Only gateways need to reach it
	Pool *pgxpool.Pool // Postgres, as the role vitrine_writer
	Log  *slog.Logger

	Auth    auth.Config // its clock is used by all parts
	Notify  notify.Config
	Basket  basket.Config
	Payment payment.Config // its secret is a stored key, opened by auth's secrets, unless given
	Ticket  ticket.Config  // its keys are opened by auth's secrets

	Alarms  *alarm.Board          // receives the alarms of the write service; nil: none are kept
	Metrics prometheus.Registerer // registers the metrics of the write service; nil: none

	Trace *trace.Tracer // records requests; nil: none

	// Trusted are the peers whose X-Forwarded-For counts: gateways, and proxies before them. Default: loopback.
	Trusted []netip.Prefix

	MaxBody      int64         // maximal size of a body in bytes; default 64 KB
	MaxRequests  int           // maximal concurrent requests; further ones receive 503. Default 4,096
	Timeout      time.Duration // maximal duration of a handler, except for streams; default 20 s
	Sweep        time.Duration // interval at which expired rows are deleted; default 5 min
	CheckTenants time.Duration // interval at which the payment settings of all tenants are checked; default 10 s
}

// DefaultConfig returns the default configuration, without Pool, Log and secrets.
func DefaultConfig() Config {
	return Config{
		Addr: "127.0.0.1:0", Auth: auth.DefaultConfig(), Notify: notify.DefaultConfig(), Basket: basket.DefaultConfig(),
		Payment: payment.DefaultConfig(), Ticket: ticket.DefaultConfig(), Trusted: Loopback,
		MaxBody: 64 << 10, MaxRequests: 4096, Timeout: 20 * time.Second, Sweep: 5 * time.Minute,
		CheckTenants: 10 * time.Second,
	}
}

// Loopback are the addresses of this machine.
var Loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// Validate checks a configuration.
func (c Config) Validate() error {
	switch {
	case c.Addr == "":
		return errors.New("writesvc: a listen address is required")
	case c.Pool == nil, c.Log == nil:
		return errors.New("writesvc: a pool and a log are required")
	case c.MaxBody <= 0 || c.MaxRequests <= 0 || c.Timeout <= 0 || c.Sweep <= 0 || c.CheckTenants <= 0:
		return errors.New("writesvc: MaxBody, MaxRequests, Timeout, Sweep and CheckTenants must be positive")
	}
	return errors.Join(c.Auth.Validate(), c.Notify.Validate())
}

// A Server is one write service. Any number of servers may run over the same Postgres.
type Server struct {
	cfg    Config
	log    *slog.Logger
	auth   *auth.Service
	outbox *notify.Outbox
	orderParts
	mux     *http.ServeMux
	http    *http.Server
	slots   chan struct{}
	proxies api.ProxyWatch
	away    awayLog
	counted requests
	failed  lograte.Limit // answers with other server errors
	run     string        // distinguishes request ids of processes
	lastID  atomic.Uint64

	mu       sync.Mutex
	listener net.Listener
	cancel   context.CancelFunc
	wg       sync.WaitGroup
}

// Limits of a connection.
const (
	headTimeout = 5 * time.Second
	readTimeout = 15 * time.Second
	idleTimeout = 90 * time.Second // longer than the gateway keeps a connection
	maxHead     = 16 << 10
)

// New returns a write service. Start begins to serve.
func New(cfg Config) (*Server, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	run := make([]byte, 4)
	if _, err := rand.Read(run); err != nil {
		return nil, fmt.Errorf("name the process: %w", err)
	}
	s := &Server{cfg: cfg, log: cfg.Log, run: hex.EncodeToString(run), slots: make(chan struct{}, cfg.MaxRequests),
		counted: newRequests()}
	s.proxies.Trusted = cfg.Trusted
	s.proxies.Raise = func(text string) { cfg.Alarms.Raise("undeclared-proxy", "writesvc", text) }
	s.register(cfg.Metrics)
	var err error
	if s.outbox, err = notify.New(cfg.Notify, cfg.Pool, cfg.Log); err != nil {
		return nil, err
	}
	if s.auth, err = auth.New(cfg.Auth, cfg.Pool, s.outbox, cfg.Log); err != nil {
		return nil, err
	}
	if err = s.newOrders(cfg); err != nil {
		return nil, err
	}
	if s.mux, err = s.newRoutes(); err != nil {
		return nil, err
	}
	s.http = &http.Server{
		Handler:           http.HandlerFunc(s.serve),
		ReadHeaderTimeout: headTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      cfg.Timeout + readTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHead,
		ErrorLog:          slog.NewLogLogger(cfg.Log.Handler(), slog.LevelDebug), // it names connections, never their content
	}
	return s, nil
}

// Start makes the first token key if there is none, listens, and returns. It may be called again.
func (s *Server) Start(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		return nil
	}
	if err := s.auth.Start(ctx); err != nil {
		return err
	}
	if err := s.checkTenants(ctx); err != nil {
		return err
	}
	ln, err := net.Listen("tcp", s.cfg.Addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", s.cfg.Addr, err)
	}
	run, cancel := context.WithCancel(context.Background())
	s.listener, s.cancel = ln, cancel
	s.http.BaseContext = func(net.Listener) context.Context { return run }
	s.outbox.Start()
	s.payment.Settings().Reach("http://"+ln.Addr().String(), "")
	s.basket.Start()
	s.payment.Start()
	s.wg.Go(func() {
		if err := s.http.Serve(ln); err != nil && !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("write service stopped serving", "err", err)
		}
	})
	s.wg.Go(func() { each(run, s.cfg.Sweep, s.sweep) })
	s.wg.Go(func() { each(run, s.cfg.CheckTenants, s.watchTenants) })
	return nil
}

// Addr returns the listen address, with the actual port once the service listens.
func (s *Server) Addr() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener == nil {
		return s.cfg.Addr
	}
	return s.listener.Addr().String()
}

// URL returns the service's base URL.
func (s *Server) URL() string { return "http://" + s.Addr() }

// Auth returns the service of accounts.
func (s *Server) Auth() *auth.Service { return s.auth }

const drainTimeout = 5 * time.Second

// Stop finishes pending requests, ends streams, and closes. It may be called again. A stopped service cannot be
// restarted.
func (s *Server) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel == nil {
		return
	}
	s.notices.Stop()
	ctx, cancel := context.WithTimeout(context.Background(), drainTimeout)
	defer cancel()
	if err := s.http.Shutdown(ctx); err != nil {
		s.log.Warn("connections closed before they finished", "err", err)
		_ = s.http.Close()
	}
	s.cancel()
	s.wg.Wait()
	s.payment.Stop()
	s.basket.Stop()
	s.outbox.Stop()
	s.auth.Stop()
	s.cancel = nil
}

// Wake makes the outbox send messages that are due now.
func (s *Server) Wake() { s.outbox.Wake() }
