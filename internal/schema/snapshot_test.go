package schema_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// While sessions write, every snapshot is complete: n is the last number, no number is missing, and every row has one.
// Replaying the changes up to n on empty tables gives the content of the snapshot.
func TestConcurrentWritersLeaveNoHole(t *testing.T) {
	t.Parallel()
	const writers, readers = 10, 3
	turns := 60
	if testing.Short() {
		turns = 15
	}
	tenants := make([]string, 50)
	for i := range tenants {
		tenants[i] = fmt.Sprintf("t%02d", i)
	}
	db := open(t, tenants...)

	var writing, reading sync.WaitGroup
	stop := make(chan struct{})
	for w := range writers {
		writing.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 1))
			for i := 0; i < turns; i++ {
				err := pgx.BeginFunc(t.Context(), db.Pool,
					func(tx pgx.Tx) error { return turn(t.Context(), tx, r, tenants, fmt.Sprintf("w%d-%d", w, i)) })
				if state := sqlState(err); state == "40P01" || errors.Is(err, errUndo) {
					continue // two writers over the same records, in the order of their content rows: theirs to try again
				}
				if err != nil {
					t.Errorf("writer %d: %v", w, err)
					return
				}
			}
		})
	}
	snapshots := 0
	var mu sync.Mutex
	for range readers {
		conn := session(t, db)
		reading.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := replay(t.Context(), conn); err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				snapshots++
				mu.Unlock()
			}
		})
	}
	writing.Wait()
	close(stop)
	reading.Wait()
	if err := replay(t.Context(), session(t, db)); err != nil {
		t.Error(err)
	}
	if snapshots < 3 {
		t.Errorf("only %d snapshots were checked while writers wrote", snapshots)
	}
	t.Logf("%d snapshots hold, the last with %d numbers", snapshots,
		get[int](t, db.Pool, "SELECT count(*) FROM change_tx"))
}

var errUndo = errors.New("undone on purpose")

// turn is one transaction of a writer: a few edits over one to three tenants, some of them undone.
func turn(ctx context.Context, tx pgx.Tx, r *rand.Rand, tenants []string, slug string) error {
	of := []string{tenants[r.IntN(len(tenants))], tenants[r.IntN(5)], tenants[r.IntN(len(tenants))]}[:1+r.IntN(3)]
	for i, tenant := range of {
		var err error
		switch r.IntN(6) {
		case 0, 1:
			_, err = tx.Exec(ctx, addBrand, tenant, fmt.Sprintf("%s-%d", slug, i))
		case 2, 3:
			_, err = tx.Exec(ctx, "UPDATE brand SET position = position + 1 WHERE tenant_id = $1 AND slug = 'acme'", tenant)
		case 4:
			_, err = tx.Exec(ctx, "DELETE FROM brand WHERE id = (SELECT id FROM brand WHERE tenant_id = $1 AND slug <> 'acme' "+
				"ORDER BY id LIMIT 1)", tenant)
		case 5:
			err = pgx.BeginFunc(ctx, tx, func(sub pgx.Tx) error {
				if _, err := sub.Exec(ctx, "UPDATE brand SET position = position + 1 WHERE tenant_id = $1", tenant); err != nil {
					return err
				}
				return errUndo
			})
			if errors.Is(err, errUndo) {
				err = nil
			}
		}
		if err != nil {
			return err
		}
	}
	if r.IntN(10) == 0 {
		return errUndo
	}
	return nil
}

// replay checks one snapshot.
func replay(ctx context.Context, conn *pgx.Conn) error {
	return pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
		func(tx pgx.Tx) error {
			for what, sql := range map[string]string{
				"numbers that are not 1 to n": `
SELECT format('%s: n %s, %s numbers from %s to %s',
  q.tenant_id, q.n, count(t.seq), coalesce(min(t.seq), 0), coalesce(max(t.seq), 0))
FROM tenant_seq q LEFT JOIN change_tx t USING (tenant_id) GROUP BY q.tenant_id, q.n
HAVING count(t.seq) <> q.n OR coalesce(max(t.seq), 0) <> q.n OR coalesce(min(t.seq), 1) <> 1`,
				"rows without a number": `
SELECT r.tenant_id || ' ' || r.kind || ' ' || r.id FROM change_row r
WHERE NOT EXISTS (SELECT FROM change_tx t WHERE t.xid = r.xid AND t.tenant_id = r.tenant_id)`,
				"numbers without a row": `
SELECT t.tenant_id || ' ' || t.seq FROM change_tx t
WHERE NOT EXISTS (SELECT FROM change_row r WHERE t.xid = r.xid AND t.tenant_id = r.tenant_id)`,
				"brands that the changes do not explain": `
SELECT format('%s %s: position %s, but %s updates',
  coalesce(b.tenant_id, l.tenant_id), coalesce(b.id, l.id), coalesce(b.position, -1), coalesce(l.updates, -1))
FROM brand b FULL JOIN (
  SELECT tenant_id, id, count(*) FILTER (WHERE op = 'U') AS updates
  FROM change_row JOIN change_tx USING (xid, tenant_id) WHERE kind = 'brand'
  GROUP BY 1, 2 HAVING count(*) FILTER (WHERE op = 'I') > count(*) FILTER (WHERE op = 'D')
) l USING (tenant_id, id)
WHERE b.position IS DISTINCT FROM l.updates`,
			} {
				rows, err := tx.Query(ctx, sql)
				if err != nil {
					return err
				}
				wrong, err := pgx.CollectRows(rows, pgx.RowTo[string])
				if err != nil {
					return fmt.Errorf("%s: %w", what, err)
				}
				if len(wrong) > 0 {
					return fmt.Errorf("%s:\n%s", what, strings.Join(wrong, "\n"))
				}
			}
			return nil
		})
}
