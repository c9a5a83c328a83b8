package admin

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Config configures a Server.
type Config struct {
	Addr    string // listen address, host:port; port 0 picks a free one
	AnyPort bool   // another process listens at Addr: use a free port of the same host
	Token   string // required of every request; at least LeastToken bytes
	// Given reports that an operator chose the token. Without it, Addr must be a loopback address.
	Given bool
	Log   *slog.Logger
}

// Lengths of a token, in bytes.
const (
	LeastToken = 32
	mostToken  = 512
)

// Limits of the listener.
const (
	maxConcurrent = 32               // requests; further ones receive 503
	readTimeout   = 10 * time.Second // of a request
	writeTimeout  = 60 * time.Second // of an answer, the handler's time included
	idleTimeout   = 60 * time.Second
	maxHead       = 16 << 10 // bytes
	drainTimeout  = 5 * time.Second
)

// CheckToken reports a token that cannot be used: too short, too long, or with other characters than visible ASCII.
// The error does not contain it.
func CheckToken(token string) error {
	if len(token) < LeastToken || len(token) > mostToken {
		return fmt.Errorf("must have %d to %d characters; make one with: openssl rand -hex 32", LeastToken, mostToken)
	}
	for i := range len(token) {
		if token[i] <= ' ' || token[i] > '~' {
			return errors.New("must have visible ASCII characters without spaces; make one with: openssl rand -hex 32")
		}
	}
	return nil
}

// Loopback reports whether an address host:port can be reached from its own machine only.
func Loopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback() || host == "localhost"
}

// Validate reports what is wrong with a configuration.
func (c Config) Validate() error {
	if _, _, err := net.SplitHostPort(c.Addr); err != nil {
		return fmt.Errorf("admin: %q is not a host:port such as 127.0.0.1:8079", c.Addr)
	}
	if err := CheckToken(c.Token); err != nil {
		return fmt.Errorf("admin: the token: %w", err)
	}
	if !c.Given && !Loopback(c.Addr) {
		return fmt.Errorf("admin: %s can be reached from other machines: this needs a token of your own", c.Addr)
	}
	if c.Log == nil {
		return errors.New("admin: a log is required")
	}
	return nil
}

// A Server is the admin listener of a process. Handle adds its pages before Start.
type Server struct {
	cfg   Config
	want  [sha256.Size]byte // hash of the token
	hosts map[string]bool   // names that a request may have in Host, besides IP addresses
	mux   *http.ServeMux
	pages []string

	public map[string]bool          // pages that need no token
	many   map[string]chan struct{} // slots of paths with slots of their own
	http   *http.Server
	slots  chan struct{}

	mu       sync.Mutex
	listener net.Listener
	wg       sync.WaitGroup
}

// New returns a listener that is not started.
func New(cfg Config) (*Server, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, want: sha256.Sum256([]byte(cfg.Token)), hosts: map[string]bool{"localhost": true},
		mux: http.NewServeMux(), public: map[string]bool{}, many: map[string]chan struct{}{},
		slots: make(chan struct{}, maxConcurrent)}
	if host, _, _ := net.SplitHostPort(cfg.Addr); host != "" {
		s.hosts[strings.ToLower(host)] = true
	}
	if name, err := os.Hostname(); err == nil {
		s.hosts[strings.ToLower(name)] = true
	}
	s.mux.HandleFunc("/{$}", s.index)
	s.http = &http.Server{
		Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: readTimeout, ReadTimeout: readTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHead,
		ErrorLog: slog.NewLogLogger(cfg.Log.Handler(), slog.LevelDebug), // it names connections, never their content
	}
	return s, nil
}

// Handle adds a page at a path, such as /status. Each path may be added once.
func (s *Server) Handle(path string, h http.Handler) {
	s.pages = append(s.pages, path)
	s.mux.Handle(path, h)
}

// HandlePublic adds a page that needs no token: probes of an orchestrator have none. It must name nothing.
func (s *Server) HandlePublic(path string, h http.Handler) {
	s.public[path] = true
	s.Handle(path, h)
}

// HandleMany adds a path for other processes, which may have so many requests in progress. They take no slots of the
// pages. The request needs the token as a bearer token, and may name any host: a browser sends no such token by itself.
func (s *Server) HandleMany(path string, most int, h http.Handler) {
	s.many[path] = make(chan struct{}, most)
	s.mux.Handle(path, h)
}

// Start listens and returns. It may be called again.
func (s *Server) Start() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener != nil {
		return nil
	}
	ln, err := net.Listen("tcp", s.cfg.Addr)
	if errors.Is(err, syscall.EADDRINUSE) && s.cfg.AnyPort {
		host, _, _ := net.SplitHostPort(s.cfg.Addr)
		ln, err = net.Listen("tcp", net.JoinHostPort(host, "0"))
	}
	if err != nil {
		return fmt.Errorf("admin: listen on %s: %w", s.cfg.Addr, err)
	}
	s.listener = ln
	s.wg.Go(func() {
		if err := s.http.Serve(ln); err != nil && !errors.Is(err, http.ErrServerClosed) {
			s.cfg.Log.Error("the admin listener stopped serving", "err", err)
		}
	})
	return nil
}

// URL returns the base URL, as a program on this machine reaches it.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	addr := s.cfg.Addr
	if s.listener != nil {
		addr = s.listener.Addr().String()
	}
	return BaseURL(addr)
}

// BaseURL returns the URL at which a program on the same machine reaches a listen address.
func BaseURL(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "http://" + addr
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// Stop finishes the requests in progress, for at most 5 s, and closes. It may be called again.
func (s *Server) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), drainTimeout)
	defer cancel()
	if err := s.http.Shutdown(ctx); err != nil {
		_ = s.http.Close()
	}
	s.wg.Wait()
	s.listener = nil
}
