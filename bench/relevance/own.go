package main

import (
	"cmp"
	"slices"

	"vitrine/search/rank"
)

// own is the ranking of search/memory.
type own struct {
	x       *rank.Index
	shown   []uint64
	scratch rank.Scratch
}

func newOwn(all []product, t rank.Tuning) *own {
	reader := rank.Reader{Tuning: t}
	m := &own{x: rank.New(t), shown: make([]uint64, (len(all)+63)/64)}
	for i, p := range all {
		m.x.Put(uint32(i), reader.Read(&rank.Doc{Texts: [4]string{p.Title, p.Model, p.Attributes, p.Description}}))
		m.shown[i/64] |= 1 << (i % 64)
	}
	m.x.Fill()
	return m
}

func (m *own) rank(text string) []int {
	q := rank.Parse(text, "", nil)
	res := m.x.Find(&q, m.shown, nil, &m.scratch)
	var rows []int
	for row := range len(m.shown) * 64 {
		if res.Rows[row/64]&(1<<(row%64)) != 0 {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b int) int {
		return cmp.Or(cmp.Compare(res.Score(uint32(b)), res.Score(uint32(a))), a-b)
	})
	return rows[:min(deep, len(rows))]
}
