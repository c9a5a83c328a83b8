package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/bench/pcparts"
	"vitrine/bench/rig"
)

func main() { rig.Main("lists", run) }

type options struct {
	dir, data, plans string
	vitrine          string
	requests, slow   int
	clients          int
	seed             uint64
	writes           bool
}

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	var o options
	f := flag.NewFlagSet("lists", flag.ContinueOnError)
	f.StringVar(&o.dir, "dir", "", "folder of the database; it is kept for the next run (default: a temporary one)")
	f.StringVar(&o.data, "data", os.Getenv("VITRINE_REALDATA"), "folder of "+pcparts.File)
	f.StringVar(&o.plans, "plans", "", "folder for query plans (default: none are written)")
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "binary to measure")
	f.IntVar(&o.requests, "requests", 400, "requests of each kind and number of clients")
	f.IntVar(&o.slow, "slow", 20, "requests of each kind with lists in memory switched off; 0 leaves that out")
	f.IntVar(&o.clients, "clients", 2, "largest number of concurrent clients")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the random requests")
	f.BoolVar(&o.writes, "writes", true, "measure also while a client edits")
	if err := f.Parse(args); err != nil {
		return fmt.Errorf("read the flags: %w", err)
	}
	file, ok := pcparts.Find(o.data, out)
	if !ok {
		return nil
	}
	place, err := rig.Open(ctx, "lists", o.dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.Close()) }()
	pool, err := pgxpool.New(ctx, place.URL)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer pool.Close()
	b := &bench{o: o, place: place, pool: pool, log: filepath.Join(place.Home(), "postgres.log"), out: out}
	return b.run(ctx, file)
}

// tenant is the tenant of all requests.
const tenant = pcparts.Tenant

// A bench is one run.
type bench struct {
	o       options
	place   *rig.Place
	pool    *pgxpool.Pool
	bus     *rig.Bus
	log     string // of Postgres
	out     io.Writer
	process *rig.Process // vitrine serve
	values  *values
}

const (
	inMemory   = 1000    // the default: large tenants have their lists in memory
	inPostgres = 1 << 30 // no tenant has
)

func (b *bench) run(ctx context.Context, file string) error {
	if err := pcparts.Fill(ctx, b.pool, file, b.out); err != nil {
		return err
	}
	var err error
	if b.bus, err = b.place.StartBus(ctx); err != nil {
		return err
	}
	if b.values, err = readValues(ctx, b.pool); err != nil {
		return err
	}
	if err := b.open(ctx, inMemory); err != nil {
		return err
	}
	fmt.Fprintf(b.out, "%d products, %s, %d CPUs, seed %d, process %d\n",
		b.values.products, runtime.Version(), runtime.NumCPU(), b.o.seed, b.process.Pid())
	before, began := rig.Resident(b.process.Pid()), time.Now()
	if err := b.build(ctx); err != nil {
		return err
	}
	fmt.Fprintf(b.out, "lists read into memory in %v; the process grew by %d MB\n\n",
		time.Since(began).Round(time.Millisecond), (rig.Resident(b.process.Pid())-before)>>20)
	for clients := 1; clients <= b.o.clients; clients++ {
		if err := b.measure(ctx, fmt.Sprintf("in memory, %d client(s)", clients), clients, b.o.requests, false); err != nil {
			return err
		}
	}
	if b.o.writes {
		const title = "in memory, 1 client, while another edits 20 products a second"
		if err := b.measure(ctx, title, 1, b.o.requests, true); err != nil {
			return err
		}
	}
	if err := b.writePlans(ctx, "memory", inMemory); err != nil {
		return err
	}
	if b.o.slow == 0 {
		return nil
	}
	if err := b.open(ctx, inPostgres); err != nil {
		return err
	}
	if err := b.measure(ctx, "by Postgres alone, 1 client", 1, b.o.slow, false); err != nil {
		return err
	}
	return b.writePlans(ctx, "postgres", inPostgres)
}

// open starts vitrine serve, with lists in memory for tenants of at least rows products. It stops the previous process.
func (b *bench) open(ctx context.Context, rows int) error {
	if b.process != nil {
		b.process.Stop()
	}
	var err error
	setting := "VITRINE_LIST_ROWS=" + strconv.Itoa(rows)
	if b.process, err = b.place.Vitrine("lists", b.o.vitrine, "serve", b.bus.URL, setting); err != nil {
		return err
	}
	if err := b.process.Start(ctx); err != nil {
		return err
	}
	return b.process.Ready(ctx)
}

// build requests lists until the tenant's lists are in memory.
func (b *bench) build(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for page := 1; ; page++ {
		if err := b.get(ctx, fmt.Sprintf("product?limit=10&page=%d", page), &sample{}); err != nil {
			return err
		}
		counts, err := b.process.Metrics(ctx)
		if err != nil {
			return err
		}
		if counts[searched("tables_read")] > 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.New("the lists were not read into memory")
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// searched returns the name of a counter of searches.
func searched(what string) string { return fmt.Sprintf("vitrine_search_total{what=%q}", what) }
