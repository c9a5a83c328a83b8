package ingest

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
)

// queue puts a signal's tags into the queue of what CDNs are to forget. A tag is there once, with the newest change that touched it. A shop whose tags
// became too many has one instead, which all of its answers carry, until somebody has purged that.
func (s *signaller) queue(b *pgx.Batch, g signal) {
	star := catalog.OutsideTag(g.tenant, catalog.TenantTag)
	b.Queue(`
WITH one AS (UPDATE purge_queue SET seq = greatest(seq, $3) WHERE tenant_id = $1 AND tag = $4 RETURNING 1)
INSERT INTO purge_queue AS q (tenant_id, tag, seq)
SELECT $1, w.tag, $3 FROM unnest($2::text[]) AS w(tag)
WHERE NOT EXISTS (SELECT FROM one)
ON CONFLICT (tenant_id, tag) DO UPDATE SET seq = greatest(q.seq, excluded.seq)`, g.tenant, g.tags, int64(g.seq), star)
	s.queued[g.tenant] += len(g.tags)
}

// fold makes one tag of queues that have become too long.
func (s *signaller) fold(ctx context.Context) error {
	for tenant, n := range s.queued {
		if n <= purgeLimit {
			continue
		}
		delete(s.queued, tenant) // counted anew from here
		_, err := s.cfg.Pool.Exec(ctx, `
WITH many AS MATERIALIZED (
  SELECT max(seq) AS seq FROM purge_queue WHERE tenant_id = $1 HAVING count(*) > $2
), gone AS (
  DELETE FROM purge_queue USING many WHERE tenant_id = $1 AND many.seq IS NOT NULL AND tag <> $3
)
INSERT INTO purge_queue AS q (tenant_id, tag, seq) SELECT $1, $3, many.seq FROM many WHERE many.seq IS NOT NULL
ON CONFLICT (tenant_id, tag) DO UPDATE SET seq = greatest(q.seq, excluded.seq)`, tenant, purgeLimit, catalog.OutsideTag(tenant, catalog.TenantTag))
		if err != nil {
			return fmt.Errorf("fold the purge queue of %s: %w", tenant, err)
		}
	}
	return nil
}

// pruneSignals drops signals that are old, or too many, and says up to where each tenant's are gone: whoever resumes before that is told that anything may
// have changed.
func (w *Worker) pruneSignals(ctx context.Context) error {
	for _, sql := range []string{`
WITH old AS (
  SELECT tenant_id, max(seq) AS seq FROM change_signal WHERE told_at < now() - make_interval(secs => $1) AND $2::int > 0 GROUP BY 1
), kept AS (
  UPDATE signal_cursor c SET kept = greatest(c.kept, old.seq) FROM old WHERE c.tenant_id = old.tenant_id
)
DELETE FROM change_signal g USING old WHERE g.tenant_id = old.tenant_id AND g.seq <= old.seq`, `
WITH many AS (
  SELECT c.tenant_id, x.seq FROM signal_cursor c
  CROSS JOIN LATERAL (SELECT g.seq FROM change_signal g WHERE g.tenant_id = c.tenant_id ORDER BY g.seq DESC OFFSET $2 LIMIT 1) x
  WHERE $1::float8 > 0 AND c.n - c.kept > $2
), kept AS (
  UPDATE signal_cursor c SET kept = greatest(c.kept, many.seq) FROM many WHERE c.tenant_id = many.tenant_id
)
DELETE FROM change_signal g USING many WHERE g.tenant_id = many.tenant_id AND g.seq <= many.seq`} {
		if _, err := w.cfg.Pool.Exec(ctx, sql, signalKeep.Seconds(), signalKeepN); err != nil {
			return fmt.Errorf("drop old signals: %w", err)
		}
	}
	if _, err := w.cfg.Pool.Exec(ctx, "DELETE FROM gateway_report WHERE seen < now() - interval '1 minute'"); err != nil {
		return fmt.Errorf("drop old reports: %w", err)
	}
	return nil
}
