package memory

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"vitrine/search"
)

// Bounds of what is followed. Beyond them a table is read anew.
const (
	mostBehind  = 5000 // changes of a tenant
	mostChanged = 5000 // rows in them
)

// A delta is what changed between the number of a table and that of a snapshot.
type delta struct {
	rows     map[string]*row // that can be shown
	changed  []string        // ids of rows, whether they are there or not
	headings map[int][]heading
	missing  map[int][]string // ids of headings that are gone
}

// changes reads what changed after since and up to n, in a snapshot that shows n. ok is false if that cannot be told, or is too much.
func (k *Kind) changes(ctx context.Context, db search.DB, tenant string, since, n uint64) (d *delta, ok bool, err error) {
	if n-since > mostBehind {
		return nil, false, nil
	}
	var sealed uint64
	touched := map[string]map[string]bool{} // ids, by table
	all := false
	var batch pgx.Batch
	batch.Queue("SELECT count(*) FROM change_tx t WHERE t.tenant_id = $1 AND t.seq > $2 AND t.seq <= $3", tenant, int64(since), int64(n)).
		QueryRow(func(row pgx.Row) error { return row.Scan(&sealed) })
	// The numbers first, then the rows of each: whatever Postgres believes of a table that grows and shrinks like no other.
	batch.Queue(`
SELECT c.kind, coalesce(CASE WHEN c.kind = ANY($5) THEN NULL ELSE c.id END, c.before ->> $6, ''), coalesce(c.after ->> $6, ''), c.op::text
FROM change_tx t CROSS JOIN LATERAL (
  SELECT r.kind, r.id, r.op, r.before, r.after FROM change_row r WHERE r.xid = t.xid AND r.tenant_id = t.tenant_id AND r.kind = ANY($4) OFFSET 0) c
WHERE t.tenant_id = $1 AND t.seq > $2 AND t.seq <= $3
LIMIT $7`, tenant, int64(since), int64(n), k.kinds(), []string{k.Tree.Links, k.Pairs.Table}, k.owner(), mostChanged+1).Query(func(rows pgx.Rows) error {
		var kind, id, other, op string
		count := 0
		_, err := pgx.ForEachRow(rows, []any{&kind, &id, &other, &op}, func() error {
			count++
			all = all || op == "T" || count > mostChanged
			if kind == k.Tree.Links || kind == k.Pairs.Table {
				kind = k.Name
			} else {
				other = ""
			}
			if touched[kind] == nil {
				touched[kind] = map[string]bool{}
			}
			for _, id := range []string{id, other} {
				if id != "" {
					touched[kind][id] = true
				}
			}
			return nil
		})
		return err
	})
	if err := db.SendBatch(ctx, &batch).Close(); err != nil {
		return nil, false, fmt.Errorf("read what changed of %s: %w", k.Name, err)
	}
	if sealed != n-since || all {
		return nil, false, nil
	}
	d, err = k.delta(ctx, db, tenant, touched)
	return d, err == nil, err
}

// owner is the column by which links and pairs name their row.
func (k *Kind) owner() string {
	if k.Tree.Owner != "" {
		return k.Tree.Owner
	}
	return k.Pairs.Owner
}

// delta reads what was touched.
func (k *Kind) delta(ctx context.Context, db search.DB, tenant string, touched map[string]map[string]bool) (*delta, error) {
	d := &delta{headings: map[int][]heading{}, missing: map[int][]string{}}
	var err error
	for id := range touched[k.Name] {
		d.changed = append(d.changed, id)
	}
	if len(d.changed) > 0 {
		if d.rows, err = k.read(ctx, db, tenant, d.changed); err != nil {
			return nil, err
		}
	}
	for i := -1; i < len(k.Codes); i++ {
		kind := k.Tree.Kind
		if i >= 0 {
			kind = k.Codes[i].Kind
		}
		if kind == "" || len(touched[kind]) == 0 {
			continue
		}
		var ids []string
		for id := range touched[kind] {
			ids = append(ids, id)
		}
		if d.headings[i], err = k.headings(ctx, db, tenant, i, ids); err != nil {
			return nil, err
		}
		for _, id := range ids {
			if !slices.ContainsFunc(d.headings[i], func(h heading) bool { return h.id == id }) {
				d.missing[i] = append(d.missing[i], id)
			}
		}
	}
	return d, nil
}

// applyLocked brings a table to n.
func (t *table) applyLocked(d *delta, n uint64) {
	for i, all := range d.headings {
		for _, h := range all {
			t.nameLocked(i, h)
		}
		for _, id := range d.missing[i] {
			t.nameLocked(i, heading{id: id})
		}
	}
	for _, id := range d.changed {
		if r := d.rows[id]; r != nil {
			t.putLocked(r)
		} else {
			t.removeLocked(id)
		}
	}
	t.linkLocked()
	t.n = n
}
