package meilisearch

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"vitrine/gateway/widget"
	"vitrine/internal/api"
)

// Limits that Meilisearch has, too.
const (
	defaultLimit  = 20
	defaultValues = 100 // of a facet
	defaultCrop   = 10  // words
	maxOffset     = 1 << 30
)

// A body is one search as clients send it. Members that are not here are ignored.
type body struct {
	Index            string   `json:"indexUid"`
	Text             *string  `json:"q"`
	Filter           any      `json:"filter"`
	Facets           []string `json:"facets"`
	Sort             []string `json:"sort"`
	Limit            *int     `json:"limit"`
	Offset           *int     `json:"offset"`
	Page             *int     `json:"page"`
	PerPage          *int     `json:"hitsPerPage"`
	Retrieve         []string `json:"attributesToRetrieve"`
	Highlight        []string `json:"attributesToHighlight"`
	Pre              *string  `json:"highlightPreTag"`
	Post             *string  `json:"highlightPostTag"`
	Crop             []string `json:"attributesToCrop"`
	CropLength       *int     `json:"cropLength"`
	CropMarker       *string  `json:"cropMarker"`
	Positions        bool     `json:"showMatchesPosition"`
	FacetName        string   `json:"facetName"`
	FacetText        *string  `json:"facetQuery"`
	ExhaustiveFacets bool     `json:"exhaustiveFacetCount"`
}

// A search is one search of a call in its canonical form.
type search struct {
	Index     string
	Query     widget.Query
	Sorted    string // the index of the order
	Filter    string // of Query, as text
	Finite    bool   // the answer counts pages
	Page      int
	PerPage   int
	Facets    bool // it asked for facets
	Values    bool // it searches for values of a facet
	Retrieve  []string
	Highlight []string
	Crop      []string
	Words     int
	Marker    string
	Pre, Post string
	Positions bool
	Alone     bool // the answer is the result itself, not a list of results
}

// Parse reads the body of a request.
func Parse(r Route, text []byte) (*widget.Call, error) {
	bodies, err := bodiesOf(r, text)
	if err != nil {
		return nil, err
	}
	all := make([]search, len(bodies))
	call := &widget.Call{Queries: make([]widget.Query, len(bodies))}
	for i := range bodies {
		if all[i], err = searchOf(r, &bodies[i]); err != nil {
			return nil, err
		}
		call.Queries[i] = all[i].Query
	}
	if err := widget.Check(call.Queries); err != nil {
		return nil, err //nolint:wrapcheck // the client reads it
	}
	form, err := json.Marshal(all)
	if err != nil {
		return nil, fmt.Errorf("write the canonical form: %w", err)
	}
	call.Form = append([]byte("meilisearch/"), fmt.Appendf(nil, "%x", sha256.Sum256(form))...)
	call.Write = func(results []widget.Result, took int) ([]byte, error) { return write(all, results, took) }
	return call, nil
}

// bodiesOf reads the searches of a body.
func bodiesOf(r Route, text []byte) ([]body, error) {
	if r.Index != "" {
		var one body
		if len(bytes.TrimSpace(text)) > 0 {
			if err := decode(text, &one); err != nil {
				return nil, err
			}
		}
		one.Index = r.Index
		return []body{one}, nil
	}
	var several struct {
		Queries    []body `json:"queries"`
		Federation any    `json:"federation"`
	}
	if err := decode(text, &several); err != nil {
		return nil, err
	}
	switch {
	case several.Queries == nil:
		return nil, invalid("queries", "a list of searches")
	case several.Federation != nil:
		return nil, invalid("federation", "nothing: searches are not federated")
	case len(several.Queries) > widget.MaxQueries:
		return nil, invalid("queries", fmt.Sprintf("at most %d searches", widget.MaxQueries))
	}
	return several.Queries, nil
}

// decode reads JSON. An error names the member that has the wrong form.
func decode(text []byte, into any) error {
	err := json.Unmarshal(text, into)
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong) && wrong.Field != "":
		name := wrong.Field[bytes.LastIndexByte([]byte(wrong.Field), '.')+1:]
		return invalid(name, "another type than "+wrong.Value)
	}
	return api.Errorf(400, api.InvalidRequest, "The json payload provided is malformed.")
}

// searchOf reads one search.
func searchOf(r Route, b *body) (s search, err error) {
	s.Index, s.Alone, s.Values = b.Index, r.Index != "", r.Values
	x := widget.Find(b.Index)
	if x == nil {
		return s, noIndex(b.Index)
	}
	q := &s.Query
	if q.Index, err = ordered(x, b.Sort); err != nil {
		return s, err
	}
	s.Sorted = q.Index.Name
	q.Text = widget.Text(value(b.Text, ""))
	if q.Filter, err = filterOf(x, b.Filter); err != nil {
		return s, err
	}
	s.Filter = q.Filter.String()
	if s.Values {
		return s, s.readValues(b)
	}
	if err := s.readPage(b); err != nil {
		return s, err
	}
	if q.Facets = b.Facets; len(q.Facets) > widget.MaxFacets {
		return s, invalid("facets", fmt.Sprintf("at most %d names", widget.MaxFacets))
	}
	for _, name := range q.Facets {
		if name != "*" && !x.Has(name) {
			return s, unknown("facets", x.Unknown(name))
		}
	}
	q.Facets = slices.Clone(q.Facets)
	slices.Sort(q.Facets)
	q.Facets = slices.Compact(q.Facets)
	q.Values, s.Facets = defaultValues, len(q.Facets) > 0
	if b.ExhaustiveFacets || s.Facets {
		q.Values = widget.MaxValues
	}
	return s, s.readForm(b)
}

// value is a member that may be absent.
func value[T any](given *T, otherwise T) T {
	if given == nil {
		return otherwise
	}
	return *given
}

// readPage reads which records are asked for: by offset and limit, or by page.
func (s *search) readPage(b *body) error {
	q := &s.Query
	for _, n := range []struct {
		member string
		given  *int
		most   int
	}{
		{"limit", b.Limit, 1 << 30}, {"offset", b.Offset, maxOffset}, {"page", b.Page, 1 << 20},
		{"hitsPerPage", b.PerPage, 1 << 30}, {"cropLength", b.CropLength, 1 << 30},
	} {
		if n.given != nil && (*n.given < 0 || *n.given > n.most) {
			return invalid(n.member, "a positive number")
		}
	}
	if s.Finite = b.Page != nil || b.PerPage != nil; s.Finite {
		s.Page, s.PerPage = value(b.Page, 1), min(value(b.PerPage, defaultLimit), widget.MaxHits)
		q.Offset, q.Limit = max(s.Page-1, 0)*s.PerPage, s.PerPage
		if s.Page == 0 { // page 0 has no records
			q.Limit = 0
		}
		return nil
	}
	q.Offset, q.Limit = value(b.Offset, 0), min(value(b.Limit, defaultLimit), widget.MaxHits)
	return nil
}

// readValues reads a search for values of a facet.
func (s *search) readValues(b *body) error {
	q := &s.Query
	if !q.Index.Has(b.FacetName) {
		return unknown("facet_name", q.Index.Unknown(b.FacetName))
	}
	q.Facets, q.Values = []string{b.FacetName}, defaultValues
	q.Find = widget.Text(value(b.FacetText, ""))
	return nil
}

// readForm reads how records are shown.
func (s *search) readForm(b *body) error {
	for _, list := range [][]string{b.Retrieve, b.Highlight, b.Crop} {
		if len(list) > widget.MaxFields {
			return invalid("attributesToRetrieve", fmt.Sprintf("at most %d names", widget.MaxFields))
		}
	}
	s.Retrieve, s.Highlight, s.Crop = b.Retrieve, b.Highlight, b.Crop
	s.Words, s.Marker = value(b.CropLength, defaultCrop), value(b.CropMarker, "…")
	s.Pre, s.Post = value(b.Pre, "<em>"), value(b.Post, "</em>")
	s.Positions = b.Positions
	for _, tag := range []struct{ member, text string }{
		{"highlightPreTag", s.Pre}, {"highlightPostTag", s.Post}, {"cropMarker", s.Marker},
	} {
		if len(tag.text) > widget.MaxTag {
			return invalid(tag.member, fmt.Sprintf("at most %d bytes", widget.MaxTag))
		}
	}
	return nil
}

// filterOf reads a filter: a text, or a list that must all hold. An inner list holds if any of its filters does.
func filterOf(x *widget.Index, v any) (f widget.Filter, err error) {
	switch v := v.(type) {
	case nil:
		return f, nil
	case string:
		return parsed(x, v)
	case []any:
		var all []widget.Filter
		for _, item := range v {
			inner, isList := item.([]any)
			if !isList {
				inner = []any{item}
			}
			var any []widget.Filter
			for _, text := range inner {
				s, ok := text.(string)
				if !ok {
					return f, invalid("filter", "a text, or a list of texts and of lists of texts")
				}
				part, err := parsed(x, s)
				if err != nil {
					return f, err
				}
				if part.Op != 0 {
					any = append(any, part)
				}
			}
			if len(any) > 0 {
				all = append(all, widget.NewAny(any...))
			}
		}
		if len(all) == 0 {
			return f, nil
		}
		f = widget.NewAll(all...)
		return f, named(x.CheckFilter(f))
	}
	return f, invalid("filter", "a text, or a list of texts and of lists of texts")
}

// parsed reads one filter in text.
func parsed(x *widget.Index, text string) (widget.Filter, error) {
	f, err := x.ParseFilter(text)
	if err == nil && f.Op != 0 {
		err = x.CheckFilter(f)
	}
	return f, named(err)
}

// named makes an error one of the member filter.
func named(err error) error { return unknown("filter", err) }

// unknown makes an error one of a member, by its name in codes of errors.
func unknown(member string, err error) error {
	if err == nil {
		return nil
	}
	e := *api.Of(err)
	e.Fields = []api.Field{{Field: member, Code: "INVALID", Message: e.Message}}
	return &e
}
