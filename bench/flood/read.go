package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

// reads are the results of the reader.
type reads struct {
	took   []time.Duration
	memory int // largest resident memory in MB
	failed int
}

// read requests a cached list at a fixed rate. Each read is timed from its scheduled start, even if it begins later
// because all readers wait.
func (s *server) read(ctx context.Context, o options) reads {
	var mu sync.Mutex
	var out reads
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 256,
		MaxConnsPerHost: 256}}
	defer client.CloseIdleConnections()
	begin, step := time.Now(), time.Second/time.Duration(o.rate)
	const readers = 64
	due := make(chan time.Time, 10*o.rate)
	var wg sync.WaitGroup
	for range readers {
		wg.Go(func() {
			var took []time.Duration
			failed := 0
			for at := range due {
				if s.readOnce(ctx, client) {
					took = append(took, time.Since(at))
				} else {
					failed++
				}
			}
			mu.Lock()
			defer mu.Unlock()
			out.took, out.failed = append(out.took, took...), out.failed+failed
		})
	}
	var last time.Time
	for i := 0; ctx.Err() == nil; i++ {
		at := begin.Add(time.Duration(i) * step)
		if at.Sub(begin) > o.span {
			break
		}
		if wait := time.Until(at); wait > time.Millisecond {
			time.Sleep(wait)
		}
		due <- at
		if time.Since(last) > 200*time.Millisecond {
			last = time.Now()
			out.memory = max(out.memory, s.memory())
		}
	}
	close(due)
	wg.Wait()
	return out
}

func (s *server) readOnce(ctx context.Context, client *http.Client) bool {
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/t/demo/v1/product?limit=10", nil)
	if err != nil {
		return false
	}
	res, err := client.Do(rq)
	if err != nil {
		return false
	}
	_, err = io.Copy(io.Discard, res.Body)
	_ = res.Body.Close()
	return err == nil && res.StatusCode == http.StatusOK
}

func (r reads) report(out io.Writer, name string, cores [2]float64) {
	at := percentiles(r.took)
	fmt.Fprintf(out, "%-28s %8d %8.2f %8.2f %8.2f %10d %10.2f %10.2f",
		name, len(r.took), at(50), at(99), at(100), r.memory, cores[0], cores[1])
	if r.failed > 0 {
		fmt.Fprintf(out, "  %d failed", r.failed)
	}
	fmt.Fprintln(out)
}

// percentiles sorts durations, and returns a function that gives a percentile of them in milliseconds.
func percentiles(took []time.Duration) func(p int) float64 {
	slices.Sort(took)
	return func(p int) float64 {
		if len(took) == 0 {
			return 0
		}
		return float64(took[min(len(took)-1, len(took)*p/100)].Microseconds()) / 1000
	}
}
