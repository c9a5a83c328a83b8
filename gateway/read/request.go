package read

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sync/errgroup"

	"vitrine/cache"
	"vitrine/gateway/admit"
	"vitrine/gateway/query"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/run"
)

// A recordRequest asks for records of one tenant.
type recordRequest struct {
	view   *catalog.View
	by     catalog.By // what the keys are
	tenant string
	keys   []string
	single bool // it failed together with others, and is read alone, so that its error is not theirs

	done chan struct{} // closed when the fields below are set
	got  catalog.Headed
	err  error
}

// at is the snapshot that the records were read in.
func (rq *recordRequest) at() cache.Snapshot {
	return cache.Snapshot{Epoch: rq.got.Epoch, Seq: rq.got.Seq}
}

// request reads the records of a request, in one statement with the tenant's change number and the time until which
// they hold. One statement has one snapshot, so no transaction has to begin and end.
func (r *Reader) request(ctx context.Context, rq *recordRequest) error {
	if err := admit.Of(ctx).Postgres(ctx); err != nil {
		return err //nolint:wrapcheck // the client reads it
	}
	rq.done = make(chan struct{})
	if batch := r.batch.join(rq); batch != nil {
		go r.readOn(batch) //nolint:gosec // for other requests too, which may wait longer than this one
	}
	select {
	case <-rq.done:
	case <-ctx.Done():
		r.batch.leave(rq)
		return api.Busy(ctx.Err())
	}
	switch {
	case rq.err != nil && ctx.Err() != nil:
		return api.Busy(rq.err)
	case rq.err != nil:
		return rq.err
	case !rq.got.Known:
		return api.UnknownTenant()
	}
	return nil
}

// readOn reads a batch, and goes on with the requests that wait by then.
func (r *Reader) readOn(batch []*recordRequest) {
	for batch != nil {
		slow := time.AfterFunc(slowAfter, func() { r.readOn(r.batch.slowDown()) })
		r.readBatch(batch)
		if !slow.Stop() {
			r.batch.recover()
		}
		batch = r.batch.next(batch[0].view)
	}
}

// readBatch reads a batch. Requests that cannot be read together, or not within a part of their time, are read again
// one by one.
func (r *Reader) readBatch(batch []*recordRequest) {
	timeout := r.cfg.Timeout
	if len(batch) > 1 {
		timeout /= 4
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	now := r.clock.Now().Truncate(time.Microsecond)
	err := run.Safely(func() (err error) {
		if len(batch) == 1 {
			batch[0].got, err = r.readAlone(ctx, batch[0], now)
			return err
		}
		return r.readTogether(ctx, batch, now)
	})
	if err != nil && len(batch) > 1 {
		if run.Panicked(err) && r.cfg.Log != nil {
			r.cfg.Log.Error("records are read one by one", "part", "gateway", "view", batch[0].view.Path, "err", err)
		}
		r.batch.requeue(batch)
		return
	}
	for _, rq := range batch {
		rq.err = err
		r.faults.noteAll(rq.tenant, rq.view, rq.got.Records)
		close(rq.done)
	}
}

func (r *Reader) readAlone(ctx context.Context, rq *recordRequest, now time.Time) (h catalog.Headed, err error) {
	args := catalog.Args(rq.tenant, now, rq.keys)
	if rq.by == catalog.ByID {
		args = []any{rq.tenant, now, rq.keys}
	}
	err = r.run(ctx, rq.view.Headed(rq.by), args, func(rows pgx.Rows) error {
		h, err = rq.view.ScanHeaded(rows)
		return err
	})
	return h, err
}

func (r *Reader) readTogether(ctx context.Context, batch []*recordRequest, now time.Time) error {
	view := batch[0].view
	var tenants, keys []string
	for _, rq := range batch {
		for _, key := range rq.keys {
			tenants, keys = append(tenants, rq.tenant), append(keys, key)
		}
	}
	return r.run(ctx, view.HeadedEach(batch[0].by), []any{tenants, now, keys}, func(rows pgx.Rows) error {
		each, err := view.ScanHeadedEach(rows, len(keys))
		if err != nil {
			return err
		}
		for _, rq := range batch {
			rq.got = each[0]
			for _, more := range each[1:len(rq.keys)] {
				rq.got.Records = append(rq.got.Records, more.Records...)
			}
			each = each[len(rq.keys):]
		}
		r.Stats.Batched.Add(uint64(len(keys)))
		return nil
	})
}

// run runs a statement. It distinguishes an error of the statement from a Postgres that does not answer.
func (r *Reader) run(ctx context.Context, sql string, args []any, scan func(pgx.Rows) error) error {
	rows, err := r.cfg.Records.Query(ctx, sql, args...)
	if err != nil {
		return api.Busy(err)
	}
	err = scan(rows)
	if unread := new(pgx.ScanArgError); rows.Err() != nil && !errors.As(err, unread) {
		said := (*pgconn.PgError)(nil)
		if !errors.As(err, &said) || strings.HasPrefix(said.Code, "57") { // class 57: the server is shutting down
			err = api.Busy(err)
		}
	}
	return err
}

// Prepare opens the connections that read records, and has each of them prepare what reads the records of some views.
// Postgres needs tens of milliseconds for the first statements of a session, and meanwhile all readers wait.
func (r *Reader) Prepare(ctx context.Context, views []*catalog.View) error {
	n := min(r.cfg.MaxReads, int(r.cfg.Records.Config().MaxConns))
	g, ctx := errgroup.WithContext(ctx)
	var open sync.WaitGroup // none is given back before all are open, so each is another one
	open.Add(n)
	for range n {
		g.Go(func() error {
			conn, err := r.cfg.Records.Acquire(ctx)
			open.Done()
			if err != nil {
				return api.Busy(err)
			}
			defer conn.Release()
			if b := r.statements(views); b.Len() > 0 {
				err = conn.SendBatch(ctx, b).Close()
			}
			open.Wait()
			return err //nolint:wrapcheck // the caller logs it
		})
	}
	return g.Wait() //nolint:wrapcheck // as above
}

// statements are what reads the records of views, with arguments for which there are none.
func (r *Reader) statements(views []*catalog.View) *pgx.Batch {
	b, now := &pgx.Batch{}, r.clock.Now().Truncate(time.Microsecond)
	for _, v := range views {
		switch params := strings.Count(v.Path, "{"); {
		case v.Special != "":
		case v.Shape != catalog.One:
			b.Queue(v.Headed(catalog.ByID), "", now, []string{})
			b.Queue(v.HeadedEach(catalog.ByID), []string{}, now, []string{})
		case params == 1:
			b.Queue(v.HeadedEach(catalog.ByPath), []string{}, now, []string{})
			fallthrough
		default:
			b.Queue(v.Headed(catalog.ByPath), catalog.Args("", now, make([]string, params))...)
		}
	}
	return b
}

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
	body := append([]byte(api.Success), catalog.Only(json, q.Fields)...)
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
