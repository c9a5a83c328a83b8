package main

import (
	"fmt"
	"hash/fnv"

	"vitrine/search/rank"
)

const folds = 5

// crossValidate prints what tuning gives on queries that it has not seen: in each fold, the candidate that is best on
// the queries outside counts for those inside.
func crossValidate(products []product, queries []judged) {
	var plain, condensed [][]float64 // by candidate, by query
	for _, t := range candidates() {
		m := newOwn(products, t)
		p, c := m.measure(products, queries)
		plain, condensed = append(plain, p), append(condensed, c)
	}
	var p, c []float64
	for fold := range folds {
		best, most := 0, -1.0
		for i := range plain {
			sum := 0.0
			for j := range queries {
				if foldOf(&queries[j]) != fold {
					sum += plain[i][j] + condensed[i][j]
				}
			}
			if sum > most {
				best, most = i, sum
			}
		}
		for j := range queries {
			if foldOf(&queries[j]) == fold {
				p, c = append(p, plain[best][j]), append(c, condensed[best][j])
			}
		}
	}
	fmt.Printf("\nTuned inside %d folds, over %d candidates\n", folds, len(plain))
	for name, values := range map[string][]float64{"plain": p, "condensed": c} {
		low, high := interval(values)
		fmt.Printf("  vitrine   %-9s %.3f [%.3f, %.3f] %s\n", name, mean(values), low, high, bar(mean(values)))
	}
}

// candidates are tunings around the one in use.
func candidates() (all []rank.Tuning) {
	for _, length := range []float32{8, 10, 14} {
		for _, head := range []float32{1.5, 1.75, 2.25} {
			for _, prose := range []float32{0.8, 1, 1.2} {
				t := rank.DefaultTuning()
				t.Length, t.Head, t.Weight[rank.Prose] = length, head, prose
				all = append(all, t)
			}
		}
	}
	return all
}

func foldOf(q *judged) int {
	h := fnv.New32a()
	h.Write([]byte("fold " + q.text))
	return int(h.Sum32() % folds)
}

// measure returns the nDCG@10 of each query.
func (m *own) measure(products []product, queries []judged) (plain, condensed []float64) {
	for i := range queries {
		var ids []string
		for _, n := range m.rank(queries[i].text) {
			ids = append(ids, products[n].ID)
		}
		p, c := ndcg(&queries[i], ids)
		plain, condensed = append(plain, p), append(condensed, c)
	}
	return plain, condensed
}
