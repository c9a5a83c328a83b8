package rank

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vitrine/search"
)

// An indexed is an index of names, one row each.
func indexed(names ...string) *Index {
	x := New(DefaultTuning())
	reader := Reader{Tuning: DefaultTuning()}
	for row, name := range names {
		x.Put(uint32(row), reader.Read(&Doc{Language: "en", Searches: "en", Texts: [4]string{Title: name}}))
	}
	x.Fill()
	return x
}

// found returns the rows that a text finds, the best first, and their scores.
func (x *Index) found(text string, s *search.Settings, scratch *Scratch) (rows []int, scores []float32) {
	q := Parse(text, "en", s)
	shown := make([]uint64, (len(x.of)+63)/64)
	for row := range x.of {
		shown[row>>6] |= 1 << (row & 63)
	}
	res := x.Find(&q, shown, nil, scratch)
	each(res.Rows, func(row uint32) { rows = append(rows, int(row)) })
	slices.SortStableFunc(rows, func(a, b int) int {
		return int((res.Score(uint32(b)) - res.Score(uint32(a))) * 1e6)
	})
	for _, row := range rows {
		scores = append(scores, res.Score(uint32(row)))
	}
	return rows, scores
}

func TestSynonymsStandForWords(t *testing.T) {
	t.Parallel()
	x := indexed("Notebook", "Laptop", "Media console", "TV stand", "Console table", "Media player", "Rice 10 kg",
		"Head and shoulders")
	s := &search.Settings{Synonyms: []search.Synonym{
		{Words: []string{"laptop", "notebooks"}}, {From: "tv stand", To: []string{"media console"}},
		{From: "sack", To: []string{"10 kilos"}}, {From: "shampoo", To: []string{"head and shoulders"}},
		{From: "and", To: []string{"rice"}},
	}}
	for text, want := range map[string]string{
		"laptop": "1 0", "laptops": "0 1", "Laptop'": "1 0", "lapto": "1", "notebook": "0 1",
		"tv stand": "3 2", "tv stands": "3 2", "media console": "2 | 4 5", "console media": "2 | 4 5",
		"rice sack": "6", "shampoo": "7", "and": "6 7",
	} {
		rows, scores := x.found(text, s, &Scratch{})
		got := ""
		for i, row := range rows { // after a bar come rows without some words
			if i > 0 && len(strings.Fields(text)) > 1 && scores[i-1] > 500 && scores[i] < 500 {
				got += " |"
			}
			got += fmt.Sprint(" ", row)
		}
		if got != " "+want {
			t.Errorf("%q finds%s %v, want %s", text, got, scores, want)
		}
	}
	if rows, _ := x.found("laptop", nil, &Scratch{}); len(rows) != 1 {
		t.Errorf("without settings: %v", rows)
	}
}

// A search leaves nothing for the next one in its scratch.
func TestASynonymLeavesNothingInTheScratch(t *testing.T) {
	t.Parallel()
	x := indexed("Media console", "TV stand", "Media player", "Console", "Media media console console")
	s := &search.Settings{Synonyms: []search.Synonym{{From: "tv stand", To: []string{"media console", "media player"}}}}
	var used Scratch
	for range 2 {
		for _, text := range []string{"tv stand", "media", "media console", "stand"} {
			rows, scores := x.found(text, s, &used)
			want, fresh := x.found(text, s, &Scratch{})
			if !slices.Equal(rows, want) || !slices.Equal(scores, fresh) {
				t.Errorf("%q: %v %v, with a new scratch %v %v", text, rows, scores, want, fresh)
			}
		}
	}
}

func TestSynonymsAreBounded(t *testing.T) {
	t.Parallel()
	s := &search.Settings{}
	for i := range 1000 {
		s.Synonyms = append(s.Synonyms, search.Synonym{Words: []string{"lamp", fmt.Sprint("other", i), "lamps"}})
	}
	q := Parse("lamp "+strings.Repeat("lamps ", 50), "en", s)
	for _, w := range q.words {
		if len(w.others) != 32 {
			t.Errorf("%d synonyms of %s, want 32", len(w.others), w.Text)
		}
	}
}

// Without settings that count, a search is what it is without settings.
func TestSettingsThatDoNotCountChangeNothing(t *testing.T) {
	t.Parallel()
	x := indexed("Red desk lamp", "Lamp", "Desk for a lamp", "Green chair")
	for _, text := range []string{"lamp", "desk lamp", "des", "lmap", "the lamp", "chair lamp"} {
		rows, scores := x.found(text, nil, &Scratch{})
		again, same := x.found(text, unrelated(200), &Scratch{})
		if !slices.Equal(rows, again) || !slices.Equal(scores, same) {
			t.Errorf("%q: %v %v, without settings %v %v", text, again, same, rows, scores)
		}
	}
}

// unrelated returns n synonyms of words that nobody searches for.
func unrelated(n int) *search.Settings {
	s := &search.Settings{StopWords: []string{"cheapest"}}
	for i := range n {
		s.Synonyms = append(s.Synonyms, search.Synonym{
			Words: []string{fmt.Sprint("word", i, "a"), fmt.Sprint("word", i, "b c")}})
	}
	return s
}
