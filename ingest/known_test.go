package ingest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a drain remembers of categories never makes it say anything else than one that asks each time, whatever is tied, untied, moved or lost in between.
func TestPropertyADrainThatRemembersSaysTheSame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.exec(`INSERT INTO tenant (id, name) VALUES ('acme', 'Acme'), ('other', 'Other')`)
	for _, tenant := range []string{"acme", "other"} {
		w.exec(`INSERT INTO category (tenant_id, name, slug) SELECT $1, 'C', 'c' || i FROM generate_series(0, 5) i`, tenant)
		w.exec(`INSERT INTO product (tenant_id, name, slug) SELECT $1, 'P', 'p' || i FROM generate_series(0, 5) i`, tenant)
	}
	seed, rounds := uint64(20261122), 400
	if os.Getenv("VITRINE_PROVE") != "" {
		seed, rounds = rand.Uint64(), 3000
	}
	if s := os.Getenv("VITRINE_SEED"); s != "" {
		var err error
		if seed, err = strconv.ParseUint(s, 10, 64); err != nil {
			t.Fatalf("VITRINE_SEED=%q is no number", s)
		}
	}
	t.Logf("VITRINE_SEED=%d", seed)
	r := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // a test's
	at := map[string]uint64{"acme": w.head("acme"), "other": w.head("other")}
	edit := func() {
		tenant, p, c, d := []string{"acme", "other"}[r.IntN(2)], fmt.Sprint("p", r.IntN(6)), fmt.Sprint("c", r.IntN(6)), fmt.Sprint("c", r.IntN(6))
		switch r.IntN(40) {
		case 0, 1:
			w.exec(`INSERT INTO product_category (tenant_id, product_id, category_id) SELECT $1, p.id, c.id FROM product p, category c
				WHERE p.tenant_id = $1 AND c.tenant_id = $1 AND p.slug = $2 AND c.slug = $3 ON CONFLICT DO NOTHING`, tenant, p, c)
		case 2:
			w.exec(`DELETE FROM product_category t USING product p WHERE p.tenant_id = $1 AND p.slug = $2 AND t.tenant_id = $1 AND t.product_id = p.id`, tenant, p)
		case 3:
			w.exec(`UPDATE product_category t SET category_id = c.id FROM product p, category c WHERE p.tenant_id = $1 AND p.slug = $2 AND t.tenant_id = $1 AND t.product_id = p.id
				AND c.tenant_id = $1 AND c.slug = $3 AND t.id = (SELECT min(id) FROM product_category WHERE tenant_id = $1 AND product_id = p.id)
				AND NOT EXISTS (SELECT FROM product_category WHERE tenant_id = $1 AND product_id = p.id AND category_id = c.id)`, tenant, p, c)
		case 4, 5, 6, 7:
			if c < d { // no circles
				w.exec(`UPDATE category SET parent_id = (SELECT id FROM category WHERE tenant_id = $1 AND slug = $2) WHERE tenant_id = $1 AND slug = $3`, tenant, c, d)
			}
		case 8, 9:
			w.exec(`UPDATE category SET parent_id = NULL WHERE tenant_id = $1 AND slug = $2`, tenant, c)
		case 10:
			if r.IntN(4) == 0 {
				w.exec(`TRUNCATE product_category`)
			}
		case 11:
			w.exec(`DELETE FROM product WHERE tenant_id = $1 AND slug = $2`, tenant, p)
			w.exec(`INSERT INTO product (tenant_id, name, slug) VALUES ($1, 'P', $2)`, tenant, p)
		default:
			w.exec(`UPDATE product SET name = name || '+', amount = coalesce(amount, 0) + 1 WHERE tenant_id = $1 AND slug = $2`, tenant, p)
		}
	}
	var known memory
	remembered := 0
	for range rounds {
		for range 1 + r.IntN(3) {
			edit()
		}
		var from []Position
		for tenant, n := range at {
			from = append(from, Position{Tenant: tenant, Seq: n})
		}
		trails, err := ahead(t.Context(), w.Pool, from, aheadLimit)
		if err != nil {
			t.Fatal(err)
		}
		for _, trail := range trails {
			at[trail.from.Tenant] = trail.head
			remembered += len(known.of[trail.from.Tenant])
			asked, err := steps(t.Context(), w.Pool, trail.sealed, nil)
			if err != nil {
				t.Fatal(err)
			}
			with, err := steps(t.Context(), w.Pool, trail.sealed, &known)
			if err != nil {
				t.Fatal(err)
			}
			for i := range asked {
				slices.Sort(asked[i].tags)
				slices.Sort(with[i].tags)
				if diff := cmp.Diff(asked[i].tags, with[i].tags); diff != "" {
					t.Fatalf("change %d of %s (-asked +remembered):\n%s", asked[i].seq, asked[i].tenant, diff)
				}
			}
		}
	}
	if remembered == 0 {
		t.Error("nothing was ever remembered: this proved nothing")
	}
	n := 0
	for _, in := range known.of {
		n += len(in)
	}
	if n != known.n {
		t.Errorf("%d are counted of %d", known.n, n)
	}
}
