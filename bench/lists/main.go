package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"syscall"
	"time"

	"vitrine/bench/pcparts"
	"vitrine/cmd/vitrine/boot"
	"vitrine/internal/devpg"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "lists:", err)
		os.Exit(1)
	}
}

type options struct {
	dir, data, plans string
	requests, slow   int
	clients          int
	seed             uint64
	writes           bool
	profile          string
}

func run(ctx context.Context, args []string, stdout io.Writer) (err error) {
	var o options
	f := flag.NewFlagSet("lists", flag.ContinueOnError)
	f.StringVar(&o.dir, "dir", "", "the folder of the database; kept, so that the next run need not fill it. Default: a temporary one")
	f.StringVar(&o.data, "data", os.Getenv("VITRINE_REALDATA"), "the folder of products_pcparts.jsonl.gz")
	f.StringVar(&o.plans, "plans", "", "where plans are written; none without it")
	f.IntVar(&o.requests, "requests", 400, "requests of each kind and number of clients")
	f.IntVar(&o.slow, "slow", 20, "requests of each kind with lists in memory switched off; 0 leaves that out")
	f.IntVar(&o.clients, "clients", 2, "the most clients at a time")
	f.Uint64Var(&o.seed, "seed", 1, "of what is asked")
	f.BoolVar(&o.writes, "writes", true, "ask also while a client edits")
	f.StringVar(&o.profile, "cpuprofile", "", "where a CPU profile of the lists in memory is written; none without it")
	if err := f.Parse(args); err != nil {
		return fmt.Errorf("read the flags: %w", err)
	}
	file := filepath.Join(o.data, pcparts.File)
	if _, err := os.Stat(file); err != nil {
		fmt.Fprintf(stdout, "SKIPPED: VITRINE_REALDATA=%q has no products_pcparts.jsonl.gz; nothing was measured\n", o.data)
		return nil
	}
	if o.dir == "" {
		if o.dir, err = os.MkdirTemp("", "vitrine-lists-*"); err != nil {
			return fmt.Errorf("make a folder: %w", err)
		}
		defer func() {
			err = errors.Join(err, devpg.Remove(context.WithoutCancel(ctx), o.dir), os.RemoveAll(o.dir))
		}()
	}
	srv, err := devpg.Start(ctx, devpg.Config{Dir: o.dir})
	if err != nil {
		return fmt.Errorf("start Postgres: %w", err)
	}
	b := &bench{o: o, url: srv.URL(), log: filepath.Join(srv.Home(), "postgres.log"), out: stdout}
	err = b.run(ctx, file)
	return errors.Join(err, srv.Stop())
}

// shop is the tenant that is asked.
const shop = pcparts.Shop

// A bench is one run.
type bench struct {
	o        options
	url, log string
	out      io.Writer
	house    *boot.App
	dir      string // the house's folder
	values   *values
}

func (b *bench) run(ctx context.Context, file string) error {
	if err := b.open(ctx, 0); err != nil {
		return err
	}
	defer b.close()
	if err := pcparts.Fill(ctx, b.house.Pool, file, b.out); err != nil {
		return err
	}
	var err error
	if b.values, err = readValues(ctx, b.house.Pool); err != nil {
		return err
	}
	fmt.Fprintf(b.out, "%d products, %s, %d CPUs, seed %d\n", b.values.products, runtime.Version(), runtime.NumCPU(), b.o.seed)
	began := time.Now()
	if err := b.house.Listing.Build(ctx, shop, "product"); err != nil {
		return fmt.Errorf("read the shop's lists: %w", err)
	}
	fmt.Fprintf(b.out, "lists read into memory in %v, %.1f MB as estimated\n\n", time.Since(began).Round(time.Millisecond), float64(b.house.Listing.Bytes())/(1<<20))
	stop, err := b.profile()
	if err != nil {
		return err
	}
	for clients := 1; clients <= b.o.clients; clients++ {
		if err := b.measure(ctx, fmt.Sprintf("in memory, %d client(s)", clients), clients, b.o.requests, false); err != nil {
			return err
		}
	}
	if b.o.writes {
		if err := b.measure(ctx, "in memory, 1 client, while another edits 20 products a second", 1, b.o.requests, true); err != nil {
			return err
		}
	}
	stop()
	if err := b.writePlans(ctx, "memory", 0); err != nil {
		return err
	}
	if b.o.slow == 0 {
		return nil
	}
	if err := b.reopen(ctx, 1<<30); err != nil {
		return err
	}
	if err := b.measure(ctx, "by Postgres alone, 1 client", 1, b.o.slow, false); err != nil {
		return err
	}
	return b.writePlans(ctx, "postgres", 1<<30)
}

// profile writes a CPU profile, if one is wanted, until stop is called.
func (b *bench) profile() (stop func(), err error) {
	if b.o.profile == "" {
		return func() {}, nil
	}
	file, err := os.Create(b.o.profile)
	if err != nil {
		return nil, fmt.Errorf("make the profile: %w", err)
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return nil, fmt.Errorf("begin the profile: %w", err)
	}
	return func() {
		pprof.StopCPUProfile()
		_ = file.Close()
	}, nil
}

// open starts a gateway over the database. From so many products on lists are held in memory; 0 is the default.
func (b *bench) open(ctx context.Context, rows int) error {
	dir, err := os.MkdirTemp("", "vitrine-lists-house-*")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	house, err := boot.Start(ctx, boot.Config{Gateway: true, Ingest: true, Addr: "127.0.0.1:0", DataDir: dir, DatabaseURL: b.url, ListingRows: rows,
		Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))})
	if err != nil {
		return errors.Join(fmt.Errorf("start Vitrine: %w", err), os.RemoveAll(dir))
	}
	b.house, b.dir = house, dir
	return nil
}

// close stops the gateway and removes its folder. It may be called again.
func (b *bench) close() {
	if b.house != nil {
		b.house.Stop()
		_ = os.RemoveAll(b.dir)
		b.house = nil
	}
}

func (b *bench) reopen(ctx context.Context, rows int) error {
	b.close()
	return b.open(ctx, rows)
}
