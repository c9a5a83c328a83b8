package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/bench/pcparts"
	"vitrine/bench/rig"
)

func main() { rig.Main("keystrokes", run) }

type options struct {
	dir, data, vitrine, meili string
	titles, edits             int
	calm                      bool
}

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	var o options
	f := flag.NewFlagSet("keystrokes", flag.ContinueOnError)
	f.StringVar(&o.dir, "dir", "", "folder of the database; it is kept for the next run (default: a temporary one)")
	f.StringVar(&o.data, "data", os.Getenv("VITRINE_REALDATA"), "folder of "+pcparts.File)
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "binary to measure")
	f.StringVar(&o.meili, "meilisearch", "meilisearch", "binary of Meilisearch; empty leaves it out")
	f.IntVar(&o.titles, "titles", 500, "titles to type")
	f.IntVar(&o.edits, "edits", 50, "edits of products a second in the second part; 0 leaves it out")
	f.BoolVar(&o.calm, "calm", true, "wait until the machine is idle, at most a minute")
	if err := f.Parse(args); err != nil {
		return fmt.Errorf("read the flags: %w", err)
	}
	file, ok := pcparts.Find(o.data, out)
	if !ok {
		return nil
	}
	place, err := rig.Open(ctx, "keystrokes", o.dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.Close()) }()
	pool, err := pgxpool.New(ctx, place.URL)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer pool.Close()
	b := &bench{o: o, place: place, pool: pool, sheet: &rig.Sheet{Out: out}}
	b.sheet.Say("%s", rig.Machine(ctx))
	if err := pcparts.Fill(ctx, pool, file, out); err != nil {
		return err
	}
	return b.run(ctx)
}

// A bench is one run.
type bench struct {
	o       options
	place   *rig.Place
	pool    *pgxpool.Pool
	sheet   *rig.Sheet
	bus     *rig.Bus
	process *rig.Process // vitrine serve
	direct  *direct      // nil: left out
}

// cacheBytes is the cache of the gateway: the records of all products are a quarter of it.
const cacheBytes = "1GB"

func (b *bench) run(ctx context.Context) (err error) {
	if b.bus, err = b.place.StartBus(ctx); err != nil {
		return err
	}
	if binary, err := exec.LookPath(b.o.meili); err == nil {
		if b.direct, err = b.startDirect(ctx, binary); err != nil {
			return err
		}
		defer b.direct.conn.Close()
	} else {
		b.sheet.Say("Meilisearch is left out: %v", err)
	}
	if b.process, err = b.place.Vitrine("gateway", b.o.vitrine, "serve", b.bus.URL,
		"VITRINE_CACHE_BYTES="+cacheBytes, "VITRINE_LOG=info"); err != nil {
		return err
	}
	// The log of a run before, in a folder that is kept, says that its records were read.
	if err := os.Remove(b.place.Path("gateway.log")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the old log: %w", err)
	}
	if err := b.process.Start(ctx); err != nil {
		return err
	}
	if err := b.process.Ready(ctx); err != nil {
		return err
	}
	if err := b.process.Printed(ctx, "records of searches are in memory"); err != nil {
		return err
	}
	if err := b.followed(ctx); err != nil {
		return err
	}
	if b.o.calm {
		if _, err := rig.Calm(ctx); err != nil {
			return err
		}
	}
	titles, err := b.titles(ctx)
	if err != nil {
		return err
	}
	if err := b.measure(ctx, titles); err != nil {
		return err
	}
	return b.sheet.Err()
}

// followed waits until the gateway receives edits: a worker takes over some time after its start.
func (b *bench) followed(ctx context.Context) error {
	const count = `vitrine_search_total{what="tables_followed"}`
	before, err := b.process.Metrics(ctx)
	if err != nil {
		return err
	}
	for try := range 600 {
		if _, err := b.pool.Exec(ctx, "UPDATE product SET stock = coalesce(stock, 0) + 1 WHERE id = "+
			"(SELECT id FROM product WHERE tenant_id = $1 ORDER BY id LIMIT 1)", pcparts.Tenant); err != nil {
			return fmt.Errorf("edit a product: %w", err)
		}
		time.Sleep(100 * time.Millisecond)
		if _, err := b.typed(ctx, []string{fmt.Sprint("try ", try)}, false); err != nil { // a table in use follows
			return err
		}
		if now, err := b.process.Metrics(ctx); err != nil || now[count] > before[count] {
			return err
		}
	}
	return errors.New("the gateway received no edit within a minute")
}

// measure types all titles, and prints the figures of each part.
func (b *bench) measure(ctx context.Context, titles []string) error {
	all := beginnings(titles)
	b.sheet.Say("process %d: %d titles have %d different beginnings\n", b.process.Pid(), len(titles), len(all))
	warm := beginnings([]string{"warm up the connection"})
	if _, err := b.typed(ctx, warm, true); err != nil {
		return err
	}
	alone, err := b.typed(ctx, all, true)
	if err != nil {
		return err
	}
	b.print("uncached", alone)
	b.sheet.Most("p50 inside the gateway", alone.inside.at(0.5), 0.5, "ms")
	b.sheet.Most("p99 inside the gateway", alone.inside.at(0.99), 1, "ms")
	if b.o.edits > 0 {
		beside, err := b.besideEdits(ctx, all)
		if err != nil {
			return err
		}
		b.print(fmt.Sprintf("uncached, beside %d edits a second", b.o.edits), beside)
		b.sheet.Most("p99 inside the gateway", beside.inside.at(0.99), 3, "ms")
	}
	for range 2 { // a search is kept when it is requested for the second time, or later if another took its place
		if _, err := b.typed(ctx, all, false); err != nil {
			return err
		}
	}
	again, err := b.typed(ctx, all, false)
	if err != nil {
		return err
	}
	b.print("typed again", again)
	return nil
}
