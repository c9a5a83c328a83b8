package gateway

import (
	"context"
	"errors"
	"fmt"
	"strings"
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
	tenant string
	now    time.Time
	snap   cache.Snapshot
	until  time.Time // the next moment at which time alone changes what the moments speak of; zero: never
}

// begin opens a snapshot. It is said as a statement, not by the driver, so that what every reading asks first travels with it.
const begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

// open begins a reading: the transaction, the tenant's number in it and the next boundary, in one round trip where there were three.
func (s *Server) open(ctx context.Context, tenantID string, moments []catalog.Moment) (*reading, error) {
	conn, err := s.cfg.Pool.Acquire(ctx)
	if err != nil {
		return nil, busy(err)
	}
	r := &reading{tx: conn, conn: conn, tenant: tenantID, now: s.clock.now().Truncate(time.Microsecond)}
	if err := r.begin(ctx, moments); err != nil {
		r.close(ctx)
		return nil, err
	}
	return r, nil
}

func (r *reading) begin(ctx context.Context, moments []catalog.Moment) error {
	var b pgx.Batch
	b.Queue(begin)
	b.Queue("SELECT epoch::text, n FROM tenant_seq WHERE tenant_id = $1", r.tenant)
	if len(moments) > 0 {
		b.Queue(boundary(moments), r.tenant, r.now)
	}
	results := r.conn.SendBatch(ctx, &b)
	defer func() { _ = results.Close() }() // what went wrong was said by then
	if _, err := results.Exec(); err != nil {
		return busy(err)
	}
	var n int64
	err := results.QueryRow().Scan(&r.snap.Epoch, &n)
	if errors.Is(err, pgx.ErrNoRows) {
		return api.Errorf(404, api.TenantUnknown, "There is no such shop.")
	}
	if err != nil {
		return busy(err)
	}
	r.snap.N = uint64(n)
	if len(moments) == 0 {
		return nil
	}
	var next *time.Time
	if err := results.QueryRow().Scan(&next); err != nil {
		return fmt.Errorf("read the next boundary: %w", err)
	}
	if next != nil {
		r.until = *next
	}
	return nil
}

// boundary is the statement that finds the next moment, strictly later than $2, at which time alone changes what is read. It goes over all rows
// of a kind, those not shown yet included.
func boundary(moments []catalog.Moment) string {
	parts := make([]string, len(moments))
	for i, m := range moments {
		// Tables and columns of the catalogue, never a reader's words.
		parts[i] = "(SELECT min(" + m.Column + ") FROM " + m.Kind + " WHERE tenant_id = $1 AND " + m.Column + " > $2)"
	}
	return "SELECT least(" + strings.Join(parts, ", ") + ")"
}

// close ends the transaction, which has written nothing. A connection on which that fails is not used again.
func (r *reading) close(ctx context.Context) {
	if _, err := r.conn.Exec(context.WithoutCancel(ctx), "ROLLBACK"); err != nil {
		_ = r.conn.Conn().Close(context.WithoutCancel(ctx))
	}
	r.conn.Release()
}
