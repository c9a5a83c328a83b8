package schema_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"vitrine/internal/filter"
	"vitrine/internal/schema"
	"vitrine/internal/schema/schematest"
)

// Rows and requests are read into the same form.
func TestTidyIsTheSameInPostgresAsInGo(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	odd := rapid.SampledFrom([]string{" ", "\t", "\u0085", "\u00a0", "\u1680", "\u2003", "\u2028", "\u202f", "\u205f",
		"\u3000", "\u200b", "\u2060", "\ufeff", "\u001f", "\u007f", "e\u0301", "c\u0327", "\u0338", "=", "ﬁ", "각",
		"\u1100\u1161\u11a8", "kg", "1"})
	// Letters that every supported version of Postgres knows: an order of marks is a matter of the version of Unicode.
	// Without U+11A7, an old vowel: normalize() of Postgres drops it after a Hangul syllable.
	known := rapid.StringOf(rapid.RuneFrom(nil, &unicode.RangeTable{R16: []unicode.Range16{
		{Lo: 0x20, Hi: 0x52f, Stride: 1}, {Lo: 0x1100, Hi: 0x11a6, Stride: 1},
		{Lo: 0x11a8, Hi: 0x11ff, Stride: 1},
		{Lo: 0x1e00, Hi: 0x214f, Stride: 1}, {Lo: 0xac00, Hi: 0xd7a3, Stride: 1}}}))
	rapid.Check(t, func(t *rapid.T) {
		texts := make([]string, 50)
		for i := range texts {
			for range rapid.IntRange(0, 6).Draw(t, "parts") {
				texts[i] += odd.Draw(t, "part")
			}
			texts[i] += known.Draw(t, "text")
			texts[i] = strings.ToValidUTF8(strings.ReplaceAll(texts[i], "\x00", ""), "")
		}
		var got []string
		if err := db.Pool.QueryRow(t.Context(),
			"SELECT array_agg(tidy(x) ORDER BY i) FROM unnest($1::text[]) WITH ORDINALITY u(x, i)", texts).
			Scan(&got); err != nil {
			t.Fatal(err)
		}
		for i, s := range texts {
			if want := filter.Tidy(s); got[i] != want {
				t.Errorf("%+q: Postgres has %+q, Go %+q", s, got[i], want)
			}
		}
	})
}

// The triggers keep what lists are filtered by tidy, however it is written.
func TestWhatListsAreFilteredByIsTidy(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	one := func(sql string) string {
		t.Helper()
		return get[string](t, db.Pool, sql)
	}
	one("INSERT INTO tenant (id, name) VALUES ('shop', 'Shop') RETURNING id")
	if got := one(`INSERT INTO product (tenant_id, slug, name, language) VALUES ('shop', E'o\u0308rs', 'Anvil', ' tr ')
RETURNING slug || '|' || language`); got != "örs|tr" {
		t.Errorf("the product has %q", got)
	}
	if got := one(`INSERT INTO product_attribute (tenant_id, product_id, name, value)
SELECT tenant_id, id, E'Gewicht\u00a0', E' 1\t kg ' FROM product
RETURNING name || '|' || value`); got != "Gewicht|1 kg" {
		t.Errorf("the attribute is %q", got)
	}
	if got := one(`UPDATE product_attribute SET value = E'c\u0327' RETURNING value`); got != "ç" {
		t.Errorf("the updated attribute is %q", got)
	}
	if _, err := db.Pool.Exec(t.Context(), `UPDATE product_attribute SET value = E'\u00a0 '`); err == nil ||
		!strings.Contains(err.Error(), "product_attribute_value_length") {
		t.Errorf("an invisible value: %v", err)
	}
}

// Rows that were written before the triggers become tidy. Those that would be equal then, or empty, give way.
func TestRowsOfEarlierVersionsBecomeTidy(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	exec(t, db.Pool, `DO $$ DECLARE t text; BEGIN
  FOR t IN SELECT tgrelid::regclass FROM pg_trigger WHERE tgname = 'tidy' LOOP
    EXECUTE 'DROP TRIGGER tidy ON ' || t;
  END LOOP;
END $$;
DROP FUNCTION tidied; DROP FUNCTION tidy;
INSERT INTO product (tenant_id, slug, name, language) VALUES ('a', 'çan', 'One', 'tr'),
  ('a', E'c\u0327an', 'Two', E'tr\n'), ('a', E'o\u0308rs', 'Three', NULL);
INSERT INTO product_attribute (tenant_id, product_id, name, value) SELECT 'a', p.id, E'Gewicht\u00a0', v
FROM product p, unnest(ARRAY['1 kg ', E' \u200b', E'C\u0327']) v WHERE p.name = 'One';
INSERT INTO attribute (tenant_id, name) VALUES ('a', ' Gewicht');
INSERT INTO attribute_option (tenant_id, attribute_id, label, value, position)
SELECT 'a', id, '1 kg', v, i FROM attribute, unnest(ARRAY['1 kg', '1 kg ', '2 kg']) WITH ORDINALITY u(v, i);
-- A row that violates a constraint since before there was the constraint.
ALTER TABLE product DROP CONSTRAINT product_amount_positive;
INSERT INTO product (tenant_id, slug, name, language, amount) VALUES ('a', 'four', 'Four', E'tr\n', 'NaN');
INSERT INTO product_attribute (tenant_id, product_id, name, value) SELECT 'a', id, 'Color', E'\u200b' FROM product
WHERE name = 'Four';
ALTER TABLE product ADD CONSTRAINT product_amount_positive CHECK (amount >= 0 AND amount < 'Infinity') NOT VALID`)
	config := db.Pool.Config().ConnConfig.Copy()
	var warnings []string
	config.OnNotice = schema.Notices(func(text string, _ bool) { warnings = append(warnings, text) })
	conn, err := pgx.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	exec(t, conn, migration(t, "_tidy.sql"))
	want := []string{
		"tenant a: 2 rows of product_attribute have no visible name or value and are moved to the table removed_row",
		"tenant a: 1 rows of attribute_option have the value of another option and are moved to the table removed_row",
		"1 rows of product had the slug of another row in another Unicode form; their id is appended",
		"1 rows of product are not tidied, because they violate a constraint; vitrine doctor names them",
	}
	if diff := cmp.Diff(want, warnings); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	if got := get[string](t, db.Pool, `SELECT string_agg(concat_ws(' ', kind, reason, content->>'value',
		length(content->>'value')),
		'|' ORDER BY kind, content->>'value' COLLATE "C") FROM removed_row`); got != "attribute_option the value of another "+
		"option 1 kg  5|product_attribute no visible name or value  \u200b 2|"+
		"product_attribute no visible name or value \u200b 1" {
		t.Errorf("removed_row has %q", got)
	}
	list := func(sql string) string {
		t.Helper()
		return get[string](t, db.Pool, `SELECT string_agg(x, '|' ORDER BY x COLLATE "C") FROM (`+sql+") AS u(x)")
	}
	if got := list("SELECT concat_ws(' ', slug, language) FROM product " +
		"WHERE name IN ('One', 'Three')"); got != "çan tr|örs" {
		t.Errorf("the products have the slugs %q", got)
	}
	if got := list("SELECT slug || ' ' || language FROM product WHERE name = 'Two'"); !strings.HasPrefix(got, "çan-") ||
		len(got) != len("çan-")+24+len(" tr") {
		t.Errorf("the product with the slug of another has %q", got)
	}
	if got := list("SELECT name || '=' || value FROM product_attribute"); got != "Gewicht=1 kg|Gewicht=Ç" {
		t.Errorf("the attributes are %q", got)
	}
	got := list("SELECT a.name || '=' || o.value FROM attribute_option o JOIN attribute a ON a.id = o.attribute_id")
	if got != "Gewicht=1 kg|Gewicht=2 kg" {
		t.Errorf("the options are %q", got)
	}
}
