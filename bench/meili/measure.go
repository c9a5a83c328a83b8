package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"vitrine/bench/pcparts"
	"vitrine/bench/rig"
)

var client = &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableCompression: true,
	MaxIdleConnsPerHost: 16}}

// measure sends each search to both servers, in turns, and prints the ratios. No search is sent twice, so no cache
// answers.
func (b *bench) measure(ctx context.Context) error {
	failed, local := 0, 0
	through, direct := make([]rig.Times, len(searches)), make([]rig.Times, len(searches))
	for n := range b.o.requests + 20 {
		for i := range searches {
			s := searches[i].ask(b.values)
			if b.values.seen[s.path] {
				continue
			}
			b.values.seen[s.path] = true
			began := time.Now()
			if _, err := b.post(ctx, b.url+"/indexes/vitrine_product/search", s.json()); err != nil {
				return err
			}
			alone := time.Since(began)
			got, err := b.through(ctx, s)
			if err != nil && ctx.Err() != nil {
				return err
			}
			if err != nil {
				failed++
			}
			if strings.Contains(got.status, "detail=assembled") {
				local++
			}
			if n >= 20 { // the first ones warm both up
				direct[i], through[i] = append(direct[i], alone), append(through[i], got.took)
			}
		}
	}
	fmt.Fprintf(b.out, "%-20s %6s %19s %19s %15s\n", "ms", "n", "direct p50 / p99", "Vitrine p50 / p99", "ratio p50 / p99")
	var sumDirect, sumThrough rig.Times
	line := func(name string, d, t rig.Times) {
		fmt.Fprintf(b.out, "%-20s %6d %9.2f %9.2f %9.2f %9.2f %7.2f %7.2f\n", name, len(t), d.At(0.5), d.At(0.99), t.At(0.5),
			t.At(0.99), t.At(0.5)/d.At(0.5), t.At(0.99)/d.At(0.99))
	}
	for i := range searches {
		line(searches[i].name, direct[i], through[i])
		if !strings.Contains(searches[i].name, "no") && !strings.Contains(searches[i].name, "few") { // memory answers those
			sumDirect, sumThrough = append(sumDirect, direct[i]...), append(sumThrough, through[i]...)
		}
	}
	line("all with matches", sumDirect, sumThrough)
	fmt.Fprintf(b.out, "  %d searches were answered without Postgres\n", local)
	if failed > 0 {
		fmt.Fprintf(b.out, "  %d searches failed\n", failed)
	}
	counts, err := b.process.Metrics(ctx)
	if err != nil {
		return err
	}
	for name, n := range counts {
		if strings.Contains(name, "vitrine_search_total") && n > 0 {
			fmt.Fprintf(b.out, "  %s %.0f\n", name, n)
		}
	}
	return nil
}

// A reply is how Vitrine answered.
type reply struct {
	took   time.Duration
	status string // Cache-Status
}

// through sends a search to Vitrine.
func (b *bench) through(ctx context.Context, s search) (reply, error) {
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+b.process.Addr+"/v1/"+s.path, nil)
	if err != nil {
		return reply{}, fmt.Errorf("%s: %w", s.path, err)
	}
	rq.Header.Set("x-service-client", pcparts.Tenant)
	began := time.Now()
	_, head, err := do(rq)
	return reply{time.Since(began), head.Get("Cache-Status")}, err
}

// post sends a body to Meilisearch.
func (b *bench) post(ctx context.Context, url string, body []byte) ([]byte, error) {
	rq, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", url, err)
	}
	rq.Header.Set("Content-Type", "application/json")
	body, _, err = do(rq)
	return body, err
}

func do(rq *http.Request) (body []byte, head http.Header, err error) {
	rs, err := client.Do(rq)
	if err != nil {
		return nil, nil, fmt.Errorf("send: %w", err)
	}
	body, err = io.ReadAll(rs.Body)
	_ = rs.Body.Close()
	if err != nil || rs.StatusCode != http.StatusOK {
		return nil, nil, fmt.Errorf("%s: %d %.300s %w", rq.URL, rs.StatusCode, body, err)
	}
	return body, rs.Header, nil
}
