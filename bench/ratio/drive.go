package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"vitrine/bench/pcparts"
	"vitrine/bench/rig"
)

// tally counts the answers.
type tally struct {
	asked, hits [pcparts.Kinds]int
	took        rig.Times // only with a fixed rate
	composed    int       // hits that were assembled from cached parts
	edits, busy int       // busy: answers with 503, which count as requests
}

func (t *tally) all() (asked, hits int) {
	for k := range pcparts.Kinds {
		asked, hits = asked+t.asked[k], hits+t.hits[k]
	}
	return asked, hits
}

// ratio returns the hit ratio in percent.
func (t *tally) ratio() float64 {
	asked, hits := t.all()
	return 100 * float64(hits) / float64(max(1, asked))
}

// settle waits until lists are fast: a gateway reads them into memory after the first request.
func (b *bench) settle(ctx context.Context, addr string) error {
	c, err := rig.Dial(addr)
	if err != nil {
		return err
	}
	defer c.Close()
	filters := b.asks.Of[pcparts.Filters]
	const limit = 2 * time.Minute
	for began, i := time.Now(), 0; time.Since(began) < limit; i++ {
		asked := time.Now()
		a, err := c.Ask(filters[i%len(filters)])
		if err != nil {
			return err
		}
		if a.Status == http.StatusOK && time.Since(asked) < 200*time.Millisecond && i > 5 {
			return ctx.Err()
		}
	}
	return fmt.Errorf("filters are still slow after %v", limit)
}

// drive sends a number of requests over many connections: at a rate, each timed from its scheduled start, or at full
// speed if the rate is 0.
func (b *bench) drive(ctx context.Context, addr string, n, rate int, seed uint64) (*tally, error) {
	out := &tally{}
	var mu sync.Mutex
	var next atomic.Int64
	began := time.Now()
	g, gctx := errgroup.WithContext(ctx)
	for i := range b.o.connections {
		c, err := rig.Dial(addr)
		if err != nil {
			return nil, err
		}
		g.Go(func() error {
			defer c.Close()
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			var own tally
			defer func() {
				mu.Lock()
				defer mu.Unlock()
				for k := range pcparts.Kinds {
					out.asked[k], out.hits[k] = out.asked[k]+own.asked[k], out.hits[k]+own.hits[k]
				}
				out.took, out.busy, out.composed = append(out.took, own.took...), out.busy+own.busy, out.composed+own.composed
			}()
			for gctx.Err() == nil {
				k := next.Add(1) - 1
				if k >= int64(n) {
					return nil
				}
				due := began
				if rate > 0 {
					due = began.Add(time.Duration(float64(k) / float64(rate) * float64(time.Second)))
					time.Sleep(time.Until(due))
				}
				kind, request := b.asks.Draw(r)
				a, err := c.Ask(request)
				switch {
				case err != nil:
					return err
				case a.Status == http.StatusServiceUnavailable:
					own.busy++
				case a.Status != http.StatusOK && a.Status != http.StatusNotFound: // archived products are not found
					return fmt.Errorf("%.200s: %d %.200s", request, a.Status, a.Body)
				}
				own.asked[kind]++
				if a.Hit {
					own.hits[kind]++
				}
				if a.Assembled {
					own.composed++
				}
				if rate > 0 {
					own.took = append(own.took, time.Since(due))
				}
			}
			return gctx.Err()
		})
	}
	return out, g.Wait()
}

// measure sends requests at the rate while products are edited.
func (b *bench) measure(ctx context.Context, addr string, pool *pgxpool.Pool) (*tally, error) {
	editing, stop := context.WithCancel(ctx)
	defer stop()
	edits := 0
	var failed error
	var wg sync.WaitGroup
	wg.Go(func() {
		r := rand.New(rand.NewPCG(b.o.seed, 99))
		for began := time.Now(); ; edits++ {
			select {
			case <-editing.Done():
				return
			case <-time.After(time.Until(began.Add(time.Duration(edits) * time.Second / time.Duration(b.o.edits)))):
			}
			if err := edit(ctx, pool, b.asks.IDs, r); err != nil {
				failed = err
				return
			}
		}
	})
	t, err := b.drive(ctx, addr, int(b.o.span.Seconds()*float64(b.o.rate)), b.o.rate, b.o.seed+1)
	stop()
	wg.Wait()
	if err = errors.Join(err, failed); err != nil {
		return nil, err
	}
	t.edits = edits
	return t, nil
}
