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
