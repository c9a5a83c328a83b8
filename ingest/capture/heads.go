package capture

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/wire"
)

// A Cursor is the last change of a tenant that the bus has taken.
type Cursor struct {
	Epoch string
	Seq   uint64
}

// told remembers up to where tenants were published since the last heartbeat, which is made beside the drain.
type told struct {
	mu    sync.Mutex
	heads map[string]wire.Head
}

func (t *told) add(h wire.Head) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.heads == nil {
		t.heads = map[string]wire.Head{}
	}
	t.heads[h.Tenant] = h
}

// take lists what was added, and forgets it.
func (t *told) take() []wire.Head {
	t.mu.Lock()
	defer t.mu.Unlock()
	heads := make([]wire.Head, 0, len(t.heads))
	for _, h := range t.heads {
		heads = append(heads, h)
	}
	t.heads = nil
	return heads
}

// compareHeads compares where every tenant stands with where the cursor is. It is how a drain begins, how it ends any doubt, and how it
// learns of a new epoch, which is no change.
func (d *Relay) compareHeads(ctx context.Context) error {
	began, first := time.Now(), d.compare.IsZero()
	rows, err := d.conn.Query(ctx, `
SELECT pg_current_snapshot()::text, x.*
FROM (VALUES (1)) AS always
LEFT JOIN (
  SELECT s.tenant_id, s.epoch::text, s.n, c.epoch::text, c.n
  FROM tenant_seq s
  LEFT JOIN drain_cursor c ON c.tenant_id = s.tenant_id
  WHERE $1 OR (s.epoch, s.n) IS DISTINCT FROM (c.epoch, c.n)
) x ON true`, first)
	if err != nil {
		return fmt.Errorf("compare heads: %w", err)
	}
	var tenant, epoch, savedEpoch *string
	var n, saved *uint64
	var back string
	there := make(map[string]bool, len(d.cursors))
	_, err = pgx.ForEachRow(rows, []any{&d.snapshot, &tenant, &epoch, &n, &savedEpoch, &saved}, func() error {
		if tenant == nil {
			return nil
		}
		there[*tenant] = true
		c := d.cursors[*tenant]
		switch {
		case c == nil && saved == nil && d.cfg.NewEpoch: // nobody was told that the numbers begin anew
			c = &Cursor{Epoch: "unknown"}
		case c == nil && saved == nil:
			c = &Cursor{Epoch: *epoch}
		case c == nil, saved != nil && *epoch == *savedEpoch && (c.Epoch != *epoch || c.Seq < *saved): // another worker led before us
			c = &Cursor{*savedEpoch, *saved}
		}
		d.cursors[*tenant] = c
		if c.Epoch == *epoch && c.Seq > *n {
			back = *tenant
		}
		if c.Epoch != *epoch || c.Seq != *n {
			d.behind[*tenant] = true
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("compare heads: %w", err)
	}
	for tenant := range d.cursors {
		if first && !there[tenant] {
			d.forget(tenant)
		}
	}
	d.compare = time.Now().Add(max(d.cfg.Compare, compareCost*time.Since(began)))
	if back != "" {
		return d.newEpoch(ctx, back)
	}
	return nil
}

// newEpoch begins a new epoch because a tenant's numbers went back in the old one, as they do on a disk that was put back to an older
// state. Only one who followed them can see that.
func (d *Relay) newEpoch(ctx context.Context, tenant string) error {
	d.cfg.Log.Warn("change numbers went back: every tenant begins a new epoch", "tenant", tenant, "was", d.cursors[tenant].Seq)
	if _, err := d.conn.Exec(ctx, "SELECT new_epoch() FROM set_config('synchronous_commit', 'on', true)"); err != nil {
		return fmt.Errorf("begin a new epoch: %w", err)
	}
	return d.compareHeads(ctx)
}

// forget drops a tenant that is gone.
func (d *Relay) forget(tenant string) {
	delete(d.cursors, tenant)
	delete(d.behind, tenant)
	delete(d.dirty, tenant)
}

// save writes the cursors that moved, and does not wait for the disk. A crash before it, of ours or of Postgres, publishes changes again, and receivers drop
// them.
func (d *Relay) save(ctx context.Context) error {
	if len(d.dirty) == 0 {
		return nil
	}
	tenants, epochs, ns := make([]string, 0, len(d.dirty)), make([]string, 0, len(d.dirty)), make([]int64, 0, len(d.dirty))
	for tenant := range d.dirty {
		c := d.cursors[tenant]
		tenants, epochs, ns = append(tenants, tenant), append(epochs, c.Epoch), append(ns, int64(c.Seq))
	}
	_, err := d.conn.Exec(ctx, `
INSERT INTO drain_cursor (tenant_id, epoch, n)
SELECT w.tenant_id, w.epoch::uuid, w.n
FROM unnest($1::text[], $2::text[], $3::bigint[]) AS w(tenant_id, epoch, n)
JOIN tenant_seq s ON s.tenant_id = w.tenant_id
CROSS JOIN (SELECT set_config('synchronous_commit', 'off', true)) AS soon
ON CONFLICT (tenant_id) DO UPDATE SET epoch = excluded.epoch, n = excluded.n`, tenants, epochs, ns)
	if err != nil {
		return fmt.Errorf("save the cursor: %w", err)
	}
	clear(d.dirty)
	d.saved = time.Now()
	d.stats.Checkpoints.Add(1)
	return nil
}
