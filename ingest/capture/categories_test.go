package capture

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/schema/schematest"

	"github.com/google/go-cmp/cmp"
)

func TestARowInvalidatesThePartsOfItsRecord(t *testing.T) {
	t.Parallel()
	known := &Categories{of: map[Ref][]string{
		{"acme", "product", p1}:  {c1, "boots", c2, "shoes"},
		{"acme", "category", c1}: {c1, "boots", c2, "shoes"},
	}}
	of := func(aspect string, values ...string) (tags []string) {
		return catalog.CategoryTags(nil, "product", values, aspect)
	}
	all := []string{c1, "boots", c2, "shoes"}
	for _, tc := range []struct {
		what  string
		c     Row
		fires []string
		not   []string
	}{
		{"a new price is a matter of its categories and all above them, and of its brand",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"amount"}, Before: Dims{"brand_id": b1}},
			append(of("amount", all...), "product/brand_id="+b1+"|amount", "product|amount"), of("member", all...)},
		{"new stock is no list's matter",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"stock"}, Before: Dims{"brand_id": b1}},
			nil, append(of("stock", all...), "product/brand_id="+b1+"|stock")},
		{"what is published comes into all of them",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"status"}, Before: Dims{"status": "DRAFT"}},
			of("member", all...), nil},
		{"what enters a category comes into those above it",
			Row{Kind: "product_category", ID: c2, Op: 'I', After: Dims{"product_id": p1, "category_id": c1}},
			of("member", all...), of("amount", all...)},
		{"an order within a category is nothing to its lists",
			Row{Kind: "product_category", ID: c2, Op: 'U', Changed: []string{"position"}, Before: Dims{"product_id": p1,
				"category_id": c1}},
			nil, of("member", all...)},
		{"a new brand takes it out of the one and into the other",
			Row{Kind: "product", ID: p1, Op: 'U', Changed: []string{"brand_id"}, Before: Dims{"brand_id": b1},
				After: Dims{"brand_id": c2}},
			append(of("brand_id", all...), "product/brand_id="+b1+"|member", "product/brand_id="+c2+"|member"), of("member",
				all...)},
	} {
		t.Run(tc.what, func(t *testing.T) {
			tags := tc.c.AppendTags(nil, "acme", known)
			for _, tag := range tc.fires {
				if !slices.Contains(tags, tag) {
					t.Errorf("%s is missing: %v", tag, tags)
				}
			}
			for _, tag := range tc.not {
				if slices.Contains(tags, tag) {
					t.Errorf("%s is unnecessary: %v", tag, tags)
				}
			}
			if slices.Contains(tags, "product|*") {
				t.Errorf("the whole kind is invalidated: %v", tags)
			}
			if len(tc.fires) > 0 {
				if blind := tc.c.AppendTags(nil, "acme",
					&Categories{unknown: map[string]bool{"acme": true}}); !slices.Contains(blind, "product|*") {
					t.Errorf("with unknown categories it invalidates %v, not the kind", blind)
				}
			}
		})
	}
}

// A change is planned later than it was made. If the categories may have changed since, they are unknown.
func TestCategoriesAreUnknownAfterTheyMayHaveChanged(t *testing.T) {
	t.Parallel()
	w := openDB(t)
	w.Exec(`INSERT INTO tenant (id, name) VALUES ('acme', 'Acme')`)
	var top, low, product string
	for _, q := range []struct {
		into *string
		sql  string
		args []any
	}{
		{&top, "INSERT INTO category (tenant_id, name, slug) VALUES ('acme', 'Shoes', 'shoes') RETURNING id", nil},
		{&low, "INSERT INTO category (tenant_id, name, slug, parent_id) VALUES ('acme', 'Boots', 'boots', $1) RETURNING id",
			[]any{&top}},
		{&product, "INSERT INTO product (tenant_id, name, slug) VALUES ('acme', 'Boot', 'boot') RETURNING id", nil},
	} {
		if err := w.Pool.QueryRow(t.Context(), q.sql, q.args...).Scan(q.into); err != nil {
			t.Fatal(err)
		}
	}
	w.Exec(`INSERT INTO product_category (tenant_id, product_id, category_id) VALUES ('acme', $1, $2)`, product, low)
	w.Exec(`UPDATE product SET amount = 5 WHERE slug = 'boot'`)

	price := func() ([]string, bool) {
		t.Helper()
		ranges, err := ReadRanges(t.Context(), w.Pool, []Position{{Tenant: "acme"}}, 1000)
		if err != nil || len(ranges) != 1 {
			t.Fatalf("%d ranges, %v", len(ranges), err)
		}
		for i, s := range ranges[0].Changes {
			later := ranges[0].Changes[i:]
			changes, err := ReadRows(t.Context(), w.Pool, later)
			if err != nil {
				t.Fatal(err)
			}
			if c := changes[0][0]; c.Kind == "product" && slices.Contains(c.Changed, "amount") {
				in, err := ReadCategories(t.Context(), w.Pool, []Change{s}, changes[:1])
				if err != nil {
					t.Fatal(err)
				}
				tags, known := in.Of("acme", "product", product)
				slices.Sort(tags)
				together, err := ReadCategories(t.Context(), w.Pool, later, changes)
				if err != nil {
					t.Fatal(err)
				}
				same, knownToo := together.Of("acme", "product", product)
				slices.Sort(same)
				if knownToo != known || !slices.Equal(same, tags) {
					t.Errorf("alone %v (known: %v), planned with the later ones %v (known: %v)", tags, known, same, knownToo)
				}
				return tags, known
			}
		}
		t.Fatal("the change is not in the range")
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
		w.Exec(harmless)
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
			w.Exec("SELECT new_epoch()") // earlier changes must not make the categories unknown
			w.Exec("UPDATE product SET amount = amount + 1 WHERE slug = 'boot'")
			if _, known := price(); !known {
				t.Fatal("the categories are unknown before any change")
			}
			w.Exec(telling)
			if got, known := price(); known {
				t.Errorf("the categories are known as %v", got)
			}
		})
	}
}

// The poll reads the same categories as a query would, and none if they may have changed since.
func TestThePollReadsCategoriesOfTheLastChange(t *testing.T) {
	t.Parallel()
	w := openDB(t)
	w.Exec(`INSERT INTO tenant (id, name) VALUES ('acme', 'Acme')`)
	w.Exec(`INSERT INTO category (tenant_id, name, slug) VALUES ('acme', 'Shoes', 'shoes'), ('acme', 'Sale', 'sale')`)
	w.Exec(`INSERT INTO category (tenant_id, name, slug, parent_id) SELECT 'acme', 'Boots', 'boots', id FROM category
WHERE slug = 'shoes'`)
	w.Exec(`INSERT INTO product (tenant_id, name, slug) VALUES ('acme', 'Boot', 'boot'), ('acme', 'Loose', 'loose')`)
	w.Exec(`INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'acme', p.id, c.id
FROM product p, category c WHERE p.slug = 'boot' AND c.slug IN ('boots', 'sale')`)
	expected := ""
	look := func(edits ...string) []Change {
		t.Helper()
		before, _, _, err := pollChanges(t.Context(), w.Pool, pollSQL, "1:1:")
		if err != nil {
			t.Fatal(err)
		}
		for _, sql := range edits {
			w.Exec(sql)
		}
		_, fresh, _, err := pollChanges(t.Context(), w.Pool, pollFewSQL[expected], before)
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
		if fresh[0].categories == nil {
			t.Fatalf("%s: the poll reads no categories", sql)
		}
		changes, err := ReadRows(t.Context(), w.Pool, fresh)
		if err != nil {
			t.Fatal(err)
		}
		with, err := ReadCategories(t.Context(), nil, fresh, changes) // without a database
		if err != nil {
			t.Fatal(err)
		}
		fresh[0].categories = nil
		asked, err := ReadCategories(t.Context(), w.Pool, fresh, changes)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes[0] {
			a, _ := with.Of("acme", c.Kind, c.ID)
			b, _ := asked.Of("acme", c.Kind, c.ID)
			slices.Sort(a)
			slices.Sort(b)
			if !slices.Equal(a, b) {
				t.Errorf("%s: the poll reads %v, and a query %v", sql, a, b)
			}
		}
	}
	// Of more rows than the poll reads, no record may count as without categories.
	w.Exec(`INSERT INTO product (tenant_id, name, slug) SELECT 'acme', 'Boot ' || i, 'boot-' || i
FROM generate_series(1, 2 * $1) i`, fewRows)
	w.Exec(`INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'acme', p.id, c.id
FROM product p, category c WHERE p.slug LIKE 'boot-%' AND c.slug = 'boots'`)
	for n := range 2 * fewRows {
		fresh := look(fmt.Sprintf("UPDATE product SET amount = 9 + %d WHERE slug IN (SELECT 'boot-' || i "+
			"FROM generate_series(1, %d) i)", n, n+1))
		if few := len(fresh[0].few) == n+1; fresh[0].Rows != n+1 || few != (n < fewRows) {
			t.Errorf("%d rows of %d, %d of them read", fresh[0].Rows, n+1, len(fresh[0].few))
		}
		changes, err := ReadRows(t.Context(), w.Pool, fresh)
		if err != nil {
			t.Fatal(err)
		}
		in, err := ReadCategories(t.Context(), w.Pool, fresh, changes)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes[0] {
			if got, known := in.Of("acme", c.Kind, c.ID); !known || len(got) != 4 {
				t.Errorf("of %d rows, %s is in %v (known: %v)", n+1, c.Before["slug"], got, known)
			}
		}
	}
	expected = "project" // but a product changed: it must not count as without categories
	fresh := look("UPDATE product SET amount = 8 WHERE slug = 'boot'")
	if changes, err := ReadRows(t.Context(), w.Pool, fresh); err != nil {
		t.Fatal(err)
	} else if l, err := ReadCategories(t.Context(), w.Pool, fresh, changes); err != nil {
		t.Fatal(err)
	} else if got, known := l.Of("acme", "product", changes[0][0].ID); !known || len(got) != 6 {
		t.Errorf("categories of a product, with a project expected: %v", got)
	}
	expected = ""
	if fresh := look("UPDATE product SET amount = 7 WHERE slug = 'boot'",
		"DELETE FROM product_category"); fresh[0].categories != nil {
		t.Errorf("the poll reads outdated categories: %v", fresh[0].categories)
	}
	fresh = look("INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'acme', p.id, c.id FROM " +
		"product p, category c WHERE p.slug = 'loose' AND c.slug = 'boots'")
	changes, err := ReadRows(t.Context(), w.Pool, fresh)
	if err != nil {
		t.Fatal(err)
	}
	if in := (&Categories{of: map[Ref][]string{}}); fresh[0].categories != nil && in.take(changes[0][0].wants(nil,
		"acme"), fresh[0].categories) {
		t.Error("the categories of a record that enters one are known")
	}
}

// A testDB is the database of one test.
type testDB struct {
	*schematest.DB
	t testing.TB
}

func openDB(t testing.TB) testDB {
	t.Helper()
	db := testDB{schematest.Open(t), t}
	db.Exec("SELECT renew_epoch()") // a clone does not begin its own epoch
	return db
}

func (db testDB) Exec(sql string, args ...any) {
	db.t.Helper()
	if _, err := db.Pool.Exec(context.Background(), sql, args...); err != nil {
		db.t.Fatalf("%s: %v", sql, err)
	}
}
