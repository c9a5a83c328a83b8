package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/bench/pcparts"
	"vitrine/bench/rig"
)

// titles reads the names of random products, the same in each run.
func (b *bench) titles(ctx context.Context) ([]string, error) {
	rows, err := b.pool.Query(ctx, "SELECT name FROM product WHERE tenant_id = $1 ORDER BY md5(slug) LIMIT $2",
		pcparts.Tenant, b.o.titles)
	if err != nil {
		return nil, fmt.Errorf("read the titles: %w", err)
	}
	titles, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("read the titles: %w", err)
	}
	return titles, nil
}

// beginnings returns the beginnings of titles, in the order in which they are typed, each once. A space at the end
// changes no search, so it is not typed alone.
func beginnings(titles []string) []string {
	seen := map[string]bool{}
	var all []string
	for _, title := range titles {
		for i, r := range title {
			text := title[:i+len(string(r))]
			if r != ' ' && !seen[text] {
				seen[text] = true
				all = append(all, text)
			}
		}
	}
	return all
}

// A typing is what typing all beginnings took.
type typing struct {
	vitrine, hits, direct, limit rig.Times // of requests that were not hits, of hits, and of SELECT 1
	slowest                      string    // the beginning that took longest
	inside                       histogram
	counts                       map[string]float64 // how much the metrics of the gateway have grown
	edits                        rig.Times
	spent                        float64 // processor time of the gateway in milliseconds, for one request
}

// limitEach is the number of keystrokes after which SELECT 1 is measured.
const limitEach = 10

// turn is the number of keystrokes after which Meilisearch gets the same ones. If both answered each keystroke at once,
// they would evict each other from the processors' caches.
const turn = 200

// typed searches each beginning once, over one connection.
func (b *bench) typed(ctx context.Context, all []string, beside bool) (*typing, error) {
	conn, err := rig.Dial(b.process.Addr)
	if err != nil {
		return nil, err //nolint:wrapcheck // it names the address
	}
	defer conn.Close()
	if b.direct != nil {
		b.direct.conn.Close() // Meilisearch closes idle connections
	}
	before, err := b.process.Metrics(ctx)
	if err != nil {
		return nil, err
	}
	t, spent := &typing{counts: map[string]float64{}}, rig.Spent(b.process.Pid())
	var longest time.Duration
	for i, text := range all {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		request := rig.Request("/t/"+pcparts.Tenant+"/v1/product?limit=20&search="+url.QueryEscape(text), "")
		began := time.Now()
		answer, err := conn.Ask(request)
		took := time.Since(began)
		switch {
		case err != nil:
			return nil, err //nolint:wrapcheck // it names the request
		case answer.Status != 200:
			return nil, fmt.Errorf("%q: status %d: %.300s", text, answer.Status, answer.Body)
		case answer.Hit && !answer.Assembled:
			t.hits = append(t.hits, took)
		default:
			t.vitrine = append(t.vitrine, took)
			if took > longest {
				longest, t.slowest = took, text
			}
		}
		if i%limitEach == 0 {
			began := time.Now()
			if _, err := b.pool.Exec(ctx, "SELECT 1"); err != nil {
				return nil, fmt.Errorf("SELECT 1: %w", err)
			}
			t.limit = append(t.limit, time.Since(began))
		}
		if part := all[i/turn*turn : i+1]; beside && b.direct != nil && (len(part) == turn || i == len(all)-1) {
			for _, text := range part {
				took, err := b.direct.search(text)
				if err != nil {
					return nil, err
				}
				t.direct = append(t.direct, took)
			}
		}
	}
	t.spent = 1000 * (rig.Spent(b.process.Pid()) - spent) / float64(len(all))
	after, err := b.process.Metrics(ctx)
	if err != nil {
		return nil, err
	}
	for name, n := range after {
		if grown := n - before[name]; grown > 0 {
			t.counts[name] = grown
		}
	}
	t.inside, err = searches(t.counts)
	return t, err
}

// besideEdits types while other products get another price and another stock.
func (b *bench) besideEdits(ctx context.Context, all []string) (*typing, error) {
	editing, stop := context.WithCancel(ctx)
	defer stop()
	rows, err := b.pool.Query(ctx, "SELECT id FROM product WHERE tenant_id = $1 ORDER BY md5(id) LIMIT 5000",
		pcparts.Tenant)
	if err != nil {
		return nil, fmt.Errorf("read the ids: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("read the ids: %w", err)
	}
	var edits rig.Times
	var done sync.WaitGroup
	done.Go(func() { edits = b.edit(editing, ids) })
	t, err := b.typed(ctx, all, false)
	stop()
	done.Wait()
	if t != nil {
		t.edits = edits
	}
	return t, err
}

// edit changes products until ctx ends.
func (b *bench) edit(ctx context.Context, ids []string) (took rig.Times) {
	r := rand.New(rand.NewPCG(1, 99))
	tick := time.NewTicker(time.Second / time.Duration(b.o.edits))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return took
		case <-tick.C:
		}
		began := time.Now()
		const sql = "UPDATE product SET stock = coalesce(stock, 0) + 1, amount = $3 WHERE tenant_id = $1 AND id = $2"
		if _, err := b.pool.Exec(ctx, sql, pcparts.Tenant, ids[r.IntN(len(ids))], r.IntN(1000)); err != nil {
			return took // ctx has ended
		}
		took = append(took, time.Since(began))
	}
}

// print prints the figures of one part.
func (b *bench) print(title string, t *typing) {
	b.sheet.Say("%s\n  %-34s %7s %8s %8s %8s", title, "ms", "n", "p50", "p99", "longest")
	line := func(name string, all rig.Times) {
		if len(all) > 0 {
			b.sheet.Say("  %-34s %7d %8.3f %8.3f %8.3f", name, len(all), all.At(0.5), all.At(0.99), all.At(1))
		}
	}
	line("SELECT 1", t.limit)
	line("Meilisearch, direct", t.direct)
	line("Vitrine", t.vitrine)
	line("Vitrine, hits", t.hits)
	line("an edit with its COMMIT", t.edits)
	if t.inside.n > 0 {
		b.sheet.Say("  %-34s %7.0f %8.3f %8.3f", "inside the gateway", t.inside.n, t.inside.at(0.5), t.inside.at(0.99))
	}
	b.sheet.Say("  processor time of the gateway for a request: %.3f ms", t.spent)
	b.sheet.Say("  in memory %.0f, read whole %.0f, of Postgres %.0f; tables followed %.0f; overtaken %.0f; longest %q",
		t.counts["vitrine_answers_in_memory_total"], t.counts["vitrine_answers_read_total"],
		t.counts[`vitrine_search_total{what="passed_on"}`], t.counts[`vitrine_search_total{what="tables_followed"}`],
		t.counts[`vitrine_search_total{what="overtaken"}`], t.slowest)
}
