package main

import (
	"context"
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
	"vitrine/internal/testkit"
)

// The command marks the index of a tenant as missing and waits until a worker has built it.
func TestReindexWaitsForTheWorker(t *testing.T) {
	t.Parallel()
	c, db := openTerminal(t)
	catalogueOf(t, db)
	c.fails("VITRINE_MEILI_URL is not set: Postgres searches", "reindex")
	c.vars["VITRINE_MEILI_URL"] = "http://127.0.0.1:1"
	indexed(t, db, "shop", "other")

	c.fails(`no tenant "nobody"`, "reindex", "--tenant", "nobody")
	c.prints([]string{"1 tenant(s) to index\n"}, "reindex", "--tenant", "shop", "--wait", "0")
	if got := cursors(t.Context(), db); got != "other" {
		t.Errorf("after the index of shop was given up, these are whole: %q", got)
	}
	c.fails("1 tenant(s) are not indexed after 1ms: is an ingest worker running", "reindex", "--tenant", "shop", "--wait",
		"1ms")

	done := make(chan string)
	go func() {
		out, err := c.run("reindex")
		if err != nil {
			out += err.Error()
		}
		done <- out
	}()
	testkit.Until(t, "all indexes are given up", func() bool { return cursors(t.Context(), db) == "" })
	indexed(t, db, "shop") // as the worker does
	select {
	case out := <-done:
		t.Errorf("the command ended before the last tenant was indexed: %s", out)
	default:
	}
	indexed(t, db, "other")
	if out := <-done; !strings.Contains(out, "2 tenant(s) to index\n") || !strings.Contains(out, "0 left after ") {
		t.Errorf("reindex printed %q", out)
	}
}

// indexed notes that the indexes of some tenants are whole.
func indexed(t *testing.T, db *schematest.DB, tenants ...string) {
	t.Helper()
	if _, err := db.Pool.Exec(t.Context(), `INSERT INTO search_cursor (engine, tenant_id, epoch, n)
SELECT 'meili', tenant_id, epoch, n FROM tenant_seq WHERE tenant_id = ANY($1)
ON CONFLICT DO NOTHING`, tenants); err != nil {
		t.Fatal(err)
	}
}

// cursors lists the tenants whose indexes are whole.
func cursors(ctx context.Context, db *schematest.DB) (tenants string) {
	if err := db.Pool.QueryRow(ctx, `SELECT coalesce(string_agg(tenant_id, ' ' ORDER BY tenant_id), '')
FROM search_cursor WHERE engine = 'meili'`).Scan(&tenants); err != nil {
		return err.Error()
	}
	return tenants
}
