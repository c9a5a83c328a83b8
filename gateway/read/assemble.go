package read

import (
	"context"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/query"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/search"
)

// Pages of lists are assembled from two kinds of fragments: the ids of a list, and each record as lists show it.
// Fragments are cache entries with a stamp and tags of their own. An edit of one record therefore costs reading one
// row, however many pages show it: no list is searched again, and no other record is read. A record that enters or
// leaves a list costs a search of that list, and reading the record that is new on a page.
//
// An assembled page equals the page of one snapshot. Suppose that all fragments are valid at a moment when change K is
// the last one applied. Then all of them show the state at K, whenever they were read, and K is the page's stamp. If a
// fragment is no longer valid, list and records are read again in one snapshot.

// assemble answers a query from fragments, and reads the ones that are missing. It returns no answer if something
// changed meanwhile; then the whole has to be read. If the list is unknown and so are most of its records, assemble
// reads the whole itself.
func (r *Reader) assemble(ctx context.Context, t *replica.Tenant, q *query.Query, key []byte) (
	*Answer, cache.Snapshot, error,
) {
	var none cache.Snapshot
	if facets := r.cfg.Facets[q.View.Special]; facets != nil {
		return r.assembleFacets(ctx, t, q, facets)
	}
	list := r.fragment(listKey(key, t.ID))
	if list == nil {
		return r.assembleAnew(ctx, t, q)
	}
	res := decodeList(list.Body)
	records, read, err := r.records(ctx, t, q.View, res.IDs)
	if err != nil || records == nil {
		return nil, none, err
	}
	ans, at := r.page(t, q, list, res, records)
	if ans != nil {
		ans.local = !read
	}
	return ans, at, nil
}

// assembleAnew searches the list, and assembles the answer from it and the records that are known.
//
// A list sorted by price is kept with the price bands of its rows, which are taken from the records. The records may be
// newer than the list but never older: each was valid when everything that the list shows was applied. A newer price
// does not hide a change of the list: that change passed every band from the old price to the new one, so it
// invalidated a tag of the list and is newer than the list's stamp. Then the list is not valid.
func (r *Reader) assembleAnew(ctx context.Context, t *replica.Tenant, q *query.Query) (*Answer, cache.Snapshot, error) {
	var none cache.Snapshot
	var res search.Result
	var whole *Answer
	s, err := r.inEither(ctx, t, q, func(s *Snapshot, resolved *query.Query) (err error) {
		q = resolved
		if res, err = s.Search(ctx, s.Query(q)); err != nil ||
			splittable(res) && (s.held != nil || r.hasHalf(t.ID, q, res.IDs)) {
			return err
		}
		whole, err = r.listOf(ctx, s, q, res)
		return err
	})
	switch {
	case err != nil:
		return nil, none, err
	case whole != nil:
		whole.Until = s.until
		return whole, s.at, nil
	}
	if err := t.CatchUp(ctx, s.at.Epoch, s.at.Seq); err != nil { // before a record counts as valid
		return nil, none, api.Busy(err)
	}
	records, read, err := r.records(ctx, t, q.View, res.IDs)
	if err != nil || records == nil {
		return nil, none, err
	}
	tags := listTags(q, recordsOf(q.View, res.IDs, records))
	list := r.keepFragment(t, s.at, listFragment(t.ID, q, res, tags), s.until)
	if list == nil {
		return nil, none, nil
	}
	ans, at := r.page(t, q, list, res, records)
	if ans != nil {
		ans.local = s.held != nil && !read
	}
	return ans, at, nil
}

// hasHalf reports whether half of some records are known. If there are fewer, reading all of them in the snapshot of
// the list is cheaper.
func (r *Reader) hasHalf(tenant string, q *query.Query, ids []string) bool {
	n := 0
	for _, id := range ids {
		if r.fragment(recordKey(tenant, q.View, id)) != nil {
			n++
		}
	}
	return n > 0 && 2*n >= len(ids)
}

// records finds the records of a list, in its order, and reads those that are unknown. It returns nil if one is gone.
func (r *Reader) records(ctx context.Context, t *replica.Tenant, v *catalog.View, ids []string) (
	all []*cache.Entry, read bool, err error,
) {
	all = make([]*cache.Entry, len(ids))
	var missing []string
	for i, id := range ids {
		if all[i] = r.fragment(recordKey(t.ID, v, id)); all[i] == nil {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return all, false, nil
	}
	more, err := r.readRecords(ctx, t, v, missing)
	if err != nil {
		return nil, true, err
	}
	for i, id := range ids {
		if all[i] == nil {
			all[i] = more[id]
		}
		if all[i] == nil {
			return nil, true, nil
		}
	}
	return all, true, nil
}

// page assembles a page from a list and its records. It returns nil if one of them is no longer valid.
func (r *Reader) page(t *replica.Tenant, q *query.Query, list *cache.Entry, res search.Result, records []*cache.Entry) (
	*Answer, cache.Snapshot,
) {
	at := t.Snapshot() // before the fragments are checked: Keep checks what is applied from here on
	until, ok := r.validTogether(append([]*cache.Entry{list}, records...), at)
	if !ok {
		return nil, cache.Snapshot{}
	}
	ans := listAnswer(t.ID, q, res, recordsOf(q.View, res.IDs, records), list.AllTags())
	ans.Until = until
	return ans, at
}
