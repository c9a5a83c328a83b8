package main

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/env"
	"vitrine/internal/memory"
)

// settings is what the variables say to the parts of a process. What is wrong with them the reader remembers.
func settings(c *call) boot.Config {
	cfg := boot.Config{
		Addr: c.env.Get(env.Addr), DataDir: c.env.Get(env.DataDir), DatabaseURL: c.env.Get(env.DatabaseURL),
		NATSURL: c.env.Get(env.NATSURL), Replicas: c.env.Int(env.Replicas), MeiliURL: c.env.Get(env.MeiliURL), MeiliKey: c.env.Get(env.MeiliKey),
		CacheBytes: c.env.Bytes(env.CacheBytes), Production: production(c),
		WriteAddr: c.env.Get(env.WriteAddr), WriteURL: c.env.Get(env.WriteURL), Trusted: c.env.Get(env.Trusted),
		TokenSecret: c.env.Get(env.TokenSecret), Pepper: c.env.Get(env.Pepper),
		SMTPURL: c.env.Get(env.SMTPURL), MailFrom: c.env.Get(env.MailFrom), SMSURL: c.env.Get(env.SMSURL), VAPIDKey: c.env.Get(env.VAPIDKey), SiteURL: c.env.Get(env.SiteURL),
		APIURL: c.env.Get(env.APIURL), SampleEach: uint64(c.env.Int(env.SampleEach)), NoReadAhead: c.env.Get(env.ReadAhead) == "off",
	}
	cfg.WebhookLoopback = c.env.Bool(env.WebhookLoopback) && !cfg.Production
	return cfg
}

// config reads what all commands that run parts have in common.
func config(c *call) (boot.Config, error) {
	cfg := settings(c)
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.env.Get(env.LogLevel))); err != nil {
		return cfg, fmt.Errorf("read the log level: %w", err)
	}
	cfg.Log = slog.New(slog.NewTextHandler(c.stderr, &slog.HandlerOptions{Level: level}))
	start := time.Now()
	cfg.Step = func(format string, args ...any) {
		fmt.Fprintf(c.stdout, "%6.1fs  %s\n", time.Since(start).Seconds(), fmt.Sprintf(format, args...))
	}
	return cfg, c.env.Err()
}

// production reports whether the process must do without what is only safe on a developer's machine.
func production(c *call) bool { return c.env.Get(env.Mode) == "production" }

func serve(ctx context.Context, c *call) error {
	cfg, err := config(c)
	if err != nil {
		return err
	}
	cfg.Gateway, cfg.Ingest, cfg.Write, cfg.Demo = true, true, true, !production(c)
	defer room(ctx, &cfg)()
	h, err := boot.Start(ctx, cfg)
	if err != nil {
		return err
	}
	defer h.Stop()
	debug.FreeOSMemory() // what starting took, and writing the demo shops above all, is not needed again
	welcome(c, h, cfg.Demo)
	<-ctx.Done()
	fmt.Fprintln(c.stdout, "stopping")
	h.Stop()
	fmt.Fprintln(c.stdout, "stopped")
	return nil
}

// A gateway's cache has a part of the machine's memory where nobody says how much, and this at least.
const (
	cachePart  = 16
	cacheLeast = 256 << 20
)

// heapPart is the part of the memory that a heap may have before it is collected, however large the cache.
const heapPart = 2

// room gives a gateway's cache its size, and the heap of its process the same before it is collected, until the function it returns is called: a collection takes
// processors from readers and from Postgres for as long as it takes to go through the cache.
func room(ctx context.Context, cfg *boot.Config) (end func()) {
	if !cfg.Gateway {
		return func() {}
	}
	if cfg.CacheBytes == 0 {
		cfg.CacheBytes = memory.Share(cachePart, cacheLeast)
	}
	ctx, end = context.WithCancel(ctx)
	go memory.Roomy(ctx, min(cfg.CacheBytes, memory.Share(heapPart, 0)))
	return end
}

// welcome ends a start with what to open and what to try.
func welcome(c *call, h *boot.App, demo bool) {
	base := "http://" + h.Gateway.Addr()
	fmt.Fprintf(c.stdout, "\nVitrine is ready.\n\n  API       %s/v1        (header x-service-client names the tenant; or %s/t/<tenant>/v1)\n", base, base)
	fmt.Fprintf(c.stdout, "  Explorer  %s/docs      (the document: %s/openapi.json)\n", base, base)
	fmt.Fprintf(c.stdout, "  Health    %s/readyz\n  Metrics   %s/metrics\n", base, base)
	if h.Kept != nil {
		fmt.Fprintf(c.stdout, "  Mail      %s/mail      (nothing is sent: letters and text messages are kept there)\n", base)
	}
	if demo {
		fmt.Fprintf(c.stdout, "\nTry:\n  curl '%s/t/demo/v1/product?limit=2'\n  bin/vitrine edit product %s amount=99.90\n  psql \"$(bin/vitrine dsn)\"\n", base, demoSlug)
	}
	fmt.Fprintln(c.stdout, "\nStop with Ctrl-C.")
}

// demoSlug is a product that both demo tenants have.
const demoSlug = "mavi-keten-gomlek"

func serveGateway(ctx context.Context, c *call) error {
	return servePart(ctx, c, func(cfg *boot.Config) { cfg.Gateway = true })
}

func serveIngest(ctx context.Context, c *call) error {
	return servePart(ctx, c, func(cfg *boot.Config) { cfg.Ingest = true })
}

func serveWrite(ctx context.Context, c *call) error {
	return servePart(ctx, c, func(cfg *boot.Config) { cfg.Write = true })
}

// servePart runs one part of a house that is spread over processes: the database and the bus are given then.
func servePart(ctx context.Context, c *call, choose func(*boot.Config)) error {
	cfg, err := config(c)
	if err != nil {
		return err
	}
	if cfg.DatabaseURL == "" || cfg.NATSURL == "" {
		return usageError{fmt.Errorf("parts in processes of their own meet in Postgres and on NATS: set %s and %s", env.DatabaseURL.Name, env.NATSURL.Name)}
	}
	choose(&cfg)
	defer room(ctx, &cfg)()
	h, err := boot.Start(ctx, cfg)
	if err != nil {
		return err
	}
	defer h.Stop()
	if h.Write != nil {
		cfg.Step("the write service listens at %s", h.Write.URL())
	}
	cfg.Step("ready")
	<-ctx.Done()
	return nil
}
