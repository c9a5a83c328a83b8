package main

import (
	"math"
	"strings"

	"vitrine/search"
)

// A ranking returns the numbers of products for a text, the best first; at most deep.
type ranking interface {
	rank(text string) []int
}

// A contender is a ranking with its name in the tables.
type contender struct {
	name string
	by   ranking
}

// deep is how many products of a ranking are read: enough for ten with a judgement.
const deep = 1000

func words(text string) []string { return strings.FieldsFunc(search.Fold(text), search.Separates) }

// bm25 is Okapi BM25 over one text: the title three times and the description; any word counts.
type bm25 struct {
	rows    map[string]map[int]float64
	lengths []float64
	average float64
}

const k1, b = 1.2, 0.75

func newBM25(all []product) *bm25 {
	m := &bm25{rows: map[string]map[int]float64{}, lengths: make([]float64, len(all))}
	for i, p := range all {
		for _, w := range words(strings.Repeat(p.Title+" ", 3) + p.Description) {
			w = strings.TrimSuffix(w, "s")
			if m.rows[w] == nil {
				m.rows[w] = map[int]float64{}
			}
			m.rows[w][i]++
			m.lengths[i]++
			m.average++
		}
	}
	m.average /= float64(len(all))
	return m
}

func (m *bm25) rank(text string) []int {
	n := float64(len(m.lengths))
	score := map[int]float64{}
	for _, w := range words(text) {
		rows := m.rows[strings.TrimSuffix(w, "s")]
		df := float64(len(rows))
		for i, tf := range rows {
			score[i] += math.Log(1+(n-df+0.5)/(df+0.5)) * tf * (k1 + 1) / (tf + k1*(1-b+b*m.lengths[i]/m.average))
		}
	}
	return best(score)
}
