package announce

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/catalog"
)

// queue puts signals' tags into the queue of what CDNs are to forget. A tag is there once, with the newest change that touched it. A shop whose tags
// became too many has one instead, which all of its answers carry, until somebody has purged that.
func (s *Announcer) queue(b *pgx.Batch, all []announcement) {
	type purge struct{ tenant, tag string }
	newest, last := map[purge]uint64{}, map[string]uint64{}
	for _, g := range all {
		last[g.tenant] = max(last[g.tenant], g.seq)
		for _, tag := range g.tags {
			newest[purge{g.tenant, tag}] = max(newest[purge{g.tenant, tag}], g.seq)
		}
	}
	var tenants, tags, shops, stars []string
	var seqs, lasts []int64
	for p, seq := range newest {
		tenants, tags, seqs = append(tenants, p.tenant), append(tags, p.tag), append(seqs, int64(seq))
		if _, counted := s.queued[p.tenant]; !counted {
			s.queued[p.tenant] = purgeLimit // what earlier terms have left there
		}
		s.queued[p.tenant]++
	}
	for tenant, seq := range last {
		shops, stars, lasts = append(shops, tenant), append(stars, catalog.PublicTag(tenant, catalog.TenantTag)), append(lasts, int64(seq))
	}
	b.Queue(`
WITH one AS (
  UPDATE purge_queue q SET seq = greatest(q.seq, s.seq) FROM unnest($4::text[], $5::text[], $6::bigint[]) AS s(tenant_id, tag, seq)
  WHERE q.tenant_id = s.tenant_id AND q.tag = s.tag RETURNING q.tenant_id
)
INSERT INTO purge_queue AS q (tenant_id, tag, seq)
SELECT w.tenant_id, w.tag, w.seq FROM unnest($1::text[], $2::text[], $3::bigint[]) AS w(tenant_id, tag, seq)
WHERE NOT EXISTS (SELECT FROM one WHERE one.tenant_id = w.tenant_id)
ORDER BY 1, 2
ON CONFLICT (tenant_id, tag) DO UPDATE SET seq = greatest(q.seq, excluded.seq)`, tenants, tags, seqs, shops, stars, lasts)
}

// fold makes one tag of queues that have become too long.
func (s *Announcer) fold(ctx context.Context) error {
	left := signalTenants
	for tenant, n := range s.queued {
		if n <= purgeLimit {
			continue
		}
		if left--; left < 0 { // the rest next time: signals wait meanwhile
			return nil
		}
		s.queued[tenant] = 0 // counted anew from here
		_, err := s.cfg.Pool.Exec(ctx, `
WITH many AS MATERIALIZED (
  SELECT max(seq) AS seq FROM purge_queue WHERE tenant_id = $1 HAVING count(*) > $2
), gone AS (
  DELETE FROM purge_queue USING many WHERE tenant_id = $1 AND many.seq IS NOT NULL AND tag <> $3
)
INSERT INTO purge_queue AS q (tenant_id, tag, seq) SELECT $1, $3, many.seq FROM many WHERE many.seq IS NOT NULL
ON CONFLICT (tenant_id, tag) DO UPDATE SET seq = greatest(q.seq, excluded.seq)`, tenant, purgeLimit, catalog.PublicTag(tenant, catalog.TenantTag))
		if err != nil {
			return fmt.Errorf("fold the purge queue of %s: %w", tenant, err)
		}
	}
	return nil
}

// Prune drops signals that are old, or too many, and says up to where each tenant's are gone: whoever resumes before that is told that anything may
// have changed.
func Prune(ctx context.Context, db *pgxpool.Pool) error {
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
		if _, err := db.Exec(ctx, sql, signalKeep.Seconds(), signalKeepN); err != nil {
			return fmt.Errorf("drop old signals: %w", err)
		}
	}
	if _, err := db.Exec(ctx, "DELETE FROM gateway_report WHERE seen < now() - interval '1 minute'"); err != nil {
		return fmt.Errorf("drop old reports: %w", err)
	}
	return nil
}
