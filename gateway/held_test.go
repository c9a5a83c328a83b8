package gateway

import (
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/search/memory"
	"vitrine/search/pg"
)

// heldProducts are what the searches of these tests need of products.
func heldProducts() memory.Kind {
	shown := "p.status IN ('PUBLISHED', 'OUT_OF_STOCK')"
	return memory.Kind{Name: "product", As: "p", From: catalog.Product.From,
		Where: "p.tenant_id = $1 AND (" + shown +
			"\n  AND (p.publish_at IS NULL OR p.publish_at <= $2) AND (p.unpublish_at IS NULL OR p.unpublish_at > $2))",
		Shown: shown, Since: "p.publish_at", Until: "p.unpublish_at",
		Numbers: []memory.Number{{Column: "p.position", Load: "p.position::bigint"},
			{Column: "p.popularity", Load: "p.popularity"}},
		Order: catalog.Product.Views[0].Plan().Ties,
		Codes: []memory.Code{{Column: "p.brand_id", Kind: "brand"}},
		Words: catalog.Product.Text, Texts: memory.Texts{Title: "p.name"}}
}

// openHeld opens a recorder whose searches are answered from memory.
func openHeld(t *testing.T) (*recorder, *memory.Engine) {
	t.Helper()
	var e *memory.Engine
	c := openHistory(t, connected, func(c *recorder, cfg *Config) {
		mc := memory.DefaultConfig()
		mc.Kinds, mc.Next, mc.Pool, mc.Log, mc.MinRows = []memory.Kind{heldProducts()}, pg.New(), c.db.Pool, cfg.Log, 1
		var err error
		if e, err = memory.New(mc); err != nil {
			t.Fatal(err)
		}
		cfg.Engine = gated{Engine: e, c: c}
	})
	for _, slug := range []string{"lamp-a", "lamp-b"} {
		c.write("t", slug)
	}
	c.apply()
	if err := e.Build(t.Context(), "t", "product"); err != nil {
		t.Fatal(err)
	}
	return c, e
}

const lamps = "/product?limit=5&search=lamp"

// finds compares what a search finds with what it must find, and says how it was answered.
func (c *recorder) finds(want string, held, whole uint64) {
	c.t.Helper()
	st := &c.s.reader.Stats
	h, w := st.Held.Load(), st.Whole.Load()
	if got := c.found(); got != want {
		c.t.Errorf("the search differs from Postgres: it finds %s, want %s", got, want)
	}
	if h, w = st.Held.Load()-h, st.Whole.Load()-w; h != held || w != whole {
		c.t.Errorf("%d answers were made from memory and %d in a snapshot, want %d and %d", h, w, held, whole)
	}
}

// found searches and returns what is found, sorted.
func (c *recorder) found() string {
	c.t.Helper()
	slugs := strings.Fields(c.lists("t", lamps))
	slices.Sort(slugs)
	return strings.Join(slugs, " ")
}

// While the table is as of the change that the gateway has applied, a search opens no snapshot. The table of a change
// that is not in it yet is brought up to date by a search in a snapshot.
func TestASearchInMemoryOpensNoSnapshot(t *testing.T) {
	t.Parallel()
	c, _ := openHeld(t)
	c.finds("lamp-a lamp-b", 1, 0)
	c.finds("lamp-a lamp-b", 1, 0) // kept from the second request on
	c.finds("lamp-a lamp-b", 0, 0)
	c.write("t", "lamp-c")
	c.apply()
	c.finds("lamp-a lamp-b lamp-c", 0, 1)
	c.run("UPDATE product SET status = 'DRAFT' WHERE slug = 'lamp-a'")
	c.finds("lamp-b lamp-c", 0, 1)
	c.run("UPDATE brand SET name = name") // the table follows, whatever changed
	c.finds("lamp-b lamp-c", 0, 0)
	c.check(0)
}

// The gateway applies a change while a search is answered from memory as of the change before it.
func TestASearchInMemoryThatIsOvertakenIsNotKept(t *testing.T) {
	t.Parallel()
	c, _ := openHeld(t)
	c.finds("lamp-a lamp-b", 1, 0)
	c.held = func() {
		c.held = nil
		c.write("t", "lamp-c")
		c.apply()
	}
	c.finds("lamp-a lamp-b lamp-c", 1, 1)
	c.finds("lamp-a lamp-b lamp-c", 0, 0)
	c.check(0)
}

// A product becomes visible at its time, without an edit.
func TestASearchInMemoryShowsAProductAtItsTime(t *testing.T) {
	t.Parallel()
	c, e := openHeld(t)
	c.found() // reads the records, which know nothing of lamp-z
	at := c.now.Add(time.Hour)
	c.run("INSERT INTO product (tenant_id, slug, name, status, publish_at) VALUES ('t', 'lamp-z', 't/lamp-z', "+
		"'PUBLISHED', '%s')", at.Format(time.RFC3339))
	if err := e.Build(t.Context(), "t", "product"); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if got := c.found(); got != "lamp-a lamp-b" {
			t.Errorf("before its time: %s", got)
		}
	}
	if c.s.reader.Stats.Held.Load() == 0 {
		t.Error("no answer was made from memory")
	}
	c.now = at
	if got := c.found(); got != "lamp-a lamp-b lamp-z" {
		t.Errorf("the search differs from Postgres: it finds %s at the time of lamp-z", got)
	}
}

// Once records were read in advance, a search needs no connection to Postgres. The room that they take is limited.
func TestRecordsAreReadBeforeASearchNeedsThem(t *testing.T) {
	t.Parallel()
	c, _ := openHeld(t)
	tenant, view := c.s.replica.Tenant("t"), &catalog.Product.Views[0]
	search := func(text string) (connections int64) {
		t.Helper()
		before := c.db.Pool.Stat().AcquireCount()
		c.read("t", "/product?search="+text)
		return c.db.Pool.Stat().AcquireCount() - before
	}
	warm := func(most int64) {
		t.Helper()
		if err := c.s.reader.Warm(t.Context(), tenant, view, most); err != nil {
			t.Fatal(err)
		}
		c.s.cache.Wait()
	}
	if warm(tenant.Bytes()); search("lamp") == 0 {
		t.Error("without room, records were read")
	}
	c.write("t", "lamp-a") // the record that was read is no longer valid
	c.write("t", "lamp-c")
	c.apply()
	if warm(tenant.Bytes() + 1<<20); search("lam") != 0 {
		t.Error("a search reads records that were read in advance")
	}
	c.check(1)
}
