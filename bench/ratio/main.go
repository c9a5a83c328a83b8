package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/bench/pcparts"
	"vitrine/bench/rig"
)

type options struct {
	vitrine, source, dir, data string
	bytes                      string
	connections                int
	lists, filters             int
	warm, rate, edits          int
	span                       time.Duration
	wide                       bool
	seed                       uint64
}

func main() { rig.Main("ratio", run) }

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	var o options
	f := flag.NewFlagSet("ratio", flag.ContinueOnError)
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "the binary to measure")
	f.StringVar(&o.source, "source", ".", "the repository, to build the other binary from")
	f.StringVar(&o.dir, "dir", "", "the folder of the database; kept, so that the next run need not fill it. Default: a temporary one")
	f.StringVar(&o.data, "data", os.Getenv("VITRINE_REALDATA"), "the folder of "+pcparts.File)
	f.StringVar(&o.bytes, "bytes", "256MB", "the gateway's VITRINE_CACHE_BYTES")
	f.IntVar(&o.connections, "connections", 64, "that are kept")
	f.IntVar(&o.lists, "lists", 30, "of a hundred requests, how many are for lists")
	f.IntVar(&o.filters, "filters", 10, "of a hundred requests, how many are for filters; the rest are for products' pages")
	f.IntVar(&o.warm, "warm", 5_000_000, "requests before anything is counted")
	f.IntVar(&o.rate, "rate", 5000, "requests a second while it is counted")
	f.IntVar(&o.edits, "edits", 20, "a second meanwhile")
	f.DurationVar(&o.span, "span", time.Minute, "how long it is counted")
	f.BoolVar(&o.wide, "wide", true, "measure with kind-wide tags too")
	f.Uint64Var(&o.seed, "seed", 1, "of what is asked and edited")
	if err := f.Parse(args); err != nil {
		return fmt.Errorf("read the flags: %w", err)
	}
	file := filepath.Join(o.data, pcparts.File)
	if _, err := os.Stat(file); err != nil {
		fmt.Fprintf(out, "SKIPPED: VITRINE_REALDATA=%q has no %s; nothing was measured\n", o.data, pcparts.File)
		return nil
	}
	place, err := rig.Open(ctx, "ratio", o.dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.Close()) }()
	pool, err := pgxpool.New(ctx, place.URL)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer pool.Close()
	b := &bench{o: o, place: place, sheet: &rig.Sheet{Out: out}, pool: pool}
	b.sheet.Say("%s", rig.Machine(ctx))
	if err := pcparts.Fill(ctx, pool, file, out); err != nil {
		return err
	}
	if b.asks, err = readAsks(ctx, pool, o.seed); err != nil {
		return err
	}
	b.asks.listShare, b.asks.filterShare = o.lists, o.filters
	if b.bus, err = place.StartBus(ctx); err != nil {
		return err
	}
	b.sheet.Say("asked: %d %% of %d products' pages, %d %% of %d lists, %d %% of %d filters (%d categories, %d brands), each by Zipf's law with s = 1; a cache of %s",
		100-o.lists-o.filters, len(b.asks.pages), o.lists, len(b.asks.lists), o.filters, len(b.asks.filters), b.asks.categories, b.asks.brands, o.bytes)
	b.sheet.Say("edited: %d products a second, any alike: 50 %% price, 25 %% stock, 15 %% name and description, 10 %% taken out or put back\n", o.edits)
	precise, err := b.one(ctx, "precise tags", "precise", o.vitrine)
	if err != nil {
		return err
	}
	if o.wide {
		binary, err := b.buildWide(ctx)
		if err != nil {
			return err
		}
		if _, err := b.one(ctx, "kind-wide tags", "wide", binary); err != nil {
			return err
		}
	}
	b.sheet.Least("hit ratio with precise tags", precise.ratio(), 97, "%")
	return b.sheet.Err()
}

// A bench is one run.
type bench struct {
	o     options
	place *rig.Place
	sheet *rig.Sheet
	pool  *pgxpool.Pool
	bus   *rig.Bus
	asks  *asks
}

// one measures one binary.
func (b *bench) one(ctx context.Context, title, name, binary string) (*tally, error) {
	g, err := b.place.Vitrine(name, binary, "serve", b.bus.URL, "VITRINE_CACHE_BYTES="+b.o.bytes)
	if err != nil {
		return nil, err
	}
	if err := g.Start(ctx); err != nil {
		return nil, err
	}
	defer g.Stop()
	if err := g.Ready(ctx); err != nil {
		return nil, err
	}
	if err := b.settle(ctx, g.Addr); err != nil {
		return nil, err
	}
	watched := b.place.Watch()
	began := time.Now()
	warm, err := b.drive(ctx, g.Addr, b.o.warm, 0, b.o.seed)
	if err != nil {
		return nil, err
	}
	n, _ := warm.all()
	b.sheet.Say("%s: warmed by %d requests in %v (%.0f a second), %.2f %% of them hits, %d told to come back", title, n, time.Since(began).Round(time.Second), float64(n)/time.Since(began).Seconds(), warm.ratio(), warm.busy)
	before, err := g.Metrics(ctx)
	if err != nil {
		return nil, err
	}
	began = time.Now()
	t, err := b.measure(ctx, g.Addr, b.pool)
	if err != nil {
		return nil, err
	}
	span := time.Since(began)
	after, err := g.Metrics(ctx)
	if err != nil {
		return nil, err
	}
	asked, hits := t.all()
	b.sheet.Say("  %d requests in %.1f s, %d edits: %d hits, %.2f %%, %d told to come back; from when they were due %s", asked, span.Seconds(), t.edits, hits, t.ratio(), t.busy, t.took)
	for k := range kinds {
		b.sheet.Say("    %-8s %8d asked, %.2f %% hits", kindNames[k], t.asked[k], 100*float64(t.hits[k])/float64(max(1, t.asked[k])))
	}
	b.sheet.Say("    %d of the hits were put together from lists, records and facets in the cache, Postgres not asked; without them %.2f %%", t.composed, 100*float64(hits-t.composed)/float64(asked))
	since := func(name string) float64 { return after[name] - before[name] }
	b.sheet.Say("  by the gateway's counters: vitrine_cache_hits_total %.0f, misses %.0f, overtaken by a change %.0f, refused %.0f, answers read whole %.0f, put together %.0f; resident %d MB",
		since("vitrine_cache_hits_total"), since("vitrine_cache_misses_total"), since("vitrine_cache_moved_total"), since("vitrine_cache_refused_total"),
		since("vitrine_answers_read_total"), since("vitrine_answers_composed_total"), rig.Resident(g.Pid())>>20)
	b.sheet.Say("  (%s)\n", watched())
	if since("vitrine_changes_applied_total") == 0 {
		return nil, errors.New("no change arrived: this measured nothing")
	}
	return t, nil
}
