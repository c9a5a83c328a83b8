package rank

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"vitrine/search"
)

// someNames are names of six words, some of which are frequent.
func someNames(rows int) (words, names []string) {
	r := rand.New(rand.NewPCG(1, 2))
	words = make([]string, 2000)
	for i := range words {
		words[i] = fmt.Sprintf("%c%c%ctem%d", 'a'+r.IntN(26), 'a'+r.IntN(26), 'a'+r.IntN(26), i)
	}
	names = make([]string, rows)
	for i := range names {
		var all []string
		for range 6 {
			all = append(all, words[min(r.IntN(len(words)), r.IntN(len(words)))])
		}
		names[i] = strings.Join(all, " ")
	}
	return words, names
}

// all is the set of so many rows.
func all(rows int) []uint64 {
	set := make([]uint64, (rows+63)/64)
	for i := range set {
		set[i] = ^uint64(0)
	}
	return set
}

// The search of a keystroke in 20,000 rows: without settings, with 200 synonyms that do not concern it, and with one
// that does.
func BenchmarkFind(b *testing.B) {
	words, names := someNames(20_000)
	x, shown := indexed(names...), all(len(names))
	concerned := unrelated(199)
	concerned.Synonyms = append(concerned.Synonyms, search.Synonym{Words: []string{words[3], words[5]}})
	for _, c := range []struct {
		name string
		set  *search.Settings
	}{{"none", nil}, {"200 synonyms of other words", unrelated(200)}, {"200 synonyms, one of a word", concerned}} {
		b.Run(c.name, func(b *testing.B) {
			var s Scratch
			b.ReportAllocs()
			for b.Loop() {
				q := Parse(words[3]+" "+words[4][:4], "en", c.set)
				x.Find(&q, shown, nil, &s)
			}
		})
	}
}

// The search of a word and the first letter of the next one, in 60,000 rows.
func BenchmarkLetter(b *testing.B) {
	words, names := someNames(60_000)
	x, shown := indexed(names...), all(len(names))
	var s Scratch
	for b.Loop() {
		q := Parse(words[3]+" "+words[4][:1], "en", nil)
		x.Find(&q, shown, nil, &s)
	}
}

// The search of ten words without a match, and without a word nearby, in rows with 100,000 different words.
func BenchmarkNonsense(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	of := func(letters string) string {
		w := make([]byte, 5+r.IntN(8))
		for i := range w {
			w[i] = letters[r.IntN(len(letters))]
		}
		return string(w)
	}
	names := make([]string, 20_000)
	for i := range names {
		for range 5 {
			names[i] += of("etaoinshrdlcumwfgypbvk") + " "
		}
	}
	x, shown := indexed(names...), all(len(names))
	var text string
	for range 10 {
		text += of("qxzjvkw") + " "
	}
	var s Scratch
	for b.Loop() {
		q := Parse(text, "en", nil)
		x.Find(&q, shown, nil, &s)
	}
}
