package verify

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Changes reads the outbox for people.
type Changes struct {
	Pool    *pgxpool.Pool
	Timeout time.Duration // of a query
}

// A Change is a change as the log has it.
type Change struct {
	Seq  uint64    `json:"seq"`
	At   time.Time `json:"at"`
	Rows []string  `json:"rows"`
}

const (
	maxChanges = 3  // that are shown
	maxRows    = 20 // of each of them
)

const changesSQL = `
SELECT x.seq, x.at,
  array(SELECT r.op::text || ' ' || r.kind || ' ' || r.id || coalesce(': ' || array_to_string(r.changed, ', '), '')
        FROM change_row r WHERE r.tenant_id = $1 AND r.xid = x.xid LIMIT $2)
FROM change_tx x WHERE x.tenant_id = $1 `

// Of reads some changes of a tenant, the newest first.
func (c *Changes) Of(tenantID string, seqs []uint64) ([]Change, error) {
	list := make([]int64, 0, len(seqs))
	for _, seq := range seqs {
		if seq < 1<<62 {
			list = append(list, int64(seq))
		}
	}
	return c.read(changesSQL+"AND x.seq = ANY ($4) ORDER BY x.seq DESC LIMIT $3", tenantID, maxRows, maxChanges, list)
}

// Between reads the last changes of a tenant after one change, up to another, the newest first.
func (c *Changes) Between(tenantID string, after, to uint64) ([]Change, error) {
	return c.read(changesSQL+"AND x.seq > $4 AND x.seq <= $5 ORDER BY x.seq DESC LIMIT $3",
		tenantID, maxRows, maxChanges, int64(min(after, 1<<62)), int64(min(to, 1<<62)))
}

func (c *Changes) read(sql string, args ...any) ([]Change, error) {
	ctx, cancel := context.WithTimeout(context.Background(), c.Timeout)
	defer cancel()
	rows, err := c.Pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Change])
	if err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	return all, nil
}
