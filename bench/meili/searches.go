package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/bench/pcparts"
)

// A search is one search in the forms of both servers.
type search struct {
	path string         // under /v1
	body map[string]any // of Meilisearch; nil if nothing of it is comparable
}

// kind is a kind of search.
type kind struct {
	name string
	ask  func(v *values) search
}

// visible is the filter of the tenant. Meilisearch is asked for the products that Vitrine shows, with the attributes
// that Vitrine's documents have: n0 is the price in hundredths, g a category, c0 the brand.
const visible = `tenant = "` + pcparts.Tenant + `" AND s <= 1e15`

// searches are the measured kinds.
var searches = []kind{
	{"one word", func(v *values) search { return v.search(v.word(), "", nil) }},
	{"keystroke", func(v *values) search {
		w := []rune(v.title())
		return v.search(string(w[:min(len(w), 3+v.r.IntN(12))]), "", nil)
	}},
	{"title", func(v *values) search { return v.search(v.title(), "", nil) }},
	{"by price", func(v *values) search {
		return v.search(v.word(), "sort=price", map[string]any{"sort": []string{"n0:asc"}})
	}},
	{"category and price", func(v *values) search { // of a product
		p := v.placed[v.r.IntN(len(v.placed))]
		return v.within(strings.Fields(p.Name)[0], p.Slug, int(p.Amount/2))
	}},
	{"filtered, few match", func(v *values) search { // most find nothing
		return v.within(v.word(), v.categories[v.r.IntN(len(v.categories))], 1+v.r.IntN(100))
	}},
	{"filters", func(v *values) search {
		s := v.search(v.word(), "", map[string]any{"limit": 0, "facets": []string{"c0", "c1", "n1", "t", "p", "q", "n0"}})
		s.path = strings.Replace(s.path, "product?", "product/filters?", 1)
		s.path = strings.Replace(s.path, "&limit=20", "", 1)
		return s
	}},
	{"no match", func(v *values) search { return v.search(v.nonsense(1), "", nil) }},
	{"ten nonsense words", func(v *values) search { return v.search(v.nonsense(10), "", nil) }},
}

// values are what searches are made of.
type values struct {
	r          *rand.Rand
	words      []string
	titles     []string
	categories []string
	placed     []placed
	seen       map[string]bool
}

// placed is a product in a category.
type placed struct {
	Name, Slug string
	Amount     float64
}

func readValues(ctx context.Context, pool *pgxpool.Pool) (*values, error) {
	v := &values{r: rand.New(rand.NewPCG(1, 2)), seen: map[string]bool{}}
	for into, sql := range map[*[]string]string{
		&v.titles: "SELECT name FROM product WHERE tenant_id = $1 ORDER BY md5(id) LIMIT 5000",
		&v.words: `SELECT w FROM (SELECT lower(w) AS w FROM product, regexp_split_to_table(name, '[^A-Za-z]+') w
WHERE tenant_id = $1) x WHERE length(w) > 2 GROUP BY w HAVING count(*) > 20 ORDER BY md5(w)`,
		&v.categories: "SELECT slug FROM category WHERE tenant_id = $1 AND parent_id IS NOT NULL ORDER BY slug",
	} {
		rows, err := pool.Query(ctx, sql, pcparts.Tenant)
		if err == nil {
			*into, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		if err != nil {
			return nil, fmt.Errorf("read the values of searches: %w", err)
		}
	}
	rows, err := pool.Query(ctx, `SELECT p.name, c.slug, p.amount::float8 FROM product p
JOIN product_category l ON l.tenant_id = p.tenant_id AND l.product_id = p.id
JOIN category c ON c.tenant_id = p.tenant_id AND c.id = l.category_id AND c.parent_id IS NOT NULL
WHERE p.tenant_id = $1 AND p.amount >= 2 AND p.name ~ '^[A-Za-z0-9]+ ' ORDER BY md5(p.id) LIMIT 5000`, pcparts.Tenant)
	if err == nil {
		v.placed, err = pgx.CollectRows(rows, pgx.RowToStructByPos[placed])
	}
	if err != nil || len(v.placed) == 0 {
		return nil, fmt.Errorf("read the values of searches: %d products in categories, %w", len(v.placed), err)
	}
	return v, nil
}

func (v *values) word() string  { return v.words[v.r.IntN(len(v.words))] }
func (v *values) title() string { return v.titles[v.r.IntN(len(v.titles))] }

// nonsense returns words without a match, and without one nearby.
func (v *values) nonsense(n int) string {
	var all []string
	for range n {
		var b strings.Builder
		for range 9 + v.r.IntN(5) {
			b.WriteByte("qxzjvkw"[v.r.IntN(7)])
		}
		all = append(all, b.String())
	}
	return strings.Join(all, " ")
}

// within makes a search in a category, from a price on.
func (v *values) within(text, slug string, least int) search {
	return v.search(text, fmt.Sprintf("category=%s&minPrice=%d", slug, least), map[string]any{
		"filter": fmt.Sprintf(`%s AND g = "%s" AND n0 >= %d`, visible, slug, least*100)})
}

// search makes a search.
func (v *values) search(text, filters string, more map[string]any) search {
	s := search{path: "product?search=" + url.QueryEscape(text) + "&limit=20", body: map[string]any{
		"q": text, "filter": visible, "limit": 20, "matchingStrategy": "all"}}
	if filters != "" {
		s.path += "&" + filters
	}
	for name, value := range more {
		s.body[name] = value
	}
	return s
}

func (s *search) json() []byte {
	text, _ := json.Marshal(s.body) // strings and numbers
	return text
}
