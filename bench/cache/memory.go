package main

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync"
	"time"

	"vitrine/bench/rig"
	"vitrine/cache"
)

// memory fills a cache with just enough budget, then looks up answers.
func memory(ctx context.Context, sheet *rig.Sheet, o options) error {
	cost := answer("t", o.entries, o.body).Cost()
	budget := cost * int64(o.entries) * 101 / 100 // the four stores are not filled exactly equally
	c, err := cache.New(cache.Config{Bytes: budget})
	if err != nil {
		return err
	}
	defer c.Close()
	t := c.NewTenant("t", cache.Snapshot{Epoch: epoch})
	for i := range o.entries {
		if !c.Keep(t, cache.Snapshot{Epoch: epoch}, answer("t", i, o.body)) {
			return errors.New("an answer was not kept")
		}
		if i%1000 == 0 {
			c.Wait() // stores accept answers asynchronously, and drop those that come too fast
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	c.Wait()
	kept := 0
	for i := range o.entries {
		if c.Peek(keyOf("t", i)) != nil {
			kept++
		}
	}
	sheet.Say("memory: %d answers with bodies of %d bytes, each charged as %d bytes; a budget of %d MB; %d are kept; "+
		"GOGC=%d",
		o.entries, o.body, cost, budget>>20, kept, o.gogc)
	filled := rig.Resident(os.Getpid())
	w := newWorkload(c, t, o)
	if err := w.run(ctx); err != nil {
		return err
	}
	after := rig.Resident(os.Getpid())
	runtime.GC()
	debug.FreeOSMemory()
	least := rig.Resident(os.Getpid())
	sheet.Say("  resident: %d MB after filling, at most %d MB while %d answers per second are replaced, %d MB after a "+
		"collection",
		filled>>20, w.most>>20, o.renewed, least>>20)
	sheet.Say("  lookups, one reader at full speed: %d, %.2f %% hits; p50 %.2f, p99 %.2f, p99.9 %.2f, max %.0f µs",
		w.looked, 100*float64(w.hits)/float64(w.looked),
		1000*w.took.At(0.5), 1000*w.took.At(0.99), 1000*w.took.At(0.999), 1000*w.took.At(1))
	sheet.Say("  collections: %d in %v, %.2f s of processor time each; %.2f %% of the processor time, pauses p99 %.3f "+
		"ms, "+
		"at most %.3f ms",
		w.cycles, w.span.Round(time.Second), w.collecting/float64(max(1,
			w.cycles)), 100*w.collecting/w.used, w.pause(0.99), w.pause(1))
	if kept < o.entries*99/100 {
		sheet.Least("answers kept", float64(kept), float64(o.entries)*0.99, "")
	}
	sheet.Most("resident memory, as a multiple of the byte budget", float64(max(filled, w.most, after))/float64(budget),
		1.5, "")
	return nil
}

// A workload looks up and replaces answers.
type workload struct {
	o options
	c *cache.Cache
	t *cache.Tenant

	looked, hits     int
	took             rig.Times // one lookup in eight
	most             int64     // resident
	span             time.Duration
	cycles           uint64
	collecting, used float64 // seconds of processor time
	pauses           *metrics.Float64Histogram
}

func newWorkload(c *cache.Cache, t *cache.Tenant, o options) *workload {
	return &workload{o: o, c: c, t: t}
}

func (w *workload) run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, w.o.span)
	defer cancel()
	runtime.GC() // the runtime counts processor time up to the last collection
	before, began := read(), time.Now()
	var wg sync.WaitGroup
	var failed error
	wg.Go(func() { failed = w.renew(ctx) })
	wg.Go(func() {
		for tick := time.NewTicker(w.o.each); ; {
			select {
			case <-ctx.Done():
				tick.Stop()
				return
			case <-tick.C:
				runtime.GC()
			}
		}
	})
	r, z := rand.New(rand.NewPCG(1, 2)), rig.NewZipf(w.o.entries, 1)
	w.took = make(rig.Times, 0, 1<<24)
	keys := make([][]byte, 1<<16) // chosen before, so that only the lookup is timed
	for i := range keys {
		keys[i] = keyOf("t", z.Draw(r))
	}
	for now := time.Now(); ctx.Err() == nil; w.looked++ {
		key := keys[w.looked&(len(keys)-1)]
		if w.looked&7 != 0 {
			if w.c.Get(key, now) != nil {
				w.hits++
			}
			continue
		}
		now = time.Now()
		if w.c.Get(key, now) != nil {
			w.hits++
		}
		if len(w.took) < cap(w.took) {
			w.took = append(w.took, time.Since(now))
		}
	}
	wg.Wait()
	w.span = time.Since(began)
	runtime.GC()
	after := read()
	w.cycles = after.cycles - before.cycles
	w.collecting, w.used = after.collecting-before.collecting, after.used-before.used
	for i := range after.pauses.Counts {
		after.pauses.Counts[i] -= before.pauses.Counts[i]
	}
	w.pauses = after.pauses
	return failed
}

// renew edits records and stores their new answers, some every 10 ms.
func (w *workload) renew(ctx context.Context) error {
	r := rand.New(rand.NewPCG(1, 3))
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for n := uint64(0); ; {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		w.most = max(w.most, rig.Resident(os.Getpid()))
		for range w.o.renewed / 100 {
			i := r.IntN(w.o.entries)
			n++
			w.t.Invalidate(n, []string{"product:" + strconv.Itoa(i), "product|amount"})
			w.t.Advance(n)
			w.c.Keep(w.t, cache.Snapshot{Epoch: epoch, Seq: n}, answer("t", i, w.o.body))
		}
	}
}

// A reading holds counters of the runtime.
type reading struct {
	cycles           uint64
	collecting, used float64
	pauses           *metrics.Float64Histogram
}

func read() reading {
	s := []metrics.Sample{
		{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/cpu/classes/gc/total:cpu-seconds"},
		{Name: "/cpu/classes/total:cpu-seconds"}, {Name: "/cpu/classes/idle:cpu-seconds"},
		{Name: "/sched/pauses/total/gc:seconds"},
	}
	metrics.Read(s)
	h := s[4].Value.Float64Histogram()
	own := &metrics.Float64Histogram{Counts: append([]uint64(nil), h.Counts...), Buckets: h.Buckets}
	return reading{s[0].Value.Uint64(), s[1].Value.Float64(), s[2].Value.Float64() - s[3].Value.Float64(), own}
}

// pause returns a quantile of the pauses in milliseconds.
func (w *workload) pause(part float64) float64 {
	sum := uint64(0)
	for _, n := range w.pauses.Counts {
		sum += n
	}
	if sum == 0 {
		return 0
	}
	upTo := uint64(0)
	for i, n := range w.pauses.Counts {
		if upTo += n; float64(upTo) >= part*float64(sum) && n > 0 {
			return 1000 * min(w.pauses.Buckets[i+1], math.MaxFloat64)
		}
	}
	return 0
}
