package importer

import (
	"testing"

	"vitrine/internal/importer/load"
)

func TestReasonsAreCountedByKind(t *testing.T) {
	f := func(reason, want string) {
		t.Helper()
		same(t, reason, load.Alike(reason), want)
	}
	f("amount: -5 is negative", "amount: … is negative")
	f(`amount: "$-5" is negative`, "amount: … is negative")
	f("amount: 1e300 is out of range: at most 10 digits before the decimal point",
		"amount: … is out of range: at most 10 digits before the decimal point")
	f(`starts_at: expected a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got "x"`,
		"starts_at: expected a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got …")
	f(`brand_id: "b9" matches no brand of tenant real`, "brand_id: … matches no brand of tenant real")
	f("the row has 3 cells, the header has 2", "the row has … cells, the header has 2")
	f("invalid JSON: invalid character 'x' at byte 17", "invalid JSON: invalid character 'x' at byte …")
	f("name is missing", "name is missing")
	f(`key image "https://img.example/3.jpg" duplicates line 3`, "key image … duplicates line …")
}
