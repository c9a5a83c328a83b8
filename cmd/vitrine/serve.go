package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/cli"
	"vitrine/internal/env"
	"vitrine/internal/memory"
)

var serveCommand = cli.Command{
	Name:    "serve",
	Summary: "Run everything in one process: Postgres, NATS, ingest, write service and gateway",
	About: "A Postgres or NATS whose URL is set is used instead of a private one. In development, serve also creates " +
		"the demo " +
		"tenants. Ctrl-C stops it.",
	Setup: cli.NoFlags(serve),
}

func serve(ctx context.Context, c *cli.Call, _ []string) error {
	cfg, err := config(c)
	if err != nil {
		return err
	}
	cfg.Gateway, cfg.Ingest, cfg.Write, cfg.Demo = true, true, true, !production(c)
	cfg.Loaded = debug.FreeOSMemory // starting, and above all seeding, needed memory that is not needed again
	defer sizeMemory(ctx, &cfg, memory.Group)()
	app, err := boot.Start(ctx, cfg)
	if err != nil {
		return err
	}
	defer app.Stop()
	welcome(c, app, cfg.Demo)
	<-ctx.Done()
	drain(c, app)
	fmt.Fprintln(c.Stdout, "stopping")
	app.Stop()
	fmt.Fprintln(c.Stdout, "stopped")
	return nil
}

// welcome prints the URLs to open and some commands to try.
func welcome(c *cli.Call, app *boot.App, demo bool) {
	base := "http://" + app.Gateway.Addr()
	fmt.Fprintf(c.Stdout, "\nVitrine is ready.\n\n")
	if app.HasShop() {
		fmt.Fprintf(c.Stdout, "  Shop      %s/\n", base)
		if !production(c) {
			fmt.Fprintf(c.Stdout, "  Live      %s/live      (edit a product, and see how soon an open page shows it)\n", base)
		}
	}
	fmt.Fprintf(c.Stdout, "  API       %s/v1        (the header x-service-client names the tenant; or use "+
		"%s/t/TENANT/v1)\n", base, base)
	fmt.Fprintf(c.Stdout, "  Explorer  %s/docs      (OpenAPI document: %s/openapi.json)\n", base, base)
	fmt.Fprintf(c.Stdout, "  Health    %s/readyz\n", base)
	if app.Admin != nil {
		welcomeAdmin(c, app)
	}
	if demo {
		fmt.Fprintf(c.Stdout, "\nTry:\n  curl '%s/t/demo/v1/product?limit=2'\n  bin/vitrine edit product %s amount=99.90\n"+
			"  psql \"$(bin/vitrine dsn)\"\n\nNext: docs/quickstart.md\n", base, demoSlug)
	}
	fmt.Fprintln(c.Stdout, "\nStop with Ctrl-C.")
}

// shop returns the tenant whose storefront is at "/".
func shop(c *cli.Call, production bool) string {
	switch v := c.Env.Get(env.Storefront); {
	case v == "" && !production:
		return "demo"
	case v == "off":
		return ""
	default:
		return v
	}
}

// welcomeAdmin prints the pages for operators, and where the token is. It does not print the token.
func welcomeAdmin(c *cli.Call, app *boot.App) {
	at := app.Admin.URL()
	fmt.Fprintf(c.Stdout, "  Status    %s/status    (metrics: %s/metrics)\n", at, at)
	if app.Kept != nil {
		fmt.Fprintf(c.Stdout, "  Mail      %s/mail      (emails and text messages are kept there instead of being sent)\n",
			at)
	}
	if !c.Env.Set(env.AdminToken) {
		fmt.Fprintf(c.Stdout, "  Token     for Status and Mail, any user with the password in %s\n",
			boot.AdminTokenPath(c.Env.Get(env.DataDir)))
	}
}

// demoSlug is a product that both demo tenants have.
const demoSlug = "mavi-keten-gomlek"

// apart explains what the parts need to find each other.
const apart = "VITRINE_DATABASE_URL and VITRINE_NATS_URL must be set, because the parts meet in Postgres and on NATS."

var gatewayCommand = cli.Command{
	Name: "gateway", Summary: "Run only a gateway", About: apart,
	Setup: cli.NoFlags(part(func(cfg *boot.Config) { cfg.Gateway = true })),
}

var ingestCommand = cli.Command{
	Name: "ingest", Summary: "Run only the ingest worker",
	About: apart + " Several may run: one leads, the others stand by.",
	Setup: cli.NoFlags(part(func(cfg *boot.Config) { cfg.Ingest = true })),
}

var writesvcCommand = cli.Command{
	Name: "writesvc", Summary: "Run only the write service: accounts, baskets, orders, payments", About: apart,
	Setup: cli.NoFlags(part(func(cfg *boot.Config) { cfg.Write = true })),
}

// part runs one part in a process of its own.
func part(choose func(*boot.Config)) cli.Run {
	return func(ctx context.Context, c *cli.Call, _ []string) error {
		cfg, err := config(c)
		if err != nil {
			return err
		}
		if cfg.DatabaseURL == "" || cfg.NATSURL == "" {
			return cli.Usagef("a part in a process of its own needs Postgres and NATS: set %s and %s",
				env.DatabaseURL.Name, env.NATSURL.Name)
		}
		choose(&cfg)
		defer sizeMemory(ctx, &cfg, memory.Group)()
		app, err := boot.Start(ctx, cfg)
		if err != nil {
			return err
		}
		defer app.Stop()
		if app.Write != nil {
			cfg.Step("the write service listens at %s", app.Write.URL())
		}
		if app.Admin != nil {
			cfg.Step("the admin listener is at %s", app.Admin.URL())
		}
		cfg.Step("ready")
		<-ctx.Done()
		drain(c, app)
		return nil
	}
}

// drain gives balancers time to notice that the process stops. A second signal ends the wait.
func drain(c *cli.Call, app *boot.App) {
	ctx, end := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer end()
	app.Drain(ctx, c.Env.Duration(env.DrainTime))
}

// config reads the settings of a command that runs parts.
func config(c *cli.Call) (boot.Config, error) {
	cfg := settings(c)
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Env.Get(env.LogLevel))); err != nil {
		return cfg, fmt.Errorf("read the log level: %w", err)
	}
	cfg.Log = slog.New(logHandler(c, level))
	start := time.Now()
	cfg.Step = func(format string, args ...any) {
		fmt.Fprintf(c.Stdout, "%6.1fs  %s\n", time.Since(start).Seconds(), fmt.Sprintf(format, args...))
	}
	return cfg, c.Env.Err()
}

// logHandler returns the handler of the chosen form. Lines name settings and conditions, never the values of secrets.
func logHandler(c *cli.Call, level slog.Level) slog.Handler {
	options := &slog.HandlerOptions{Level: level}
	if c.Env.Get(env.LogFormat) == "json" {
		return slog.NewJSONHandler(c.Stderr, options)
	}
	return slog.NewTextHandler(c.Stderr, options)
}

// settings reads the configuration of all parts. The reader collects the errors.
func settings(c *cli.Call) boot.Config {
	get := c.Env.Get
	cfg := boot.Config{
		Addr: get(env.Addr), GatewayName: get(env.GatewayName), DataDir: get(env.DataDir), Production: production(c),
		DatabaseURL: get(env.DatabaseURL), NATSURL: get(env.NATSURL), Replicas: c.Env.Int(env.Replicas),
		MeiliURL: get(env.MeiliURL), MeiliKey: get(env.MeiliKey), MeiliPrefix: get(env.MeiliPrefix),
		MeiliTimeout:     time.Duration(c.Env.Int(env.MeiliTimeout)) * time.Millisecond,
		MeiliTaskTimeout: time.Duration(c.Env.Int(env.MeiliTaskTimeout)) * time.Second,
		CacheBytes:       c.Env.Bytes(env.CacheBytes), SampleEach: uint64(c.Env.Int(env.SampleEach)),
		Without: strings.Split(get(env.Without), ","), ListingRows: c.Env.Int(env.ListRows), Trusted: get(env.Trusted),
		MissBurst: c.Env.Duration(env.MissBurst), MissWait: c.Env.Duration(env.MissWait),
		WriteAddr: get(env.WriteAddr), WriteURL: get(env.WriteURL), ParentURL: get(env.Parent),
		AdminAddr: get(env.AdminAddr), AdminAnyPort: !c.Env.Set(env.AdminAddr), AdminToken: get(env.AdminToken),
		PrivateMetrics: get(env.Metrics) == "admin", Forwarded: get(env.ClientHeader) == "forwarded",
		TokenSecret: get(env.TokenSecret), OldTokenSecrets: get(env.OldTokenSecrets),
		Pepper: get(env.Pepper), OldPeppers: get(env.OldPeppers), SiteURL: get(env.SiteURL), APIURL: get(env.APIURL),
		IDPNetworks: get(env.IDPNetworks), EdgeNetworks: get(env.EdgeNetworks),
		SMTPURL: get(env.SMTPURL), MailFrom: get(env.MailFrom), SMSURL: get(env.SMSURL), VAPIDKey: get(env.VAPIDKey),
	}
	cfg.Shop = shop(c, cfg.Production)
	cfg.TraceURL = traceURL(c)
	cfg.TraceHeaders, cfg.TraceService, cfg.TraceRatio = get(env.TraceHeaders), get(env.TraceService),
		c.Env.Ratio(env.TraceRatio)
	cfg.WebhookLoopback = c.Env.Bool(env.WebhookLoopback) && !cfg.Production
	return cfg
}

// traceURL returns the URL that receives traces, "" if there is none.
func traceURL(c *cli.Call) string {
	base, whole := c.Env.Get(env.TraceURL), c.Env.Get(env.TraceTracesURL)
	switch {
	case c.Env.Bool(env.TraceOff):
		return ""
	case whole == "" && base != "":
		return strings.TrimRight(base, "/") + "/v1/traces"
	}
	return whole
}

// production reports whether the process refuses what is only safe on a developer's machine.
func production(c *cli.Call) bool { return c.Env.Get(env.Mode) == "production" }

// Without a setting, the cache gets this part of the machine's memory, but not less than the minimum.
const (
	cachePart = 16
	cacheMin  = 256 << 20 // bytes
)

// heapPart is the part of the memory up to which the heap may grow before it is collected, however large the cache.
const heapPart = 2

// sizeMemory limits the memory of the process to that of its group. It sets the size of a gateway's cache, and lets the
// heap grow by the same size before it is collected, until end is called. A collection walks the whole cache, and takes
// processor time from readers and Postgres meanwhile.
func sizeMemory(ctx context.Context, cfg *boot.Config, group func() (uint64, error)) (end func()) {
	memory.Limit(group)
	if !cfg.Gateway {
		return func() {}
	}
	if cfg.CacheBytes == 0 {
		cfg.CacheBytes = memory.Share(cachePart, cacheMin)
	}
	ctx, end = context.WithCancel(ctx)
	go memory.TuneGC(ctx, min(cfg.CacheBytes, memory.Share(heapPart, 0)))
	return end
}
