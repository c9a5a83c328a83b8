package boot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"vitrine/deploy/storefront"
	"vitrine/gateway"
	"vitrine/ingest"
	"vitrine/ingest/capture"
	"vitrine/internal/admin"
	"vitrine/internal/alarm"
	"vitrine/internal/build"
	"vitrine/internal/demo/edit"
	"vitrine/internal/demo/picture"
	"vitrine/internal/metric"
	"vitrine/internal/trace"
	"vitrine/search"
	"vitrine/search/meili"
	"vitrine/search/memory"
	"vitrine/writesvc"
	"vitrine/writesvc/notify"
)

// Config configures an [App]. Empty URLs select the embedded default.
type Config struct {
	Gateway, Ingest, Write bool // the parts to run

	Addr      string // address of the gateway, host:port
	AdminAddr string // address of the listener for operators; "": none
	// AdminAnyPort allows another port of the same host if another process listens at AdminAddr.
	AdminAnyPort   bool
	AdminToken     string // token of that listener, or file:PATH; "": made in development, no listener in production
	PrivateMetrics bool   // /metrics and /status are at AdminAddr only

	DataDir     string // folder for everything that is kept
	DatabaseURL string
	NATSURL     string
	Replicas    int // of the stream, in a NATS cluster; 0: one
	MeiliURL    string
	MeiliKey    string
	MeiliPrefix string // of index names; "": meili's default
	// MeiliTimeout is the time after which a search is answered without Meilisearch; 0: meili's default.
	MeiliTimeout     time.Duration
	MeiliTaskTimeout time.Duration // for a batch of documents; 0: meili's default
	CacheBytes       int64         // size limit of the gateway's cache
	FillTimeout      time.Duration // the longest that a reader waits for Postgres; 0: the gateway's default
	MissBurst        time.Duration // the longest wait of an uncached read; 0: the gateway's default
	MissWait         time.Duration // the same while the gateway is overloaded; 0: the gateway's default
	ListingRows      int           // number of products from which lists are kept in memory; 0: memory's default
	Demo             bool          // write the demo tenants if they are missing
	Loaded           func()        // called before the gateway fills its cache and is ready; nil: nothing is

	Production bool   // reject settings that are safe only in development
	WriteAddr  string // address of the write service; "": any port of the loopback interface
	// WriteURL is the URL of a write service in another process. Without one in either, its endpoints do not exist.
	WriteURL string
	// ParentURL is the admin listener of a gateway that answers in place of Postgres; "": Postgres answers.
	ParentURL string
	Trusted   string // proxies whose X-Forwarded-For is used, separated by commas
	// Forwarded makes the gateway read the client's address from Forwarded (RFC 7239) in place of X-Forwarded-For.
	Forwarded bool
	// Tarpit is the delay before the gateway returns a 429 of the write service. 0: its default; negative: none.
	Tarpit      time.Duration
	TokenSecret string // encrypts stored keys; "": made once and kept in the data folder
	// OldTokenSecrets are further secrets that open stored keys, separated by commas.
	OldTokenSecrets string
	VAPIDKey        string // identifies Vitrine to push services; "": as TokenSecret, but none in production
	Pepper          string // is hashed with passwords; "": as TokenSecret
	OldPeppers      string // earlier peppers, separated by commas
	IDPNetworks     string // private networks of identity providers, separated by commas
	EdgeNetworks    string // private networks of declared edges, separated by commas
	SMTPURL         string // server for emails; "": emails are kept, and shown on a local page
	MailFrom        string
	SMSURL          string
	SiteURL         string
	APIURL          string // URL of the API for browsers; "", in development: the gateway's address

	Shop            string   // tenant whose demo storefront is at "/"; "": the landing page is there
	WebhookLoopback bool     // webhooks may call this machine
	SampleEach      uint64   // one hit in this many is compared with Postgres; 0: the gateway's default
	GatewayName     string   // in Cache-Status; "": made from host and address
	Without         []string // optimisations that are off: values of env.Without

	TraceURL     string  // receives traces by OTLP over HTTP, such as http://collector:4318/v1/traces; "": none
	TraceHeaders string  // of these requests, as NAME=VALUE separated by commas
	TraceService string  // the name of the service in traces
	TraceRatio   float64 // the part of requests and changes that is recorded

	AdjustWrite func(*writesvc.Config) // changes the configuration of the write service, for tests; may be nil

	Now func() time.Time // clock of the gateway and the demo; nil: the machine's, corrected by the database's

	Log  *slog.Logger
	Step func(format string, args ...any) // reports progress to a person who waits; may be nil
}

// Validate returns the errors of a configuration.
func (c Config) Validate() error {
	switch {
	case c.DataDir == "":
		return errors.New("boot: DataDir is empty")
	case c.Log == nil:
		return errors.New("boot: Log is nil")
	case !c.Gateway && !c.Ingest && !c.Write:
		return errors.New("boot: no part to run: set Gateway, Ingest or Write")
	}
	if c.Gateway {
		if _, _, err := net.SplitHostPort(c.Addr); err != nil {
			return fmt.Errorf("VITRINE_ADDR=%q: not a host:port such as 127.0.0.1:8080", c.Addr)
		}
	}
	var errs []error
	for _, f := range c.Faults() {
		errs = append(errs, f.Err)
	}
	return errors.Join(errs...)
}

// An App holds the parts of a running process, in the order in which they were opened.
type App struct {
	cfg     Config
	closes  []func()
	demoNow func() time.Time

	DatabaseURL string
	Pool        *pgxpool.Pool // with the rights of the owner
	NATS        *nats.Conn
	Engine      search.Engine
	Meili       *meili.Engine  // nil without one
	Listing     *memory.Engine // in-memory lists; nil without a gateway
	Worker      *ingest.Worker
	Write       *writesvc.Server
	Kept        *notify.MailCatcher // stores messages instead of sending them; nil if they are sent
	Gateway     *gateway.Server
	Admin       *admin.Server // nil: no listener for operators
	AdminToken  string        // its token
	Alarms      *alarm.Board

	trace    *trace.Tracer        // nil: nothing is recorded
	metrics  *prometheus.Registry // of everything but the gateway
	pools    metric.Pools
	draining atomic.Bool
}

// Start opens the configured parts. If one fails, it closes those before it and returns the error.
func Start(ctx context.Context, cfg Config) (_ *App, err error) {
	demoNow := time.Now
	if cfg.Now != nil {
		demoNow = cfg.Now
	}
	if cfg.Step == nil {
		cfg.Step = func(string, ...any) {}
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if cfg.Gateway {
		if err := checkPort("VITRINE_ADDR", cfg.Addr); err != nil {
			return nil, err
		}
	}
	if cfg.Write && cfg.WriteAddr != "" {
		if err := checkPort("VITRINE_WRITESVC_ADDR", cfg.WriteAddr); err != nil {
			return nil, err
		}
	}
	if cfg.AdminAddr != "" && !cfg.AdminAnyPort {
		if err := checkPort("VITRINE_ADMIN_ADDR", cfg.AdminAddr); err != nil {
			return nil, err
		}
	}
	a := &App{cfg: cfg, demoNow: demoNow, Alarms: alarm.New(cfg.Log), metrics: prometheus.NewRegistry()}
	a.metrics.MustRegister(a.Alarms, buildInfo(), &a.pools, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	defer func() {
		if err != nil {
			a.Stop()
		}
	}()
	if cfg.DataDir, err = filepath.Abs(cfg.DataDir); err != nil {
		return nil, fmt.Errorf("find the data folder: %w", err)
	}
	a.cfg = cfg
	if err := os.MkdirAll(cfg.DataDir, 0o755); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	for _, open := range []func(context.Context) error{
		a.openTrace, a.openPostgres, a.migrate, a.openPool, a.openDemo, a.markProduction, a.openNATS, a.openSearch,
		a.openIngest, a.openWrite, a.openGateway, a.openAdmin,
	} {
		if err := open(ctx); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// openTrace connects to the collector of traces, if there is one. It is closed last.
func (a *App) openTrace(context.Context) (err error) {
	a.trace, err = trace.New(a.cfg.tracing())
	a.onStop(a.trace.Stop)
	return err
}

// tracing is the configuration of traces.
func (c Config) tracing() trace.Config {
	return trace.Config{Endpoint: c.TraceURL, Headers: c.TraceHeaders, Service: c.TraceService,
		Version: build.Read().Version, Ratio: c.TraceRatio, Log: c.Log}
}

// Metrics returns the registries of this process: that of all parts, and that of the gateway.
func (a *App) Metrics() []prometheus.Gatherer {
	all := []prometheus.Gatherer{a.metrics}
	if a.Gateway != nil {
		all = append(all, a.Gateway.Metrics())
	}
	return all
}

// buildInfo is a gauge that is always 1. Its labels say which build runs.
func buildInfo() prometheus.Collector {
	info := build.Read()
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "vitrine_build_info",
		Help:        "Always 1. The labels are the version, the commit and the Go version of the program.",
		ConstLabels: prometheus.Labels{"version": info.Version, "commit": info.Commit, "go_version": info.Go}},
		func() float64 { return 1 })
}

// Stop closes the parts in reverse order. It may be called twice.
func (a *App) Stop() {
	for i := len(a.closes) - 1; i >= 0; i-- {
		a.closes[i]()
	}
	a.closes = nil
}

// HasShop reports whether a storefront is at "/".
func (a *App) HasShop() bool { return a.Gateway != nil && a.cfg.Shop != "" }

// onStop adds a function that closes a part.
func (a *App) onStop(f func()) { a.closes = append(a.closes, f) }

func (a *App) openIngest(ctx context.Context) error {
	if !a.cfg.Ingest {
		return nil
	}
	a.cfg.Step("change capture: starting")
	records, err := a.rolePool(ctx, gatewayRole, 1, capture.SessionSettings())
	if err != nil {
		return err
	}
	if a.without("inlined-record") {
		records = nil
	}
	networks, err := EdgeNetworks(a.cfg.EdgeNetworks)
	if err != nil {
		return err
	}
	w, err := ingest.New(ingest.Config{EdgeNetworks: networks,
		NoChangeBuffer: a.without("change-buffer"), Pool: a.Pool, Records: records,
		NATS: a.NATS, Replicas: a.cfg.Replicas, Engine: a.Engine, Log: a.cfg.Log.With("part", "ingest"),
		Trace:           a.trace.Part("ingest"),
		WebhookLoopback: a.cfg.WebhookLoopback, Documents: documents()})
	if err != nil {
		return err
	}
	if err := w.Start(ctx); err != nil {
		return err
	}
	a.Worker = w
	a.onStop(w.Stop)
	return nil
}

// without reports whether an optimisation is off.
func (a *App) without(name string) bool { return slices.Contains(a.cfg.Without, name) }

func (a *App) openGateway(ctx context.Context) error {
	if !a.cfg.Gateway {
		return nil
	}
	pool, err := a.rolePool(ctx, gatewayRole, gatewayPool, nil)
	if err != nil {
		return err
	}
	records, err := a.rolePool(ctx, gatewayRole, int32(gateway.AtOnce()), capture.SessionSettings())
	if err != nil {
		return err
	}
	changes, err := a.rolePool(ctx, gatewayRole, changesPool, capture.SessionSettings())
	if err != nil {
		return err
	}
	if err := a.checkCatalog(ctx); err != nil {
		return err
	}
	if err := a.openListing(ctx, pool); err != nil {
		return err
	}
	cfg := gateway.DefaultConfig()
	cfg.Addr, cfg.Pool, cfg.NATS, cfg.Engine = a.cfg.Addr, pool, a.NATS, a.search()
	cfg.Records = records
	cfg.Source = capture.Source{DB: changes}
	cfg.SampleEach, cfg.Name = a.cfg.SampleEach, a.cfg.GatewayName
	cfg.Without = gateway.Without{EventLoop: a.without("event-loop"), RecordBatching: a.without("record-batching"),
		PageAssembly: a.without("page-assembly"), RefreshAhead: a.without("refresh-ahead"),
		PriceBands: a.without("price-bands"), HeldAnswers: a.without("held-answers"),
		Admission: a.without("admission"), WarmStart: a.without("warm-start")}
	cfg.HottestFile = filepath.Join(a.cfg.DataDir, "gateway", "hottest.json")
	cfg.MissBurst, cfg.MissWait, cfg.Loaded = a.cfg.MissBurst, a.cfg.MissWait, a.cfg.Loaded
	if a.cfg.Demo && !a.cfg.Production {
		cfg.OpenStreams = DemoTenants
	}
	cfg.Outside, cfg.Picture = a.cfg.MeiliURL != "", picture.Draw
	cfg.Site, cfg.Shop = storefront.Files, a.cfg.Shop
	if a.cfg.Shop != "" && !a.cfg.Production {
		cfg.Edit = (&edit.Editor{Pool: a.Pool, Tenants: DemoTenants}).Do
		cfg.OpenHere = true
	}
	cfg.Log, cfg.Now = a.cfg.Log.With("part", "gateway"), a.cfg.Now
	if a.cfg.CacheBytes > 0 {
		cfg.Cache.Bytes = a.cfg.CacheBytes
	}
	cfg.WriteURL = a.cfg.WriteURL
	if a.Write != nil {
		cfg.WriteURL = a.Write.URL()
	}
	if cfg.ParentURL = a.cfg.ParentURL; cfg.ParentURL != "" {
		if cfg.ParentToken, err = givenToken(a.cfg.AdminToken); err != nil {
			return err
		}
	}
	cfg.Trace = a.trace.Part("gateway")
	cfg.Tarpit, cfg.Production, cfg.Forwarded = a.cfg.Tarpit, a.cfg.Production, a.cfg.Forwarded
	cfg.Alarms, cfg.MoreMetrics, cfg.PrivateMetrics = a.Alarms, a.metrics, a.cfg.PrivateMetrics
	if cfg.Trusted, err = networks(a.cfg.Trusted); err != nil {
		return err
	}
	if a.cfg.FillTimeout > 0 {
		cfg.FillTimeout = a.cfg.FillTimeout
	}
	g, err := gateway.New(cfg)
	if err != nil {
		return err
	}
	if err := g.Start(ctx); err != nil {
		return err
	}
	select {
	case <-g.Ready(): // from now on, announcements wait for this gateway
	case <-ctx.Done():
		g.Stop()
		return ctx.Err()
	}
	a.pools.Add("fills", pool)
	a.pools.Add("records", records)
	a.pools.Add("changes", changes)
	a.Gateway = g
	if a.Write != nil && !a.cfg.Production {
		a.Write.Payment().Settings().Reach("", "http://"+g.Addr())
		if a.HasShop() {
			a.Write.Payment().Settings().ReturnToShops("http://" + g.Addr())
		}
	}
	a.onStop(g.Stop)
	return nil
}
