package freshness

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/catalog"
)

// tenantContent is the current content of a tenant, as a source of random URLs.
type tenantContent struct {
	*rand.Rand
	ids, slugs map[string][]string // by kind
	words      []string            // of names
	pairs      []string            // attributes, name:value
	prices     []string            // of products
	used       map[string][]string // ids that products have, by filter
}

// readContent reads the content of a tenant.
func readContent(t testing.TB, e *kit.Editor, r *rand.Rand, tenant string) *tenantContent {
	t.Helper()
	s := &tenantContent{Rand: r, ids: map[string][]string{}, slugs: map[string][]string{}}
	column := func(sql string) []string {
		rows, err := e.Conn.Query(t.Context(), sql, tenant)
		if err != nil {
			t.Fatalf("%v\n%s", err, sql)
		}
		all, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatalf("%v\n%s", err, sql)
		}
		return all
	}
	slugged := map[string]bool{}
	for _, kind := range column(
		"SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'slug' AND $1 " +
			"<> ''") {
		slugged[kind] = true
	}
	for _, res := range catalog.All {
		s.ids[res.Name] = column("SELECT id FROM " + res.Name + " WHERE tenant_id = $1 ORDER BY id")
		if slugged[res.Name] {
			s.slugs[res.Name] = column("SELECT slug FROM " + res.Name + " WHERE tenant_id = $1 AND slug IS NOT NULL ORDER BY id")
		}
	}
	s.words = column(
		"SELECT DISTINCT w FROM product, unnest(string_to_array(search_words, ' ')) w WHERE tenant_id = $1 AND length(w) " +
			"> 3 ORDER BY w")
	s.prices = column("SELECT DISTINCT amount::text FROM product WHERE tenant_id = $1 AND amount IS NOT NULL ORDER BY 1")
	s.used = map[string][]string{
		"brand":    column("SELECT DISTINCT brand_id FROM product WHERE tenant_id = $1 AND brand_id IS NOT NULL ORDER BY 1"),
		"category": column("SELECT DISTINCT category_id FROM product_category WHERE tenant_id = $1 ORDER BY 1"),
	}
	s.pairs = column("SELECT DISTINCT name || ':' || value FROM product_attribute WHERE tenant_id = $1 ORDER BY 1")
	return s
}

// of picks one, or "none" from an empty list.
func (s *tenantContent) of(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return list[s.IntN(len(list))]
}

// addresses returns n different URLs of the tenant: every view at least once, with random parameters.
func (s *tenantContent) addresses(n int) []string {
	var views []*catalog.View
	for v := range catalog.Views() {
		if !v.Uncacheable {
			views = append(views, v)
		}
	}
	all := map[string]bool{}
	for _, v := range views {
		all[s.address(v)] = true
	}
	for tries := 0; len(all) < n && tries < 100*n; tries++ {
		v := views[s.IntN(len(views))]
		if s.IntN(2) == 0 { // half of the requests are for products
			v = &catalog.Product.Views[s.IntN(len(catalog.Product.Views))]
		}
		if v.Special == "filters" && s.IntN(4) > 0 { // filters take longer than all other views
			continue
		}
		if !v.Uncacheable {
			all[s.address(v)] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// address returns one URL of a view.
func (s *tenantContent) address(v *catalog.View) string {
	kind := v.Plan().Resource.Name
	path := v.Path
	for _, name := range v.Plan().Params {
		value := s.of(s.ids[kind])
		if strings.Contains(name, "slug") && len(s.slugs[kind]) > 0 {
			value = s.of(s.slugs[kind])
		}
		if s.IntN(15) == 0 {
			value = "nothing-here"
		}
		path = strings.Replace(path, "{"+name+"}", url.PathEscape(value), 1)
	}
	q := url.Values{}
	for i := range v.Accept {
		if s.IntN(2+len(v.Accept)) > 1 {
			continue
		}
		if f := &v.Accept[i]; s.value(f) != "" {
			q.Set(f.Name, s.value(f))
			if f.Several() && s.IntN(3) == 0 {
				q.Add(f.Name, s.value(f))
			}
		}
	}
	if v.Search && (v.Across || s.IntN(3) == 0) {
		q.Set(v.TextName(), s.text())
	}
	if v.Across && s.IntN(3) == 0 {
		q.Set("modules", s.of([]string{"product", "brand,category", "event,place,blog"}))
	}
	if names := slices.Sorted(maps.Keys(v.Sorts)); len(names) > 0 && s.IntN(3) == 0 {
		q.Set("sort", s.of(names))
		q.Set("order", s.of([]string{"asc", "desc"}))
	}
	if v.Paged() && s.IntN(3) == 0 {
		q.Set("page", fmt.Sprint(1+s.IntN(3)))
	}
	if (v.Paged() || v.Top) && s.IntN(2) == 0 {
		q.Set("limit", s.limit(v))
	}
	if len(q) > 0 {
		path += "?" + q.Encode()
	}
	return "/v1" + path
}

// limit returns a limit that a view accepts.
func (s *tenantContent) limit(v *catalog.View) string {
	_, most := v.Limits()
	return s.of([]string{"1", "2", "3", "7", "20", "20", strconv.Itoa(most)})
}

// value returns a value that a filter accepts, or "".
func (s *tenantContent) value(f *catalog.Filter) string {
	switch f.Type {
	case catalog.Number:
		return s.price()
	case catalog.Integer:
		return fmt.Sprint(2015 + s.IntN(12))
	case catalog.Pairs:
		return s.of(s.pairs)
	case catalog.IDs:
		return s.of(s.ids["product"])
	case catalog.Box:
		return fmt.Sprintf("%d,%d,%d,%d", s.IntN(30), s.IntN(40), 30+s.IntN(30), 40+s.IntN(20))
	case catalog.Letter:
		return string(rune('a' + s.IntN(26)))
	}
	if f.Name == "language" {
		return s.of([]string{"tr", "en", "xx"})
	}
	if len(s.ids[f.Name]) > 0 {
		if (f.Of != "" || strings.Contains(f.Cond.SQL(), "slug")) && s.IntN(2) == 0 {
			return s.of(s.slugs[f.Name])
		}
		return s.of(s.ids[f.Name])
	}
	return f.Example
}

// price returns a price bound: the price of a product, or a random one.
func (s *tenantContent) price() string {
	switch s.IntN(6) {
	case 0:
		return s.of([]string{"0", "0.001", "99999999999999"})
	case 1, 2:
		return fmt.Sprint(50 * s.IntN(60))
	case 3:
		return s.of(s.prices) + "1"
	}
	return s.of(s.prices)
}

// byPrice returns n different URLs that depend on prices: sorted lists, on any page, lists with bounds, and filters.
func (s *tenantContent) byPrice(n int) []string {
	all := map[string]bool{}
	for len(all) < n {
		path, q := s.of([]string{"/v1/product", "/v1/product", "/v1/product", "/v1/product/popular", "/v1/product/filters"}),
			url.Values{}
		for _, by := range []string{"brand", "category"} {
			if s.IntN(2) == 0 {
				q.Set(by, s.of(s.used[by]))
			}
		}
		for _, bound := range []string{"minPrice", "maxPrice"} {
			if s.IntN(3) == 0 {
				q.Set(bound, s.price())
			}
		}
		if !strings.HasSuffix(path, "filters") {
			q.Set("limit", s.of([]string{"1", "2", "3", "5", "20", "100"}))
			if len(q) < 3 || s.IntN(2) == 0 {
				q.Set("sort", "price")
				q.Set("order", s.of([]string{"asc", "desc"}))
				q.Set("page", fmt.Sprint(1+s.IntN(1+s.IntN(12))))
			}
		}
		all[path+"?"+q.Encode()] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// text returns a word of a product's name: whole, its beginning, or misspelt.
func (s *tenantContent) text() string {
	w := []rune(s.of(s.words))
	switch s.IntN(4) {
	case 0:
		w = w[:2+s.IntN(len(w)-2)]
	case 1:
		w[s.IntN(len(w))] = 'q'
	}
	return string(w)
}
