package importer

import (
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
)

// The plan says that a text for a column of plain text is HTML, and html:COLUMN takes its words. Statuses may be named
// as in other programs.
func TestHTMLForAColumnOfPlainText(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	products := file(t, "p.csv", "sku,name,status,short_description\n"+
		`1,Cup & saucer,publish,"<p>Soft &amp; <b>warm</b></p><p>Cotton</p>"`+"\n2,Mug,pasif,\n")
	_, shown, err := command(t, db, "product", products, "--tenant", "real", "--create-tenant")
	const note = "Texts of short_description look like HTML, and brief is plain text, which shows tags as they stand; " +
		`--map "short_description=html:brief" takes the words.`
	if err != nil || !strings.Contains(shown, note) || strings.Contains(shown, "Texts of name") {
		t.Errorf("%v; want %s in\n%s", err, note, shown)
	}
	_, shown, err = command(t, db, "product", products, "--tenant", "real", "--map", "short_description=html:brief")
	if err != nil || strings.Contains(shown, "Texts of") {
		t.Errorf("%v\n%s", err, shown)
	}
	same(t, "products", rows(t, db.Pool, "SELECT sku, status, brief FROM product ORDER BY sku"),
		[]string{"1|PUBLISHED|Soft & warm\nCotton", "2|DRAFT|<nil>"})
}

// Addresses with "&amp;" are no HTML, and columns of pictures and JSON take no words.
func TestAddressesAreNotTakenForHTML(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	f := func(kind, content string) {
		t.Helper()
		_, shown, err := command(t, db, kind, file(t, "f.csv", content), "--tenant", "real", "--create-tenant")
		if err != nil || strings.Contains(shown, "look like HTML") {
			t.Errorf("%v\n%s", err, shown)
		}
	}
	f("product", "name,image_urls,image\nCup,\"[\"\"https://a.example/?a=1&amp;b=2\"\"]\","+
		"https://a.example/?a=1&amp;b=2\n")
	f("brand", "name,website\nPika,https://a.example/?a=1&amp;b=2\n")
	f("event", "name,date,attributes\nRace,2026-01-01,https://a.example/?a=1&amp;b=2\n")
}

// Fields of blogs: a description is the summary, true is no picture, and a field whose column another one fills is
// named.
func TestFieldsOfABlog(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	posts := file(t, "p.yaml", "- slug: a\n  title: A\n  description: About a\n  headerImage: true\n  keywords: [x, y]\n"+
		"  hidden: true\n- slug: b\n  title: B\n  hidden: false\n  headerImage: b.jpg\n  tags: [z]\n")
	_, shown, err := command(t, db, "blog_post", posts, "--tenant", "real", "--create-tenant", "--map", "keywords=tags")
	if err != nil || !strings.Contains(shown, "tags is left out, because another field fills tags.") {
		t.Errorf("%v\n%s", err, shown)
	}
	same(t, "posts", rows(t, db.Pool, `SELECT slug, status, summary, cover_image, tags::text FROM blog_post
		ORDER BY slug`), []string{"a|DRAFT|About a|<nil>|{x,y}", "b|PUBLISHED|<nil>|b.jpg|{}"})
}
