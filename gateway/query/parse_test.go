package query

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"
	"pgregory.net/rapid"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

func productList(t testing.TB) *catalog.View {
	t.Helper()
	for i := range catalog.Product.Views {
		if v := &catalog.Product.Views[i]; v.Path == "/product" {
			return v
		}
	}
	t.Fatal("the catalogue has no view /product")
	return nil
}

func canonicalOf(t testing.TB, query string) (string, error) {
	t.Helper()
	var args fasthttp.Args
	args.Parse(query)
	a, err := parse(productList(t), nil, &args)
	if err != nil {
		return "", err
	}
	a.rawPath = "/product"
	return string(a.AppendURL(nil)), nil
}

func TestQueriesWithOneMeaningHaveOneKey(t *testing.T) {
	t.Parallel()
	f := func(query, want string) {
		t.Helper()
		got, err := canonicalOf(t, query)
		if err != nil || got != want {
			t.Errorf("%s: got %s, %v; want %s", query, got, err, want)
		}
	}
	f("", "/product")
	f("page=1&limit=10", "/product")
	f("perPage=20", "/product?limit=20")
	f("limit=20&page=2", "/product?limit=20&page=2")
	f("page=2&limit=20", "/product?limit=20&page=2")
	f("utm_source=x&page=2", "/product?page=2")
	f("category=b,a&category[]=a", "/product?category=a&category=b")
	f("minPrice=010.50", "/product?minPrice=10.5")
	f("minPrice=0", "/product?minPrice=0")
	f("minPrice=100.000000000000001", "/product?minPrice=100.000000000000001") // rounded to 100 it would be another bound
	f("minPrice=.1000000000000000000", "/product?minPrice=0.1")
	f("q=++red++shoe", "/product?search=red+shoe")
	f("sortBy=price&order=desc", "/product?order=desc&sort=price")
	f("sort=price&order=asc", "/product?sort=price")
	f("order=desc", "/product")
	f("attributes=size:42&attributes=color:red", "/product?attributes=color%3Ared&attributes=size%3A42")
	f("category=&minPrice=&search=", "/product")
	f("search=cafe%CC%81", "/product?search=caf%C3%A9")
	f("attributes=Weight:1%C2%A0kg%20", "/product?attributes=Weight%3A1+kg")
	f("attributes=%09Weight%20:%201%20%20kg", "/product?attributes=Weight%3A1+kg")
	f(`attributes=Ratio%2016\:9:x:y`, "/product?attributes=Ratio+16%5C%3A9%3Ax%3Ay")
	f(`attributes=a\b:c`, "/product?attributes=a%5Cb%3Ac") // a backslash before another letter is itself
	f("brand=c%CC%A7elik%E2%80%8B", "/product?brand=%C3%A7elik")
}

func TestInvalidParametersAreNamed(t *testing.T) {
	t.Parallel()
	f := func(query, field string) {
		t.Helper()
		got, err := canonicalOf(t, query)
		var e *api.Error
		if !errors.As(err, &e) || e.Status != 400 || len(e.Fields) != 1 || e.Fields[0].Field != field {
			t.Errorf("%s: got %q, %v; want a 400 for %s", query, got, err, field)
		}
	}
	f("page=0", "page")
	f("page=-1", "page")
	f("page=1.5", "page")
	f("page=x", "page")
	f("page=99999999999999999999", "page")
	f("page=1&page=2", "page")
	f("limit=0", "limit")
	f("limit=101", "limit")
	f("limit=10&perPage=10", "perPage")
	f("perPage=101", "perPage")
	f("sort=price&sortBy=name", "sortBy")
	f("sortBy=secret", "sortBy")
	f("sort=name&order=asc&order=desc", "order")
	f("q="+strings.Repeat("x", 5000), "q")
	f("page[]=1", "page")
	f("search[]=a", "search")
	f("minPrice[]=1", "minPrice")
	f("minPrice=-1", "minPrice")
	f("search=a&q=b", "q")
	f("search=a&search=b", "search")
	f("sort=secret", "sort")
	f("order=up&sort=price", "order")
	f("minPrice=cheap", "minPrice")
	f("minPrice=1e3", "minPrice")
	f("minPrice=.1234567890123456789", "minPrice") // 21 characters, written out
	f("minPrice=NaN", "minPrice")
	f("minPrice=1&minPrice=2", "minPrice")
	f("year=2024.5", "year")
	f("year=99999999999", "year")
	f("attributes=red", "attributes")
	f("attributes=:red", "attributes")
	f("discard=nothex", "discard")
	f("search=a%00b", "search")
	f("search=%ff", "search")
	f("brand=%ff", "brand")
	f("search="+strings.Repeat("x", 5000), "search")
	f("discard="+many(101), "discard")
}

// many lists n ids.
func many(n int) string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("%024x", i)
	}
	return strings.Join(ids, ",")
}

// The answer is made from the key, so a canonical form must be its own canonical form. Otherwise one meaning would have
// two keys, or one key two meanings.
func TestACanonicalFormIsItsOwnCanonicalForm(t *testing.T) {
	t.Parallel()
	names := []string{"page", "limit", "perPage", "sort", "order", "search", "category", "brand[]", "minPrice",
		"maxPrice", "year", "language",
		"attributes", "discard", "merchant", "unknown"}
	vals := []string{"", "1", "2", "007", "-3", "1.50", "price", "name", "desc", "asc", "a,b,,a", "color:red",
		"İstanbul", "é", "e\u0301", "a b  c",
		"50f000000000000000000001", "50f000000000000000000001,50f000000000000000000000", "x:y:z", "%", "&", "=", "+",
		"\x00", "\xff"}
	rapid.Check(t, func(t *rapid.T) {
		q := url.Values{}
		for range rapid.IntRange(0, 6).Draw(t, "parameters") {
			value := rapid.OneOf(rapid.SampledFrom(vals), rapid.String())
			q.Add(rapid.SampledFrom(names).Draw(t, "name"), value.Draw(t, "value"))
		}
		once, err := canonicalURL(q.Encode())
		if err != nil {
			return
		}
		_, query, _ := strings.Cut(once, "?")
		twice, err := canonicalURL(query)
		if err != nil || once != twice {
			t.Fatalf("%s became %s, which became %s (%v)", q.Encode(), once, twice, err)
		}
	})
}

func canonicalURL(query string) (string, error) {
	var args fasthttp.Args
	args.Parse(query)
	a, err := parse(&catalog.Product.Views[0], nil, &args)
	if err != nil {
		return "", err
	}
	a.rawPath = "/product"
	return string(a.AppendURL(nil)), nil
}

func FuzzParse(f *testing.F) {
	for _, q := range []string{"", "page=1", "category[]=a&category=b", "attributes=a:b&attributes=a:c", "minPrice=-0",
		"search=%C4%B0", "a;b=c", "%", "page=%31"} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, query string) {
		once, err := canonicalURL(query)
		if err != nil {
			var e *api.Error
			if !errors.As(err, &e) || e.Status != 400 {
				t.Fatalf("%q: %v is not a 400", query, err)
			}
			return
		}
		_, q, _ := strings.Cut(once, "?")
		if twice, err := canonicalURL(q); err != nil || twice != once {
			t.Fatalf("%q became %s, then %s (%v)", query, once, twice, err)
		}
	})
}

func TestAmbiguousPathsAreRefused(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"//v1/product", "/v1//product", "/v1/../product", "/v1/./product", "/v1/product;a",
		"/v1/a%2fb", "/v1/a%2Fb", "/v1/a%5cb",
		"/v1/a%00", "/v1/a\\b", "/v1/%2e%2e/a", "/v1/a%", "/v1/a%4", "/v1/a%zz", "/v1/..", "/v1/a%25b", "/v1/a\x01"} {
		if MalformedPath([]byte(path)) == "" {
			t.Errorf("%q is accepted", path)
		}
	}
	for _, path := range []string{"/v1/product", "/v1/product/caf%C3%A9", "/v1/product/a.b", "/v1/product/...", "/",
		"/v1/product/"} {
		if bad := MalformedPath([]byte(path)); bad != "" {
			t.Errorf("%q is refused: %s", path, bad)
		}
	}
}
