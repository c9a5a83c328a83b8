package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"vitrine/bench/rig"
)

// figures are what one run of the workload measured. Processor times are in microseconds, other times in milliseconds.
type figures struct {
	coldCost  float64 // of gateway and Postgres, a miss
	coldRate  float64 // misses a second
	mixedCost float64 // of all processes, a read, with the edits beside it
	mixedHits float64 // percent
	mixedP50  float64
	mixedP99  float64
	visible   float64 // COMMIT to visible, p50
	visible99 float64
	burstCost float64 // of worker and Postgres, an edit
	hitCost   float64 // of the gateway
	hitP99    float64
	idleConn  float64 // KB of the gateway, a connection that waits
	startHits float64 // percent of the first reads after a restart
	startP99  float64 // of them
}

func page(tenant, product int) []byte {
	return rig.Request("/t/"+rig.TenantID(tenant)+"/v1/product/"+rig.Item(product), "")
}

// next makes the i-th request of a phase.
type next func(r *rand.Rand, i int) []byte

// drive reads n times over some connections: by a schedule, or without a pause if rate is 0. Each read is timed from
// when it was due.
func (b *bench) drive(ctx context.Context, connections, n, rate int, rq next) (took rig.Times, hits int, err error) {
	var mu sync.Mutex
	var count atomic.Int64
	began := time.Now()
	g, gctx := errgroup.WithContext(ctx)
	for w := range connections {
		c, err := rig.Dial(b.gateway.Addr)
		if err != nil {
			return nil, 0, err
		}
		g.Go(func() error {
			defer c.Close()
			r := rand.New(rand.NewPCG(b.seed, uint64(w)))
			var own rig.Times
			ownHits := 0
			defer func() {
				mu.Lock()
				defer mu.Unlock()
				took, hits = append(took, own...), hits+ownHits
			}()
			for gctx.Err() == nil {
				i := int(count.Add(1) - 1)
				if i >= n {
					return nil
				}
				due := time.Now()
				if rate > 0 {
					due = began.Add(time.Duration(i) * time.Second / time.Duration(rate))
					time.Sleep(time.Until(due))
				}
				request := rq(r, i)
				a, err := c.Ask(request)
				if err != nil {
					return err
				}
				if a.Status != http.StatusOK && a.Status != http.StatusServiceUnavailable {
					return fmt.Errorf("%.100s: %d %.200s", request, a.Status, a.Body)
				}
				if a.Hit {
					ownHits++
				}
				own = append(own, time.Since(due))
			}
			return gctx.Err()
		})
	}
	return took, hits, g.Wait()
}

func (b *bench) cold(ctx context.Context, got *figures) error {
	order := rand.New(rand.NewPCG(b.seed, 7)).Perm(b.o.tenants * b.o.products)
	n := min(b.o.cold, len(order))
	spent, began := b.spend(), time.Now()
	took, hits, err := b.drive(ctx, 32, n, 0, func(_ *rand.Rand, i int) []byte {
		return page(order[i]/b.o.products, order[i]%b.o.products)
	})
	if err != nil {
		return err
	}
	if hits > n/100 {
		return fmt.Errorf("%d of %d cold reads were hits: this measured nothing", hits, n)
	}
	c := spent()
	got.coldCost = 1e6 * (c.gateway + c.postgres) / float64(len(took))
	got.coldRate = float64(len(took)) / time.Since(began).Seconds()
	return nil
}

// mix draws requests of the mixed phase: in a hundred, sixty pages, thirty lists, half of them by price, and ten
// filters.
func (b *bench) mix() next {
	zipf := rig.NewZipf(b.o.products, 1)
	var lists, filters [][][]byte
	for t := range b.o.tenants {
		var l, f [][]byte
		add := func(into *[][]byte, path string) {
			*into = append(*into, rig.Request("/t/"+rig.TenantID(t)+"/v1/"+path, ""))
		}
		add(&f, "product/filters")
		for p := 1; p <= 5; p++ {
			add(&l, "product?page="+strconv.Itoa(p))
			add(&l, "product?order=asc&page="+strconv.Itoa(p)+"&sort=price")
		}
		for c := range 10 {
			category := "category-" + strconv.Itoa(c)
			add(&l, "product?category="+category)
			add(&l, "product?category="+category+"&order=desc&sort=price")
			add(&f, "product/filters?category="+category)
		}
		lists, filters = append(lists, l), append(filters, f)
	}
	return func(r *rand.Rand, _ int) []byte {
		t := r.IntN(b.o.tenants)
		switch n := r.IntN(100); {
		case n < 60:
			return page(t, zipf.Draw(r))
		case n < 90:
			return lists[t][r.IntN(len(lists[t]))]
		default:
			return filters[t][r.IntN(len(filters[t]))]
		}
	}
}

func (b *bench) mixed(ctx context.Context, got *figures) error {
	rq := b.mix()
	if _, _, err := b.drive(ctx, 16, 30*b.o.rate, 0, rq); err != nil { // warms the cache
		return err
	}
	n := int(b.o.span.Seconds() * float64(b.o.rate))
	var took rig.Times
	hits := 0
	spent := b.spend()
	err := b.beside(ctx, b.o.edits, func(ctx context.Context) (err error) {
		took, hits, err = b.drive(ctx, 16, n, b.o.rate, rq)
		return err
	})
	if err != nil {
		return err
	}
	c := spent()
	got.mixedCost = 1e6 * (c.gateway + c.worker + c.postgres) / float64(len(took))
	got.mixedHits = 100 * float64(hits) / float64(len(took))
	got.mixedP50, got.mixedP99 = took.At(0.5), took.At(0.99)
	return nil
}

// beside edits at a rate while a function runs.
func (b *bench) beside(ctx context.Context, rate int, during func(context.Context) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var count atomic.Int64
	began := time.Now()
	g, gctx := errgroup.WithContext(context.WithoutCancel(ctx))
	for w := range 8 {
		g.Go(func() error {
			r := rand.New(rand.NewPCG(b.seed, 100+uint64(w)))
			for ctx.Err() == nil && gctx.Err() == nil {
				time.Sleep(time.Until(began.Add(time.Duration(count.Add(1)) * time.Second / time.Duration(rate))))
				if err := b.edit(gctx, r); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := during(gctx)
	stop()
	return errors.Join(err, g.Wait())
}

// edit changes one product: of ten edits five change a price by a little, two a stock and three a name.
func (b *bench) edit(ctx context.Context, r *rand.Rand) error {
	args := []any{rig.TenantID(r.IntN(b.o.tenants)), rig.Item(r.IntN(b.o.products))}
	var set string
	switch n := r.IntN(10); {
	case n < 5:
		set, args = "amount = 10 + (position % 90) + $3", append(args, float64(r.IntN(200))/100)
	case n < 7:
		set, args = "stock = $3", append(args, r.IntN(1000))
	default:
		set, args = "name = $3", append(args, "Edited "+strconv.Itoa(r.IntN(1_000_000)))
	}
	if _, err := b.pool.Exec(ctx, "UPDATE product SET "+set+" WHERE tenant_id = $1 AND slug = $2", args...); err != nil {
		return fmt.Errorf("edit: %w", err)
	}
	return nil
}

// idle reads each edited page on three gateways, because what one gateway reads for the others shows only there.
func (b *bench) idle(ctx context.Context, got *figures) error {
	third, err := b.start(ctx, "third-"+b.id, "gateway")
	if err != nil {
		return err
	}
	defer third.Stop()
	var conns []*rig.Conn
	for _, p := range []*rig.Process{b.worker, b.gateway, third} {
		c, err := rig.Dial(p.Addr)
		if err != nil {
			return err
		}
		defer c.Close()
		conns = append(conns, c)
	}
	r := rand.New(rand.NewPCG(b.seed, 200))
	var took rig.Times
	for range b.o.singles {
		tenant, product := r.IntN(b.o.tenants), r.IntN(b.o.products)
		rq := page(tenant, product)
		for _, c := range conns {
			if _, err := c.Ask(rq); err != nil { // it is in the cache then
				return err
			}
		}
		time.Sleep(time.Duration(20+r.IntN(20)) * time.Millisecond)
		b.version++
		name := "Version " + strconv.Itoa(b.version) + "."
		if _, err := b.pool.Exec(ctx, "UPDATE product SET name = $3 WHERE tenant_id = $1 AND slug = $2",
			rig.TenantID(tenant), rig.Item(product), name); err != nil {
			return fmt.Errorf("edit: %w", err)
		}
		committed := time.Now()
		var g errgroup.Group
		for _, c := range conns {
			g.Go(func() error { return see(c, rq, name, committed) })
		}
		if err := g.Wait(); err != nil {
			return err
		}
		took = append(took, time.Since(committed))
	}
	got.visible, got.visible99 = took.At(0.5), took.At(0.99)
	return nil
}

// see polls a gateway until an answer contains a name.
func see(c *rig.Conn, rq []byte, name string, committed time.Time) error {
	for {
		a, err := c.Ask(rq)
		if err != nil {
			return err
		}
		if strings.Contains(string(a.Body), name) {
			return nil
		}
		if time.Since(committed) > 10*time.Second {
			return errors.New("an edit was not visible within 10 s")
		}
		time.Sleep(200 * time.Microsecond)
	}
}

func (b *bench) burst(ctx context.Context, got *figures) error {
	var edits atomic.Int64
	spent := b.spend()
	err := b.beside(ctx, b.o.burst, func(ctx context.Context) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(b.o.span / 2):
			edits.Store(int64(b.o.span.Seconds() / 2 * float64(b.o.burst)))
			return nil
		}
	})
	if err != nil {
		return err
	}
	if _, err := rig.Calm(ctx); err != nil { // what waits is worked off
		return err
	}
	c := spent()
	got.burstCost = 1e6 * (c.worker + c.postgres) / float64(edits.Load())
	return nil
}

func (b *bench) hits(ctx context.Context, got *figures) error {
	next := func(r *rand.Rand, _ int) []byte { return page(0, r.IntN(20)) }
	if _, _, err := b.drive(ctx, 16, 4000, 0, next); err != nil {
		return err
	}
	const n = 200_000
	spent := b.spend()
	took, hits, err := b.drive(ctx, 16, n, 0, next)
	if err != nil {
		return err
	}
	if hits < n*99/100 {
		return fmt.Errorf("%d of %d reads were hits: this measured something else", hits, n)
	}
	got.hitCost, got.hitP99 = 1e6*spent().gateway/n, took.At(0.99)
	const waiting = 1000
	before := rig.Resident(b.gateway.Pid())
	for range waiting {
		c, err := rig.Dial(b.gateway.Addr)
		if err != nil {
			return err
		}
		defer c.Close()
		if _, err := c.Ask(page(0, 1)); err != nil {
			return err
		}
	}
	got.idleConn = float64(rig.Resident(b.gateway.Pid())-before) / 1024 / waiting
	return nil
}

// restart stops the gateway and starts it again, and reads as mixed does, without edits.
func (b *bench) restart(ctx context.Context, got *figures) error {
	rq := b.mix()
	if _, _, err := b.drive(ctx, 16, 10*b.o.rate, 0, rq); err != nil { // so that it is what is requested most
		return err
	}
	b.gateway.Stop()
	p, err := b.start(ctx, "gateway-"+b.id, "gateway")
	if err != nil {
		return err
	}
	b.gateway = p
	took, hits, err := b.drive(ctx, 16, 2*b.o.rate, b.o.rate, rq)
	if err != nil {
		return err
	}
	got.startHits, got.startP99 = 100*float64(hits)/float64(len(took)), took.At(0.99)
	return nil
}
