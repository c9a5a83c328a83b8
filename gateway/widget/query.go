package widget

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/internal/api"
	"vitrine/internal/filter"
	"vitrine/search"
	"vitrine/search/highlight"
)

// A Query is one search of a widget in its canonical form.
type Query struct {
	Index  *Index `json:"-"`
	Text   string // "" lists all records
	Filter Filter `json:"-"`
	Offset int
	Limit  int      // 0: no records
	Facets []string // the attributes to count, as the client names them; * is all of them
	Values int      // the most values of each
	Find   string   // of a search for values: their text
}

// Limits of a call.
const (
	MaxQueries = 50   // searches in one call
	MaxRaw     = 10   // searches in one call with filters that only Postgres answers, such as NOT
	MaxHits    = 1000 // records in one answer
	MaxFacets  = 100  // attributes to count in one search
	MaxValues  = filter.MaxFacetLimit
	MaxTag     = 100 // bytes of a highlight tag
	MaxFields  = 200 // attributes to retrieve, to highlight or to snippet in one search
	maxFold    = 64  // characters of a text to find values by
)

// Text returns a text in the form in which it is searched for: tidy, and as long as engines read it.
func Text(s string) string {
	s = filter.Tidy(strings.ToValidUTF8(s, " "))
	if utf8.RuneCountInString(s) > search.MaxText {
		s = filter.Tidy(string([]rune(s)[:search.MaxText]))
	}
	return s
}

// Check reports what is too much of a call.
func Check(all []Query) error {
	if len(all) > MaxQueries {
		return tooMuch("%d searches in one call; the most is %d.", len(all), MaxQueries)
	}
	hits := 0
	for i := range all {
		q := &all[i]
		hits += q.Limit
		switch {
		case q.Limit < 0 || q.Offset < 0:
			return tooMuch("A page must not be negative.")
		case len(q.Facets) > MaxFacets:
			return tooMuch("%d facets in one search; the most is %d.", len(q.Facets), MaxFacets)
		}
		conditions := 0
		if !q.Filter.each(0, func(f Filter) { conditions += 1 + len(f.Values) }) {
			return tooMuch("The filters are nested more than %d deep.", maxDepth)
		}
		if conditions > maxFilters {
			return tooMuch("%d filters in one search; the most is %d.", conditions, maxFilters)
		}
	}
	if hits > MaxHits {
		return tooMuch("%d records in one answer; the most is %d.", hits, MaxHits)
	}
	if n := rawSearches(all); n > MaxRaw {
		return tooMuch("%d searches with slow filters (NOT, <, >, !=, a circle, or OR between attributes); the most is "+
			"%d in one call.", n, MaxRaw)
	}
	return nil
}

func tooMuch(format string, args ...any) error {
	return api.Errorf(400, api.InvalidParameter, format, args...)
}

// CheckFilter reports an attribute that an index cannot be filtered by.
func (x *Index) CheckFilter(f Filter) error {
	for _, name := range f.Attributes() {
		if !x.Has(name) {
			return x.Unknown(name)
		}
	}
	var err error
	f.each(0, func(p Filter) {
		if (p.Op == Box || p.Op == Near) && !x.Has("_geoloc") {
			err = api.Errorf(400, api.InvalidParameter, "The records of %s have no place on the map.", x.Name)
		}
	})
	return err
}

// A Result is the answer to a Query.
type Result struct {
	Hits   []Hit
	Total  int
	Capped bool // Total and Facets are of a part of the matches
	Facets []Facet

	Matcher *highlight.Matcher // of the text, for highlights
}

// A Hit is one record.
type Hit struct {
	ID   string
	JSON []byte // as the list of its module shows it
}

// A Facet is an attribute with the values that the matches have.
type Facet struct {
	Name   string
	Values []Value // the most frequent first
	Exact  bool    // every count is the number of records that the value would find
	Bounds *search.Range
}

// A Value is one value of a Facet.
type Value struct {
	Value string
	Count int
}

// found keeps the values that a text finds: each of its words begins a word of the value.
func found(values []Value, text string) []Value {
	words := search.Words(text)
	return slices.DeleteFunc(values, func(v Value) bool {
		own := search.Words(v.Value)
		for _, w := range words {
			if !slices.ContainsFunc(own, func(o string) bool { return strings.HasPrefix(o, w) }) {
				return true
			}
		}
		return len(words) == 0 && strings.TrimSpace(text) != ""
	})
}
