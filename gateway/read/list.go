package read

import (
	"context"
	"slices"
	"strings"

	"vitrine/gateway/query"
	"vitrine/gateway/read/found"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/search"
)

// readList reads a list in one snapshot: ids, total and order from the engine, then the records by id.
func (r *Reader) readList(ctx context.Context, s *Snapshot, q *query.Query) (*Answer, error) {
	sq := s.Query(q)
	res, err := s.Search(ctx, sq)
	if err == nil && q.Text != "" && res.Total == 0 {
		res.Instead, err = s.instead(ctx, sq)
	}
	if err != nil {
		return nil, err
	}
	return r.listOf(ctx, s, q, res)
}

// instead returns a text that finds something in place of one that finds nothing, "" if there is none: the words of the
// text that find something together or, if they do not, the rarest word that finds something. If only the filters of
// the query are the reason, the text itself is not replaced. It searches once for each word, and twice more at most.
func (s *Snapshot) instead(ctx context.Context, sq search.Query) (string, error) {
	words := search.Split(sq.Text)
	filtered := len(sq.Conds) > 0
	sq.Conds, sq.Offset, sq.Limit, sq.Suggests = nil, 0, 0, true
	count := func(text string) (n int, meant string, err error) {
		sq.Text = text
		res, err := s.Search(ctx, sq)
		if res.Stamp != nil { // an index that lags behind cannot say
			return 0, "", err
		}
		return res.Total, search.Correct(text, res.Corrected), err
	}
	if filtered {
		if n, _, err := count(sq.Text); n > 0 || err != nil {
			return "", err
		}
	}
	if len(words) < 2 {
		return "", nil
	}
	var kept []string
	rarest, least := "", 0
	for _, w := range words {
		n, meant, err := count(w)
		if err != nil {
			return "", err
		}
		if n == 0 {
			continue
		}
		kept = append(kept, meant)
		if rarest == "" || n < least {
			rarest, least = meant, n
		}
	}
	if len(kept) < 2 {
		return rarest, nil
	}
	together := strings.Join(kept, " ")
	if n, _, err := count(together); n > 0 || err != nil {
		return together, err
	}
	return rarest, nil
}

// listOf reads the records of a search result of the same snapshot.
func (r *Reader) listOf(ctx context.Context, s *Snapshot, q *query.Query, res search.Result) (*Answer, error) {
	recs, err := s.ByID(ctx, q.View, res.IDs)
	if err != nil {
		return nil, err
	}
	tags := listTags(q, recs)
	shown, q := recs, q
	if q.Explain || len(q.Highlight)+len(q.Snippets) > 0 {
		m, err := s.Matcher(ctx, q.Text)
		if err != nil {
			return nil, err
		}
		if shown, err = found.Records(q, res, recs, m); err != nil {
			return nil, err //nolint:wrapcheck // it adds context
		}
		whole := *q
		whole.Fields = nil // the records have been cut down
		q = &whole
	}
	ans := listAnswer(s.Tenant, q, res, shown, tags)
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
// records to a copy of tags. The records have the given fields; nil means all.
func AppendRecords(body []byte, tags []string, recs []catalog.Record, fields []string) ([]byte, []string) {
	bodies, depends := make([][]byte, 0, len(recs)), 0
	for _, rec := range recs {
		depends += len(rec.Tags)
	}
	tags = append(make([]string, 0, len(tags)+depends), tags...)
	for _, rec := range recs {
		if len(rec.JSON) > 0 {
			bodies = append(bodies, catalog.Only(rec.JSON, fields))
		}
		tags = append(tags, rec.Tags...)
	}
	return api.AppendArray(body, bodies), tags
}

// listAnswer shows a list of records, without those that cannot be shown. It depends on the tags of all of them and on
// the tags of the list.
func listAnswer(tenant string, q *query.Query, res search.Result, recs []catalog.Record, tags []string) *Answer {
	body, tags := AppendRecords([]byte(api.Success), tags, recs, q.Fields)
	info := api.PageInfo{Total: res.Total, Page: q.Page, Limit: q.Limit}
	meta := api.SearchMeta{DidYouMean: res.Instead}
	AddMeta(&meta, q.Text, res)
	switch {
	case q.View.Shape == catalog.List:
		meta.Truncated = q.View.Cap > 0 && res.Total > q.View.Cap
		body = AppendMeta(body, meta)
	case q.View.Envelope == catalog.Pagination:
		body = info.AppendPagination(append(body, `,"pagination":`...))
		body = AppendMeta(body, meta)
	default:
		body = info.AppendFound(append(body, `,"meta":`...), meta)
	}
	return &Answer{Body: append(body, '}'), Tags: Tags(tenant, q.View.Plan(), tags)}
}

// AppendMeta appends what is said of a search, if anything is.
func AppendMeta(body []byte, meta api.SearchMeta) []byte {
	if text := meta.JSON(); text != nil {
		return append(append(body, `,"meta":`...), text...)
	}
	return body
}

// AddMeta adds to meta how a search read its text, each word once. The first search with corrections decides what the
// text was meant to be.
func AddMeta(meta *api.SearchMeta, text string, res search.Result) {
	if len(meta.Corrected) == 0 && len(res.Corrected) > 0 {
		meta.DidYouMean = search.Correct(text, res.Corrected)
	}
	meta.Truncated = meta.Truncated || res.Capped
	if res.Total == 0 { // no row lacks a word
		res.Relaxed = nil
	}
	for _, w := range res.Relaxed {
		if !slices.Contains(meta.Relaxed, w) {
			meta.Relaxed = append(meta.Relaxed, w)
		}
	}
	for _, c := range res.Corrected {
		if !slices.Contains(meta.Corrected, api.Correction(c)) {
			meta.Corrected = append(meta.Corrected, api.Correction(c))
		}
	}
}
