package capture

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
)

// NextBatch splits off the changes that are read at once: one bulk change, or transactions of up to rowBudget rows
// together.
func NextBatch(all []Change) (front, rest []Change) {
	n, budget := 0, rowBudget
	for n < len(all) && all[n].Rows <= min(RowLimit, budget) {
		budget -= max(1, all[n].Rows)
		n++
	}
	n = max(n, 1)
	return all[:n], all[n:]
}

// planChanges reads the rows of changes, batch by batch, and plans the changes in the given order.
func planChanges(ctx context.Context, q postgres.Queryer, all []Change) ([]Planned, error) {
	planned := make([]Planned, 0, len(all))
	for len(all) > 0 {
		var front []Change
		front, all = NextBatch(all)
		if front[0].Rows > RowLimit {
			kinds, err := BulkKinds(ctx, q, front[0])
			if err != nil {
				return nil, err
			}
			s := front[0].planned()
			s.planKinds(kinds)
			planned = append(planned, s)
			continue
		}
		changes, err := ReadRows(ctx, q, front)
		if err != nil {
			return nil, err
		}
		in, err := ReadCategories(ctx, q, front, changes)
		if err != nil {
			return nil, err
		}
		for i := range front {
			s := front[i].planned()
			if len(changes[i]) < front[i].Rows {
				changes[i] = nil // pruned meanwhile
			}
			s.plan(changes[i], in)
			planned = append(planned, s)
		}
	}
	return planned, nil
}

// planned is the planned change, still without tags.
func (s *Change) planned() Planned {
	return Planned{Tenant: s.Tenant, Epoch: s.Epoch, Seq: s.Seq, Prev: s.Seq - 1, At: s.At}
}

// ReadRows reads the rows of changes, unless the poll has read them.
func ReadRows(ctx context.Context, q postgres.Queryer, of []Change) ([][]Row, error) {
	changes := make([][]Row, len(of))
	var at []int // indices into of
	var xids []uint64
	var tenants []string
	for i, s := range of {
		if s.Rows > 0 && len(s.few) == s.Rows {
			changes[i] = s.few
			continue
		}
		at, tenants, xids = append(at, i), append(tenants, s.Tenant), append(xids, s.XID)
	}
	if len(at) == 0 {
		return changes, nil
	}
	rows, err := q.Query(ctx, `
SELECT w.i, r.kind, r.id, r.op::text, r.changed, r.before, r.after
FROM unnest($1::text[], $2::xid8[]) WITH ORDINALITY AS w(tenant_id, xid, i)
CROSS JOIN LATERAL (SELECT * FROM change_row WHERE xid = w.xid AND tenant_id = w.tenant_id LIMIT $3) r`,
		tenants, xids, RowLimit)
	if err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var i int
		var c captured
		if err := rows.Scan(&i, &c.Kind, &c.ID, &c.Op, &c.Changed, &c.Before, &c.After); err != nil {
			return nil, fmt.Errorf("read changes: %w", err)
		}
		changes[at[i-1]] = append(changes[at[i-1]], c.change())
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read changes: %w", err)
	}
	return changes, nil
}

// ReadBulk reads the rows of a large change: those of some kinds that were inserted, deleted or changed in some
// columns. ok is false if there are more than limit.
func ReadBulk(ctx context.Context, q postgres.Queryer, of Change, kinds, columns []string, limit int) (
	all []Row, ok bool, err error,
) {
	rows, err := q.Query(ctx, `
SELECT r.kind, r.id, r.op::text, r.changed, r.before, r.after
FROM change_row r
WHERE r.tenant_id = $1 AND r.xid = $2 AND r.kind = ANY($3) AND (r.op <> 'U' OR r.changed && $4)
LIMIT $5`, of.Tenant, of.XID, kinds, columns, limit+1)
	if err != nil {
		return nil, false, fmt.Errorf("read a bulk: %w", err)
	}
	var c captured
	_, err = pgx.ForEachRow(rows, []any{&c.Kind, &c.ID, &c.Op, &c.Changed, &c.Before, &c.After}, func() error {
		all = append(all, c.change())
		c = captured{}
		return nil
	})
	if err != nil {
		return nil, false, fmt.Errorf("read a bulk: %w", err)
	}
	return all, len(all) <= limit, nil
}

// A captured row is a row of change_row as Postgres keeps it.
type captured struct {
	Kind, ID, Op  string
	Changed       []string
	Before, After json.RawMessage
}

func (r *captured) change() Row {
	c := Row{Kind: r.Kind, ID: r.ID, Op: Truncated, Changed: r.Changed}
	if r.Op != "" {
		c.Op = r.Op[0]
	}
	var bad [2]error
	c.Before, bad[0] = decodeDims(r.Before)
	c.After, bad[1] = decodeDims(r.After)
	if bad[0] != nil || bad[1] != nil {
		c.Op = Truncated // never written; an invalid row must not stop the others
	}
	return c
}

// decodeDims decodes a JSON object of scalars, or null.
func decodeDims(data []byte) (Dims, error) {
	if len(data) == 0 || string(data) == "null" {
		return nil, nil
	}
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, err
	}
	d := make(Dims, len(m))
	for column, v := range m {
		switch v := v.(type) {
		case nil:
			d[column] = ""
		case string:
			d[column] = v
		default:
			d[column] = fmt.Sprint(v)
		}
	}
	return d, nil
}

// BulkKinds finds the kinds of a large change. It returns nil if there are too many rows to search.
func BulkKinds(ctx context.Context, q postgres.Queryer, s Change) (map[string]bool, error) {
	rows, err := q.Query(ctx, `
SELECT kind, sum(count(*)) OVER () AS looked_at
FROM (SELECT kind FROM change_row WHERE tenant_id = $1 AND xid = $2 LIMIT $3) AS looked
GROUP BY kind`, s.Tenant, s.XID, kindScan+1)
	if err != nil {
		return nil, fmt.Errorf("read kinds of a bulk: %w", err)
	}
	kinds := map[string]bool{}
	var kind string
	var looked int
	_, err = pgx.ForEachRow(rows, []any{&kind, &looked}, func() error {
		kinds[kind] = true
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read kinds of a bulk: %w", err)
	}
	if looked > kindScan {
		return nil, nil
	}
	return kinds, nil
}
