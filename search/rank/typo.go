package rank

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"vitrine/search/token"
)

const mostFixed = 16 // corrections of a word

// correct finds the corrections of a word that no row has: the terms of names at the least number of edits, the most
// frequent first.
func (x *Index) correct(w *word, beside []Related) {
	type fix struct {
		word        string
		edits, rows int
	}
	var all []fix
	least := w.Typos
	letters, typed := token.Letters(w.Text), []rune(w.Text)
	consider := func(word string, marks uint64, rows int) {
		if bits.OnesCount64(letters&^marks) > least || len(word) < len(w.Text)-4*least ||
			!w.Unfinished() && len(word) > len(w.Text)+4*least || token.HasDigit(word) {
			return
		}
		if n := token.Distance(typed, []rune(word), w.Unfinished()); n <= least {
			least = n
			all = append(all, fix{word, n, rows})
		}
	}
	for i := range x.terms {
		if e := &x.terms[i]; len(e.rows[0]) > 0 {
			consider(e.word, e.letters, len(e.rows[0]))
		}
	}
	for _, b := range beside {
		if b.Weight() == 0 {
			continue
		}
		b.Terms(func(word string, rows int) { consider(word, token.Letters(word), rows) })
	}
	all = slices.DeleteFunc(all, func(f fix) bool { return f.edits > least })
	slices.SortFunc(all, func(a, b fix) int {
		return cmp.Or(cmp.Compare(b.rows, a.rows), strings.Compare(a.word, b.word))
	})
	all = slices.CompactFunc(all, func(a, b fix) bool { return a.word == b.word })
	for _, f := range all[:min(len(all), mostFixed)] {
		w.fixed = append(w.fixed, f.word)
	}
}
