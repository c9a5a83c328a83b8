package seed

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/demo/content"
	"vitrine/internal/demo/picture"
)

// texts calls f for every text of both tenants, including those in lists.
func texts(t *testing.T, f func(table, column, text string)) {
	t.Helper()
	builders, err := plan(Options{Now: noon, Products: 600})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range builders {
		for _, table := range w.tables {
			for _, row := range table.rows {
				for i, value := range row {
					switch value := value.(type) {
					case string:
						f(table.name, table.columns[i], value)
					case []string:
						for _, s := range value {
							f(table.name, table.columns[i], s)
						}
					}
				}
			}
		}
	}
}

func TestTextsAreFinished(t *testing.T) {
	t.Parallel()
	unfinished := regexp.MustCompile(`\{[a-z]+\}|  | $|^ |\s[.,:;]|TODO|lorem`)
	texts(t, func(table, column, text string) {
		if found := unfinished.FindString(text); found != "" && !strings.HasPrefix(text, "<") {
			t.Errorf("%s.%s holds %q: %.80s", table, column, found, text)
		}
		if strings.Contains(text, "{") && !strings.HasPrefix(text, "[") && !strings.HasPrefix(text, "{") {
			t.Errorf("%s.%s was not filled in: %.80s", table, column, text)
		}
	})
}

func TestHTMLIsBalanced(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	texts(t, func(table, column, text string) {
		if !strings.HasPrefix(text, "<") {
			return
		}
		seen[table+"."+column] = true
		dec := xml.NewDecoder(strings.NewReader("<div>" + text + "</div>"))
		for {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Errorf("%s.%s: %v in %s", table, column, err, text)
				break
			}
		}
	})
	for _, want := range []string{"product.description", "page.content", "blog_post.content", "faq.answer",
		"dictionary_term.definition", "event.content", "project.content"} {
		if !seen[want] {
			t.Errorf("%s has no HTML", want)
		}
	}
}

var mediaAddress = regexp.MustCompile(`/media/([^/"]*)/([^"]*)`)

// The gateway can draw every picture that a row refers to.
func TestPicturesCanBeDrawn(t *testing.T) {
	t.Parallel()
	kinds := map[string]int{}
	texts(t, func(table, column, text string) {
		for _, m := range mediaAddress.FindAllStringSubmatch(text, -1) {
			name, ok := strings.CutSuffix(m[2], ".svg")
			if kinds[m[1]]++; !ok || !picture.Known(m[1], name) {
				t.Errorf("%s.%s: there is no picture %s", table, column, m[0])
			}
		}
	})
	for _, kind := range []string{"product", "brand", "organization", "portrait", "merchant", "place", "event", "route",
		"blog", "project", "page", "banner", "category", "collection", "campaign"} {
		if kinds[kind] == 0 {
			t.Errorf("no row has a picture of kind %s", kind)
		}
	}
}

func testPrices(t *testing.T, pool *pgxpool.Pool) {
	for _, kind := range []string{"product", "event"} {
		f := func(what, where string) {
			t.Helper()
			if n := number(t, pool, "SELECT count(*) FROM "+kind+" WHERE "+where); n > 0 {
				t.Errorf("%d rows of %s %s", n, kind, what)
			}
		}
		f("cost more than their list price", "amount > list_price")
		f("have a sale price that is not what is paid", "sale_price IS NOT NULL AND sale_price <> amount")
		f("have a discount without a sale", "(discount IS NULL) <> (sale_price IS NULL)")
		f("have a discount that does not follow from their prices",
			"abs(list_price * (100 - discount) / 100 - amount) >= 0.01")
		f("were dearer within thirty days than ever", "lowest_price_30_days > coalesce(list_price, amount)")
		f("have parts of a price",
			"amount IS NULL AND num_nonnulls(list_price, sale_price, discount, lowest_price_30_days) > 0")
		f("cost nothing by accident", "amount = 0")
	}
	for what, where := range map[string]string{"reduced": "sale_price IS NOT NULL",
		"at the plain price": "amount = list_price", "without a price": "amount IS NULL AND sale_type = 'ON_REQUEST'",
		"in the tenant's currency": "amount IS NOT NULL AND currency IS NULL", "dear": "amount > 5000",
		"cheap": "amount < 200"} {
		if n := number(t, pool, "SELECT count(*) FROM product WHERE tenant_id = 'demo' AND "+where); n < 10 {
			t.Errorf("%d products are %s, want some", n, what)
		}
	}
}

// Every state of every module occurs, so that the demo shows each visibility rule.
func testStates(t *testing.T, pool *pgxpool.Pool) {
	f := func(kind, where string) {
		t.Helper()
		for _, tenant := range []string{"demo", "atelier"} {
			if number(t, pool, "SELECT count(*) FROM "+kind+" WHERE tenant_id = $1 AND "+where+
				" AND $2::timestamptz IS NOT NULL", tenant, noon) == 0 {
				t.Errorf("no %s of %s is %s", kind, tenant, where)
			}
		}
	}
	for _, status := range []string{"PUBLISHED", "DRAFT", "OUT_OF_STOCK", "ARCHIVED"} {
		f("product", "status = '"+status+"'")
	}
	f("product", "status = 'OUT_OF_STOCK' AND stock = 0")
	f("product", "publish_at > $2")
	f("product", "unpublish_at < $2")
	f("product", "publish_at < $2 AND unpublish_at > $2")
	f("product", "brand_id IS NULL")
	f("product", "merchant_id IS NULL")
	f("product", "edition_number > 0")
	f("merchant", "holiday_active AND holiday_message <> ''")
	f("campaign", "status = 'PUBLISHED' AND ends_at < $2")
	f("campaign", "status = 'PUBLISHED' AND publish_at IS NULL AND starts_at < $2 AND ends_at > $2")
	f("campaign", "starts_at > $2")
	f("campaign", "ends_at IS NULL")
	f("campaign", "status = 'DRAFT'")
	for _, status := range []string{"PUBLISHED", "DRAFT", "SOLD_OUT", "PASSED", "CANCELLED"} {
		f("event", "status = '"+status+"'")
	}
	f("event", "over_at < $2 AND status = 'PUBLISHED'")
	f("event", "over_at < $2 AND status = 'PASSED'")
	f("event", "starts_at > $2 AND status = 'SOLD_OUT' AND attendees = capacity_max")
	f("event", "starts_at < $2 AND over_at > $2")
	f("event", "place_id IS NULL")
	f("event", "recurrence_group_id IS NOT NULL")
	for _, kind := range []string{"brand", "place", "organization", "category", "page", "collection", "faq", "faq_group",
		"dictionary_term", "attribute"} {
		f(kind, "status = 'DRAFT'")
	}
	if number(t, pool,
		"SELECT count(*) FROM collection c WHERE NOT EXISTS "+
			"(SELECT FROM collection_product p WHERE p.collection_id = c.id)") == 0 {
		t.Error("no collection is empty")
	}
	f("project", "stage = 'completed' AND completion_date < $2")

	for _, where := range []string{"status = 'PASSED' AND over_at > $1",
		"status = 'SOLD_OUT' AND attendees < capacity_max"} {
		if n := number(t, pool, "SELECT count(*) FROM event WHERE "+where+" AND $1::timestamptz IS NOT NULL", noon); n > 0 {
			t.Errorf("%d events are %s", n, where)
		}
	}
}

func testTrees(t *testing.T, pool *pgxpool.Pool) {
	for _, tenant := range []string{"demo", "atelier"} {
		for _, kind := range []string{"product", "blog", "event", "merchant", "page", "project"} {
			depth := number(t, pool, `WITH RECURSIVE tree AS (
				SELECT id, 1 AS depth FROM category WHERE tenant_id = $1 AND type = $2 AND parent_id IS NULL
				UNION ALL SELECT c.id, depth + 1 FROM category c JOIN tree ON c.parent_id = tree.id WHERE c.tenant_id = $1
				AND c.type = $2)
				SELECT max(depth) FROM tree`, tenant, kind)
			if depth != 3 {
				t.Errorf("the %s tree of %s is %d deep, want 3", kind, tenant, depth)
			}
		}
	}
	if n := number(t, pool,
		`SELECT count(*) FROM product p JOIN product_category pc ON pc.product_id = p.id
			JOIN category c ON c.id = pc.category_id
		WHERE c.type <> 'product' OR c.language IS DISTINCT FROM p.language`); n > 0 {
		t.Errorf("%d products hang under a heading of another language or type", n)
	}
	if n := number(t, pool,
		"SELECT count(*) FROM product p WHERE NOT EXISTS (SELECT FROM product_category c WHERE c.product_id = p.id)"); n > 0 {
		t.Errorf("%d products hang nowhere", n)
	}
}

// Every attribute value of a product is offered by an attribute set, so that a filter built from the sets finds
// products.
func testAttributes(t *testing.T, pool *pgxpool.Pool) {
	if n := number(t, pool,
		`SELECT count(*) FROM product_attribute pa WHERE pa.name NOT IN ('Yazar', 'Author') AND NOT EXISTS (
		SELECT FROM attribute a JOIN attribute_option o ON o.attribute_id = a.id
		WHERE a.tenant_id = pa.tenant_id AND a.name = pa.name AND a.type = pa.type AND o.label = pa.value)`); n > 0 {
		t.Errorf("%d attributes of products are in no set", n)
	}
	if n := number(t, pool, `SELECT count(*) FROM attribute a JOIN attribute_option o ON o.attribute_id = a.id
		WHERE a.type = 'COLOR' AND o.value !~ '^#[0-9A-F]{6}$'`); n > 0 {
		t.Errorf("%d colours have no hex value", n)
	}
}

func testLetters(t *testing.T, pool *pgxpool.Pool) {
	for lang, alphabet := range map[string]string{content.Turkish: "abcçdefgğhıijklmnoöprsştuüvyz",
		content.English: "abcdefghijklmnopqrstuvwxyz"} {
		for _, letter := range alphabet {
			// The schema indexes İ under i, and I under i or ı, depending on the database's case folding. Both are accepted.
			n := number(t, pool,
				"SELECT count(*) FROM dictionary_term WHERE (language = $1 OR language IS NULL) AND translate(letter, 'ı', 'i') "+
					"= translate($2, 'ı', 'i')", lang, string(letter))
			if n == 0 {
				t.Errorf("no word of %s begins with %c", lang, letter)
			}
		}
	}
}

func TestSlugify(t *testing.T) {
	t.Parallel()
	f := func(in, want string) {
		t.Helper()
		if got := content.Slugify(in); got != want {
			t.Errorf("slugify(%q) = %q, want %q", in, got, want)
		}
	}
	f("Mavi Keten Gömlek", "mavi-keten-gomlek")
	f("Işıltılı İğne & Şiş", "isiltili-igne-sis")
	f("  Galata No. 7, Linocut ", "galata-no-7-linocut")
	f("Mardin'de Çarşı", "mardinde-carsi")
	f("日本", "")
}

func TestCapitalAndLowerKnowTurkish(t *testing.T) {
	t.Parallel()
	if got := content.Capital(content.Turkish, "incir"); got != "İncir" {
		t.Errorf("capital(tr, incir) = %q", got)
	}
	if got := content.Capital(content.English, "indigo"); got != "Indigo" {
		t.Errorf("capital(en, indigo) = %q", got)
	}
	if got := content.Lower(content.Turkish, "IŞIK İGNE"); got != "ışık igne" {
		t.Errorf("lower(tr) = %q", got)
	}
}
