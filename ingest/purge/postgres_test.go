package purge

import (
	"testing"

	"vitrine/internal/schema/schematest"
)

// An announcement that waits for a follower is not to be purged yet, so it is no backlog.
func TestProposalsAreNoBacklog(t *testing.T) {
	t.Parallel()
	pool := schematest.Open(t).Pool
	const epoch = "'00000000-0000-0000-0000-000000000001'"
	for _, sql := range []string{
		"INSERT INTO tenant (id, name) VALUES ('a', 'A')",
		"INSERT INTO signal_cursor (tenant_id, epoch, n, kept) VALUES ('a', " + epoch + ", 5, 0) " +
			"ON CONFLICT (tenant_id) DO UPDATE SET (epoch, n, kept) = (excluded.epoch, 5, 0)",
		"INSERT INTO edge (tenant_id, name, kind, by_host, settings, epoch, n, settled) " +
			"VALUES ('a', 'cdn', 'fastly', false, '{}', " + epoch + ", 3, 3)",
		"INSERT INTO change_signal (tenant_id, seq, epoch, at, tags) SELECT 'a', i, " + epoch + ", now(), '{}' " +
			"FROM generate_series(1, 9) i",
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	all, err := Postgres{pool}.Edges(t.Context())
	if err != nil || len(all) != 1 || all[0].Backlog != 2 || all[0].Head.Seq != 5 {
		t.Errorf("want a backlog of 2, up to change 5: %+v, %v", all, err)
	}
}
