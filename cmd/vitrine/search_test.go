package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/schema/schematest"
)

// catalogueOf makes two tenants with a product each, and a draft.
func catalogueOf(t *testing.T, db *schematest.DB) (kettle string) {
	t.Helper()
	for _, sql := range []string{
		"INSERT INTO tenant (id, name) VALUES ('shop', 'Shop'), ('other', 'Other')",
		"INSERT INTO product (tenant_id, slug, name, status) VALUES ('other', 'theirs', 'Theirs', 'PUBLISHED'), " +
			"('shop', 'kettle', 'Kettle', 'PUBLISHED'), ('shop', 'draft', 'Draft', 'DRAFT')",
		"INSERT INTO brand (tenant_id, slug, name) VALUES ('shop', 'forge', 'Forge')",
	} {
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Pool.QueryRow(t.Context(), "SELECT id FROM product WHERE slug = 'kettle'").Scan(&kettle); err != nil {
		t.Fatal(err)
	}
	return kettle
}

func TestSearchSettings(t *testing.T) {
	t.Parallel()
	c, db := openTerminal(t)
	kettle := catalogueOf(t, db)
	do := func(args ...string) []string { return append([]string{"search", "settings"}, args...) }
	changed := []string{"the search settings of shop were changed"}
	show := func(want ...string) string { t.Helper(); return c.prints(want, do("show", "shop")...) }

	show("title        1\n", "attributes   0.25\n")
	c.prints(changed, do("set", "shop", "title=2", "description=0")...)
	show("title        2 (default 1)", "description  0 (default 1)")
	c.prints(changed, do("set", "shop", "title=")...)
	if out := show("title        1\n"); strings.Contains(out, "title        2") {
		t.Error("an empty value did not restore the default")
	}
	c.prints(changed, do("synonym", "add", "shop", "laptop", "notebook", "dizüstü bilgisayar")...)
	c.prints(changed, do("synonym", "add", "shop", "tv stand", "media console", "--one-way")...)
	c.prints(changed, do("synonym", "add", "shop", "notebook", "laptop", "--one-way")...) // a circle is harmless
	show("laptop, notebook, dizüstü bilgisayar", "tv stand → media console")
	c.prints(changed, do("synonym", "remove", "shop", "Laptop", "NOTEBOOK")...)
	c.prints(changed, do("stopword", "add", "shop", "cheap", "Cheap", "ucuz")...)
	show("stopword  cheap, ucuz\n")
	c.prints(changed, do("stopword", "remove", "shop", "UCUZ")...)
	c.prints(changed, do("pin", "add", "shop", "Çaydanlık", "draft", "kettle")...)
	c.prints(changed, do("pin", "add", "shop", "forge", "forge", "--kind", "brand")...)
	if out := show(kettle, "pin       Çaydanlık: product", "pin       forge: brand"); strings.Contains(out, "laptop") {
		t.Errorf("the synonyms of laptop are left: %s", out)
	}
	c.prints(changed, do("pin", "remove", "shop", "caydanlik", "draft")...)

	// What is exported can be imported, here or elsewhere.
	text := c.prints([]string{`"from": "tv stand"`, `"stopWords"`, `"kind": "product"`}, do("export", "shop")...)
	file := filepath.Join(t.TempDir(), "search.json")
	write := func(text string) string {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	c.prints(changed, do("import", "shop", write("{}"))...)
	if out := c.prints(nil, do("export", "shop")...); out != "{}\n" {
		t.Errorf("after an import of nothing: %s", out)
	}
	c.prints(changed, do("import", "shop", write(text))...)
	c.prints([]string{text}, do("export", "shop")...)
	c.fails(`the pin of "Çaydanlık": tenant other has no product`, do("import", "other", file)...)
	if out := c.prints(nil, do("export", "other")...); out != "{}\n" {
		t.Errorf("a failed import changed something: %s", out)
	}

	c.fails(`unknown tenant "nobody"`, do("show", "nobody")...)
	c.fails(`unknown tenant "nobody"`, do("stopword", "add", "nobody", "x")...)
	c.fails(`tenant shop has no product "theirs"`, do("pin", "add", "shop", "x", "theirs")...)
	c.fails("the kinds are", do("pin", "add", "shop", "x", "kettle", "--kind", "payment")...)
	c.fails("no letter and no digit", do("pin", "add", "shop", "", "kettle")...)
	c.fails("at most 200 characters", do("pin", "add", "shop", strings.Repeat("a", 5000), "kettle")...)
	c.fails("no such pin", do("pin", "remove", "shop", "unknown")...)
	c.fails("the fields are title, brand", do("set", "shop", "name=2")...)
	c.fails("expected a number from 0.1 to 10", do("set", "shop", "title=0")...)
	c.fails("expected a number from 0 to 10", do("set", "shop", "brand=11")...)
	c.fails("expected a number from 0 to 10", do("set", "shop", "brand=much")...)
	c.fails("expected a number from 0 to 10", do("set", "shop", "brand=NaN")...)
	c.fails("missing argument TEXT", do("synonym", "add", "shop", "laptop")...)
	c.fails("twice", do("synonym", "add", "shop", "laptop", "LAPTOP")...)
	c.fails("no letter and no digit", do("synonym", "add", "shop", "laptop", "")...)
	c.fails("expected printable UTF-8", do("synonym", "add", "shop", "laptop", "note\x00book")...)
	c.fails("expected printable UTF-8", do("stopword", "add", "shop", "a\xff")...)
	c.fails("at most 60 characters", do("synonym", "add", "shop", "laptop", strings.Repeat("ş", 5000))...)
	c.fails("at most 5 words", do("synonym", "add", "shop", "laptop", "a b c d e f")...)
	c.fails("has no synonym with", do("synonym", "remove", "shop", "unheard")...)
	c.fails("expected one word", do("stopword", "add", "shop", "two words")...)
	c.fails("has no stop word", do("stopword", "remove", "shop", "unheard")...)
	c.prints(changed, do("stopword", "add", "shop", "مرحبا")...) // right to left

	many := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(`,{"words":["a` + strings.Repeat("b", i%50) + string(rune('a'+i%26)) + `","c"]}`)
		}
		return `{"synonyms":[` + b.String()[1:] + `]}`
	}
	c.prints(changed, do("import", "shop", write(many(1000)))...)
	c.fails("1001 synonyms; the most is 1000", do("import", "shop", write(many(1001)))...)
	c.fails("1001 synonyms", do("synonym", "add", "shop", "one", "more")...)
	c.fails("unknown field", do("import", "shop", write(`{"boosts": 1}`))...)
	c.fails("expected one JSON object", do("import", "shop", write(`{}{}`))...)
	c.fails("not an id of 24 hex digits", do("import", "shop",
		write(`{"pins":[{"query":"x","kind":"product","ids":["' OR 1=1"]}]}`))...)
	c.fails("unknown kind", do("import", "shop",
		write(`{"pins":[{"query":"x","kind":"payment","ids":["`+kettle+`"]}]}`))...)
	c.fails("the most is", do("import", "shop", write(strings.Repeat(" ", 600<<10)))...)

	// Settings that SQL made invalid are reported, and an import replaces them.
	if _, err := db.Pool.Exec(t.Context(), `UPDATE tenant_search SET settings = '{"weights": []}'`); err != nil {
		t.Fatal(err)
	}
	c.fails("an import replaces them", do("stopword", "add", "shop", "x")...)
	c.prints(changed, do("import", "shop", write(`{"stopWords": ["x"]}`))...)
	show("stopword  x")
}
