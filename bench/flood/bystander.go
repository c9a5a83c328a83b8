package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// knocks are the sign-ins of bystanders with the right password.
type knocks struct {
	mu     sync.Mutex
	took   []time.Duration
	failed map[int]int // by status
}

// bystanders sign in at a fixed rate until the context ends: customers at known devices, and the same customers as
// strangers. Each sign-in comes from a network of its own, and is timed from its scheduled start.
func (s *server) bystanders(ctx context.Context, all []customer) (known, strangers *knocks) {
	const step = 250 * time.Millisecond
	known, strangers = &knocks{failed: map[int]int{}}, &knocks{failed: map[int]int{}}
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	defer client.CloseIdleConnections()
	var wg sync.WaitGroup
	tick := time.NewTicker(step)
	defer tick.Stop()
	for i := 0; ; i++ {
		select {
		case <-ctx.Done():
			wg.Wait()
			return known, strangers
		case <-tick.C:
		}
		c := all[i%len(all)]
		at, from := time.Now(), fmt.Sprintf("198.18.%d.%d", i/250%250, i%250)
		wg.Go(func() { s.knock(client, known, at, c.email, "X-Forwarded-For", from, "X-Device-Token", c.device) })
		wg.Go(func() { s.knock(client, strangers, at, c.email, "X-Forwarded-For", from) })
	}
}

func (s *server) knock(client *http.Client, k *knocks, at time.Time, email string, headers ...string) {
	body := map[string]string{"email": email, "password": password}
	status, err := post(context.Background(), client, s.base+"/v1/auth/login", body, headers...)
	k.mu.Lock()
	defer k.mu.Unlock()
	if err != nil || status != http.StatusOK {
		k.failed[status]++
		return
	}
	k.took = append(k.took, time.Since(at))
}

// report prints the durations of the sign-ins.
func (k *knocks) report(out io.Writer, name string) {
	at := percentiles(k.took)
	fmt.Fprintf(out, "    sign-ins of %-22s %4d in: p50 %.0f ms, p99 %.0f ms, max %.0f ms",
		name, len(k.took), at(50), at(99), at(100))
	for status, n := range k.failed {
		fmt.Fprintf(out, "; %d times %d", n, status)
	}
	fmt.Fprintln(out)
}
