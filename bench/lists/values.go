package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// values are the values of filters.
type values struct {
	products           int
	categories, brands []string
	pairs              []string // name:value, as often as products have them
	words, titles      []string
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
		{&v.words, `SELECT w FROM (SELECT string_to_table(name, ' ') AS w, id FROM product WHERE tenant_id = $1) x
			WHERE w ~ '^[[:alnum:]]+$' ORDER BY md5(id || w) LIMIT 5000`},
		{&v.titles, "SELECT name FROM product WHERE tenant_id = $1 ORDER BY md5(id) LIMIT 500"},
		{&v.slugs, "SELECT slug FROM product WHERE tenant_id = $1 ORDER BY md5(id) LIMIT 5000"},
		{&v.ids, "SELECT id FROM product WHERE tenant_id = $1 ORDER BY md5(id) LIMIT 5000"},
		{&v.prices, `SELECT amount::text FROM product WHERE tenant_id = $1 AND amount IS NOT NULL
			ORDER BY md5(id) LIMIT 5000`},
	} {
		rows, err := pool.Query(ctx, q.sql, tenant)
		if err == nil {
			*q.into, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		if err != nil {
			return nil, fmt.Errorf("read the values for requests: %w", err)
		}
	}
	for _, p := range v.pairs {
		name := nameOf(p)
		v.byName[name] = append(v.byName[name], p)
	}
	return v, pool.QueryRow(ctx, "SELECT count(*) FROM product WHERE tenant_id = $1", tenant).Scan(&v.products)
}

func any1(r *rand.Rand, all []string) string { return all[r.IntN(len(all))] }
