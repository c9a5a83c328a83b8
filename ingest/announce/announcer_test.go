package announce_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/ingest/announce"
	"vitrine/ingest/ingesttest"
)

// Announcements from buffered changes equal those from changes that are read from Postgres.
func TestBufferedAnnouncementsEqualThoseFromPostgres(t *testing.T) {
	t.Parallel()
	w := ingesttest.New(t)
	w.Tenant("acme")
	wk := w.Start(nil)
	announced := func() bool {
		var n uint64
		err := w.Pool.QueryRow(t.Context(), "SELECT n FROM signal_cursor WHERE tenant_id = 'acme'").Scan(&n)
		return err == nil && n == w.Head("acme")
	}
	w.Product("acme", "first")
	w.Eventually("the first change is announced", announced)

	w.Exec("INSERT INTO category (tenant_id, slug, name) VALUES ('acme', 'all', 'all')")
	w.Exec("INSERT INTO category (tenant_id, slug, name, parent_id) SELECT 'acme', 'some', 'some', id FROM category")
	w.Exec(`WITH p AS (INSERT INTO product (tenant_id, slug, name, status)
VALUES ('acme', 'lamp', 'lamp', 'PUBLISHED') RETURNING id)
INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'acme', p.id, c.id FROM p, category c
  WHERE c.slug = 'some'`)
	var lamp string
	if err := w.Pool.QueryRow(t.Context(), "SELECT id FROM product WHERE slug = 'lamp'").Scan(&lamp); err != nil {
		t.Fatal(err)
	}
	draft := w.Product("acme", "draft")
	w.Exec("UPDATE product SET status = 'DRAFT' WHERE id = $1", draft)
	for i := range 20 {
		w.Exec("UPDATE product SET name = $2 WHERE id = $1", lamp, fmt.Sprint("lamp ", i))
		w.Exec("UPDATE product SET amount = $2, slug = $3 WHERE id = $1", lamp, 10*i, fmt.Sprint("lamp-", i))
		w.Exec("UPDATE product SET name = $2 WHERE id = $1", draft, fmt.Sprint("nobody's ", i))
		if i%5 == 0 { // the row does not show whether its owner is visible
			w.Exec("INSERT INTO product_attribute (tenant_id, product_id, name, value) VALUES ('acme', $1, $3, 'a'), "+
				"('acme', $2, $3, 'b')", lamp, draft, fmt.Sprint("size ", i))
		}
		w.Eventually("every change so far is announced", announced)
		w.Exec("UPDATE product SET name = name || '.'") // all of them
		w.Exec("UPDATE product SET publish_at = now() + interval '1 day' WHERE slug = 'first'")
		w.Exec("UPDATE product SET publish_at = NULL WHERE slug = 'first'")
		for k := range 6 {
			w.Product("acme", fmt.Sprint("p", i, "-", k))
		}
		w.Exec("DELETE FROM product WHERE slug LIKE $1", fmt.Sprint("p", i, "-%"))
	}
	w.Eventually("every change is announced", announced)

	want, err := announce.TagsFromPostgres(t.Context(), w.Pool, "acme")
	if err != nil {
		t.Fatal(err)
	}
	got := map[uint64][]string{}
	rows, err := w.Pool.Query(t.Context(), "SELECT seq, tags FROM change_signal WHERE tenant_id = 'acme'")
	if err != nil {
		t.Fatal(err)
	}
	var seq uint64
	var of []string
	if _, err := pgx.ForEachRow(rows, []any{&seq, &of},
		func() error { got[seq] = slices.Clone(of); return nil }); err != nil {
		t.Fatal(err)
	}
	for _, seq := range slices.Sorted(maps.Keys(want)) {
		if !slices.Equal(got[seq], want[seq]) {
			t.Errorf("change %d: announced %q, want %q as in Postgres", seq, got[seq], want[seq])
		}
		delete(got, seq)
	}
	if len(got) > 0 {
		t.Errorf("announced although subscribers may not see it: %v", got)
	}
	spared, all := wk.Stats.Announce.Spared.Load(), w.Head("acme")
	if spared < all/4 || spared > all-4 {
		t.Errorf("%d of %d changes were buffered: the test covers too little", spared, all)
	}
}
