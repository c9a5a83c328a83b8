package freshness

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/cmd/vitrine/test/kit"
	"vitrine/internal/testkit"
)

// The product of the edits below.
const (
	shirt     = "mavi-keten-gomlek"
	shirtPage = "/v1/product/mavi-keten-gomlek"
)

// see expects something of a reader of demo.
func see(url string, want func(*kit.Answer) bool) expectation { return expectation{"demo", url, want} }

// onTop makes the shirt the first of every list, without category and brand.
func (p *proof) onTop() (id string) {
	p.t.Helper()
	id = p.e.One("SELECT id FROM product WHERE tenant_id = 'demo' AND slug = $1", shirt)
	p.e.Exec(`UPDATE product SET position = -1, brand_id = NULL, currency = NULL, language = NULL WHERE id = '` + id + `';
		DELETE FROM product_category WHERE product_id = '` + id + `'`)
	p.h.WaitApplied(p.t, p.e, "demo")
	return id
}

func TestEditOfAProductIsSeenInEveryList(t *testing.T) {
	t.Parallel()
	p := prove(t)
	id := p.onTop()
	set := func(columns string) string { return "UPDATE product SET " + columns + " WHERE id = '" + id + "'" }
	brand := p.e.One("SELECT id FROM brand WHERE tenant_id = 'demo' ORDER BY id LIMIT 1")

	p.edit("sort by price", set("amount = 9999999"),
		see("/v1/product?sort=price&order=desc&limit=3", kit.First(shirt)))
	p.edit("sort by price, the other way", set("amount = 0.01"),
		see("/v1/product?sort=price&limit=3", kit.First(shirt)),
		see("/v1/product?sort=price&order=desc&limit=3", kit.Lacks(shirt)),
		see(shirtPage, kit.Has("0.01", "data", "price", "amount")))
	p.edit("price filter", set("amount = 88888"),
		see("/v1/product?minPrice=80000&limit=5", kit.Lists(shirt)),
		see("/v1/product?maxPrice=1&limit=5", kit.Lacks(shirt)),
		see("/v1/product/filters?minPrice=1", kit.Has("88888", "data", "priceRange", "max")))
	p.edit("price taken away", set("amount = NULL, list_price = NULL, sale_price = NULL"),
		see(shirtPage, kit.Has("map[]", "data", "price")),
		see("/v1/product?minPrice=80000&limit=5", kit.Lacks(shirt)))
	p.edit("brand filter", set("brand_id = '"+brand+"'"),
		see("/v1/product?limit=2&brand="+brand, kit.Lists(shirt)),
		see(shirtPage, kit.Contains(`"brand":{`)))
	p.edit("another brand", set("brand_id = NULL"),
		see("/v1/product?limit=2&brand="+brand, kit.Lacks(shirt)))
	p.edit("attribute", "INSERT INTO product_attribute (tenant_id, product_id, name, value) VALUES ('demo', '"+id+
		"', 'Proof', 'one')",
		see("/v1/product?attributes=Proof:one", kit.Lists(shirt)),
		see(shirtPage, kit.Contains(`"name":"Proof","value":"one"`)),
		see("/v1/product/filters", kit.Contains(`"name":"Proof"`)))
	p.edit("attribute's value", "UPDATE product_attribute SET value = 'two' WHERE name = 'Proof'",
		see("/v1/product?attributes=Proof:one", kit.Lacks(shirt)),
		see("/v1/product?attributes=Proof:two&attributes=Proof:three", kit.Lists(shirt)))
	p.edit("text: name", set("name = 'Zebranthos Gömlek'"),
		see("/v1/product?search=zebranthos", kit.Lists(shirt)),
		see("/v1/product?q=ZEBRAN", kit.Lists(shirt)),
		see("/v1/product?search=zebrantos", kit.Lists(shirt))) // one letter missing
	p.edit("text: description", set("description = '<p>Kwalitorium</p>'"),
		see("/v1/product?search=kwalitorium", kit.Lists(shirt)),
		see(shirtPage, kit.Contains("Kwalitorium")))
	p.edit("text: sku", set("sku = 'QX-99812'"), see("/v1/product?search=QX-99812", kit.Lists(shirt)))
	p.edit("popularity", set("sold = 99999999"),
		see("/v1/product/popular?limit=2", kit.First(shirt)),
		see("/v1/product?sort=popularity&order=desc&limit=2", kit.First(shirt)))
	p.edit("newest", set("created_at = '2099-01-01'"), see("/v1/product/new?limit=2", kit.First(shirt)))
	p.edit("year", set("year = 1871"),
		see("/v1/product?year=1871", kit.Lists(shirt)),
		see("/v1/product/filters", kit.Contains(`{"year":1871,"count":1}`)))
	p.edit("language", set("language = 'xx'"), see("/v1/product?language=tr&limit=2", kit.Lacks(shirt)))
	p.edit("order", set("position = 1000000"), see("/v1/product?limit=2", kit.Lacks(shirt)))

	p.edit("draft", set("status = 'DRAFT', position = -1"), see(shirtPage, kit.Status(http.StatusNotFound)))
	p.edit("published again", set("status = 'PUBLISHED'"), see(shirtPage, kit.Status(http.StatusOK)),
		see("/v1/product?limit=2", kit.Lists(shirt)))
	p.edit("archived", set("status = 'ARCHIVED'"), see(shirtPage, kit.Status(http.StatusNotFound)),
		see("/v1/product?limit=2", kit.Lacks(shirt)))
	p.edit("out of stock", set("status = 'OUT_OF_STOCK'"), see(shirtPage, kit.Has("OUT_OF_STOCK", "data", "status")),
		see("/v1/product?limit=2", kit.Lists(shirt)))
	p.edit("slug renamed", set("slug = 'yeni-gomlek'"),
		see(shirtPage, kit.Status(http.StatusNotFound)),
		see("/v1/product/yeni-gomlek", kit.Has(id, "data", "id")),
		see(shirtPage+"/similar", kit.Status(http.StatusNotFound)),
		see("/v1/product?limit=2", kit.Lists("yeni-gomlek")))
	p.edit("slug renamed back", set("slug = '"+shirt+"'"),
		see(shirtPage, kit.Has(id, "data", "id")),
		see("/v1/product/yeni-gomlek", kit.Status(http.StatusNotFound)))
	p.edit("two slugs exchanged", `BEGIN; SET CONSTRAINTS ALL DEFERRED;
		UPDATE product SET slug = 'between' WHERE id = '`+id+`';
		UPDATE product SET slug = '`+shirt+`' WHERE tenant_id = 'demo' AND slug = 'mavi-bol-kesim-gomlek';
		UPDATE product SET slug = 'mavi-bol-kesim-gomlek' WHERE id = '`+id+`'; COMMIT`,
		see("/v1/product/mavi-bol-kesim-gomlek", kit.Has(id, "data", "id")),
		see(shirtPage, kit.Contains("Mavi Bol Kesim")))
	p.edit("deleted", "DELETE FROM product WHERE id = '"+id+"'",
		see("/v1/product/mavi-bol-kesim-gomlek", kit.Status(http.StatusNotFound)),
		see("/v1/product?limit=2", kit.Lacks("mavi-bol-kesim-gomlek")))
	t.Log(p.took)
}

func TestEditOfARelatedRecordIsSeenOnTheProduct(t *testing.T) {
	t.Parallel()
	p := prove(t)
	id := p.onTop()
	one := p.e.One
	const page = "SELECT id FROM category WHERE tenant_id = 'demo' AND slug = "
	giyim, kitap := one(page+"'giyim'"), one(page+"'kitap'")
	leaf := one("SELECT id FROM category WHERE tenant_id = 'demo' AND parent_id = '" + giyim + "' ORDER BY id LIMIT 1")
	leafSlug := one("SELECT slug FROM category WHERE id = '" + leaf + "'")
	merchant := one("SELECT merchant_id FROM product WHERE id = $1", id)
	merchantSlug := one("SELECT slug FROM merchant WHERE id = $1", merchant)
	brand := one("SELECT brand_id FROM brand_location WHERE tenant_id = 'demo' AND lat IS NOT NULL ORDER BY id LIMIT 1")
	brandSlug := one("SELECT slug FROM brand WHERE id = $1", brand)
	const list = "/v1/product?limit=2"

	p.edit("enters a category", "INSERT INTO product_category (tenant_id, product_id, category_id) VALUES ('demo', '"+id+
		"', '"+leaf+"')",
		see("/v1/product?limit=2&category="+leafSlug, kit.Lists(shirt)),
		see("/v1/product?limit=2&category=giyim", kit.Lists(shirt)), // an ancestor
		see("/v1/product?limit=2&category="+giyim, kit.Lists(shirt)),
		see(list, kit.Contains(leaf)), see(shirtPage, kit.Contains(leaf)))
	p.edit("category renamed", "UPDATE category SET name = 'Proofwear' WHERE id = '"+leaf+"'",
		see(shirtPage, kit.Contains("Proofwear")), see(list, kit.Contains("Proofwear")),
		see("/v1/category/tree", kit.Contains("Proofwear")),
		see("/v1/category/list?type=product", kit.Contains("Proofwear")),
		see("/v1/category/"+leafSlug, kit.Contains("Proofwear")),
		see("/v1/product/filters", kit.Contains("Proofwear")))
	p.edit("category moved", "UPDATE category SET parent_id = '"+kitap+"' WHERE id = '"+leaf+"'",
		see("/v1/product?limit=2&category=kitap", kit.Lists(shirt)),
		see("/v1/product?limit=2&category=giyim", kit.Lacks(shirt)),
		see("/v1/category/"+leafSlug, kit.Has("kitap", "data", "parent", "slug")),
		see("/v1/category/tree", parentOf(leaf, kitap)))
	p.edit("category's parent renamed", "UPDATE category SET name = 'Kitaplık' WHERE id = '"+kitap+"'",
		see("/v1/category/"+leafSlug, kit.Has("Kitaplık", "data", "parent", "name")))
	p.edit("category's slug renamed", "UPDATE category SET slug = 'proofwear' WHERE id = '"+leaf+"'",
		see("/v1/product?limit=2&category=proofwear", kit.Lists(shirt)),
		see("/v1/product?limit=2&category="+leafSlug, kit.Lacks(shirt)),
		see("/v1/category/"+leafSlug, kit.Status(http.StatusNotFound)),
		see("/v1/category/proofwear", kit.Status(http.StatusOK)))
	p.edit("categories in a ring", "UPDATE category SET parent_id = '"+leaf+"' WHERE id = '"+kitap+"'",
		see("/v1/category/kitap", kit.Has("proofwear", "data", "parent", "slug")))
	p.edit("ring undone, category hidden", "UPDATE category SET parent_id = NULL WHERE id = '"+kitap+
		"'; UPDATE category SET status = 'DRAFT' WHERE id = '"+leaf+"'",
		see("/v1/product?limit=2&category=kitap", kit.Lacks(shirt)), see(shirtPage, kit.Omits("Proofwear")),
		see("/v1/category/tree", kit.Omits("Proofwear")))
	p.edit("category shown", "UPDATE category SET status = 'PUBLISHED' WHERE id = '"+leaf+"'",
		see("/v1/product?limit=2&category=kitap", kit.Lists(shirt)), see(shirtPage, kit.Contains("Proofwear")))
	p.edit("category deleted", "DELETE FROM category WHERE id = '"+leaf+"'",
		see("/v1/product?limit=2&category=kitap", kit.Lacks(shirt)), see(shirtPage, kit.Omits("Proofwear")),
		see("/v1/category/proofwear", kit.Status(http.StatusNotFound)))
	p.edit("leaves a category", "INSERT INTO product_category (tenant_id, product_id, category_id) VALUES ('demo', '"+id+
		"', '"+kitap+"')",
		see("/v1/product?limit=2&category=kitap", kit.Lists(shirt)))
	p.edit("leaves it", "DELETE FROM product_category WHERE product_id = '"+id+"'",
		see("/v1/product?limit=2&category=kitap", kit.Lacks(shirt)))

	p.edit("gets a brand", "UPDATE product SET brand_id = '"+brand+"' WHERE id = '"+id+"'",
		see(shirtPage, kit.Has(brandSlug, "data", "brand", "slug")))
	p.edit("brand renamed", "UPDATE brand SET name = 'Quorvance' WHERE id = '"+brand+"'",
		see(shirtPage, kit.Has("Quorvance", "data", "brand", "name")), see(list, kit.Contains("Quorvance")),
		see("/v1/brand/"+brandSlug, kit.Contains("Quorvance")),
		see("/v1/brand/id/"+brand, kit.Contains("Quorvance")), see("/v1/brand/card/"+brandSlug, kit.Contains("Quorvance")),
		see("/v1/brand/location?brand="+brandSlug, kit.Contains("Quorvance")),
		see("/v1/product?limit=100&search=quorvance", kit.Lists(shirt)),
		see("/v1/product/filters?limit=1", kit.Contains("Quorvance")),
		see("/v1/brand?search=quorv", kit.Contains("Quorvance")))
	p.edit("brand hidden", "UPDATE brand SET status = 'DRAFT' WHERE id = '"+brand+"'",
		see(shirtPage, kit.Omits("Quorvance")), see(list, kit.Omits("Quorvance")),
		see("/v1/brand/"+brandSlug, kit.Status(http.StatusNotFound)),
		see("/v1/brand/location", kit.Omits("Quorvance")), see("/v1/product?limit=100&search=quorvance", kit.Lacks(shirt)))
	other := one("SELECT id FROM brand WHERE tenant_id = 'demo' AND status = 'PUBLISHED' ORDER BY id DESC LIMIT 1")
	store := one("SELECT min(id) FROM brand_location WHERE brand_id = $1 AND lat IS NOT NULL", brand)
	p.edit("store of a hidden brand passes to another, by nothing but its brand",
		"UPDATE brand_location SET brand_id = '"+other+"' WHERE id = '"+store+"'",
		see("/v1/brand/location", kit.Contains(store)), see("/v1/brand/location?brand="+other, kit.Contains(store)))
	p.edit("brand shown", "UPDATE brand SET status = 'PUBLISHED' WHERE id = '"+brand+"'",
		see(shirtPage, kit.Has("Quorvance", "data", "brand", "name")), see("/v1/brand/"+brandSlug, kit.Status(http.StatusOK)))
	p.edit("brand deleted", "DELETE FROM brand WHERE id = '"+brand+"'",
		see("/v1/brand/id/"+brand, kit.Status(http.StatusNotFound)), see(shirtPage, kit.Omits("Quorvance")),
		see(list, kit.Omits("Quorvance")),
		see("/v1/product?limit=100&search=quorvance", kit.Lacks(shirt)))

	p.edit("merchant on holiday", "UPDATE merchant SET holiday_active = true, holiday_message = 'Kapalıyız' WHERE id = '"+
		merchant+"'",
		see(shirtPage, kit.Has("true", "data", "holidayMode", "active")), see(shirtPage, kit.Contains("Kapalıyız")),
		see(list, kit.Has("true", "data", 0, "isHolidayActive")),
		see("/v1/merchant/"+merchantSlug, kit.Has("true", "data", "holidayMode", "active")))
	p.edit("merchant moves", "UPDATE merchant SET lat = 1.25, lng = 1.25 WHERE id = '"+merchant+"'",
		see("/v1/merchant/location?bbox=1,1,2,2", kit.Lists(merchantSlug)),
		see("/v1/merchant/"+merchantSlug, kit.Has("1.25", "data", "location", "lat")))
	p.edit("merchant off the map", "UPDATE merchant SET lat = NULL WHERE id = '"+merchant+"'",
		see("/v1/merchant/location", kit.Lacks(merchantSlug)),
		see("/v1/merchant/location?bbox=1,1,2,2", kit.Lacks(merchantSlug)))
	p.edit("merchant hidden", "UPDATE merchant SET status = 'DRAFT' WHERE id = '"+merchant+"'",
		see(shirtPage, kit.Omits(`"merchant":`)), see("/v1/merchant?limit=100", kit.Lacks(merchantSlug)),
		see("/v1/merchant/"+merchantSlug, kit.Status(http.StatusNotFound)))
	p.edit("the shop's currency", "UPDATE tenant SET currency = 'JPY' WHERE id = 'demo'",
		see(shirtPage, kit.Has("JPY", "data", "price", "currency")), see(list, kit.Contains("JPY")))

	like := one(
		"SELECT slug FROM product WHERE tenant_id = 'demo' AND status = 'PUBLISHED' AND slug <> $1 ORDER BY id LIMIT 1",
		shirt)
	p.edit("becomes similar to another", `
		INSERT INTO product_category (tenant_id, product_id, category_id) SELECT 'demo', '`+id+
		`', category_id FROM product_category
			WHERE product_id = (SELECT id FROM product WHERE tenant_id = 'demo' AND slug = '`+like+`');
		DELETE FROM product_attribute WHERE product_id = '`+id+`';
		INSERT INTO product_attribute (tenant_id, product_id, name, value) SELECT 'demo', '`+id+
		`', name, value FROM product_attribute
			WHERE product_id = (SELECT id FROM product WHERE tenant_id = 'demo' AND slug = '`+like+`');
		UPDATE product SET sold = 99999999 WHERE id = '`+id+`'`,
		see("/v1/product/"+like+"/similar?limit=1", kit.First(shirt)))
	t.Log(p.took)
}

// parentOf holds for a tree in which one category is a child of another.
func parentOf(child, parent string) func(*kit.Answer) bool {
	return func(r *kit.Answer) bool {
		list, _ := r.At("data").([]any)
		for len(list) > 0 {
			node, _ := list[0].(map[string]any)
			children, _ := node["children"].([]any)
			for _, c := range children {
				if c, _ := c.(map[string]any); node["id"] == parent && c["id"] == child {
					return r.Proper()
				}
			}
			list = append(list[1:len(list):len(list)], children...)
		}
		return false
	}
}

func TestEveryWayOfWritingIsSeen(t *testing.T) {
	t.Parallel()
	p := prove(t)
	id := p.onTop()
	const list = "/v1/product?limit=2"
	atelier := func(url string, want func(*kit.Answer) bool) expectation { return expectation{"atelier", url, want} }
	set := func(columns string) string { return "UPDATE product SET " + columns + " WHERE id = '" + id + "'" }

	p.act("COPY", func() {
		rows := "demo\tcopied-in\tCopied In\tPUBLISHED\t-2\n" + "atelier\tcopied-in\tCopied In\tPUBLISHED\t-2\n"
		if _, err := p.e.Conn.PgConn().CopyFrom(t.Context(), strings.NewReader(rows),
			"COPY product (tenant_id, slug, name, status, position) FROM STDIN"); err != nil {
			t.Fatal(err)
		}
	}, see("/v1/product/copied-in", kit.Status(http.StatusOK)), see(list, kit.First("copied-in")),
		see("/v1/product?search=copied", kit.Lists("copied-in")),
		atelier("/v1/product/copied-in", kit.Status(http.StatusOK)), atelier(list, kit.First("copied-in")))
	p.edit("COMMIT of two tenants", `BEGIN; `+set("brief = 'two of them'")+`;
		UPDATE product SET brief = 'two of them' WHERE tenant_id = 'atelier' AND slug = '`+shirt+`'; COMMIT`,
		see(shirtPage, kit.Contains("two of them")), atelier(shirtPage, kit.Contains("two of them")))
	p.edit("ROLLBACK TO SAVEPOINT", `BEGIN; `+set("brief = 'kept'")+`; SAVEPOINT s; `+
		set("brief = 'lost', stock = 424242")+`; ROLLBACK TO SAVEPOINT s; COMMIT`,
		see(shirtPage, kit.Contains("kept")))
	p.never("what was rolled back", see(shirtPage, kit.Contains("424242")), see(list, kit.Contains("424242")))
	p.edit("only what came after a savepoint", `BEGIN; SAVEPOINT s; `+set("brief = 'lost'")+`; ROLLBACK TO SAVEPOINT s; `+
		set("stock = 31337")+`; COMMIT`,
		see(shirtPage, kit.Contains("31337")))
	p.edit("session_replication_role = replica", "SET session_replication_role = replica; "+set("brief = 'as a replica'")+
		"; RESET session_replication_role",
		see(shirtPage, kit.Contains("as a replica")))
	p.edit("SET CONSTRAINTS ALL IMMEDIATE", "BEGIN; SET CONSTRAINTS ALL IMMEDIATE; "+set("brief = 'sealed'")+"; "+
		set("brief = 'early'")+"; COMMIT",
		see(shirtPage, kit.Contains("early")))
	p.edit("MERGE", "MERGE INTO product p USING (VALUES ('"+id+
		"')) v(id) ON p.id = v.id WHEN MATCHED THEN UPDATE SET brief = 'merged'", see(shirtPage, kit.Contains("merged")))
	p.edit("ON CONFLICT DO UPDATE", "INSERT INTO product (tenant_id, slug, name) VALUES ('demo', '"+shirt+
		"', 'x') ON CONFLICT (tenant_id, slug) DO UPDATE SET brief = 'upserted'",
		see(shirtPage, kit.Contains("upserted")))
	p.edit("WITH … UPDATE", "WITH w AS ("+set("brief = 'with'")+" RETURNING 1) SELECT count(*) FROM w",
		see(shirtPage, kit.Contains(`"brief":"with"`)))
	p.edit("a DO block", "DO $$ BEGIN FOR i IN 1..5 LOOP UPDATE product SET brief = 'round ' || i WHERE id = '"+id+
		"'; END LOOP; END $$", see(shirtPage, kit.Contains("round 5")))
	const alone = "DELETE FROM product_attribute WHERE product_id = %[1]s; DELETE FROM product_category WHERE " +
		"product_id = %[1]s; DELETE FROM collection_product WHERE product_id = %[1]s;"
	p.edit("another id", fmt.Sprintf(alone, "'"+id+"'")+set("id = 'aaaaaaaaaaaaaaaaaaaaaaaa'"),
		see(shirtPage, kit.Has("aaaaaaaaaaaaaaaaaaaaaaaa", "data", "id")),
		see(list, kit.Contains("aaaaaaaaaaaaaaaaaaaaaaaa")))
	const moved = "(SELECT id FROM product WHERE tenant_id = 'demo' AND slug = 'mavi-bol-kesim-gomlek')"
	p.edit("another tenant", fmt.Sprintf(alone, moved)+
		"UPDATE product SET tenant_id = 'atelier', brand_id = NULL, merchant_id = NULL, position = -3 WHERE id = "+moved,
		see("/v1/product/mavi-bol-kesim-gomlek", kit.Status(http.StatusNotFound)),
		atelier("/v1/product/mavi-bol-kesim-gomlek", kit.Status(http.StatusOK)),
		atelier(list, kit.First("mavi-bol-kesim-gomlek")))
	p.edit("UPDATE of everything", "UPDATE product SET brief = 'massenhaft'; UPDATE brand SET name = 'Bulk ' || id",
		see(shirtPage, kit.Contains("massenhaft")), atelier(shirtPage, kit.Contains("massenhaft")),
		see("/v1/product?search=massenhaft&limit=1", kit.Omits(`"totalRecords":0,`)),
		see("/v1/brand", kit.Contains(`"name":"Bulk `)))
	p.edit("INSERT of very many", `INSERT INTO product (tenant_id, slug, name, status, position)
		SELECT t.id, 'bulk-' || n, 'Bulk ' || n, 'PUBLISHED', -10 - n
		FROM tenant t, generate_series(1, 3000) n`, see(list, kit.First("bulk-3000")), atelier(list, kit.First("bulk-3000")),
		see("/v1/product/bulk-17", kit.Status(http.StatusOK)))
	p.edit("DELETE of very many", "DELETE FROM product WHERE slug LIKE 'bulk-%'",
		see(list, kit.Lacks("bulk-3000")), atelier(list, kit.Lacks("bulk-3000")),
		see("/v1/product/bulk-17", kit.Status(http.StatusNotFound)))
	p.edit("TRUNCATE of a join table", "TRUNCATE product_category",
		see("/v1/product?category=giyim", kit.Has("0", "pagination", "totalRecords")),
		see("/v1/product/filters", kit.Has("[]", "data", "categories")),
		atelier("/v1/product/filters", kit.Has("[]", "data", "categories")))
	p.edit("TRUNCATE of what others show", "TRUNCATE product_attribute",
		see("/v1/product/filters", kit.Has("[]", "data", "attributes")))
	p.edit("TRUNCATE CASCADE", "TRUNCATE brand CASCADE",
		see("/v1/product", kit.Has("0", "pagination", "totalRecords")),
		see("/v1/brand", kit.Has("0", "meta", "totalRecords")),
		see(shirtPage, kit.Status(http.StatusNotFound)), atelier(shirtPage, kit.Status(http.StatusNotFound)),
		see("/v1/brand/location", kit.Has("[]", "data")))
	t.Log(p.took)
}

// clockTolerance bounds the difference, on a busy machine, between the gateway's corrected clock and the database's.
const clockTolerance = 50 * time.Millisecond

// A window opens and closes by the clock alone, without a write or a message. In every list, requests before the moment
// show the old state and requests after it the new one. The database's clock, read before and after each request,
// decides.
func TestPublishingWindowOpensAndClosesByItself(t *testing.T) {
	t.Parallel()
	p := prove(t, kit.LiveClock)
	id := p.onTop()
	page, lists := kit.Status(http.StatusOK), kit.Lists(shirt)
	views := []expectation{see(shirtPage, page), see("/v1/product?limit=2", lists),
		see("/v1/product?search=mavi+keten+gomlek", lists), see("/v1/product?minPrice=1&limit=2", lists)}
	for _, w := range []struct {
		name, column string
		shown        bool // afterwards
	}{{"opens", "publish_at", true}, {"closes", "unpublish_at", false}} {
		t.Run(w.name, func(t *testing.T) {
			defer p.within(t)()
			p.e.Exec("UPDATE product SET publish_at = NULL, unpublish_at = NULL WHERE id = '" + id + "'")
			for try := 1; ; try++ {
				p.e.Exec("UPDATE product SET " + w.column + " = clock_timestamp() + interval '300 ms' WHERE id = '" + id + "'")
				p.h.WaitApplied(t, p.e, "demo")
				moment := p.now("SELECT " + w.column + " FROM product WHERE id = '" + id + "'")
				head := p.e.Head("demo")
				before, after := 0, 0
				for after < 10*len(views) {
					s := views[(before+after)%len(views)]
					asked := p.now("SELECT clock_timestamp()")
					r := p.h.Get(t, s.tenant, s.url)
					answered := p.now("SELECT clock_timestamp()")
					if shown := s.want(r); shown != w.shown {
						before++
						if asked.After(moment.Add(clockTolerance)) {
							t.Fatalf("%s: asked %s after the moment and answered as before it: %d %s", s.url, asked.Sub(moment), r.Status,
								kit.Excerpt(r.Body))
						}
					} else {
						after++
						if answered.Before(moment.Add(-clockTolerance)) {
							t.Fatalf("%s: answered %s before the moment as after it", s.url, moment.Sub(answered))
						}
					}
				}
				if got := p.e.Head("demo"); got != head {
					t.Fatalf("change %d was written meanwhile: this proves nothing", got)
				}
				if before >= len(views) {
					return
				}
				if try == 10 {
					t.Fatal("the machine is so slow that the moment was always over before anything could be read")
				}
			}
		})
	}
}

// now reads a time.
func (p *proof) now(sql string) (at time.Time) {
	p.t.Helper()
	if err := p.e.Conn.QueryRow(p.t.Context(), sql).Scan(&at); err != nil {
		p.t.Fatal(err)
	}
	return at
}

// A word that no product has counts as misspelt. The first product with it, of any brand, makes it a known word: lists
// of other brands then find nothing by it.
func TestANewWordNoLongerCountsAsMisspelt(t *testing.T) {
	t.Parallel()
	p := prove(t)
	brands := strings.Fields(
		p.e.One("SELECT string_agg(id, ' ') FROM (SELECT id FROM brand WHERE tenant_id = 'demo' AND status = 'PUBLISHED' " +
			"ORDER BY id LIMIT 2) few"))
	id := p.onTop()
	other := p.e.One("SELECT id FROM product WHERE tenant_id = 'demo' AND id <> $1 ORDER BY id LIMIT 1", id)
	p.e.Exec(`UPDATE product SET name = 'Zebranthos', brand_id = '` + brands[0] + `' WHERE id = '` + id + `';
		UPDATE product SET status = 'PUBLISHED', publish_at = NULL, unpublish_at = NULL, brand_id = '` + brands[1] +
		`' WHERE id = '` + other + `'`)
	p.h.WaitApplied(t, p.e, "demo")
	url := "/v1/product?brand=" + brands[0] + "&search=qebranthos"
	testkit.Until(t, "it is cached",
		func() bool { return p.h.Get(t, "demo", url).CacheStatus() == "hit" })
	if r := p.h.Get(t, "demo", url); !kit.Lists(shirt)(r) {
		t.Fatalf("this proves nothing: %d %s", r.Status, kit.Excerpt(r.Body))
	}
	p.e.Exec("UPDATE product SET title = 'Qebranthos' WHERE id = '" + other + "'")
	// at once: the verifier would repair it later
	p.never("a product by a word that is another's", see(url, kit.Lists(shirt)))
}
