package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A tally counts what a gateway reads of a tenant's products: searches of lists, and records by id.
type tally struct{ searches, statements, records int }

// tallying counts the statements of a pool.
type tallying struct {
	mu sync.Mutex
	tally
}

type tallied struct{}

func (y *tallying) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	return context.WithValue(ctx, tallied{}, strings.Contains(q.SQL, "p.id = ANY($3)"))
}

func (y *tallying) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryEndData) {
	if byID, _ := ctx.Value(tallied{}).(bool); byID {
		y.mu.Lock()
		defer y.mu.Unlock()
		y.statements++
		y.records += int(q.CommandTag.RowsAffected())
	}
}

// openTallied opens a recorder whose reads are counted. The function that it returns starts counting when it is first
// called; then it returns what was read since the previous call.
func openTallied(t *testing.T) (*recorder, func() tally) {
	t.Helper()
	y := &tallying{}
	c := openHistory(t, connected, func(c *recorder, cfg *Config) {
		pools := c.db.Pool.Config()
		pools.ConnConfig.Tracer = y
		pool, err := pgxpool.NewWithConfig(t.Context(), pools)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pool.Close)
		cfg.Pool, cfg.Records = pool, pool
	})
	return c, func() tally {
		c.gate = func() {
			y.mu.Lock()
			defer y.mu.Unlock()
			y.searches++
		}
		y.mu.Lock()
		defer y.mu.Unlock()
		was := y.tally
		y.tally = tally{}
		return was
	}
}

// run commits a change and applies it.
func (c *recorder) run(format string, args ...any) {
	c.t.Helper()
	if _, err := c.db.Pool.Exec(c.t.Context(), fmt.Sprintf(format, args...)); err != nil {
		c.t.Fatal(err)
	}
	c.apply()
}

// lists reads a list of a tenant and returns the slugs that it shows.
func (c *recorder) lists(tenant, path string) string {
	c.t.Helper()
	body := c.read(tenant, path)
	if e := c.entryOf(tenant, path); e == nil && !strings.Contains(path, "search=") { // searches are kept later
		c.t.Fatalf("%s of %s is not kept", path, tenant)
	}
	var list struct{ Data []struct{ Slug string } }
	if err := json.Unmarshal(body, &list); err != nil {
		c.t.Fatal(err)
	}
	var slugs []string
	for _, p := range list.Data {
		slugs = append(slugs, p.Slug)
	}
	return strings.Join(slugs, " ")
}

// pages is how many lists were assembled, and how many answers were read whole.
func (c *recorder) pages() [2]uint64 {
	return [2]uint64{c.s.reader.Stats.Assembled.Load(), c.s.reader.Stats.Whole.Load()}
}

// When a product enters a category, its list costs a search and the records that are new on the page. When one leaves,
// it costs the record that takes its place.
func TestAListThatIsSearchedAgainReadsWhatIsNewOnIt(t *testing.T) {
	t.Parallel()
	c, read := openTallied(t)
	for i, slug := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		c.write("t", slug)
		c.run("UPDATE product SET position = %d, amount = %d WHERE slug = '%s'", 10*i, 100*(i+1), slug)
	}
	c.run("INSERT INTO category (tenant_id, slug, name, type) VALUES ('t', 'bags', 'Bags', 'PRODUCT')")
	enter := "INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 't', p.id, k.id FROM product p, " +
		"category k WHERE p.slug = '%s'"
	for _, slug := range []string{"a", "b", "c", "d", "e"} {
		c.run(enter, slug)
	}
	read()
	const path, byPrice = "/product?category=bags&limit=4", "/product?category=bags&limit=4&order=desc&sort=price"
	f := func(what, path, want string, cost tally) {
		t.Helper()
		before := c.pages()
		if got := c.lists("t", path); got != want {
			t.Errorf("%s: it shows %s, want %s", what, got, want)
		}
		if got := read(); got != cost {
			t.Errorf("%s: it took %+v, want %+v", what, got, cost)
		}
		after, whole := c.pages(), uint64(0)
		if cost.searches > 0 && cost.records == 4 {
			whole = 1
		}
		if got := [2]uint64{after[0] - before[0], after[1] - before[1]}; got != [2]uint64{1 - whole, whole} {
			t.Errorf("%s: %d were assembled, %d read whole", what, got[0], got[1])
		}
	}
	f("nothing is known", path, "a b c d", tally{1, 1, 4})
	f("by price, one is not known", byPrice, "e d c b", tally{1, 1, 1})
	c.run("UPDATE product SET name = 'Renamed' WHERE slug = 'b'")
	f("one was renamed", path, "a b c d", tally{0, 1, 1})
	f("and is known by now", byPrice, "e d c b", tally{})
	c.run(enter, "f")
	f("one entered behind the page", path, "a b c d", tally{1, 0, 0})
	f("and before it", byPrice, "f e d c", tally{1, 1, 1})
	c.run("UPDATE product SET position = -1 WHERE slug = 'e'")
	f("one moved to the front", path, "e a b c", tally{1, 1, 1})
	c.run("DELETE FROM product_category x USING product p WHERE p.id = x.product_id AND p.slug = 'e'")
	f("one left", path, "a b c d", tally{1, 0, 0})
	f("and a cheaper one takes its place", byPrice, "f d c b", tally{1, 0, 0})
	c.run("UPDATE product SET amount = 999 WHERE slug = 'c'")
	f("one is the most expensive now", byPrice, "c f d b", tally{1, 1, 1})
	f("its record is known by now", path, "a b c d", tally{})
	c.run("UPDATE product SET name = 'Again' WHERE slug IN ('a', 'b', 'c')")
	c.run(enter, "g")
	f("one of four is known", path, "a b c d", tally{1, 1, 4})
}

// A change during a search is shown, or the page is read again: never a list of one moment with records of another.
func TestHistoryOfAListThatIsSearchedAgain(t *testing.T) {
	t.Parallel()
	for _, applied := range []bool{false, true} {
		c := openHistory(t, connected)
		for _, slug := range []string{"a", "b", "c"} {
			c.write("t", slug)
		}
		c.apply()
		c.read("t", "/product?limit=5")
		c.write("t", "d")
		c.apply()
		c.gate = func() {
			c.gate = nil
			c.write("t", "a")
			c.write("t", "b")
			if applied {
				c.apply()
			}
		}
		c.read("t", "/product?limit=5")
		c.read("t", "/product/a")
		c.read("t", "/product?limit=5")
		c.apply()
		c.read("t", "/product?limit=5")
		c.check(15)
	}
}

// A list sorted by price is searched again. A price changes before the search, and the gateway has not applied it, or
// just after the search. Either way the list is kept with the price bands of its rows: a later price between them is
// shown.
func TestAListByPriceThatIsSearchedAgainKeepsThePriceBandsOfItsRows(t *testing.T) {
	t.Parallel()
	const path = "/product?limit=2&sort=price"
	raise := "UPDATE product SET amount = 1000 WHERE slug = 'a'"
	for _, before := range []bool{true, false} {
		c := openHistory(t, connected)
		for slug, price := range map[string]int{"a": 100, "b": 500, "c": 5000} {
			c.write("t", slug, fmt.Sprintf("UPDATE product SET amount = %d WHERE slug = '%s'", price, slug))
		}
		c.apply()
		f := func(want string) {
			t.Helper()
			if got := c.lists("t", path); got != want {
				t.Errorf("the list by price differs from Postgres: it shows %s, want %s (price changed before the search: %v)",
					got, want, before)
			}
		}
		f("a b")
		c.write("t", "d")
		c.run("UPDATE product SET amount = 4000 WHERE slug = 'd'") // the total changes
		change := func() {
			c.gate = nil
			if _, err := c.db.Pool.Exec(t.Context(), raise); err != nil {
				t.Error(err)
			}
		}
		if before {
			change()
		} else {
			c.gate = func() {
				change()
				c.apply()
			}
		}
		f("b a")
		c.apply()
		f("b a")
		c.run("UPDATE product SET amount = 900 WHERE slug = 'c'") // it passes the price of a, and no other
		f("b c")
	}
}
