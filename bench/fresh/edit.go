package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"

	"vitrine/bench/rig"
)

// items hold, for each product, the last committed and the announced version.
type items struct {
	products int
	all      []item // by tenant, then product
}

type item struct {
	mu        sync.Mutex    // held while the next version is written, so that versions are committed in order
	version   uint64        // the last one written
	announced atomic.Uint64 // the newest one that every gateway has shown
}

func newItems(o options) *items {
	return &items{products: o.products, all: make([]item, o.tenants*o.products)}
}

func (s *items) at(tenant, product int) *item { return &s.all[tenant*s.products+product] }

func pathOf(tenant, product int) string {
	return "/t/" + rig.TenantID(tenant) + "/v1/product/" + rig.Item(product)
}

// patience limits the time until every gateway shows an edit.
const patience = 30 * time.Second

// breath is the pause of a watcher between two requests. It keeps processors free (with a fourth of it, three watchers
// and their gateways fill more than one), and is part of the measured time. The kernel's sleep is used, because Go's
// may take a millisecond.
const breath = 400 * time.Microsecond

// glance is the same under load: fifty watchers with shorter pauses would be a heavier load than the readers.
const glance = 5 * time.Millisecond

// edit writes the next version of a product in one statement, and so one transaction. It returns the version, the time
// when the COMMIT had returned, and the duration.
func edit(ctx context.Context, conn *pgx.Conn, tenant, product int, it *item) (version uint64, at time.Time,
	took time.Duration, err error) {
	began := time.Now()
	version = it.version + 1
	const sql = "UPDATE product SET name = $3 WHERE tenant_id = $1 AND slug = $2"
	name := rig.Item(product) + " v" + strconv.FormatUint(version, 10)
	tag, err := conn.Exec(ctx, sql, rig.TenantID(tenant), rig.Item(product), name)
	if err == nil && tag.RowsAffected() != 1 {
		err = errors.New("the product does not exist")
	}
	if err != nil {
		return 0, at, 0, fmt.Errorf("edit: %w", err)
	}
	at = time.Now()
	it.version = version
	return version, at, at.Sub(began), nil
}

// see polls a gateway until it shows a version of a product or a newer one, and returns the time.
func see(ctx context.Context, c *rig.Conn, request []byte, product int, version uint64,
	pause time.Duration) (time.Time, error) {
	for began := time.Now(); ; {
		a, err := c.Ask(request)
		if err != nil {
			return time.Time{}, err
		}
		if a.Status != http.StatusOK {
			return time.Time{}, fmt.Errorf("%.80s: %d %.200s", request, a.Status, a.Body)
		}
		newest := uint64(0)
		names(a.Body, func(p int, v uint64) {
			if p == product {
				newest = v
			}
		})
		now := time.Now()
		if newest >= version {
			return now, nil
		}
		if now.Sub(began) > patience {
			return now, fmt.Errorf("%.80s: version %d is not visible after %v", request, version, patience)
		}
		if ctx.Err() != nil {
			return now, ctx.Err()
		}
		ts := unix.NsecToTimespec(int64(pause))
		_ = unix.Nanosleep(&ts, nil) // an interrupted sleep does no harm
	}
}

// idle times single edits. Every gateway is already being polled when the COMMIT is sent.
func (b *bench) idle(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, b.place.URL)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // no statement is running
	conns := make([]*rig.Conn, len(b.gates))
	for i, g := range b.gates {
		if conns[i], err = rig.Dial(g.Addr); err != nil {
			return err
		}
		defer conns[i].Close()
	}
	r := rand.New(rand.NewPCG(b.o.seed, 1))
	var visible, applied, commits rig.Times
	for n := range b.o.idle + warmUp {
		tenant, product := r.IntN(b.o.tenants), r.IntN(b.o.products)
		it := b.items.at(tenant, product)
		next := it.version + 1
		seen := make([]time.Time, len(b.gates))
		request := rig.Request(pathOf(tenant, product), "")
		var g errgroup.Group
		for i := range b.gates {
			if _, err := see(ctx, conns[i], request, product, it.version, breath); err != nil { // to cache the page
				return err
			}
			g.Go(func() (err error) {
				seen[i], err = see(ctx, conns[i], request, product, next, breath)
				return err
			})
		}
		time.Sleep(time.Duration(1+r.IntN(4)) * time.Millisecond) // so that the edit comes at a random moment
		_, at, took, err := edit(ctx, conn, tenant, product, it)
		if err != nil {
			return err
		}
		if err := g.Wait(); err != nil {
			return err
		}
		it.announced.Store(next)
		if n < warmUp {
			continue
		}
		latest := at
		for _, t := range seen {
			if t.After(latest) {
				latest = t
			}
		}
		visible, commits = append(visible, latest.Sub(at)), append(commits, took)
		lag, err := b.lag(ctx)
		if err != nil {
			return err
		}
		applied = append(applied, lag)
		time.Sleep(time.Duration(r.IntN(120)) * time.Millisecond) // so that the relay is sometimes awake and sometimes asleep
	}
	b.sheet.Say("idle: %d single edits, one at a time; each of 3 gateways polled %v after each answer, from before the "+
		"COMMIT on",
		b.o.idle, breath)
	b.sheet.Say("  duration of an edit with its COMMIT: %s", commits)
	b.sheet.Say("  from the return of the COMMIT to the first answer with it on the last gateway: %s", visible)
	b.sheet.Say("  from the seal, inside the COMMIT, to applied on the last gateway, by the gateways' metrics: %s",
		applied)
	b.sheet.Most("commit to visible on three gateways, idle, p50", visible.At(0.5), 3, "ms")
	b.sheet.Most("commit to visible on three gateways, idle, p99", visible.At(0.99), 15, "ms")
	return nil
}

const warmUp = 20 // edits that are not counted

// edits are the results of the writers.
type edits struct {
	mu      sync.Mutex
	done    int
	late    time.Duration // the largest delay of a writer behind its schedule
	commit  rig.Times
	visible rig.Times
	at      []time.Time // times of the watched COMMITs, in the order of visible
}

// write edits at a fixed rate until ctx ends, and watches some of the edits. It closes the connections.
func (b *bench) write(ctx context.Context, seed uint64, conns []*pgx.Conn) (*edits, error) {
	out := &edits{}
	step := time.Second / time.Duration(b.o.edits)
	var next atomic.Int64
	g, gctx := errgroup.WithContext(context.WithoutCancel(ctx))
	began := time.Now()
	watchers := make(chan func(conns []*rig.Conn) error, 4*b.o.writers)
	var writers sync.WaitGroup
	for w, conn := range conns {
		writers.Add(1)
		g.Go(func() error {
			defer writers.Done()
			defer conn.Close(gctx) //nolint:errcheck // no statement is running
			r := rand.New(rand.NewPCG(seed, uint64(w)))
			for ctx.Err() == nil && gctx.Err() == nil {
				n := next.Add(1) - 1
				due := began.Add(time.Duration(n) * step)
				time.Sleep(time.Until(due))
				late := time.Since(due)
				tenant, product := r.IntN(b.o.tenants), r.IntN(b.o.products)
				it := b.items.at(tenant, product)
				it.mu.Lock()
				version, at, took, err := edit(gctx, conn, tenant, product, it)
				it.mu.Unlock()
				if err != nil {
					return err
				}
				out.mu.Lock()
				out.done++
				out.commit, out.late = append(out.commit, took), max(out.late, late)
				out.mu.Unlock()
				if n%int64(b.o.watched) == 0 {
					c := commit{tenant, product, version, at}
					watchers <- func(conns []*rig.Conn) error { return b.watch(gctx, out, conns, c) }
				}
			}
			return nil
		})
	}
	go func() { writers.Wait(); close(watchers) }()
	for range b.o.writers {
		g.Go(func() error {
			var conns []*rig.Conn
			for _, gate := range b.gates {
				c, err := rig.Dial(gate.Addr)
				if err != nil {
					return err
				}
				defer c.Close()
				conns = append(conns, c)
			}
			for w := range watchers {
				if err := w(conns); err != nil {
					for range watchers { // writers must not wait for watchers
						continue
					}
					return err
				}
			}
			return nil
		})
	}
	return out, g.Wait()
}

// writers opens the connections of the writers. Each edits once before its schedule begins, because the first statement
// of a session takes a hundred times as long as others.
func (b *bench) writers(ctx context.Context) ([]*pgx.Conn, error) {
	cfg, err := pgx.ParseConfig(b.place.URL)
	if err != nil {
		return nil, fmt.Errorf("read the URL: %w", err)
	}
	cfg.RuntimeParams["application_name"] = editor
	conns := make([]*pgx.Conn, b.o.writers)
	for w := range conns {
		conn, err := pgx.ConnectConfig(ctx, cfg)
		if err != nil {
			return nil, fmt.Errorf("connect: %w", err)
		}
		conns[w] = conn
		for range 10 {
			it := b.items.at(w%b.o.tenants, w%b.o.products)
			it.mu.Lock()
			_, _, _, err := edit(ctx, conn, w%b.o.tenants, w%b.o.products, it)
			it.mu.Unlock()
			if err != nil {
				return nil, err
			}
		}
	}
	return conns, nil
}

// A commit is a committed version of a product, and the time when its COMMIT had returned.
type commit struct {
	tenant, product int
	version         uint64
	at              time.Time
}

// watch waits until every gateway shows a commit, then announces it.
func (b *bench) watch(ctx context.Context, out *edits, conns []*rig.Conn, done commit) error {
	request := rig.Request(pathOf(done.tenant, done.product), "")
	latest := done.at
	var g errgroup.Group
	var mu sync.Mutex
	for _, c := range conns {
		g.Go(func() error {
			seen, err := see(ctx, c, request, done.product, done.version, glance)
			mu.Lock()
			defer mu.Unlock()
			if seen.After(latest) {
				latest = seen
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for it := b.items.at(done.tenant, done.product); ; {
		was := it.announced.Load()
		if was >= done.version || it.announced.CompareAndSwap(was, done.version) {
			break
		}
	}
	out.mu.Lock()
	defer out.mu.Unlock()
	out.visible, out.at = append(out.visible, latest.Sub(done.at)), append(out.at, done.at)
	return nil
}
