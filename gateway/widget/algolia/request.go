package algolia

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/gateway/widget"
	"vitrine/internal/api"
)

// Limits that Algolia has, too.
const (
	defaultHits      = 20
	defaultValues    = 100
	defaultFacetHits = 10
	maxFacetHits     = 100
	maxPage          = 1 << 20
)

// A search is one search of a call in its canonical form: what the answer depends on, and nothing else.
type search struct {
	Index    string
	Query    widget.Query
	Filter   string // of Query, as text
	PerPage  int
	Page     int
	Values   bool // it searches for values of a facet: the one in Query.Facets
	FacetAll bool // it asked for all facets: the answer says in which order to show them

	Retrieve  []string // nil: everything
	Highlight []string // nil: the texts that a search compares
	Snippet   []string // "name:20"
	Ellipsis  string
	Pre, Post string
	Params    string // as the answer repeats it
	Alone     bool   // the answer is the result itself, not a list of results
}

// Parse reads the body of a request.
func Parse(r Route, body []byte) (*widget.Call, error) {
	requests, err := bodyOf(r, body)
	if err != nil {
		return nil, err
	}
	if len(requests) > widget.MaxQueries {
		return nil, api.Errorf(400, api.InvalidParameter, "%d searches in one call; the most is %d.", len(requests),
			widget.MaxQueries)
	}
	all := make([]search, len(requests))
	call := &widget.Call{Queries: make([]widget.Query, len(requests))}
	for i, rq := range requests {
		if all[i], err = searchOf(r, rq); err != nil {
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
	sum := sha256.Sum256(form)
	call.Form = append([]byte("algolia/"), fmt.Appendf(nil, "%x", sum)...)
	call.Write = func(results []widget.Result, took int) ([]byte, error) { return write(all, results, took) }
	return call, nil
}

// bodyOf reads the searches of a body: an object with requests, a list, or the parameters of one search.
func bodyOf(r Route, body []byte) ([]params, error) {
	var v any
	if text := strings.TrimSpace(string(body)); text != "" {
		if err := decode(text, &v); err != nil {
			return nil, api.Errorf(400, api.InvalidRequest, "The body is not valid JSON.")
		}
	} else if r.Index != "" {
		v = map[string]any{}
	}
	if r.Index != "" {
		rq, ok := v.(map[string]any)
		if !ok {
			return nil, invalid("the body", "an object")
		}
		rq["indexName"] = r.Index
		return []params{rq}, nil
	}
	if outer, ok := v.(map[string]any); ok {
		v = outer["requests"]
	}
	list, ok := v.([]any)
	if !ok {
		return nil, invalid("the body", `{"requests": […]} or a list of searches`)
	}
	all := make([]params, len(list))
	for i := range list {
		rq, ok := list[i].(map[string]any)
		if !ok {
			return nil, invalid("requests", "a list of objects")
		}
		all[i] = rq
	}
	return all, nil
}

// searchOf reads one search.
func searchOf(r Route, rq params) (s search, err error) {
	p := params{}
	for _, v := range []any{map[string]any(rq), rq["params"]} {
		if err := p.merge(v); err != nil {
			return s, err
		}
	}
	if s.Index, err = rq.text("indexName"); err != nil {
		return s, err
	}
	q := &s.Query
	if q.Index = widget.Find(s.Index); q.Index == nil {
		return s, noIndex(s.Index)
	}
	s.Alone = r.Index != ""
	if err := s.readQuery(r, p); err != nil {
		return s, err
	}
	if err := s.readForm(p); err != nil {
		return s, err
	}
	if q.Filter, err = filterOf(q.Index, p); err != nil {
		return s, err
	}
	s.Filter = q.Filter.String()
	s.Params = s.echo(rq)
	return s, nil
}

// readQuery reads what is searched for.
func (s *search) readQuery(r Route, p params) (err error) {
	q := &s.Query
	text, err := p.text("query")
	if err != nil {
		return err
	}
	q.Text = widget.Text(text)
	if q.Values, err = p.whole("maxValuesPerFacet", defaultValues, 0, 1<<30); err != nil {
		return err
	}
	q.Values = min(q.Values, widget.MaxValues)
	kind, err := p.text("type")
	if err != nil {
		return err
	}
	if s.Values = kind == "facet" || r.Facet != ""; s.Values {
		return s.readValues(r, p)
	}
	if q.Facets, err = p.sorted("facets", widget.MaxFacets); err != nil {
		return err
	}
	s.FacetAll = slices.Contains(q.Facets, "*")
	if s.PerPage, err = p.whole("hitsPerPage", defaultHits, 0, widget.MaxHits); err != nil {
		return err
	}
	if s.Page, err = p.whole("page", 0, 0, maxPage); err != nil {
		return err
	}
	q.Offset, q.Limit = s.Page*s.PerPage, s.PerPage
	if p["offset"] != nil || p["length"] != nil {
		if q.Offset, err = p.whole("offset", 0, 0, 1<<30); err == nil {
			q.Limit, err = p.whole("length", defaultHits, 0, widget.MaxHits)
		}
	}
	return err
}

// readValues reads a search for values of a facet.
func (s *search) readValues(r Route, p params) (err error) {
	q := &s.Query
	facet := r.Facet
	if facet == "" {
		if facet, err = p.text("facet"); err != nil {
			return err
		}
	}
	if facet = strings.TrimSuffix(strings.TrimPrefix(facet, "searchable("), ")"); !q.Index.Has(facet) {
		return q.Index.Unknown(facet) //nolint:wrapcheck // the client reads it
	}
	q.Facets = []string{facet}
	if q.Find, err = p.text("facetQuery"); err != nil {
		return err
	}
	q.Find = widget.Text(q.Find)
	q.Values, err = p.whole("maxFacetHits", defaultFacetHits, 1, maxFacetHits)
	return err
}

// readForm reads how records are shown.
func (s *search) readForm(p params) (err error) {
	retrieve, given, err := p.list("attributesToRetrieve", widget.MaxFields)
	if err != nil {
		return err
	}
	if s.Retrieve = retrieve; given && retrieve == nil {
		s.Retrieve = []string{} // the id alone
	}
	highlight, given, err := p.list("attributesToHighlight", widget.MaxFields)
	if err != nil {
		return err
	}
	if s.Highlight = highlight; given && highlight == nil {
		s.Highlight = []string{} // none
	}
	if s.Snippet, err = p.sorted("attributesToSnippet", widget.MaxFields); err != nil {
		return err
	}
	if s.Ellipsis, err = p.tag("snippetEllipsisText", "…"); err != nil {
		return err
	}
	if s.Pre, err = p.tag("highlightPreTag", "<em>"); err != nil {
		return err
	}
	s.Post, err = p.tag("highlightPostTag", "</em>")
	return err
}

// echo is the text of the parameters that the answer repeats: as it was sent, or made from an object.
func (s *search) echo(rq params) string {
	const most = 2000 // bytes
	if sent, ok := rq["params"].(string); ok && len(sent) <= most {
		return sent
	}
	v := url.Values{}
	v.Set("query", s.Query.Text)
	if !s.Values {
		v.Set("hitsPerPage", strconv.Itoa(s.PerPage))
		v.Set("page", strconv.Itoa(s.Page))
	}
	return v.Encode()
}
