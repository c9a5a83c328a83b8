package ingest

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/catalog"
)

func TestChangeFiresThePartsItsRecordIsIn(t *testing.T) {
	t.Parallel()
	known := &lineage{of: map[ref][]string{
		{"acme", "product", p1}:  {c1, "boots", c2, "shoes"},
		{"acme", "category", c1}: {c1, "boots", c2, "shoes"},
	}}
	of := func(aspect string, values ...string) (tags []string) {
		return catalog.CategoryTags(nil, "product", values, aspect)
	}
	all := []string{c1, "boots", c2, "shoes"}
	for _, tc := range []struct {
		what  string
		c     change
		fires []string
		not   []string
	}{
		{"a new price is a matter of its categories and all above them, and of its brand",
			change{kind: "product", id: p1, op: 'U', changed: []string{"amount"}, before: dims{"brand_id": b1}},
			append(of("amount", all...), "product/brand_id="+b1+"|amount", "product|amount"), of("member", all...)},
		{"new stock is no list's matter",
			change{kind: "product", id: p1, op: 'U', changed: []string{"stock"}, before: dims{"brand_id": b1}},
			nil, append(of("stock", all...), "product/brand_id="+b1+"|stock")},
		{"what is published comes into all of them",
			change{kind: "product", id: p1, op: 'U', changed: []string{"status"}, before: dims{"status": "DRAFT"}},
			of("member", all...), nil},
		{"what enters a category comes into those above it",
			change{kind: "product_category", id: c2, op: 'I', after: dims{"product_id": p1, "category_id": c1}},
			of("member", all...), of("amount", all...)},
		{"an order within a category is nothing to its lists",
			change{kind: "product_category", id: c2, op: 'U', changed: []string{"position"}, before: dims{"product_id": p1, "category_id": c1}},
			nil, of("member", all...)},
		{"a new brand takes it out of the one and into the other",
			change{kind: "product", id: p1, op: 'U', changed: []string{"brand_id"}, before: dims{"brand_id": b1}, after: dims{"brand_id": c2}},
			append(of("brand_id", all...), "product/brand_id="+b1+"|member", "product/brand_id="+c2+"|member"), of("member", all...)},
	} {
		t.Run(tc.what, func(t *testing.T) {
			tags := tc.c.tags(nil, "acme", known)
			for _, tag := range tc.fires {
				if !slices.Contains(tags, tag) {
					t.Errorf("%s is missing: %v", tag, tags)
				}
			}
			for _, tag := range tc.not {
				if slices.Contains(tags, tag) {
					t.Errorf("%s is too much: %v", tag, tags)
				}
			}
			if slices.Contains(tags, "product|*") {
				t.Errorf("the whole kind is fired: %v", tags)
			}
			if len(tc.fires) > 0 {
				if blind := tc.c.tags(nil, "acme", &lineage{unknown: map[string]bool{"acme": true}}); !slices.Contains(blind, "product|*") {
					t.Errorf("without knowing the categories it fires %v, not the kind", blind)
				}
			}
		})
	}
}

// A change is planned later than it was made. What would make the categories of then others than those of now makes them unknown.
func TestLineageKnowsWhatItCannotKnow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.exec(`INSERT INTO tenant (id, name) VALUES ('acme', 'Acme')`)
	var top, low, product string
	for _, q := range []struct {
		into *string
		sql  string
		args []any
	}{
		{&top, "INSERT INTO category (tenant_id, name, slug) VALUES ('acme', 'Shoes', 'shoes') RETURNING id", nil},
		{&low, "INSERT INTO category (tenant_id, name, slug, parent_id) VALUES ('acme', 'Boots', 'boots', $1) RETURNING id", []any{&top}},
		{&product, "INSERT INTO product (tenant_id, name, slug) VALUES ('acme', 'Boot', 'boot') RETURNING id", nil},
	} {
		if err := w.Pool.QueryRow(t.Context(), q.sql, q.args...).Scan(q.into); err != nil {
			t.Fatal(err)
		}
	}
	w.exec(`INSERT INTO product_category (tenant_id, product_id, category_id) VALUES ('acme', $1, $2)`, product, low)
	w.exec(`UPDATE product SET amount = 5 WHERE slug = 'boot'`)

	price := func() ([]string, bool) {
		t.Helper()
		trails, err := ahead(t.Context(), w.Pool, []Position{{Tenant: "acme"}}, 1000)
		if err != nil || len(trails) != 1 {
			t.Fatalf("%d trails, %v", len(trails), err)
		}
		for _, s := range trails[0].sealed {
			changes, err := rowsOf(t.Context(), w.Pool, []sealed{s})
			if err != nil {
				t.Fatal(err)
			}
			if c := changes[0][0]; c.kind == "product" && slices.Contains(c.changed, "amount") {
				in, err := readLineage(t.Context(), w.Pool, []sealed{s}, changes)
				if err != nil {
					t.Fatal(err)
				}
				tags, known := in.categories("acme", "product", product)
				slices.Sort(tags)
				return tags, known
			}
		}
		t.Fatal("the edit is not on the trail")
		return nil, false
	}
	want := []string{"boots", "shoes", low, top}
	slices.Sort(want)
	for _, harmless := range []string{
		"SELECT 1",
		"UPDATE product SET amount = 6, name = 'Boot' WHERE slug = 'boot'",
		"UPDATE category SET name = 'Schuhe', position = 4 WHERE slug = 'shoes'",
		"INSERT INTO category (tenant_id, name, slug) VALUES ('acme', 'Sandals', 'sandals')",
		"INSERT INTO product (tenant_id, name, slug) VALUES ('acme', 'Sandal', 'sandal')",
	} {
		w.exec(harmless)
		if got, known := price(); !known || !cmp.Equal(got, want) {
			t.Errorf("after %s: %v (known: %v), want %v", harmless, got, known, want)
		}
	}
	for _, telling := range []string{
		"UPDATE category SET parent_id = NULL WHERE slug = 'boots'",
		"UPDATE category SET slug = 'schuhe' WHERE slug = 'shoes'",
		"DELETE FROM product_category",
		"DELETE FROM category WHERE slug = 'sandals'",
		"TRUNCATE product_category",
		"TRUNCATE category CASCADE",
	} {
		t.Run(telling, func(t *testing.T) {
			w.exec("SELECT new_epoch()") // what came before is forgotten: it must not be what makes it unknown
			w.exec("UPDATE product SET amount = amount + 1 WHERE slug = 'boot'")
			if _, known := price(); !known {
				t.Fatal("unknown before anything was changed")
			}
			w.exec(telling)
			if got, known := price(); known {
				t.Errorf("taken for %v", got)
			}
		})
	}
}

// What comes with a ring is what would have been asked for; and it does not come where something may have moved since.
func TestCategoriesComeWithTheChangeWhileItIsTheLast(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.exec(`INSERT INTO tenant (id, name) VALUES ('acme', 'Acme')`)
	w.exec(`INSERT INTO category (tenant_id, name, slug) VALUES ('acme', 'Shoes', 'shoes'), ('acme', 'Sale', 'sale')`)
	w.exec(`INSERT INTO category (tenant_id, name, slug, parent_id) SELECT 'acme', 'Boots', 'boots', id FROM category WHERE slug = 'shoes'`)
	w.exec(`INSERT INTO product (tenant_id, name, slug) VALUES ('acme', 'Boot', 'boot'), ('acme', 'Loose', 'loose')`)
	w.exec(`INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'acme', p.id, c.id FROM product p, category c WHERE p.slug = 'boot' AND c.slug IN ('boots', 'sale')`)
	expected := ""
	look := func(edits ...string) []sealed {
		t.Helper()
		before, _, _, err := poll(t.Context(), w.Pool, pollSQL, "1:1:")
		if err != nil {
			t.Fatal(err)
		}
		for _, sql := range edits {
			w.exec(sql)
		}
		_, fresh, _, err := poll(t.Context(), w.Pool, pollFewSQL[expected], before)
		if err != nil || len(fresh) != len(edits) {
			t.Fatalf("%d changes of %d, %v", len(fresh), len(edits), err)
		}
		return fresh
	}
	for _, sql := range []string{
		"UPDATE product SET amount = 5 WHERE slug = 'boot'",
		"UPDATE product SET amount = 6",
		"UPDATE product SET status = 'PUBLISHED'",
		"UPDATE product SET amount = 7 WHERE slug = 'boot'",
	} {
		expected = map[string]string{"": "product", "product": ""}[expected]
		fresh := look(sql)
		if fresh[0].in == nil {
			t.Fatalf("%s: nothing came with it", sql)
		}
		changes, err := rowsOf(t.Context(), w.Pool, fresh)
		if err != nil {
			t.Fatal(err)
		}
		with, err := readLineage(t.Context(), nil, fresh, changes) // it has no database to ask
		if err != nil {
			t.Fatal(err)
		}
		fresh[0].in = nil
		asked, err := readLineage(t.Context(), w.Pool, fresh, changes)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes[0] {
			a, _ := with.categories("acme", c.kind, c.id)
			b, _ := asked.categories("acme", c.kind, c.id)
			slices.Sort(a)
			slices.Sort(b)
			if !slices.Equal(a, b) {
				t.Errorf("%s: %v came with it, %v was asked for", sql, a, b)
			}
		}
	}
	expected = "project" // and a product it was: then nothing is taken to have no category
	fresh := look("UPDATE product SET amount = 8 WHERE slug = 'boot'")
	if changes, err := rowsOf(t.Context(), w.Pool, fresh); err != nil {
		t.Fatal(err)
	} else if l, err := readLineage(t.Context(), w.Pool, fresh, changes); err != nil {
		t.Fatal(err)
	} else if got, known := l.categories("acme", "product", changes[0][0].id); !known || len(got) != 6 {
		t.Errorf("of a product where a project was expected: %v", got)
	}
	expected = ""
	if fresh := look("UPDATE product SET amount = 7 WHERE slug = 'boot'", "DELETE FROM product_category"); fresh[0].in != nil {
		t.Errorf("what is no longer so came with a change: %v", fresh[0].in)
	}
	fresh = look("INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'acme', p.id, c.id FROM product p, category c WHERE p.slug = 'loose' AND c.slug = 'boots'")
	changes, err := rowsOf(t.Context(), w.Pool, fresh)
	if err != nil {
		t.Fatal(err)
	}
	if in := (&lineage{of: map[ref][]string{}}); fresh[0].in != nil && in.take(changes[0][0].wants(nil, "acme"), fresh[0].in) {
		t.Error("a record that enters a category was taken for known")
	}
}
