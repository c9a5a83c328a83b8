package capture

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/postgres"
	"vitrine/internal/wire"
)

// readLimit is the maximum number of changes of a tenant that ReadSince reads one by one. A gateway that is further
// behind invalidates the whole tenant.
const readLimit = 1000

// Read returns at most limit changes of one tenant after a number, in order and without a gap, merged into messages. If
// limit is reached, there may be more. If numbers are missing, it returns wire.ErrPruned.
func Read(ctx context.Context, db postgres.Queryer, tenant string, after uint64, limit int) ([]wire.Message, error) {
	ranges, err := ReadRanges(ctx, db, []Position{{Tenant: tenant, Seq: after}}, limit)
	if err != nil || len(ranges) == 0 {
		return nil, err
	}
	t := &ranges[0]
	if !t.Restarted() && t.Broken(limit) {
		return nil, fmt.Errorf("changes of %s after %d: %w", tenant, after, wire.ErrPruned)
	}
	if err := planRanges(ctx, db, ranges, limit); err != nil {
		return nil, err
	}
	return merge(nil, t.planned), nil
}

// ReadSince returns the changes of every tenant after the given positions, up to the heads in a snapshot taken during
// the call. One message that invalidates the whole tenant is returned for a tenant that is not given or has another
// epoch. It also replaces changes that were pruned or are too many. If there are no changes, it runs one statement.
func ReadSince(ctx context.Context, db postgres.Queryer, at []Position) ([]wire.Message, error) {
	moved, unseen, err := movedSince(ctx, db, at)
	if err != nil || len(moved)+len(unseen) == 0 {
		return nil, err
	}
	ranges, err := ReadRanges(ctx, db, moved, readLimit)
	if err != nil {
		return nil, err
	}
	var msgs []wire.Message
	for _, h := range unseen {
		msgs = append(msgs,
			wire.Message{Epoch: h.Epoch, Tenant: h.Tenant, Seq: h.Seq, Tags: Everything(h.Tenant), At: time.Now()})
	}
	for i := range ranges {
		t := &ranges[i]
		if len(t.Changes) == readLimit && t.Changes[readLimit-1].Seq < t.Head {
			t.Changes = nil // too many: a bridge replaces them
		}
	}
	if err := planRanges(ctx, db, ranges, readLimit); err != nil {
		return nil, err
	}
	for i := range ranges {
		msgs = merge(msgs, ranges[i].planned)
	}
	return msgs, nil
}

// movedSince finds the tenants that are not at their position, and those without a position.
func movedSince(ctx context.Context, db postgres.Queryer, at []Position) (moved, unseen []Position, err error) {
	tenants, seqs, epochs := make([]string, len(at)), make([]int64, len(at)), []*string(nil)
	for i := range at {
		p := &at[i]
		tenants[i], seqs[i] = p.Tenant, int64(p.Seq)
		if p.Epoch != "" {
			for len(epochs) < i {
				epochs = append(epochs, nil)
			}
			epochs = append(epochs, &p.Epoch)
		}
	}
	rows, err := db.Query(ctx, `
SELECT tenant_id, s.epoch::text, s.n, w.n IS NULL
FROM tenant_seq s
LEFT JOIN unnest($1::text[], $2::bigint[], $3::text[]::uuid[]) AS w(tenant_id, n, epoch) USING (tenant_id)
WHERE s.n IS DISTINCT FROM w.n OR s.epoch <> w.epoch`, tenants, seqs, epochs)
	if err != nil {
		return nil, nil, fmt.Errorf("find tenants that moved: %w", err)
	}
	heads := map[string]bool{}
	var head Position
	var unknown bool
	_, err = pgx.ForEachRow(rows, []any{&head.Tenant, &head.Epoch, &head.Seq, &unknown}, func() error {
		if unknown {
			unseen = append(unseen, head)
		} else {
			heads[head.Tenant] = true
		}
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("find tenants that moved: %w", err)
	}
	if len(heads) > 0 {
		for _, p := range at {
			if heads[p.Tenant] {
				moved = append(moved, p)
			}
		}
	}
	return moved, unseen, nil
}

// A Source reads changes for a gateway's replica.
type Source struct{ DB postgres.Queryer }

// Changes implements replica.Source.
func (s Source) Changes(ctx context.Context, tenant string, after uint64) ([]wire.Message, error) {
	return Read(ctx, s.DB, tenant, after, readLimit)
}

// Missing implements replica.Source.
func (s Source) Missing(ctx context.Context, after []wire.Head) ([]wire.Message, error) {
	at := make([]Position, len(after))
	for i, h := range after {
		at[i] = Position{Tenant: h.Tenant, Epoch: h.Epoch, Seq: h.Seq}
	}
	return ReadSince(ctx, s.DB, at)
}

// Heads implements replica.Source.
func (s Source) Heads(ctx context.Context) ([]wire.Head, error) {
	rows, err := s.DB.Query(ctx, "SELECT tenant_id, epoch::text, n FROM tenant_seq")
	if err != nil {
		return nil, fmt.Errorf("read heads: %w", err)
	}
	heads, err := pgx.CollectRows(rows, pgx.RowToStructByPos[wire.Head])
	if err != nil {
		return nil, fmt.Errorf("read heads: %w", err)
	}
	return heads, nil
}

// Head implements replica.Source. It returns pgx.ErrNoRows for a tenant that does not exist.
func (s Source) Head(ctx context.Context, tenant string) (wire.Head, error) {
	rows, err := s.DB.Query(ctx, "SELECT tenant_id, epoch::text, n FROM tenant_seq WHERE tenant_id = $1", tenant)
	if err != nil {
		return wire.Head{}, fmt.Errorf("read the head of %s: %w", tenant, err)
	}
	head, err := pgx.CollectOneRow(rows, pgx.RowToStructByPos[wire.Head])
	if err != nil {
		return wire.Head{}, fmt.Errorf("read the head of %s: %w", tenant, err)
	}
	return head, nil
}
