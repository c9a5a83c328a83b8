package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// readsOfCase are the reads beside the replacement of each fleet. Three cases have a million.
const readsOfCase = 334_000

// The phases of a fleet that is replaced. The times of reads are kept by phase.
const (
	warming int32 = iota
	quiet
	replacing
	phases
)

// Readers read from a fleet without a pause, and note how long each read takes.
type readers struct {
	balancer *balancer
	phase    atomic.Int32
	done     atomic.Int64 // reads of all phases
	failed   atomic.Int64

	mu   sync.Mutex
	took [phases][]time.Duration // of readers that have ended
}

// run reads until ctx is done. A read that fails is an error of the test.
func (r *readers) run(ctx context.Context, t *testing.T) {
	client := &http.Client{Transport: r.balancer} // a timeout here would start two goroutines for each read
	var took [phases][]time.Duration
	for ctx.Err() == nil {
		phase, began := r.phase.Load(), time.Now()
		err := readOnce(ctx, client)
		if ctx.Err() != nil {
			break
		}
		took[phase] = append(took[phase], time.Since(began))
		r.done.Add(1)
		if err != nil {
			r.failed.Add(1)
			t.Error(err)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for phase := range took {
		r.took[phase] = append(r.took[phase], took[phase]...)
	}
}

// read enters a phase and waits until n more reads are done.
func (r *readers) read(t *testing.T, phase int32, n int64) {
	t.Helper()
	r.phase.Store(phase)
	until := r.done.Load() + n
	for r.done.Load() < until && !t.Failed() { // a read that gets no answer fails
		time.Sleep(10 * time.Millisecond)
	}
}

// String gives the number of reads, and their times in each phase. The readers must have ended.
func (r *readers) String() string {
	text := fmt.Sprintf("%d reads, %d failed", r.done.Load(), r.failed.Load())
	for phase, name := range []string{"warming", "quiet", "replacing"} {
		took := r.took[phase]
		if len(took) == 0 {
			continue
		}
		slices.Sort(took)
		text += fmt.Sprintf("; %s: %d reads, p50 %v, p99 %v, max %v", name, len(took), took[len(took)/2],
			took[len(took)*99/100], took[len(took)-1])
	}
	return text
}

// readOnce reads one of a few hundred paths, and wants 200.
func readOnce(ctx context.Context, client *http.Client) error {
	paths := [...]string{"/v1/product?limit=%d", "/v1/product/mavi-keten-gomlek?n=%d", "/v1/product?search=keten&limit=%d",
		"/v1/brand?limit=%d", "/v1/category/tree?n=%d", "/v1/blog?limit=%d", "/.well-known/jwks.json?n=%d"}
	path := fmt.Sprintf(paths[rand.IntN(len(paths))], 1+rand.IntN(50)) //nolint:gosec // no secrets
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://gateway"+path, nil)
	if err != nil {
		return err
	}
	rq.Header.Set("x-service-client", "demo")
	res, err := client.Do(rq)
	if err != nil {
		return err
	}
	defer res.Body.Close() //nolint:errcheck // only read
	body, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %d %.200s", path, res.StatusCode, body)
	}
	return err
}
