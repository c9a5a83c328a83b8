package rank

import (
	"math/rand/v2"
	"strings"
	"testing"

	"vitrine/internal/proving"
)

// Each row is found and scored as its own explanation says, which looks at no other row: after edits, with few rows
// found and with many, with beginnings of words, and without some of the words.
func TestPropertyScoresAreThoseOfExplanations(t *testing.T) {
	t.Parallel()
	const rows = 12_000
	seed := proving.Seed(t, 3)
	r := rand.New(rand.NewPCG(seed, 1))
	words := make([]string, 3000)
	for i := range words {
		w := make([]byte, 4+r.IntN(4))
		for j := range w {
			w[j] = "aeioulnrstk"[r.IntN(11)]
		}
		words[i] = string(w)
	}
	reader := Reader{Tuning: DefaultTuning()}
	names := make([]string, rows)
	put := func(x *Index, row, vocabulary int) {
		var name []string
		for range 2 + r.IntN(4) {
			name = append(name, words[min(r.IntN(vocabulary), r.IntN(vocabulary), r.IntN(vocabulary))])
		}
		names[row] = strings.Join(name, " ")
		prose := words[r.IntN(len(words))] + " " + words[r.IntN(50)]
		texts := [4]string{Title: names[row], Prose: prose}
		x.Put(uint32(row), reader.Read(&Doc{Language: "en", Searches: "en", Texts: texts}))
	}
	x := New(DefaultTuning())
	for row := range rows {
		put(x, row, len(words))
	}
	x.Fill()
	var edited []int
	for i := range 200 { // later rows have words that are new
		words[r.IntN(20)] = words[r.IntN(20)][:2] + string(rune('a'+i%26)) + words[r.IntN(50)]
		row := r.IntN(rows)
		edited = append(edited, row)
		x.Take(uint32(row))
		put(x, row, 60)
	}
	shown := make([]uint64, (rows+63)/64)
	for i := range shown {
		shown[i] = r.Uint64() | r.Uint64() | r.Uint64()
	}
	var s Scratch
	relaxed, few, many := 0, 0, 0
	for range 150 {
		text := strings.Fields(names[r.IntN(rows)])
		if r.IntN(2) == 0 {
			text = strings.Fields(names[edited[r.IntN(len(edited))]])
		}
		if r.IntN(3) == 0 {
			text = append(text, strings.Fields(names[r.IntN(rows)])...)
		}
		text = text[:1+r.IntN(len(text))]
		last := &text[len(text)-1]
		*last = (*last)[:1+r.IntN(len(*last))]
		if r.IntN(8) == 0 {
			text = []string{words[r.IntN(50)][:1]}
		}
		q := Parse(strings.Join(text, " "), "en", nil)
		found := x.Find(&q, shown, nil, &s)
		switch n := count(found.Rows); {
		case found.relaxed:
			relaxed++
		case n <= mostFew:
			few++
		default:
			many++
		}
		for range 200 {
			row := uint32(r.IntN(rows))
			if n := count(found.Rows); n > 0 && n < 100 && r.IntN(2) == 0 { // seldom by chance
				each(found.Rows, func(o uint32) {
					if r.IntN(n) == 0 {
						row = o
					}
				})
			}
			x.asExplained(t, &q, &found, shown, row)
		}
		if t.Failed() {
			t.Fatalf("seed %d, %q", seed, text)
		}
	}
	if relaxed < 10 || few < 10 || many < 10 {
		t.Errorf("seed %d: %d searches without some words, %d with few rows, %d with many", seed, relaxed, few, many)
	}
}

// asExplained compares one row with its explanation.
func (x *Index) asExplained(t *testing.T, q *Query, found *Found, shown []uint64, row uint32) {
	t.Helper()
	has := func(set []uint64) bool { return set[row>>6]&(1<<(row&63)) != 0 }
	var total, part, score float32
	whole := true
	for i := range q.words {
		weight := found.scratch.weights[i]
		e := explainer{x: x, w: &q.words[i], row: row}
		v := e.evidence()
		total += weight
		if v == 0 {
			whole = false
			continue
		}
		part += weight
		score += weight * v / (v + 1)
	}
	want := whole || found.relaxed && part >= total*x.Tuning.Share
	if want = want && has(shown); want != has(found.Rows) {
		t.Errorf("row %d %q: found %v, want %v", row, x.names[row], has(found.Rows), want)
		return
	}
	if whole && found.relaxed {
		score += wholeBonus
	}
	if x.names[row] == q.name {
		score += exactBonus
	}
	if got := found.Score(row); want && got != score {
		t.Errorf("row %d %q: score %v, want %v", row, x.names[row], got, score)
	}
}
