package seed

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Both is the Options.Tenant that means every tenant of the demo.
const Both = ""

// Options say what to seed.
type Options struct {
	Tenant   string    // "demo", "atelier" or Both
	Products int       // of demo; atelier has a tenth. 0: 2,400 and 240. At least 200
	Now      time.Time // what campaigns, events and windows lie around. Zero: the present moment
	// Reset puts the seed's own rows back as they were, where somebody changed them. Without it, rows that are there stay as they are.
	Reset bool
	// Progress is called after each table with the number of rows done so far and the number there will be.
	Progress func(done, total int)
}

// Report says what was done.
type Report struct {
	Rows    map[string]int // how many rows of each kind the seed holds, over the tenants asked for
	Written int            // how many of them were not there, or not so
	Took    time.Duration
}

// Total is how many rows the seed holds.
func (r Report) Total() int {
	n := 0
	for _, rows := range r.Rows {
		n += rows
	}
	return n
}

// Run fills the database with the demo tenants, each in one transaction. It can be run again: what is there is not written a
// second time, so no tenant's number moves. Tables that are not the seed's are not touched, nor are rows that others added.
func Run(ctx context.Context, pool *pgxpool.Pool, o Options) (Report, error) {
	start := time.Now()
	report := Report{Rows: map[string]int{}}
	worlds, err := plan(o)
	if err != nil {
		return report, err
	}
	total := 0
	for _, w := range worlds {
		for _, t := range w.tables {
			report.Rows[t.name] += len(t.rows)
			total += len(t.rows)
		}
	}
	done := 0
	for _, w := range worlds {
		written, err := w.load(ctx, pool, o.Reset, func(rows int) {
			done += rows
			if o.Progress != nil {
				o.Progress(done, total)
			}
		})
		if err != nil {
			return report, fmt.Errorf("seed tenant %s: %w", w.shop.id, err)
		}
		report.Written += written
	}
	report.Took = time.Since(start)
	return report, nil
}

// plan builds the worlds that are asked for.
func plan(o Options) ([]*world, error) {
	if o.Products != 0 && o.Products < 200 {
		return nil, fmt.Errorf("seed: %d products: want at least 200, or 0 for the usual number", o.Products)
	}
	if o.Now.IsZero() {
		o.Now = time.Now()
	}
	var worlds []*world
	var names []string
	for _, s := range shops {
		names = append(names, s.id)
		if o.Tenant != Both && o.Tenant != s.id {
			continue
		}
		products := s.products
		if o.Products != 0 {
			products = o.Products * s.products / shops[0].products
		}
		worlds = append(worlds, build(s, products, o.Now))
	}
	if worlds == nil {
		return nil, fmt.Errorf("seed: no tenant %q: there are %s", o.Tenant, strings.Join(names, " and "))
	}
	return worlds, nil
}
