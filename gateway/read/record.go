package read

import (
	"context"
	"time"

	"vitrine/cache"
	"vitrine/gateway/query"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

// readRecord reads a single record. That a record does not exist is an answer too, which is kept until its slug or id
// appears. A record that cannot be shown does not exist until it changes.
func (r *Reader) readRecord(ctx context.Context, tenantID string, q *query.Query) (*Answer, cache.Snapshot, error) {
	rq := &recordRequest{view: q.View, tenant: tenantID, keys: q.Path}
	if err := r.request(ctx, rq); err != nil {
		return nil, cache.Snapshot{}, err
	}
	var tags []string
	if recs := rq.got.Records; len(recs) > 0 {
		if tags = recs[0].Tags; len(recs[0].JSON) > 0 {
			return recordAnswer(tenantID, q, recs[0].JSON, tags, rq.got.Until), rq.at(), nil
		}
	}
	return &Answer{Tags: recordTags(tenantID, q, tags), Until: rq.got.Until}, rq.at(), nil
}

// recordAnswer shows a single record, which depends on tags.
func recordAnswer(tenantID string, q *query.Query, json []byte, tags []string, until time.Time) *Answer {
	body := append([]byte(api.Success), json...)
	return &Answer{Body: append(body, '}'), Tags: recordTags(tenantID, q, tags), Until: until}
}

// recordTags are the tags of a single record's page. A path parameter is a slug or an id, and the page depends on both.
func recordTags(tenantID string, q *query.Query, tags []string) []string {
	p := q.View.Plan()
	var all []string
	for _, v := range q.Path {
		all = append(all, catalog.SlugTag(p.Resource.Name, v), catalog.RecordTag(p.Resource.Name, v))
	}
	return Tags(tenantID, p, append(all, tags...))
}
