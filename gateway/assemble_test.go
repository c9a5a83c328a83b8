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

// A tally counts what a gateway reads of a shop's products: searches of lists, and records by id.
type tally struct{ searches, statements, records int }

// tallying has a gateway's statements counted. Nothing else may use its pools then.
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

// openTallied opens a counter whose reads are counted. The function that it returns starts counting when it is first
// called; then it returns what was read since the previous call.
func openTallied(t *testing.T) (*counter, func() tally) {
	t.Helper()
	y := &tallying{}
	c := openCounter(t, silentNever, func(c *counter, cfg *Config) {
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

// run changes the shop, and lets the gateway apply it.
func (c *counter) run(format string, args ...any) {
	c.t.Helper()
	if _, err := c.db.Pool.Exec(c.t.Context(), fmt.Sprintf(format, args...)); err != nil {
		c.t.Fatal(err)
	}
	c.apply()
}

// lists reads a list of a tenant, and says what it shows.
func (c *counter) lists(tenant, path string) string {
	c.t.Helper()
	c.read(tenant, path)
	e := c.entryOf(tenant, path)
	if e == nil {
		c.t.Fatalf("%s of %s is not kept", path, tenant)
	}
	var list struct{ Data []struct{ Slug string } }
	if err := json.Unmarshal(e.Body, &list); err != nil {
		c.t.Fatal(err)
	}
	var slugs []string
	for _, p := range list.Data {
		slugs = append(slugs, p.Slug)
	}
	return strings.Join(slugs, " ")
}

// pages is how many lists were put together, and how many answers read whole.
func (c *counter) pages() [2]uint64 {
	return [2]uint64{c.s.reader.Stats.Assembled.Load(), c.s.reader.Stats.Whole.Load()}
}

// A product comes into a category: its page costs a search and the records that it did not show before. One that leaves costs what comes in its place.
func TestAListThatIsSearchedAgainReadsWhatIsNewOnIt(t *testing.T) {
	t.Parallel()
	c, read := openTallied(t)
	for i, slug := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		c.write("t", slug)
		c.run("UPDATE product SET position = %d, amount = %d WHERE slug = '%s'", 10*i, 100*(i+1), slug)
	}
	c.run("INSERT INTO category (tenant_id, slug, name, type) VALUES ('t', 'bags', 'Bags', 'PRODUCT')")
	enter := "INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 't', p.id, k.id FROM product p, category k WHERE p.slug = '%s'"
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
			t.Errorf("%s: %d were put together, %d read whole", what, got[0], got[1])
		}
	}
	f("nothing is known", path, "a b c d", tally{1, 1, 4})
	f("by price, one is not known", byPrice, "e d c b", tally{1, 1, 1})
	c.run("UPDATE product SET name = 'Renamed' WHERE slug = 'b'")
	f("one was renamed", path, "a b c d", tally{0, 1, 1})
	f("and is known by now", byPrice, "e d c b", tally{})
	c.run(enter, "f")
	f("one came in behind the page", path, "a b c d", tally{1, 0, 0})
	f("and before it", byPrice, "f e d c", tally{1, 1, 1})
	c.run("UPDATE product SET position = -1 WHERE slug = 'e'")
	f("one moved to the front", path, "e a b c", tally{1, 1, 1})
	c.run("DELETE FROM product_category x USING product p WHERE p.id = x.product_id AND p.slug = 'e'")
	f("one left", path, "a b c d", tally{1, 0, 0})
	f("and what it was dearer than comes", byPrice, "f d c b", tally{1, 0, 0})
	c.run("UPDATE product SET amount = 999 WHERE slug = 'c'")
	f("one is the dearest now", byPrice, "c f d b", tally{1, 1, 1})
	f("it was read by price", path, "a b c d", tally{})
	c.run("UPDATE product SET name = 'Again' WHERE slug IN ('a', 'b', 'c')")
	c.run(enter, "g")
	f("one of four is known", path, "a b c d", tally{1, 1, 4})
}

// What changes while a list is searched again is shown, or the page is read once more: never the list of one moment with the records of another.
func TestHistoryOfAListThatIsSearchedAgain(t *testing.T) {
	t.Parallel()
	for _, applied := range []bool{false, true} {
		c := openCounter(t, silentNever)
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
		c.judge(15)
	}
}

// A list by price is searched again, in a snapshot that shows a new price of which the gateway has not heard, or the price is new when the list was
// searched already. Either way the list is kept as standing where its rows stand: what comes between them later is shown.
func TestAListByPriceThatIsSearchedAgainStandsWhereItsRowsStand(t *testing.T) {
	t.Parallel()
	const path = "/product?limit=2&sort=price"
	dearer := "UPDATE product SET amount = 1000 WHERE slug = 'a'"
	for _, before := range []bool{true, false} {
		c := openCounter(t, silentNever)
		for slug, price := range map[string]int{"a": 100, "b": 500, "c": 5000} {
			c.write("t", slug, fmt.Sprintf("UPDATE product SET amount = %d WHERE slug = '%s'", price, slug))
		}
		c.apply()
		f := func(want string) {
			t.Helper()
			if got := c.lists("t", path); got != want {
				t.Errorf("the list by price is not as Postgres has it: it shows %s, want %s (the price was new before the list was searched: %v)", got, want, before)
			}
		}
		f("a b")
		c.write("t", "d")
		c.run("UPDATE product SET amount = 4000 WHERE slug = 'd'") // the total is another
		change := func() {
			c.gate = nil
			if _, err := c.db.Pool.Exec(t.Context(), dearer); err != nil {
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
		c.run("UPDATE product SET amount = 900 WHERE slug = 'c'") // it passes what a costs now, and nothing else
		f("b c")
	}
}
