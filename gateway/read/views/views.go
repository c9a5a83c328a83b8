// Package views holds the views that are more than rows of a table: trees, filters, similar and random records.
//
// A view of the catalogue names its function here in View.Special. A view that can do without one should.
//
// Files:
//
//	views.go    All and Facets, by name
//	tree.go     the category tree
//	similar.go  products and events that resemble another one
//	random.go   random products
//	seo.go      an event for search engines and social networks
//	faq.go      a group of questions
//	facets.go   the filters of products and events
package views

import (
	"context"
	"fmt"

	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

// All are the special views, except for filters pages, by name.
var All = map[string]read.View{
	"tree":         categoryTree,
	"similar":      productSimilar,
	"random":       productRandom,
	"eventSimilar": eventSimilar,
	"eventSEO":     eventSEO,
	"faqGroup":     faqGroup,
}

// Facets are the filters pages, by name.
var Facets = map[string][]read.Facet{"filters": productFacets, "eventFilters": eventFacets}

// notFound is the answer for a record that does not exist.
func notFound(s *read.Snapshot, q *query.Query, tags []string) *read.Answer {
	return &read.Answer{Tags: read.Tags(s.Tenant, q.View.Plan(), tags)}
}

// ok is the answer that shows data, as JSON.
func ok(s *read.Snapshot, q *query.Query, data []byte, tags []string) *read.Answer {
	body := append([]byte(api.Success), data...)
	return &read.Answer{Body: append(body, '}'), Tags: read.Tags(s.Tenant, q.View.Plan(), tags)}
}

// cards answers with the records of ids.
func cards(ctx context.Context, s *read.Snapshot, q *query.Query, ids, tags []string) (*read.Answer, error) {
	recs, err := s.ByID(ctx, q.View, ids)
	if err != nil {
		return nil, err
	}
	bodies := make([][]byte, len(recs))
	for i, rec := range recs {
		bodies[i] = rec.JSON
		tags = append(tags, rec.Tags...)
	}
	return ok(s, q, api.AppendArray(nil, bodies), tags), nil
}

// rowsOf reads the rows of a statement as T. The statement's $1 and $2 are the tenant and the time.
func rowsOf[T any](ctx context.Context, s *read.Snapshot, row catalog.Row, sql string, args ...any) ([]*T, error) {
	rows, err := s.DB.Query(ctx, sql, append([]any{s.Tenant, s.Now}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", row.Type.Name(), err)
	}
	defer rows.Close()
	var out []*T
	for rows.Next() {
		v, err := row.Read(rows)
		if err != nil {
			return nil, err
		}
		t, ok := v.(*T)
		if !ok {
			return nil, fmt.Errorf("read %s: got %T", row.Type.Name(), v)
		}
		out = append(out, t)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", row.Type.Name(), err)
	}
	return out, nil
}
