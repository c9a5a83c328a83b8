package importer

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/importer/dataset"
	"vitrine/internal/importer/load"
	"vitrine/internal/importer/table"
	"vitrine/internal/schema/schematest"
)

func TestEveryModuleIsImportedByItsColumnNames(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	f := func(kind, content, sql string, want ...string) {
		t.Helper()
		rejects := filepath.Join(t.TempDir(), "r")
		name := file(t, "file", content)
		r := imported(t, db.Pool, Options{Kind: kind, File: name, Rejects: rejects})
		if r.Rejected > 0 || r.Inserted != r.Read || r.Read == 0 {
			t.Errorf("%s: %v\n%s", kind, fates(r), r)
			if r.Rejected > 0 {
				t.Error(rejected(t, rejects))
			}
		}
		same(t, kind, rows(t, db.Pool, sql), want)
		n := sequence(t, db.Pool, "real")
		again := imported(t, db.Pool, Options{Kind: kind, File: name, Rejects: rejects})
		same(t, kind+" again", fates(again), []int{r.Read, 0, 0, r.Read, 0})
		same(t, kind+": the tenant's number", sequence(t, db.Pool, "real"), n)
	}
	f("category", `{"id":"k1","name":"Child","parentId":"k2","description":"d"}`+"\n"+`{"id":"k2","name":"Parent"}`,
		"SELECT c.name, c.slug, p.name, c.status FROM category c JOIN category p ON p.id = "+
			"c.parent_id", "Child|child|Parent|PUBLISHED")
	f("brand", "name,slug,website,position\nPika,pika,https://pika.example,3\n",
		"SELECT name, slug, website, position, status FROM brand", "Pika|pika|https://pika.example|3|PUBLISHED")
	f("brand_location", `{"name":"Harbour","brand":"PIKA","latitude":1.5,"longitude":"2.5"}`,
		"SELECT l.name, b.slug, lat, lng FROM brand_location l JOIN brand b ON b.id = l.brand_id", "Harbour|pika|1.5|2.5")
	f("merchants", `{"name":"Corner","rating":"4.5","ratingCount":12,"location":{"lat":1,"lng":2,"address":"Quay 1"},`+
		`"categories":["Food > Bread","Tea"],"holidayActive":"yes"}`,
		"SELECT name, rating::text, rating_count, lat, lng, address, holiday_active, (SELECT string_agg(c.name, ', ' "+
			"ORDER BY j.position) FROM merchant_category j JOIN category c ON c.id = j.category_id AND c.type = 'merchant') "+
			"FROM merchant",
		"Corner|4.50|12|1|2|Quay 1|true|Bread, Tea")
	f("product", `{"name":"Cup","price":{"amount":"€ 12,50","sale":12.5,"lowestPrice30Days":10.5},"brand":"Pika",`+
		`"merchant":"corner","category":"Tea > Cups","stockAmount":4,`+
		`"images":"a.jpg","materials":"clay, glaze","attributes":{"colour":"red","size":[1,2]},"publishAt":"2026-01-01"}`,
		`SELECT p.name, amount::text, sale_price::text, lowest_price_30_days::text, p.currency, b.name, m.name, stock,
			images::text, materials::text, p.status, publish_at::text,
		(SELECT string_agg(a.name || '=' || value, ', ' ORDER BY a.position) FROM product_attribute a) FROM product p
		JOIN brand b ON b.id = brand_id JOIN merchant m ON m.id = merchant_id`,
		`Cup|12.50|12.50|10.50|EUR|Pika|Corner|4|["a.jpg"]|{clay,glaze}|PUBLISHED|2026-01-01 00:00:00+00|colour=red, `+
			`size=1, size=2`)
	f("place", "Name;Capacity;Latitude;Longitude\nStadium;60,361;51.5;-0.1\n",
		"SELECT name, slug, capacity, lat, lng FROM place", "Stadium|stadium|60361|51.5|-0.1")
	f("organization", `{"name":"Guild","contacts":[{"name":"Ada"}],"social":{"web":"x"}}`,
		"SELECT name, contacts::text, social::text FROM organization", `Guild|[{"name": "Ada"}]|{"web": "x"}`)
	f("project", `{"title":"Bridge","stage":"COMPLETED","completionDate":"2024-05-01","gallery":["g.jpg"],`+
		`"organization":"guild","category":"Works"}`,
		"SELECT title, stage, completion_date::date::text, o.name FROM project p JOIN organization o ON o.id = "+
			"organization_id", "Bridge|completed|2024-05-01|Guild")
	f("campaign", `{"title":"Spring","startDate":"2026-03-01","endDate":"2026-04-01T00:00:00+03:00","coverImage":"c.jpg"}`,
		"SELECT title, slug, starts_at::text, ends_at::text, cover_image FROM campaign", "Spring|spring|2026-03-01 "+
			"00:00:00+00|2026-03-31 21:00:00+00|c.jpg")
	f("campaign", `{"title":"One day","startDate":"2026-03-01","endDate":"2026-03-01"}`,
		"SELECT starts_at::text, ends_at::text FROM campaign WHERE slug = 'one-day'",
		"2026-03-01 00:00:00+00|2026-03-01 23:59:59+00")
	f("page", `{"title":"About","body":"<p>Us</p>","metaTitle":"About us","language":"en"}`,
		"SELECT title, content, meta_title, language FROM page", "About|<p>Us</p>|About us|en")
	f("blog", `{"title":"Ten years","summary":"s","author":"Ada","date":"2020-11-10 12:01:00+00:00","tags":["a","b"],`+
		`"category":"News"}`,
		"SELECT title, author_name, published_at::text, tags::text, (SELECT type FROM category WHERE name = 'News') FROM "+
			"blog_post", "Ten years|Ada|2020-11-10 12:01:00+00|{a,b}|blog")
	f("faq_group", `{"title":"Paying"}`+"\n"+`{"title":"Cards","parent":"Paying"}`,
		"SELECT g.title, g.slug, p.title FROM faq_group g JOIN faq_group p ON p.id = g.parent_id", "Cards|cards|Paying")
	f("faq", `{"question":"How?","answer":"So.","group":"Paying","date":"2020-01-02"}`,
		"SELECT question, g.title, date::date::text FROM faq JOIN faq_group g ON g.id = group_id", "How?|Paying|2020-01-02")
	f("dictionary", "term,definition\nTun,A cask.\nÖlçü,Bir.\n",
		"SELECT term, slug, definition FROM dictionary_term ORDER BY 2", "Ölçü|olcu|Bir.", "Tun|tun|A cask.")
	f("attribute", `{"name":"Colour","type":"color","options":[{"label":"Red","value":"#f00"},{"label":"Blue",`+
		`"value":"#00f"}]}`,
		"SELECT a.name, a.type, o.label, o.value FROM attribute a JOIN attribute_option o ON o.attribute_id = a.id ORDER "+
			"BY o.position", "Colour|COLOR|Red|#f00", "Colour|COLOR|Blue|#00f")
	f("route", `{"title":"Coast","durationDays":2,"stops":[{"day":1,"title":"Quay","description":"x"},{"day":2,`+
		`"title":"Cape"}]}`,
		"SELECT r.title, duration_days, s.day, s.title FROM route r JOIN route_stop s ON s.route_id = r.id ORDER BY "+
			"s.position", "Coast|2|1|Quay", "Coast|2|2|Cape")
	f("collections", `{"title":"Picks","banner":"b.jpg"}`, "SELECT title, banner FROM collection", "Picks|b.jpg")
	f("event", `{"name":"Race","date":{"start":"2026-05-01T10:00:00Z","end":"2026-05-02T10:00:00Z"},"place":"Stadium",`+
		`"sessions":[{"label":"Start","start":"2026-05-01T10:00:00Z"}],"capacityMin":1,"capacityMax":9,"notes":["n"]}`,
		"SELECT e.name, starts_at::text, p.name, (SELECT string_agg(label, ',') FROM event_session) FROM event e JOIN "+
			"place p ON p.id = place_id", "Race|2026-05-01 10:00:00+00|Stadium|Start")
}

func TestKeysReferenceRowsOfEarlierImports(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rejects := filepath.Join(t.TempDir(), "r")
	imported(t, db.Pool, Options{Kind: "brand", File: file(t, "b", "id,name\nb1,Pika\nb2,Rook\n")})
	do(t, db.Pool, "INSERT INTO brand (id, tenant_id, slug, name) VALUES ('0123456789abcdef01234567', 'real', 'own', "+
		"'Own')")
	do(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ('other', 'o'); INSERT INTO brand (id, tenant_id, slug, name) "+
		"VALUES ('aaaaaaaaaaaaaaaaaaaaaaaa', 'other', 'o', 'Other')")
	r := imported(t, db.Pool, Options{Kind: "product", Rejects: rejects, File: file(t, "p",
		"id,name,brand_id\n1,A,b2\n2,B,0123456789abcdef01234567\n3,C,b9\n4,D,\n5,E,aaaaaaaaaaaaaaaaaaaaaaaa\n")})
	same(t, "records", fates(r), []int{5, 3, 0, 0, 2})
	same(t, "products", rows(t, db.Pool, "SELECT p.name, coalesce(b.name, '-') FROM product p LEFT JOIN brand b ON "+
		"b.id = brand_id ORDER BY 1"), []string{"A|Rook", "B|Own", "D|-"})
	same(t, "rejects", rejected(t, rejects), []string{
		`4: brand_id: "b9" matches no brand of tenant real, by id or by the key of its import`,
		`6: brand_id: "aaaaaaaaaaaaaaaaaaaaaaaa" matches no brand of tenant real, by id or by the key of its import`,
	})
}

func TestChildrenMayComeBeforeTheirParents(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rejects := filepath.Join(t.TempDir(), "r")
	var b strings.Builder
	b.WriteString("id,name,parent_id\n")
	for i := 30; i > 0; i-- { // the parent of each is the next one
		fmt.Fprintf(&b, "c%d,Level %d,c%d\n", i, i, i-1)
	}
	b.WriteString("c0,Root,\nx1,Orphan,nowhere\nx2,Orphan's child,x1\ny1,Ring,y2\ny2,Ring,y1\nz,Self,z\n")
	r := imported(t, db.Pool, Options{Kind: "category", File: file(t, "c", b.String()), Batch: 4, Rejects: rejects})
	same(t, "rejects", rejected(t, rejects), []string{
		`33: parent_id: "nowhere" matches no category of tenant real or of the file, or the rows reference each other in ` +
			`a circle`,
		`34: parent_id: "x1" matches no category of tenant real or of the file, or the rows reference each other in a circle`,
	})
	same(t, "records", fates(r), []int{36, 34, 0, 0, 2}) // circles are possible; readers of the tree tolerate them
	same(t, "depth", rows(t, db.Pool, `WITH RECURSIVE d AS (SELECT id, 0 AS n FROM category WHERE name = 'Root'
		UNION ALL SELECT c.id, n + 1 FROM category c JOIN d ON c.parent_id = d.id) SELECT max(n) FROM d`), []string{"30"})
	n := sequence(t, db.Pool, "real")
	again := imported(t, db.Pool, Options{Kind: "category", File: file(t, "c", b.String()), Batch: 4, Rejects: rejects})
	same(t, "again", fates(again), []int{36, 0, 0, 34, 2})
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
}

func TestRefusedRowDoesNotAffectOthers(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rejects := filepath.Join(t.TempDir(), "r")
	var b strings.Builder
	for i := range 200 {
		end := "2026-05-02"
		if i == 17 || i == 18 || i == 150 {
			end = "2026-04-01"
		}
		fmt.Fprintf(&b, "{\"id\":%d,\"title\":\"C %d\",\"startsAt\":\"2026-05-01\",\"endsAt\":%q}\n", i, i, end)
	}
	r := imported(t, db.Pool, Options{Kind: "campaign", File: file(t, "c", b.String()), Rejects: rejects})
	same(t, "records", fates(r), []int{200, 197, 0, 0, 3})
	same(t, "rejects", rejected(t, rejects), []string{
		"18: the end is not after the start (endsAt, startsAt)", "19: the end is not after the start (endsAt, startsAt)",
		"151: the end is not after the start (endsAt, startsAt)",
	})
	same(t, "reasons", r.Reasons, map[string]int{"the end is not after the start (endsAt, startsAt)": 3})
}

func TestSlugsAsKeys(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	rejects := filepath.Join(t.TempDir(), "r")
	do(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ('real', 'r'); INSERT INTO product (tenant_id, slug, name, "+
		"status) VALUES ('real', 'lamp', 'Editor''s lamp', 'ARCHIVED')")
	// With the slug as the key, the editor's row is updated.
	r := imported(t, db.Pool, Options{Kind: "product", Rejects: rejects, File: file(t, "p",
		"slug,name,price\nlamp,Lamp,5\nvase,Vase,6\nlamp,Again,7\nbad slug,Bad,8\nnew,New,9\n,None,1\n")})
	same(t, "records", fates(r), []int{6, 1, 1, 0, 4})
	same(t, "products", rows(t, db.Pool, "SELECT slug, name, amount::text, status FROM product ORDER BY 1"),
		[]string{"lamp|Lamp|5.00|ARCHIVED", "vase|Vase|6.00|PUBLISHED"})
	same(t, "rejects", rejected(t, rejects), []string{
		`4: key slug "lamp" duplicates line 2`,
		`5: slug: "bad slug" is not a slug: expected 1 to 200 characters without spaces or / \ ? # % ;, and no word that ` +
			`a route uses`,
		`6: slug: "new" is not a slug: expected 1 to 200 characters without spaces or / \ ? # % ;, and no word that a ` +
			`route uses`,
		"7: key slug is missing",
	})
	// The slug stays the key, although the file has ids.
	r = imported(t, db.Pool, Options{Kind: "product", Rejects: rejects, File: file(t, "p",
		"id,slug,name,price\n1,lamp,Lamp,5\n2,jar,Jar,1\n3,jar,Jar 2,1\n")})
	same(t, "records", fates(r), []int{3, 1, 0, 1, 1})
	same(t, "rejects", rejected(t, rejects), []string{`4: key slug "jar" duplicates line 3`})
	// With another key it is another row, whose slug is taken.
	do(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ('ids', 'i'), ('names', 'n')")
	const editor = "INSERT INTO product (tenant_id, slug, name) VALUES ($1, 'lamp', 'L'), ($1, 'vase', 'V')"
	do(t, db.Pool, editor, "ids")
	r = imported(t, db.Pool, Options{Kind: "product", Tenant: "ids", Rejects: rejects, File: file(t, "p",
		"id,slug,name\n1,lamp,Lamp\n2,jar,Jar\n3,jar,Jar 2\n")})
	same(t, "records", fates(r), []int{3, 1, 0, 0, 2})
	same(t, "rejects", rejected(t, rejects), []string{`2: slug: "lamp" is taken by another product`,
		`4: slug: "jar" is taken by another row`})
	// A slug that is made from a name gets a suffix.
	do(t, db.Pool, editor, "names")
	do(t, db.Pool, "INSERT INTO product (tenant_id, slug, name) VALUES ('names', 'jar', 'J')")
	r = imported(t, db.Pool, Options{Kind: "product", Tenant: "names", Rejects: rejects,
		File: file(t, "p", "name\nLamp\nJar\n")})
	same(t, "records", fates(r), []int{2, 2, 0, 0, 0})
	same(t, "slugs", rows(t, db.Pool, "SELECT "+maskedSlug+" FROM product WHERE tenant_id = 'names' ORDER BY 1"),
		[]string{"jar", "jar-*", "lamp", "lamp-*", "vase"})
}

func TestImportKeepsEditsOfOtherFields(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	imported(t, db.Pool, Options{Kind: "product", File: file(t, "p",
		"id,name,price,brand,attributes\n1,Lamp,5,Pika,\"{\"\"a\"\":1}\"\n2,Vase,6,Pika,\n")})
	do(t, db.Pool, "UPDATE product SET status = 'DRAFT', slug = 'our-lamp', description = 'ours' WHERE name = 'Lamp'")
	do(t, db.Pool, "UPDATE brand SET name = 'Pika Works'")
	n := sequence(t, db.Pool, "real")
	same(t, "same file", fates(imported(t, db.Pool, Options{Kind: "product", File: file(t, "p",
		"id,name,price,brand,attributes\n1,Lamp,5,Pika,\"{\"\"a\"\":1}\"\n2,Vase,6,Pika,\n")})), []int{2, 0, 0, 2, 0})
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
	r := imported(t, db.Pool, Options{Kind: "product", File: file(t, "p",
		"id,name,price,brand,attributes\n1,Lamp XL,5,Pika,\"{\"\"a\"\":1,\"\"b\"\":2}\"\n2,Vase,6,Pika,\n3,Jar,,,\n")})
	same(t, "new edition", fates(r), []int{3, 1, 1, 1, 0})
	same(t, "products", rows(t, db.Pool, `SELECT p.name, p.slug, p.status, coalesce(p.description, '-'), coalesce(b.name,
		'-'),
		(SELECT count(*) FROM product_attribute a WHERE a.product_id = p.id) FROM product p LEFT
		JOIN brand b ON b.id = brand_id ORDER BY 1`), []string{
		"Jar|jar|PUBLISHED|-|-|0", "Lamp XL|our-lamp|DRAFT|ours|Pika Works|2", "Vase|vase|PUBLISHED|-|Pika Works|0",
	})
	// A missing field leaves the column unchanged; null empties it.
	imported(t, db.Pool, Options{Kind: "product", File: file(t, "p",
		`{"id":"1","name":"Lamp XL"}`+"\n"+`{"id":"2","name":"Vase","price":null,"stock":null}`)})
	same(t, "prices", rows(t, db.Pool, "SELECT name, coalesce(amount::text, '-'), coalesce(stock::text, '-') "+
		"FROM product ORDER BY 1"),
		[]string{"Jar|-|-", "Lamp XL|5.00|-", "Vase|-|-"})
	// A stock that is counted stays: without one, the product would be sold without a limit.
	do(t, db.Pool, "UPDATE product SET stock = 7 WHERE name = 'Vase'")
	for _, stock := range []string{"", "N/A", "many"} {
		imported(t, db.Pool, Options{Kind: "product", File: file(t, "p.csv", "id,name,stock\n2,Vase,"+stock+"\n")})
		same(t, stock, rows(t, db.Pool, "SELECT stock FROM product WHERE name = 'Vase'"), []string{"7"})
	}
}

func TestImportOfAnExportChangesNothing(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for _, f := range fixtures {
		imported(t, db.Pool, Options{Kind: f[0], File: f[1]})
	}
	before, n := content(t, db.Pool, "real"), sequence(t, db.Pool, "real")
	for _, kind := range []string{"brand", "category", "product", "merchant", "brand_location", "product_attribute",
		"product_category"} {
		lines := rows(t, db.Pool, "SELECT to_jsonb(t)::text FROM "+kind+" t ORDER BY id DESC")
		r := imported(t, db.Pool, Options{Kind: kind, File: file(t, "e", strings.Join(lines, "\n"))})
		same(t, kind, fates(r), []int{len(lines), 0, 0, len(lines), 0})
	}
	same(t, "content", content(t, db.Pool, "real"), before)
	same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
}

func TestConstantsFillEveryRow(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	imported(t, db.Pool, Options{Kind: "brand", File: file(t, "b", "id,name\nb1,Pika\n")})
	id := rows(t, db.Pool, "SELECT id FROM brand")[0]
	for i, set := range []map[string]string{{"brand": "pika"}, {"brand_id": id}, {"brand_id": "b1"}} {
		set["stock"] = "7"
		r := imported(t, db.Pool, Options{Kind: "product", File: file(t, "p", fmt.Sprintf("id,name\n%d,Lamp\n", i)),
			Set: set})
		same(t, fmt.Sprint(set), fates(r), []int{1, 1, 0, 0, 0})
	}
	same(t, "products", rows(t, db.Pool, "SELECT count(*), count(DISTINCT brand_id), min(stock) FROM product"),
		[]string{"3|1|7"})
}

func TestEveryDataSetFitsTheSchema(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	tables, err := table.Read(t.Context(), db.Pool)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range dataset.Mappings {
		named := func(column string) load.Target { return dataset.TargetFor(tables, tables[m.Kind], column) }
		if _, err := load.Bind("real", tables, m, named); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
		if !strings.Contains(m.Name, "_") || len(m.Has) == 0 {
			t.Errorf("%s is never recognised", m.Name)
		}
	}
}
