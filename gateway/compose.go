package gateway

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

// Under the pages of lists lie two smaller caches: which records a list has, and each record as lists show it. They are entries like any other, each with
// its own stamp and the cells of its own tags. So an edit of one record costs one row read, whichever and however many pages show it; the list is not
// searched again, and the other records are not read. One that comes into a list or leaves it costs a search of the list, and the row that is new on a page.
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
func composable(a *query.Query) bool {
	if a.View.Uncacheable || a.Text != "" {
		return false
	}
	return facetPages[a.View.Special] != nil ||
		a.View.Special == "" && (a.View.Shape == catalog.Page || a.View.Shape == catalog.List && a.View.Cap <= mostParts)
}

// compose puts an answer together from parts. It reads what is missing of them: some records, or the list as well. It returns none where something
// changed meanwhile: then the whole is to be read. Of a list that is not known, and of whose records few are, it reads the whole itself.
func (s *Server) compose(ctx context.Context, member *replica.Tenant, a *query.Query, key []byte) (*answer, cache.Snapshot, error) {
	var none cache.Snapshot
	if fields := facetPages[a.View.Special]; fields != nil {
		return s.composeFacets(ctx, member, a, fields)
	}
	list := s.part(listKey(key, member.ID))
	if list == nil {
		return s.composeAnew(ctx, member, a)
	}
	res := decodeList(list.Body)
	known, read, err := s.recordsOf(ctx, member, a, res.IDs)
	if err != nil || known == nil {
		return nil, none, err
	}
	ans, snap, err := s.pageOf(member, a, list, res, known)
	if ans != nil {
		ans.local = !read
	}
	return ans, snap, err
}

// composeAnew searches the list, and puts the answer together from it and the records that are known.
//
// A list by price is kept with where its rows stand, and that is said by records which may be newer than it, never by older ones: each was found true when all
// that the list shows was applied. A newer price does not let the list stand where it does not: the change that made the price fired all rungs from the one
// before to this one, so it touched a tag that the list is kept with, and is newer than the list's stamp. Then the list is found untrue.
func (s *Server) composeAnew(ctx context.Context, member *replica.Tenant, a *query.Query) (*answer, cache.Snapshot, error) {
	var none cache.Snapshot
	var res search.Result
	var whole *answer
	r, err := s.reread(ctx, member.ID, a, func(r *reading) (err error) {
		if res, err = s.cfg.Engine.Search(ctx, r.tx, r.query(a)); err != nil || parted(res) && s.knowsHalf(member.ID, a, res.IDs) {
			return err
		}
		whole, err = s.withRecords(ctx, r, a, res)
		return err
	})
	switch {
	case err != nil:
		return nil, none, err
	case whole != nil:
		whole.until = r.until
		return whole, r.snap, nil
	}
	if err := member.CatchUp(ctx, r.snap.Epoch, r.snap.Seq); err != nil { // before a record is taken for true
		return nil, none, api.Busy(err)
	}
	known, _, err := s.recordsOf(ctx, member, a, res.IDs)
	if err != nil || known == nil {
		return nil, none, err
	}
	tags := listTags(a, recordsIn(a, res.IDs, known))
	list := s.keepPart(member, r.snap, partOfList(member.ID, a, res, tags), r.until)
	if list == nil {
		return nil, none, nil
	}
	return s.pageOf(member, a, list, res, known)
}

// knowsHalf reports whether half of some records are known. Fewer are read in the snapshot of their list with less work than for themselves.
func (s *Server) knowsHalf(tenant string, a *query.Query, ids []string) bool {
	n := 0
	for _, id := range ids {
		if s.part(recordKey(tenant, a.View, id)) != nil {
			n++
		}
	}
	return n > 0 && 2*n >= len(ids)
}

// recordsOf finds the records of a list, in its order, and reads those that are not known, if there are any. It returns none where one is gone.
func (s *Server) recordsOf(ctx context.Context, member *replica.Tenant, a *query.Query, ids []string) (all []*cache.Entry, read bool, err error) {
	all = make([]*cache.Entry, len(ids))
	var missing []string
	for i, id := range ids {
		if all[i] = s.part(recordKey(member.ID, a.View, id)); all[i] == nil {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return all, false, nil
	}
	more, err := s.readParts(ctx, member, a, missing)
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

// recordsIn takes the records of a list out of their parts.
func recordsIn(a *query.Query, ids []string, parts []*cache.Entry) []catalog.Record {
	recs := make([]catalog.Record, len(parts))
	for i, e := range parts {
		recs[i] = a.View.Row.Kept(e.Body)
		recs[i].ID, recs[i].Tags = ids[i], e.Carries()
	}
	return recs
}

// pageOf puts a page together from a list and its records. It returns none where not all of them are true.
func (s *Server) pageOf(member *replica.Tenant, a *query.Query, list *cache.Entry, res search.Result, known []*cache.Entry) (*answer, cache.Snapshot, error) {
	shown := member.Snapshot() // before the parts are looked at: what is applied from here on makes the page wait for nothing, and Keep sees it
	until, ok := s.together(append([]*cache.Entry{list}, known...), shown)
	if !ok {
		return nil, cache.Snapshot{}, nil
	}
	ans := listAnswer(member.ID, a, res, recordsIn(a, res.IDs, known), list.Carries())
	ans.until = until
	return ans, shown, nil
}

// together reports whether parts, of which none may be nil, are all true as of what was applied when shown was taken, and until when.
func (s *Server) together(parts []*cache.Entry, shown cache.Snapshot) (until time.Time, ok bool) {
	now := s.clock.Now()
	for _, e := range parts {
		if e == nil || e.Read.Epoch != shown.Epoch || !e.Fresh(now) {
			return until, false
		}
		until = sooner(until, e.ValidUntil)
	}
	return until, true
}

// readParts reads records of a view and keeps them. One that is not there, or was overtaken while it was read, is missing.
func (s *Server) readParts(ctx context.Context, member *replica.Tenant, a *query.Query, ids []string) (map[string]*cache.Entry, error) {
	recs, r, err := s.look(ctx, &want{view: a.View, by: catalog.ByID, tenant: member.ID, keys: ids})
	if err != nil {
		return nil, err
	}
	recs = inOrder(recs, ids)
	if err := member.CatchUp(ctx, r.snap.Epoch, r.snap.Seq); err != nil {
		return nil, api.Busy(err)
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
	if e := s.cache.Peek(key); e != nil && e.Fresh(s.clock.Now()) {
		return e
	}
	return nil
}

// keepPart keeps a part of an answer that was read in a snapshot; nil if it is not true any more.
func (s *Server) keepPart(member *replica.Tenant, snap cache.Snapshot, p part, until time.Time) *cache.Entry {
	e := &cache.Entry{Key: p.key, Read: snap, Body: p.body, Tags: p.tags, ValidUntil: until, Made: s.clock.Now()}
	if !s.cache.Keep(member.Tenant, snap, e) {
		return nil
	}
	return e
}

// partsOf are the parts of a list that was read whole.
func partsOf(tenant string, a *query.Query, res search.Result, recs []catalog.Record, tags []string) []part {
	if !composable(a) || !parted(res) || len(recs) != len(res.IDs) {
		return nil
	}
	return append(recordParts(tenant, a, recs), partOfList(tenant, a, res, tags))
}

// parted reports whether what an engine found may be kept in parts.
func parted(res search.Result) bool {
	return res.Total >= 0 && len(res.IDs) <= mostParts && res.Stamp == nil
}

func partOfList(tenant string, a *query.Query, res search.Result, tags []string) part {
	return part{listKey(cache.AppendKey(nil, tenant, a.AppendURL(nil)), tenant), encodeList(res), withTags(tenant, a.View.Plan(), slices.Clone(tags))}
}

func recordParts(tenant string, a *query.Query, recs []catalog.Record) []part {
	parts := make([]part, len(recs), len(recs)+1)
	for i, rec := range recs {
		parts[i] = part{recordKey(tenant, a.View, rec.ID), a.View.Row.Keep(rec), withTags(tenant, a.View.Plan(), slices.Clone(rec.Tags))}
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
