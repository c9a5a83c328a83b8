package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"

	"vitrine/cmd/vitrine/test/kit"
)

// A crawl reads a tenant list by list and record by record, as its clients would, and checks every answer.
type crawl struct {
	t      *testing.T
	h      *kit.App
	tenant string

	mu     sync.Mutex
	asked  int
	faults map[string]int // number of times that a fault was found, by view and place
}

func newCrawl(t *testing.T, h *kit.App, tenant string) *crawl {
	return &crawl{t: t, h: h, tenant: tenant, faults: map[string]int{}}
}

const crawlers = 4 // concurrent requests

// each calls f for 0 to n-1, several at once.
func (c *crawl) each(n int, f func(i int)) {
	var g errgroup.Group
	g.SetLimit(crawlers)
	for i := range n {
		g.Go(func() error { f(i); return nil })
	}
	_ = g.Wait() // none returns an error
}

var indexRE = regexp.MustCompile(`\[\d+\]`)

// fault reports a fault, at most three times each.
func (c *crawl) fault(view, where, path, fault string) {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	key := view + " " + indexRE.ReplaceAllString(where, "[]")
	if c.faults[key]++; c.faults[key] <= 3 {
		c.t.Errorf("%s of %s: %s %s", path, c.tenant, where, fault)
	}
}

// get requests a path of a view and checks the answer. It returns nil if there is none.
func (c *crawl) get(view, path string) *kit.Answer { return c.page(view, path, 1, 10) }

// page is like get for a path with a page and a limit.
func (c *crawl) page(view, path string, page, limit int) *kit.Answer {
	c.t.Helper()
	r, err := c.h.RoundTrip(c.t.Context(), http.MethodGet, "/v1"+path, "x-service-client", c.tenant)
	if err != nil {
		c.fault(view, "", path, err.Error())
		return &kit.Answer{}
	}
	c.mu.Lock()
	c.asked++
	c.mu.Unlock()
	conforms[view].report(r, page, limit, func(where, fault string) { c.fault(view, where, path, fault) })
	return r
}

// list reads the pages of a list, every stride-th and the last two. With stride 1 it reads all of them, and checks that
// no record is missing or repeated.
func (c *crawl) list(view, path string, stride int) []map[string]any {
	c.t.Helper()
	const limit = 100
	first := c.page(view, path+"?limit=100", 1, limit)
	envelope := first.At(conforms[view].envelope)
	at, _ := envelope.(map[string]any)
	n := func(name string) int { v, _ := at[name].(json.Number); i, _ := v.Int64(); return int(i) }
	pages := make([][]map[string]any, n("totalPages")+1)
	c.each(len(pages), func(i int) {
		if page := i + 1; page%stride == 1%stride || page >= len(pages)-1 {
			pages[i] = records(c.page(view, fmt.Sprintf("%s?limit=100&page=%d", path, page), page, limit))
		}
	})
	all := slices.Concat(pages...)
	seen := map[string]bool{}
	for _, rec := range all {
		if key := idOf(rec); seen[key] {
			c.fault(view, "data", path, key+" is on two pages")
		} else {
			seen[key] = true
		}
	}
	if stride == 1 && len(seen) != n("totalRecords") {
		c.fault(view, "data", path, fmt.Sprintf("%d records on all pages, totalRecords %d", len(seen), n("totalRecords")))
	}
	return all
}

// records returns the objects of a list.
func records(r *kit.Answer) []map[string]any {
	items, _ := r.At("data").([]any)
	out := make([]map[string]any, 0, len(items))
	for _, it := range items {
		if rec, ok := it.(map[string]any); ok {
			out = append(out, rec)
		}
	}
	return out
}

func idOf(rec map[string]any) string {
	for _, name := range []string{"_id", "id"} {
		if s, ok := rec[name].(string); ok {
			return s
		}
	}
	return ""
}

func slugOf(rec map[string]any) string {
	s, _ := rec["slug"].(string)
	return url.PathEscape(s)
}

// some returns about n of the records, spread evenly.
func some(recs []map[string]any, n int) []map[string]any {
	if n <= 0 || len(recs) <= n {
		return recs
	}
	out := make([]map[string]any, n)
	for i := range out {
		out[i] = recs[i*len(recs)/n]
	}
	return out
}

// products checks the product module: every stride-th page of the list, and some products with their details and
// similar products.
func (c *crawl) products(stride, details, similar int) {
	cards := c.list("/product", "/product", stride)
	chosen := some(cards, details)
	c.each(len(chosen), func(i int) {
		card := chosen[i]
		r := c.get("/product/{slug}", "/product/"+slugOf(card))
		for _, same := range []string{"name", "slug", "status", "year", "saleType"} {
			if got, want := r.At("data", same), card[same]; got != want {
				c.fault("/product/{slug}", same, slugOf(card), fmt.Sprintf("is %v, in the list %v", got, want))
			}
		}
		price, _ := card["price"].(map[string]any)
		for _, same := range []string{"amount", "sale", "currency"} {
			if got, want := r.At("data", "price", same), price[same]; got != want {
				c.fault("/product/{slug}", "price."+same, slugOf(card), fmt.Sprintf("is %v, in the list %v", got, want))
			}
		}
		if r.At("data", "id") != card["_id"] {
			c.fault("/product/{slug}", "id", slugOf(card), fmt.Sprintf("is %v, in the list %v", r.At("data", "id"), card["_id"]))
		}
	})
	chosen = some(cards, similar)
	c.each(len(chosen), func(i int) {
		recs := records(c.get("/product/{slug}/similar", "/product/"+slugOf(chosen[i])+"/similar?limit=4"))
		if len(recs) > 4 || slices.ContainsFunc(recs, func(rec map[string]any) bool { return idOf(rec) == idOf(chosen[i]) }) {
			c.fault("/product/{slug}/similar", "data", slugOf(chosen[i]),
				fmt.Sprintf("%d products, or the product itself", len(recs)))
		}
	})
	for _, path := range []string{"/product/new", "/product/popular"} {
		for page := range 3 {
			c.page(path, fmt.Sprintf("%s?limit=50&page=%d", path, page+1), page+1, 50)
		}
	}
	for _, sort := range []string{"price", "name", "year", "createdAt", "popularity"} {
		c.page("/product", "/product?limit=100&sort="+sort, 1, 100)
		c.page("/product", "/product?limit=100&order=desc&page=2&sort="+sort, 2, 100)
	}
	c.each(10, func(i int) { c.get("/product/random/{amount}", fmt.Sprintf("/product/random/%d", 1+i*11)) })
}

// shops checks brands and merchants.
func (c *crawl) shops(details int) {
	brands := some(c.list("/brand", "/brand", 1), details)
	c.each(len(brands), func(i int) {
		c.get("/brand/{slug}", "/brand/"+slugOf(brands[i]))
		c.get("/brand/card/{slug}", "/brand/card/"+slugOf(brands[i]))
		c.get("/brand/id/{_id}", "/brand/id/"+idOf(brands[i]))
	})
	merchants := some(c.list("/merchant", "/merchant", 1), details)
	c.each(len(merchants), func(i int) {
		c.get("/merchant/{slug}", "/merchant/"+slugOf(merchants[i]))
		c.get("/merchant/card/{slug}", "/merchant/card/"+slugOf(merchants[i]))
	})
	for _, view := range []string{"/brand/location", "/merchant/location"} {
		all := records(c.get(view, view))
		east, west := records(c.get(view, view+"?bbox=0,-90,180,90")),
			records(c.get(view, view+"?bbox=-180,-90,-0.0000000001,90"))
		if len(east)+len(west) != len(all) {
			c.fault(view, "data", view, fmt.Sprintf("%d places, but %d east and %d west of Greenwich", len(all), len(east),
				len(west)))
		}
	}
}

// categories checks the categories, each on its own page, and that list and tree have the same ones.
func (c *crawl) categories(details int) []map[string]any {
	list := records(c.get("/category/list", "/category/list"))
	inTree := map[string]bool{}
	var walk func(nodes []map[string]any)
	walk = func(nodes []map[string]any) {
		for _, node := range nodes {
			if inTree[idOf(node)] {
				c.fault("/category/tree", "data", "/category/tree", idOf(node)+" is there twice")
			}
			inTree[idOf(node)] = true
			walk(records(&kit.Answer{JSON: map[string]any{"data": node["children"]}}))
		}
	}
	walk(records(c.get("/category/tree", "/category/tree")))
	for _, rec := range list {
		if !inTree[idOf(rec)] {
			c.fault("/category/tree", "data", "/category/tree", idOf(rec)+" is in the list and not in the tree")
		}
	}
	if len(inTree) != len(list) {
		c.fault("/category/tree", "data", "/category/tree",
			fmt.Sprintf("%d categories, %d in the list", len(inTree), len(list)))
	}
	chosen := some(list, details)
	c.each(len(chosen), func(i int) {
		bySlug := c.get("/category/{slug}", "/category/"+slugOf(chosen[i]))
		if i%10 == 0 {
			if byID := c.get("/category/{slug}", "/category/"+idOf(chosen[i])); string(byID.Body) != string(bySlug.Body) {
				c.fault("/category/{slug}", "", idOf(chosen[i]), "is another category by id than by slug")
			}
		}
	})
	return list
}

// content checks every other module by its views: each list in pages as a whole, and below it the records by slug or
// id.
func (c *crawl) content() {
	for list, answer := range conforms {
		other := !slices.Contains([]string{"/product", "/brand", "/merchant"}, list)
		if top := strings.Count(list, "/") == 1; !top || !other || answer.envelope == "" {
			continue
		}
		recs := c.list(list, list, 1)
		for view := range conforms {
			below, ok := strings.CutPrefix(view, list+"/")
			switch {
			case !ok:
			case conforms[view].envelope != "": // upcoming, passed, new
				c.list(view, view, 1)
			case !strings.Contains(below, "{"):
				c.get(view, view)
			default:
				c.each(len(recs), func(i int) {
					for name, value := range map[string]string{"{slug}": slugOf(recs[i]), "{_id}": idOf(recs[i])} {
						if strings.Contains(view, name) && value != "" {
							c.get(view, strings.Replace(view, name, value, 1))
						}
					}
				})
			}
		}
	}
	for _, rec := range records(c.get("/attribute", "/attribute")) {
		c.get("/attribute/{id}", "/attribute/"+idOf(rec))
	}
	groups := map[string]bool{}
	for _, rec := range records(c.get("/faq", "/faq")) {
		if group, ok := rec["group"].(map[string]any); ok && !groups[slugOf(group)] {
			groups[slugOf(group)] = true
			c.get("/faq/{slug}", "/faq/"+slugOf(group))
		}
	}
}
