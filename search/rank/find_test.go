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

// A word that no visible row has does not hide what the other words find. It is among the words that rows lack.
func TestAWordThatNoRowHasIsLeftOut(t *testing.T) {
	t.Parallel()
	x := New(DefaultTuning())
	reader := Reader{Tuning: DefaultTuning()}
	const rows = 40
	put := func(row uint32, name string) {
		x.Put(row, reader.Read(&Doc{Language: "en", Searches: "en", Texts: [4]string{Title: name}}))
	}
	for row := range uint32(rows) {
		put(row, "Levi's jeans")
	}
	put(rows, "Secret trousers") // hidden
	x.Fill()
	for text, want := range map[string]int{"levi s jeans": rows, "x jeans": rows, "levi x jeans": rows,
		"5 jeans": rows, "xq jeans": rows, "jeans 10kg": rows, "jeans qx7 zz9": rows, "secret jeans": rows, "qx7 zz9": 0,
		"secret": 0, "secret qx7": 0} {
		q := Parse(text, "en", nil)
		found := x.Find(&q, []uint64{1<<rows - 1}, nil, &Scratch{})
		if n := count(found.Rows); n != want {
			t.Errorf("%s: %d rows, want %d; left out %q", text, n, want, found.Left)
		}
		if left := len(found.Left) > 0; want > 0 && left != (text != "levi s jeans") {
			t.Errorf("%s: left out %q", text, found.Left)
		}
	}
}

// In the order of a field, rows without some of the words would stand before the few that have all.
func TestASortedListHasRowsWithAllWordsOnlyIfThereAreAny(t *testing.T) {
	t.Parallel()
	x := New(DefaultTuning())
	reader := Reader{Tuning: DefaultTuning()}
	const rows = 40
	for row := range uint32(rows) {
		name := "Desk lamp"
		switch {
		case row < 3:
			name = "Opal zinc desk lamp"
		case row < 6:
			name = "Opal zinc stool"
		}
		x.Put(row, reader.Read(&Doc{Language: "en", Searches: "en", Texts: [4]string{Title: name}}))
	}
	x.Fill()
	for _, c := range []struct {
		text      string
		plain     int
		inAnOrder int
	}{{"opal zinc desk", 6, 3}, {"lamp desk brass", rows - 3, rows - 3}, {"desk lamp", rows - 3, rows - 3}} {
		for sorted, want := range map[bool]int{false: c.plain, true: c.inAnOrder} {
			q := Parse(c.text, "en", nil)
			q.Sorted = sorted
			found := x.Find(&q, []uint64{1<<rows - 1}, nil, &Scratch{})
			if n := count(found.Rows); n != want || n == 3 && sorted && len(found.Left) > 0 {
				t.Errorf("%s, sorted %v: %d rows, want %d; left out %q", c.text, sorted, n, want, found.Left)
			}
		}
	}
}
