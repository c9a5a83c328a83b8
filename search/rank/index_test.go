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
			"another name":              {" red desk ", x.termsOf(1, func(*term) {})},
			"more evidence":             {" red desk lamp ", x.termsOf(1, func(t *term) { t.plain++ })},
			"another head noun":         {" red desk lamp ", x.termsOf(1, func(t *term) { t.head++ })},
			"its names in prose":        {" red desk lamp ", x.termsOf(1, func(t *term) { t.named = false })},
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

// termsOf returns the changed terms of a row.
func (x *Index) termsOf(row uint32, change func(*term)) (all []term) {
	for _, n := range x.of[row] {
		e := &x.terms[n>>1]
		for _, p := range e.rows[n&1] {
			if p.row == row {
				t := term{e.word, p.plain, p.head, n&1 == 0}
				change(&t)
				all = append(all, t)
			}
		}
	}
	return all
}
