package schema_test

import (
	"testing"

	"vitrine/internal/schema/schematest"
)

// ANALYZE sorts and counts the elements of lists and documents. No query filters content or changes by them, except by
// change_row.changed.
func TestANALYZELeavesListsAndDocumentsOut(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	const kept = `SELECT coalesce(string_agg(a.attrelid::regclass || '.' || a.attname, ', '), '')
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
  AND (a.atttypid = 'jsonb'::regtype OR a.attndims > 0) AND coalesce(a.attstattarget, -1) <> 0
  AND (c.relname IN ('change_row', 'change_signal')
    OR EXISTS (SELECT FROM pg_attribute s WHERE s.attrelid = c.oid AND s.attname = 'search'))`
	if got, want := get[string](t, db.Pool, kept), "change_row.changed"; got != want {
		t.Errorf("lists and documents with statistics: %s; want %s", got, want)
	}
}
