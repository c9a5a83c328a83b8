package importer

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/schema/schematest"
)

// Editors create and change the brands and categories of the file in another order while it is imported.
func TestEditorsAndImportsDoNotDeadlock(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	do(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ('real', 'r')")
	var b strings.Builder
	const brands = 40
	for i := range 1200 {
		fmt.Fprintf(&b, `{"id":%d,"name":"P %d","brand":"Brand %d","category":"Shelf %d > Row %d","price":%d}`+"\n", i, i,
			i*7%brands, i*11%brands, i*3%brands, i)
	}
	name := file(t, "p", b.String())
	ctx, stop := context.WithCancel(t.Context())
	var editors sync.WaitGroup
	edited := make([]int, 3)
	for e := range edited {
		editors.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				// Backwards, so that an import without a fixed order of rows would deadlock.
				err := edit(ctx, db, brands-1-i%brands, brands-1-(i*5+e)%brands)
				var pg *pgconn.PgError
				switch {
				case err == nil:
					edited[e]++
				case ctx.Err() != nil, errors.As(err,
					&pg) && (pg.Code == "40P01" || pg.Code == "23505"): // conflict with another editor
				default:
					t.Errorf("editor: %v", err)
					return
				}
			}
		})
	}
	for round := range 3 {
		rejects := filepath.Join(t.TempDir(), "r")
		r := imported(t, db.Pool, Options{Kind: "product", File: name, Batch: 30, Workers: 3, Rejects: rejects})
		if r.Rejected > 0 {
			t.Errorf("round %d: rejected %d rows, such as %v", round, r.Rejected, rejected(t, rejects)[0])
		}
		do(t, db.Pool, "DELETE FROM product WHERE position = 0 AND id < '8'")
	}
	stop()
	editors.Wait()
	imported(t, db.Pool, Options{Kind: "product", File: name})
	same(t, "products", rows(t, db.Pool, `SELECT count(*), count(brand_id), count(*) FILTER (WHERE b.name = 'Brand ' ||`+
		` (substr(p.name, 3)::int * 7 % 40)) FROM product p LEFT JOIN brand b ON b.id = brand_id`),
		[]string{"1200|1200|1200"})
	same(t, "brands", rows(t, db.Pool, "SELECT count(*), count(DISTINCT name) FROM brand WHERE name LIKE 'Brand %'"),
		[]string{"40|40"})
	same(t, "categories", rows(t, db.Pool, `SELECT count(*) FROM product_category j JOIN product p ON p.id = j.product_id
		JOIN category c ON c.id = j.category_id JOIN category s ON s.id = c.parent_id
		WHERE c.name = 'Row ' || (substr(p.name, 3)::int * 3 % 40)
		AND s.name = 'Shelf ' || (substr(p.name, 3)::int * 11 % 40)`), []string{"1200"})
	for e, n := range edited {
		if n == 0 {
			t.Errorf("editor %d made no edit", e)
		}
	}
}

// edit creates or changes two brands and two categories in one transaction.
func edit(ctx context.Context, db *schematest.DB, one, two int) error {
	tx, err := db.Pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	for _, n := range []int{one, two} {
		if _, err := tx.Exec(ctx, `INSERT INTO brand (tenant_id, slug, name, description) VALUES ('real', $1, $2, 'ours')
			ON CONFLICT (tenant_id,
			slug) DO UPDATE SET description = brand.description || '.'`, fmt.Sprintf("brand-%d", n), fmt.Sprintf("Brand %d",
			n)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO category (tenant_id, slug, name) VALUES ('real', $1, $2)
			ON CONFLICT (tenant_id,
			slug) DO UPDATE SET position = category.position + 1`, fmt.Sprintf("shelf-%d", n), fmt.Sprintf("Shelf %d",
			n)); err != nil {
			return err
		}
	}
	return tx.Commit(ctx)
}
