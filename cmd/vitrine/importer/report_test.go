package importer

import "testing"

func TestReasonsAreCountedByKind(t *testing.T) {
	f := func(reason, want string) {
		t.Helper()
		same(t, reason, alike(reason), want)
	}
	f("amount: -5 is negative", "amount: … is negative")
	f(`amount: "$-5" is negative`, "amount: … is negative")
	f("amount: 1e300 is absurd: at most 10 digits stand before the point", "amount: … is absurd: at most 10 digits stand before the point")
	f(`starts_at: want a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got "x"`, "starts_at: want a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got …")
	f(`brand_id: "b9" names no brand of tenant real`, "brand_id: … names no brand of tenant real")
	f("the row has 3 cells, the header has 2", "the row has … cells, the header has 2")
	f("not JSON: invalid character 'x' at byte 17", "not JSON: invalid character 'x' at byte …")
	f("name is missing", "name is missing")
	f(`its key image "https://img.example/3.jpg" was on line 3 already`, "its key image … was on line … already")
}

func TestRulesReadAsTheirAuthorsWroteThem(t *testing.T) {
	f := func(def, want string) {
		t.Helper()
		same(t, def, ruleText(def), want)
	}
	f("CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision)))", "(lat >= -90) AND (lat <= 90)")
	f("CHECK ((ends_at > starts_at))", "ends_at > starts_at")
	f("CHECK (is_slug(slug))", "is_slug(slug)")
	f("CHECK ((amount >= (0)::numeric))", "amount >= 0")
	f("CHECK ((currency ~ '^[A-Z]{3}$'::text))", "currency ~ '^[A-Z]{3}$'::text")
	f("CHECK ((jsonb_typeof(images) = 'array'::text))", "jsonb_typeof(images) = array")
}
