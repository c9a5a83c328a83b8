package read

import (
	"context"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/query"
	"vitrine/internal/api"
)

// Pages of filters are assembled from facets as pages of lists are from records. All pages whose filters differ only in
// the filter of a facet itself share that facet: brands are counted once, whichever brand is chosen. A change
// invalidates only the facets that depend on it, which are few of each page.

// assembleFacets assembles a page of filters, and counts the facets that are missing. It returns no answer if no facet
// is known or something changed meanwhile; then the whole has to be counted.
func (r *Reader) assembleFacets(ctx context.Context, t *replica.Tenant, q *query.Query, facets []Facet) (
	*Answer, cache.Snapshot, error,
) {
	var none cache.Snapshot
	entries := make([]*cache.Entry, len(facets))
	var missing []Facet
	var places []int
	for i := range facets {
		if entries[i] = r.fragment(facetKey(t.ID, q, &facets[i])); entries[i] == nil {
			missing, places = append(missing, facets[i]), append(places, i)
		}
	}
	if len(missing) == len(facets) {
		return nil, none, nil
	}
	if len(missing) > 0 {
		more, err := r.readFacetFragments(ctx, t, q, missing)
		if err != nil {
			return nil, none, err
		}
		for i := range more {
			entries[places[i]] = more[i]
		}
	}
	at := t.Snapshot() // before the fragments are checked, as in page
	until, ok := r.validTogether(entries, at)
	if !ok {
		return nil, none, nil
	}
	fragments := make([]fragment, len(entries))
	for i, e := range entries {
		fragments[i] = fragment{e.Key, e.Body, e.AllTags()}
	}
	ans := facetsAnswer(t.ID, q, facets, fragments)
	ans.Until, ans.local = until, len(missing) == 0
	return ans, at, nil
}

// readFacetFragments counts facets of a page and keeps them. A facet that a change invalidated meanwhile is nil. If the
// index that counted them lags behind, all are.
func (r *Reader) readFacetFragments(ctx context.Context, t *replica.Tenant, q *query.Query, facets []Facet) (
	[]*cache.Entry, error,
) {
	var fragments []fragment
	var stamp *uint64
	s, err := r.inEither(ctx, t, q, func(s *Snapshot, q *query.Query) (err error) {
		fragments, stamp, err = countFacets(ctx, s, q, facets)
		return err
	})
	out := make([]*cache.Entry, len(facets))
	if err != nil || stamp != nil {
		return out, err
	}
	if err := t.CatchUp(ctx, s.at.Epoch, s.at.Seq); err != nil {
		return nil, api.Busy(err)
	}
	for i := range fragments {
		out[i] = r.keepFragment(t, s.at, fragments[i], s.until)
	}
	return out, nil
}
