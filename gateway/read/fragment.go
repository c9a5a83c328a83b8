package read

import (
	"context"
	"encoding/binary"
	"slices"
	"time"

	"vitrine/cache"
	"vitrine/cache/replica"
	"vitrine/gateway/query"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/search"
)

// A fragment is a piece of an answer that other answers may use.
type fragment struct {
	key  []byte
	body []byte
	tags []string
}

// maxFragments is the longest list that is assembled from fragments: a page.
const maxFragments = api.MaxLimit

// Marks of a fragment's key after the tenant, where the key of a page has its path.
const (
	listMark   = 'l'
	recordMark = 'r'
	facetMark  = 'f'
)

// readRecords reads records of a view and keeps them. A record that does not exist, or that a change invalidated while
// it was read, is missing from the result.
func (r *Reader) readRecords(ctx context.Context, t *replica.Tenant, v *catalog.View, ids []string) (
	map[string]*cache.Entry, error,
) {
	rq := &recordRequest{view: v, by: catalog.ByID, tenant: t.ID, keys: ids}
	if err := r.request(ctx, rq); err != nil {
		return nil, err
	}
	recs, at := inOrder(rq.got.Records, ids), rq.at()
	if err := t.CatchUp(ctx, at.Epoch, at.Seq); err != nil {
		return nil, api.Busy(err)
	}
	out := make(map[string]*cache.Entry, len(recs))
	for i, f := range recordFragments(t.ID, v, recs) {
		if e := r.keepFragment(t, at, f, rq.got.Until); e != nil {
			out[recs[i].ID] = e
		}
	}
	return out, nil
}

// assemblable reports whether the answer to a query is kept in fragments. Searches are not, because few are repeated.
// With a parent nothing is, because the parent gives answers whole.
func (r *Reader) assemblable(q *query.Query) bool {
	if q.View.Uncacheable || q.Text != "" || r.cfg.NoAssembly || r.cfg.Parent != nil {
		return false
	}
	if q.View.Special != "" {
		return r.cfg.Facets[q.View.Special] != nil
	}
	return q.View.Shape == catalog.Page || q.View.Shape == catalog.List && q.View.Cap <= maxFragments
}

// holdable reports whether a query may be answered from a held snapshot as a whole: searches, and filters. Lists
// without a text are assembled, unless there is a parent.
func (r *Reader) holdable(q *query.Query) bool {
	if q.View.Uncacheable || q.View.Special != "" {
		return r.cfg.Facets[q.View.Special] != nil
	}
	return q.Text != "" || r.cfg.Parent != nil && q.View.Shape != catalog.One
}

// splittable reports whether a search result may be kept in fragments.
func splittable(res search.Result) bool {
	return res.Total >= 0 && len(res.IDs) <= maxFragments && res.Stamp == nil
}

// recordsOf reads the records of a list from their fragments.
func recordsOf(v *catalog.View, ids []string, fragments []*cache.Entry) []catalog.Record {
	recs := make([]catalog.Record, len(fragments))
	for i, e := range fragments {
		recs[i] = v.Row.Kept(e.Body)
		recs[i].ID, recs[i].Tags = ids[i], e.AllTags()
	}
	return recs
}

// encodeList writes a list: its total, whether that is a bound, and its ids.
func encodeList(res search.Result) []byte {
	b := binary.AppendUvarint(nil, uint64(res.Total)) //nolint:gosec // a count
	if res.Capped {
		b = append(b, 1)
	} else {
		b = append(b, 0)
	}
	for _, id := range res.IDs {
		b = binary.AppendUvarint(b, uint64(len(id)))
		b = append(b, id...)
	}
	return b
}

func decodeList(b []byte) search.Result {
	total, n := binary.Uvarint(b)
	res := search.Result{Total: int(total), Capped: b[n] == 1} //nolint:gosec // a count
	for b = b[n+1:]; len(b) > 0; {
		size, n := binary.Uvarint(b)
		end := n + int(size) //nolint:gosec // a length
		res.IDs = append(res.IDs, string(b[n:end]))
		b = b[end:]
	}
	return res
}

// validTogether reports whether fragments, of which none may be nil, are all valid at a snapshot that was taken just
// before, and until when they are.
func (r *Reader) validTogether(fragments []*cache.Entry, at cache.Snapshot) (until time.Time, ok bool) {
	now := r.clock.Now()
	for _, e := range fragments {
		if e == nil || e.Read.Epoch != at.Epoch || !e.Fresh(now) {
			return until, false
		}
		until = earlier(until, e.ValidUntil)
	}
	return until, true
}

// earlier is the earlier of two times; the zero time means never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// fragment finds a fragment that is valid.
func (r *Reader) fragment(key []byte) *cache.Entry {
	if e := r.cache.Peek(key); e != nil && e.Fresh(r.clock.Now()) {
		return e
	}
	return nil
}

// hasFragment reports whether a fragment is in the cache. It costs less than fragment if there is none.
func (r *Reader) hasFragment(key []byte) bool { return r.cache.Holds(key) && r.fragment(key) != nil }

// keepFragment keeps a fragment of an answer that was read in a snapshot. It returns nil if the fragment is no longer
// valid.
func (r *Reader) keepFragment(t *replica.Tenant, at cache.Snapshot, f fragment, until time.Time) *cache.Entry {
	e := &cache.Entry{Key: f.key, Read: at, Body: f.body, Tags: r.tags(f.tags), ValidUntil: until, Made: r.clock.Now()}
	if !r.cache.Keep(t.Tenant, at, e) {
		return nil
	}
	return e
}

func recordFragments(tenant string, v *catalog.View, recs []catalog.Record) []fragment {
	all := make([]fragment, len(recs), len(recs)+1)
	for i, rec := range recs {
		all[i] = fragment{recordKey(tenant, v, rec.ID), v.Row.Keep(rec),
			Tags(tenant, v.Plan(), slices.Clone(rec.Tags))}
	}
	return all
}

func listFragment(tenant string, q *query.Query, res search.Result, tags []string) fragment {
	key := listKey(cache.AppendKey(nil, tenant, q.AppendURL(nil)), tenant)
	return fragment{key, encodeList(res), Tags(tenant, q.View.Plan(), slices.Clone(tags))}
}

// listKey is the key of the ids on the page of a key.
func listKey(key []byte, tenant string) []byte {
	out := append(make([]byte, 0, len(key)+1), tenant...)
	return append(append(out, 0, listMark), key[len(tenant)+1:]...)
}

// recordKey is the key of a record as a view's lists show it.
func recordKey(tenant string, v *catalog.View, id string) []byte {
	out := append(make([]byte, 0, len(tenant)+len(id)+60), tenant...)
	out = append(append(append(out, 0, recordMark), v.Plan().Resource.Name...), 0)
	return append(append(append(out, v.Row.Type.Name()...), 0), id...)
}
