package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"vitrine/bench/rig"
)

// list requests a list that was not requested before.
func (b *bench) list(i int) []byte {
	tenant, price := i%b.o.tenants, i/b.o.tenants
	return rig.Request(fmt.Sprintf("/t/%s/v1/product?limit=20&minPrice=%d.%05d", rig.TenantID(tenant), 10+price%80,
		price/80%100_000), "")
}

// next reserves n lists, and returns the number of the first one.
func (b *bench) next(n int) (first int) {
	first = b.price
	b.price += n
	return first
}

// readers is how many connections read without a pause while the capacity is measured.
const readers = 32

// capacity returns how many lists a second are answered while some connections read without a pause.
func (b *bench) capacity(ctx context.Context) (float64, error) {
	const most = 1_000_000
	first := b.next(most)
	span := b.o.span / 2
	ctx, cancel := context.WithTimeout(ctx, span+span/2)
	defer cancel()
	began := time.Now()
	counts := func() bool { return time.Since(began) > span/2 } // the first part warms up
	var n, answered atomic.Int64
	g, gctx := errgroup.WithContext(ctx)
	for range readers {
		c, err := rig.Dial(b.gateway.Addr)
		if err != nil {
			return 0, err
		}
		g.Go(func() error {
			defer c.Close()
			for gctx.Err() == nil {
				a, err := c.Ask(b.list(first + int(n.Add(1))%most))
				if err != nil {
					return err
				}
				switch {
				case a.Hit && !a.Assembled:
					return fmt.Errorf("a list was a hit: this measures nothing: %.200s", a.Body)
				case a.Status != http.StatusOK && a.Status != http.StatusServiceUnavailable:
					return fmt.Errorf("a list: %d %.200s", a.Status, a.Body)
				case a.Status == http.StatusOK && counts():
					answered.Add(1)
				}
			}
			return nil
		})
	}
	err := g.Wait()
	return float64(answered.Load()) / span.Seconds(), err
}

// A count is what the clients of a load got, in all its parts.
type count struct {
	mu       sync.Mutex
	offered  int
	answered rig.Times // 200 in time
	steady   int       // of them, those that arrived after warm, while requests were due
	refused  rig.Times // 429 and 503
	late     int       // no answer in time
	wrong    map[int]int
	hits     rig.Times
	missed   int // cached pages that were no hit
}

// warm is how long a part lasts before its answers count as goodput. It is longer than VITRINE_MISS_BURST, for which a
// gateway lets all reads wait.
const warm = 6 * time.Second

// goodput is the answers in time, a second. The load had parts of a length.
func (c *count) goodput(parts int, length time.Duration) float64 {
	return float64(c.steady) / float64(parts) / (length - warm).Seconds()
}

// String describes the figures of a load.
func (c *count) String() string {
	s := fmt.Sprintf("offered %d, answered %d (p50 %.0f, p99 %.0f ms), refused %d (p50 %.0f ms), late %d; hits p50 %.2f, "+
		"p99 %.2f ms", c.offered, len(c.answered), c.answered.At(0.5), c.answered.At(0.99), len(c.refused),
		c.refused.At(0.5), c.late, c.hits.At(0.5), c.hits.At(0.99))
	if len(c.wrong) > 0 || c.missed > 0 {
		s += fmt.Sprintf("; other answers %v, cached pages that were no hit %d", c.wrong, c.missed)
	}
	return s
}

// offer requests lists at a rate for a time, and cached pages beside them.
func (b *bench) offer(ctx context.Context, got *count, rate int, length time.Duration) error {
	n := int(length.Seconds() * float64(rate))
	got.offered += n
	pages := make([][]byte, 20)
	c, err := rig.Dial(b.gateway.Addr)
	if err != nil {
		return err
	}
	defer c.Close()
	for i := range pages {
		pages[i] = rig.Request("/t/"+rig.TenantID(0)+"/v1/product/"+rig.Item(i), "")
		for range 2 {
			if _, err := c.Ask(pages[i]); err != nil {
				return err
			}
		}
	}
	began := time.Now().Add(time.Second) // all connections are open then
	g, gctx := errgroup.WithContext(ctx)
	p := part{got: got, began: began, length: length, rate: rate, first: b.next(n), n: n}
	for range b.o.clients {
		g.Go(func() error { return b.request(gctx, &p) })
	}
	for range 8 {
		g.Go(func() error { return b.readPages(gctx, &p, pages) })
	}
	return g.Wait()
}

// A part is one of the times for which a load is offered.
type part struct {
	got          *count
	began        time.Time
	length       time.Duration
	rate         int
	first, n     int // the number of its first list, and of all its lists
	lists, pages atomic.Int64
}

// request requests lists when they are due.
func (b *bench) request(ctx context.Context, p *part) error {
	c, err := rig.Dial(b.gateway.Addr)
	if err != nil {
		return err
	}
	defer c.Close()
	for ctx.Err() == nil {
		i := int(p.lists.Add(1) - 1)
		if i >= p.n {
			return nil
		}
		due := p.began.Add(time.Duration(i) * time.Second / time.Duration(p.rate))
		time.Sleep(time.Until(due))
		if c.Limit = b.o.patience - time.Since(due); c.Limit <= 0 { // all clients wait: this one has given up
			p.add(nil, 0, due)
			continue
		}
		a, err := c.Ask(b.list(p.first + i))
		p.add(err, a.Status, due)
	}
	return ctx.Err()
}

// add counts what a client got for a request that was due at a time.
func (p *part) add(err error, status int, due time.Time) {
	c, now := p.got, time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case err != nil || status == 0:
		c.late++
	case status == http.StatusOK:
		c.answered = append(c.answered, now.Sub(due))
		if at := now.Sub(p.began); at > warm && at <= p.length {
			c.steady++
		}
	case status == http.StatusServiceUnavailable || status == http.StatusTooManyRequests:
		c.refused = append(c.refused, now.Sub(due))
	default:
		c.wrong[status]++
	}
}

// readPages reads cached pages when they are due.
func (b *bench) readPages(ctx context.Context, p *part, pages [][]byte) error {
	c, err := rig.Dial(b.gateway.Addr)
	if err != nil {
		return err
	}
	defer c.Close()
	for ctx.Err() == nil {
		i := int(p.pages.Add(1) - 1)
		due := p.began.Add(time.Duration(i) * time.Second / time.Duration(b.o.hits))
		if due.Sub(p.began) > p.length {
			return nil
		}
		time.Sleep(time.Until(due))
		a, err := c.Ask(pages[i%len(pages)])
		if err != nil {
			return err
		}
		took := time.Since(due)
		p.got.mu.Lock()
		p.got.hits = append(p.got.hits, took)
		if !a.Hit {
			p.got.missed++
		}
		p.got.mu.Unlock()
	}
	return ctx.Err()
}
