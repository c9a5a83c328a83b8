package api

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/catalog"
)

// What must hold of every module.

// withoutGolden are the views whose answers differ every time, with the test that checks them instead.
var withoutGolden = map[string]string{"/product/random/{amount}": "TestRandomProductsDifferEveryTime"}

// goldenName returns the name of a view's golden file.
func goldenName(path string) string {
	return strings.NewReplacer("/", "-", "{", "", "}", "").Replace(strings.TrimPrefix(path, "/"))
}

// With -v it prints a table of every endpoint, its golden file, and the number of requests in it.
func TestEveryViewHasAGolden(t *testing.T) {
	t.Parallel()
	var table strings.Builder
	count := 0
	for v := range catalog.Views() {
		path := v.Path
		count++
		if reason := withoutGolden[path]; reason != "" {
			fmt.Fprintf(&table, "%-36s %s, for it never answers the same\n", path, reason)
			continue
		}
		b, err := os.ReadFile(filepath.Join("testdata", "golden", goldenName(path)+".json"))
		if err != nil {
			t.Errorf("%s has no golden: name its requests in golden_*_test.go and run `make golden`: %v", path, err)
			continue
		}
		var stored []exchange
		if err := json.Unmarshal(b, &stored); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if !slices.ContainsFunc(stored, func(e exchange) bool { return e.Status == 200 && addresses(e.Request, path) }) {
			t.Errorf("the golden of %s shows no answer of it", path)
		}
		fmt.Fprintf(&table, "%-36s testdata/golden/%s.json, %d requests\n", path, goldenName(path), len(stored))
	}
	t.Logf("%d endpoints, and what covers each:\n%s", count, table.String())
}

// addresses reports whether a request line is for a view.
func addresses(line, view string) bool {
	rq, err := parseLine(line)
	if err != nil {
		return false
	}
	path, _, _ := strings.Cut(strings.TrimPrefix(rq.path, "/v1"), "?")
	return answers(view, path)
}

// answers reports whether the path of a view, such as /brand/{slug}, fits a path.
func answers(view, path string) bool {
	return regexp.MustCompile("^" + regexp.MustCompile(`\{\w+\}`).ReplaceAllString(view, "[^/]+") + "$").MatchString(path)
}

// A parameter of several views of a module needs to be in the golden of one of them.
func TestEveryParameterHasAGolden(t *testing.T) {
	t.Parallel()
	shown := map[string]bool{} // file and parameter; file, parameter and value for sorts
	for _, g := range goldens {
		for _, line := range g.requests {
			rq, err := parseLine(line)
			if err != nil {
				t.Fatal(err)
			}
			u, err := url.Parse(rq.path)
			if err != nil {
				continue
			}
			for name, values := range u.Query() {
				name = strings.TrimSuffix(name, "[]")
				shown[g.file+" "+name], shown[g.file+" "+name+" "+values[0]] = true, true
			}
		}
	}
	for _, res := range append(slices.Clone(catalog.All), &catalog.Site) {
		has := func(parameter string) bool {
			return slices.ContainsFunc(res.Views, func(v catalog.View) bool { return shown[goldenName(v.Path)+" "+parameter] })
		}
		for i := range res.Views {
			v := &res.Views[i]
			var want []string
			for _, f := range v.Accept {
				want = append(want, f.Name)
			}
			for name := range v.Sorts {
				want = append(want, "sort "+name)
			}
			if v.Search {
				want = append(want, v.TextName())
			}
			if v.Facets {
				want = append(want, "facetLimit")
			}
			if v.Across {
				want = append(want, "modules", "limit")
			}
			if v.Paged() {
				want = append(want, "page", "limit")
			}
			for _, parameter := range want {
				if !has(parameter) && !has(strings.Replace(parameter, "sort ", "sortBy ", 1)) {
					t.Errorf("%s: no golden of %s asks with %s", v.Path, res.Name, parameter)
				}
			}
		}
	}
}
