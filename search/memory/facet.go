package memory

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/filter"
	"vitrine/search"
)

// count counts the rows found by a facet.
func (t *table) count(f *facet, found set, res *search.Result) {
	limit := f.Limit
	if limit <= 0 {
		limit = filter.DefaultFacetLimit
	}
	limit = min(limit, filter.MaxFacetLimit)
	switch {
	case f.Range:
		t.bounds(f, found, res)
	case f.tree:
		res.Facets[f.Name] = first(limit, f.slugs(t.countTree(found)))
	case f.pairs:
		res.Facets[f.Name] = t.countPairs(f, found, limit)
	case f.code >= 0:
		res.Facets[f.Name] = first(limit, f.slugs(t.countCodes(f.code, found)))
	default:
		res.Facets[f.Name] = first(limit, t.countNumbers(f.number, found))
	}
}

// slugs clears the slugs if the facet has none.
func (f *facet) slugs(all []search.Count) []search.Count {
	for i := range all {
		if f.Slug == "" {
			all[i].Slug = ""
		}
	}
	return all
}

// first returns the most frequent values, in the order of sql.List.
func first(limit int, all []search.Count) []search.Count {
	slices.SortFunc(all, func(a, b search.Count) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Label, b.Label), strings.Compare(a.Value, b.Value),
			strings.Compare(a.Slug, b.Slug))
	})
	return all[:min(limit, len(all))]
}

func (t *table) bounds(f *facet, found set, res *search.Result) {
	column := t.numbers[f.number]
	least, most := int64(none), int64(none)
	found.each(func(row uint32) {
		v := column[row]
		if v == none || v == math.MaxInt64 { // NULL or NaN
			return
		}
		if least == none || v < least {
			least = v
		}
		most = max(most, v)
	})
	if least != none {
		scale := float64(max(t.kind.Numbers[f.number].Scale, 1))
		res.Ranges[f.Name] = search.Range{Min: float64(least) / scale, Max: float64(most) / scale}
	}
}

func (t *table) countNumbers(i int, found set) []search.Count {
	n := map[int64]int{}
	column := t.numbers[i]
	found.each(func(row uint32) {
		if v := column[row]; v != none {
			n[v]++
		}
	})
	all := make([]search.Count, 0, len(n))
	for v, count := range n {
		s := strconv.FormatInt(v, 10)
		all = append(all, search.Count{Value: s, Label: s, Count: count})
	}
	return all
}

func (t *table) countCodes(i int, found set) []search.Count {
	c := &t.codes[i]
	n := make([]int, len(c.values))
	found.each(func(row uint32) {
		if code := c.of[row]; code != noCode {
			n[code]++
		}
	})
	if t.kind.Codes[i].Kind != "" {
		return counted(n, c.named)
	}
	all := []search.Count{}
	for code, count := range n {
		if s := c.values[code]; count > 0 {
			all = append(all, search.Count{Value: s, Label: s, Count: count})
		}
	}
	return all
}

// countTree counts a row once for each node that it belongs to, directly or through several descendants.
func (t *table) countTree(found set) []search.Count {
	n := make([]int, len(t.tree.values))
	by := make([]uint32, len(n)) // the row counted last, plus one
	found.each(func(row uint32) {
		for _, leaf := range t.links[row] {
			for _, h := range t.tree.above[leaf] {
				if by[h] != row+1 {
					by[h] = row + 1
					n[h]++
				}
			}
		}
	})
	return counted(n, t.tree.named)
}

// counted returns the visible nodes with their counts.
func counted(n []int, named []node) []search.Count {
	all := []search.Count{}
	for i, count := range n {
		if h := &named[i]; count > 0 && h.shown {
			all = append(all, search.Count{Value: h.id, Label: h.name, Slug: h.slug, Count: count})
		}
	}
	return all
}

// countPairs counts pairs, of all names or of one. There are many, so it sorts only those that can be among the first.
func (t *table) countPairs(f *facet, found set, limit int) []search.Count {
	n := make([]int32, len(t.known.all))
	found.each(func(row uint32) {
		for _, p := range t.pairs[row] {
			n[p]++
		}
	})
	if f.of != "" {
		for p := range n {
			if t.known.all[p].name != f.of {
				n[p] = 0
			}
		}
	}
	t.merge(n, found)
	least := nth(n, limit)
	top := make([]int32, 0, 2*limit)
	for _, p := range t.known.sorted { // keeps equal counts in order
		if n[p] >= least {
			top = append(top, p)
		}
	}
	slices.SortStableFunc(top, func(a, b int32) int { return cmp.Compare(n[b], n[a]) })
	out := make([]search.Count, min(limit, len(top)))
	for i := range out {
		p := &t.known.all[top[i]]
		out[i] = search.Count{Value: p.name + unit + p.value, Label: p.value, Slug: p.kind, Count: int(n[top[i]])}
	}
	return out
}

// merge gives the counts of pairs that differ only in their type to the first type: a row counts once.
func (t *table) merge(n []int32, found set) {
	for _, same := range t.known.alike {
		types, first := 0, int32(-1)
		for _, p := range t.known.byPair[same] {
			if n[p] == 0 {
				continue
			}
			types++
			if first < 0 || t.known.all[p].kind < t.known.all[first].kind {
				first = p
			}
		}
		if types < 2 { // no row was counted twice
			continue
		}
		rows := newSet(len(t.ids))
		for _, p := range t.known.byPair[same] {
			rows.addAll(t.known.rows[p])
			n[p] = 0
		}
		rows.and(found)
		n[first] = int32(rows.count())
	}
}

// nth returns the limit-th greatest count, at least 1.
func nth(n []int32, limit int) int32 {
	const small = 1024 // greater counts are treated as equal
	var of [small + 1]int
	for _, count := range n {
		of[min(count, small)]++
	}
	seen := 0
	for count := small; count > 0; count-- {
		if seen += of[count]; seen >= limit {
			return int32(count)
		}
	}
	return 1
}
