package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"vitrine/bench/rig"
)

type options struct {
	clients, tenants, products int
	rounds                     int
	span                       time.Duration
	seed                       uint64
	vitrine                    string
}

func main() { rig.Main("write", run) }

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	var o options
	f := flag.NewFlagSet("write", flag.ContinueOnError)
	f.IntVar(&o.clients, "clients", 16, "concurrent writers")
	f.IntVar(&o.tenants, "tenants", 50, "tenants")
	f.IntVar(&o.products, "products", 200, "products per tenant")
	f.IntVar(&o.rounds, "rounds", 30, "rounds; the median counts")
	f.DurationVar(&o.span, "span", time.Second, "time of a round for each database")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the random writes")
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "binary of the ingest worker")
	if err := f.Parse(args); err != nil {
		return fmt.Errorf("read the flags: %w", err)
	}
	place, err := rig.Open(ctx, "write", "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.Close()) }()
	if err := rig.MakeTenants(ctx, place.URL, o.tenants, o.products); err != nil {
		return err
	}
	sheet := &rig.Sheet{Out: out}
	sheet.Say("%s", rig.Machine(ctx))
	sheet.Say("%d clients over %d tenants of %d products, UPDATE product SET amount, one row and statement per "+
		"transaction; "+
		"%d rounds of %v, medians",
		o.clients, o.tenants, o.products, o.rounds, o.span)
	all, end, err := prepare(ctx, place, o.vitrine, o.clients)
	if err != nil {
		return err
	}
	defer end()
	watched := place.Watch()
	flushes, err := measure(ctx, place, o, all)
	if err != nil {
		return err
	}
	sheet.Say("%s\n", watched())
	report(sheet, all, flushes)
	return sheet.Err()
}

// bound is the share of the throughput without capture that must remain.
const bound = 0.50

func report(sheet *rig.Sheet, all []*subject, flushes []float64) {
	base := rig.Median(all[0].rates)
	sheet.Say("  %-58s %10s %8s", "", "commits/s", "ratio")
	before := 1.0
	for _, s := range all {
		rate := rig.Median(s.rates)
		ratio := rate / base
		switch {
		case s.alone && !s.first:
			sheet.Say("  %-58s %10.0f", s.name, rate)
		case s.alone:
			sheet.Say("\n  %-58s %10.0f", s.name, rate)
		case s.step:
			sheet.Say("  %-58s %10.0f %8.2f  this part costs %.0f %% of the throughput without capture",
				s.name, rate, ratio, 100*(before-ratio))
			before = ratio
		default:
			sheet.Say("  %-58s %10.0f %8.2f", s.name, rate, ratio)
		}
	}
	sheet.Say("  %-58s %10.0f", "flushes per second of the same disk (8 KB, fdatasync)", rig.Median(flushes))
	sheet.Say("")
	for _, s := range all {
		if s.judged {
			sheet.Least("writes with capture, "+s.short+", as a share of those without", rig.Median(s.rates)/base, bound, "")
		}
	}
}
