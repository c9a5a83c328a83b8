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
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "binary to measure")
	f.StringVar(&o.source, "source", ".", "repository for building the other binary")
	f.StringVar(&o.dir, "dir", "", "folder of the database; it is kept for the next run (default: a temporary one)")
	f.StringVar(&o.data, "data", os.Getenv("VITRINE_REALDATA"), "folder of "+pcparts.File)
	f.StringVar(&o.bytes, "bytes", "256MB", "VITRINE_CACHE_BYTES of the gateway")
	f.IntVar(&o.connections, "connections", 64, "persistent connections")
	f.IntVar(&o.lists, "lists", 30, "percent of requests for lists")
	f.IntVar(&o.filters, "filters", 10, "percent of requests for filters; the rest are for pages of products")
	f.IntVar(&o.warm, "warm", 5_000_000, "requests before the measurement")
	f.IntVar(&o.rate, "rate", 5000, "requests per second of the measurement")
	f.IntVar(&o.edits, "edits", 20, "edits per second of the measurement")
	f.DurationVar(&o.span, "span", time.Minute, "time of the measurement")
	f.BoolVar(&o.wide, "wide", true, "measure also with kind-wide tags")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the random requests and edits")
	if err := f.Parse(args); err != nil {
		return fmt.Errorf("read the flags: %w", err)
	}
	file, ok := pcparts.Find(o.data, out)
	if !ok {
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
	if b.asks, err = pcparts.ReadRequests(ctx, pool, o.seed); err != nil {
		return err
	}
	b.asks.Shares[pcparts.Lists], b.asks.Shares[pcparts.Filters] = o.lists, o.filters
	if b.bus, err = place.StartBus(ctx); err != nil {
		return err
	}
	b.sheet.Say("requests: %d %% for %d products' pages, %d %% for %d lists, %d %% for %d filters (%d categories, %d "+
		"brands), "+
		"each by Zipf's law with s = 1; a cache of %s",
		100-o.lists-o.filters, len(b.asks.Of[pcparts.Pages]), o.lists, len(b.asks.Of[pcparts.Lists]), o.filters,
		len(b.asks.Of[pcparts.Filters]),
		b.asks.Categories, b.asks.Brands, o.bytes)
	b.sheet.Say("edits: %d random products per second: 50 %% price, 25 %% stock, 15 %% name and description, "+
		"10 %% archived or published\n", o.edits)
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
	asks  *pcparts.Requests
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
	took := time.Since(began)
	b.sheet.Say("%s: warmed by %d requests in %v (%.0f per second), %.2f %% hits, %d answered with 503",
		title, n, took.Round(time.Second), float64(n)/took.Seconds(), warm.ratio(), warm.busy)
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
	b.sheet.Say("  %d requests in %.1f s, %d edits: %d hits, %.2f %%, %d answered with 503; from their scheduled start %s",
		asked, span.Seconds(), t.edits, hits, t.ratio(), t.busy, t.took)
	for k := range pcparts.Searches { // it sends none
		b.sheet.Say("    %-8s %8d requests, %.2f %% hits", k, t.asked[k], 100*float64(t.hits[k])/float64(max(1,
			t.asked[k])))
	}
	b.sheet.Say("    %d hits were assembled from cached lists, records and facets, without Postgres; without them %.2f %%",
		t.composed, 100*float64(hits-t.composed)/float64(asked))
	since := func(name string) float64 { return after[name] - before[name] }
	b.sheet.Say("  by the gateway's metrics: hits %.0f, misses %.0f, stale %.0f, refused %.0f, answers read whole %.0f, "+
		"assembled %.0f; resident %d MB",
		since("vitrine_cache_hits_total"), since("vitrine_cache_misses_total"), since("vitrine_cache_stale_total"),
		since("vitrine_cache_refused_total"),
		since("vitrine_answers_read_total"), since("vitrine_answers_assembled_total"), rig.Resident(g.Pid())>>20)
	b.sheet.Say("  (%s)\n", watched())
	if since("vitrine_changes_applied_total") == 0 {
		return nil, errors.New("no change arrived: the measurement is void")
	}
	return t, nil
}
