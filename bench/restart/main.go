package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"vitrine/bench/pcparts"
	"vitrine/bench/rig"
)

type options struct {
	vitrine, dir, data       string
	only                     string
	rounds, rate, clients    int
	lists, filters, searches int
	warm, before, after      time.Duration
	slowest                  int
	seed                     uint64
}

func main() { rig.Main("restart", run) }

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	var o options
	f := flag.NewFlagSet("restart", flag.ContinueOnError)
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "binary to measure")
	f.StringVar(&o.dir, "dir", "", "folder of the database; it is kept for the next run (default: a temporary one)")
	f.StringVar(&o.data, "data", os.Getenv("VITRINE_REALDATA"), "folder of "+pcparts.File)
	f.StringVar(&o.only, "only", "", "alone or beside; default: both")
	f.IntVar(&o.rounds, "rounds", 3, "restarts of each kind")
	f.IntVar(&o.rate, "rate", 500, "requests per second")
	f.IntVar(&o.clients, "clients", 64, "persistent connections")
	f.IntVar(&o.lists, "lists", 25, "percent of requests for lists")
	f.IntVar(&o.filters, "filters", 10, "percent of requests for filters")
	f.IntVar(&o.searches, "searches", 10, "percent of requests for searches; the rest are for pages of products")
	f.DurationVar(&o.warm, "warm", 10*time.Second, "time of reading at full speed, before each restart")
	f.DurationVar(&o.before, "before", 5*time.Second, "time of the measurement before a restart")
	f.DurationVar(&o.after, "after", 10*time.Second, "time of the measurement after it")
	f.IntVar(&o.slowest, "slowest", 0, "so many of the slowest answers after a restart are listed")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the random requests")
	if err := f.Parse(args); err != nil {
		return fmt.Errorf("read the flags: %w", err)
	}
	file, ok := pcparts.Find(o.data, out)
	if !ok {
		return nil
	}
	place, err := rig.Open(ctx, "restart", o.dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.Close()) }()
	b := &bench{o: o, place: place, sheet: &rig.Sheet{Out: out}}
	b.sheet.Say("%s", rig.Machine(ctx))
	if err := b.open(ctx, file); err != nil {
		return err
	}
	for _, name := range []string{"alone", "beside"} {
		if o.only != "" && o.only != name {
			continue
		}
		watched := place.Watch()
		if err := b.restarts(ctx, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		b.sheet.Say("  (%s)\n", watched())
	}
	return b.sheet.Err()
}

// A bench is one run.
type bench struct {
	o     options
	place *rig.Place
	sheet *rig.Sheet
	bus   *rig.Bus
	asks  *pcparts.Requests
	draws uint64 // of random requests so far
}

// open makes the tenant and starts the bus.
func (b *bench) open(ctx context.Context, file string) error {
	pool, err := pgxpool.New(ctx, b.place.URL)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer pool.Close()
	if err := pcparts.Fill(ctx, pool, file, b.sheet.Out); err != nil {
		return err
	}
	if b.asks, err = pcparts.ReadRequests(ctx, pool, b.o.seed); err != nil {
		return err
	}
	for kind, share := range map[pcparts.Kind]int{pcparts.Lists: b.o.lists, pcparts.Filters: b.o.filters,
		pcparts.Searches: b.o.searches} {
		b.asks.Shares[kind] = share
	}
	b.bus, err = b.place.StartBus(ctx)
	return err
}

// restarts measures restarts, alone or beside another gateway.
func (b *bench) restarts(ctx context.Context, name string) error {
	main, err := b.process(ctx, "serve-"+name, "serve")
	if err != nil {
		return err
	}
	defer main.Stop()
	restarted, other := main, ""
	if name == "beside" {
		if restarted, err = b.process(ctx, "gateway-"+name, "gateway"); err != nil {
			return err
		}
		defer restarted.Stop()
		other = main.Addr
	}
	b.sheet.Say("%s: %d restarts; %d requests per second: %d %% pages, %d %% lists, %d %% filters, %d %% searches", name,
		b.o.rounds, b.o.rate, 100-b.o.lists-b.o.filters-b.o.searches, b.o.lists, b.o.filters, b.o.searches)
	var before, after []answer
	var starts rig.Times
	for range b.o.rounds {
		if err := b.warm(ctx, restarted.Addr, other); err != nil {
			return err
		}
		part, err := b.drive(ctx, restarted.Addr, b.o.rate, b.o.before)
		if err != nil {
			return err
		}
		before = append(before, part...)
		restarted.Stop()
		began := time.Now()
		if err := restarted.Start(ctx); err != nil {
			return err
		}
		if err := restarted.Ready(ctx); err != nil {
			return err
		}
		starts = append(starts, time.Since(began))
		if part, err = b.drive(ctx, restarted.Addr, b.o.rate, b.o.after); err != nil {
			return err
		}
		after = append(after, part...)
	}
	b.sheet.Say("  ready after %s", starts)
	b.table(before, after)
	return nil
}

// process starts a process and waits until it is ready.
func (b *bench) process(ctx context.Context, name, command string) (*rig.Process, error) {
	p, err := b.place.Vitrine(name, b.o.vitrine, command, b.bus.URL)
	if err != nil {
		return nil, err
	}
	if err := p.Start(ctx); err != nil {
		return nil, err
	}
	return p, p.Ready(ctx)
}

// warm reads from a gateway, and from another one if there is one, without a pause.
func (b *bench) warm(ctx context.Context, addr, other string) error {
	g, gctx := errgroup.WithContext(ctx)
	for _, a := range []string{addr, other} {
		if a != "" {
			g.Go(func() error {
				_, err := b.drive(gctx, a, 0, b.o.warm)
				return err
			})
		}
	}
	return g.Wait()
}
