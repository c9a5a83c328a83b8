package schema_test

import (
	"io/fs"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/schema/schematest"
)

func TestSearchReadsHTMLAsAReaderDoes(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for html, want := range map[string]string{
		"<p>Red &amp; <b>blue</b></p>":                                           "red blue",
		"<style>a{}</style> between <style>b{}</style> after":                    "between after",
		"<script>steal()</script>one<SCRIPT src='x'>steal()</script>two":         "one two",
		"<script>a</script>one<style>b</style>two<script\n>c\n</script> three":   "one two three",
		"<p onclick=\"a\">one</p><script>x</script><p>two</p><style>y</style> 3": "one two 3",
		"<scripted>kept</scripted> <style>never closed":                          "kept never closed",
	} {
		if got := get[string](t, db.Pool, "SELECT words(plain($1))", html); got != want {
			t.Errorf("%s: %q, want %q", html, got, want)
		}
	}
}

// What was written before 0010 is found after it, and readers' caches learn of no change: there is none.
func TestTextLostBetweenScriptsIsFoundAgain(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	mend, err := fs.ReadFile(schema.Migrations, "0010_plain.sql")
	if err != nil {
		t.Fatal(err)
	}
	exec(t, db.Pool, `CREATE OR REPLACE FUNCTION plain(html text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(left(html, 100000), '<(script|style)\M[^>]*>.*?</\1>|<[^>]*>|&#?[[:alnum:]]+;', ' ', 'gi')`)
	exec(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ('a', 'A')")
	exec(t, db.Pool, "INSERT INTO page (tenant_id, slug, title, content) VALUES ('a', 'p', 'P', '<script>x</script> lost <script>y</script>')")
	found := func() bool { return get[bool](t, db.Pool, "SELECT search @@ 'lost' FROM page WHERE tenant_id = 'a'") }
	if found() {
		t.Fatal("the page is found before it is mended: the test proves nothing")
	}
	before := get[int64](t, db.Pool, "SELECT count(*) FROM change_row")
	exec(t, db.Pool, string(mend))
	if !found() {
		t.Error("the page is not found")
	}
	if after := get[int64](t, db.Pool, "SELECT count(*) FROM change_row"); after != before {
		t.Errorf("%d changes were captured", after-before)
	}
}
