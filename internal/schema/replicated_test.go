package schema_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"vitrine/internal/schema/schematest"
)

// Rows from logical replication are captured like any other: the initial copy, then the changes.
func TestReplicatedChangesAreCaptured(t *testing.T) {
	t.Parallel()
	from, to := open(t, "a"), schematest.Open(t)
	superuser(t, from.Pool)
	if level := get[string](t, from.Pool, "SHOW wal_level"); level != "logical" {
		t.Skipf("SKIPPED: the server of VITRINE_TEST_DATABASE_URL has wal_level = %s. Set it to logical, or unset the "+
			"variable to test on a private server.", level)
	}
	exec(t, from.Pool, "CREATE PUBLICATION content FOR TABLE brand, tenant_host")
	slot := get[string](t, from.Pool,
		"SELECT slot_name FROM pg_create_logical_replication_slot(current_database(), 'pgoutput')")
	t.Cleanup(func() { // before the databases go
		ctx := context.Background()
		for _, end := range []struct{ url, sql string }{
			{to.URL, "ALTER SUBSCRIPTION content DISABLE"}, {to.URL, "ALTER SUBSCRIPTION content SET (slot_name = NONE)"},
			{to.URL, "DROP SUBSCRIPTION content"},
			{from.URL, "SELECT pg_terminate_backend(active_pid, 5000) FROM pg_replication_slots WHERE database = " +
				"current_database() AND active"},
			{from.URL, "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE database = " +
				"current_database()"},
		} {
			conn, err := pgx.Connect(ctx, end.url)
			if err == nil {
				_, err = conn.Exec(ctx, end.sql)
				_ = conn.Close(ctx) // nothing is under way
			}
			if err != nil {
				t.Errorf("%s: %v", end.sql, err)
			}
		}
	})

	exec(t, to.Pool, "INSERT INTO tenant (id, name) VALUES ('a', 'A')")
	exec(t, to.Pool, "CREATE SUBSCRIPTION content CONNECTION '"+from.URL+"' PUBLICATION content WITH (create_slot = "+
		"false, slot_name = '"+slot+"')")
	captured := func(want ...string) {
		t.Helper()
		var got []string
		eventually(t, "what was written is there", func() bool {
			got = nil
			for _, c := range changes(t, to.Pool, "a") {
				got = append(got, c.Op+" "+c.Kind)
			}
			return len(got) >= len(want)
		})
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("captured (-want +got):\n%s", diff)
		}
	}
	captured("I brand", "I tenant")
	exec(t, from.Pool, "UPDATE brand SET phone = '1'")
	exec(t, from.Pool, addBrand, "a", "other")
	exec(t, from.Pool, "DELETE FROM brand WHERE slug = 'other'")
	exec(t, from.Pool, "INSERT INTO tenant_host (tenant_id, host) VALUES ('a', 'a.example')")
	captured("D brand", "I brand", "I brand", "I tenant", "I tenant_host", "U brand")
	exec(t, from.Pool, "TRUNCATE tenant_host")
	captured("D brand", "I brand", "I brand", "I tenant", "I tenant_host", "T tenant_host", "U brand")
	if n := head(t, to.Pool, "a"); n != 7 {
		t.Errorf("n = %d, want 7: one for each transaction", n)
	}
}
