package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cmd/vitrine/importer"
)

// rest is what the file does not have: three headings above its categories, and one above those; brands by the first word of the name; a
// year for every other product; sales.
const rest = `
INSERT INTO category (tenant_id, slug, name, type) VALUES ('pc', 'everything', 'Everything', 'product');
INSERT INTO category (tenant_id, slug, name, type, parent_id)
SELECT 'pc', 'group-' || i, 'Group ' || i, 'product', (SELECT id FROM category WHERE tenant_id = 'pc' AND slug = 'everything') FROM generate_series(1, 3) i;
UPDATE category SET parent_id = (SELECT id FROM category g WHERE g.tenant_id = 'pc' AND g.slug = 'group-' || 1 + abs(hashtext(category.slug)) % 3)
WHERE tenant_id = 'pc' AND parent_id IS NULL AND slug <> 'everything';
INSERT INTO brand (tenant_id, slug, name)
SELECT 'pc', 'brand-' || md5(w), w FROM (SELECT split_part(name, ' ', 1) AS w FROM product WHERE tenant_id = 'pc') x WHERE length(w) > 1 GROUP BY w HAVING count(*) >= 20;
UPDATE product p SET sold = abs(hashtext(p.id)) % 1000, visits = abs(hashtext(p.id || 'v')) % 100000,
  year = CASE WHEN hashtext(p.id) % 2 = 0 THEN 2010 + abs(hashtext(p.slug)) % 16 END,
  created_at = now() - make_interval(mins => abs(hashtext(p.id || 'c')) % 1000000),
  brand_id = (SELECT b.id FROM brand b WHERE b.tenant_id = 'pc' AND b.name = split_part(p.name, ' ', 1))
WHERE tenant_id = 'pc';`

// fill imports the file and adds the rest, if that is not done.
func (b *bench) fill(ctx context.Context, file string) error {
	var done bool
	if err := b.house.Pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM category WHERE tenant_id = $1 AND slug = 'everything')", shop).Scan(&done); err != nil || done {
		return wrap(err, "look for the shop")
	}
	began := time.Now()
	report, err := importer.Run(ctx, b.house.Pool, importer.Options{Kind: "product", File: file, Tenant: shop})
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	fmt.Fprintf(b.out, "imported %d products in %v\n", report.Read, time.Since(began).Round(time.Second))
	for _, sql := range []string{rest, "VACUUM ANALYZE"} {
		if _, err := b.house.Pool.Exec(ctx, sql); err != nil {
			return fmt.Errorf("add the rest: %w", err)
		}
	}
	return nil
}

func wrap(err error, what string) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// values are what a reader can ask for.
type values struct {
	products           int
	categories, brands []string
	pairs              []string // name:value, as often as products have them: a reader asks for what there is
	words              []string
	slugs, ids         []string
	prices             []string
	byName             map[string][]string // pairs, by name
}

func readValues(ctx context.Context, pool *pgxpool.Pool) (*values, error) {
	v := &values{byName: map[string][]string{}}
	for _, q := range []struct {
		into *[]string
		sql  string
	}{
		{&v.categories, "SELECT slug FROM category WHERE tenant_id = $1 ORDER BY slug"},
		{&v.brands, "SELECT id FROM brand WHERE tenant_id = $1 ORDER BY id"},
		{&v.pairs, "SELECT name || ':' || value FROM product_attribute WHERE tenant_id = $1 ORDER BY md5(id) LIMIT 5000"},
		{&v.words, "SELECT w FROM (SELECT string_to_table(name, ' ') AS w, id FROM product WHERE tenant_id = $1) x WHERE w ~ '^[[:alnum:]]+$' ORDER BY md5(id || w) LIMIT 5000"},
		{&v.slugs, "SELECT slug FROM product WHERE tenant_id = $1 ORDER BY md5(id) LIMIT 5000"},
		{&v.ids, "SELECT id FROM product WHERE tenant_id = $1 ORDER BY md5(id) LIMIT 5000"},
		{&v.prices, "SELECT amount::text FROM product WHERE tenant_id = $1 AND amount IS NOT NULL ORDER BY md5(id) LIMIT 5000"},
	} {
		rows, err := pool.Query(ctx, q.sql, shop)
		if err == nil {
			*q.into, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		if err != nil {
			return nil, fmt.Errorf("read what there is to ask: %w", err)
		}
	}
	for _, p := range v.pairs {
		name := nameOf(p)
		v.byName[name] = append(v.byName[name], p)
	}
	return v, wrap(pool.QueryRow(ctx, "SELECT count(*) FROM product WHERE tenant_id = $1", shop).Scan(&v.products), "count products")
}

func any1(r *rand.Rand, all []string) string { return all[r.IntN(len(all))] }
