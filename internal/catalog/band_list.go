package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// Bands are the price bands that an answer depends on. The answer becomes stale only by a value that enters, leaves or
// crosses one of them. The zero Bands depends on no price.
type Bands struct {
	all     []band
	unknown bool // any price may change the answer
}

type band struct {
	ordering Ordering
	n        int
}

func (s *Bands) at(l Ordering, value string) {
	n, ok := l.band(value)
	s.unknown = s.unknown || !ok
	s.all = append(s.all, band{l, n})
}

func (s *Bands) add(o Bands) {
	s.all, s.unknown = append(s.all, o.all...), s.unknown || o.unknown
}

// SortBands returns the bands of a page that is sorted by the column and shows rows with these values. A row that
// enters the page, leaves it or moves across it crosses the first or the last band; a shown row leaves its own.
func SortBands(desc bool, shown []string) Bands {
	l := Up
	if desc {
		l = Down
	}
	var s Bands
	for _, value := range shown {
		s.at(l, value)
	}
	return s
}

// RangeBands returns the bands of a least and a greatest value, "" if no row has a value. Rows without a value are
// above all others for the least value, and below all others for the greatest. A row's first or last value therefore
// crosses a bound only if it moves that bound.
func RangeBands(least, most string) Bands {
	var s Bands
	s.at(Up, least)
	if most != "" {
		s.at(Down, most)
	}
	return s
}

// boundBands returns the bands of a list of the rows between two bounds, each "" if not given. Rows without a value are
// not in the list. The ordering is the one that puts them outside the bounds, so that a first value that lets the row
// into the list crosses a bound.
func boundBands(least, most string) Bands {
	var s Bands
	if most == "" {
		s.at(Down, least)
		return s
	}
	s.at(Up, most)
	if least != "" {
		s.at(Up, least)
	}
	return s
}

// tags appends the tags of the bands to dst, or the column's tag if the bands are unknown.
func (s Bands) tags(dst []string, tag string) []string {
	if s.unknown {
		return append(dst, tag)
	}
	for _, r := range s.all {
		dst = append(dst, string(r.ordering)+strconv.Itoa(r.n)+":"+tag)
	}
	return dst
}

// compact sorts the bands and removes duplicates.
func (s *Bands) compact() {
	slices.SortFunc(s.all, func(a, b band) int {
		return cmp.Or(cmp.Compare(a.ordering, b.ordering), cmp.Compare(a.n, b.n))
	})
	s.all = slices.Compact(s.all)
}

// A bound is a filter that bounds a banded column.
type bound struct {
	column string
	above  bool // the filter's value is the lower bound
}

// findBanded records which sorts and filters of a view concern banded columns.
func (v *View) findBanded(r *Resource, p *Plan) {
	p.banded, p.bounds = map[string]string{}, map[string]bound{}
	for _, column := range r.Banded {
		for name, by := range v.Sorts {
			if by != col(r.As+"."+column) {
				continue
			}
			if !slices.ContainsFunc(v.Row.banded, func(g bandField) bool { return g.column == column }) {
				panic(fmt.Sprintf("catalog: %s sorts by %s, but its row has no field with the tag band:%q", v.Path, column, column))
			}
			p.banded[name] = column
		}
		for i := range v.Accept {
			f := &v.Accept[i]
			if c, lower, ok := f.Cond.Band(); ok && c.As == r.As && c.Name == column {
				p.bounds[f.Name] = bound{column, lower}
			}
		}
	}
}

// BandedSort returns the banded column of a sort, "" for other sorts.
func (p *Plan) BandedSort(name string) string { return p.banded[name] }

// bands returns the bands of a list by one column, for a list of that many parts. columns are those that the list reads
// besides filters and sort. The bands are unknown if the column is not banded, if it is read in any other way, or if
// the list would carry more than mostBands tags.
func (p *Plan) bands(u Use, column string, parts int, columns []string) Bands {
	var s Bands
	reads := func(tags []string) bool { return slices.Contains(tags, ColumnTag(p.Resource.Name, column)) }
	if s.unknown = !slices.Contains(p.Resource.Banded, column) || u.Text || reads(p.list); s.unknown {
		return s
	}
	var least, most string
	for _, f := range u.Filters {
		if !reads(p.accept[f.Filter.Name]) {
			continue
		}
		switch b := p.bounds[f.Filter.Name]; {
		case b.column != column || len(f.Values) != 1:
			s.unknown = true
		case b.above:
			least = f.Values[0]
		default:
			most = f.Values[0]
		}
	}
	if least != "" || most != "" {
		s.add(boundBands(least, most))
	}
	if sorted := u.Sort != "" && reads(p.sorts[u.Sort]); sorted || slices.Contains(columns, column) {
		at, known := u.Bands[column]
		s.add(at)
		s.unknown = s.unknown || !known || sorted && p.banded[u.Sort] != column
	}
	s.compact()
	s.unknown = s.unknown || len(s.all)*parts > mostBands
	return s
}
