package listing

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"vitrine/search"
)

// A wish is a Query as a table understands it.
type wish struct {
	q      *search.Query
	conds  []cond
	facets []facet
	order  orderKey
	nulls  bool // rows without a value may come first: only a table without any can answer
	text   text
}

// A cond is a condition of a Query: its name, and the rows it keeps.
type cond struct {
	name string
	rows func(t *table, into set) // adds them
	not  bool                     // … or leaves out
}

// A facet is what a facet of a Query counts.
type facet struct {
	*search.Facet
	number int  // column of numbers, -1
	code   int  // column of text, -1
	tree   bool // headings
	pairs  bool
	of     string // the one name of pairs
}

var (
	inRE     = regexp.MustCompile(`^(\w+\.\w+) = ANY\(\?\)$`)
	boundRE  = regexp.MustCompile(`^(\w+\.\w+) (>=|<=) \?::(?:text::)?numeric$`)
	equalRE  = regexp.MustCompile(`^(\w+\.\w+) = \?::text::int$`)
	orNoneRE = regexp.MustCompile(`^\((\w+\.\w+) = \? OR (\w+\.\w+) IS NULL\)$`)
	exceptRE = regexp.MustCompile(`^(\w+\.\w+) <> ALL\(\?\)$`)
	orderRE  = regexp.MustCompile(`^(\w+\.\w+)( ASC| DESC)?( NULLS LAST)?(?:, (\w+\.\w+))?$`)
)

// understand reads a Query; ok is false if any of it means what a table does not know.
func (k *Kind) understand(q *search.Query) (w *wish, ok bool) {
	if q.Kind != k.Name || q.ID != k.As+".id" || q.From != k.From || q.Where != k.Where {
		return nil, false
	}
	if q.Text != "" && (len(k.Words) == 0 || !slices.Equal(q.Match, k.Words)) {
		return nil, false
	}
	w = &wish{q: q}
	m := orderRE.FindStringSubmatch(q.Order)
	switch {
	case m != nil && (m[4] == "" || m[4] == q.ID):
		w.order = orderKey{m[1], m[2] == " DESC"}
		w.nulls = w.order.desc && m[3] == ""
	case q.Limit > 0 || q.Order != "":
		return nil, false
	}
	for i := range q.Conds {
		c, ok := k.cond(&q.Conds[i])
		if !ok {
			return nil, false
		}
		w.conds = append(w.conds, c)
	}
	for i := range q.Facets {
		f, ok := k.facet(&q.Facets[i])
		if !ok {
			return nil, false
		}
		w.facets = append(w.facets, f)
	}
	return w, true
}

// cond reads a condition.
func (k *Kind) cond(c *search.Cond) (out cond, ok bool) {
	out.name = c.Name
	if c.SQL == k.Tree.Cond && c.SQL != "" {
		ids, ok := texts(c.Args, 0)
		slugs, too := texts(c.Args, 1)
		out.rows = func(t *table, into set) { t.below(ids, slugs, into) }
		return out, ok && too && len(c.Args) == 2
	}
	if c.SQL == k.Pairs.Cond && c.SQL != "" {
		values, ok := texts(c.Args, 1)
		name, too := single(c.Args, 0)
		out.rows = func(t *table, into set) {
			for _, v := range values {
				for _, p := range t.known.byPair[[2]string{name, v}] {
					into.addAll(t.known.rows[p])
				}
			}
		}
		return out, ok && too && len(c.Args) == 2
	}
	if m := inRE.FindStringSubmatch(c.SQL); m != nil {
		i := k.code(m[1])
		values, ok := texts(c.Args, 0)
		if !ok || i < 0 {
			return out, false
		}
		out.rows = func(t *table, into set) {
			for _, v := range values {
				if n, ok := t.codes[i].number[v]; ok {
					into.addAll(t.codes[i].rows[n])
				}
			}
		}
		return out, true
	}
	if m := orNoneRE.FindStringSubmatch(c.SQL); m != nil {
		i := k.code(m[1])
		value, ok := single(c.Args, 0)
		if !ok || i < 0 || m[1] != m[2] {
			return out, false
		}
		out.rows = func(t *table, into set) {
			for row, n := range t.codes[i].of {
				if n == noCode {
					into.add(uint32(row))
				}
			}
			if n, ok := t.codes[i].number[value]; ok && value != "" {
				into.addAll(t.codes[i].rows[n])
			}
		}
		return out, true
	}
	if m := exceptRE.FindStringSubmatch(c.SQL); m != nil && m[1] == k.As+".id" {
		ids, ok := texts(c.Args, 0)
		out.not = true
		out.rows = func(t *table, into set) {
			for _, id := range ids {
				if row, ok := t.at[id]; ok {
					into.add(row)
				}
			}
		}
		return out, ok
	}
	return k.numeric(c)
}

// numeric reads a condition on a number.
func (k *Kind) numeric(c *search.Cond) (out cond, ok bool) {
	out.name = c.Name
	m, op := boundRE.FindStringSubmatch(c.SQL), ""
	if m != nil {
		op = m[2]
	} else if m = equalRE.FindStringSubmatch(c.SQL); m == nil {
		return out, false
	}
	i := k.number(m[1])
	typed, ok := single(c.Args, 0)
	if !ok || i < 0 {
		return out, false
	}
	exact, ok := new(big.Rat).SetString(typed)
	if !ok || strings.ContainsAny(typed, "eEpPxXbBoO_/") {
		return out, false
	}
	exact.Mul(exact, new(big.Rat).SetInt64(max(k.Numbers[i].Scale, 1)))
	bound := new(big.Int).Div(exact.Num(), exact.Denom()) // rounded down
	if op == ">=" && !exact.IsInt() {
		bound.Add(bound, big.NewInt(1))
	}
	if !bound.IsInt64() || op == "" && !exact.IsInt() {
		return out, false
	}
	least, most := bound.Int64(), bound.Int64()
	switch op {
	case ">=":
		most = 1<<63 - 1
	case "<=":
		least = none + 1
	}
	out.rows = func(t *table, into set) {
		for row, v := range t.numbers[i] {
			if v >= least && v <= most && v != none {
				into.add(uint32(row))
			}
		}
	}
	return out, true
}

// facet reads a facet.
func (k *Kind) facet(f *search.Facet) (out facet, ok bool) {
	out = facet{Facet: f, number: -1, code: -1}
	same := func(o *search.Facet) bool {
		return o.Value != "" && f.Join == o.Join && f.Value == o.Value && f.Label == o.Label && f.Slug == o.Slug && f.Range == o.Range
	}
	switch {
	case same(&k.Tree.Facet):
		out.tree = true
	case same(&k.Pairs.Facet):
		out.pairs = true
	case same(&k.Pairs.One) && len(f.Args) == 1:
		out.pairs = true
		out.of, ok = single(f.Args, 0)
		return out, ok && out.of != ""
	case f.Join == "" && f.Label == "" && f.Slug == "":
		out.number = k.number(f.Value)
		return out, out.number >= 0 && (f.Range || k.Numbers[out.number].Scale <= 1)
	default:
		for i := range k.Codes {
			if same(&k.Codes[i].Facet) {
				out.code = i
			}
		}
		ok = out.code >= 0
		return out, ok && len(f.Args) == 0
	}
	return out, len(f.Args) == 0
}

func (k *Kind) number(column string) int {
	return slices.IndexFunc(k.Numbers, func(n Number) bool { return n.Column == column })
}

func (k *Kind) code(column string) int {
	return slices.IndexFunc(k.Codes, func(c Code) bool { return c.Column == column })
}

func texts(args []any, i int) ([]string, bool) {
	if i >= len(args) {
		return nil, false
	}
	s, ok := args[i].([]string)
	return s, ok
}

func single(args []any, i int) (string, bool) {
	if i >= len(args) {
		return "", false
	}
	switch v := args[i].(type) {
	case string:
		return v, true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	}
	return "", false
}
