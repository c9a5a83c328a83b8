package gateway

import (
	"context"
	"encoding/json"
	"slices"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/query"
	"vitrine/internal/api"
)

// Pages of filters are put together of facets as pages of lists are of records. All pages whose filters differ in a facet's own alone share that facet: there is one
// count of all brands, whichever brand is chosen. And a change drops the facets that it changes, of which each page has few.

// facetPart is what stands in a facet's key after the tenant.
const facetPart = 'f'

// facetKey is the key of a facet as it is counted for an ask: with every filter but its own.
func facetKey(tenant string, a *query.Query, f *facet) []byte {
	out := append(append(make([]byte, 0, 200), tenant...), 0, facetPart)
	out = append(append(append(out, a.View.Path...), 0), f.name...)
	var with []string
	for _, c := range a.Conds() {
		if c.Name != f.name {
			args, err := json.Marshal(c.Args)
			if err != nil { // a number that is none: JSON knows no other that filters let through
				args = []byte(err.Error())
			}
			with = append(with, c.Cond.SQL()+string(args))
		}
	}
	slices.Sort(with)
	for _, c := range with {
		out = append(append(out, 0), c...)
	}
	return out
}

// composeFacets puts a page of filters together, counting the facets that are missing. It returns none where nothing is known, or something
// changed meanwhile: then the whole is to be counted.
func (s *Server) composeFacets(ctx context.Context, member *replica.Tenant, a *query.Query, fields []facet) (*answer, cache.Snapshot, error) {
	var none cache.Snapshot
	entries := make([]*cache.Entry, len(fields))
	var missing []facet
	var at []int
	for i := range fields {
		if entries[i] = s.part(facetKey(member.ID, a, &fields[i])); entries[i] == nil {
			missing, at = append(missing, fields[i]), append(at, i)
		}
	}
	if len(missing) == len(fields) {
		return nil, none, nil
	}
	if len(missing) > 0 {
		read, err := s.readFacetParts(ctx, member, a, missing)
		if err != nil {
			return nil, none, err
		}
		for i := range read {
			entries[at[i]] = read[i]
		}
	}
	shown := member.Snapshot() // before the parts are looked at: as in compose
	until, ok := s.together(entries, shown)
	if !ok {
		return nil, none, nil
	}
	parts := make([]part, len(entries))
	for i, e := range entries {
		parts[i] = part{e.Key, e.Body, e.Carries()}
	}
	ans := facetsAnswer(member.ID, a, parts)
	ans.until, ans.local = until, len(missing) == 0
	return ans, shown, nil
}

// readFacetParts counts facets of a page and keeps them. One that was overtaken meanwhile is nil; so are all where an index that is behind counted them.
func (s *Server) readFacetParts(ctx context.Context, member *replica.Tenant, a *query.Query, fields []facet) ([]*cache.Entry, error) {
	var parts []part
	var stamp *uint64
	r, err := s.reread(ctx, member.ID, a, func(r *reading) (err error) {
		parts, stamp, err = s.countFacets(ctx, r, a, fields)
		return err
	})
	out := make([]*cache.Entry, len(fields))
	if err != nil || stamp != nil {
		return out, err
	}
	if err := member.CatchUp(ctx, r.snap.Epoch, r.snap.Seq); err != nil {
		return nil, api.Busy(err)
	}
	for i := range parts {
		out[i] = s.keepPart(member, r.snap, parts[i], r.until)
	}
	return out, nil
}
