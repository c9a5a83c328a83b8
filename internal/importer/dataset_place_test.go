package importer

import (
	"path/filepath"
	"testing"

	"vitrine/internal/schema/schematest"
)

// recognised imports a fixture, which must be recognised as a data set, and returns the rejected rows.
func recognised(t *testing.T, db *schematest.DB, kind, file, dataset string, want []int) []string {
	t.Helper()
	rejects := filepath.Join(t.TempDir(), "r")
	r := imported(t, db.Pool, Options{Kind: kind, File: filepath.Join("testdata", file), Rejects: rejects, Strict: true})
	same(t, "data set", r.Dataset, dataset)
	same(t, "records", append(fates(r), r.Skipped), want)
	if r.Rejected == 0 {
		return nil
	}
	return rejected(t, rejects)
}

func TestBreweriesAreMerchantsWithCoordinates(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	same(t, "rejects", recognised(t, db, "merchant", "breweries.jsonl", "merchants_breweries", []int{4, 2, 0, 0, 2, 0}),
		[]string{
			`3: lat (latitude): expected a number, got "north"`, "4: name is missing",
		})
	same(t, "merchants", rows(t, db.Pool, `SELECT m.name, `+"regexp_replace(m.slug, '-[0-9a-f]{6}$', '-*')"+`,
		coalesce(lat::text, '-'), coalesce(lng::text, '-'), address, city, country,
		coalesce(phone, '-'), coalesce(website, '-'), m.status, c.name, c.type
		FROM merchant m JOIN merchant_category j ON j.merchant_id = m.id JOIN category c ON c.id = j.category_id
		ORDER BY c.name`), []string{
		"Tin Kettle|tin-kettle|44.9|-66.98|4 Quay St, 04631, Eastport, Maine|Eastport|United " +
			"States|-|http://kettle.example|PUBLISHED|micro|merchant",
		"Tin Kettle|tin-kettle-*|-|-|Wells, Somerset|Wells|England|+44 1|-|PUBLISHED|planning|merchant",
	})
}

func TestPlacesKeepTheirNamesInEveryScript(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	same(t, "rejects", recognised(t, db, "place", "stadiums.jsonl", "places_stadiums", []int{3, 2, 0, 0, 1, 0}),
		[]string{`3: capacity: "-3" is negative`})
	same(t, "rejects", recognised(t, db, "place", "airports.jsonl", "places_airports", []int{2, 2, 0, 0, 0, 0}),
		[]string(nil))
	same(t, "rejects", recognised(t, db, "place", "cities.jsonl", "places_cities", []int{4, 3, 0, 0, 1, 0}), []string{
		"4: _geo.lat: expected a number from -90 to 90",
	})
	same(t, "places", rows(t, db.Pool, `SELECT name, `+"regexp_replace(slug, '-[0-9a-f]{6}$', '-*')"+`,
		coalesce(capacity::text, '-'), lat, lng, coalesce(city, '-'), country,
		coalesce(timezone, '-'), coalesce(description, '-'), status FROM place ORDER BY name, lng DESC`), []string{
		"Eastport Field|eastport-field-*|-|0|10.5|-|Atlantis|-|XEPU|PUBLISHED",
		"Eastport Field|eastport-field|-|44.9|-66.9|Eastport|Atlantis|America/New_York|EPT · XEPT|PUBLISHED",
		"Hill Park|hill-park|-|41.6|-71.1|Westport|England|-|Hill Athletic|PUBLISHED",
		"Orsava|orsava|-|12.5|34.25|Orsava|Atlantis|Asia/Dubai|Орсава, أورسافا, オルサヴァ|PUBLISHED",
		"Orsava|orsava-*|-|-12.5|-34.25|Orsava|Lemuria|Asia/Tokyo|-|PUBLISHED",
		"Popular|popular-*|-|1|2|Popular|Lemuria|Asia/Tokyo|-|PUBLISHED",
		"Quay Ground|quay-ground|12400|44.91|-66.99|Eastport|England|-|Harbour Rovers|PUBLISHED",
	})
}

const eventsSQL = `SELECT e.name, regexp_replace(e.slug, '-[0-9a-f]{6}$', '-*'), to_char(starts_at, 'MM-DD HH24:MI:SS'),
	to_char(ends_at, 'MM-DD HH24:MI:SS'),
	coalesce(p.name || ' ' || coalesce(p.country, '-') || ' ' || coalesce(p.lat::text, '-'), '-'), coalesce(e.language,
	'-'), array_to_string(notes, ','), c.name, e.status
	FROM event e LEFT JOIN place p ON p.id = e.place_id JOIN event_category j ON j.event_id = e.id
	JOIN category c ON c.id = j.category_id AND c.type = 'event' `

func TestConferencesFindOrCreateTheirCity(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	imported(t, db.Pool, Options{Kind: "place", File: "testdata/cities.jsonl"})
	same(t, "rejects", recognised(t, db, "event", "conferences.jsonl", "events_conferences", []int{7, 4, 0, 0, 3, 0}),
		[]string{
			"5: the end is before the start (endDate, startDate)",
			`6: key name, url, startDate, city?, _topic "Looms Live, https://looms.example/?a=1&b=2, 2026-03-10, Velm, ` +
				`dyeing" duplicates line 3`,
			`7: starts_at (startDate): expected a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got "soon"`,
		})
	same(t, "events", rows(t, db.Pool, eventsSQL+"ORDER BY e.name, p.name, c.name"), []string{
		"Kilns at Home|kilns-at-home-2026|04-01 00:00:00|04-01 23:59:59|-|-|Online|dyeing|PUBLISHED",
		"Looms Live|looms-live-2026-*|03-10 00:00:00|03-12 23:59:59|Orsava Atlantis 12.5|-||dyeing|PUBLISHED",
		"Looms Live|looms-live-2026|03-10 00:00:00|03-12 23:59:59|Orsava Atlantis 12.5|en||weaving|PUBLISHED",
		"Looms Live|looms-live-2026-*|03-10 00:00:00|03-12 23:59:59|Velm Mu -|-||dyeing|PUBLISHED",
	})
	same(t, "created cities", rows(t, db.Pool, "SELECT name, slug, city, country, status FROM place WHERE lat IS NULL"),
		[]string{"Velm|velm|Velm|Mu|PUBLISHED"})
	same(t, "links", rows(t, db.Pool, "SELECT DISTINCT coalesce(description, '-') FROM event ORDER BY 1"), []string{
		"-", `<p><a href="https://looms.example/?a=1&amp;b=2">https://looms.example/?a=1&amp;b=2</a></p>`,
	})
}

// A city that is imported after its conferences is another row; the conferences keep theirs.
func TestReferencedPlacesAreKept(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	conferences := Options{Kind: "event", File: "testdata/conferences.jsonl"}
	imported(t, db.Pool, conferences)
	imported(t, db.Pool, Options{Kind: "place", File: "testdata/cities.jsonl"})
	n := sequence(t, db.Pool, "real")
	same(t, "records", fates(imported(t, db.Pool, conferences)), []int{7, 0, 0, 4, 3})
	do(t, db.Pool, "UPDATE place SET name = 'Velm-on-Sea', country = NULL WHERE name = 'Velm'") // an edit
	same(t, "records", fates(imported(t, db.Pool, conferences)), []int{7, 0, 0, 4, 3})
	same(t, "the tenant's number moved by", rows(t, db.Pool,
		"SELECT n - $1::bigint FROM tenant_seq WHERE tenant_id = 'real'", n), []string{"1"})
}

func TestRaceWeekendsHaveSessionsAndPlaces(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	same(t, "rejects", recognised(t, db, "event", "races.jsonl", "events_motorsport", []int{6, 4, 0, 0, 2, 0}), []string{
		"5: starts_at is missing", `6: sessions: race: expected a time, got "in June"`,
	})
	same(t, "events", rows(t, db.Pool, eventsSQL+"ORDER BY starts_at"), []string{
		"Lemurian|f1-lemurian-grand-prix-2026|05-01 10:00:00|05-03 23:59:59|Orsava - 12.6|-||Formula 1|PUBLISHED",
		"Lemurian|f1-lemurian-grand-prix-2026-*|05-10 23:30:00|05-10 23:59:59|Orsava - 12.6|-||Formula 1|CANCELLED",
		"Night|karts-night-2026|06-01 20:00:00|06-01 23:59:59|Nowhere - -|-||karts|PUBLISHED",
		"Blank|karts-blank-2026|06-02 20:00:00|06-02 23:59:59|-|-||karts|PUBLISHED",
	})
	same(t, "places", rows(t, db.Pool, "SELECT name, coalesce(lat::text, '-'), coalesce(lng::text, '-') FROM place "+
		"ORDER BY 1"), []string{"Nowhere|-|-", "Orsava|12.6|34.2"})
	same(t, "sessions", rows(t, db.Pool, `SELECT e.slug, s.label, to_char(s.starts_at, 'MM-DD HH24:MI'), s.ends_at IS NULL
		FROM event_session s JOIN event e ON e.id = s.event_id
		WHERE e.slug = 'f1-lemurian-grand-prix-2026' ORDER BY s.starts_at`), []string{
		"f1-lemurian-grand-prix-2026|fp1|05-01 10:00|true", "f1-lemurian-grand-prix-2026|qualifying|05-02 " +
			"14:00|true", "f1-lemurian-grand-prix-2026|gp|05-03 13:00|true",
	})
}
