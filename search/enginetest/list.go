package enginetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"vitrine/internal/filter"
	"vitrine/search"
)

func knives(s *catalogue) {
	s.add(
		product{slug: "a1", name: "Chef knife", brand: "Alder", amount: 30, position: 1},
		product{slug: "a2", name: "Bread knife", brand: "Alder", amount: 20, position: 2},
		product{slug: "b1", name: "Paring knife", brand: "Birch", amount: 10, position: 3},
		product{slug: "c1", name: "Oyster knife", brand: "Cedar", amount: 30, position: 4},
		product{slug: "none", name: "Palette knife", position: 5},
		product{slug: "fork", name: "Fork", brand: "Alder", amount: 5, position: 6},
		product{slug: "draft", name: "Draft knife", brand: "Cedar", amount: 1, status: "DRAFT"},
	)
}

func filtersNarrowTheTotal(t *testing.T, s *catalogue) {
	knives(s)
	check := func(text, want string, conds ...search.Cond) {
		t.Helper()
		q := s.query(text)
		q.Sorted, q.Conds = true, conds
		res := s.search(q)
		if got := strings.Join(s.slugs(res.IDs), " "); got != want || res.Total != len(res.IDs) {
			t.Errorf("%q: %q of %d, want %q", text, got, res.Total, want)
		}
	}
	for _, text := range []string{"knife", "knif", "knfie"} {
		check(text, "a1 a2 b1 c1 none")
		check(text, "a1 a2", brandCond(s.brand("Alder")))
		check(text, "a1 a2 c1", brandCond(s.brand("Alder"), s.brand("Cedar")))
		check(text, "a1 c1", priceCond(filter.AtLeast, "25"))
		check(text, "a2", brandCond(s.brand("Alder")), priceCond(filter.AtMost, "25"))
		check(text, "", brandCond("nosuch"))
	}
	check("", "a1 a2 fork", brandCond(s.brand("Alder")))
	check("", "", brandCond("x' OR 'a'='a"))

	q := s.query("knife")
	q.Offset = 100
	if res := s.search(q); res.Total != 5 || len(res.IDs) != 0 {
		t.Errorf("a page past the end has %d of %d", len(res.IDs), res.Total)
	}
	q.NoTotal = true
	if res := s.search(q); res.Total != -1 || len(res.IDs) != 0 {
		t.Errorf("a page past the end without a total has %d of %d", len(res.IDs), res.Total)
	}
}

// The words occur, but no row with them passes the filter. They must not be corrected.
func filtersDoNotBringTyposIn(t *testing.T, s *catalogue) {
	s.add(
		product{slug: "paint", name: "Paint", brand: "Alder", position: 1},
		product{slug: "plaint", name: "Plaint", brand: "Birch", position: 2},
	)
	q := s.query("paint")
	q.Conds = []search.Cond{brandCond(s.brand("Alder"))}
	if got := fmt.Sprint(s.slugs(s.search(q).IDs)); got != "[paint]" {
		t.Errorf("paint of Alder: %s", got)
	}
	all := s.slugs(s.search(s.query("paint")).IDs)
	q.Conds = []search.Cond{brandCond(s.brand("Birch"))}
	if got := s.slugs(s.search(q).IDs); len(got) > 0 && !slices.Contains(all, got[0]) {
		t.Errorf("paint finds %v, and of Birch %v", all, got)
	}
}

func facetsAreDisjunctive(t *testing.T, s *catalogue) {
	knives(s)
	s.exec(`INSERT INTO product_attribute (tenant_id, product_id, name, value)
SELECT tenant_id, id, 'steel', v FROM product, unnest(ARRAY['carbon', 'carbon', 'inox']) v
WHERE tenant_id = $1 AND slug IN ('a1', 'b1')`, s.tenant)
	s.index()
	facets := []search.Facet{
		{Name: "brand", Value: "b.id", Label: "b.name", Slug: "b.slug"},
		{Name: "price", Value: "p.amount", Range: true},
		{Name: "steel", Join: "JOIN product_attribute fa ON fa.tenant_id = $1 AND fa.product_id = p.id AND fa.name = ?",
			Value: "fa.value",
			Args:  []any{"steel"}},
	}
	type counted struct {
		Total  int
		Brands []string
		Price  search.Range
		Steel  []string
	}
	check := func(text string, want counted, conds ...search.Cond) {
		t.Helper()
		q := s.query(text)
		q.Limit, q.Conds, q.Facets = 0, conds, facets
		res := s.search(q)
		got := counted{Total: res.Total, Price: res.Ranges["price"]}
		for _, c := range res.Facets["brand"] {
			if c.Value != s.brand(c.Label) || !strings.HasPrefix(c.Slug, "brand-") {
				t.Errorf("brand %+v", c)
			}
			got.Brands = append(got.Brands, fmt.Sprint(c.Label, " ", c.Count))
		}
		for _, c := range res.Facets["steel"] {
			if c.Label != c.Value || c.Slug != "" {
				t.Errorf("steel %+v", c)
			}
			got.Steel = append(got.Steel, fmt.Sprint(c.Value, " ", c.Count))
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
		if len(res.IDs) != 0 {
			t.Errorf("%q: %d ids with a limit of 0", text, len(res.IDs))
		}
		q.NoTotal = true
		if diff := cmp.Diff(res.Facets, s.search(q).Facets); diff != "" {
			t.Errorf("%q, with a total and without:\n%s", text, diff)
		}
	}
	steel := []string{"carbon 2", "inox 2"}
	for _, text := range []string{"knife", "knif", "knfie"} {
		check(text, counted{5, []string{"Alder 2", "Birch 1", "Cedar 1"}, search.Range{Min: 10, Max: 30}, steel})
		check(text, counted{2, []string{"Alder 2", "Birch 1", "Cedar 1"}, search.Range{Min: 20, Max: 30},
			[]string{"carbon 1", "inox 1"}},
			brandCond(s.brand("Alder")))
		check(text, counted{2, []string{"Alder 1", "Cedar 1"}, search.Range{Min: 10, Max: 30},
			[]string{"carbon 1", "inox 1"}},
			priceCond(filter.AtLeast, "25"))
		check(text, counted{1, []string{"Alder 1", "Cedar 1"}, search.Range{Min: 20, Max: 30},
			[]string{"carbon 1", "inox 1"}},
			brandCond(s.brand("Alder")), priceCond(filter.AtLeast, "25"))
	}
	check("", counted{6, []string{"Alder 3", "Birch 1", "Cedar 1"}, search.Range{Min: 5, Max: 30}, steel})
	check("nothing like it", counted{})

	q := s.query("nothing like it")
	q.Facets = facets
	if res := s.search(q); res.Facets["brand"] == nil || res.Facets["steel"] == nil {
		t.Errorf("a facet without values must be empty, not absent: %v", res.Facets)
	} else if r, ok := res.Ranges["price"]; ok {
		t.Errorf("a range without a value: %v", r)
	}
}

// A row that has a value twice, with two slugs, counts once, under the first slug.
func valuesCountRowsOnce(t *testing.T, s *catalogue) {
	knives(s)
	s.exec(`INSERT INTO product_attribute (tenant_id, product_id, name, value, type)
SELECT tenant_id, id, 'steel', 'inox', v FROM product, unnest(ARRAY['TEXT', 'COLOR']) v
WHERE tenant_id = $1 AND (slug = 'a1' OR slug = 'b1' AND v = 'TEXT')`, s.tenant)
	s.index()
	q := s.query("knife")
	q.Limit, q.Facets = 0, []search.Facet{{Name: "steel", Value: "fa.value", Slug: "fa.type",
		Join: "JOIN product_attribute fa ON fa.tenant_id = $1 AND fa.product_id = p.id"}}
	want := []search.Count{{Value: "inox", Label: "inox", Slug: "COLOR", Count: 2}}
	if diff := cmp.Diff(want, s.search(q).Facets["steel"]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func facetsHaveALimit(t *testing.T, s *catalogue) {
	for i := range 12 {
		s.insert(product{slug: fmt.Sprint("p", i), name: fmt.Sprint("Pot ", i), brand: fmt.Sprintf("Brand %02d", i%6)})
	}
	s.insert(product{slug: "last", name: "Pot 12", brand: "Brand 05"})
	s.index()
	q := s.query("pot")
	q.Facets = []search.Facet{{Name: "brand", Value: "b.id", Label: "b.name", Limit: 3}}
	var got []string
	for _, c := range s.search(q).Facets["brand"] {
		got = append(got, fmt.Sprint(c.Label, ":", c.Count))
	}
	if want := "Brand 05:3 Brand 00:2 Brand 01:2"; strings.Join(got, " ") != want {
		t.Errorf("the first three brands are %v, want %s", got, want)
	}
}

func sortsHaveTheirTiesDecided(t *testing.T, s *catalogue) {
	s.add(
		product{slug: "b", name: "Rope b", amount: 10, position: 2},
		product{slug: "a", name: "Rope a", amount: 10, position: 1},
		product{slug: "c", name: "Rope c", amount: 5, position: 3},
		product{slug: "d", name: "Rope d", amount: 10, position: 2},
		product{slug: "e", name: "Rope e", position: 4},
	)
	var b, d string
	for slug, into := range map[string]*string{"b": &b, "d": &d} {
		if err := s.db.Pool.QueryRow(s.ctx, "SELECT id FROM product WHERE tenant_id = $1 AND slug = $2", s.tenant, slug).
			Scan(into); err != nil {
			t.Fatal(err)
		}
	}
	tie := "b d"
	if d < b {
		tie = "d b"
	}
	for _, text := range []string{"", "rope", "rop"} {
		for want, order := range map[string]filter.Order{
			"c a " + tie + " e": {filter.Asc("p.amount").Last(), filter.Asc("p.position")},
			"a " + tie + " c e": {filter.Desc("p.amount").Last(), filter.Asc("p.position")},
			"e d c b a":         {filter.Desc("p.name")},
		} {
			q := s.query(text)
			q.Order, q.Sorted = order, true
			if got := strings.Join(s.slugs(s.search(q).IDs), " "); got != want {
				t.Errorf("%q by %s: %q, want %q", text, order.SQL(), got, want)
			}
		}
		// Equal matches of a search come in the order of the list.
		if got := strings.Join(s.slugs(s.search(s.query(text)).IDs), " "); got != "a "+tie+" c e" {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func pagesHaveNeitherDoublesNorHoles(t *testing.T, s *catalogue) {
	s.many(230, "Brass candle holder no %s")
	for _, text := range []string{"", "candle", "brass hold", "candel"} {
		for _, sorted := range []bool{false, true} {
			s.page(text, sorted, 230)
		}
	}
}

// page reads all pages of a text and returns their ids.
func (s *catalogue) page(text string, sorted bool, want int) []string {
	s.t.Helper()
	var all []string
	seen := map[string]bool{}
	q := s.query(text)
	q.Sorted, q.Limit = sorted, 37
	for q.Offset = 0; q.Offset < want+100; q.Offset += q.Limit {
		res := s.search(q)
		if res.Total != want {
			s.t.Fatalf("%q: page at %d of %d, want %d", text, q.Offset, res.Total, want)
		}
		for _, id := range res.IDs {
			if seen[id] {
				s.t.Errorf("%q: %s is on two pages", text, id)
			}
			seen[id] = true
		}
		all = append(all, res.IDs...)
		if left := max(0, min(q.Limit, want-q.Offset)); len(res.IDs) != left {
			s.t.Errorf("%q: %d on the page at %d, want %d", text, len(res.IDs), q.Offset, left)
		}
	}
	return all
}

func thousandAndMore(t *testing.T, s *catalogue) {
	s.many(1200, "Steel bolt %s")
	res := s.search(s.query("bolt"))
	switch {
	case !res.Capped && res.Total != 1200:
		t.Errorf("%d bolts of 1200 without Capped", res.Total)
	case res.Capped && (res.Total < 1000 || res.Total > 1200):
		t.Errorf("capped at %d, want 1000", res.Total)
	}
	s.page("bolt", false, res.Total)
	s.page("bolt", true, res.Total)
	s.page("", false, 1200)

	q := s.query("bolt 77")
	if res := s.search(q); res.Capped {
		t.Errorf("bolt 77: capped with %d", res.Total)
	}
}

func nothingAsked(t *testing.T, s *catalogue) {
	s.add(product{slug: "one", name: "Only one"})
	for _, text := range []string{"", "only"} {
		q := s.query(text)
		q.Limit, q.NoTotal = 0, true
		if res := s.search(q); len(res.IDs) != 0 || res.Total != -1 || res.Facets != nil || res.Ranges != nil {
			t.Errorf("%q: %+v", text, res)
		}
		q.NoTotal = false
		if res := s.search(q); len(res.IDs) != 0 || res.Total != 1 {
			t.Errorf("%q: %+v", text, res)
		}
	}
}

func timeDecides(t *testing.T, s *catalogue) {
	now := time.Now()
	s.insert(product{slug: "soon", name: "Winter coat"})
	s.insert(product{slug: "past", name: "Winter hat", position: 1})
	s.exec("UPDATE product SET publish_at = $2 WHERE tenant_id = $1 AND slug = 'soon'", s.tenant, now.Add(time.Hour))
	s.exec("UPDATE product SET unpublish_at = $2 WHERE tenant_id = $1 AND slug = 'past'", s.tenant, now.Add(time.Hour))
	s.index()
	for at, want := range map[time.Duration]string{0: "past", 2 * time.Hour: "soon"} {
		for _, text := range []string{"", "winter"} {
			q := s.query(text)
			q.Now = now.Add(at)
			if got := strings.Join(s.slugs(s.search(q).IDs), " "); got != want {
				t.Errorf("%q in %v: %q, want %q", text, at, got, want)
			}
		}
	}
}

func mistakesAreErrors(t *testing.T, s *catalogue) {
	for name, spoil := range map[string]func(*search.Query){
		"no tenant":          func(q *search.Query) { q.Tenant = "" },
		"no kind":            func(q *search.Query) { q.Kind = "" },
		"tenant not first":   func(q *search.Query) { q.Where = "p.status <> 'DRAFT' AND p.tenant_id = $1" },
		"tenant or else":     func(q *search.Query) { q.Where = "p.tenant_id = $1 OR true" },
		"nothing to match":   func(q *search.Query) { q.Match = nil },
		"a vector of no one": func(q *search.Query) { q.Match = []string{"search"} },
		"a negative page":    func(q *search.Query) { q.Offset = -1 },
		"a value too many": func(q *search.Query) {
			q.Conds = []search.Cond{{Name: "x", Cond: raw("p.year = ?"), Args: []any{1, 2}}}
		},
		"a value too few": func(q *search.Query) {
			q.Conds = []search.Cond{{Name: "x", Cond: raw("p.year = ? OR p.year = ?"), Args: []any{1}}}
		},
		"no such column":      func(q *search.Query) { q.Order = filter.Order{filter.Asc("p.nosuch")} },
		"a facet of a column": func(q *search.Query) { q.Facets = []search.Facet{{Name: "x", Value: "p.nosuch"}} },
	} {
		err := pgx.BeginTxFunc(s.ctx, s.db.Pool, snapshot, func(tx pgx.Tx) error {
			q := s.query("anything")
			spoil(&q)
			_, err := s.engine.Search(s.ctx, tx, q)
			return err
		})
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	ctx, cancel := context.WithCancel(s.ctx)
	cancel()
	if _, err := s.engine.Search(ctx, s.db.Pool, s.query("anything")); err == nil {
		t.Error("no error from a cancelled search")
	}
}

func raw(sql string) *filter.Cond { return &filter.Cond{Op: filter.Raw, Text: sql} }
