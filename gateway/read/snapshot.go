package read

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cache"
	"vitrine/gateway/admit"
	"vitrine/gateway/query"
	"vitrine/gateway/read/settings"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/filter"
	"vitrine/search"
)

// A Snapshot is one Postgres snapshot of one tenant. Everything that an answer shows is read in it.
type Snapshot struct {
	DB     search.DB // the transaction, or search.Held
	Tenant string
	Now    time.Time

	engine   search.Engine
	known    *settings.Known
	digest   string // of the tenant's search settings; not of a held snapshot
	faults   *faults
	held     *held    // nil for a snapshot of Postgres
	noted    []string // tags of records with values that cannot be shown
	conn     *pgxpool.Conn
	permits  <-chan struct{} // one is given back at the end
	at       cache.Snapshot
	until    time.Time // the next time at which the answer changes without an edit; zero: never
	searched string    // the engine that searched for a text, for X-Search-Engine
	canRetry bool      // if the engine is ahead of the snapshot, it may ask for a newer one
}

// staleTries is in how many snapshots a list is searched while the engine is ahead of each of them. In the last one the
// engine must answer with what it has.
const staleTries = 8

// inSnapshot calls f in a snapshot, as retried does. f gets the query with ids in place of slugs.
func (r *Reader) inSnapshot(ctx context.Context, tenantID string, q *query.Query,
	f func(*Snapshot, *query.Query) error,
) (*Snapshot, error) {
	return r.retried(ctx, tenantID, q.View.Plan().Clocks(), resolved(ctx, q, f))
}

// resolved calls f with ids in place of the query's slugs.
func resolved(ctx context.Context, q *query.Query, f func(*Snapshot, *query.Query) error) func(*Snapshot) error {
	return func(s *Snapshot) error {
		byID, err := s.resolve(ctx, q)
		if err != nil {
			return err
		}
		return f(s, byID)
	}
}

// retried calls f in a snapshot, and again in a newer one if the engine is ahead of the snapshot. The snapshot that it
// returns is closed.
func (r *Reader) retried(ctx context.Context, tenantID string, boundaries []catalog.Moment, f func(*Snapshot) error) (
	s *Snapshot, err error,
) {
	for tries := 1; ; tries++ {
		if s, err = r.open(ctx, tenantID, boundaries); err != nil {
			return nil, err
		}
		s.canRetry = tries < staleTries
		err = func() error {
			defer s.close(ctx) // after a panic too: the handler recovers, and the session belongs to others
			return f(s)
		}()
		switch {
		case errors.Is(err, search.ErrStaleSnapshot):
		case err != nil && ctx.Err() != nil:
			return nil, api.Busy(err)
		default:
			return s, err
		}
	}
}

// open begins a snapshot: the transaction, the tenant's change number and the next boundary, in one round trip.
func (r *Reader) open(ctx context.Context, tenantID string, boundaries []catalog.Moment) (*Snapshot, error) {
	if err := admit.Of(ctx).Postgres(ctx); err != nil {
		return nil, err //nolint:wrapcheck // the client reads it
	}
	select {
	case r.reads <- struct{}{}:
	case <-ctx.Done():
		return nil, api.Busy(ctx.Err())
	}
	conn, err := r.cfg.Pool.Acquire(ctx)
	if err != nil {
		<-r.reads
		return nil, api.Busy(err)
	}
	s := &Snapshot{DB: conn, Tenant: tenantID, Now: r.clock.Now().Truncate(time.Microsecond),
		engine: r.cfg.Engine, known: r.settings, faults: &r.faults, conn: conn, permits: r.reads}
	if err := s.begin(ctx, boundaries); err != nil {
		s.close(ctx)
		return nil, err
	}
	return s, nil
}

// beginSQL opens the transaction. It is sent as a statement, not by the driver, so that the first queries travel with
// it.
const beginSQL = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

// Every snapshot asks for the next boundary, and the plan of that query never changes, so it is made once a connection.
// By default Postgres would plan it again most times, which takes longer than everything that is read. Lists benefit
// from plans for their own values, so the setting is restored before them.
const (
	genericPlans = ", set_config('plan_cache_mode', 'force_generic_plan', true)"
	defaultPlans = ", set_config('plan_cache_mode', 'auto', true)"
)

// settingsDigest identifies the search settings that the snapshot shows; "" for none.
const settingsDigest = "coalesce((SELECT s.digest FROM tenant_search s WHERE s.tenant_id = $1), '')"

func (s *Snapshot) begin(ctx context.Context, boundaries []catalog.Moment) error {
	var b pgx.Batch
	b.Queue(beginSQL)
	if len(boundaries) == 0 {
		b.Queue("SELECT epoch::text, n, "+settingsDigest+", '' FROM tenant_seq WHERE tenant_id = $1", s.Tenant)
	} else {
		b.Queue("SELECT epoch::text, n, "+settingsDigest+genericPlans+" FROM tenant_seq WHERE tenant_id = $1", s.Tenant)
		b.Queue("SELECT "+catalog.Boundary(boundaries)+defaultPlans, s.Tenant, s.Now)
	}
	results := s.conn.SendBatch(ctx, &b)
	defer func() { _ = results.Close() }() // an error was returned before
	if _, err := results.Exec(); err != nil {
		return api.Busy(err)
	}
	err := results.QueryRow().Scan(&s.at.Epoch, &s.at.Seq, &s.digest, nil)
	if errors.Is(err, pgx.ErrNoRows) {
		return api.UnknownTenant()
	}
	if err != nil {
		return api.Busy(err)
	}
	if len(boundaries) == 0 {
		return nil
	}
	var next *time.Time
	if err := results.QueryRow().Scan(&next, nil); err != nil {
		return fmt.Errorf("read the next boundary: %w", err)
	}
	if next != nil {
		s.until = *next
	}
	return nil
}

const closeTimeout = time.Second

// close ends the transaction. If that fails or takes long, the connection is not used again: its server may be gone.
func (s *Snapshot) close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
	defer cancel()
	if _, err := s.conn.Exec(ctx, "ROLLBACK"); err != nil {
		_ = s.conn.Conn().Close(ctx)
	}
	s.conn.Release()
	<-s.permits
}

// resolve returns a query with ids in place of the slugs of visible records.
func (s *Snapshot) resolve(ctx context.Context, q *query.Query) (*query.Query, error) {
	slugs := q.Slugs()
	if slugs == nil {
		return q, nil
	}
	ids := map[string]map[string]string{}
	for kind, some := range slugs {
		rows, err := s.DB.Query(ctx, catalog.Named(kind).IDsOf(), s.Tenant, s.Now, some)
		if err != nil {
			return nil, fmt.Errorf("read the ids of %s: %w", kind, err)
		}
		ids[kind] = map[string]string{}
		var slug, id string
		if _, err := pgx.ForEachRow(rows, []any{&slug, &id}, func() error {
			ids[kind][slug] = id
			return nil
		}); err != nil {
			return nil, fmt.Errorf("read the ids of %s: %w", kind, err)
		}
	}
	return q.Resolve(ids), nil
}

// Query is the search query of a query in this snapshot.
func (s *Snapshot) Query(q *query.Query) search.Query {
	p := q.View.Plan()
	res := p.Resource
	sq := search.Query{
		Tenant: s.Tenant, Now: s.Now, Kind: res.Name, ID: res.As + ".id", From: res.From, Where: p.Base,
		Epoch: s.at.Epoch, Seq: s.at.Seq, CanRetry: s.canRetry,
		Text: q.Text, Match: res.Text, Conds: q.Conds(), Order: q.View.Order, Limit: q.Limit,
	}
	for _, rel := range res.Related {
		sq.Related = append(sq.Related, search.Related{Alias: rel.As, Kind: rel.Kind, Key: rel.Key})
	}
	sq.Sorted, sq.Explain = q.View.Fixed, q.Explain
	if q.Text != "" {
		sq.Order = p.Ties
	}
	if sq.Sorted = sq.Sorted || q.Sort != ""; q.Sort != "" && !q.View.Facets {
		sq.Order = orderBy(q, res.As)
	}
	if q.View.Shape == catalog.Page {
		sq.Offset = (q.Page - 1) * q.Limit
	} else if q.View.Cap > 0 {
		sq.Limit = q.View.Cap
	}
	return sq
}

// orderBy is the order that a request asks for. Rows without a value come last in both directions, and the id decides
// between equals.
func orderBy(q *query.Query, as string) filter.Order {
	key := filter.Key{Column: q.View.Sorts[q.Sort], Desc: q.Desc, Nulls: filter.NullsLast}
	return filter.Order{key, filter.Asc(as + ".id")}
}

// interim is the lifetime of an answer to a text while another engine is not ready.
const interim = time.Second

// Search runs a search in this snapshot.
func (s *Snapshot) Search(ctx context.Context, sq search.Query) (search.Result, error) {
	if s.held != nil && !s.held.covers(&sq) {
		return search.Result{}, search.ErrNotHeld
	}
	if sq.Text != "" {
		var err error
		if sq.Settings, err = s.Settings(ctx); err != nil {
			return search.Result{}, err
		}
	}
	sq.Once = Once(ctx)
	var res search.Result
	var err error
	if s.held != nil {
		res, err = s.held.search(ctx, s, sq)
	} else {
		res, err = s.engine.Search(ctx, s.DB, sq)
	}
	if sq.Text != "" {
		s.searched = engines(s.searched, res)
		if res.Interim {
			s.until = earlier(s.until, s.Now.Add(interim))
		}
	}
	return res, err
}

// Settings are the tenant's search settings in this snapshot, nil for none.
func (s *Snapshot) Settings(ctx context.Context) (*search.Settings, error) {
	switch {
	case s.known == nil:
		return nil, nil //nolint:nilnil // documented
	case s.held != nil:
		return s.held.settings(ctx, s.known)
	}
	return s.known.In(ctx, s.DB, s.Tenant, s.digest) //nolint:wrapcheck // it adds context
}

// engines adds the engine of a result to those that searched before.
func engines(before string, res search.Result) string {
	name := res.Engine
	if res.Capped {
		name += ";truncated"
	}
	if res.Interim {
		name += ";interim"
	}
	if before == "" || slices.Contains(strings.Split(before, ", "), name) {
		return cmp.Or(before, name)
	}
	return before + ", " + name
}

// ByID reads records of a view by id, in the order of the ids. A record that cannot be shown has no JSON.
func (s *Snapshot) ByID(ctx context.Context, v *catalog.View, ids []string) ([]catalog.Record, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	if s.held != nil {
		return s.held.byID(ctx, s, v, ids)
	}
	sql := "SELECT " + v.Row.Columns() + v.Plan().ByIDs()
	rows, err := s.DB.Query(ctx, sql, s.Tenant, s.Now, ids)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", v.Row.Type.Name(), err)
	}
	defer rows.Close()
	var recs []catalog.Record
	for scanner := v.Row.Scanner(rows, 0); rows.Next(); {
		recs = append(recs, scanner.Record())
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", v.Row.Type.Name(), err)
	}
	s.faults.noteAll(s.Tenant, v, recs)
	return inOrder(recs, ids), nil
}

// inOrder sorts records by the order of ids.
func inOrder(recs []catalog.Record, ids []string) []catalog.Record {
	places := make(map[string]int, len(recs))
	for i, rec := range recs {
		places[rec.ID] = i
	}
	out := make([]catalog.Record, 0, len(ids))
	for _, id := range ids {
		if i, ok := places[id]; ok {
			out = append(out, recs[i])
		}
	}
	return out
}
