package schema_test

import (
	"testing"

	"vitrine/internal/schema/schematest"
)

// An index that replaces another is built by one migration, and gets the name of the other one in a later migration.
func TestIndexesThatWereReplacedAreGone(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	got := get[string](t, db.Pool, `SELECT string_agg(indexname || ' ' || (indexdef LIKE '%partially_paid%'), ', '
  ORDER BY indexname)
FROM pg_indexes WHERE indexname IN ('payment_unpaid_client', 'payment_unpaid_parts', 'outbox_due', 'outbox_ready')`)
	if want := "outbox_ready false, payment_unpaid_client true"; got != want {
		t.Errorf("indexes: %s; want %s", got, want)
	}
}
