package importer

import (
	"testing"

	"vitrine/internal/schema/schematest"
)

const partsOfProducts = `SELECT p.name,
	(SELECT string_agg(a.name || '=' || a.value, ' ' ORDER BY a.position) FROM product_attribute a
		WHERE a.product_id = p.id),
	(SELECT string_agg(c.name, ' ' ORDER BY j.position) FROM product_category j JOIN category c ON c.id = j.category_id
		WHERE j.product_id = p.id), images::text, materials::text FROM product p ORDER BY 1`

// The parts of a row are those of the file: an update from Red to Black leaves Black.
func TestPartsFollowTheRecord(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	f := func(o Options, fates5 []int, content string, want ...string) {
		t.Helper()
		o.Kind, o.File = "product", file(t, "f.jsonl", content)
		same(t, content, fates(imported(t, db.Pool, o)), fates5)
		same(t, content, rows(t, db.Pool, partsOfProducts), want)
		n := sequence(t, db.Pool, "real")
		same(t, "again", fates(imported(t, db.Pool, o)), []int{fates5[0], 0, 0, fates5[0], 0})
		same(t, "the tenant's number", sequence(t, db.Pool, "real"), n)
	}
	f(Options{}, []int{2, 2, 0, 0, 0}, `{"sku":"1","name":"Bag","attributes":{"colour":["Red","Blue"],"size":"L"},`+
		`"categories":["Bags","New in"],"images":["a.jpg","b.jpg"],"materials":["felt"]}`+"\n"+
		`{"sku":"2","name":"Cup","attributes":{"colour":"Red"},"categories":["Cups"],"images":["c.jpg"],"materials":[]}`,
		`Bag|colour=Red colour=Blue size=L|Bags New in|["a.jpg", "b.jpg"]|{felt}`, `Cup|colour=Red|Cups|["c.jpg"]|{}`)
	f(Options{}, []int{2, 0, 1, 1, 0}, `{"sku":"1","name":"Bag","attributes":{"colour":"Black"},`+
		`"categories":["Bags"],"images":["b.jpg"],"materials":null}`+"\n"+
		`{"sku":"2","name":"Cup","attributes":{"colour":"Red"},"categories":["Cups"],"images":["c.jpg"],"materials":[]}`,
		`Bag|colour=Black|Bags|["b.jpg"]|{}`, `Cup|colour=Red|Cups|["c.jpg"]|{}`)
	// A record without a list has none, although the file has such lists.
	f(Options{}, []int{2, 0, 1, 1, 0}, `{"sku":"1","name":"Bag"}`+"\n"+
		`{"sku":"2","name":"Cup","attributes":{"colour":"Red"},"categories":["Cups"],"images":["c.jpg"],"materials":[]}`,
		`Bag|<nil>|<nil>|[]|{}`, `Cup|colour=Red|Cups|["c.jpg"]|{}`)
	// A file that has no such lists leaves them alone.
	f(Options{}, []int{2, 0, 1, 1, 0}, `{"sku":"1","name":"Bag","price":5}`+"\n"+`{"sku":"2","name":"Cup"}`,
		`Bag|<nil>|<nil>|[]|{}`, `Cup|colour=Red|Cups|["c.jpg"]|{}`)
	// --merge keeps what the record no longer has.
	f(Options{Merge: true}, []int{1, 0, 1, 0, 0}, `{"sku":"2","name":"Cup","attributes":{"colour":"Black"},`+
		`"categories":["Mugs"],"images":null}`,
		`Bag|<nil>|<nil>|[]|{}`, `Cup|colour=Red colour=Black|Cups Mugs|["c.jpg"]|{}`)
	// What an editor added to a row of the file goes, too. Rows that the file does not have keep everything.
	do(t, db.Pool, "INSERT INTO product_attribute (tenant_id, product_id, name, value) "+
		"SELECT 'real', id, 'ours', 'x' FROM product")
	f(Options{}, []int{1, 0, 1, 0, 0}, `{"sku":"2","name":"Cup","attributes":{"colour":"Black"}}`,
		`Bag|ours=x|<nil>|[]|{}`, `Cup|colour=Black|Cups Mugs|["c.jpg"]|{}`)
}

func TestPartsOfOtherKindsFollowTheRecord(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	f := func(kind, sql, before, after, want string) {
		t.Helper()
		imported(t, db.Pool, Options{Kind: kind, File: file(t, "f.jsonl", before)})
		r := imported(t, db.Pool, Options{Kind: kind, File: file(t, "f.jsonl", after)})
		if r.Inserted > 0 || r.Updated == 0 {
			t.Errorf("%s: %v", kind, fates(r))
		}
		same(t, kind, rows(t, db.Pool, sql), []string{want})
		n := sequence(t, db.Pool, "real")
		imported(t, db.Pool, Options{Kind: kind, File: file(t, "f.jsonl", after)})
		same(t, kind+": the tenant's number", sequence(t, db.Pool, "real"), n)
	}
	f("event", "SELECT string_agg(label, ' ' ORDER BY label) FROM event_session",
		`{"id":"1","name":"Race","startsAt":"2026-05-01","sessions":[{"label":"a","start":"2026-05-01"},`+
			`{"label":"b","start":"2026-05-02"}]}`,
		`{"id":"1","name":"Race","startsAt":"2026-05-01","sessions":[{"label":"c","start":"2026-05-01"}]}`, "c")
	f("attribute", "SELECT string_agg(label, ' ' ORDER BY label) FROM attribute_option",
		`{"id":"1","name":"Colour","type":"color","options":[{"label":"Red","value":"r"},{"label":"Blue","value":"b"}]}`,
		`{"id":"1","name":"Colour","type":"color","options":[{"label":"Red","value":"r"}]}`, "Red")
	f("blog", "SELECT string_agg(c.name, ' ') FROM blog_post_category j JOIN category c ON c.id = j.category_id",
		`{"id":"1","title":"T","category":["News","Go"]}`, `{"id":"1","title":"T","category":["Go"]}`, "Go")
}

// A file with one picture a record leaves the lists of pictures alone. Several pictures in the field fill the list.
func TestOnePictureLeavesTheListOfPictures(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for _, edition := range []string{"a.jpg b.jpg", "c.jpg"} {
		imported(t, db.Pool, Options{Kind: "product", File: file(t, "f.csv", "sku,name,image\n1,Bag,"+edition+"\n")})
	}
	same(t, "pictures", rows(t, db.Pool, "SELECT featured_image, images::text FROM product"),
		[]string{`c.jpg|["a.jpg", "b.jpg"]`})
}

// Words that a dictionary no longer relates are not related.
func TestRelatedWordsFollowTheRecord(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	imported(t, db.Pool, Options{Kind: "dictionary_term", File: "testdata/wordset.jsonl"})
	before := rows(t, db.Pool, "SELECT count(*) FROM dictionary_term_related")[0]
	do(t, db.Pool, "INSERT INTO dictionary_term_related (tenant_id, dictionary_term_id, related_id) "+
		"SELECT DISTINCT ON (a.id) 'real', a.id, b.id FROM dictionary_term a, dictionary_term b WHERE a.id <> b.id "+
		"AND NOT EXISTS (SELECT FROM dictionary_term_related r WHERE r.dictionary_term_id = a.id AND r.related_id = b.id)")
	r := imported(t, db.Pool, Options{Kind: "dictionary_term", File: "testdata/wordset.jsonl"})
	if before == "0" || r.Updated == 0 || r.Tables["dictionary_term_related"].Deleted == 0 {
		t.Errorf("%s related words; %v", before, fates(r))
	}
	same(t, "related words", rows(t, db.Pool, "SELECT count(*) FROM dictionary_term_related")[0], before)
}
