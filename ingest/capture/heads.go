package capture

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/wire"
)

// A Cursor names the last change of a tenant that was processed.
type Cursor struct {
	Epoch string
	Seq   uint64
}

// publishedHeads collects the last published change of each tenant since the last heartbeat.
type publishedHeads struct {
	mu    sync.Mutex
	heads map[string]wire.Head
}

func (p *publishedHeads) add(h wire.Head) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.heads == nil {
		p.heads = map[string]wire.Head{}
	}
	p.heads[h.Tenant] = h
}

// take lists the heads and removes them.
func (p *publishedHeads) take() []wire.Head {
	p.mu.Lock()
	defer p.mu.Unlock()
	heads := make([]wire.Head, 0, len(p.heads))
	for _, h := range p.heads {
		heads = append(heads, h)
	}
	p.heads = nil
	return heads
}

// compareHeads compares the heads of all tenants with the cursors. It finds every tenant that is behind, at the start
// and after any failure. It also finds new epochs, which are no changes. The next poll finds what becomes visible after
// the comparison.
func (r *Relay) compareHeads(ctx context.Context) error {
	r.settle()
	found, err := r.readHeads(ctx)
	if err != nil {
		return err
	}
	r.snapshot = found.snapshot
	for tenant := range found.ahead {
		r.behind[tenant] = true
	}
	if found.back != "" {
		return r.newEpoch(ctx, found.back)
	}
	return nil
}

// watchHeads compares the heads too, but leaves new changes to the next poll. Under load nearly every tenant has some
// at any moment, and polled changes are published sooner than those of tenants that are behind. A tenant whose epoch
// differs is behind at once.
func (r *Relay) watchHeads(ctx context.Context) error {
	found, err := r.readHeads(ctx)
	if err != nil {
		return err
	}
	if found.back != "" {
		return r.newEpoch(ctx, found.back)
	}
	for tenant, head := range found.ahead {
		if r.cursors[tenant].Epoch != head.Epoch {
			r.settle() // what was sent before counts
			r.behind[tenant] = true
		}
	}
	r.expected = found.ahead
	return nil
}

// missed notes as behind the tenants whose cursors have not reached the heads of a comparison before the last poll. The
// range of a tenant with another epoch is read for that reason.
func (r *Relay) missed() {
	if r.expected != nil {
		r.settle()
	}
	for tenant, head := range r.expected {
		if c := r.cursors[tenant]; c != nil && c.Epoch == head.Epoch && c.Seq < head.Seq {
			r.behind[tenant] = true
		}
	}
	r.expected = nil
}

// A comparison is what comparing the heads with the cursors has found.
type comparison struct {
	snapshot string
	ahead    map[string]Cursor // the heads that differ from the cursors, by tenant
	back     string            // a tenant whose numbers went back within an epoch
}

func (r *Relay) readHeads(ctx context.Context) (found comparison, err error) {
	began, first := time.Now(), r.compare.IsZero()
	rows, err := r.conn.Query(ctx, `
SELECT pg_current_snapshot()::text, x.*
FROM (VALUES (1)) AS always
LEFT JOIN (
  SELECT s.tenant_id, s.epoch::text, s.n, c.epoch::text, c.n
  FROM tenant_seq s
  LEFT JOIN drain_cursor c ON c.tenant_id = s.tenant_id
  WHERE $1 OR (s.epoch, s.n) IS DISTINCT FROM (c.epoch, c.n)
) x ON true`, first)
	if err != nil {
		return found, fmt.Errorf("compare heads: %w", err)
	}
	var tenant, epoch, savedEpoch *string
	var n, saved *uint64
	found.ahead = map[string]Cursor{}
	there := make(map[string]bool, len(r.cursors))
	_, err = pgx.ForEachRow(rows, []any{&found.snapshot, &tenant, &epoch, &n, &savedEpoch, &saved}, func() error {
		if tenant == nil {
			return nil
		}
		there[*tenant] = true
		c := r.cursors[*tenant]
		switch {
		case c == nil && saved == nil && r.cfg.NewEpoch: // the new epoch is not published yet
			c = &Cursor{Epoch: "unknown"}
		case c == nil && saved == nil:
			c = &Cursor{Epoch: *epoch}
		case c == nil, saved != nil && *epoch == *savedEpoch && (c.Epoch != *epoch || c.Seq < *saved):
			// Another worker led in the meantime.
			c = &Cursor{*savedEpoch, *saved}
		}
		r.cursors[*tenant] = c
		if c.Epoch == *epoch && c.Seq > *n {
			found.back = *tenant
		}
		if c.Epoch != *epoch || c.Seq != *n {
			found.ahead[*tenant] = Cursor{*epoch, *n}
		}
		return nil
	})
	if err != nil {
		return found, fmt.Errorf("compare heads: %w", err)
	}
	for tenant := range r.cursors {
		if first && !there[tenant] {
			r.forget(tenant)
		}
	}
	r.compare = time.Now().Add(max(r.cfg.Compare, compareRest*time.Since(began)))
	return found, nil
}

// newEpoch begins a new epoch after a tenant's numbers went back within an epoch, as they do after a disk is restored
// to an older state. Only a process that has followed the numbers can detect this.
func (r *Relay) newEpoch(ctx context.Context, tenant string) error {
	r.cfg.Log.Warn("change numbers went back; every tenant begins a new epoch",
		"tenant", tenant, "was", r.cursors[tenant].Seq)
	if _, err := r.conn.Exec(ctx, "SELECT new_epoch() FROM set_config('synchronous_commit', 'on', true)"); err != nil {
		return fmt.Errorf("begin a new epoch: %w", err)
	}
	return r.compareHeads(ctx)
}

// forget removes a tenant that was deleted.
func (r *Relay) forget(tenant string) {
	delete(r.cursors, tenant)
	delete(r.behind, tenant)
	delete(r.dirty, tenant)
}

// save writes the cursors that have moved, without waiting for the disk. After a crash of the worker or of Postgres,
// changes are published again, and receivers ignore them.
func (r *Relay) save(ctx context.Context) error {
	if len(r.dirty) == 0 {
		return nil
	}
	n := len(r.dirty)
	tenants, epochs, seqs := make([]string, 0, n), make([]string, 0, n), make([]int64, 0, n)
	for tenant := range r.dirty {
		c := r.cursors[tenant]
		tenants, epochs, seqs = append(tenants, tenant), append(epochs, c.Epoch), append(seqs, int64(c.Seq))
	}
	_, err := r.conn.Exec(ctx, `
INSERT INTO drain_cursor (tenant_id, epoch, n)
SELECT w.tenant_id, w.epoch::uuid, w.n
FROM unnest($1::text[], $2::text[], $3::bigint[]) AS w(tenant_id, epoch, n)
JOIN tenant_seq s ON s.tenant_id = w.tenant_id
CROSS JOIN (SELECT set_config('synchronous_commit', 'off', true)) AS soon
ON CONFLICT (tenant_id) DO UPDATE SET epoch = excluded.epoch, n = excluded.n`, tenants, epochs, seqs)
	if err != nil {
		return fmt.Errorf("save cursors: %w", err)
	}
	clear(r.dirty)
	r.saved = time.Now()
	r.stats.Checkpoints.Add(1)
	return nil
}
