package enginetest

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/search"
)

func unpublishedAfterIndexing(t *testing.T, s *catalogue) {
	s.add(product{slug: "stays", name: "Velvet curtain"}, product{slug: "goes", name: "Velvet cushion", position: 1})
	s.exec("UPDATE product SET status = 'DRAFT' WHERE tenant_id = $1 AND slug = 'goes'", s.tenant)
	s.finds("velvet", "stays")
	s.finds("cushion", "")
	s.exec("UPDATE product SET status = 'PUBLISHED' WHERE tenant_id = $1 AND slug = 'goes'", s.tenant)
	s.finds("velvet", "stays goes")
}

func renamedAfterIndexing(t *testing.T, s *catalogue) {
	s.add(product{slug: "one", name: "Granite bowl"}, product{slug: "two", name: "Granite plate", position: 1})
	s.exec("UPDATE product SET name = 'Marble vase' WHERE tenant_id = $1 AND slug = 'one'", s.tenant)
	s.finds("granite", "two")
	s.finds("bowl", "")
	s.finds("marble", "one")
	s.finds("marbel vas", "one") // spelling correction, too
	s.index()
	s.finds("granite", "two")
	s.finds("marble", "one")
}

func publishedAfterIndexing(t *testing.T, s *catalogue) {
	s.add(product{slug: "old", name: "Silver ring"}, product{slug: "draft", name: "Silver chain", status: "DRAFT",
		position: 1})
	s.insert(product{slug: "fresh", name: "Silver brooch", position: 2})
	s.exec("UPDATE product SET status = 'PUBLISHED' WHERE tenant_id = $1 AND slug = 'draft'", s.tenant)
	s.finds("silver", "old draft fresh")
	s.finds("brooch", "fresh")

	// The new row is ranked like others.
	s.insert(product{slug: "exact", name: "Silver", position: 3})
	s.finds("silver", "exact old draft fresh")

	// It counts and is filtered.
	s.exec("UPDATE product SET brand_id = $2 WHERE tenant_id = $1 AND slug IN ('old', 'fresh')", s.tenant,
		s.brand("Argent"))
	q := s.query("silver")
	q.Conds = []search.Cond{brandCond(s.brand("Argent"))}
	q.Facets = []search.Facet{{Name: "brand", Value: "b.id", Label: "b.name"}}
	res := s.search(q)
	if res.Total != 2 || len(res.Facets["brand"]) != 1 || res.Facets["brand"][0].Count != 2 {
		t.Errorf("of Argent: %+v", res)
	}
}

func deletedAfterIndexing(t *testing.T, s *catalogue) {
	s.add(product{slug: "stays", name: "Amber bead"}, product{slug: "goes", name: "Amber bracelet", position: 1})
	s.exec("DELETE FROM product WHERE tenant_id = $1 AND slug = 'goes'", s.tenant)
	s.finds("amber", "stays")
	s.finds("bracelet", "")
	s.index()
	s.finds("amber", "stays")
	s.insert(product{slug: "goes", name: "Amber bracelet", position: 1}) // another row with the same slug
	s.finds("amber", "stays goes")
}

func brandRenamedAfterIndexing(t *testing.T, s *catalogue) {
	s.add(product{slug: "one", name: "Running shoe", brand: "Hermes"},
		product{slug: "two", name: "Running sock", brand: "Other", position: 1})
	s.finds("hermes running", "one")
	s.exec("UPDATE brand SET name = 'Mercury' WHERE id = $1", s.brand("Hermes"))
	s.finds("hermes", "")
	s.finds("mercury running", "one")
	s.index()
	s.finds("hermes running", "")
	s.finds("mercury", "one")
	s.exec("DELETE FROM brand WHERE id = $1", s.brand("Hermes"))
	s.finds("mercury", "")
	s.finds("running", "one two")
}

func snapshotsStay(t *testing.T, s *catalogue) {
	s.add(product{slug: "one", name: "Paper boat"})
	err := pgx.BeginTxFunc(s.ctx, s.db.Pool, snapshot, func(tx pgx.Tx) error {
		res, err := s.engine.Search(s.ctx, tx, s.query("paper"))
		if err != nil {
			return err
		}
		before := res.Total
		s.insert(product{slug: "two", name: "Paper plane"})
		s.index()
		if res, err = s.engine.Search(s.ctx, tx, s.query("paper")); err == nil && res.Total != before {
			t.Errorf("the snapshot had %d matches and now has %d", before, res.Total)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.finds("paper pl", "two")
}

func stampsAreNeverAhead(t *testing.T, s *catalogue) {
	s.add(product{slug: "one", name: "Wooden spoon"})
	check := func(text string) {
		t.Helper()
		var head uint64
		var res search.Result
		err := pgx.BeginTxFunc(s.ctx, s.db.Pool, snapshot, func(tx pgx.Tx) (err error) {
			if err = tx.QueryRow(s.ctx, "SELECT n FROM tenant_seq WHERE tenant_id = $1", s.tenant).Scan(&head); err == nil {
				res, err = s.engine.Search(s.ctx, tx, s.query(text))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if res.Stamp != nil && *res.Stamp > head {
			t.Errorf("%q: the stamp is %d in a snapshot of %d", text, *res.Stamp, head)
		}
	}
	for _, text := range []string{"", "wooden", "wodoen", "nothing"} {
		check(text)
	}
	s.exec("UPDATE product SET name = 'Wooden ladle' WHERE tenant_id = $1", s.tenant)
	for _, text := range []string{"", "wooden", "ladle", "spoon"} {
		check(text)
	}
}

// otherEpoch checks that change numbers of another epoch and a missing cursor are not used.
func otherEpoch(t *testing.T, s *catalogue) {
	s.insert(product{slug: "one", name: "Tin whistle"})
	s.finds("whistle", "one")
	s.index()
	s.finds("whistle", "one")
	s.exec("UPDATE search_cursor SET epoch = gen_random_uuid(), n = 1000000 WHERE tenant_id = $1", s.tenant)
	s.exec("UPDATE product SET name = 'Tin drum' WHERE tenant_id = $1", s.tenant)
	s.finds("whistle", "")
	s.finds("drum", "one")
}

func manyChanges(t *testing.T, s *catalogue) {
	s.many(10, "Clay tile %s")
	s.exec(`
INSERT INTO product (tenant_id, slug, name, status, position)
SELECT $1, 'more-' || i, 'Clay brick ' || i, 'PUBLISHED', 100 + i FROM generate_series(1, 2500) i`, s.tenant)
	if res := s.search(s.query("clay")); res.Total != 2510 {
		t.Errorf("%d matches, want 2510", res.Total)
	}
	// The changes were pruned.
	s.insert(product{slug: "door", name: "Glass door", position: -1})
	s.index()
	s.exec("UPDATE product SET name = 'Glass tile' WHERE tenant_id = $1 AND slug = 'many-1'", s.tenant)
	s.exec("DELETE FROM change_tx WHERE tenant_id = $1", s.tenant)
	s.finds("glass", "door many-1")
}
