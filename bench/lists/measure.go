package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

var client = &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableCompression: true,
	MaxIdleConnsPerHost: 16}}

// A sample holds the durations of requests of one kind.
type sample struct {
	sync.Mutex
	took   []time.Duration
	cached int
	bytes  int
}

func (s *sample) add(d time.Duration) {
	s.Lock()
	defer s.Unlock()
	s.took = append(s.took, d)
}

// at returns a quantile in milliseconds.
func (s *sample) at(part float64) float64 {
	if len(s.took) == 0 {
		return 0
	}
	slices.Sort(s.took)
	return float64(s.took[min(len(s.took)-1, int(part*float64(len(s.took))))]) / float64(time.Millisecond)
}

// measure sends n requests of every kind and prints their durations. The kinds take turns, so that a slow moment of the
// machine affects all of them.
func (b *bench) measure(ctx context.Context, title string, clients, n int, edits bool) error {
	all := append(append([]kind{}, kinds...), mistyped)
	got := make([]sample, len(all))
	bounds := make([]sample, 3)
	before, err := b.process.Metrics(ctx)
	if err != nil {
		return err
	}
	measured := ctx
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var editing sync.WaitGroup
	var edited sample
	if edits {
		editing.Go(func() { b.edit(ctx, &edited) })
	}
	began := time.Now()
	g, gctx := errgroup.WithContext(ctx)
	for c := range clients {
		g.Go(func() error {
			r := rand.New(rand.NewPCG(b.o.seed, uint64(c)+uint64(clients)*100+uint64(len(title))))
			for range n / clients {
				for i := range all {
					path := all[i].ask(b.values, r)
					if err := b.get(gctx, path, &got[i]); err != nil {
						return err
					}
				}
				if err := b.bounds(gctx, r, bounds); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err = g.Wait()
	stop()
	editing.Wait()
	if err != nil {
		return err
	}
	fmt.Fprintf(b.out, "%s (%v)\n", title, time.Since(began).Round(time.Second))
	fmt.Fprintf(b.out, "  %-26s %8s %8s %8s %8s %8s %9s\n", "ms", "n", "p50", "p99", "max", "cached", "KB")
	for i, name := range []string{"SELECT 1", "a record by its key", "a product's page"} {
		line(b.out, name, &bounds[i])
	}
	for i := range all {
		line(b.out, all[i].name, &got[i])
	}
	after, err := b.process.Metrics(measured)
	if err != nil {
		return err
	}
	since := func(what string) float64 { return after[searched(what)] - before[searched(what)] }
	fmt.Fprintf(b.out, "  lists from memory %.0f, by Postgres %.0f, %.0f of them because the snapshot was older; "+
		"tables advanced %.0f times\n",
		since("memory"), since("passed_on"), since("overtaken"), since("tables_followed"))
	if edits {
		line(b.out, "an edit with its COMMIT", &edited)
	}
	fmt.Fprintln(b.out)
	return nil
}

func line(out io.Writer, name string, s *sample) {
	kb := 0.0
	if len(s.took) > 0 {
		kb = float64(s.bytes) / float64(len(s.took)) / 1024
	}
	fmt.Fprintf(out, "  %-26s %8d %8.2f %8.2f %8.2f %8d %9.1f\n", name, len(s.took), s.at(0.5), s.at(0.99), s.at(1),
		s.cached, kb)
}

// get requests one answer and checks it.
func (b *bench) get(ctx context.Context, path string, s *sample) error {
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+b.process.Addr+"/v1/"+path, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	rq.Header.Set("x-service-client", tenant)
	began := time.Now()
	res, err := client.Do(rq)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	body, err := io.ReadAll(res.Body)
	took := time.Since(began)
	_ = res.Body.Close()
	if err != nil || res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %d %.300s %w", path, res.StatusCode, body, err)
	}
	s.Lock()
	defer s.Unlock()
	status := res.Header.Get("Cache-Status")
	if !strings.Contains(status, "fwd=miss") && !strings.Contains(status, "detail=assembled") {
		s.cached++
		return nil
	}
	s.took = append(s.took, took)
	s.bytes += len(body)
	return nil
}

// bounds measures the lower bounds of any uncached list.
func (b *bench) bounds(ctx context.Context, r *rand.Rand, into []sample) error {
	var one int
	began := time.Now()
	if err := b.pool.QueryRow(ctx, "SELECT 1").Scan(&one); err != nil {
		return fmt.Errorf("SELECT 1: %w", err)
	}
	into[0].add(time.Since(began))
	var name string
	id := any1(r, b.values.ids)
	began = time.Now()
	if err := b.pool.QueryRow(ctx, "SELECT name FROM product WHERE id = $1", id).Scan(&name); err != nil {
		return fmt.Errorf("read product %s: %w", id, err)
	}
	into[1].add(time.Since(began))
	return b.get(ctx, "product/"+any1(r, b.values.slugs), &into[2])
}

// edit changes a price 20 times per second until ctx ends.
func (b *bench) edit(ctx context.Context, s *sample) {
	r := rand.New(rand.NewPCG(b.o.seed, 99))
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		began := time.Now()
		const sql = "UPDATE product SET stock = stock + 1, amount = $2 WHERE tenant_id = 'pc' AND id = $1"
		if _, err := b.pool.Exec(ctx, sql, any1(r, b.values.ids), r.IntN(1000)); err != nil {
			return // ctx has ended
		}
		s.add(time.Since(began))
	}
}
