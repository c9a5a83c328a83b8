package ingest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Querier is what changes are read from: a pool, a connection or a transaction.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// The statements below look up little in large tables. Where a plan could be led astray by old statistics, a LATERAL with a LIMIT leaves it
// no choice.

// Bounds of what is read at once. They bound memory, and how long one tenant's bulk can keep the others waiting.
const (
	pollLimit = 2000    // transactions of one poll; above them heads are compared instead
	fewRows   = 4       // rows of a transaction that are read as soon as it is found
	rowLimit  = 1000    // rows of a transaction that are planned one by one; above them it is planned by kinds
	rowBudget = 5000    // rows of one statement
	kindScan  = 100_000 // rows looked at for the kinds of a bulk; above them it touches the whole tenant
)

// A sealed is one numbered change of a tenant, as its transaction sealed it: a row of change_tx.
type sealed struct {
	tenant, epoch string
	seq           uint64
	xid           uint64
	at            time.Time
	rows          int      // of change_row, counted no further than rowLimit+1; 0 means they are gone
	few           []change // they themselves, where they are at most fewRows and were read with it

	// The categories of the records in few, where they were read with it and nothing of the tenant had come after it by then; by kind, then id.
	in map[string]map[string][]string
}

// poll returns what has become visible since the snapshot prev: the set difference of two snapshots, so nothing is lost
// whatever the order in which transactions began, were numbered and committed, and nothing waits for an open one. Two probes
// of an index when there is nothing. If more than pollLimit transactions came, it says so and returns none: heads tell.
//
// The statement is pollSQL, or where few are expected one of pollFewSQL.
func poll(ctx context.Context, q Querier, sql, prev string) (snapshot string, fresh []sealed, more bool, err error) {
	rows, err := q.Query(ctx, sql, prev, pollLimit+1, rowLimit+1, fewRows)
	if err != nil {
		return "", nil, false, fmt.Errorf("poll changes: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var s sealed
		var tenant *string
		var seq, xid, n *uint64
		var at *time.Time
		var few []captured
		if err := rows.Scan(&snapshot, &tenant, &s.epoch, &seq, &xid, &at, &n, &few, &s.in); err != nil {
			return "", nil, false, fmt.Errorf("poll changes: %w", err)
		}
		if tenant == nil {
			continue
		}
		s.tenant, s.seq, s.xid, s.at, s.rows = *tenant, *seq, *xid, *at, int(*n)
		for i := range few {
			s.few = append(s.few, few[i].change())
		}
		fresh = append(fresh, s)
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

// pollFewSQL are statements that read the categories of what changed too, which spares whoever plans it a question: by the kind that is expected to have
// changed, which is quicker than to look for ties of any kind (""). Kinds that have no categories are not there.
var pollFewSQL = func() map[string]string {
	of := func(kinds ...string) string {
		return pollWith("l.categories", "\nLEFT JOIN LATERAL ("+categoriesSQL(kinds)+") l ON c.rows BETWEEN 1 AND $4 AND s.n = x.seq")
	}
	few := map[string]string{"": of(kindsInTrees()...)}
	for _, kind := range kindsInTrees() {
		few[kind] = of(kind)
	}
	return few
}()

func pollWith(categories, join string) string {
	return `
SELECT pg_current_snapshot()::text, x.tenant_id, coalesce(s.epoch::text, ''), x.seq, x.xid, x.at, c.rows, f.few, ` + categories + `
FROM (VALUES (1)) AS always
LEFT JOIN (
  SELECT tenant_id, seq, xid, at FROM change_tx WHERE xid >= pg_snapshot_xmax($1::text::pg_snapshot)
  UNION ALL
  SELECT tenant_id, seq, xid, at FROM change_tx WHERE xid = ANY (ARRAY(SELECT pg_snapshot_xip($1::text::pg_snapshot)))
  LIMIT $2
) x ON true
LEFT JOIN LATERAL (SELECT epoch, n FROM tenant_seq WHERE tenant_id = x.tenant_id LIMIT 1) s ON true
LEFT JOIN LATERAL (
  SELECT count(*) AS rows FROM (SELECT FROM change_row r WHERE r.xid = x.xid AND r.tenant_id = x.tenant_id LIMIT $3) AS few
) c ON true
LEFT JOIN LATERAL (
  SELECT json_agg(json_build_object('kind', r.kind, 'id', r.id, 'op', r.op, 'changed', r.changed, 'before', r.before, 'after', r.after)) AS few
  FROM (SELECT * FROM change_row r WHERE r.xid = x.xid AND r.tenant_id = x.tenant_id AND c.rows <= $4 LIMIT $4) r
) f ON c.rows BETWEEN 1 AND $4` + join
}

// bySeq orders changes by tenant and number.
func bySeq(a, b sealed) int {
	return cmp.Or(strings.Compare(a.tenant, b.tenant), cmp.Compare(a.seq, b.seq))
}

// A Position is how far somebody has followed the changes of a tenant.
type Position struct {
	Tenant string
	Epoch  string // "" if not known: then a new epoch is not noticed
	Seq    uint64
}

// A trail is what lies ahead of a position, in one snapshot.
type trail struct {
	from   Position
	epoch  string // the tenant's epoch now; "" if it is gone
	head   uint64 // its last change
	sealed []sealed

	planned []step // what plan made of it: from the position without a hole to the head or, after limit changes, towards it
	missing uint64 // numbers that are missing and were bridged with a step that fires everything: freshness is kept, precision is not
}

// restarted reports whether the numbers of the tenant began anew, so that the position means nothing.
func (t *trail) restarted() bool {
	return t.epoch != "" && (t.from.Epoch != "" && t.from.Epoch != t.epoch || t.head < t.from.Seq)
}

// ahead looks, for each position whose tenant has moved, at the changes after it, at most limit a tenant.
func ahead(ctx context.Context, q Querier, from []Position, limit int) ([]trail, error) {
	tenants, epochs, seqs := make([]string, len(from)), make([]string, len(from)), make([]int64, len(from))
	for i, p := range from {
		tenants[i], epochs[i], seqs[i] = p.Tenant, p.Epoch, int64(p.Seq)
	}
	rows, err := q.Query(ctx, `
SELECT w.i, coalesce(s.epoch::text, ''), coalesce(s.n, 0), x.seq, x.xid, x.at, c.rows
FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS w(tenant_id, epoch, n, i)
LEFT JOIN LATERAL (SELECT epoch, n FROM tenant_seq WHERE tenant_id = w.tenant_id LIMIT 1) s ON true
LEFT JOIN LATERAL (
  SELECT seq, xid, at FROM change_tx WHERE tenant_id = w.tenant_id AND seq > w.n AND s.n > w.n ORDER BY seq LIMIT $4
) x ON true
LEFT JOIN LATERAL (
  SELECT count(*) AS rows FROM (SELECT FROM change_row r WHERE r.xid = x.xid AND r.tenant_id = w.tenant_id LIMIT $5) AS few
) c ON x.seq IS NOT NULL
WHERE s.n IS DISTINCT FROM w.n OR w.epoch <> '' AND w.epoch <> s.epoch::text`, tenants, epochs, seqs, limit, rowLimit+1)
	if err != nil {
		return nil, fmt.Errorf("look ahead: %w", err)
	}
	defer rows.Close()
	found := map[int]*trail{}
	for rows.Next() {
		var i int
		var epoch string
		var head uint64
		var seq, xid, n *uint64
		var at *time.Time
		if err := rows.Scan(&i, &epoch, &head, &seq, &xid, &at, &n); err != nil {
			return nil, fmt.Errorf("look ahead: %w", err)
		}
		t := found[i]
		if t == nil {
			t = &trail{from: from[i-1], epoch: epoch, head: head}
			found[i] = t
		}
		if seq != nil {
			t.sealed = append(t.sealed, sealed{tenant: t.from.Tenant, epoch: epoch, seq: *seq, xid: *xid, at: *at, rows: int(*n)})
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("look ahead: %w", err)
	}
	trails := make([]trail, 0, len(found))
	for i := range from {
		if t := found[i+1]; t != nil {
			slices.SortFunc(t.sealed, bySeq)
			trails = append(trails, *t)
		}
	}
	return trails, nil
}

// plan plans what trails lead through, at most limit changes of each. Their changes are read together.
func plan(ctx context.Context, q Querier, trails []trail, limit int) error {
	var all []sealed
	for i := range trails {
		if t := &trails[i]; !t.restarted() {
			all = append(all, t.sealed...)
		}
	}
	read, err := steps(ctx, q, all)
	if err != nil {
		return err
	}
	for i := range trails {
		t := &trails[i]
		if t.restarted() {
			t.planned = []step{t.bridge(0, t.head)}
			continue
		}
		t.join(read[:len(t.sealed)], limit)
		read = read[len(t.sealed):]
	}
	return nil
}

// join makes one way of the steps that were read.
func (t *trail) join(read []step, limit int) {
	at := t.from.Seq
	for _, s := range read {
		if s.prev > at {
			t.planned = append(t.planned, t.bridge(at, s.prev))
			t.missing += s.prev - at
		}
		t.planned = append(t.planned, s)
		at = s.seq
	}
	if len(read) < limit && at < t.head {
		t.planned = append(t.planned, t.bridge(at, t.head))
		t.missing += t.head - at
	}
}

// rows is how many rows of changes a trail leads through, as far as they were counted.
func (t *trail) rows() (n int) {
	for _, s := range t.sealed {
		n += s.rows
	}
	return n
}

// broken reports whether numbers are missing on the trail, of which at most limit changes were looked at.
func (t *trail) broken(limit int) bool {
	at := t.from.Seq
	for _, s := range t.sealed {
		if s.seq != at+1 {
			return true
		}
		at = s.seq
	}
	return len(t.sealed) < limit && at < t.head
}

// bridge is a step over changes that cannot be read.
func (t *trail) bridge(prev, seq uint64) step {
	return step{tenant: t.from.Tenant, epoch: t.epoch, prev: prev, seq: seq, at: time.Now(), tags: everything(t.from.Tenant)}
}

// piece cuts off the front what is read at once: a bulk alone, or transactions of up to rowBudget rows together.
func piece(all []sealed) (front, rest []sealed) {
	n, budget := 0, rowBudget
	for n < len(all) && all[n].rows <= min(rowLimit, budget) {
		budget -= max(1, all[n].rows)
		n++
	}
	n = max(n, 1)
	return all[:n], all[n:]
}

// steps reads what sealed transactions changed, piece by piece, and plans them, in the given order.
func steps(ctx context.Context, q Querier, all []sealed) ([]step, error) {
	planned := make([]step, 0, len(all))
	for len(all) > 0 {
		var front []sealed
		front, all = piece(all)
		if front[0].rows > rowLimit {
			kinds, err := bulkKinds(ctx, q, front[0])
			if err != nil {
				return nil, err
			}
			s := front[0].step()
			s.planKinds(kinds)
			planned = append(planned, s)
			continue
		}
		changes, err := rowsOf(ctx, q, front)
		if err != nil {
			return nil, err
		}
		in, err := readLineage(ctx, q, front, changes)
		if err != nil {
			return nil, err
		}
		for i := range front {
			s := front[i].step()
			if len(changes[i]) < front[i].rows {
				changes[i] = nil // pruned while we looked
			}
			s.plan(changes[i], in)
			planned = append(planned, s)
		}
	}
	return planned, nil
}

// step is the change, not yet planned.
func (s *sealed) step() step {
	return step{tenant: s.tenant, epoch: s.epoch, seq: s.seq, prev: s.seq - 1, at: s.at}
}

// rowsOf reads the rows of some transactions, each for its tenant, where they were not read with it.
func rowsOf(ctx context.Context, q Querier, of []sealed) ([][]change, error) {
	changes := make([][]change, len(of))
	var at []int // which of them
	var xids []uint64
	var tenants []string
	for i, s := range of {
		if s.rows > 0 && len(s.few) == s.rows {
			changes[i] = s.few
			continue
		}
		at, tenants, xids = append(at, i), append(tenants, s.tenant), append(xids, s.xid)
	}
	if len(at) == 0 {
		return changes, nil
	}
	rows, err := q.Query(ctx, `
SELECT w.i, r.kind, r.id, r.op::text, r.changed, r.before, r.after
FROM unnest($1::text[], $2::xid8[]) WITH ORDINALITY AS w(tenant_id, xid, i)
CROSS JOIN LATERAL (SELECT * FROM change_row WHERE xid = w.xid AND tenant_id = w.tenant_id LIMIT $3) r`, tenants, xids, rowLimit)
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

// captured is a row of change_row as it is read.
type captured struct {
	Kind, ID, Op  string
	Changed       []string
	Before, After json.RawMessage
}

func (r *captured) change() change {
	c := change{kind: r.Kind, id: r.ID, op: truncated, changed: r.Changed}
	if r.Op != "" {
		c.op = r.Op[0]
	}
	var bad [2]error
	c.before, bad[0] = decodeDims(r.Before)
	c.after, bad[1] = decodeDims(r.After)
	if bad[0] != nil || bad[1] != nil {
		c.op = truncated // nobody writes such a row; if it is there, it must not stop the others
	}
	return c
}

// decodeDims reads a JSON object of scalars, or null.
func decodeDims(data []byte) (dims, error) {
	if len(data) == 0 || string(data) == "null" {
		return nil, nil
	}
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, err
	}
	d := make(dims, len(m))
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

// bulkKinds finds the kinds a large transaction touched, nil if it is too large even for that.
func bulkKinds(ctx context.Context, q Querier, s sealed) (map[string]bool, error) {
	rows, err := q.Query(ctx, `
SELECT kind, sum(count(*)) OVER () AS looked_at
FROM (SELECT kind FROM change_row WHERE tenant_id = $1 AND xid = $2 LIMIT $3) AS looked
GROUP BY kind`, s.tenant, s.xid, kindScan+1)
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
