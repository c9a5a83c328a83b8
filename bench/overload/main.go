package main

import (
	"cmp"
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
	parts             int
	rounds            int
	apart             string
	without           bool
	capacity          int
}

// What may have processors of its own. The others share the rest.
const (
	clients  = "clients"
	postgres = "postgres"
)

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
	f.DurationVar(&o.span, "span", 39*time.Second, "length of each load, in all its parts")
	f.IntVar(&o.parts, "parts", 3, "parts of each load, in turn with those of the others; each is longer than 6 s")
	f.DurationVar(&o.patience, "patience", 2*time.Second, "after which a client gives up")
	f.IntVar(&o.rounds, "rounds", 3, "rounds, each with admission and without")
	f.IntVar(&o.capacity, "capacity", 0, "lists a second, to compare runs at the same load; 0: as measured")
	f.StringVar(&o.apart, "apart", clients, "what has processors of its own: clients or postgres")
	f.BoolVar(&o.without, "without", true, "measure without admission too")
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
	if o.parts < 1 || o.span/time.Duration(o.parts) <= warm {
		return fmt.Errorf("-parts %d of -span %s: each part must be longer than %s", o.parts, o.span, warm)
	}
	if o.apart != clients && o.apart != postgres {
		return fmt.Errorf("-apart %q: expected %s or %s", o.apart, clients, postgres)
	}
	apart, err := rig.NewApart(o.apart)
	if err != nil {
		return err
	}
	begin := apart.Others
	if o.apart == postgres {
		begin = apart.Own
	}
	if err := begin(); err != nil { // Postgres starts now
		return err
	}
	place, err := rig.Open(ctx, "overload", "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.Close()) }()
	fmt.Fprintf(out, "%s; %s\n", rig.Machine(ctx), apart)
	if err := apart.Others(); err != nil { // all other servers start now
		return err
	}
	if err := rig.MakeTenants(ctx, place.URL, o.tenants, o.products); err != nil {
		return err
	}
	b := &bench{o: o, place: place, apart: apart, out: out, price: rand.IntN(1000)} //nolint:gosec // any price will do
	if b.bus, err = place.StartBus(ctx); err != nil {
		return err
	}
	watched := place.Watch()
	var with, without [][]result
	sides := []string{"", "admission"}
	if !o.without {
		sides = sides[:1]
	}
	for round := range o.rounds {
		for _, off := range sides {
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
		w := medianOf(with, i)
		sheet.Say("offered %d times, with admission: goodput %.2f of the peak or of the offer; p99 of a hit %.1f ms", n,
			w.share, w.hits)
		if o.without {
			x := medianOf(without, i)
			sheet.Say("  without admission: goodput %.2f; p99 of a hit %.1f ms", x.share, x.hits)
		}
		sheet.Least(fmt.Sprintf("goodput at %d times, of the peak or of the offer", n), w.share, 0.9, "")
		sheet.Most(fmt.Sprintf("p99 of a hit at %d times", n), w.hits, 20, "ms")
	}
	if last := len(times) - 1; last > 0 {
		sheet.Say("a refusal at %d times costs the gateway about %.0f µs of processor time", times[last],
			medianOf(with, last).refusal)
	}
	sheet.Say("%s", watched())
	return sheet.Err()
}

// A result is what one load gave.
type result struct {
	goodput, offered float64 // a second
	share            float64 // the goodput as a part of the largest one of its run, or of what was offered, if less
	hits             float64 // their p99 in milliseconds
	refusal          float64 // microseconds of the gateway's processor time
}

// medianOf is the median of the i-th results of all rounds, each figure for itself.
func medianOf(rounds [][]result, i int) result {
	of := func(figure func(result) float64) float64 {
		var values []float64
		for _, all := range rounds {
			values = append(values, figure(all[i]))
		}
		return rig.Median(values)
	}
	return result{
		share:   of(func(r result) float64 { return r.share }),
		hits:    of(func(r result) float64 { return r.hits }),
		refusal: of(func(r result) float64 { return r.refusal }),
	}
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
	if err := b.apart.Others(); err != nil {
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
	if b.o.apart == clients {
		if err := b.apart.Own(); err != nil {
			return nil, err
		}
	}
	if _, err := rig.Calm(ctx); err != nil {
		return nil, err
	}
	capacity := float64(b.o.capacity)
	if capacity == 0 {
		if capacity, err = b.capacity(ctx); err != nil {
			return nil, err
		}
	}
	fmt.Fprintf(b.out, "round %d without %-10s capacity %.0f lists/s\n", round+1, orNothing(without), capacity)
	counts, spent := make([]*count, len(times)), make([]float64, len(times))
	for i := range times {
		counts[i] = &count{wrong: map[int]int{}}
	}
	length := b.o.span / time.Duration(b.o.parts)
	for k := range b.o.parts { // in turn, because the speed of a machine changes
		for j := range times {
			i := j
			if k%2 == 1 { // back
				i = len(times) - 1 - j
			}
			n := times[i]
			before := rig.Spent(b.gateway.Pid())
			if err := b.offer(ctx, counts[i], n*int(capacity), length); err != nil {
				return nil, err
			}
			spent[i] += rig.Spent(b.gateway.Pid()) - before
		}
	}
	answer := spent[0] / float64(max(1, len(counts[0].answered))) // seconds of the gateway
	for i, got := range counts {
		r := result{goodput: got.goodput(b.o.parts, length), offered: float64(times[i] * int(capacity)),
			hits: got.hits.At(0.99)}
		r.refusal = (spent[i] - answer*float64(len(got.answered))) / float64(max(1, len(got.refused))) * 1e6
		fmt.Fprintf(b.out, "  %2d times: %s; goodput %.0f a second; the gateway spent %.2f s\n", times[i], got, r.goodput,
			spent[i])
		all = append(all, r)
	}
	peak := slices.MaxFunc(all, func(x, y result) int { return cmp.Compare(x.goodput, y.goodput) }).goodput
	for i := range all {
		all[i].share = all[i].goodput / max(1, min(peak, all[i].offered))
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
