package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/bench/rig"
)

type options struct {
	vitrine           string
	idle              int // edits in the idle phase
	tenants, products int
	edits             int // per second, under load
	watched           int // one edit in this many is watched
	writers           int
	readers           int  // connections to each gateway
	rate              int  // reads per second; 0: half of the highest rate
	alone             bool // measure the highest rate without edits
	warm              time.Duration
	settle            time.Duration
	peak, span        time.Duration
	gone              time.Duration
	attempts          int
	seed              uint64
}

func main() { rig.Main("fresh", run) }

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	var o options
	f := flag.NewFlagSet("fresh", flag.ContinueOnError)
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "binary to measure")
	f.IntVar(&o.idle, "idle", 1000, "single edits on an idle system; 0 leaves that phase out")
	f.IntVar(&o.tenants, "tenants", 50, "tenants")
	f.IntVar(&o.products, "products", 1000, "products per tenant")
	f.IntVar(&o.edits, "edits", 500, "edits per second under load")
	f.IntVar(&o.watched, "watched", 10, "one edit in this many is watched under load")
	f.IntVar(&o.writers, "writers", 16, "connections that edit under load")
	f.IntVar(&o.readers, "readers", 16, "connections that read from each gateway")
	f.IntVar(&o.rate, "rate", 0, "reads per second under load; 0: half of the highest rate beside all edits")
	f.BoolVar(&o.alone, "alone", false, "use half of the highest rate without edits instead")
	f.DurationVar(&o.warm, "warm", 2*time.Minute, "time of warming the caches by reading at full speed")
	f.DurationVar(&o.settle, "settle", 30*time.Second, "time of reading and writing before the highest rate is measured")
	f.DurationVar(&o.peak, "peak", 8*time.Second, "time of each attempt")
	f.DurationVar(&o.span, "span", 30*time.Second, "time under load")
	f.IntVar(&o.attempts, "attempts", 5, "runs under load, if the speed of the machine changes")
	f.DurationVar(&o.gone, "gone", 20*time.Second, "time for which NATS is down")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the random edits and reads")
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
	phases := []func(context.Context) error{b.most, b.loaded, b.noBus}
	if o.idle > 0 {
		calm, err := rig.Calm(ctx)
		if err != nil {
			return err
		}
		b.sheet.Say("idle %v after the start", calm.Round(time.Second))
		phases = append([]func(context.Context) error{b.idle}, phases...)
	}
	for _, phase := range phases {
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
	seq   uint64 // of the seeds

	pace float64 // of the machine when the highest rate was measured; 0 if it was not

	questions *questions

	postmaster int // the first process of Postgres
}

// start starts the bus, vitrine serve and two more gateways.
func (b *bench) start(ctx context.Context) (err error) {
	pool, err := pgxpool.New(ctx, b.place.URL)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer pool.Close()
	if b.postmaster, err = rig.Postmaster(ctx, pool); err != nil {
		return err
	}
	if err := rig.MakeTenants(ctx, b.place.URL, b.o.tenants, b.o.products); err != nil {
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

// most measures the highest rate of reads: without edits, and beside the edits of the loaded phase.
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
	b.sheet.Say("highest rate of %d connections to each of 3 gateways:", b.o.readers)
	b.sheet.Say("  without edits: %.0f per second, %.1f %% hits, %s", alone.rate(b.o.peak), alone.hit(), alone.took)
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

// kept is the share of the scheduled work that must be done for a rate to count as kept.
const kept = 0.98

// beside measures the highest rate at which scheduled reads keep up while all scheduled edits are made. Readers at full
// speed give the first guess; they wait for each answer, which a schedule does not. Then readers follow a schedule, at
// a lower rate each time, until readers and writers keep up. Both run for a while first, because caches hold more just
// after a time without edits.
func (b *bench) beside(ctx context.Context) (float64, error) {
	b.o.rate = 0
	if err := b.editsAlone(ctx); err != nil {
		return 0, err
	}
	if _, err := b.load(ctx, func(ctx context.Context) error { return wait(ctx, b.o.settle) }); err != nil {
		return 0, err
	}
	for {
		l, err := b.load(ctx, func(ctx context.Context) error { return wait(ctx, b.o.peak) })
		if err != nil {
			return 0, err
		}
		read, edited := l.reads.rate(l.span), float64(l.edits.done)/l.span.Seconds()
		asked := "at full speed"
		if b.o.rate > 0 {
			asked = fmt.Sprintf("of %d scheduled", b.o.rate)
		}
		b.sheet.Say("  beside %.0f edits per second of %d scheduled, one in %d watched: %.0f per second %s, %.1f %% hits, "+
			"%s; pace %.0f",
			edited, b.o.edits, b.o.watched, read, asked, l.reads.hit(), l.reads.took, l.pace)
		switch {
		case b.o.rate > 0 && edited >= kept*float64(b.o.edits) && read >= kept*float64(b.o.rate):
			b.pace = l.pace
			return read, nil
		case read < 100:
			return 0, fmt.Errorf("%d edits per second do not keep up beside 100 reads", b.o.edits)
		case b.o.rate == 0:
			b.o.rate = int(read)
		default:
			b.o.rate = int(lower * float64(b.o.rate))
		}
	}
}

// editsAlone fails if the machine does not make all scheduled edits even without reads.
func (b *bench) editsAlone(ctx context.Context) error {
	conns, err := b.writers(ctx)
	if err != nil {
		return err
	}
	writing, end := context.WithCancel(ctx)
	defer end()
	used, text := b.using(), make(chan string, 1)
	time.AfterFunc(b.o.peak, func() {
		text <- used()
		end()
	})
	made, err := b.write(writing, b.o.seed, conns)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return err
	}
	rate := float64(made.done) / b.o.peak.Seconds()
	b.sheet.Say("  %.0f edits per second of %d scheduled, without reads; %s", rate, b.o.edits, <-text)
	if rate < kept*float64(b.o.edits) {
		return fmt.Errorf("this machine makes %.0f edits per second without reads, not %d", rate, b.o.edits)
	}
	return nil
}

// lower is the factor to the next rate.
const lower = 0.85

// loaded edits and reads concurrently.
func (b *bench) loaded(ctx context.Context) error {
	b.sheet.Say("loaded: %d edits per second over %d tenants of %d products by %d connections, one in %d watched; "+
		"%d reads per second, half of the highest rate; %v",
		b.o.edits, b.o.tenants, b.o.products, b.o.writers, b.o.watched, b.o.rate, b.o.span)
	l, err := b.atPace(ctx)
	if err != nil {
		return err
	}
	flushes, err := rig.Flushes(b.place.Home(), 2*time.Second)
	if err != nil {
		return err //nolint:wrapcheck // of the rig
	}
	b.sheet.Say("  flushes per second of the same disk afterwards (8 KB, fdatasync): %.0f", flushes)
	b.sheet.Most("commit to visible on three gateways, loaded, p99", l.edits.visible.At(0.99), 100, "ms")
	b.sheet.Most("reads, loaded, p99", l.reads.took.At(0.99), 100, "ms")
	b.sheet.Most("stale reads, loaded", float64(l.reads.stale), 0, "")
	return nil
}

// atPace runs the load. If the pace of the machine differs from that of the highest rate, it repeats the run, because
// half of that rate would be a different load. After some attempts it gives up and says so. Stale reads of all attempts
// count.
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
		b.sheet.Say("  from the seal to applied, all edits, all gateways, by the gateways' histogram: p50 at most %g ms, "+
			"p99 at most %g ms",
			after.since(before).at(0.5)*1000, after.since(before).at(0.99)*1000)
		switch {
		case b.pace == 0 || max(l.pace/b.pace, b.pace/l.pace) <= alike:
			return l, nil
		case attempt == b.o.attempts:
			b.sheet.Say("  the machine did not return to the pace of the highest rate: %.0f instead of %.0f", l.pace, b.pace)
			return l, nil
		}
		b.sheet.Say("  the pace of the machine was %.0f instead of %.0f: repeated", l.pace, b.pace)
	}
}

// Two paces are equal if neither is more than this factor of the other.
const alike = 1.1

const beforeGone = 5 * time.Second // the times before NATS is killed and after it is used again

// noBus edits and reads while NATS is killed and restarted.
func (b *bench) noBus(ctx context.Context) error {
	b.sheet.Say("no bus: the same, with NATS killed for %v", b.o.gone)
	var gone, back, again, end time.Time
	l, err := b.load(ctx, func(ctx context.Context) error {
		if err := wait(ctx, beforeGone); err != nil {
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
		if err := b.trusted(ctx); err != nil {
			return err
		}
		again = time.Now()
		b.sheet.Say("  used again by all gateways %v after it was back", again.Sub(back).Round(time.Millisecond))
		err := wait(ctx, beforeGone)
		end = time.Now()
		return err
	})
	if err != nil {
		return err
	}
	b.report(l)
	for _, part := range []struct {
		name     string
		from, to time.Time
	}{
		{"before NATS was killed", gone.Add(-beforeGone), gone}, {"the first second without it", gone, gone.Add(time.Second)},
		{"the rest of the time without it", gone.Add(time.Second), back}, {"until it was used again", back, again},
		{"after that", again, end},
	} {
		reads := l.reads.between(part.from, part.to)
		b.sheet.Say("  %s: %.0f reads per second, %s", part.name, reads.rate(part.to.Sub(part.from)), reads.took)
	}
	var without rig.Times
	for i, at := range l.edits.at {
		if at.After(gone) && at.Before(back) {
			without = append(without, l.edits.visible[i])
		}
	}
	b.sheet.Say("  committed while NATS was down: %s", without)
	b.sheet.Most("commit to visible on three gateways, NATS down, p99", without.At(0.99), 1500, "ms")
	b.sheet.Most("stale reads, NATS killed and restarted", float64(l.reads.stale), 0, "")
	if len(without) == 0 {
		return errors.New("no edit was watched while NATS was down: the measurement is void")
	}
	return nil
}

// trusted waits until no gateway verifies its hits any more.
func (b *bench) trusted(ctx context.Context) error {
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
	b.sheet.Say("  %d edits in %.1f s, with their COMMIT %s; at most %v behind the schedule; pace %.0f", l.edits.done,
		l.span.Seconds(), l.edits.commit,
		l.edits.late.Round(time.Millisecond), l.pace)
	b.sheet.Say("  commit to visible on three gateways: %s", l.edits.visible)
	b.sheet.Say("  %.0f reads per second, %.1f %% hits, from their scheduled start %s; %d names checked, %d stale",
		l.reads.rate(l.span), l.reads.hit(), l.reads.took, l.reads.names, l.reads.stale)
	b.sheet.Say("  of them those that no cache answered: %s", l.reads.missed)
	b.sheet.Say("  %s", l.used)
	b.sheet.Say("  %s", l.waits)
}

// wait waits for a duration or the end of ctx.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
