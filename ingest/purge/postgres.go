package purge

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Postgres is the Store of a database.
type Postgres struct{ Pool *pgxpool.Pool }

// countMost is the number up to which a backlog is counted.
const countMost = 10_000

// readEdges counts announcements up to the tenant's cursor. Later ones are proposals that wait for a follower.
const readEdges = `
SELECT e.tenant_id, e.name, e.kind, e.by_host, e.settings, e.id, coalesce(e.epoch::text, ''), e.n, e.settled,
  e.attempts, extract(epoch FROM e.next_at - clock_timestamp())::float8, coalesce(e.last_error, ''),
  coalesce(extract(epoch FROM clock_timestamp() - e.last_at), 1e9)::float8,
  e.removed_at IS NOT NULL OR t.id IS NULL,
  coalesce(extract(epoch FROM clock_timestamp() - e.removed_at), 1e6)::float8,
  coalesce(c.epoch::text, ''), coalesce(c.n, 0), coalesce(c.kept, 0), coalesce(b.n, 0), coalesce(b.age, 0)::float8,
  coalesce(u.age, 0)::float8
FROM edge e
LEFT JOIN tenant t ON t.id = e.tenant_id
LEFT JOIN signal_cursor c ON c.tenant_id = e.tenant_id
LEFT JOIN LATERAL (
  SELECT count(*) AS n, extract(epoch FROM clock_timestamp() - min(g.told_at)) AS age
  FROM (
    SELECT told_at FROM change_signal WHERE tenant_id = e.tenant_id AND seq > e.n AND seq <= c.n ORDER BY seq LIMIT $1
  ) g
) b ON true
LEFT JOIN LATERAL (
  SELECT extract(epoch FROM clock_timestamp() - g.told_at) AS age FROM change_signal g
  WHERE g.tenant_id = e.tenant_id AND g.seq > e.settled ORDER BY g.seq LIMIT 1
) u ON true
ORDER BY e.tenant_id, e.name`

// Edges implements Store.
func (s Postgres) Edges(ctx context.Context) ([]Edge, error) {
	rows, err := s.Pool.Query(ctx, readEdges, countMost)
	if err != nil {
		return nil, fmt.Errorf("read the edges: %w", err)
	}
	var all []Edge
	var e Edge
	var settings []byte
	var wait, idle, removed, oldest, unsettled float64
	_, err = pgx.ForEachRow(rows, []any{&e.Tenant, &e.Name, &e.Kind, &e.ByHost, &settings, &e.ID, &e.Epoch, &e.N,
		&e.Settled, &e.Attempts, &wait, &e.LastError, &idle, &e.Removed, &removed, &e.Head.Epoch, &e.Head.Seq, &e.Head.Kept,
		&e.Backlog, &oldest, &unsettled}, func() error {
		one := e
		if err := one.read(settings); err != nil {
			return fmt.Errorf("settings of the edge %s of %s: %w", e.Name, e.Tenant, err)
		}
		one.Wait, one.RemovedFor = seconds(wait), seconds(removed)
		one.Idle, one.Oldest, one.Unsettled = seconds(idle), seconds(oldest), seconds(unsettled)
		all = append(all, one)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the edges: %w", err)
	}
	return all, nil
}

func seconds(s float64) time.Duration { return max(0, time.Duration(s*float64(time.Second))) }

// Announcements implements Store.
func (s Postgres) Announcements(ctx context.Context, tenant string, after, to int64, limit int) (
	[]Announcement, error,
) {
	rows, err := s.Pool.Query(ctx, `
SELECT seq, extract(epoch FROM clock_timestamp() - told_at)::float8, tags, kinds FROM change_signal
WHERE tenant_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4`, tenant, after, to, limit)
	if err != nil {
		return nil, fmt.Errorf("read announcements: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (a Announcement, err error) {
		var age float64
		err = row.Scan(&a.Seq, &age, &a.Tags, &a.Kinds)
		a.Age = seconds(age)
		return a, err
	})
	if err != nil {
		return nil, fmt.Errorf("read announcements: %w", err)
	}
	return all, nil
}

// Advance implements Store.
func (s Postgres) Advance(ctx context.Context, id string, p Progress) error {
	_, err := s.Pool.Exec(ctx, `
UPDATE edge SET epoch = $2::uuid, attempts = 0, last_error = NULL, last_at = now(),
  n = CASE WHEN epoch = $2::uuid THEN greatest(n, $3) ELSE $3 END,
  settled = CASE WHEN epoch = $2::uuid THEN greatest(settled, $4) ELSE $4 END
WHERE id = $1`, id, p.Epoch, p.N, p.Settled)
	if err != nil {
		return fmt.Errorf("store the progress of an edge: %w", err)
	}
	return nil
}

// Fail implements Store.
func (s Postgres) Fail(ctx context.Context, id string, attempts int, wait time.Duration, message string) error {
	_, err := s.Pool.Exec(ctx, `
UPDATE edge SET attempts = $2, next_at = now() + $3, last_error = left($4, 500) WHERE id = $1`, id, attempts, wait,
		message)
	if err != nil {
		return fmt.Errorf("store the failure of an edge: %w", err)
	}
	return nil
}

// Delete implements Store.
func (s Postgres) Delete(ctx context.Context, id string) error {
	if _, err := s.Pool.Exec(ctx, "DELETE FROM edge WHERE id = $1", id); err != nil {
		return fmt.Errorf("delete an edge: %w", err)
	}
	return nil
}
