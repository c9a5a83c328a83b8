package importer

import (
	"path/filepath"
	"testing"

	"vitrine/internal/schema/schematest"
)

func TestPartsBecomeProducts(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rejects := filepath.Join(t.TempDir(), "r")
	r := imported(t, db.Pool, Options{Kind: "product", File: "testdata/parts.jsonl", Rejects: rejects, Strict: true})
	same(t, "data set", r.Dataset, "products_pcparts")
	same(t, "records", fates(r), []int{17, 9, 0, 0, 8})
	same(t, "products", rows(t, db.Pool, `SELECT name, `+maskedSlug+`, coalesce(amount::text, '-'), status, currency `+
		`FROM product ORDER BY name COLLATE "C", 2, 3`), []string{
		"!!!|product-*|1.00|PUBLISHED|USD",
		"Glimmer 27|glimmer-27|310.00|PUBLISHED|USD",
		"Glimmer 27|glimmer-27-*|300.00|PUBLISHED|USD",
		"Glimmer 27|glimmer-27-*|310.00|PUBLISHED|USD",
		"New|new-*|1299.00|PUBLISHED|USD", // a word that a route uses is not a slug
		"Olu Deniz Lamp|olu-deniz-lamp-*|-|PUBLISHED|USD",
		"Popular|popular-*|-|PUBLISHED|USD",
		"Ölü Deniz Lamp|olu-deniz-lamp|49.90|PUBLISHED|USD",
		"Ölü Deniz Lamp|olu-deniz-lamp-*|49.90|PUBLISHED|USD",
	})
	same(t, "attributes", rows(t, db.Pool, `SELECT a.name, a.value, a.type FROM product_attribute a
		JOIN product p ON p.id = a.product_id
		WHERE p.slug IN ('olu-deniz-lamp', 'glimmer-27') ORDER BY p.slug DESC, a.position`), []string{
		"color|Sea Blue|COLOR", "watts|5 - 40|TEXT", "dimmable|true|TEXT",
		"resolution|2560x1440|TEXT", "modes|day|TEXT", "modes|night|TEXT",
	})
	same(t, "categories", rows(t, db.Pool, `SELECT c.name, c.slug, c.type, count(*) FROM product_category j
		JOIN category c ON c.id = j.category_id
		GROUP BY 1, 2, 3 ORDER BY 1`), []string{"lamp|lamp|product|3", "screen|screen|product|6"})
	same(t, "rejects", rejected(t, rejects), []string{
		"9: amount (price): -1 is negative",
		"10: amount (price): 1e12 is out of range: at most 10 digits before the decimal point",
		"11: name is missing",
		"12: name is missing",
		"13: name: expected text, got an array",
		"14: invalid JSON: the line ends in the middle of a value",
		"15: name: contains a NUL character, which Postgres cannot store",
		"16: expected a JSON object { … } on each line, got an array",
	})
}

func TestShopCreatesBrandsAndCategories(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rejects := filepath.Join(t.TempDir(), "r")
	do(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ('real', 'Real')")
	do(t, db.Pool, "INSERT INTO brand (tenant_id, slug, name) VALUES ('real', 'pika', 'Pika & Co.')") // by an editor
	r := imported(t, db.Pool, Options{Kind: "product", File: "testdata/shop.jsonl", Rejects: rejects})
	same(t, "records", fates(r), []int{6, 4, 0, 0, 2})
	same(t, "products", rows(t, db.Pool, `SELECT p.name, `+"regexp_replace(p.slug, '-[0-9a-f]{6}$', '-*')"+`, amount::text,
		p.image, visits, coalesce(b.slug, '-')
		FROM (SELECT *, thumbnail || ' ' || featured_image || ' ' || images::text AS image FROM product) p LEFT
		JOIN brand b ON b.id = p.brand_id ORDER BY visits DESC`), []string{
		`Whistle Kettle 2 L|whistle-kettle-2-l|39.50|https://img.example/1.jpg https://img.example/1.jpg ` +
			`["https://img.example/1.jpg"]|300|north-harbour`,
		`Whistle Kettle 2 L|whistle-kettle-2-l-*|41.00|https://img.example/2.jpg https://img.example/2.jpg ` +
			`["https://img.example/2.jpg"]|200|north-harbour`,
		`Red Kettles Poster|red-kettles-poster|9.00|https://img.example/3.jpg https://img.example/3.jpg ` +
			`["https://img.example/3.jpg"]|100|pika`,
		`Nameless brand|nameless-brand|9.00|https://img.example/4.jpg https://img.example/4.jpg ` +
			`["https://img.example/4.jpg"]|1|-`,
	})
	same(t, "brands", rows(t, db.Pool, "SELECT name FROM brand ORDER BY 1"), []string{"NORTH Harbour", "Pika & Co."})
	same(t, "tree", rows(t, db.Pool, `SELECT c.name, regexp_replace(c.slug, '-[0-9a-f]{6}$', '-*'), coalesce(p.name, '-')
		FROM category c LEFT JOIN category p ON p.id = c.parent_id ORDER BY 3, 1`), []string{
		"Kitchen|kitchen|-", "Posters|posters|-", "Red Kettles|red-kettles|Kettles", "Kettles|kettles|Kitchen", "Red " +
			"Kettles|red-kettles-*|Posters",
	})
	same(t, "rejects", rejected(t, rejects), []string{
		`5: key image "https://img.example/3.jpg" duplicates line 3`,
		"6: key image is missing",
	})
}

func TestTreeKeepsBranchesWithoutRecordsOfTheirAncestors(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rejects := filepath.Join(t.TempDir(), "r")
	for _, batch := range []int{1, 100} {
		tenant := map[int]string{1: "small", 100: "large"}[batch]
		r := imported(t, db.Pool, Options{Kind: "category", File: "testdata/tree.jsonl", Rejects: rejects, Batch: batch,
			Tenant: tenant})
		same(t, "records", fates(r), []int{6, 5, 0, 0, 1})
		same(t, "rejects", rejected(t, rejects), []string{"5: name is missing"})
		same(t, "tree", rows(t, db.Pool, `SELECT c.name, `+"regexp_replace(c.slug, '-[0-9a-f]{6}$', '-*')"+`, coalesce(p.name,
			'-') FROM category c LEFT JOIN category p ON p.id = c.parent_id
			WHERE c.tenant_id = $1 ORDER BY 3, 1, 2`, tenant), []string{
			"Cups|cups-*|-", "Tableware|tableware|-", "Espresso Cups|espresso-cups|Cups", "Saucers|saucers|Ghost " +
				"Shelf", "Cups|cups|Tableware", "Ghost Shelf|ghost-shelf|Tableware",
		})
	}
}

func TestStoresAreMerchantsAndLocationsOfTheirBrand(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rejects := filepath.Join(t.TempDir(), "r")
	r := imported(t, db.Pool, Options{Kind: "merchant", File: "testdata/stores.jsonl", Rejects: rejects})
	same(t, "records", fates(r), []int{3, 2, 0, 0, 1})
	want := []string{
		"Harbour Street|44.9|-66.98|1 Harbour St, Eastport, ME, 04631|Eastport|US",
		"Harbour Street|41.6|-71.1|9 Hill Rd, Ste 4, Westport, MA, 02790|Westport|US",
	}
	same(t, "merchants", rows(t, db.Pool, "SELECT name, lat, lng, address, city, country FROM merchant ORDER BY lat "+
		"DESC"), want)
	same(t, "locations", rows(t, db.Pool, `SELECT l.name, l.lat, l.lng, l.address, l.city, l.country FROM brand_location l
		JOIN brand b ON b.id = l.brand_id AND b.name = 'Best Buy' ORDER BY l.lat DESC`), want)
	same(t, "rejects", rejected(t, rejects), []string{"3: location.lat: expected a number from -90 to 90"})
}

func TestFirstAuthorOfABookIsItsBrand(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rejects := filepath.Join(t.TempDir(), "r")
	r := imported(t, db.Pool, Options{Kind: "product", File: "testdata/books.jsonl", Rejects: rejects, Strict: true})
	same(t, "records", fates(r), []int{4, 3, 0, 0, 1})
	same(t, "books", rows(t, db.Pool, `SELECT p.name, p.slug, b.name, coalesce(year::text, '-'), coalesce(p.language, '-'),
		coalesce(sku, '-'), visits,
		(SELECT string_agg(value, '; ' ORDER BY position) FROM product_attribute a WHERE a.product_id = p.id), amount IS NULL
		FROM product p JOIN brand b ON b.id = p.brand_id ORDER BY visits DESC`), []string{
		"The Paper Boat|the-paper-boat|Ada Quill|1999|en|111|120|Ada Quill; Ben Inkwell|true",
		"Song of the Harbour|song-of-the-harbour|Ben Inkwell|-720|en||80|Ben Inkwell|true",
		"Kâğıt Gemi|kagit-gemi|Ada Quill|-|tr|333|7|Ada Quill|true",
	})
	same(t, "rejects", rejected(t, rejects), []string{
		`4: year (original_publication_year): expected a whole number, got "1999.5"`,
	})
}
