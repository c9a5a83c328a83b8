package main

import (
	"cmp"
	"slices"
	"strings"
)

// postgres ranks as search/pg does: every word must occur, the last one as a beginning. Names that are the text or
// begin with it come first, then ts_rank decides. Misspelt texts are not corrected.
type postgres struct {
	all  []postgresRow
	rows map[string][]int
}

type postgresRow struct {
	name   string
	weight map[string]float64 // by word
}

func newPostgres(all []product) *postgres {
	m := &postgres{all: make([]postgresRow, len(all)), rows: map[string][]int{}}
	for i, p := range all {
		name := words(p.Title)
		weights := map[string][]float64{}
		for _, part := range []struct {
			words  []string
			weight float64
		}{{name, 1}, {words(p.Model), 0.4}, {words(p.Description), 0.1}, {words(p.Brand), 1}} {
			for _, w := range part.words {
				weights[w] = append(weights[w], part.weight)
			}
		}
		row := postgresRow{strings.Join(name, " "), map[string]float64{}}
		for w, at := range weights {
			row.weight[w] = worth(at)
			m.rows[w] = append(m.rows[w], i)
		}
		m.all[i] = row
	}
	return m
}

// worth returns what a word adds to ts_rank: the best weight counts in full, the others by the square of their place.
func worth(at []float64) float64 {
	sum, best, where := 0.0, 0.0, 0
	for j, w := range at {
		sum += w / float64((j+1)*(j+1))
		if w > best {
			best, where = w, j
		}
	}
	return best + sum - best/float64((where+1)*(where+1))
}

func (m *postgres) rank(text string) []int {
	typed := words(text)
	whole := strings.Join(typed, " ")
	count := map[int]int{}
	for n, w := range typed {
		has := map[int]bool{}
		if n < len(typed)-1 {
			for _, i := range m.rows[w] {
				has[i] = true
			}
		} else {
			for word, rows := range m.rows {
				if strings.HasPrefix(word, w) {
					for _, i := range rows {
						has[i] = true
					}
				}
			}
		}
		for i := range has {
			count[i]++
		}
	}
	score := map[int]float64{}
	for i, n := range count {
		if n < len(typed) {
			continue
		}
		row := &m.all[i]
		for _, w := range typed {
			score[i] += row.weight[w]
		}
		switch rest, begins := strings.CutPrefix(row.name, whole); {
		case begins && rest == "":
			score[i] += 3000
		case begins && rest[0] == ' ':
			score[i] += 2000
		case begins:
			score[i] += 1000
		}
	}
	return best(score)
}

// best returns the products with the highest scores; of equals, the first in the file.
func best(score map[int]float64) []int {
	all := make([]int, 0, len(score))
	for i := range score {
		all = append(all, i)
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Or(cmp.Compare(score[b], score[a]), a-b) })
	return all[:min(deep, len(all))]
}
