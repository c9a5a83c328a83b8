package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// A Bands is where an answer stands on a graded column's ladders: it is made untrue only by a value that comes to one of these rungs, leaves
// one or passes one. The zero Bands is known to stand nowhere.
type Bands struct {
	all     []band
	unknown bool // it may stand anywhere
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

// SortBands is where a page of a sorted list stands that shows rows with these values: at each of them. A row that is not shown and comes to
// be, or goes from before the page to behind it or back, passes the first or the last; one that is shown leaves its own.
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

// RangeBands is where the least and the greatest value of some rows stand, "" where no row has one. No value stands above all for the one and
// below all for the other, so that the first value of a row, or its last, passes the bounds that it moves and no others.
func RangeBands(least, most string) Bands {
	var s Bands
	s.at(Up, least)
	if most != "" {
		s.at(Down, most)
	}
	return s
}

// boundBands is where a list stands of the rows between two bounds, each "" where it is not given. A row without a value is not among them: on
// the ladder where that counts as beyond the bounds, a first value passes one if it lets the row in.
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

// tags appends what stands for a column's tag: the tags of the rungs, or itself where they are not known.
func (s Bands) tags(dst []string, tag string) []string {
	if s.unknown {
		return append(dst, tag)
	}
	for _, r := range s.all {
		dst = append(dst, string(r.ordering)+strconv.Itoa(r.n)+":"+tag)
	}
	return dst
}

// compact sorts the rungs and drops doubles.
func (s *Bands) compact() {
	slices.SortFunc(s.all, func(a, b band) int { return cmp.Or(cmp.Compare(a.ordering, b.ordering), cmp.Compare(a.n, b.n)) })
	s.all = slices.Compact(s.all)
}

// A bound is a filter that bounds a graded column.
type bound struct {
	column string
	above  bool // it is the least value that is let through, not the greatest
}

// findBanded notes what of a view sorts by graded columns and bounds them.
func (v *View) findBanded(r *Resource, p *Plan) {
	p.banded, p.bounds = map[string]string{}, map[string]bound{}
	for _, column := range r.Banded {
		for name, by := range v.Sorts {
			if by != col(r.As+"."+column) {
				continue
			}
			if !slices.ContainsFunc(v.Row.banded, func(g bandField) bool { return g.column == column }) {
				panic(fmt.Sprintf("catalog: %s sorts by %s, and its rows do not say it", v.Path, column))
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

// BandedSort is the graded column that a sort of the view is by, "" for other sorts.
func (p *Plan) BandedSort(name string) string { return p.banded[name] }

// bands is where a list stands by a column of its rows, for so many parts of the kind; columns are what it reads besides filters and sort. It
// stands anywhere where the column has no ladder, is read in a way that nothing is known of, or would take too many tags.
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
