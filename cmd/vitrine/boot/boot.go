package boot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"

	"vitrine/gateway"
	"vitrine/ingest"
	"vitrine/internal/demo/picture"
	"vitrine/search"
	"vitrine/search/listing"
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
	ListingRows int           // from how many products on a shop's lists are held in memory; 0: listing.Config's default
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

	WebhookLoopback bool   // webhooks may lead to this machine
	SampleEach      uint64 // one hit in so many is compared with Postgres; 0: the gateway's default
	NoReadAhead     bool   // lists that a change drops wait for their next reader

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

// A House is a running process: its parts, in the order they were opened.
type House struct {
	cfg     Config
	closes  []func()
	demoNow func() time.Time

	DatabaseURL string
	Pool        *pgxpool.Pool // as the owner of the database
	NATS        *nats.Conn
	Engine      search.Engine
	Listing     *listing.Engine // lists in memory, before Engine; nil without a gateway
	Worker      *ingest.Worker
	Write       *writesvc.Server
	Kept        *notify.Keeper // mail that was kept in place of being sent; nil where it is sent
	Gateway     *gateway.Server
}

// Start opens every part the configuration asks for. What was opened is closed again if a later part does not open.
func Start(ctx context.Context, cfg Config) (_ *House, err error) {
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
	h := &House{cfg: cfg, demoNow: demoNow}
	defer func() {
		if err != nil {
			h.Stop()
		}
	}()
	if cfg.DataDir, err = filepath.Abs(cfg.DataDir); err != nil {
		return nil, fmt.Errorf("find the data folder: %w", err)
	}
	h.cfg = cfg
	if err := os.MkdirAll(cfg.DataDir, 0o755); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	for _, open := range []func(context.Context) error{
		h.openPostgres, h.migrate, h.openPool, h.openDemo, h.openNATS, h.openSearch, h.openIngest, h.openWrite, h.openGateway,
	} {
		if err := open(ctx); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// Stop closes what is open, last first. It may be called again.
func (h *House) Stop() {
	for i := len(h.closes) - 1; i >= 0; i-- {
		h.closes[i]()
	}
	h.closes = nil
}

// onStop notes what closes a part.
func (h *House) onStop(f func()) { h.closes = append(h.closes, f) }

func (h *House) openIngest(ctx context.Context) error {
	if !h.cfg.Ingest {
		return nil
	}
	h.cfg.Step("change capture: waiting for edits")
	records, err := h.rolePool(ctx, gatewayRole, 1, ingest.Plans())
	if err != nil {
		return err
	}
	w, err := ingest.New(ingest.Config{Pool: h.Pool, Records: records, NATS: h.NATS, Replicas: h.cfg.Replicas, Engine: h.Engine, Log: h.cfg.Log.With("part", "ingest"),
		WebhookLoopback: h.cfg.WebhookLoopback})
	if err != nil {
		return err
	}
	if err := w.Start(ctx); err != nil {
		return err
	}
	h.Worker = w
	h.onStop(w.Stop)
	return nil
}

func (h *House) openGateway(ctx context.Context) error {
	if !h.cfg.Gateway {
		return nil
	}
	pool, err := h.rolePool(ctx, gatewayRole, gatewayPool, nil)
	if err != nil {
		return err
	}
	records, err := h.rolePool(ctx, gatewayRole, int32(gateway.AtOnce()), ingest.Plans())
	if err != nil {
		return err
	}
	changes, err := h.rolePool(ctx, gatewayRole, changesPool, ingest.Plans())
	if err != nil {
		return err
	}
	if err := h.checkCatalog(ctx); err != nil {
		return err
	}
	if err := h.openListing(pool); err != nil {
		return err
	}
	cfg := gateway.DefaultConfig()
	cfg.Addr, cfg.Pool, cfg.NATS, cfg.Engine = h.cfg.Addr, pool, h.NATS, h.Listing
	cfg.Records = records
	cfg.Source = ingest.Source{DB: changes}
	cfg.SampleEach, cfg.NoReadAhead = h.cfg.SampleEach, h.cfg.NoReadAhead
	cfg.Outside, cfg.Picture = h.cfg.MeiliURL != "", picture.Draw
	cfg.Log, cfg.Now = h.cfg.Log.With("part", "gateway"), h.cfg.Now
	if h.cfg.CacheBytes > 0 {
		cfg.Cache.Bytes = h.cfg.CacheBytes
	}
	cfg.WriteURL = h.cfg.WriteURL
	if h.Write != nil {
		cfg.WriteURL = h.Write.URL()
	}
	cfg.Tarpit = h.cfg.Tarpit
	if cfg.Trusted, err = networks(h.cfg.Trusted); err != nil {
		return err
	}
	if h.cfg.FillTimeout > 0 {
		cfg.FillTimeout = h.cfg.FillTimeout
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
	h.Gateway = g
	if h.Write != nil && !h.cfg.Production {
		h.Write.Payment().Reach("", "http://"+g.Addr())
	}
	h.onStop(g.Stop)
	return nil
}
