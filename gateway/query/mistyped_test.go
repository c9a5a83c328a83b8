package query

import (
	"errors"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"

	"vitrine/internal/api"
)

func TestAMistypedParameterIsNamed(t *testing.T) {
	t.Parallel()
	f := func(query, meant string) {
		t.Helper()
		for _, strict := range []bool{true, false} {
			want := meant
			if !strict {
				want = ""
			}
			_, err := NewRouter(strict).ResolveURL("/v1/product?" + query)
			var e *api.Error
			switch {
			case want == "" && err != nil:
				t.Errorf("%s, strict %v: %v", query, strict, err)
			case want != "" && (!errors.As(err, &e) || e.Status != 400 || !strings.Contains(e.Message, "mean "+want+"?")):
				t.Errorf("%s, strict %v: %v, want a 400 that suggests %s", query, strict, err, want)
			}
		}
	}
	f("catgory=bags", "category")
	f("Category=bags", "category")
	f("categories[]=bags", "category")
	f("min_price=1", "minPrice")
	f("minprice=1", "minPrice")
	f("brands=x", "brand")
	f("merchnat=x", "merchant")
	f("per_page=3", "perPage")
	f("pgae=2", "page")
	f("sort-by=price", "sortBy")
	f("serach=x", "search")
	f("attribute=Renk:Mavi", "attributes")
	f("utm_source=a&_=1&fbclid=x&lang=tr&v=2&t=1&ref=y&cb=7", "")
	f("unknown=1&nonsense=2&x=3", "")
	f("catgory=", "")
	f(strings.Repeat("catgory", 9)+"=1", "")
	// The 21st unknown parameter is not looked at.
	f(strings.Repeat("zzz=1&", 20)+"catgory=1", "")
}

func TestDistancesCountTypingErrors(t *testing.T) {
	t.Parallel()
	f := func(a, b string, want int) {
		t.Helper()
		if got := distance(a, b); got != want || distance(b, a) != want {
			t.Errorf("%q and %q: %d, want %d", a, b, got, want)
		}
	}
	f("", "", 0)
	f("", "abc", 3)
	f("sort", "sort", 0)
	f("sotr", "sort", 1)
	f("srot", "sort", 1)
	f("sor", "sort", 1)
	f("port", "sort", 1)
	f("year", "page", 4)
}

func FuzzMistyped(f *testing.F) {
	f.Add("catgory=1&page=2")
	f.Add("%ff[]=1")
	f.Fuzz(func(t *testing.T, query string) {
		var args fasthttp.Args
		args.Parse(query)
		err := mistyped(productList(t), &args)
		var e *api.Error
		if err != nil && (!errors.As(err, &e) || e.Status != 400) {
			t.Fatalf("%q: %v is not a 400", query, err)
		}
	})
}
