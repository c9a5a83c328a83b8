package importer

import (
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
)

// Columns may have their usual names in other languages.
func TestColumnsInOtherLanguages(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	imported(t, db.Pool, Options{Kind: "product", File: file(t, "tr.csv",
		"ÜRÜN ADI;STOK KODU; ÜRÜN FİYATI ;KATEGORİ;Marka;STOK;Açıklama\nSabun;S-1;₺20,50;Bakım;Köy;4;Zeytinyağlı\n")})
	imported(t, db.Pool, Options{Kind: "product", File: file(t, "de.csv",
		"Artikelnummer;Bezeichnung;Preis;Lagerbestand;Warengruppe\nA-1;Seife;3,50 €;7;Pflege\n")})
	same(t, "products", rows(t, db.Pool, `SELECT sku, p.name, amount::text, currency, stock, c.name,
		coalesce(p.description, '-')
		FROM product p JOIN product_category pc ON pc.product_id = p.id JOIN category c ON c.id = pc.category_id ORDER BY 1`),
		[]string{"A-1|Seife|3.50|EUR|7|Pflege|-", "S-1|Sabun|20.50|TRY|4|Bakım|Zeytinyağlı"})
}

// A day without a time is the end of a period at its end, in UTC or in --timezone, and its begin at its beginning.
func TestADayAsAnEndIsItsEnd(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	days := file(t, "e.json", `[{"name":"Fair","slug":"fair","startDate":"2026-07-06","endDate":"2026-07-08"}]`)
	f := func(want string, flags ...string) {
		t.Helper()
		_, shown, err := command(t, db, append([]string{"event", days, "--tenant", "real"}, flags...)...)
		if err != nil || !strings.Contains(shown, "A day without a time in endDate is read as the end of that day.") {
			t.Errorf("the plan: %v\n%s", err, shown)
		}
		same(t, "period", rows(t, db.Pool, `SELECT (starts_at AT TIME ZONE 'UTC')::text, (ends_at AT TIME ZONE 'UTC')::text
			FROM event`),
			[]string{want})
	}
	f("2026-07-06 00:00:00|2026-07-08 23:59:59", "--create-tenant")
	f("2026-07-05 22:00:00|2026-07-08 21:59:59", "--timezone", "Europe/Rome")
}

// A time without a zone is one of UTC, which the plan says, or of --timezone.
func TestTimesWithoutAZone(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	events := file(t, "e.yaml", "- slug: a\n  title: A\n  date: 2026-07-06 19:00:00\n  location: Bar\n  organizer: Club\n"+
		"- slug: b\n  title: B\n  date: 2026-07-06T19:00:00Z\n  location: Bar\n")
	const note = "Times without a zone are read as UTC: starts_at; --timezone Europe/Istanbul, for example, says " +
		"otherwise."
	const sql = `SELECT e.slug, to_char(starts_at AT TIME ZONE 'UTC', 'HH24:MI'), p.name, coalesce(o.name, '-')
		FROM event e JOIN place p ON p.id = place_id LEFT JOIN organization o ON o.id = organization_id ORDER BY 1`
	_, shown, err := command(t, db, "event", events, "--tenant", "real", "--create-tenant")
	if err != nil || !strings.Contains(shown, note) {
		t.Errorf("%v; want %s in\n%s", err, note, shown)
	}
	same(t, "UTC", rows(t, db.Pool, sql), []string{"a|19:00|Bar|Club", "b|19:00|Bar|-"})
	_, shown, err = command(t, db, "event", events, "--tenant", "real", "--timezone", "Europe/Rome")
	if err != nil || strings.Contains(shown, "without a zone") {
		t.Errorf("%v\n%s", err, shown)
	}
	same(t, "Rome", rows(t, db.Pool, sql), []string{"a|17:00|Bar|Club", "b|19:00|Bar|-"})
	_, _, err = command(t, db, "event", events, "--tenant", "real", "--timezone", "Rome")
	if err == nil || !strings.Contains(err.Error(), `--timezone "Rome": expected a zone of the tz database`) {
		t.Error(err)
	}
}

// A price before a discount that is not above the price is none, as the shop shows it.
func TestShopifyPricesThatAreNoDiscount(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	imported(t, db.Pool, Options{Kind: "product", File: file(t, "s.csv", "Handle,Title,Variant Price,"+
		"Variant Compare At Price,Image Src\na,A,650,33,\nb,B,5,5.00,\nc,C,5,6,\n")})
	same(t, "prices", rows(t, db.Pool, `SELECT slug, amount::text, coalesce(list_price::text, '-') FROM product
		ORDER BY slug`), []string{"a|650.00|-", "b|5.00|-", "c|5.00|6.00"})
}
