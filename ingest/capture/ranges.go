package capture

import (
	"context"
	"fmt"
	"slices"
	"time"

	"vitrine/internal/postgres"
)

// A Position names the last change of a tenant that was processed.
type Position struct {
	Tenant string
	Epoch  string // "": unknown, so that a new epoch is not detected
	Seq    uint64
}

// A Range holds the changes of a tenant after a position, in one snapshot.
type Range struct {
	From    Position
	Epoch   string // the tenant's current epoch; "": the tenant was deleted
	Head    uint64 // the tenant's last change
	Changes []Change

	planned []Planned // without a gap, from the position to the head or to the limit
	missing uint64    // missing numbers, for which a planned change invalidates the whole tenant
}

// Restarted reports whether the tenant began a new epoch, so that the position is invalid.
func (t *Range) Restarted() bool {
	return t.Epoch != "" && (t.From.Epoch != "" && t.From.Epoch != t.Epoch || t.Head < t.From.Seq)
}

// Broken reports whether numbers are missing in a range of at most limit changes.
func (t *Range) Broken(limit int) bool {
	at := t.From.Seq
	for _, s := range t.Changes {
		if s.Seq != at+1 {
			return true
		}
		at = s.Seq
	}
	return len(t.Changes) < limit && at < t.Head
}

// UpTo returns the changes of a range up to a number.
func (t *Range) UpTo(n uint64) []Change {
	rest := t.Changes
	for len(rest) > 0 && rest[len(rest)-1].Seq > n {
		rest = rest[:len(rest)-1]
	}
	return rest
}

// ReadRanges reads the changes after each position, at most limit a tenant. Tenants without any are missing from the
// result.
func ReadRanges(ctx context.Context, q postgres.Queryer, from []Position, limit int) ([]Range, error) {
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
  SELECT count(*) AS rows
  FROM (SELECT FROM change_row r WHERE r.xid = x.xid AND r.tenant_id = w.tenant_id LIMIT $5) AS few
) c ON x.seq IS NOT NULL
WHERE s.n IS DISTINCT FROM w.n OR w.epoch <> '' AND w.epoch <> s.epoch::text`, tenants, epochs, seqs, limit, RowLimit+1)
	if err != nil {
		return nil, fmt.Errorf("read changes after positions: %w", err)
	}
	defer rows.Close()
	found := map[int]*Range{}
	for rows.Next() {
		var i int
		var epoch string
		var head uint64
		var seq, xid, n *uint64
		var at *time.Time
		if err := rows.Scan(&i, &epoch, &head, &seq, &xid, &at, &n); err != nil {
			return nil, fmt.Errorf("read changes after positions: %w", err)
		}
		t := found[i]
		if t == nil {
			t = &Range{From: from[i-1], Epoch: epoch, Head: head}
			found[i] = t
		}
		if seq != nil {
			t.Changes = append(t.Changes,
				Change{Tenant: t.From.Tenant, Epoch: epoch, Seq: *seq, XID: *xid, At: *at, Rows: int(*n)})
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read changes after positions: %w", err)
	}
	ranges := make([]Range, 0, len(found))
	for i := range from {
		if t := found[i+1]; t != nil {
			slices.SortFunc(t.Changes, bySeq)
			ranges = append(ranges, *t)
		}
	}
	return ranges, nil
}

// planRanges plans the changes of ranges, at most limit of each. The rows of all ranges are read together.
func planRanges(ctx context.Context, q postgres.Queryer, ranges []Range, limit int) error {
	var all []Change
	for i := range ranges {
		if t := &ranges[i]; !t.Restarted() {
			all = append(all, t.Changes...)
		}
	}
	read, err := planChanges(ctx, q, all)
	if err != nil {
		return err
	}
	for i := range ranges {
		t := &ranges[i]
		if t.Restarted() {
			t.planned = []Planned{t.bridge(0, t.Head)}
			continue
		}
		t.join(read[:len(t.Changes)], limit)
		read = read[len(t.Changes):]
	}
	return nil
}

// join puts planned changes together, and fills gaps with bridges.
func (t *Range) join(read []Planned, limit int) {
	at := t.From.Seq
	for _, s := range read {
		if s.Prev > at {
			t.planned = append(t.planned, t.bridge(at, s.Prev))
			t.missing += s.Prev - at
		}
		t.planned = append(t.planned, s)
		at = s.Seq
	}
	if len(read) < limit && at < t.Head {
		t.planned = append(t.planned, t.bridge(at, t.Head))
		t.missing += t.Head - at
	}
}

// rows is the number of rows of the changes, as far as they were counted.
func (t *Range) rows() (n int) {
	for _, s := range t.Changes {
		n += s.Rows
	}
	return n
}

// bridge is a planned change in place of changes that cannot be read. It invalidates the whole tenant.
func (t *Range) bridge(prev, seq uint64) Planned {
	return Planned{
		Tenant: t.From.Tenant, Epoch: t.Epoch, Prev: prev, Seq: seq, At: time.Now(), Tags: Everything(t.From.Tenant),
	}
}
