package meilisearch

import (
	"vitrine/gateway/widget"
)

// A result is the answer to a search for records.
type result struct {
	Index     string                    `json:"indexUid,omitempty"`
	Hits      []rawJSON                 `json:"hits"`
	Query     string                    `json:"query"`
	Took      int                       `json:"processingTimeMs"`
	Limit     *int                      `json:"limit,omitempty"`
	Offset    *int                      `json:"offset,omitempty"`
	Estimated *int                      `json:"estimatedTotalHits,omitempty"`
	Page      *int                      `json:"page,omitempty"`
	PerPage   *int                      `json:"hitsPerPage,omitempty"`
	Pages     *int                      `json:"totalPages,omitempty"`
	Total     *int                      `json:"totalHits,omitempty"`
	Facets    map[string]map[string]int `json:"facetDistribution,omitempty"`
	Stats     map[string]stats          `json:"facetStats,omitempty"`
}

// stats are the bounds of the numbers of a facet.
type stats struct {
	Min float64 `json:"min"`
	Max float64 `json:"max"`
}

// A values result is the answer to a search for values of a facet.
type valuesResult struct {
	Hits []valueHit `json:"facetHits"`
	Text *string    `json:"facetQuery"`
	Took int        `json:"processingTimeMs"`
}

type valueHit struct {
	Value string `json:"value"`
	Count int    `json:"count"`
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
	out := &result{Hits: []rawJSON{}, Query: s.Query.Text, Took: took}
	if !s.Alone {
		out.Index = s.Index
	}
	if s.Finite {
		pages := 0
		if s.PerPage > 0 {
			pages = (res.Total + s.PerPage - 1) / s.PerPage
		}
		out.Page, out.PerPage, out.Pages, out.Total = &s.Page, &s.PerPage, &pages, &res.Total
	} else {
		out.Limit, out.Offset, out.Estimated = &s.Query.Limit, &s.Query.Offset, &res.Total
	}
	if s.Facets {
		out.Facets, out.Stats = map[string]map[string]int{}, map[string]stats{}
	}
	for _, f := range res.Facets {
		values := make(map[string]int, len(f.Values))
		for _, v := range f.Values {
			values[v.Value] = v.Count
		}
		out.Facets[f.Name] = values
		if f.Bounds != nil {
			out.Stats[f.Name] = stats{f.Bounds.Min, f.Bounds.Max}
		}
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
	out := &valuesResult{Hits: []valueHit{}, Took: took}
	if s.Query.Find != "" {
		out.Text = &s.Query.Find
	}
	for _, f := range res.Facets {
		for _, v := range f.Values {
			out.Hits = append(out.Hits, valueHit{v.Value, v.Count})
		}
	}
	return out
}
