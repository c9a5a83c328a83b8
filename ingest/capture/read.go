package capture

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/wire"
)

// readLimit is how many changes of a tenant ReadSince reads one by one. Who is further behind forgets the tenant as a whole.
const readLimit = 1000

// Read returns the changes of one tenant after a number, at most limit of them, in order and without a hole, merged into messages. There
// are none if the tenant has not moved; there may be more if limit were reached. If numbers are missing it returns ErrPruned.
func Read(ctx context.Context, db Querier, tenant string, after uint64, limit int) ([]wire.Message, error) {
	trails, err := ReadRanges(ctx, db, []Position{{Tenant: tenant, Seq: after}}, limit)
	if err != nil || len(trails) == 0 {
		return nil, err
	}
	t := &trails[0]
	if !t.Restarted() && t.Broken(limit) {
		return nil, fmt.Errorf("changes of %s after %d: %w", tenant, after, wire.ErrPruned)
	}
	if err := planRanges(ctx, db, trails, limit); err != nil {
		return nil, err
	}
	return merge(nil, t.planned), nil
}

// ReadSince returns what every tenant has changed after the given numbers; a tenant that is not given counts as never seen, and one whose epoch is another
// than was given comes back with a message that fires everything. Afterwards each tenant is at its head as of a snapshot taken during the call: changes that
// are pruned, or are too many, are replaced by such a message too. Without anything missing it is one statement.
func ReadSince(ctx context.Context, db Querier, at []Position) ([]wire.Message, error) {
	moved, unseen, err := movedSince(ctx, db, at)
	if err != nil || len(moved)+len(unseen) == 0 {
		return nil, err
	}
	trails, err := ReadRanges(ctx, db, moved, readLimit)
	if err != nil {
		return nil, err
	}
	var msgs []wire.Message
	for _, h := range unseen {
		msgs = append(msgs, wire.Message{Epoch: h.Epoch, Tenant: h.Tenant, Seq: h.Seq, Tags: Everything(h.Tenant), At: time.Now()})
	}
	for i := range trails {
		t := &trails[i]
		if len(t.Changes) == readLimit && t.Changes[readLimit-1].Seq < t.Head {
			t.Changes = nil // too many: they are bridged
		}
	}
	if err := planRanges(ctx, db, trails, readLimit); err != nil {
		return nil, err
	}
	for i := range trails {
		msgs = merge(msgs, trails[i].planned)
	}
	return msgs, nil
}

// movedSince finds the tenants that are not where at says, and those at does not name.
func movedSince(ctx context.Context, db Querier, at []Position) (moved, unseen []Position, err error) {
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

// Source reads changes for a gateway's cache.
type Source struct{ DB Querier }

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

// Head implements replica.Source. A tenant that is gone has none: pgx.ErrNoRows.
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
