package importer

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/proving"
	"vitrine/internal/schema/schematest"
)

// A breaker cancels an import before one of its statements.
type breaker struct {
	n     atomic.Int64
	at    int64
	cease context.CancelFunc
}

func (b *breaker) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	if b.n.Add(1) == b.at {
		b.cease()
	}
	return ctx
}

func (b *breaker) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// runUntil runs an import that is broken off before its nth statement. It returns the number of statements.
func runUntil(t *testing.T, url string, o Options, n int64) (statements int64, err error) {
	t.Helper()
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	b := &breaker{at: n, cease: cancel}
	config.ConnConfig.Tracer = b
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	o.Tenant, o.Rejects = "real", t.TempDir()+"/r"
	_, err = Run(ctx, pool, o)
	return b.n.Load(), err
}

// edition writes an edition of a catalogue: the second one has other prices, colours and categories, lacks some
// products and has new ones.
func edition(t *testing.T, n, second int) string {
	var b strings.Builder
	b.WriteString("sku,code,name,price,colour,category\n")
	for i := second * n / 20; i < n+second*n/20; i++ {
		if i%97 == 5 {
			fmt.Fprintf(&b, "S%d,C%d,Lamp %d,cheap,Red,Home\n", i, n-i, i)
			continue
		}
		changed := second * (i % 3 / 2)
		fmt.Fprintf(&b, "S%d,C%d,Lamp %d,%d,c%d,Shelf %d > Row %d\n", i, n-i, i, i+changed, i%5+changed, i%7, i%4+changed)
	}
	return file(t, "e.csv", b.String())
}

// An import that is broken off anywhere, and repeated, ends in the rows of an import that was not.
func TestProveBrokenOffAnywhereTheRepeatEndsInTheSameRows(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rng := rand.New(rand.NewPCG(proving.Seed(t, 20260320), 1))
	columns := map[string]string{"code": "-", "colour": "attribute:Colour"}
	size := proving.Rounds(200, 3000)
	first := Options{Kind: "product", File: edition(t, size, 0), Map: columns, Batch: 20}
	changed := first
	changed.File = edition(t, size, 1)
	for _, how := range []struct {
		name string
		set  func(o *Options)
	}{
		{"a new edition", func(*Options) {}},
		{"--prune", func(o *Options) { o.Prune = pruneDelete }},
		{"--prune=draft", func(o *Options) { o.Prune = pruneDraft }},
		{"--rekey", func(o *Options) { o.Key, o.Rekey = []string{"code"}, true }},
	} {
		second := changed
		how.set(&second)
		start := func() {
			do(t, db.Pool, "DELETE FROM tenant")
			imported(t, db.Pool, first)
		}
		start()
		statements, err := runUntil(t, db.URL, second, 0)
		if err != nil {
			t.Fatal(err)
		}
		want := content(t, db.Pool, "real")
		broken := 0
		for range proving.Rounds(3, 20) {
			start()
			at := 1 + rng.Int64N(statements)
			if _, err := runUntil(t, db.URL, second, at); err != nil {
				broken++
			}
			r := imported(t, db.Pool, second)
			same(t, fmt.Sprintf("%s, broken off before statement %d of %d", how.name, at, statements),
				content(t, db.Pool, "real"), want)
			n := sequence(t, db.Pool, "real")
			same(t, how.name+", a third time", fates(imported(t, db.Pool, second)),
				[]int{r.Read, 0, 0, r.Read - r.Rejected, r.Rejected})
			same(t, how.name+": the tenant's number", sequence(t, db.Pool, "real"), n)
		}
		if broken == 0 {
			t.Errorf("%s was never broken off", how.name)
		}
	}
}
