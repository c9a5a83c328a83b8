package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/bench/rig"
)

type options struct {
	vitrine           string
	times             string
	tenants, products int
	clients           int
	hits              int
	span, patience    time.Duration
	rounds            int
}

func main() { rig.Main("overload", run) }

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	var o options
	f := flag.NewFlagSet("overload", flag.ContinueOnError)
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "the binary to measure")
	f.StringVar(&o.times, "times", "1,2,5,10", "offered load, in multiples of the capacity, separated by commas")
	f.IntVar(&o.tenants, "tenants", 10, "tenants that are read")
	f.IntVar(&o.products, "products", 1000, "products of each tenant")
	f.IntVar(&o.clients, "clients", 2000, "connections that request lists")
	f.IntVar(&o.hits, "hits", 500, "reads of cached pages a second, beside the lists")
	f.DurationVar(&o.span, "span", 20*time.Second, "length of each load")
	f.DurationVar(&o.patience, "patience", 2*time.Second, "after which a client gives up")
	f.IntVar(&o.rounds, "rounds", 3, "rounds; each runs everything with admission and without")
	if err := f.Parse(args); err != nil {
		return fmt.Errorf("read the flags: %w", err)
	}
	var times []int
	for word := range strings.SplitSeq(o.times, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return fmt.Errorf("-times %q: expected numbers such as 1,2,5", o.times)
		}
		times = append(times, n)
	}
	apart, err := rig.NewApart()
	if err == nil {
		err = apart.Servers() // of Postgres and NATS, which start now
	}
	if err != nil {
		return err
	}
	place, err := rig.Open(ctx, "overload", "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.Close()) }()
	fmt.Fprintf(out, "%s; %s\n", rig.Machine(ctx), apart)
	if err := rig.MakeTenants(ctx, place.URL, o.tenants, o.products); err != nil {
		return err
	}
	b := &bench{o: o, place: place, apart: apart, out: out, price: rand.IntN(1000)} //nolint:gosec // any price will do
	if b.bus, err = place.StartBus(ctx); err != nil {
		return err
	}
	watched := place.Watch()
	var with, without [][]result
	for round := range o.rounds {
		for _, off := range []string{"", "admission"} {
			all, err := b.one(ctx, round, off, times)
			if err != nil {
				return fmt.Errorf("round %d without %q: %w", round+1, off, err)
			}
			if off == "" {
				with = append(with, all)
			} else {
				without = append(without, all)
			}
		}
	}
	sheet := &rig.Sheet{Out: out}
	sheet.Say("\nmedians of %d rounds", o.rounds)
	for i, n := range times {
		w, x := medianOf(with, i), medianOf(without, i)
		sheet.Say("offered %d times: goodput of the peak %.2f with admission, %.2f without; "+
			"p99 of a hit %.1f and %.1f ms", n, w.share, x.share, w.hits, x.hits)
		sheet.Least(fmt.Sprintf("goodput at %d times, of the peak", n), w.share, 0.9, "")
		sheet.Most(fmt.Sprintf("p99 of a hit at %d times", n), w.hits, 20, "ms")
	}
	sheet.Say("%s", watched())
	return sheet.Err()
}

// A result is what one load gave: the goodput as a part of the largest one of its run, and the p99 of hits in
// milliseconds.
type result struct{ goodput, share, hits float64 }

// medianOf is the median of the i-th results of all rounds, each figure for itself.
func medianOf(rounds [][]result, i int) result {
	var goodput, share, hits []float64
	for _, all := range rounds {
		goodput, share, hits = append(goodput, all[i].goodput), append(share, all[i].share), append(hits, all[i].hits)
	}
	return result{rig.Median(goodput), rig.Median(share), rig.Median(hits)}
}

// A bench is one run.
type bench struct {
	o       options
	place   *rig.Place
	apart   *rig.Apart
	bus     *rig.Bus
	out     io.Writer
	gateway *rig.Process
	price   int // of the last list, so that none is requested twice
}

// one measures the capacity and every load, without an optimisation; "" has everything on.
func (b *bench) one(ctx context.Context, round int, without string, times []int) (all []result, err error) {
	if err := b.apart.Servers(); err != nil {
		return nil, err
	}
	worker, err := b.start(ctx, fmt.Sprintf("worker-%d%s", round, without), "serve", without)
	if err != nil {
		return nil, err
	}
	defer worker.Stop()
	if b.gateway, err = b.start(ctx, fmt.Sprintf("gateway-%d%s", round, without), "gateway", without); err != nil {
		return nil, err
	}
	defer b.gateway.Stop()
	if err := b.apart.Clients(); err != nil {
		return nil, err
	}
	if _, err := rig.Calm(ctx); err != nil {
		return nil, err
	}
	capacity, err := b.capacity(ctx)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(b.out, "round %d without %-10s capacity %.0f lists/s\n", round+1, orNothing(without), capacity)
	for _, n := range times {
		got, err := b.load(ctx, n*int(capacity))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(b.out, "  %2d times: %s\n", n, got)
		all = append(all, result{goodput: got.goodput(b.o.span), hits: got.hits.At(0.99)})
	}
	peak := slices.MaxFunc(all, func(x, y result) int { return int(x.goodput - y.goodput) }).goodput
	for i := range all {
		all[i].share = all[i].goodput / max(1, peak)
	}
	return all, nil
}

func orNothing(name string) string {
	if name == "" {
		return "nothing"
	}
	return name
}

// start starts a process that keeps no lists in memory.
func (b *bench) start(ctx context.Context, name, command, without string) (*rig.Process, error) {
	p, err := b.place.Vitrine(name, b.o.vitrine, command, b.bus.URL, "VITRINE_WITHOUT="+without,
		"VITRINE_LIST_ROWS=1000000000")
	if err != nil {
		return nil, err
	}
	if err := p.Start(ctx); err != nil {
		return nil, err
	}
	return p, p.Ready(ctx)
}
