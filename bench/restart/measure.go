package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"vitrine/bench/pcparts"
	"vitrine/bench/rig"
)

// An answer is what is known of one.
type answer struct {
	kind pcparts.Kind
	due  time.Duration // since the first one
	took time.Duration
	hit  bool
	path string
}

// drive reads for a span: at a rate, each request timed from its scheduled start, or without a pause if it is 0.
func (b *bench) drive(ctx context.Context, addr string, rate int, span time.Duration) ([]answer, error) {
	var all []answer
	var mu sync.Mutex
	var next atomic.Int64
	seed := atomic.AddUint64(&b.draws, 1)
	began := time.Now()
	g, gctx := errgroup.WithContext(ctx)
	for i := range b.o.clients {
		g.Go(func() error {
			c, err := rig.Dial(addr)
			if err != nil {
				return err
			}
			defer c.Close()
			r := rand.New(rand.NewPCG(b.o.seed+seed, uint64(i)))
			var own []answer
			defer func() {
				mu.Lock()
				defer mu.Unlock()
				all = append(all, own...)
			}()
			for gctx.Err() == nil {
				due := time.Since(began)
				if rate > 0 {
					due = time.Duration(next.Add(1)-1) * time.Second / time.Duration(rate)
					time.Sleep(time.Until(began.Add(due)))
				}
				if due >= span {
					return nil
				}
				kind, request := b.asks.Draw(r)
				a, err := c.Ask(request)
				if err != nil {
					return err
				}
				if a.Status != http.StatusOK && (rate > 0 || a.Status != http.StatusServiceUnavailable) {
					return fmt.Errorf("%.200s: %d %.200s", request, a.Status, a.Body)
				}
				path, _, _ := strings.Cut(string(request), " HTTP/1.1")
				own = append(own, answer{kind, due, time.Since(began) - due, a.Hit, path})
			}
			return gctx.Err()
		})
	}
	return all, g.Wait()
}

// most is the longest p99 of the first answers, in milliseconds.
const most = 20

// The parts of the time after a restart.
const (
	firstSecond = time.Second
	firstFive   = 5 * time.Second
)

// table prints the times of each kind before a restart and after it.
func (b *bench) table(before, after []answer) {
	parts := []struct {
		name string
		of   []answer
	}{
		{"before", before}, {"first second", between(after, 0, firstSecond)}, {"first 5 s", between(after, 0, firstFive)},
		{"later", between(after, firstFive, b.o.after)},
	}
	b.sheet.Say("\n| requests | when | number | hits | p50 | p99 | longest |\n|---|---|---|---|---|---|---|")
	for kind := range pcparts.Kinds + 1 {
		for _, part := range parts {
			var took rig.Times
			hits := 0
			for _, a := range part.of {
				if kind == pcparts.Kinds || a.kind == kind {
					took = append(took, a.took)
					if a.hit {
						hits++
					}
				}
			}
			name := "all"
			if kind < pcparts.Kinds {
				name = kind.String()
			}
			b.sheet.Say("| %s | %s | %d | %.1f %% | %.2f ms | %.1f ms | %.1f ms |", name, part.name, len(took),
				100*float64(hits)/float64(max(1, len(took))), took.At(0.5), took.At(0.99), took.At(1))
		}
	}
	b.sheet.Say("")
	for _, part := range parts[1:3] {
		b.sheet.Most("p99 of all answers, "+part.name, times(part.of).At(0.99), most, "ms")
	}
	slices.SortFunc(after, func(x, y answer) int { return cmp.Compare(y.took, x.took) })
	for _, a := range after[:min(b.o.slowest, len(after))] {
		b.sheet.Say("  %8.1f ms, due at %6.0f ms, hit %-5t %s", float64(a.took)/1e6, float64(a.due)/1e6, a.hit, a.path)
	}
}

// between returns the answers that were due in a part of the time.
func between(all []answer, from, to time.Duration) (part []answer) {
	for _, a := range all {
		if a.due >= from && a.due < to {
			part = append(part, a)
		}
	}
	return part
}

func times(all []answer) (took rig.Times) {
	for _, a := range all {
		took = append(took, a.took)
	}
	return took
}
