package announce

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

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
