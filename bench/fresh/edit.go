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

// items are the products: which version of each was committed last, and which is announced.
type items struct {
	products int
	all      []item // by shop, then product
}

type item struct {
	mu        sync.Mutex    // held while its next version is written, so that versions are committed in order
	version   uint64        // the last that was written
	announced atomic.Uint64 // the newest that every gateway has shown
}

func newItems(o options) *items {
	return &items{products: o.products, all: make([]item, o.shops*o.products)}
}

func (s *items) at(shop, product int) *item { return &s.all[shop*s.products+product] }

func pathOf(shop, product int) string {
	return "/t/" + rig.Shop(shop) + "/v1/product/" + rig.Item(product)
}

// patience is how long an edit may take until every gateway shows it.
const patience = 30 * time.Second

// breath is what a watcher waits between two looks: it keeps processors free for what it watches (at a fourth of it, three watchers and what answers them
// fill more than one), and is part of what is measured. The kernel's sleep is used, for Go's own may take a millisecond.
const breath = 400 * time.Microsecond

// glance is the same under load: fifty watchers that look more often are a load of their own, heavier than the readers'.
const glance = 5 * time.Millisecond

// edit writes the next version of a product, one statement and so one transaction, and returns it with the time at which its COMMIT had returned, and how long
// that took.
func edit(ctx context.Context, conn *pgx.Conn, shop, product int, it *item) (version uint64, at time.Time, took time.Duration, err error) {
	began := time.Now()
	version = it.version + 1
	tag, err := conn.Exec(ctx, "UPDATE product SET name = $3 WHERE tenant_id = $1 AND slug = $2", rig.Shop(shop), rig.Item(product), rig.Item(product)+" v"+strconv.FormatUint(version, 10))
	if err == nil && tag.RowsAffected() != 1 {
		err = errors.New("there is no such product")
	}
	if err != nil {
		return 0, at, 0, fmt.Errorf("edit: %w", err)
	}
	at = time.Now()
	it.version = version
	return version, at, at.Sub(began), nil
}

// see asks a gateway until it shows a version of a product at least as new, and returns when it did.
func see(ctx context.Context, c *rig.Conn, request []byte, product int, version uint64, pause time.Duration) (time.Time, error) {
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
			return now, fmt.Errorf("%.80s: version %d is not shown after %v", request, version, patience)
		}
		if ctx.Err() != nil {
			return now, ctx.Err()
		}
		ts := unix.NsecToTimespec(int64(pause))
		_ = unix.Nanosleep(&ts, nil) // shorter is no harm
	}
}

// idle times single edits. Every gateway is being asked already when the COMMIT is sent.
func (b *bench) idle(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, b.place.URL)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is under way
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
		shop, product := r.IntN(b.o.shops), r.IntN(b.o.products)
		it := b.items.at(shop, product)
		next := it.version + 1
		seen := make([]time.Time, len(b.gates))
		request := rig.Request(pathOf(shop, product), "")
		var g errgroup.Group
		for i := range b.gates {
			if _, err := see(ctx, conns[i], request, product, it.version, breath); err != nil { // it is in the cache then
				return err
			}
			g.Go(func() (err error) {
				seen[i], err = see(ctx, conns[i], request, product, next, breath)
				return err
			})
		}
		time.Sleep(time.Duration(1+r.IntN(4)) * time.Millisecond) // so that the edit meets them at any moment
		_, at, took, err := edit(ctx, conn, shop, product, it)
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
		time.Sleep(time.Duration(r.IntN(120)) * time.Millisecond) // so that it finds the drain awake at times and asleep at others
	}
	b.sheet.Say("idle: %d single edits, one at a time; each of 3 gateways asked again %v after each answer, from before the COMMIT on", b.o.idle, breath)
	b.sheet.Say("  an edit, until its COMMIT has returned: %s", commits)
	b.sheet.Say("  its COMMIT's return to the first answer with it on the last gateway: %s", visible)
	b.sheet.Say("  its seal, inside the COMMIT, to applied on the last gateway, by the gateways' own metrics: %s", applied)
	b.sheet.Most("commit to visible on three gateways, idle, p50", visible.At(0.5), 3, "ms")
	b.sheet.Most("commit to visible on three gateways, idle, p99", visible.At(0.99), 15, "ms")
	return nil
}

const warmUp = 20 // edits that do not count

// edits is what writers met.
type edits struct {
	mu      sync.Mutex
	done    int
	late    time.Duration // how far the writers were behind their schedule at worst
	commit  rig.Times
	visible rig.Times
	at      []time.Time // of the COMMITs that were watched, in the order of visible
}

// write edits at a rate until ctx ends, by connections that it closes, and has some of the edits watched.
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
			defer conn.Close(gctx) //nolint:errcheck // nothing is under way
			r := rand.New(rand.NewPCG(seed, uint64(w)))
			for ctx.Err() == nil && gctx.Err() == nil {
				n := next.Add(1) - 1
				due := began.Add(time.Duration(n) * step)
				time.Sleep(time.Until(due))
				late := time.Since(due)
				shop, product := r.IntN(b.o.shops), r.IntN(b.o.products)
				it := b.items.at(shop, product)
				it.mu.Lock()
				version, at, took, err := edit(gctx, conn, shop, product, it)
				it.mu.Unlock()
				if err != nil {
					return err
				}
				out.mu.Lock()
				out.done++
				out.commit, out.late = append(out.commit, took), max(out.late, late)
				out.mu.Unlock()
				if n%int64(b.o.watched) == 0 {
					watchers <- func(conns []*rig.Conn) error { return b.watch(gctx, out, conns, shop, product, version, at) }
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
					for range watchers { // writers must not wait for us
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

// writers opens the connections that edit. Each has edited before its schedule begins: a session's first statement costs a hundred times what others do.
func (b *bench) writers(ctx context.Context) ([]*pgx.Conn, error) {
	conns := make([]*pgx.Conn, b.o.writers)
	for w := range conns {
		conn, err := pgx.Connect(ctx, b.place.URL)
		if err != nil {
			return nil, fmt.Errorf("connect: %w", err)
		}
		conns[w] = conn
		for range 10 {
			it := b.items.at(w%b.o.shops, w%b.o.products)
			it.mu.Lock()
			_, _, _, err := edit(ctx, conn, w%b.o.shops, w%b.o.products, it)
			it.mu.Unlock()
			if err != nil {
				return nil, err
			}
		}
	}
	return conns, nil
}

// watch waits until every gateway shows a version, and announces it.
func (b *bench) watch(ctx context.Context, out *edits, conns []*rig.Conn, shop, product int, version uint64, at time.Time) error {
	request := rig.Request(pathOf(shop, product), "")
	latest := at
	var g errgroup.Group
	var mu sync.Mutex
	for _, c := range conns {
		g.Go(func() error {
			seen, err := see(ctx, c, request, product, version, glance)
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
	for it := b.items.at(shop, product); ; {
		was := it.announced.Load()
		if was >= version || it.announced.CompareAndSwap(was, version) {
			break
		}
	}
	out.mu.Lock()
	defer out.mu.Unlock()
	out.visible, out.at = append(out.visible, latest.Sub(at)), append(out.at, at)
	return nil
}
