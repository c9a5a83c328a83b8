package widget

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/api"
)

// Op is the kind of a Filter.
type Op uint8

// The kinds of filters.
const (
	All     Op = iota + 1 // every part of Of
	Any                   // any part of Of
	Not                   // not the one part of Of
	Is                    // the attribute has any of Values
	Compare               // the attribute, a number, compares with Number by Sign
	Exists                // the record has the attribute
	Box                   // the record's point lies in Place: minLng, minLat, maxLng, maxLat
	Near                  // the record's point lies at most Place[2] metres from Place: lat, lng, metres
)

// A Filter is a condition of a widget, in the words of the client. The zero Filter is not valid.
type Filter struct {
	Op        Op
	Of        []Filter // of All, Any and Not
	Attribute string
	Values    []string
	Sign      string // = > >= < <=
	Number    string // a decimal number
	Place     [4]float64
}

// Limits of a request's filters.
const (
	maxFilters = 1000 // conditions of one search
	maxDepth   = 20   // of parentheses
	maxValue   = api.MaxPairValue
)

// NewIs is the filter of the values of an attribute.
func NewIs(attribute string, values ...string) Filter {
	values = slices.Clone(values)
	slices.Sort(values)
	return Filter{Op: Is, Attribute: attribute, Values: slices.Compact(values)}
}

// NewNot is the opposite of a filter.
func NewNot(f Filter) Filter {
	if f.Op == Not {
		return f.Of[0]
	}
	return Filter{Op: Not, Of: []Filter{f}}
}

// NewAny is the filter of records that any part keeps. Parts about values of one attribute become one.
func NewAny(parts ...Filter) Filter {
	var flat []Filter
	for _, p := range parts {
		if p.Op == Any {
			flat = append(flat, p.Of...)
		} else {
			flat = append(flat, p)
		}
	}
	var out []Filter
	for _, p := range flat {
		i := slices.IndexFunc(out, func(o Filter) bool { return o.Op == Is && p.Op == Is && o.Attribute == p.Attribute })
		if i < 0 {
			out = append(out, p)
		} else {
			out[i] = NewIs(p.Attribute, append(slices.Clone(out[i].Values), p.Values...)...)
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return Filter{Op: Any, Of: inOrder(out)}
}

// NewAll is the filter of records that every part keeps.
func NewAll(parts ...Filter) Filter {
	var out []Filter
	for _, p := range parts {
		if p.Op == All {
			out = append(out, p.Of...)
		} else {
			out = append(out, p)
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return Filter{Op: All, Of: inOrder(out)}
}

// NewBetween is the filter of numbers between two bounds, both included.
func NewBetween(attribute, least, most string) Filter {
	return NewAll(Filter{Op: Compare, Attribute: attribute, Sign: ">=", Number: least},
		Filter{Op: Compare, Attribute: attribute, Sign: "<=", Number: most})
}

// inOrder sorts filters and removes duplicates, so that filters with one meaning have one form.
func inOrder(parts []Filter) []Filter {
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b Filter) int { return cmp.Compare(a.String(), b.String()) })
	return slices.CompactFunc(parts, func(a, b Filter) bool { return a.String() == b.String() })
}

// Parts are the filters that must all hold.
func (f Filter) Parts() []Filter {
	switch f.Op {
	case 0:
		return nil
	case All:
		return f.Of
	}
	return []Filter{f}
}

// String is the one form of the filter: different filters have different forms.
func (f Filter) String() string {
	var b strings.Builder
	f.write(&b)
	return b.String()
}

func (f Filter) write(b *strings.Builder) {
	switch f.Op {
	case All, Any, Not:
		b.WriteString([...]string{All: "all", Any: "any", Not: "not"}[f.Op] + "(")
		for _, p := range f.Of {
			p.write(b)
			b.WriteByte(';')
		}
		b.WriteByte(')')
	case Is:
		b.WriteString(strconv.Quote(f.Attribute) + " is ")
		for _, v := range f.Values {
			b.WriteString(strconv.Quote(v) + ",")
		}
	case Compare:
		b.WriteString(strconv.Quote(f.Attribute) + f.Sign + f.Number)
	case Exists:
		b.WriteString(strconv.Quote(f.Attribute) + " exists")
	case Box, Near:
		b.WriteString([...]string{Box: "box", Near: "near"}[f.Op] + "(")
		for _, x := range f.Place {
			b.WriteString(strconv.FormatFloat(x, 'g', -1, 64) + ",")
		}
		b.WriteByte(')')
	}
}

// each calls do for every filter in f, and reports false for one that is nested too deep.
func (f Filter) each(depth int, do func(Filter)) bool {
	do(f)
	for _, p := range f.Of {
		if depth == maxDepth || !p.each(depth+1, do) {
			return false
		}
	}
	return true
}

// Attributes are the attributes that the filter names, each once.
func (f Filter) Attributes() (all []string) {
	f.each(0, func(p Filter) {
		if p.Attribute != "" && !slices.Contains(all, p.Attribute) {
			all = append(all, p.Attribute)
		}
	})
	return all
}

// Decimal reads a number as clients write it into its one form. It reports false for anything else, and for a number
// that no price comes near.
func Decimal(s string) (string, bool) {
	x, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || x != x || x > 1e15 || x < -1e15 {
		return "", false
	}
	if x == 0 {
		x = 0 // -0 is 0
	}
	return strconv.FormatFloat(x, 'f', -1, 64), true
}
