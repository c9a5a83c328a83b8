package rank

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"vitrine/search/token"
)

const mostFixed = 16 // corrections of a word

// correct finds the corrections of a word that no visible row has: the terms of names of visible rows at the least
// number of edits, the most frequent first. A correction is shown, so that it must not name what is hidden.
func (x *Index) correct(w *word, beside []Related, shown []uint64) {
	type fix struct {
		word        string
		edits, rows int
	}
	var all []fix
	least := w.Typos
	letters, typed := token.Letters(w.Text), []rune(w.Text)
	whole := !w.Unfinished()
	consider := func(word string, marks uint64, visible func() int) {
		if bits.OnesCount64(letters&^marks) > least || whole && bits.OnesCount64(marks&^letters) > least ||
			len(word) < len(w.Text)-4*least || whole && len(word) > len(w.Text)+4*least ||
			token.HasDigit(word) {
			return
		}
		n := token.Distance(typed, []rune(word), w.Unfinished())
		if n > least {
			return
		}
		if rows := visible(); rows > 0 {
			least = n
			all = append(all, fix{word, n, rows})
		}
	}
	in := func(row uint32) int {
		if at := int(row >> 6); at < len(shown) {
			return int(shown[at] >> (row & 63) & 1)
		}
		return 0
	}
	for i, marks := range x.letters {
		if bits.OnesCount64(letters&^marks) > least { // Fast path: most terms are not looked at.
			continue
		}
		e := &x.terms[i]
		consider(e.word, marks, func() (n int) {
			for _, p := range e.rows[0] {
				n += in(p.row)
			}
			return n
		})
	}
	for _, b := range beside {
		if b.Weight() == 0 {
			continue
		}
		b.Terms(func(word string, marks uint64) {
			consider(word, marks, func() (n int) {
				b.Each(word, false, func(rows []uint32, _ []uint64, _, _ uint16) {
					for _, row := range rows {
						n += in(row)
					}
				})
				return n
			})
		})
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
