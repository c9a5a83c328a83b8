package gateway

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/cache"
	"vitrine/gateway/query"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/filter"
	"vitrine/search"
)

// readOne reads a single record. One that is not there is an answer too: it is kept until its slug or id comes.
func (s *Server) readOne(ctx context.Context, tenantID string, a *query.Query) (*answer, cache.Snapshot, error) {
	recs, r, err := s.look(ctx, &want{view: a.View, tenant: tenantID, keys: a.Path})
	if err != nil {
		return nil, cache.Snapshot{}, err
	}
	if len(recs) == 0 {
		return &answer{status: 404, tags: oneTags(r.tenant, a, nil), until: r.until}, r.snap, nil
	}
	return oneAnswer(r.tenant, a, recs[0].JSON, recs[0].Tags, r.until), r.snap, nil
}

// oneAnswer shows a single record, which depends on what its tags say.
func oneAnswer(tenantID string, a *query.Query, json []byte, tags []string, until time.Time) *answer {
	body := append([]byte(api.Success), json...)
	return &answer{status: 200, body: append(body, '}'), tags: oneTags(tenantID, a, tags), until: until}
}

// oneTags are the tags of a single record's page. A path parameter is a slug or an id: whichever comes, goes or changes, this page is about it.
func oneTags(tenantID string, a *query.Query, tags []string) []string {
	p := a.View.Plan()
	var all []string
	for _, v := range a.Path {
		all = append(all, catalog.SlugTag(p.Resource.Name, v), catalog.RecordTag(p.Resource.Name, v))
	}
	return withTags(tenantID, p, append(all, tags...))
}

// records runs a statement over a row's columns.
func (r *reading) records(ctx context.Context, row catalog.Row, sql string, args []any) ([]catalog.Record, error) {
	rows, err := r.tx.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", row.Type.Name(), err)
	}
	return scan(row, rows)
}

// scan takes all rows.
func scan(row catalog.Row, rows pgx.Rows) ([]catalog.Record, error) {
	defer rows.Close()
	var recs []catalog.Record
	for rows.Next() {
		rec, err := row.Scan(rows)
		if err != nil {
			return nil, err
		}
		recs = append(recs, rec)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", row.Type.Name(), err)
	}
	return recs, nil
}

// readList reads a list: ids, total and order from the engine, then the records by id, all in one snapshot.
func (s *Server) readList(ctx context.Context, r *reading, a *query.Query) (*answer, error) {
	res, err := s.cfg.Engine.Search(ctx, r.tx, r.query(a))
	if err != nil {
		return nil, err
	}
	return s.withRecords(ctx, r, a, res)
}

// withRecords reads the records of a list that was found in the same snapshot.
func (s *Server) withRecords(ctx context.Context, r *reading, a *query.Query, res search.Result) (*answer, error) {
	recs, err := r.byID(ctx, a.View, res.IDs)
	if err != nil {
		return nil, err
	}
	tags := listTags(a, recs)
	ans := listAnswer(r.tenant, a, res, recs, tags)
	ans.whole, ans.stamp = true, res.Stamp
	ans.parts = partsOf(r.tenant, a, res, recs, tags)
	return ans, nil
}

// listTags are the tags of a list itself, which shows these records.
func listTags(a *query.Query, recs []catalog.Record) []string {
	p, u := a.View.Plan(), a.Use()
	if column := p.BandedSort(a.Sort); column != "" {
		// An index that is behind the snapshot lists rows of which it does not know the latest value: then what changed the value since has
		// touched the record's tag, and the answer, which is stamped by the index, is not kept.
		u.Bands = map[string]catalog.Bands{column: catalog.SortBands(a.Desc, a.View.Row.Values(recs, column))}
	}
	return p.ListTags(nil, u)
}

// listAnswer writes a list of records, which depends on what they do and on the tags of the list.
func listAnswer(tenant string, a *query.Query, res search.Result, recs []catalog.Record, tags []string) *answer {
	tags = slices.Clone(tags)
	bodies := make([][]byte, len(recs))
	for i, rec := range recs {
		bodies[i] = rec.JSON
		tags = append(tags, rec.Tags...)
	}
	body := api.AppendArray([]byte(api.Success), bodies)
	info := api.PageInfo{Total: res.Total, Page: a.Page, Limit: a.Limit}
	switch {
	case a.View.Shape == catalog.List:
		if a.View.Cap > 0 && res.Total > a.View.Cap {
			body = append(body, `,"meta":{"truncated":true}`...)
		}
	case a.View.Envelope == catalog.Pagination:
		body = info.AppendPagination(append(body, `,"pagination":`...))
	default:
		body = info.AppendMeta(append(body, `,"meta":`...), res.Capped)
	}
	return &answer{status: 200, body: append(body, '}'), tags: withTags(tenant, a.View.Plan(), tags)}
}

// query is what the engine is asked for.
func (r *reading) query(a *query.Query) search.Query {
	p := a.View.Plan()
	res := p.Resource
	q := search.Query{
		Tenant: r.tenant, Now: r.now, Kind: res.Name, ID: res.As + ".id", From: res.From, Where: p.Base,
		Epoch: r.snap.Epoch, Seq: r.snap.Seq, CanRetry: r.again,
		Text: a.Text, Match: res.Text, Conds: a.Conds(), Order: a.View.Order, Limit: a.Limit,
	}
	for _, rel := range res.Related {
		q.Related = append(q.Related, search.Related{Alias: rel.As, Kind: rel.Kind, Key: rel.Key})
	}
	if a.Sort != "" {
		q.Order, q.Sorted = orderBy(a, res.As), true
	}
	if a.View.Shape == catalog.Page {
		q.Offset = (a.Page - 1) * a.Limit
	} else if a.View.Cap > 0 {
		q.Limit = a.View.Cap
	}
	return q
}

// orderBy is the order a reader asked for. Rows without a value come last, whichever way; the id decides between equals.
func orderBy(a *query.Query, as string) filter.Order {
	key := filter.Key{Column: a.View.Sorts[a.Sort], Desc: a.Desc, Nulls: filter.NullsLast}
	return filter.Order{key, filter.Asc(as + ".id")}
}

// byID reads records by id, in the order of the ids.
func (r *reading) byID(ctx context.Context, v *catalog.View, ids []string) ([]catalog.Record, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	from, args := v.Plan().ByIDs(), []any{r.tenant, r.now, ids}
	recs, err := r.records(ctx, v.Row, "SELECT "+v.Row.Columns()+from, args)
	if err != nil {
		return nil, err
	}
	return inOrder(recs, ids), nil
}

// inOrder sorts records by the order of ids.
func inOrder(recs []catalog.Record, ids []string) []catalog.Record {
	at := make(map[string]int, len(recs))
	for i, rec := range recs {
		at[rec.ID] = i
	}
	out := make([]catalog.Record, 0, len(ids))
	for _, id := range ids {
		if i, ok := at[id]; ok {
			out = append(out, recs[i])
		}
	}
	return out
}
