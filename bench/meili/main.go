package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/bench/pcparts"
	"vitrine/bench/rig"
)

func main() { rig.Main("meili", run) }

type options struct {
	dir, data, vitrine, meili string
	requests                  int
	seed                      uint64
	frozen                    time.Duration
}

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	var o options
	f := flag.NewFlagSet("meili", flag.ContinueOnError)
	f.StringVar(&o.dir, "dir", "", "folder of the database; it is kept for the next run (default: a temporary one)")
	f.StringVar(&o.data, "data", os.Getenv("VITRINE_REALDATA"), "folder of "+pcparts.File)
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "binary to measure")
	f.StringVar(&o.meili, "meilisearch", "meilisearch", "binary of Meilisearch")
	f.IntVar(&o.requests, "requests", 300, "searches of each kind")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the random searches")
	f.DurationVar(&o.frozen, "frozen", 10*time.Second, "time for which Meilisearch is stopped; 0 leaves that out")
	if err := f.Parse(args); err != nil {
		return fmt.Errorf("read the flags: %w", err)
	}
	file, ok := pcparts.Find(o.data, out)
	if !ok {
		return nil
	}
	binary, err := exec.LookPath(o.meili)
	if err != nil {
		fmt.Fprintf(out, "SKIPPED: %v; nothing was measured\n", err)
		return nil
	}
	place, err := rig.Open(ctx, "meili", o.dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.Close()) }()
	pool, err := pgxpool.New(ctx, place.URL)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer pool.Close()
	b := &bench{o: o, place: place, pool: pool, out: out}
	return b.run(ctx, binary, file)
}

// A bench is one run.
type bench struct {
	o       options
	place   *rig.Place
	pool    *pgxpool.Pool
	out     io.Writer
	engine  *rig.Process // Meilisearch
	url     string       // of Meilisearch
	process *rig.Process // vitrine serve
	values  *values
}

func (b *bench) run(ctx context.Context, binary, file string) error {
	bus, err := b.place.StartBus(ctx)
	if err != nil {
		return err
	}
	if err := b.startMeili(ctx, binary); err != nil {
		return err
	}
	if err := b.start(ctx, bus.URL); err != nil {
		return err
	}
	fmt.Fprintf(b.out, "%s, %d CPUs, seed %d\n", runtime.Version(), runtime.NumCPU(), b.o.seed)
	if err := b.fill(ctx, file); err != nil {
		return err
	}
	if b.values, err = readValues(ctx, b.pool); err != nil {
		return err
	}
	b.process.Stop() // a gateway reads lists and records in advance when it starts
	if err := b.start(ctx, bus.URL); err != nil {
		return err
	}
	if err := b.warm(ctx); err != nil {
		return err
	}
	if err := b.measure(ctx); err != nil {
		return err
	}
	if err := b.prices(ctx); err != nil {
		return err
	}
	return b.freeze(ctx)
}

// start starts vitrine serve.
func (b *bench) start(ctx context.Context, bus string) (err error) {
	if b.process, err = b.place.Vitrine("vitrine", b.o.vitrine, "serve", bus, "VITRINE_MEILI_URL="+b.url); err != nil {
		return err
	}
	if err := b.process.Start(ctx); err != nil {
		return err
	}
	return b.process.Ready(ctx)
}

// startMeili starts an empty Meilisearch.
func (b *bench) startMeili(ctx context.Context, binary string) error {
	addr, err := rig.FreeAddr()
	if err != nil {
		return err
	}
	b.url = "http://" + addr
	dir := b.place.Path("index")
	b.engine = b.place.Program("meilisearch", binary, nil, "--http-addr", addr, "--db-path", dir, "--no-analytics",
		"--dump-dir", dir+"-dumps", "--snapshot-dir", dir+"-snapshots", "--log-level", "ERROR")
	if err := b.engine.Start(ctx); err != nil {
		return err
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if _, err := b.post(ctx, b.url+"/multi-search", []byte(`{"queries":[]}`)); err == nil {
			return nil
		} else if time.Now().After(deadline) {
			return err
		}
	}
}

// warm searches until the lists and the records in memory are read: until many searches in a row ask Postgres nothing.
func (b *bench) warm(ctx context.Context) error {
	began, row := time.Now(), 0
	for row < 50 {
		rs, err := b.through(ctx, b.values.search(b.values.title(), "", nil))
		if err != nil {
			return err
		}
		if row++; !strings.Contains(rs.status, "detail=assembled") {
			if row = 0; time.Since(began) > time.Minute {
				fmt.Fprintln(b.out, "searches still asked Postgres after a minute")
				return nil
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	fmt.Fprintf(b.out, "records read in advance: %v\n", time.Since(began).Round(10*time.Millisecond))
	return nil
}

// freeze stops Meilisearch for a while, as a machine does that swaps, and measures searches meanwhile.
func (b *bench) freeze(ctx context.Context) error {
	if b.o.frozen == 0 {
		return nil
	}
	if err := syscall.Kill(b.engine.Pid(), syscall.SIGSTOP); err != nil {
		return fmt.Errorf("stop Meilisearch: %w", err)
	}
	defer func() { _ = syscall.Kill(b.engine.Pid(), syscall.SIGCONT) }() // it may have ended
	var took rig.Times
	for end := time.Now().Add(b.o.frozen); time.Now().Before(end); {
		for i := range searches {
			one, err := b.through(ctx, searches[i].ask(b.values))
			if err != nil {
				return err
			}
			took = append(took, one.took)
		}
	}
	fmt.Fprintf(b.out, "Meilisearch stopped for %v: %d searches, p50 %.2f ms, p99 %.2f ms, longest %.2f ms\n", b.o.frozen,
		len(took), took.At(0.5), took.At(0.99), took.At(1))
	return nil
}
