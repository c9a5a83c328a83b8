package algolia

import (
	"slices"

	"vitrine/gateway/widget"
	"vitrine/search/highlight"
)

// A result is the answer to a search for records. Its members are those that the clients' widgets read.
type result struct {
	Hits       []rawJSON                 `json:"hits"`
	NbHits     int                       `json:"nbHits"`
	Page       int                       `json:"page"`
	NbPages    int                       `json:"nbPages"`
	PerPage    int                       `json:"hitsPerPage"`
	Offset     *int                      `json:"offset,omitempty"`
	Length     *int                      `json:"length,omitempty"`
	Facets     map[string]map[string]int `json:"facets"`
	Stats      map[string]stats          `json:"facets_stats"`
	ExactHits  bool                      `json:"exhaustiveNbHits"`
	ExactFacet bool                      `json:"exhaustiveFacetsCount"`
	ExactTypo  bool                      `json:"exhaustiveTypo"`
	Exhaustive exhaustive                `json:"exhaustive"`
	Query      string                    `json:"query"`
	Params     string                    `json:"params"`
	Index      string                    `json:"index"`
	Rendering  *rendering                `json:"renderingContent,omitempty"`
	Took       int                       `json:"processingTimeMS"`
}

type exhaustive struct {
	Facets bool `json:"facetsCount"`
	Hits   bool `json:"nbHits"`
	Typo   bool `json:"typo"`
}

// stats are the bounds of the numbers of a facet.
type stats struct {
	Min float64 `json:"min"`
	Max float64 `json:"max"`
}

// rendering says in which order a page shows facets. It is for pages that ask for all of them.
type rendering struct {
	Ordering ordering `json:"facetOrdering"`
}

type ordering struct {
	Facets facetOrder            `json:"facets"`
	Values map[string]valueOrder `json:"values"`
}

type facetOrder struct {
	Order []string `json:"order"`
}

type valueOrder struct {
	By string `json:"sortRemainingBy"`
}

// A values result is the answer to a search for values of a facet.
type valuesResult struct {
	Hits  []valueHit `json:"facetHits"`
	Exact bool       `json:"exhaustiveFacetsCount"`
	Took  int        `json:"processingTimeMS"`
	Index string     `json:"index,omitempty"`
	Query string     `json:"query,omitempty"`
}

type valueHit struct {
	Value       string `json:"value"`
	Highlighted string `json:"highlighted"`
	Count       int    `json:"count"`
}

// rawJSON is JSON.
type rawJSON []byte

// MarshalJSON returns the JSON.
func (r rawJSON) MarshalJSON() ([]byte, error) { return r, nil }

// write writes the answer: the results of all searches in their order.
func write(all []search, results []widget.Result, took int) ([]byte, error) {
	return widget.Write(len(all), len(all) == 1 && all[0].Alone, func(i int) (any, error) {
		if all[i].Values {
			return all[i].valuesResult(&results[i], took), nil
		}
		return all[i].result(&results[i], took)
	})
}

// result shows the records that a search found.
func (s *search) result(res *widget.Result, took int) (*result, error) {
	out := &result{
		Hits: []rawJSON{}, NbHits: res.Total, Page: s.Page, PerPage: s.PerPage, Facets: map[string]map[string]int{},
		Stats: map[string]stats{}, ExactHits: !res.Capped, ExactFacet: !res.Capped, ExactTypo: true,
		Query: s.Query.Text, Params: s.Params, Index: s.Index, Took: took,
	}
	if s.PerPage > 0 {
		out.NbPages = (res.Total + s.PerPage - 1) / s.PerPage
	}
	if s.Query.Offset != s.Page*s.PerPage || s.Query.Limit != s.PerPage {
		out.Offset, out.Length = &s.Query.Offset, &s.Query.Limit
	}
	order := []string{}
	for _, f := range res.Facets {
		values := make(map[string]int, len(f.Values))
		for _, v := range f.Values {
			values[v.Value] = v.Count
		}
		out.Facets[f.Name] = values
		out.ExactFacet = out.ExactFacet && f.Exact
		if f.Bounds != nil {
			out.Stats[f.Name] = stats{f.Bounds.Min, f.Bounds.Max}
		}
		if len(values) > 0 || f.Bounds != nil {
			order = append(order, f.Name)
		}
	}
	out.Exhaustive = exhaustive{out.ExactFacet, out.ExactHits, true}
	if s.FacetAll {
		by := map[string]valueOrder{}
		for _, name := range order {
			by[name] = valueOrder{"count"}
		}
		out.Rendering = &rendering{ordering{facetOrder{slices.Clip(order)}, by}}
	}
	show := s.shower(res.Matcher)
	for _, hit := range res.Hits {
		b, err := show.hit(hit)
		if err != nil {
			return nil, err
		}
		out.Hits = append(out.Hits, b)
	}
	return out, nil
}

// valuesResult shows the values that a search found.
func (s *search) valuesResult(res *widget.Result, took int) *valuesResult {
	out := &valuesResult{Hits: []valueHit{}, Exact: !res.Capped, Took: took, Index: s.Index, Query: s.Query.Text}
	m := highlight.New(s.Query.Find)
	for _, f := range res.Facets {
		out.Exact = out.Exact && f.Exact
		for _, v := range f.Values {
			marked := highlight.Mark(v.Value, m.Match(v.Value), highlight.Tags{Pre: s.Pre, Post: s.Post})
			out.Hits = append(out.Hits, valueHit{v.Value, marked, v.Count})
		}
	}
	return out
}
