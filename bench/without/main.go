package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/bench/rig"
)

// optimisations are the values of VITRINE_WITHOUT, in the order of the table.
var optimisations = []string{
	"event-loop", "record-batching", "page-assembly", "refresh-ahead", "price-bands", "held-answers",
	"inlined-record", "change-buffer", "admission", "warm-start",
}

type options struct {
	vitrine           string
	only              string
	rounds            int
	tenants, products int
	cold              int
	rate, edits       int
	singles, burst    int
	span              time.Duration
	seed              uint64
}

func main() { rig.Main("without", run) }

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	var o options
	f := flag.NewFlagSet("without", flag.ContinueOnError)
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "the binary to measure")
	f.StringVar(&o.only, "only", "", "optimisations to measure, separated by commas; default: all")
	f.IntVar(&o.rounds, "rounds", 3, "rounds; each runs everything once")
	f.IntVar(&o.tenants, "tenants", 20, "tenants that are edited and read")
	f.IntVar(&o.products, "products", 1000, "products of each tenant")
	f.IntVar(&o.cold, "cold", 8000, "product pages that the cold phase reads")
	f.IntVar(&o.rate, "rate", 2000, "reads a second in the mixed phase")
	f.IntVar(&o.edits, "edits", 100, "edits a second in the mixed phase")
	f.IntVar(&o.singles, "singles", 150, "edits of the idle phase")
	f.IntVar(&o.burst, "burst", 500, "edits a second in the burst phase")
	f.DurationVar(&o.span, "span", 10*time.Second, "length of the mixed phase; burst and hits take half of it")
	f.Uint64Var(&o.seed, "seed", 1, "seed of what is read and edited")
	if err := f.Parse(args); err != nil {
		return fmt.Errorf("read the flags: %w", err)
	}
	names := optimisations
	if o.only != "" {
		names = strings.Split(o.only, ",")
	}
	t, err := newTable(".", names)
	if err != nil {
		return err
	}
	place, err := rig.Open(ctx, "without", "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.Close()) }()
	pool, err := pgxpool.New(ctx, place.URL)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer pool.Close()
	fmt.Fprintln(out, rig.Machine(ctx))
	if err := rig.MakeTenants(ctx, place.URL, o.tenants, o.products); err != nil {
		return err
	}
	b := &bench{o: o, place: place, pool: pool}
	if b.postmaster, err = rig.Postmaster(ctx, pool); err != nil {
		return err
	}
	// No run pays for what the one before left behind: each begins with a VACUUM of its own.
	for _, sql := range []string{"ALTER SYSTEM SET autovacuum = off", "SELECT pg_reload_conf()"} {
		if _, err := pool.Exec(ctx, sql); err != nil {
			return fmt.Errorf("switch autovacuum off: %w", err)
		}
	}
	if b.bus, err = place.StartBus(ctx); err != nil {
		return err
	}
	b.seed = o.seed - 1
	if _, err := b.one(ctx, "warm", ""); err != nil { // not counted: Postgres still writes and vacuums what was just made
		return err
	}
	watched := place.Watch()
	for round := range o.rounds {
		for i, name := range append([]string{""}, names...) {
			b.seed = o.seed + uint64(100*round+i) //nolint:gosec // counts; equal edits would change nothing in a second run
			got, err := b.one(ctx, fmt.Sprintf("r%d-%d", round, i), name)
			if err != nil {
				return fmt.Errorf("round %d without %q: %w", round+1, name, err)
			}
			t.add(name, got)
			fmt.Fprintf(out, "round %d without %-16s %s\n", round+1, orNothing(name), got)
		}
	}
	t.write(out)
	fmt.Fprintln(out, watched())
	return nil
}

func orNothing(name string) string {
	if name == "" {
		return "nothing"
	}
	return name
}

// A bench is one run.
type bench struct {
	o          options
	place      *rig.Place
	pool       *pgxpool.Pool
	bus        *rig.Bus
	postmaster int
	seed       uint64
	version    int // of the last name that was written

	id, without     string // of this run
	worker, gateway *rig.Process
}

// one runs the whole workload once, without an optimisation; "" runs it with everything on.
func (b *bench) one(ctx context.Context, id, without string) (got figures, err error) {
	b.id, b.without = id, without
	if b.worker, err = b.start(ctx, "worker-"+id, "serve"); err != nil {
		return got, err
	}
	defer b.worker.Stop()
	if b.gateway, err = b.start(ctx, "gateway-"+id, "gateway"); err != nil {
		return got, err
	}
	defer func() { b.gateway.Stop() }() // the last one: it is restarted
	if _, err := b.pool.Exec(ctx, "VACUUM ANALYZE"); err != nil {
		return got, fmt.Errorf("vacuum: %w", err)
	}
	if _, err := rig.Calm(ctx); err != nil {
		return got, err
	}
	for _, phase := range []func(context.Context, *figures) error{b.cold, b.mixed, b.idle, b.burst, b.hits, b.restart} {
		if err := phase(ctx, &got); err != nil {
			return got, err
		}
	}
	return got, nil
}

// start starts a process without what this run does without.
func (b *bench) start(ctx context.Context, name, command string) (*rig.Process, error) {
	p, err := b.place.Vitrine(name, b.o.vitrine, command, b.bus.URL, "VITRINE_WITHOUT="+b.without)
	if err != nil {
		return nil, err
	}
	if err := p.Start(ctx); err != nil {
		return nil, err
	}
	return p, p.Ready(ctx)
}

// cost is processor time in seconds: of the gateway, of the worker, and of Postgres.
type cost struct{ gateway, worker, postgres float64 }

// spend begins to measure. The function it returns says what was spent since.
func (b *bench) spend() func() cost {
	now := func() cost {
		return cost{rig.Spent(b.gateway.Pid()), rig.Spent(b.worker.Pid()), rig.SpentBelow(b.postmaster)}
	}
	was := now()
	return func() cost {
		is := now()
		return cost{is.gateway - was.gateway, is.worker - was.worker, is.postgres - was.postgres}
	}
}
