package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"vitrine/bench/rig"
	"vitrine/internal/wire"
)

type options struct {
	vitrine           string
	gateways          string
	tenants, products int
	edits             int // per second
	span              time.Duration
}

func main() { rig.Main("fleet", run) }

func run(ctx context.Context, args []string, out io.Writer) (err error) {
	var o options
	f := flag.NewFlagSet("fleet", flag.ContinueOnError)
	f.StringVar(&o.vitrine, "vitrine", "bin/vitrine", "binary of the ingest worker")
	f.StringVar(&o.gateways, "gateways", "1,10,100,300,1000", "numbers of gateways, separated by commas")
	f.IntVar(&o.tenants, "tenants", 50, "tenants")
	f.IntVar(&o.products, "products", 20, "products of each tenant")
	f.IntVar(&o.edits, "edits", 20, "edits a second, over all tenants")
	f.DurationVar(&o.span, "span", 20*time.Second, "time of each measurement")
	if err := f.Parse(args); err != nil {
		return fmt.Errorf("read the flags: %w", err)
	}
	var numbers []int
	for word := range strings.SplitSeq(o.gateways, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return fmt.Errorf("-gateways %q: expected numbers such as 10,100", o.gateways)
		}
		numbers = append(numbers, n)
	}
	place, err := rig.Open(ctx, "fleet", "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, place.Close()) }()
	fmt.Fprintln(out, rig.Machine(ctx))
	b := &bench{o: o, place: place}
	defer b.close()
	if err := b.start(ctx); err != nil {
		return err
	}
	fmt.Fprintf(out, "%d edits a second over %d tenants, for %v each. Processors: of each part; this process is all "+
		"gateways.\n\n", o.edits, o.tenants, o.span)
	fmt.Fprintln(out, "| gateways | to announced, p50 | p99 | ingest | NATS | Postgres | gateways, all | NATS delivers | "+
		"of it news and lists | without a lease |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|---|---|---|---|")
	for _, n := range numbers {
		if err := b.grow(ctx, n); err != nil {
			return err
		}
		r, err := b.measure(ctx)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "| %d | %.1f ms | %.1f ms | %.3f | %.3f | %.3f | %.3f | %.2f MB/s | %.2f MB/s | %.1f %% |\n",
			r.gateways, r.announced.At(0.5), r.announced.At(0.99), r.ingest, r.nats, r.postgres, r.own, r.delivered, r.rest,
			100*r.without)
		if len(r.announced) == 0 {
			return errors.New("nothing was announced: the measurement is void")
		}
	}
	return nil
}

// A bench is one run.
type bench struct {
	o        options
	place    *rig.Place
	bus      *rig.Bus
	ingest   *rig.Process
	pool     *pgxpool.Pool // of all gateways, which compare themselves with Postgres
	conn     *nats.Conn    // receives announcements
	editor   *pgx.Conn
	gateways []*gateway

	postmaster int
}

// poolSize is the number of connections that all gateways share.
const poolSize = 32

func (b *bench) start(ctx context.Context) (err error) {
	if err := rig.MakeTenants(ctx, b.place.URL, b.o.tenants, b.o.products); err != nil {
		return err
	}
	if b.bus, err = b.place.StartBus(ctx); err != nil {
		return err
	}
	if b.ingest, err = b.place.Vitrine("ingest", b.o.vitrine, "ingest", b.bus.URL); err != nil {
		return err
	}
	if err := b.ingest.Start(ctx); err != nil {
		return err
	}
	cfg, err := pgxpool.ParseConfig(b.place.URL)
	if err != nil {
		return fmt.Errorf("read the URL: %w", err)
	}
	cfg.MaxConns = poolSize
	if b.pool, err = pgxpool.NewWithConfig(ctx, cfg); err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	if b.conn, err = nats.Connect(b.bus.URL); err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	if b.editor, err = pgx.Connect(ctx, b.place.URL); err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	b.postmaster, err = rig.Postmaster(ctx, b.pool)
	return err
}

const starting = 16 // gateways that start at once

// grow starts gateways until there are n.
func (b *bench) grow(ctx context.Context, n int) error {
	rows, err := b.pool.Query(ctx, "SELECT tenant_id, epoch::text, n FROM tenant_seq")
	if err != nil {
		return fmt.Errorf("read the heads: %w", err)
	}
	heads, err := pgx.CollectRows(rows, pgx.RowToStructByPos[wire.Head])
	if err != nil {
		return fmt.Errorf("read the heads: %w", err)
	}
	all := make([]*gateway, max(0, n-len(b.gateways)))
	var group errgroup.Group
	group.SetLimit(starting)
	for i := range all {
		group.Go(func() (err error) {
			all[i], err = startGateway(ctx, b.pool, b.bus.URL, heads)
			return err
		})
	}
	err = group.Wait()
	for _, g := range all {
		if g != nil {
			b.gateways = append(b.gateways, g)
		}
	}
	return err
}

func (b *bench) close() {
	for _, g := range b.gateways {
		g.stop()
	}
	if b.editor != nil {
		_ = b.editor.Close(context.Background())
	}
	if b.conn != nil {
		b.conn.Close()
	}
	if b.pool != nil {
		b.pool.Close()
	}
}
