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
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"

	"vitrine/gateway"
	"vitrine/ingest"
	"vitrine/ingest/capture"
	"vitrine/internal/demo/picture"
	"vitrine/search"
	"vitrine/search/memory"
	"vitrine/writesvc"
	"vitrine/writesvc/notify"
)

// Config says which parts a process runs and what they are given. Empty URLs mean the embedded default.
type Config struct {
	Gateway, Ingest, Write bool // which parts to run

	Addr        string // where the gateway listens
	DataDir     string // everything that is kept
	DatabaseURL string
	NATSURL     string
	Replicas    int // of the stream, in a NATS cluster; 0: one
	MeiliURL    string
	MeiliKey    string
	CacheBytes  int64         // the gateway's byte budget
	FillTimeout time.Duration // the longest a reader waits for Postgres; 0: the gateway's default
	ListingRows int           // from how many products on a shop's lists are held in memory; 0: memory.Config's default
	Demo        bool          // write the demo tenants where they are missing

	Production  bool          // refuse what is only safe on a developer's machine
	WriteAddr   string        // where the write service listens; "" picks a port of loopback
	WriteURL    string        // the write service of a gateway that has none in its process; "": none, and its addresses are not there
	Trusted     string        // whose X-Forwarded-For is believed, with commas between
	Tarpit      time.Duration // how long the gateway lets wait whoever asks too often; 0: its default, negative: not at all
	TokenSecret string        // what tokens are made under; "": made once and kept in the data folder
	VAPIDKey    string        // what push services know us by; "": as TokenSecret, but none in production
	Pepper      string        // what passwords are hashed under; "": as TokenSecret
	SMTPURL     string        // where mail goes; "": kept, and shown at a local page
	MailFrom    string
	SMSURL      string
	SiteURL     string
	APIURL      string // where browsers reach the API; "", in development: the gateway's address

	WebhookLoopback bool     // webhooks may lead to this machine
	SampleEach      uint64   // one hit in so many is compared with Postgres; 0: the gateway's default
	Without         []string // optimisations that are off: values of env.Without

	AdjustWrite func(*writesvc.Config) // changes the write service's configuration before it is made, for tests; may be nil

	Now func() time.Time // the clock of the gateway and of the demo; nil: the machine's, corrected against the database

	Log  *slog.Logger
	Step func(format string, args ...any) // told what is being done, for people who wait; may be nil
}

// Validate says what is wrong with a configuration.
func (c Config) Validate() error {
	switch {
	case c.DataDir == "":
		return errors.New("boot: no data folder")
	case c.Log == nil:
		return errors.New("boot: no log")
	case !c.Gateway && !c.Ingest && !c.Write:
		return errors.New("boot: nothing to run")
	}
	if c.Gateway {
		if _, _, err := net.SplitHostPort(c.Addr); err != nil {
			return fmt.Errorf("VITRINE_ADDR=%q: want host:port, such as 127.0.0.1:8080", c.Addr)
		}
	}
	var errs []error
	for _, f := range c.Faults() {
		errs = append(errs, f.Err)
	}
	return errors.Join(errs...)
}

// A App is a running process: its parts, in the order they were opened.
type App struct {
	cfg     Config
	closes  []func()
	demoNow func() time.Time

	DatabaseURL string
	Pool        *pgxpool.Pool // as the owner of the database
	NATS        *nats.Conn
	Engine      search.Engine
	Listing     *memory.Engine // lists in memory, before Engine; nil without a gateway
	Worker      *ingest.Worker
	Write       *writesvc.Server
	Kept        *notify.Keeper // mail that was kept in place of being sent; nil where it is sent
	Gateway     *gateway.Server
}

// Start opens every part the configuration asks for. What was opened is closed again if a later part does not open.
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
	a := &App{cfg: cfg, demoNow: demoNow}
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
		a.openPostgres, a.migrate, a.openPool, a.openDemo, a.openNATS, a.openSearch, a.openIngest, a.openWrite, a.openGateway,
	} {
		if err := open(ctx); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// Stop closes what is open, last first. It may be called again.
func (a *App) Stop() {
	for i := len(a.closes) - 1; i >= 0; i-- {
		a.closes[i]()
	}
	a.closes = nil
}

// onStop notes what closes a part.
func (a *App) onStop(f func()) { a.closes = append(a.closes, f) }

func (a *App) openIngest(ctx context.Context) error {
	if !a.cfg.Ingest {
		return nil
	}
	a.cfg.Step("change capture: waiting for edits")
	records, err := a.rolePool(ctx, gatewayRole, 1, capture.SessionSettings())
	if err != nil {
		return err
	}
	if a.without("inlined-record") {
		records = nil
	}
	w, err := ingest.New(ingest.Config{NoChangeBuffer: a.without("change-buffer"), Pool: a.Pool, Records: records, NATS: a.NATS, Replicas: a.cfg.Replicas, Engine: a.Engine, Log: a.cfg.Log.With("part", "ingest"),
		WebhookLoopback: a.cfg.WebhookLoopback})
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
	if err := a.openListing(pool); err != nil {
		return err
	}
	cfg := gateway.DefaultConfig()
	cfg.Addr, cfg.Pool, cfg.NATS, cfg.Engine = a.cfg.Addr, pool, a.NATS, a.Listing
	cfg.Records = records
	cfg.Source = capture.Source{DB: changes}
	cfg.SampleEach = a.cfg.SampleEach
	cfg.Without = gateway.Without{EventLoop: a.without("event-loop"), RecordBatching: a.without("record-batching"),
		PageAssembly: a.without("page-assembly"), RefreshAhead: a.without("refresh-ahead"), PriceBands: a.without("price-bands")}
	cfg.Outside, cfg.Picture = a.cfg.MeiliURL != "", picture.Draw
	cfg.Log, cfg.Now = a.cfg.Log.With("part", "gateway"), a.cfg.Now
	if a.cfg.CacheBytes > 0 {
		cfg.Cache.Bytes = a.cfg.CacheBytes
	}
	cfg.WriteURL = a.cfg.WriteURL
	if a.Write != nil {
		cfg.WriteURL = a.Write.URL()
	}
	cfg.Tarpit = a.cfg.Tarpit
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
	case <-g.Ready(): // signals wait for it from now on
	case <-ctx.Done():
		g.Stop()
		return ctx.Err()
	}
	a.Gateway = g
	if a.Write != nil && !a.cfg.Production {
		a.Write.Payment().Settings().Reach("", "http://"+g.Addr())
	}
	a.onStop(g.Stop)
	return nil
}
