package main

import (
	"cmp"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
)

// A kind is a kind of request.
type kind struct {
	name string
	ask  func(v *values, r *rand.Rand) string // returns path and query under /v1
}

// kinds are the measured requests. Every list has a random page (one of the first 20, or of all for deep pages) and
// limit.
var kinds = []kind{
	{"plain", list(func(*values, *rand.Rand, url.Values) {}, true)},
	{"plain, deep page", list(func(v *values, r *rand.Rand, q url.Values) {
		q.Set("page", strconv.Itoa(1+r.IntN(v.products/100)))
	}, true)},
	{"newest, popular", func(v *values, r *rand.Rand) string {
		q := url.Values{}
		page(r, q)
		if r.IntN(2) == 0 {
			q.Set("category", any1(r, v.categories))
		}
		return []string{"product/new", "product/popular"}[r.IntN(2)] + "?" + q.Encode()
	}},
	{"category", list(func(v *values, r *rand.Rand, q url.Values) { q.Set("category", any1(r, v.categories)) }, true)},
	{"price range", list(prices, true)},
	{"brand", list(func(v *values, r *rand.Rand, q url.Values) { q["brand"] = some(r, v.brands, 4) }, true)},
	{"attribute", list(func(v *values, r *rand.Rand, q url.Values) { q.Set("attributes", any1(r, v.pairs)) }, true)},
	{"attributes, any and all", list(attributes, true)},
	{"search", list(search, false)},
	{"keystrokes", func(v *values, r *rand.Rand) string { // a title that is half typed, as a search box sends it
		title := []rune(any1(r, v.titles))
		return "product?" + url.Values{"search": {string(title[:1+r.IntN(len(title))])}}.Encode()
	}},
	{"search, beginnings", list(func(v *values, r *rand.Rand, q url.Values) {
		w := []rune(any1(r, v.words))
		q.Set("search", string(w[:1+r.IntN(min(3, len(w)))]))
	}, false)},
	{"search, sorted", list(search, true)},
	{"everything at once", list(func(v *values, r *rand.Rand, q url.Values) {
		for _, set := range []func(*values, *rand.Rand, url.Values){prices, attributes, search} {
			if r.IntN(2) == 0 {
				set(v, r, q)
			}
		}
		q.Set("category", any1(r, v.categories))
		if r.IntN(2) == 0 {
			q["brand"] = some(r, v.brands, 8)
		}
		if r.IntN(3) == 0 {
			q.Set("year", strconv.Itoa(2010+r.IntN(16)))
		}
		q["discard"] = some(r, v.ids, 5)
	}, true)},
	{"filters, of all", func(v *values, r *rand.Rand) string {
		return "product/filters?" + url.Values{"discard": some(r, v.ids, 3)}.Encode()
	}},
	{"filters, narrowed", func(v *values, r *rand.Rand) string {
		q := url.Values{}
		for _, set := range []func(*values, *rand.Rand, url.Values){prices, attributes, search} {
			if r.IntN(3) == 0 {
				set(v, r, q)
			}
		}
		q.Set("category", any1(r, v.categories))
		if r.IntN(3) == 0 {
			q["brand"] = some(r, v.brands, 4)
		}
		q["discard"] = some(r, v.ids, 3)
		return "product/filters?" + q.Encode()
	}},
}

// mistyped is measured without a promise.
var mistyped = kind{"search, mistyped", list(func(v *values, r *rand.Rand, q url.Values) {
	w := []rune(strings.ToLower(any1(r, v.words)))
	for len(w) < 5 {
		w = []rune(strings.ToLower(any1(r, v.words)))
	}
	w[2], w[3] = w[3], w[2]
	q.Set("search", string(w)+strconv.Itoa(r.IntN(10)))
}, false)}

// list makes requests for a list that set filters. Two thirds of them are sorted if sorts is set.
func list(set func(*values, *rand.Rand, url.Values), sorts bool) func(*values, *rand.Rand) string {
	return func(v *values, r *rand.Rand) string {
		q := url.Values{}
		page(r, q)
		if sorts && r.IntN(3) > 0 {
			q.Set("sort", []string{"price", "name", "createdAt", "popularity", "year"}[r.IntN(5)])
			q.Set("order", []string{"asc", "desc"}[r.IntN(2)])
		}
		set(v, r, q)
		return "product?" + q.Encode()
	}
}

func page(r *rand.Rand, q url.Values) {
	q.Set("page", strconv.Itoa(1+r.IntN(20)))
	q.Set("limit", strconv.Itoa(10+r.IntN(91)))
}

func prices(v *values, r *rand.Rand, q url.Values) {
	a, b := any1(r, v.prices), any1(r, v.prices)
	x, _ := strconv.ParseFloat(a, 64) // both are numbers from the database
	y, _ := strconv.ParseFloat(b, 64)
	if cmp.Compare(x, y) > 0 {
		a, b = b, a
	}
	if r.IntN(4) > 0 {
		q.Set("minPrice", a)
	}
	if r.IntN(4) > 0 || q.Get("minPrice") == "" {
		q.Set("maxPrice", b)
	}
}

// attributes sets one to three names, all of which must match, each with up to three values, any of which matches.
func attributes(v *values, r *rand.Rand, q url.Values) {
	for range 1 + r.IntN(3) {
		q["attributes"] = append(q["attributes"], some(r, v.byName[nameOf(any1(r, v.pairs))], 3)...)
	}
}

func search(v *values, r *rand.Rand, q url.Values) {
	text := any1(r, v.words)
	if r.IntN(2) == 0 {
		text += " " + any1(r, v.words)
	}
	q.Set("search", strings.ToLower(text))
}

func some(r *rand.Rand, all []string, most int) []string {
	var out []string
	for range 1 + r.IntN(most) {
		out = append(out, any1(r, all))
	}
	return out
}

func nameOf(pair string) string {
	name, _, _ := strings.Cut(pair, ":")
	return name
}
