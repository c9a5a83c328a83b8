package memory

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"vitrine/internal/filter"
	"vitrine/search"
)

// A cond is a condition of a Query: its name, and the rows it keeps.
type cond struct {
	name string
	rows func(t *table, into set) // adds them
	not  bool                     // the condition leaves these rows out instead
}

// Check reports a condition that a table of the kind cannot answer. Raw conditions pass: Postgres answers them.
func (k *Kind) Check(c *filter.Cond) error {
	if _, ok := k.indexOf(c); !ok && c.Op != filter.Raw {
		return fmt.Errorf("no column or table of the in-memory kind %s answers %q: add it to the kind, or mark the "+
			"condition Raw",
			k.Name, c.SQL())
	}
	return nil
}

// CheckOrder reports an order that a table of the kind does not keep.
func (k *Kind) CheckOrder(o filter.Order) error {
	key, ok := k.orderKey(o)
	if !ok || k.number(key.column) < 0 && !slices.Contains(k.Names, key.column) {
		return fmt.Errorf("no column of the in-memory kind %s sorts by %s: add it to Numbers or Names", k.Name, o.SQL())
	}
	return nil
}

// indexOf finds what answers a condition: the number of a column in Codes or Numbers, or 0 for a condition that needs
// none. ok is false if nothing does.
func (k *Kind) indexOf(c *filter.Cond) (i int, ok bool) {
	id := c.Column.String() == k.As+".id"
	switch c.Op {
	case filter.In, filter.EqOrNull:
		i = k.code(c.Column.String())
		return i, i >= 0
	case filter.AtLeast, filter.AtMost:
		i = k.number(c.Column.String())
		return i, i >= 0
	case filter.Eq:
		if c.Column.Cast == "" {
			i = k.code(c.Column.String())
			return i, i >= 0
		}
		i = k.number(c.Column.String())
		return i, i >= 0 && c.Column.Cast == "int"
	case filter.NotIn:
		return 0, id
	case filter.InTree:
		return 0, id && c.Link == filter.Link{Table: k.Tree.Links, Owner: k.Tree.Owner}
	case filter.HasPair:
		return 0, id && c.Link == filter.Link{Table: k.Pairs.Table, Owner: k.Pairs.Owner}
	default:
		return 0, false
	}
}

// cond translates a condition. ok is false if a table cannot answer it.
func (k *Kind) cond(c *search.Cond) (out cond, ok bool) {
	out.name = c.Name
	i, ok := k.indexOf(c.Cond)
	if !ok {
		return out, false
	}
	switch c.Cond.Op {
	case filter.InTree:
		ids, ok := texts(c.Args, 0)
		slugs, too := texts(c.Args, 1)
		out.rows = func(t *table, into set) { t.below(ids, slugs, into) }
		return out, ok && too && len(c.Args) == 2
	case filter.HasPair:
		name, ok := single(c.Args, 0)
		values, too := texts(c.Args, 1)
		out.rows = func(t *table, into set) { t.paired(name, values, into) }
		return out, ok && too && len(c.Args) == 2
	case filter.In:
		values, ok := texts(c.Args, 0)
		out.rows = func(t *table, into set) { t.coded(i, values, into) }
		return out, ok
	case filter.EqOrNull:
		value, ok := single(c.Args, 0)
		out.rows = func(t *table, into set) {
			t.uncoded(i, into)
			if value != "" {
				t.coded(i, []string{value}, into)
			}
		}
		return out, ok
	case filter.NotIn:
		ids, ok := texts(c.Args, 0)
		out.not = true
		out.rows = func(t *table, into set) { t.identified(ids, into) }
		return out, ok
	case filter.Eq:
		if c.Cond.Column.Cast == "" {
			value, ok := single(c.Args, 0)
			out.rows = func(t *table, into set) { t.coded(i, []string{value}, into) }
			return out, ok
		}
		fallthrough
	default:
		least, most, ok := k.bounds(c, i)
		out.rows = func(t *table, into set) { t.between(i, least, most, into) }
		return out, ok
	}
}

// bounds translates the value of a condition on the i-th number into the least and the greatest number that pass.
func (k *Kind) bounds(c *search.Cond, i int) (least, most int64, ok bool) {
	typed, ok := single(c.Args, 0)
	if !ok {
		return 0, 0, false
	}
	exact, ok := new(big.Rat).SetString(typed)
	if !ok || strings.ContainsAny(typed, "eEpPxXbBoO_/") {
		return 0, 0, false
	}
	op := c.Cond.Op
	exact.Mul(exact, new(big.Rat).SetInt64(max(k.Numbers[i].Scale, 1)))
	bound := new(big.Int).Div(exact.Num(), exact.Denom()) // rounded down
	if op == filter.AtLeast && !exact.IsInt() {
		bound.Add(bound, big.NewInt(1))
	}
	if !bound.IsInt64() || op == filter.Eq && !exact.IsInt() {
		return 0, 0, false
	}
	least, most = bound.Int64(), bound.Int64()
	switch op {
	case filter.AtLeast:
		most = 1<<63 - 1
	case filter.AtMost:
		least = none + 1
	}
	return least, most, true
}

// coded adds the rows with any of some values in the i-th column of text.
func (t *table) coded(i int, values []string, into set) {
	for _, v := range values {
		if n, ok := t.codes[i].number[v]; ok {
			into.addAll(t.codes[i].rows[n])
		}
	}
}

// uncoded adds the rows without a value in the i-th column of text.
func (t *table) uncoded(i int, into set) {
	for row, n := range t.codes[i].of {
		if n == noCode {
			into.add(uint32(row))
		}
	}
}

// identified adds the rows with any of some ids.
func (t *table) identified(ids []string, into set) {
	for _, id := range ids {
		if row, ok := t.at[id]; ok {
			into.add(row)
		}
	}
}

// paired adds the rows that have a name with any of some values.
func (t *table) paired(name string, values []string, into set) {
	for _, v := range values {
		for _, p := range t.known.byPair[[2]string{name, v}] {
			into.addAll(t.known.rows[p])
		}
	}
}

// between adds the rows whose i-th number lies between two bounds, both included.
func (t *table) between(i int, least, most int64, into set) {
	for row, v := range t.numbers[i] {
		if v >= least && v <= most && v != none {
			into.add(uint32(row))
		}
	}
}

// texts returns the i-th argument of a condition, if it is a list of texts.
func texts(args []any, i int) ([]string, bool) {
	if i >= len(args) {
		return nil, false
	}
	s, ok := args[i].([]string)
	return s, ok
}

// single returns the i-th argument of a condition as text, if it is a text.
func single(args []any, i int) (string, bool) {
	if i >= len(args) {
		return "", false
	}
	s, ok := args[i].(string)
	return s, ok
}
