package pcparts

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/bench/rig"
)

// A Kind is a kind of request.
type Kind int

// The kinds of requests.
const (
	Pages Kind = iota
	Lists
	Filters
	Searches
	Kinds
)

func (k Kind) String() string { return [Kinds]string{"pages", "lists", "filters", "searches"}[k] }

// Requests are possible requests by kind, the most frequent first.
type Requests struct {
	Of                 [Kinds][][]byte
	Shares             [Kinds]int // in percent; pages have the rest
	IDs                []string   // of the products, unordered
	Categories, Brands int

	zipf [Kinds]*rig.Zipf
}

// searches is the number of different texts.
const searches = 5000

// ReadRequests makes the possible requests. Lists are those that a storefront links to: all products, each category and
// each brand, in each order; the most frequent attributes in each category; price ranges of each category. Each has its
// first pages. Searches are the first one to three words of a title. The order of frequency is random.
func ReadRequests(ctx context.Context, pool *pgxpool.Pool, seed uint64) (*Requests, error) {
	a := &Requests{}
	var slugs, categories, brands, pairs, titles []string
	for _, q := range []struct {
		into *[]string
		sql  string
	}{
		{&a.IDs, "SELECT id FROM product WHERE tenant_id = $1 AND status = 'PUBLISHED' ORDER BY id"},
		{&slugs, "SELECT slug FROM product WHERE tenant_id = $1 AND status = 'PUBLISHED' ORDER BY id"},
		{&categories, "SELECT slug FROM category WHERE tenant_id = $1 ORDER BY slug"},
		{&brands, `SELECT brand_id FROM product WHERE tenant_id = $1 AND brand_id IS NOT NULL
			GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 200`},
		{&pairs, `SELECT name || ':' || value FROM product_attribute WHERE tenant_id = $1
			GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 100`},
		{&titles, "SELECT name FROM product WHERE tenant_id = $1 AND status = 'PUBLISHED' ORDER BY md5(id)"},
	} {
		rows, err := pool.Query(ctx, q.sql, Tenant)
		if err == nil {
			*q.into, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		if err != nil {
			return nil, fmt.Errorf("read the values for requests: %w", err)
		}
	}
	r := rand.New(rand.NewPCG(seed, 1))
	for _, s := range slugs {
		a.Of[Pages] = append(a.Of[Pages], request("product/"+s, nil))
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
				a.Of[Lists] = append(a.Of[Lists], request("product", q))
			}
		}
	}
	filter := func(narrow url.Values) { a.Of[Filters] = append(a.Of[Filters], request("product/filters", narrow)) }
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
	texts := map[string]bool{}
	for _, title := range titles {
		words := strings.Fields(strings.ToLower(title))
		text := strings.Join(words[:min(len(words), 1+r.IntN(3))], " ")
		if !texts[text] && len(texts) < searches {
			texts[text] = true
			a.Of[Searches] = append(a.Of[Searches], request("product", url.Values{"search": {text}}))
		}
	}
	if len(a.Of[Pages]) == 0 || len(brands) == 0 || len(pairs) == 0 {
		return nil, fmt.Errorf("%d products, %d brands, %d attributes: too few for the benchmark",
			len(a.Of[Pages]), len(brands), len(pairs))
	}
	for kind, all := range a.Of {
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		a.zipf[kind] = rig.NewZipf(len(all), 1)
	}
	a.Categories, a.Brands = len(categories), len(brands)
	return a, nil
}

func request(path string, q url.Values) []byte {
	if len(q) > 0 {
		path += "?" + q.Encode() // sorted by name, as in the canonical form
	}
	return rig.Request("/t/"+Tenant+"/v1/"+path, "gzip")
}

// Draw chooses a request: its kind by the shares, and one of the kind by Zipf's law.
func (a *Requests) Draw(r *rand.Rand) (kind Kind, request []byte) {
	n := r.IntN(100)
	for kind = Kinds - 1; kind > Pages; kind-- {
		if n -= a.Shares[kind]; n < 0 {
			break
		}
	}
	return kind, a.Of[kind][a.zipf[kind].Draw(r)]
}
