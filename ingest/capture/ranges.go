package capture

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// A Position is how far somebody has followed the changes of a tenant.
type Position struct {
	Tenant string
	Epoch  string // "" if not known: then a new epoch is not noticed
	Seq    uint64
}

// A Range is what lies ahead of a position, in one snapshot.
type Range struct {
	From    Position
	Epoch   string // the tenant's epoch now; "" if it is gone
	Head    uint64 // its last change
	Changes []Change

	planned []Planned // what plan made of it: from the position without a hole to the head or, after limit changes, towards it
	missing uint64    // numbers that are missing and were bridged with a step that fires everything: freshness is kept, precision is not
}

// Restarted reports whether the numbers of the tenant began anew, so that the position means nothing.
func (t *Range) Restarted() bool {
	return t.Epoch != "" && (t.From.Epoch != "" && t.From.Epoch != t.Epoch || t.Head < t.From.Seq)
}

// Broken reports whether numbers are missing on the trail, of which at most limit changes were looked at.
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

// UpTo are the changes of a trail up to one of them.
func (t *Range) UpTo(n uint64) []Change {
	rest := t.Changes
	for len(rest) > 0 && rest[len(rest)-1].Seq > n {
		rest = rest[:len(rest)-1]
	}
	return rest
}

// ReadRanges looks, for each position whose tenant has moved, at the changes after it, at most limit a tenant.
func ReadRanges(ctx context.Context, q Querier, from []Position, limit int) ([]Range, error) {
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
WHERE s.n IS DISTINCT FROM w.n OR w.epoch <> '' AND w.epoch <> s.epoch::text`, tenants, epochs, seqs, limit, RowLimit+1)
	if err != nil {
		return nil, fmt.Errorf("look ahead: %w", err)
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
			return nil, fmt.Errorf("look ahead: %w", err)
		}
		t := found[i]
		if t == nil {
			t = &Range{From: from[i-1], Epoch: epoch, Head: head}
			found[i] = t
		}
		if seq != nil {
			t.Changes = append(t.Changes, Change{Tenant: t.From.Tenant, Epoch: epoch, Seq: *seq, XID: *xid, At: *at, Rows: int(*n)})
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("look ahead: %w", err)
	}
	trails := make([]Range, 0, len(found))
	for i := range from {
		if t := found[i+1]; t != nil {
			slices.SortFunc(t.Changes, bySeq)
			trails = append(trails, *t)
		}
	}
	return trails, nil
}

// planRanges plans what trails lead through, at most limit changes of each. Their changes are read together.
func planRanges(ctx context.Context, q Querier, trails []Range, limit int) error {
	var all []Change
	for i := range trails {
		if t := &trails[i]; !t.Restarted() {
			all = append(all, t.Changes...)
		}
	}
	read, err := planChanges(ctx, q, all)
	if err != nil {
		return err
	}
	for i := range trails {
		t := &trails[i]
		if t.Restarted() {
			t.planned = []Planned{t.bridge(0, t.Head)}
			continue
		}
		t.join(read[:len(t.Changes)], limit)
		read = read[len(t.Changes):]
	}
	return nil
}

// join makes one way of the steps that were read.
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

// rows is how many rows of changes a trail leads through, as far as they were counted.
func (t *Range) rows() (n int) {
	for _, s := range t.Changes {
		n += s.Rows
	}
	return n
}

// bridge is a step over changes that cannot be read.
func (t *Range) bridge(prev, seq uint64) Planned {
	return Planned{Tenant: t.From.Tenant, Epoch: t.Epoch, Prev: prev, Seq: seq, At: time.Now(), Tags: Everything(t.From.Tenant)}
}
