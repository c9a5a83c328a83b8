package announce

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/catalog"
)

// queuePurges adds the tags of announcements to the purge queue for CDNs. Each tag is in the queue once, with its
// newest change. If a tenant has too many, one tag that all its answers carry replaces them until it is purged.
func (a *Announcer) queuePurges(b *pgx.Batch, all []announcement) {
	type purge struct{ tenant, tag string }
	newest, last := map[purge]uint64{}, map[string]uint64{}
	for _, g := range all {
		last[g.tenant] = max(last[g.tenant], g.seq)
		for _, tag := range g.tags {
			newest[purge{g.tenant, tag}] = max(newest[purge{g.tenant, tag}], g.seq)
		}
	}
	var tenants, tags, owners, stars []string
	var seqs, lasts []int64
	for p, seq := range newest {
		tenants, tags, seqs = append(tenants, p.tenant), append(tags, p.tag), append(seqs, int64(seq))
		if _, counted := a.queued[p.tenant]; !counted {
			a.queued[p.tenant] = purgeLimit // earlier terms may have filled it
		}
		a.queued[p.tenant]++
	}
	for tenant, seq := range last {
		owners, lasts = append(owners, tenant), append(lasts, int64(seq))
		stars = append(stars, catalog.PublicTag(tenant, catalog.TenantTag))
	}
	b.Queue(`
WITH one AS (
  UPDATE purge_queue q SET seq = greatest(q.seq, s.seq)
  FROM unnest($4::text[], $5::text[], $6::bigint[]) AS s(tenant_id, tag, seq)
  WHERE q.tenant_id = s.tenant_id AND q.tag = s.tag RETURNING q.tenant_id
)
INSERT INTO purge_queue AS q (tenant_id, tag, seq)
SELECT w.tenant_id, w.tag, w.seq FROM unnest($1::text[], $2::text[], $3::bigint[]) AS w(tenant_id, tag, seq)
WHERE NOT EXISTS (SELECT FROM one WHERE one.tenant_id = w.tenant_id)
ORDER BY 1, 2
ON CONFLICT (tenant_id, tag) DO UPDATE SET seq = greatest(q.seq, excluded.seq)`,
		tenants, tags, seqs, owners, stars, lasts)
}

// fold replaces purge queues that are too long by one tag.
func (a *Announcer) fold(ctx context.Context) error {
	left := batchTenants
	for tenant, n := range a.queued {
		if n <= purgeLimit {
			continue
		}
		if left--; left < 0 { // the others next time, because announcements wait meanwhile
			return nil
		}
		a.queued[tenant] = 0 // counting starts again
		_, err := a.cfg.Pool.Exec(ctx, `
WITH many AS MATERIALIZED (
  SELECT max(seq) AS seq FROM purge_queue WHERE tenant_id = $1 HAVING count(*) > $2
), gone AS (
  DELETE FROM purge_queue USING many WHERE tenant_id = $1 AND many.seq IS NOT NULL AND tag <> $3
)
INSERT INTO purge_queue AS q (tenant_id, tag, seq) SELECT $1, $3, many.seq FROM many WHERE many.seq IS NOT NULL
ON CONFLICT (tenant_id, tag) DO UPDATE SET seq = greatest(q.seq, excluded.seq)`,
			tenant, purgeLimit, catalog.PublicTag(tenant, catalog.TenantTag))
		if err != nil {
			return fmt.Errorf("fold the purge queue of %s: %w", tenant, err)
		}
	}
	return nil
}

// Prune deletes announcements that are old or too many, and notes the last deleted one of each tenant. A subscriber
// that resumes before it receives one event that invalidates everything.
func Prune(ctx context.Context, db *pgxpool.Pool) error {
	for _, sql := range []string{`
WITH old AS (
  SELECT tenant_id, max(seq) AS seq FROM change_signal
  WHERE told_at < now() - make_interval(secs => $1) AND $2::int > 0 GROUP BY 1
), kept AS (
  UPDATE signal_cursor c SET kept = greatest(c.kept, old.seq) FROM old WHERE c.tenant_id = old.tenant_id
)
DELETE FROM change_signal g USING old WHERE g.tenant_id = old.tenant_id AND g.seq <= old.seq`, `
WITH many AS (
  SELECT c.tenant_id, x.seq FROM signal_cursor c
  CROSS JOIN LATERAL (
    SELECT g.seq FROM change_signal g WHERE g.tenant_id = c.tenant_id ORDER BY g.seq DESC OFFSET $2 LIMIT 1
  ) x
  WHERE $1::float8 > 0 AND c.n - c.kept > $2
), kept AS (
  UPDATE signal_cursor c SET kept = greatest(c.kept, many.seq) FROM many WHERE c.tenant_id = many.tenant_id
)
DELETE FROM change_signal g USING many WHERE g.tenant_id = many.tenant_id AND g.seq <= many.seq`} {
		if _, err := db.Exec(ctx, sql, keepFor.Seconds(), keepMost); err != nil {
			return fmt.Errorf("delete old announcements: %w", err)
		}
	}
	if _, err := db.Exec(ctx, "DELETE FROM gateway_report WHERE seen < now() - interval '1 minute'"); err != nil {
		return fmt.Errorf("delete old reports: %w", err)
	}
	return nil
}
