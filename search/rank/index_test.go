package rank

import "testing"

// A row has a text only if all of its terms, their evidence and its name are those of the text.
func TestARowHasExactlyItsText(t *testing.T) {
	t.Parallel()
	reader := Reader{Tuning: DefaultTuning()}
	read := func(texts ...string) *Text {
		d := Doc{Language: "en", Searches: "en"}
		copy(d.Texts[:], texts)
		return reader.Read(&d)
	}
	x := New(DefaultTuning())
	x.Put(0, read("green desk"))
	x.Put(1, read("red desk lamp", "m1", "color: red", "a fine lamp"))
	x.Put(2, read())
	check := func(when string, there bool) {
		t.Helper()
		if got := x.Has(1, read("red desk lamp", "m1", "color: red", "a fine lamp")); got != there {
			t.Errorf("%s: the row has its text: %v", when, got)
		}
		for name, text := range map[string]*Text{
			"another order of the name": read("desk red lamp", "m1", "color: red", "a fine lamp"),
			"another field":             read("red desk lamp", "fine m1", "color: red", "a lamp"),
			"one word twice":            read("red desk lamp", "m1", "color: red red", "a fine lamp"),
			"one word more":             read("red desk lamp", "m1", "color: red", "a fine lamp made"),
			"one word less":             read("red desk lamp", "m1", "color: red", "a lamp"),
			"another word":              read("red desk lamp", "m2", "color: red", "a fine lamp"),
			"another head noun":         {name: " red desk lamp ", terms: otherHead(x, 1)},
			"nothing":                   read(),
		} {
			if x.Has(1, text) {
				t.Errorf("%s: the row has %s", when, name)
			}
		}
		if !x.Has(0, read("green desk")) || !x.Has(2, read()) || x.Has(3, read()) || x.Has(0, read()) {
			t.Errorf("%s: other rows", when)
		}
	}
	check("at first", true)
	x.Fill()
	check("filled", true)
	x.Take(1)
	check("taken", false)
	x.Put(1, read("red desk lamp", "m1", "color: red", "a fine lamp"))
	check("put again", true)
}

// otherHead returns the terms of a row with other evidence as a head noun.
func otherHead(x *Index, row uint32) (all []term) {
	for _, n := range x.of[row] {
		for _, p := range x.terms[n>>1].rows[n&1] {
			if p.row == row {
				all = append(all, term{x.terms[n>>1].word, p.plain, p.head + 1, n&1 == 0})
			}
		}
	}
	return all
}
