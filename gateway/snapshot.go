package gateway

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/cache"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/search"
)

// A reading is one snapshot of one tenant: everything an answer shows is read in it.
type reading struct {
	tx     search.DB
	conn   *pgxpool.Conn
	turn   <-chan struct{} // one is given back when it ends
	tenant string
	now    time.Time
	snap   cache.Snapshot
	until  time.Time // the next moment at which time alone changes what the moments speak of; zero: never
	again  bool      // an engine that has moved on may say so: it is read in a newer snapshot then
}

// begin opens a snapshot. It is said as a statement, not by the driver, so that what every reading asks first travels with it.
const begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

// open begins a reading: the transaction, the tenant's number in it and the next boundary, in one round trip where there were three.
func (s *Server) open(ctx context.Context, tenantID string, moments []catalog.Moment) (*reading, error) {
	select {
	case s.reads <- struct{}{}:
	case <-ctx.Done():
		return nil, api.Busy(ctx.Err())
	}
	conn, err := s.cfg.Pool.Acquire(ctx)
	if err != nil {
		<-s.reads
		return nil, api.Busy(err)
	}
	r := &reading{tx: conn, conn: conn, turn: s.reads, tenant: tenantID, now: s.clock.Now().Truncate(time.Microsecond)}
	if err := r.begin(ctx, moments); err != nil {
		r.close(ctx)
		return nil, err
	}
	return r, nil
}

func (r *reading) begin(ctx context.Context, moments []catalog.Moment) error {
	var b pgx.Batch
	b.Queue(begin)
	if len(moments) == 0 {
		b.Queue("SELECT epoch::text, n, '' FROM tenant_seq WHERE tenant_id = $1", r.tenant)
	} else {
		b.Queue("SELECT epoch::text, n"+planOnce+" FROM tenant_seq WHERE tenant_id = $1", r.tenant)
		b.Queue("SELECT "+catalog.Boundary(moments)+planEach, r.tenant, r.now)
	}
	results := r.conn.SendBatch(ctx, &b)
	defer func() { _ = results.Close() }() // what went wrong was said by then
	if _, err := results.Exec(); err != nil {
		return api.Busy(err)
	}
	err := results.QueryRow().Scan(&r.snap.Epoch, &r.snap.Seq, nil)
	if errors.Is(err, pgx.ErrNoRows) {
		return api.UnknownTenant()
	}
	if err != nil {
		return api.Busy(err)
	}
	if len(moments) == 0 {
		return nil
	}
	var next *time.Time
	if err := results.QueryRow().Scan(&next, nil); err != nil {
		return fmt.Errorf("read the next boundary: %w", err)
	}
	if next != nil {
		r.until = *next
	}
	return nil
}

// The boundary is asked for by every reading, and its plan is always the same, so it is made once a connection: left to itself, Postgres made it anew for most,
// which took longer than all that was read. What lists ask is better planned for what they ask; so that is as it was once the boundary is known.
const (
	planOnce = ", set_config('plan_cache_mode', 'force_generic_plan', true)"
	planEach = ", set_config('plan_cache_mode', 'auto', true)"
)

const closeLimit = time.Second

// close ends the transaction, which has written nothing. A connection on which that fails, or takes long, is not used again: it may be to a server that
// is gone without a word.
func (r *reading) close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeLimit)
	defer cancel()
	if _, err := r.conn.Exec(ctx, "ROLLBACK"); err != nil {
		_ = r.conn.Conn().Close(ctx)
	}
	r.conn.Release()
	<-r.turn
}
