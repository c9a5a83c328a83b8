package table

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/importer/source"
)

// same fails with the difference.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// reads converts a JSON value for a column. It returns the text, "(none)", or "! reason".
func reads(t *testing.T, c *Column, value string) string {
	t.Helper()
	fields, err := source.ParseJSON([]byte(`{"v":` + value + `}`))
	if err != nil {
		t.Fatalf("%s: %v", value, err)
	}
	text, ok, err := c.Text(fields[0].Value)
	switch {
	case err != nil:
		return "! " + err.Error()
	case !ok:
		return "(none)"
	}
	return text
}

func TestPricesInEveryNotation(t *testing.T) {
	price := &Column{Name: "amount", Type: "numeric", Digits: 12, Scale: 2, Positive: true}
	f := func(value, want string) {
		t.Helper()
		same(t, value, reads(t, price, value), want)
	}
	f(`12`, "12.00")
	f(`49.99`, "49.99")
	f(`1e3`, "1000.00")
	f(`"$1,299.00"`, "1299.00")
	f(`"1.299,00 €"`, "1299.00")
	f(`"€ 1.299.000"`, "1299000.00")
	f(`"1,299"`, "1299.00")
	f(`"12,5"`, "12.50")
	f(`"1 299,90 TL"`, "1299.90")
	f(`"1'299.90"`, "1299.90")
	f(`"US$5"`, "5.00")
	f(`"EUR 5"`, "5.00")
	f(`" 7 "`, "7.00")
	f(`0.005`, "0.01") // as Postgres rounds
	f(`-0.004`, "! -0.004 is negative")
	f(`null`, "(none)")
	f(`""`, "(none)")
	f(`"NA"`, "(none)")
	f(`"n/a"`, "(none)")
	f(`"-"`, "(none)")
	f(`-5`, "! -5 is negative")
	f(`"$-5"`, `! "$-5" is negative`)
	f(`"-$5"`, `! "-$5" is negative`)
	f(`9999999999.99`, "9999999999.99")
	f(`9999999999.995`, "! 9999999999.995 is out of range: at most 10 digits before the decimal point")
	f(`1e300`, "! 1e300 is out of range")
	f(strings.Repeat("9", 1000), "! "+strings.Repeat("9", 40)+"… is out of range")
	f(`1e999999999`, "! 1e999999999 is out of range")
	f(`"1e-999999999"`, `! "1e-999999999" is out of range`)
	f(`"Infinity"`, `! expected a number, got "Infinity"`)
	f(`"0x10"`, `! expected a number, got "0x10"`)
	f(`"call us"`, `! expected a number, got "call us"`)
	f(`"12.34.56"`, `! expected a number, got "12.34.56"`)
	f(`"1,2,3"`, `! expected a number, got "1,2,3"`)
	f(`true`, "! expected a number, got true")
	f(`[1]`, "! expected a number, got an array")
	f(`{"amount":1}`, "! expected a number, got an object")
}

func TestValuesOfEveryType(t *testing.T) {
	f := func(c Column, value, want string) {
		t.Helper()
		same(t, c.Type+" "+value, reads(t, &c, value), want)
	}
	integer := Column{Type: "integer"}
	f(integer, `2008`, "2008")
	f(integer, `"2008.0"`, "2008")
	f(integer, `"1,234"`, "1234")
	f(integer, `2e3`, "2000")
	f(integer, `-720`, "-720")
	f(integer, `2.5`, "! expected a whole number, got 2.5")
	f(integer, `3000000000`, "! 3000000000 is out of range for integer")
	f(Column{Type: "bigint"}, `3000000000`, "3000000000")
	f(Column{Type: "double precision"}, `"-98.5"`, "-98.5")
	f(Column{Type: "double precision"}, `1e999`, "! 1e999 is too large")

	boolean := Column{Type: "boolean"}
	f(boolean, `true`, "true")
	f(boolean, `"No"`, "false")
	f(boolean, `1`, "1")
	f(boolean, `"maybe"`, `! expected true or false, got "maybe"`)

	moment := Column{Type: "timestamp with time zone"}
	f(moment, `"2026-03-01"`, "2026-03-01 00:00:00+00")
	f(moment, `"2026-03-01T20:00:00+03:00"`, "2026-03-01 17:00:00+00")
	f(moment, `"2020-11-10 12:01:00+00:00"`, "2020-11-10 12:01:00+00")
	f(moment, `"2021-04-02T16:00:00.25Z"`, "2021-04-02 16:00:00.25+00")
	f(moment, `"22.04.2026"`, "2026-04-22 00:00:00+00")
	f(moment, `"1.2.2026 9:05"`, "2026-02-01 09:05:00+00")
	f(moment, `"27.05.2026, 19:00"`, "2026-05-27 19:00:00+00")
	f(moment, `"27.05.2026 19:00:30"`, "2026-05-27 19:00:30+00")
	f(moment, `"05.27.2026"`, `! expected a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got "05.27.2026"`)
	f(Column{Name: "ends_at", Type: "timestamp with time zone"}, `"27.05.2026"`, "2026-05-27 23:59:59+00")
	f(moment, `""`, "(none)")
	f(moment, `"03/04/2026"`, `! expected a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got "03/04/2026"`)
	f(moment, `"2026-02-30"`, `! expected a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got "2026-02-30"`)
	f(moment, `1767225600`, "! expected a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got 1767225600")
	f(Column{Type: "date"}, `"2026-03-01T20:00:00Z"`, "2026-03-01")

	text := Column{Type: "text"}
	f(text, `"NA"`, "NA") // Namibia
	f(text, `12345`, "12345")
	f(text, `1.50`, "1.50")
	f(text, `""`, "")
	f(text, `{"a":1}`, "! expected text, got an object")
	f(text, `"a\u0000b"`, "! contains a NUL character, which Postgres cannot store")
	f(Column{Type: "text", NotNull: true}, `"  "`, "(none)")
	f(Column{Type: "text", Longest: 3}, `"äöüß"`, "! is longer than 3 characters")
	f(Column{Type: "text", Slug: true}, `"a/b"`,
		`! "a/b" is not a slug: expected 1 to 200 characters without spaces or / \ ? # % ;, and no word that a route uses`)
	f(Column{Type: "text", Slug: true}, `"a-b"`, "a-b")
	f(Column{Type: "text", OneOf: []string{"DRAFT", "PUBLISHED"}}, `"published"`, "PUBLISHED")
	f(Column{Type: "text", OneOf: []string{"DRAFT", "PUBLISHED"}}, `"LIVE"`,
		`! expected one of DRAFT, PUBLISHED, got "LIVE"`)
	f(Column{Type: "character"}, `"eur"`, "EUR")
	f(Column{Type: "character"}, `"euros"`, `! expected three letters such as USD, got "euros"`)

	list := Column{Type: "text[]"}
	f(list, `["a","b,\"c\\",null,7]`, `{"a","b,\"c\\","7"}`)
	f(list, `"oil; canvas|wood"`, `{"oil","canvas","wood"}`)
	f(list, `"[\"a;b\"]"`, `{"a;b"}`)
	f(list, `[["a"]]`, "! element 1: expected text, got an array")

	images := Column{Type: "jsonb", Default: "'[]'::jsonb"}
	f(images, `["a"]`, `["a"]`)
	f(images, `"https://img.example/1.jpg"`, `["https://img.example/1.jpg"]`)
	f(images, `"[\"a\", {\"b\": 1}]"`, `["a",{"b":1}]`)
	f(images, `"[not json"`, `["[not json"]`)
	f(images, `["a\u0000"]`, "! contains a NUL character, which Postgres cannot store")
	f(images, `["\\u0000"]`, `["\\u0000"]`) // a backslash, a letter and zeros: no NUL
	f(Column{Type: "jsonb", Default: "'{}'::jsonb"}, `{"b":1,"a":2}`, `{"b":1,"a":2}`)
}

func TestSlugsAreReadable(t *testing.T) {
	f := func(name, want string) {
		t.Helper()
		same(t, name, Slugify(name), want)
	}
	f("Whistle Kettle 2 L", "whistle-kettle-2-l")
	f("  --Crème Brûlée!  ", "creme-brulee")
	f("İstanbul'un Işığı", "istanbulun-isigi")
	f("Ölçü & Şekil", "olcu-and-sekil")
	f("Straße Łódź Ærø", "strasse-lodz-aero")
	f("Дубай", "дубай")
	f("東京 タワー", "東京-タワー")
	f("نص عربي", "نص-عربي")
	f("a/b?c#d%e;f\\g", "a-b-c-d-e-f-g")
	f("\u200b\u3000x", "x")
	f("!!!", "")
	for _, name := range []string{"x", "Дубай", "ﬁne ½", fmt.Sprintf("%0500d", 7), "a\u0301\u0301\u0301", "ก็", "…"} {
		if slug := Slugify(name); slug != "" && !IsSlug(slug) {
			t.Errorf("%q becomes %q, which is not a slug", name, slug)
		}
		if slug := Slugify(name); Slugify(slug) != slug {
			t.Errorf("%q becomes %q, and that becomes %q", name, slug, Slugify(slug))
		}
	}
}

func TestNamerAssignsEachSlugOnce(t *testing.T) {
	n := NewNamer("product")
	seen := map[string]bool{}
	ids := []string{"aaaaaa000000000000000001", "aaaaaa000000000000000002", "aaaaaa000100000000000003",
		"bbbbbb000000000000000004"}
	for _, name := range []string{"Lamp", "lamp!", "New", "", "0123456789abcdef01234567", "Lamp aaaaaa"} {
		for i, id := range ids {
			id = fmt.Sprintf("%s%02x%s", id[:20], len(seen), id[22:])
			slug, _ := n.Name(name, id)
			if again, _ := n.Name(name, id); i > 0 && again != slug {
				t.Errorf("%s: %q, then %q for the same row", name, slug, again)
			}
			if seen[slug] || !UsableSlug(slug) {
				t.Errorf("%s: %q is taken or not a slug", name, slug)
			}
			seen[slug] = true
		}
	}
}

func TestSnake(t *testing.T) {
	for in, want := range map[string]string{
		"featuredImage": "featured_image", "Model " +
			"No": "model_no", "lowestPrice30Days": "lowest_price30_days", "SKU": "sku", "country " +
			"code": "country_code", "_id": "_id",
	} {
		same(t, in, Snake(in), want)
	}
}

func TestRuleTextDropsCasts(t *testing.T) {
	f := func(def, want string) {
		t.Helper()
		same(t, def, ruleText(def), want)
	}
	f("CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision)))",
		"(lat >= -90) AND (lat <= 90)")
	f("CHECK ((ends_at > starts_at))", "ends_at > starts_at")
	f("CHECK (is_slug(slug))", "is_slug(slug)")
	f("CHECK ((amount >= (0)::numeric))", "amount >= 0")
	f("CHECK ((currency ~ '^[A-Z]{3}$'::text))", "currency ~ '^[A-Z]{3}$'::text")
	f("CHECK ((jsonb_typeof(images) = 'array'::text))", "jsonb_typeof(images) = array")
}
