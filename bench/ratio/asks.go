package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/bench/pcparts"
	"vitrine/bench/rig"
)

// asks are the requests by kind, the most frequent first.
type asks struct {
	pages, lists, filters  [][]byte
	page, list, filter     *rig.Zipf
	ids                    []string // of the products, unordered
	categories, brands     int
	listShare, filterShare int // in percent; the rest are pages
}

// readAsks creates the possible requests. Lists are those that a storefront links to: all products, each category and
// each brand, in each order; the most frequent attributes in each category; price ranges of each category. Each has its
// first pages. The order of frequency is random.
func readAsks(ctx context.Context, pool *pgxpool.Pool, seed uint64) (*asks, error) {
	a := &asks{}
	var slugs, categories, brands, pairs []string
	for _, q := range []struct {
		into *[]string
		sql  string
	}{
		{&a.ids, "SELECT id FROM product WHERE tenant_id = $1 AND status = 'PUBLISHED' ORDER BY id"},
		{&slugs, "SELECT slug FROM product WHERE tenant_id = $1 AND status = 'PUBLISHED' ORDER BY id"},
		{&categories, "SELECT slug FROM category WHERE tenant_id = $1 ORDER BY slug"},
		{&brands, `SELECT brand_id FROM product WHERE tenant_id = $1 AND brand_id IS NOT NULL
			GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 200`},
		{&pairs, `SELECT name || ':' || value FROM product_attribute WHERE tenant_id = $1
			GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 100`},
	} {
		rows, err := pool.Query(ctx, q.sql, pcparts.Tenant)
		if err == nil {
			*q.into, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		if err != nil {
			return nil, fmt.Errorf("read the values for requests: %w", err)
		}
	}
	r := rand.New(rand.NewPCG(seed, 1))
	for _, s := range slugs {
		a.pages = append(a.pages, request("product/"+s, nil))
	}
	orders := []url.Values{{}, {"sort": {"price"}, "order": {"asc"}}, {"sort": {"price"}, "order": {"desc"}},
		{"sort": {"createdAt"}, "order": {"desc"}}, {"sort": {"popularity"}, "order": {"desc"}}}
	list := func(pages int, narrow url.Values) {
		for _, order := range orders {
			for page := 1; page <= pages; page++ {
				q := url.Values{}
				for _, v := range []url.Values{narrow, order} {
					for name, values := range v {
						q[name] = values
					}
				}
				if page > 1 {
					q.Set("page", strconv.Itoa(page))
				}
				a.lists = append(a.lists, request("product", q))
			}
		}
	}
	filter := func(narrow url.Values) { a.filters = append(a.filters, request("product/filters", narrow)) }
	list(3, url.Values{})
	filter(url.Values{})
	for _, b := range brands {
		list(2, url.Values{"brand": {b}})
		filter(url.Values{"brand": {b}})
	}
	for _, c := range categories {
		list(5, url.Values{"category": {c}})
		filter(url.Values{"category": {c}})
		for _, band := range [][2]string{{"0", "50"}, {"50", "200"}, {"200", "1000"}} {
			list(1, url.Values{"category": {c}, "minPrice": {band[0]}, "maxPrice": {band[1]}})
		}
		for _, p := range pairs[:min(10, len(pairs))] {
			list(1, url.Values{"category": {c}, "attributes": {p}})
			filter(url.Values{"category": {c}, "attributes": {p}})
		}
	}
	for _, kind := range [][][]byte{a.pages, a.lists, a.filters} {
		r.Shuffle(len(kind), func(i, j int) { kind[i], kind[j] = kind[j], kind[i] })
	}
	if len(a.pages) == 0 || len(brands) == 0 || len(pairs) == 0 {
		return nil, fmt.Errorf("%d products, %d brands, %d attributes: too few for the benchmark",
			len(a.pages), len(brands), len(pairs))
	}
	a.page, a.list, a.filter = rig.NewZipf(len(a.pages), 1), rig.NewZipf(len(a.lists), 1), rig.NewZipf(len(a.filters), 1)
	a.categories, a.brands = len(categories), len(brands)
	return a, nil
}

func request(path string, q url.Values) []byte {
	if len(q) > 0 {
		path += "?" + q.Encode() // sorted by name, as in the canonical form
	}
	return rig.Request("/t/"+pcparts.Tenant+"/v1/"+path, "gzip")
}

// The kinds of requests.
const (
	pages = iota
	lists
	filters
	kinds
)

var kindNames = [kinds]string{"pages", "lists", "filters"}

// draw chooses a request.
func (a *asks) draw(r *rand.Rand) (kind int, request []byte) {
	switch n := r.IntN(100); {
	case n >= a.listShare+a.filterShare:
		return pages, a.pages[a.page.Draw(r)]
	case n >= a.filterShare:
		return lists, a.lists[a.list.Draw(r)]
	default:
		return filters, a.filters[a.filter.Draw(r)]
	}
}

// edit edits one random product.
func (a *asks) edit(ctx context.Context, pool *pgxpool.Pool, r *rand.Rand) error {
	id := a.ids[r.IntN(len(a.ids))]
	var sql string
	args := []any{pcparts.Tenant, id}
	switch n := r.IntN(100); {
	case n < 50:
		sql, args = "amount = $3", append(args, float64(r.IntN(100_000))/100)
	case n < 75:
		sql, args = "stock = $3", append(args, r.IntN(1000))
	case n < 90:
		sql, args = "name = split_part(name, ' · ', 1) || ' · ' || $3::text, description = $3", append(args,
			strconv.Itoa(r.IntN(1_000_000)))
	default:
		sql = "status = CASE status WHEN 'PUBLISHED' THEN 'ARCHIVED' ELSE 'PUBLISHED' END"
	}
	_, err := pool.Exec(ctx, "UPDATE product SET "+sql+" WHERE tenant_id = $1 AND id = $2", args...)
	if err != nil {
		return fmt.Errorf("edit: %w", err)
	}
	return nil
}
