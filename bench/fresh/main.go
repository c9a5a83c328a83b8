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
	vitrine         string
	idle            int // edits of the idle phase
	shops, products int
	edits           int // a second, under load
	watched         int // one in so many
	writers         int
	readers         int  // connections to each gateway
	rate            int  // reads a second; 0: half of the most
	alone           bool // the most with nobody editing
	warm            time.Duration
	settle          time.Duration
	peak, span      time.Duration
	gone            time.Duration
	seed            uint64
}

func main() { rig.Main("fresh", run) }

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	var o options
	f := flag.NewFlagSet("fresh", flag.ContinueOnError)
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "the binary to measure")
	f.IntVar(&o.idle, "idle", 1000, "single edits on an idle house")
	f.IntVar(&o.shops, "shops", 50, "that are edited and read")
	f.IntVar(&o.products, "products", 1000, "of each shop")
	f.IntVar(&o.edits, "edits", 500, "a second, under load")
	f.IntVar(&o.watched, "watched", 10, "one edit in so many is watched, under load")
	f.IntVar(&o.writers, "writers", 16, "connections that edit, under load")
	f.IntVar(&o.readers, "readers", 16, "connections that read from each gateway")
	f.IntVar(&o.rate, "rate", 0, "reads a second under load; 0: half of the most that is kept while all edits are made")
	f.BoolVar(&o.alone, "alone", false, "take half of what is read with nobody editing, in place of half of what is read beside the edits")
	f.DurationVar(&o.warm, "warm", 2*time.Minute, "how long caches are warmed by reading without a break")
	f.DurationVar(&o.settle, "settle", 30*time.Second, "how long readers and writers are at it before the most that is read beside edits is measured")
	f.DurationVar(&o.peak, "peak", 8*time.Second, "how long each attempt is measured")
	f.DurationVar(&o.span, "span", 30*time.Second, "of the load")
	f.DurationVar(&o.gone, "gone", 20*time.Second, "how long NATS is gone")
	f.Uint64Var(&o.seed, "seed", 1, "of what is edited and read")
	if err := f.Parse(args); err != nil {
		return fmt.Errorf("read the flags: %w", err)
	}
	place, err := rig.Open(ctx, "fresh", "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.Close()) }()
	b := &bench{o: o, place: place, sheet: &rig.Sheet{Out: out}, items: newItems(o)}
	b.sheet.Say("%s", rig.Machine(ctx))
	if err := b.start(ctx); err != nil {
		return err
	}
	calm, err := rig.Calm(ctx)
	if err != nil {
		return err
	}
	b.sheet.Say("calm %v after the start", calm.Round(time.Second))
	for _, phase := range []func(context.Context) error{b.idle, b.most, b.loaded, b.noBus} {
		watched := place.Watch()
		if err := phase(ctx); err != nil {
			return err
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
	gates []*rig.Process
	items *items
	seq   uint64 // of seeds

	pace float64 // of the machine when the most was measured; 0: it was not

	questions *questions
}

// start opens the house: everything in one process but the bus, and two gateways more.
func (b *bench) start(ctx context.Context) (err error) {
	if err := rig.MakeShops(ctx, b.place.URL, b.o.shops, b.o.products); err != nil {
		return err
	}
	if b.bus, err = b.place.StartBus(ctx); err != nil {
		return err
	}
	for i, command := range []string{"serve", "gateway", "gateway"} {
		g, err := b.place.Vitrine(fmt.Sprintf("gateway%d", i), b.o.vitrine, command, b.bus.URL)
		if err != nil {
			return err
		}
		if err := g.Start(ctx); err != nil {
			return err
		}
		if err := g.Ready(ctx); err != nil {
			return err
		}
		b.gates = append(b.gates, g)
	}
	return nil
}

// most measures how much can be read at once: with nobody editing, and beside the edits that the readers will meet under load.
func (b *bench) most(ctx context.Context) error {
	began := time.Now()
	if err := b.warm(ctx); err != nil {
		return err
	}
	b.sheet.Say("caches warmed in %v", time.Since(began).Round(time.Second))
	alone, err := b.read(ctx, 0, b.o.peak, nil)
	if err != nil {
		return err
	}
	b.sheet.Say("the most that %d connections to each of 3 gateways read without a break:", b.o.readers)
	b.sheet.Say("  nobody editing: %.0f a second, %.1f %% of them hits, %s", alone.rate(b.o.peak), alone.hit(), alone.took)
	switch {
	case b.o.rate > 0:
	case b.o.alone:
		b.o.rate = int(alone.rate(b.o.peak) / 2)
	default:
		most, err := b.beside(ctx)
		b.o.rate = int(most / 2)
		return err
	}
	return nil
}

// kept is the share of what was due that must be done for a rate to be kept.
const kept = 0.98

// beside measures the most that is read a second by a schedule while all the edits are made that are due. Readers without a break say where to begin: they ask
// only once they were answered, so they keep nobody waiting for long, and a schedule does not wait. From there on readers ask at a rate, a lower one each
// time, until readers and writers keep theirs. Both are at it for a while first: just after nobody edited, caches hold more than they do beside edits.
func (b *bench) beside(ctx context.Context) (float64, error) {
	b.o.rate = 0
	if _, err := b.load(ctx, func(ctx context.Context) error { return wait(ctx, b.o.settle) }); err != nil {
		return 0, err
	}
	for {
		l, err := b.load(ctx, func(ctx context.Context) error { return wait(ctx, b.o.peak) })
		if err != nil {
			return 0, err
		}
		read, edited := l.reads.rate(l.span), float64(l.edits.done)/l.span.Seconds()
		asked := "without a break"
		if b.o.rate > 0 {
			asked = fmt.Sprintf("of %d due", b.o.rate)
		}
		b.sheet.Say("  beside %.0f edits a second of %d due, one in %d watched: %.0f a second %s, %.1f %% of them hits, %s; pace %.0f",
			edited, b.o.edits, b.o.watched, read, asked, l.reads.hit(), l.reads.took, l.pace)
		switch {
		case b.o.rate > 0 && edited >= kept*float64(b.o.edits) && read >= kept*float64(b.o.rate):
			b.pace = l.pace
			return read, nil
		case read < 100:
			return 0, fmt.Errorf("%d edits a second are not kept beside 100 reads", b.o.edits)
		case b.o.rate == 0:
			b.o.rate = int(read)
		default:
			b.o.rate = int(lower * float64(b.o.rate))
		}
	}
}

// lower is how much lower the next rate is.
const lower = 0.85

// loaded edits and reads at once.
func (b *bench) loaded(ctx context.Context) error {
	b.sheet.Say("loaded: %d edits a second over %d shops of %d products by %d connections, one in %d watched; %d reads a second, half of the most; %v",
		b.o.edits, b.o.shops, b.o.products, b.o.writers, b.o.watched, b.o.rate, b.o.span)
	l, err := b.atPace(ctx)
	if err != nil {
		return err
	}
	b.sheet.Most("commit to visible on three gateways, loaded, p99", l.edits.visible.At(0.99), 100, "ms")
	b.sheet.Most("stale reads, loaded", float64(l.reads.stale), 0, "")
	return nil
}

// atPace loads the house, and again where the machine was slower meanwhile, or faster, than when the most was measured, for then its half is another. It gives up
// after some attempts, and says so. What was stale in any of them counts.
func (b *bench) atPace(ctx context.Context) (*loadReport, error) {
	stale := 0
	for attempt := 1; ; attempt++ {
		before, err := b.applied(ctx)
		if err != nil {
			return nil, err
		}
		l, err := b.load(ctx, func(ctx context.Context) error { return wait(ctx, b.o.span) })
		if err != nil {
			return nil, err
		}
		b.report(l)
		stale += l.reads.stale
		l.reads.stale = stale
		after, err := b.applied(ctx)
		if err != nil {
			return nil, err
		}
		b.sheet.Say("  seal to applied, of all edits on all gateways, by the gateways' own histogram: p50 at most %g ms, p99 at most %g ms",
			after.since(before).at(0.5)*1000, after.since(before).at(0.99)*1000)
		switch {
		case b.pace == 0 || max(l.pace/b.pace, b.pace/l.pace) <= alike:
			return l, nil
		case attempt == attempts:
			b.sheet.Say("  the machine was never again as fast as when the most was measured: %.0f in place of %.0f", l.pace, b.pace)
			return l, nil
		}
		b.sheet.Say("  the machine was not as fast as when the most was measured, %.0f in place of %.0f: once more", l.pace, b.pace)
	}
}

// A machine is as fast as it was if work takes no more than so many times as long, nor did then.
const (
	alike    = 1.1
	attempts = 5
)

// noBus edits and reads while NATS is killed and comes back.
func (b *bench) noBus(ctx context.Context) error {
	b.sheet.Say("no bus: the same, with NATS killed for %v", b.o.gone)
	var gone, back time.Time
	l, err := b.load(ctx, func(ctx context.Context) error {
		if err := wait(ctx, 2*time.Second); err != nil {
			return err
		}
		gone = time.Now()
		b.bus.Kill()
		if err := wait(ctx, b.o.gone); err != nil {
			return err
		}
		if err := b.bus.Again(ctx); err != nil {
			return err
		}
		back = time.Now()
		if err := b.believed(ctx); err != nil {
			return err
		}
		b.sheet.Say("  believed again by all gateways %v after it was back", time.Since(back).Round(time.Millisecond))
		return wait(ctx, 2*time.Second)
	})
	if err != nil {
		return err
	}
	b.report(l)
	var without rig.Times
	for i, at := range l.edits.at {
		if at.After(gone) && at.Before(back) {
			without = append(without, l.edits.visible[i])
		}
	}
	b.sheet.Say("  of these committed while NATS was gone: %s", without)
	b.sheet.Most("commit to visible on three gateways, NATS gone, p99", without.At(0.99), 1500, "ms")
	b.sheet.Most("stale reads, NATS killed and back", float64(l.reads.stale), 0, "")
	if len(without) == 0 {
		return errors.New("nothing was watched while NATS was gone: this measured nothing")
	}
	return nil
}

// believed waits until no gateway verifies its hits any more.
func (b *bench) believed(ctx context.Context) error {
	for _, g := range b.gates {
		for {
			m, err := g.Metrics(ctx)
			if err != nil {
				return err
			}
			if m["vitrine_verify_mode"] == 0 {
				break
			}
			if err := wait(ctx, 10*time.Millisecond); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *bench) report(l *loadReport) {
	b.sheet.Say("  edits %d in %.1f s, their COMMIT %s; behind their schedule by at most %v; pace %.0f", l.edits.done, l.span.Seconds(), l.edits.commit,
		l.edits.late.Round(time.Millisecond), l.pace)
	b.sheet.Say("  commit to visible on three gateways: %s", l.edits.visible)
	b.sheet.Say("  reads %.0f a second, %.1f %% of them hits, from when they were due %s; %d names looked at, %d stale", l.reads.rate(l.span), l.reads.hit(), l.reads.took, l.reads.names, l.reads.stale)
}

// wait waits, no longer than ctx.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
