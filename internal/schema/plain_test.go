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

// Migration 0010 makes text from before it searchable. It captures no change, because no content changes.
func TestTextLostBetweenScriptsIsFoundAgain(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	mend, err := fs.ReadFile(schema.Migrations, "0010_plain.sql")
	if err != nil {
		t.Fatal(err)
	}
	// As it was then: Postgres made the column.
	exec(t, db.Pool, `DROP TRIGGER keep ON page; ALTER TABLE page DROP COLUMN search,
  ADD COLUMN search tsvector GENERATED ALWAYS AS (prose_of(content)) STORED`)
	exec(t, db.Pool, `CREATE OR REPLACE FUNCTION plain(html text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(left(html, 100000), '<(script|style)\M[^>]*>.*?</\1>|<[^>]*>|&#?[[:alnum:]]+;', ' ', 'gi')`)
	exec(t, db.Pool, "INSERT INTO tenant (id, name) VALUES ('a', 'A')")
	exec(t, db.Pool, "INSERT INTO page (tenant_id, slug, title, content) VALUES ('a', 'p', 'P', '<script>x</script> "+
		"lost <script>y</script>')")
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

func TestSearchIsMadeAnewWhenItsWordsChangeAndOnlyThen(t *testing.T) {
	t.Parallel()
	db := open(t, "a")
	exec(t, db.Pool, "INSERT INTO product (tenant_id, slug, name, sku, description) VALUES ('a', 'glow', 'Brass Lamp', "+
		"'L-1', '<p>Warm light</p>')")
	same := func(when, words, vector string) {
		t.Helper()
		if got := get[string](t, db.Pool, "SELECT search_words FROM product WHERE slug = 'glow'"); got != words {
			t.Errorf("%s the words are %q, want %q", when, got, words)
		}
		if got := get[string](t, db.Pool, "SELECT search::text FROM product WHERE slug = 'glow'"); got != vector {
			t.Errorf("%s the vector is %s, want %s", when, got, vector)
		}
	}
	first := `'1':4B 'brass':1A 'l':3B 'lamp':2A 'light':6 'warm':5`
	same("as it came,", "brass lamp", first)
	made := get[string](t, db.Pool, "SELECT ctid::text FROM product WHERE slug = 'glow'")
	exec(t, db.Pool, "UPDATE product SET amount = 12, search = '''nonsense''', search_words = 'nonsense', search_prose "+
		"= '''nonsense''' WHERE slug = 'glow'")
	same("after somebody wrote nonsense beside a price,", "brass lamp", first)
	if moved := get[string](t, db.Pool, "SELECT ctid::text FROM product WHERE slug = 'glow'"); moved == made {
		t.Fatal("the edit did nothing")
	}
	exec(t, db.Pool, "UPDATE product SET name = 'Çelik Lamba' WHERE slug = 'glow'")
	same("after a new name,", "celik lamba", `'1':4B 'celik':1A 'l':3B 'lamba':2A 'light':6 'warm':5`)
	exec(t, db.Pool, "UPDATE product SET name = 'Lamba', search_prose = '''nonsense''' WHERE slug = 'glow'")
	same("after a new name and nonsense beside it,", "lamba", `'1':3B 'l':2B 'lamba':1A 'light':5 'warm':4`)
	exec(t, db.Pool, "UPDATE product SET description = 'Cold light, a lamba' WHERE slug = 'glow'")
	same("after a new description,", "lamba", `'1':3B 'a':6 'cold':4 'l':2B 'lamba':1A,7 'light':5`)
	exec(t, db.Pool, "UPDATE product SET name = 'Çelik Lamba', description = 'Warm light' WHERE slug = 'glow'")
	same("after both,", "celik lamba", `'1':4B 'celik':1A 'l':3B 'lamba':2A 'light':6 'warm':5`)
	exec(t, db.Pool, "ALTER TABLE product DISABLE TRIGGER keep; UPDATE product SET search_prose = NULL; ALTER TABLE "+
		"product ENABLE ALWAYS TRIGGER keep")
	exec(t, db.Pool, "UPDATE product SET name = 'Lamba' WHERE slug = 'glow'")
	same("after a new name of a record that was there before 0021,", "lamba",
		`'1':3B 'l':2B 'lamba':1A 'light':5 'warm':4`)
	exec(t, db.Pool, "UPDATE product SET name = 'Çelik Lamba', sku = NULL, description = NULL WHERE slug = 'glow'")
	same("after the rest went,", "celik lamba", `'celik':1A 'lamba':2A`)

	exec(t, db.Pool, "ALTER TABLE product DISABLE TRIGGER keep; UPDATE product SET search = NULL, search_words = NULL; "+
		"ALTER TABLE product ENABLE ALWAYS TRIGGER keep")
	exec(t, db.Pool, "UPDATE product SET search = NULL WHERE slug = 'glow'")
	same("after they were lost and asked for,", "celik lamba", `'celik':1A 'lamba':2A`)
	exec(t, db.Pool, "SET session_replication_role = replica; UPDATE product SET name = 'Lamp' WHERE slug = 'glow'; "+
		"RESET session_replication_role")
	same("after a name that a replica's session wrote,", "lamp", `'lamp':1A`)
}

// The short way for ASCII must be the long one's.
func TestLettersOfASCIIFoldAsAllOthersDo(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for c := 1; c < 128; c++ {
		// Ω, which no rule touches, has the text take the long way.
		if short, long := get[string](t, db.Pool, "SELECT fold('a' || chr($1) || 'b')", c),
			get[string](t, db.Pool, "SELECT fold('a' || chr($1) || 'bω')", c); short+"ω" != long {
			t.Errorf("character %d folds to %q by itself and to %q beside ω", c, short, long)
		}
	}
}
