package capture

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"vitrine/internal/postgres"
)

// The statements below look up few rows of large tables. Where outdated statistics could lead to a bad plan, a LATERAL
// with a LIMIT enforces the right one.

// Limits of what is read at once. They bound memory, and how long a bulk change of one tenant delays the others.
const (
	pollLimit = 2000    // transactions of one poll; above it, heads are compared instead
	fewRows   = 4       // rows of a transaction that the poll itself reads
	RowLimit  = 1000    // rows of a transaction that are planned one by one; above it, it is planned by kinds
	rowBudget = 5000    // rows of one statement
	kindScan  = 100_000 // rows that are searched for the kinds of a bulk; above it, it invalidates the whole tenant
)

// A Change is one numbered change of a tenant, as its transaction has sealed it: a row of change_tx.
type Change struct {
	Tenant, Epoch string
	Seq           uint64
	XID           uint64
	At            time.Time
	Rows          int   // rows of change_row, counted up to RowLimit+1; 0: they were pruned
	few           []Row // the rows, if there are at most fewRows and the poll has read them

	// The categories of the records in few, by kind and id, if the poll has read them and the change was the tenant's last
	// then.
	categories map[string]map[string][]string
}

// pollChanges returns the changes that have become visible since the snapshot prev. It computes the set difference of
// two snapshots. Nothing is lost, therefore, in whatever order transactions began, were numbered and committed, and no
// change waits for an open transaction. Without changes, it costs two index probes. If there are more than pollLimit
// transactions, more is true, and the caller compares heads.
//
// The statement is pollSQL or, if few changes are expected, one of pollFewSQL.
func pollChanges(ctx context.Context, q postgres.Queryer, sql, prev string) (
	snapshot string, fresh []Change, more bool, err error,
) {
	rows, err := q.Query(ctx, sql, prev, pollLimit+1, RowLimit+1, fewRows)
	if err != nil {
		return "", nil, false, fmt.Errorf("poll changes: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var s Change
		var tenant *string
		var seq, xid, n *uint64
		var at *time.Time
		var kind, id, op *string
		var c captured
		if err := rows.Scan(&snapshot, &tenant, &s.Epoch, &seq, &xid, &at, &s.categories,
			&n, &kind, &id, &op, &c.Changed, &c.Before, &c.After); err != nil {
			return "", nil, false, fmt.Errorf("poll changes: %w", err)
		}
		if tenant == nil {
			continue
		}
		if last := len(fresh) - 1; last < 0 || fresh[last].Tenant != *tenant || fresh[last].Seq != *seq {
			s.Tenant, s.Seq, s.XID, s.At = *tenant, *seq, *xid, *at
			fresh = append(fresh, s)
		}
		change := &fresh[len(fresh)-1]
		switch {
		case n != nil: // more than fewRows
			change.Rows, change.categories = int(*n), nil
		case kind != nil:
			c.Kind, c.ID, c.Op = *kind, *id, *op
			change.few = append(change.few, c.change())
			change.Rows = len(change.few)
		}
	}
	if err := rows.Err(); err != nil {
		return "", nil, false, fmt.Errorf("poll changes: %w", err)
	}
	if len(fresh) > pollLimit {
		return snapshot, nil, true, nil
	}
	slices.SortFunc(fresh, bySeq)
	return snapshot, fresh, false, nil
}

var pollSQL = pollWith("NULL::json", "")

// pollFewSQL are statements that also read the categories of the changed records, which saves the planner a query. The
// key is the expected kind of the records, or "" for any kind, which is slower. Kinds without categories have none.
var pollFewSQL = func() map[string]string {
	of := func(kinds ...string) string {
		return pollWith("l.categories", "\nLEFT JOIN LATERAL ("+categoriesSQL(kinds)+") l ON true")
	}
	few := map[string]string{"": of(kindsInTrees()...)}
	for _, kind := range kindsInTrees() {
		few[kind] = of(kind)
	}
	return few
}()

// pollWith selects a row for each row of a transaction. If there are more than $4, it selects one with their number,
// counted up to $3. A transaction whose rows were pruned has one row without any.
func pollWith(categories, join string) string {
	return `
SELECT (SELECT pg_current_snapshot()::text), x.tenant_id, coalesce(s.epoch::text, ''), x.seq, x.xid, x.at,
  ` + categories + `, CASE WHEN r.rows > $4 THEN (
    SELECT count(*) FROM (SELECT FROM change_row c WHERE c.xid = x.xid AND c.tenant_id = x.tenant_id LIMIT $3) AS of_all
  ) END, r.kind, r.id, r.op::text, r.changed, r.before, r.after
FROM (VALUES (1)) AS always
LEFT JOIN (
  SELECT tenant_id, seq, xid, at FROM change_tx WHERE xid >= pg_snapshot_xmax($1::text::pg_snapshot)
  UNION ALL
  SELECT tenant_id, seq, xid, at FROM change_tx WHERE xid = ANY (ARRAY(SELECT pg_snapshot_xip($1::text::pg_snapshot)))
  LIMIT $2
) x ON true
LEFT JOIN LATERAL (SELECT epoch, n FROM tenant_seq WHERE tenant_id = x.tenant_id LIMIT 1) s ON true
LEFT JOIN LATERAL (
  SELECT *
  FROM (
    SELECT *, row_number() OVER () AS i, count(*) OVER () AS rows
    FROM (SELECT * FROM change_row r WHERE r.xid = x.xid AND r.tenant_id = x.tenant_id LIMIT $4 + 1) AS few
  ) counted
  WHERE rows <= $4 OR i = 1
) r ON true` + join
}

// bySeq compares changes by tenant and number.
func bySeq(a, b Change) int {
	return cmp.Or(strings.Compare(a.Tenant, b.Tenant), cmp.Compare(a.Seq, b.Seq))
}

// SessionSettings are the settings of sessions that look up few rows by key. Planning such a statement takes longer
// than running it, and compiling it a thousand times as long. The plan is therefore made once, and forced to use
// indexes, because the tables may grow.
func SessionSettings() map[string]string {
	return map[string]string{"plan_cache_mode": "force_generic_plan", "enable_seqscan": "off", "jit": "off"}
}
