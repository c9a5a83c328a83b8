package query

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/valyala/fasthttp"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/filter"
)

const (
	maxText     = api.MaxText
	maxPage     = api.MaxPage
	maxNumber   = 20 // characters of a number
	maxPairName = api.MaxPairName
	maxPairText = api.MaxPairValue
)

// parse reads the parameters of a view. Unknown parameters are ignored; known ones must be valid.
func parse(v *catalog.View, path []string, args *fasthttp.Args) (*Query, error) {
	q := New(v, path)
	got, err := collect(v, args)
	if err != nil {
		return nil, err
	}
	for _, pair := range [][2]string{{"limit", "perPage"}, {"sort", "sortBy"}, {"search", "q"}} {
		if len(got[pair[0]]) > 0 && len(got[pair[1]]) > 0 {
			return nil, api.Conflict(pair[1], pair[0]+" and "+pair[1]+" are the same parameter: give one of them")
		}
	}
	// either returns the name that the request uses for a parameter with two names, so that an error quotes that one.
	either := func(name, other string) (string, []string) {
		if len(got[other]) > 0 {
			return other, got[other]
		}
		return name, got[name]
	}
	if q.Page, err = whole("page", got["page"], api.DefaultPage, maxPage); err != nil {
		return nil, err
	}
	if v.Paged() || v.Top {
		name, limit := either("limit", "perPage")
		few, most := v.Limits()
		if q.Limit, err = whole(name, limit, few, most); err != nil {
			return nil, err
		}
	}
	name, sort := either("sort", "sortBy")
	if err := q.parseSort(name, sort, got["order"]); err != nil {
		return nil, err
	}
	if name, text := either("search", "q"); len(text) > 0 {
		if q.Text, err = oneText(name, text); err != nil {
			return nil, err
		}
	}
	if q.Desc = q.Desc && !v.Facets; v.Facets && q.Text == "" { // both directions count alike, and so does any order
		q.Sort = ""
	}
	if len(got["facetLimit"]) > 0 {
		if q.FacetLimit, err = whole("facetLimit", got["facetLimit"], 0, filter.MaxFacetLimit); err != nil {
			return nil, err
		}
		if q.FacetLimit == filter.MaxFacetLimit { // no facet has more
			q.FacetLimit = 0
		}
	}
	if q.Explain, err = q.parseExplain(got["explain"]); err != nil {
		return nil, err
	}
	if err := q.parseMarks(v, got); err != nil {
		return nil, err
	}
	if known := v.Fields(); len(got["fields"]) > 0 {
		if q.Fields, err = names("fields", got["fields"], known); err != nil {
			return nil, err
		}
		if len(q.Fields) == len(known) {
			q.Fields = nil
		}
	}
	if v.Across {
		if q.Text == "" {
			return nil, api.Invalid("q", q.Text, "a text to search for")
		}
		if q.Modules, err = names("modules", got["modules"], modules()); err != nil {
			return nil, err
		}
		if len(q.Modules) == len(modules()) {
			q.Modules = nil
		}
	}
	for i := range v.Accept {
		f := &v.Accept[i]
		if len(got[f.Name]) == 0 {
			continue
		}
		canonical, err := canonical(f, got[f.Name])
		if err != nil {
			return nil, err
		}
		if len(canonical) > 0 {
			q.values = append(q.values, value{filter: f, canonical: canonical})
		}
	}
	return q, nil
}

// collect gathers the parameters that a view knows. Empty values count as absent. Only parameters that take several
// values may be written name[].
func collect(v *catalog.View, args *fasthttp.Args) (map[string][]string, error) {
	got := map[string][]string{}
	for key, val := range args.All() {
		name := string(bytes.TrimSuffix(key, []byte("[]")))
		f := v.Filter(name)
		if len(val) == 0 {
			continue
		}
		if text := name == "search" || name == "q"; text && !v.Search && v.Shape != catalog.One {
			return nil, api.Invalid(name, string(val), "no text: this list cannot be searched")
		}
		if f == nil && !general(v, name) {
			continue
		}
		if !utf8.Valid(val) || bytes.IndexByte(val, 0) >= 0 {
			shown := strings.ToValidUTF8(strings.ReplaceAll(string(val), "\x00", "␀"), "�")
			return nil, api.Invalid(name, shown, "text in UTF-8 without NUL")
		}
		if len(name) < len(key) && (f == nil || !f.Several()) && !listed(name) {
			return nil, api.Conflict(name, name+" takes one value, not an array")
		}
		got[name] = append(got[name], string(val))
	}
	return got, nil
}

// general reports whether a view has a parameter that is not a filter.
func general(v *catalog.View, name string) bool {
	switch name {
	case "page":
		return v.Paged()
	case "limit", "perPage":
		return v.Paged() || v.Top
	case "sort", "sortBy", "order":
		return v.Shape == catalog.Page || v.Facets
	case "q":
		return v.Search
	case "search":
		return v.Search && !v.Across
	case "modules":
		return v.Across
	case "facetLimit":
		return v.Facets
	case "explain", "highlight", "snippet", "highlightTag":
		return v.Explains()
	case "fields":
		return v.Fields() != nil
	default:
		return false
	}
}

// listed reports whether a parameter that is not a filter takes several values.
func listed(name string) bool {
	return name == "modules" || name == "fields" || name == "highlight" || name == "snippet"
}

// parseSort reads order, and sort under the name that the request gives it.
func (q *Query) parseSort(name string, sort, order []string) error {
	if len(sort) > 1 {
		return api.Conflict(name, name+" may be given once")
	}
	if len(order) > 1 {
		return api.Conflict("order", "order may be given once")
	}
	if len(sort) == 1 {
		if _, ok := q.View.Sorts[sort[0]]; !ok {
			names := slices.Sorted(maps.Keys(q.View.Sorts))
			if len(names) == 0 {
				return api.Invalid(name, sort[0], "no value: this list has one order")
			}
			return api.Invalid(name, sort[0], "one of "+strings.Join(names, ", "))
		}
		q.Sort = sort[0]
	}
	if len(order) == 1 {
		switch order[0] {
		case "asc":
		case "desc":
			q.Desc = q.Sort != ""
		default:
			return api.Invalid("order", order[0], "asc or desc")
		}
	}
	return nil
}

// parseExplain reads explain, which only a search may have.
func (q *Query) parseExplain(got []string) (bool, error) {
	switch {
	case len(got) > 1:
		return false, api.Conflict("explain", "explain may be given once")
	case len(got) == 0 || got[0] == "false":
		return false, nil
	case got[0] != "true":
		return false, api.Invalid("explain", got[0], "true or false")
	case q.Text == "":
		return false, api.Conflict("explain", "explain needs search: a list without a text has no ranking")
	}
	return true, nil
}

// whole reads a whole number between 1 and most.
func whole(name string, got []string, otherwise, most int) (int, error) {
	if len(got) == 0 {
		return otherwise, nil
	}
	if len(got) > 1 {
		return 0, api.Conflict(name, name+" may be given once")
	}
	n, err := strconv.ParseUint(got[0], 10, 64)
	if err != nil || n < 1 || n > uint64(most) {
		return 0, api.Invalid(name, got[0], "a whole number from 1 to "+strconv.Itoa(most))
	}
	return int(n), nil
}
