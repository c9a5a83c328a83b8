package gateway

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"
	"time"

	"vitrine/cache"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/search"
)

// Under the pages of lists lie two smaller caches: which records a list has, and each record as lists show it. They are entries like any other, each with
// its own stamp and the cells of its own tags. So an edit of one record costs one row read, whichever and however many pages show it; the list is not
// searched again, and the other records are not read.
//
// A page that is put together from parts is what one snapshot would have shown: at a moment when change K is the last applied, every part is still
// true. Then all of them say what was so at K, whenever they were read, and K is the page's stamp. Where one is not true any more, list and records are read
// again, in one snapshot.

// A part is a piece of an answer that may be of use to others.
type part struct {
	key  []byte
	body []byte
	tags []string
}

// mostParts is the longest list that is put together from parts: a page.
const mostParts = api.MaxLimit

// What stands in a part's key after the tenant, where a page's has its path.
const (
	listPart   = 'l'
	recordPart = 'r'
)

// listKey is the key of what the page of a key lists.
func listKey(key []byte, tenant string) []byte {
	out := append(make([]byte, 0, len(key)+1), tenant...)
	return append(append(out, 0, listPart), key[len(tenant)+1:]...)
}

// recordKey is the key of a record as a view's lists show it.
func recordKey(tenant string, v *catalog.View, id string) []byte {
	out := append(make([]byte, 0, len(tenant)+len(id)+60), tenant...)
	out = append(append(append(out, 0, recordPart), v.Plan().Resource.Name...), 0)
	return append(append(append(out, v.Row.Type.Name()...), 0), id...)
}

// composable reports whether the pages of an ask are kept in parts. Searches are not: few are asked twice.
func composable(a *ask) bool {
	if a.view.Fickle || a.text != "" {
		return false
	}
	return facetPages[a.view.Special] != nil ||
		a.view.Special == "" && (a.view.Shape == catalog.Page || a.view.Shape == catalog.List && a.view.Cap <= mostParts)
}

// compose puts an answer together from parts, reading the records that are missing. It returns none where the list is not known, or something
// changed meanwhile: then the whole is to be read.
func (s *Server) compose(ctx context.Context, member *cache.Tenant, a *ask, key []byte) (*answer, cache.Snapshot, error) {
	var none cache.Snapshot
	if fields := facetPages[a.view.Special]; fields != nil {
		return s.composeFacets(ctx, member, a, fields)
	}
	list := s.part(listKey(key, member.ID))
	if list == nil {
		return nil, none, nil
	}
	res := decodeList(list.Body)
	known := make(map[string]*cache.Entry, len(res.IDs))
	var missing []string
	for _, id := range res.IDs {
		if e := s.part(recordKey(member.ID, a.view, id)); e != nil {
			known[id] = e
		} else {
			missing = append(missing, id)
		}
	}
	if len(missing) > 0 {
		read, err := s.readParts(ctx, member, a, missing)
		if err != nil {
			return nil, none, err
		}
		maps.Copy(known, read)
	}

	shown := member.Snapshot() // before the parts are looked at: what is applied from here on makes the page wait for nothing, and Keep sees it
	parts := append(make([]*cache.Entry, 0, len(res.IDs)+1), list)
	recs := make([]catalog.Record, len(res.IDs))
	for i, id := range res.IDs {
		e := known[id]
		if e == nil { // it is gone
			return nil, none, nil
		}
		parts = append(parts, e)
		recs[i] = catalog.Record{ID: id, JSON: e.Body, Tags: e.Tags}
	}
	until, ok := s.together(parts, shown)
	if !ok {
		return nil, none, nil
	}
	ans := listAnswer(member.ID, a, res, recs, list.Tags)
	ans.until = until
	return ans, shown, nil
}

// together reports whether parts, of which none may be nil, are all true as of what was applied when shown was taken, and until when.
func (s *Server) together(parts []*cache.Entry, shown cache.Snapshot) (until time.Time, ok bool) {
	now := s.clock.now()
	for _, e := range parts {
		if e == nil || e.Read.Epoch != shown.Epoch || !e.Fresh(now) {
			return until, false
		}
		until = sooner(until, e.ValidUntil)
	}
	return until, true
}

// readParts reads records of a view and keeps them. One that is not there, or was overtaken while it was read, is missing.
func (s *Server) readParts(ctx context.Context, member *cache.Tenant, a *ask, ids []string) (map[string]*cache.Entry, error) {
	recs, r, err := s.atOnce(ctx, member.ID, a.view, func(r *reading) (string, []any) { return r.byIDs(a.view, ids) })
	if err != nil {
		return nil, err
	}
	recs = inOrder(recs, ids)
	if err := member.CatchUp(ctx, r.snap.Epoch, r.snap.N); err != nil {
		return nil, busy(err)
	}
	out := make(map[string]*cache.Entry, len(recs))
	for i, p := range recordParts(member.ID, a, recs) {
		if e := s.keepPart(member, r.snap, p, r.until); e != nil {
			out[recs[i].ID] = e
		}
	}
	return out, nil
}

// part finds a part that is still true.
func (s *Server) part(key []byte) *cache.Entry {
	if e := s.cache.Peek(key); e != nil && e.Fresh(s.clock.now()) {
		return e
	}
	return nil
}

// keepPart keeps a part of an answer that was read in a snapshot; nil if it is not true any more.
func (s *Server) keepPart(member *cache.Tenant, snap cache.Snapshot, p part, until time.Time) *cache.Entry {
	e := &cache.Entry{Key: p.key, Read: snap, Body: p.body, Tags: p.tags, ValidUntil: until, Made: s.clock.now()}
	if !s.cache.Keep(member, snap, e) {
		return nil
	}
	return e
}

// partsOf are the parts of a list that was read whole.
func partsOf(tenant string, a *ask, res search.Result, recs []catalog.Record, tags []string) []part {
	if !composable(a) || res.Total < 0 || len(res.IDs) > mostParts || len(recs) != len(res.IDs) || res.Stamp != nil {
		return nil
	}
	return append(recordParts(tenant, a, recs), part{listKey(appendKey(nil, tenant, a.appendURL(nil)), tenant), encodeList(res), withTags(tenant, a.view.Plan(), slices.Clone(tags))})
}

func recordParts(tenant string, a *ask, recs []catalog.Record) []part {
	parts := make([]part, len(recs), len(recs)+1)
	for i, rec := range recs {
		parts[i] = part{recordKey(tenant, a.view, rec.ID), rec.JSON, withTags(tenant, a.view.Plan(), slices.Clone(rec.Tags))}
	}
	return parts
}

// encodeList writes what a list has: its total, whether that is a bound, and its ids.
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
	res := search.Result{Total: int(total), Capped: b[n] == 1} //nolint:gosec // as above
	for b = b[n+1:]; len(b) > 0; {
		size, n := binary.Uvarint(b)
		res.IDs = append(res.IDs, string(b[n:n+int(size)])) //nolint:gosec // a length
		b = b[n+int(size):]                                 //nolint:gosec // as above
	}
	return res
}
