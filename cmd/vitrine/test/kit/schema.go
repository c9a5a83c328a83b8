package kit

import (
	"testing"
)

func (h *App) Tables(t *testing.T) map[string]bool {
	t.Helper()
	var names []string
	if err := h.Pool.QueryRow(t.Context(), "SELECT array_agg(kind) FROM watched").Scan(&names); err != nil {
		t.Fatal(err)
	}
	tables := map[string]bool{"tenant_seq": true, "change_row": true, "change_tx": true}
	for _, name := range names {
		tables[name] = true
	}
	return tables
}

func (h *App) Columns(t *testing.T, table string) map[string]bool {
	t.Helper()
	var names []string
	if err := h.Pool.QueryRow(t.Context(), `SELECT array_agg(attname::text) FROM pg_attribute
WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped`, table).Scan(&names); err != nil {
		t.Fatal(err)
	}
	columns := map[string]bool{}
	for _, name := range names {
		columns[name] = true
	}
	return columns
}
