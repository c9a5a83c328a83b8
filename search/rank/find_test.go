package rank

import "testing"

// A row that a search scores while it is hidden has the same score later as if it had never been hidden.
func TestAHiddenRowLeavesNothingInTheScratch(t *testing.T) {
	t.Parallel()
	x := New(DefaultTuning())
	reader := Reader{Tuning: DefaultTuning()}
	for row, name := range []string{"red lamp", "green desk lamp"} {
		x.Put(uint32(row), reader.Read(&Doc{Language: "en", Searches: "en", Texts: [4]string{Title: name}}))
	}
	x.Fill()
	find := func(shown uint64, s *Scratch) float32 {
		q := Parse("desk lamp", "en", nil)
		found := x.Find(&q, []uint64{shown}, nil, s)
		return found.Score(1)
	}
	var used Scratch
	find(0b01, &used)
	if got, want := find(0b11, &used), find(0b11, &Scratch{}); got != want || want == 0 {
		t.Errorf("the row scores %v, and %v with a new scratch", got, want)
	}
}

// A letter that strays into a text does not hide what the words find. A number does: "iphone 5" is no other iPhone.
func TestALoneLetterThatNoRowHasIsLeftOut(t *testing.T) {
	t.Parallel()
	x := New(DefaultTuning())
	reader := Reader{Tuning: DefaultTuning()}
	const rows = 40
	for row := range uint32(rows) {
		x.Put(row, reader.Read(&Doc{Language: "en", Searches: "en", Texts: [4]string{Title: "Levi's jeans"}}))
	}
	x.Fill()
	for text, want := range map[string]int{
		"levi s jeans": rows, "x jeans": rows, "levi x jeans": rows, "5 jeans": 0, "xq jeans": 0,
	} {
		q := Parse(text, "en", nil)
		found := x.Find(&q, []uint64{1<<rows - 1}, nil, &Scratch{})
		if n := count(found.Rows); n != want {
			t.Errorf("%s: %d rows, want %d; left out %q", text, n, want, found.Left)
		}
	}
}
