package read

import (
	"context"
	"encoding/json"
	"slices"

	"vitrine/gateway/query"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/search"
)

// readList reads a list in one snapshot: ids, total and order from the engine, then the records by id.
func (r *Reader) readList(ctx context.Context, s *Snapshot, q *query.Query) (*Answer, error) {
	res, err := s.Search(ctx, s.Query(q))
	if err != nil {
		return nil, err
	}
	return r.listOf(ctx, s, q, res)
}

// listOf reads the records of a search result of the same snapshot.
func (r *Reader) listOf(ctx context.Context, s *Snapshot, q *query.Query, res search.Result) (*Answer, error) {
	recs, err := s.ByID(ctx, q.View, res.IDs)
	if err != nil {
		return nil, err
	}
	tags := listTags(q, recs)
	ans := listAnswer(s.Tenant, q, res, recs, tags)
	ans.whole, ans.Stamp = true, res.Stamp
	if r.assemblable(q) && splittable(res) && len(recs) == len(res.IDs) {
		ans.fragments = append(recordFragments(s.Tenant, q.View, recs), listFragment(s.Tenant, q, res, tags))
	}
	return ans, nil
}

// listTags are the tags of a list itself that shows these records.
func listTags(q *query.Query, recs []catalog.Record) []string {
	p, u := q.View.Plan(), q.Use()
	if column := p.BandedSort(q.Sort); column != "" {
		// An index that lags behind the snapshot may list a row by an older value than the record shows. Then the change
		// of that value invalidated the record's tag, and the answer, which has the index's stamp, is not kept.
		u.Bands = map[string]catalog.Bands{column: catalog.SortBands(q.Desc, q.View.Row.Values(recs, column))}
	}
	return p.ListTags(nil, u)
}

// AppendRecords appends records to body as a JSON array, without those that cannot be shown, and the tags of all
// records to tags.
func AppendRecords(body []byte, tags []string, recs []catalog.Record) ([]byte, []string) {
	bodies := make([][]byte, 0, len(recs))
	for _, rec := range recs {
		if len(rec.JSON) > 0 {
			bodies = append(bodies, rec.JSON)
		}
		tags = append(tags, rec.Tags...)
	}
	return api.AppendArray(body, bodies), tags
}

// listAnswer shows a list of records, without those that cannot be shown. It depends on the tags of all of them and on
// the tags of the list.
func listAnswer(tenant string, q *query.Query, res search.Result, recs []catalog.Record, tags []string) *Answer {
	body, tags := AppendRecords([]byte(api.Success), slices.Clone(tags), recs)
	info := api.PageInfo{Total: res.Total, Page: q.Page, Limit: q.Limit}
	switch {
	case q.View.Shape == catalog.List:
		if q.View.Cap > 0 && res.Total > q.View.Cap {
			body = append(body, `,"meta":{"truncated":true}`...)
		}
	case q.View.Envelope == catalog.Pagination:
		body = info.AppendPagination(append(body, `,"pagination":`...))
		body = appendSearchMeta(body, res)
	default:
		body = info.AppendMeta(append(body, `,"meta":`...), res.Capped)
	}
	return &Answer{Body: append(body, '}'), Tags: Tags(tenant, q.View.Plan(), tags)}
}

// appendSearchMeta appends how the text of a search was read, and whether all matches were counted. Nothing is appended
// if every word was taken as it was typed and all matches were counted.
func appendSearchMeta(body []byte, res search.Result) []byte {
	if len(res.Relaxed) == 0 && len(res.Corrected) == 0 && !res.Capped {
		return body
	}
	meta := api.SearchMeta{Truncated: res.Capped, Relaxed: res.Relaxed}
	for _, c := range res.Corrected {
		meta.Corrected = append(meta.Corrected, api.Correction(c))
	}
	text, err := json.Marshal(meta)
	if err != nil { // strings always encode
		return body
	}
	return append(append(body, `,"meta":`...), text...)
}
