package meili

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/filter"
	"vitrine/search"
	"vitrine/search/memory"
)

// A Kind is a kind whose filters, order and facets Meilisearch answers. The documents of other kinds hold texts alone:
// Meilisearch finds candidates, and Postgres filters, sorts and counts them.
type Kind struct {
	memory.Kind
	Order filter.Order // breaks the ties of matches, like Query.Order

	// Texts are the table's columns that decide whether a row matches a text, without alias. They include the status and
	// the reference to Related.
	Texts []string
	// Related is the table whose names documents contain: "brand".
	Related string

	own []string // OwnColumns, once New has read them
}

// Attributes of documents. Those of numbers, names and codes are followed by the place of the column in the Kind.
const (
	attrID     = "id" // an object id, which sorts as in Postgres
	attrSince  = "s"  // visible from, in microseconds; only on rows that lists show
	attrUntil  = "u"  // visible until
	attrNumber = "n"
	attrName   = "m" // the first bytes of a name in hex
	attrCode   = "c"
	attrNode   = "t"
	attrSlug   = "g"
	attrPair   = "p" // name and value
	attrTyped  = "q" // name, value and type, unless the type is plainType
)

// Limits of what Meilisearch holds exactly. Numbers are 64-bit floats there, and a text that is filtered, sorted or
// counted by has at most 468 bytes.
const (
	mostNumber = 1 << 53
	mostName   = 230
	mostValue  = 200
)

// pushed is a Query in terms of Meilisearch.
type pushed struct {
	q      *search.Query
	kind   *Kind
	base   string   // tenant and visibility
	conds  []string // by place in q.Conds
	order  []string // of a sorted query
	nulls  []string // attributes whose absence only Postgres can sort
	facets []facet
}

// facet is a facet of a Query in terms of Meilisearch.
type facet struct {
	*search.Facet
	attr string // counted
	code int    // place of the column in Codes, -1 for none
	of   string // the only name of pairs to count
}

// push translates a Query. ok is false if Meilisearch cannot answer a part of it exactly.
func (k *Kind) push(q *search.Query) (p *pushed, ok bool) {
	if q.ID != k.As+".id" || q.From != k.From || q.Where != k.Where || !slices.Equal(q.Match, k.Words) {
		return nil, false
	}
	now := strconv.FormatInt(q.Now.UnixMicro(), 10)
	p = &pushed{q: q, kind: k}
	p.base = "tenant = " + quote(q.Tenant) + " AND " + attrSince + " <= " + now +
		" AND (" + attrUntil + " NOT EXISTS OR " + attrUntil + " > " + now + ")"
	if q.Limit > 0 {
		if q.Sorted {
			if p.order, ok = p.sort(q.Order); !ok {
				return nil, false
			}
		} else if !sameOrder(q.Order, k.Order, k.As) {
			return nil, false
		}
	}
	for i := range q.Conds {
		c, ok := k.cond(&q.Conds[i])
		if !ok {
			return nil, false
		}
		p.conds = append(p.conds, c)
	}
	for i := range q.Facets {
		f, ok := k.facet(&q.Facets[i])
		if !ok {
			return nil, false
		}
		p.facets = append(p.facets, f)
	}
	return p, true
}

// sameOrder compares two orders without the id, which is always the last key.
func sameOrder(a, b filter.Order, as string) bool {
	trim := func(o filter.Order) filter.Order {
		if n := len(o); n > 0 && o[n-1] == filter.Asc(as+".id") {
			return o[:n-1]
		}
		return o
	}
	return slices.Equal(trim(a), trim(b))
}

// sort translates an order. Rows without a value come last in Meilisearch. An order that puts them first is only exact
// without such rows, so they are counted.
func (p *pushed) sort(o filter.Order) (keys []string, ok bool) {
	for _, key := range o {
		if key == filter.Asc(p.kind.As+".id") {
			break
		}
		attr, ok := p.kind.attr(key.Column.String())
		if !ok {
			return nil, false
		}
		nulls := key.Nulls == filter.NullsFirst || key.Nulls == filter.NullsDefault && key.Desc
		if nulls && attr[:1] == attrNumber { // names are never NULL
			p.nulls = append(p.nulls, attr)
		}
		way := ":asc"
		if key.Desc {
			way = ":desc"
		}
		keys = append(keys, attr+way)
	}
	return append(keys, attrID+":asc"), true
}

// attr returns the attribute that a column is sorted by.
func (k *Kind) attr(column string) (string, bool) {
	if i := k.number(column); i >= 0 {
		return attrNumber + strconv.Itoa(i), true
	}
	if i := slices.Index(k.Names, column); i >= 0 {
		return attrName + strconv.Itoa(i), true
	}
	return "", false
}

func (k *Kind) number(column string) int {
	return slices.IndexFunc(k.Numbers, func(n memory.Number) bool { return n.Column == column })
}

func (k *Kind) code(column string) int {
	return slices.IndexFunc(k.Codes, func(c memory.Code) bool { return c.Column == column })
}

// cond translates a condition.
func (k *Kind) cond(c *search.Cond) (string, bool) {
	id := c.Cond.Column.String() == k.As+".id"
	switch c.Cond.Op {
	case filter.In:
		i := k.code(c.Cond.Column.String())
		values, ok := texts(c.Args, 0)
		return among(attrCode+strconv.Itoa(i), values, encode), ok && i >= 0
	case filter.EqOrNull:
		i := k.code(c.Cond.Column.String())
		value, ok := text(c.Args, 0)
		attr := attrCode + strconv.Itoa(i)
		return "(" + attr + " NOT EXISTS OR " + among(attr, []string{value}, encode) + ")", ok && i >= 0
	case filter.NotIn:
		ids, ok := texts(c.Args, 0)
		return "NOT " + among(attrID, ids, key), ok && id
	case filter.InTree:
		ids, ok := texts(c.Args, 0)
		slugs, too := texts(c.Args, 1)
		return "(" + among(attrNode, ids, encode) + " OR " + among(attrSlug, slugs, encode) + ")",
			ok && too && id && c.Cond.Link == filter.Link{Table: k.Tree.Links, Owner: k.Tree.Owner}
	case filter.HasPair:
		name, ok := text(c.Args, 0)
		values, too := texts(c.Args, 1)
		return among(attrPair, values, func(v string) string { return encode(name + unit + v) }),
			ok && too && id && c.Cond.Link == filter.Link{Table: k.Pairs.Table, Owner: k.Pairs.Owner}
	case filter.AtLeast, filter.AtMost, filter.Eq:
		return k.bound(c)
	default:
		return "", false
	}
}

// bound translates a condition on a number.
func (k *Kind) bound(c *search.Cond) (string, bool) {
	i := k.number(c.Cond.Column.String())
	typed, ok := text(c.Args, 0)
	if i < 0 || !ok || c.Cond.Op == filter.Eq && c.Cond.Column.Cast != "int" {
		return "", false
	}
	exact, ok := new(big.Rat).SetString(typed)
	if !ok || strings.ContainsAny(typed, "eEpPxXbBoO_/") {
		return "", false
	}
	exact.Mul(exact, new(big.Rat).SetInt64(max(k.Numbers[i].Scale, 1)))
	bound := new(big.Int).Div(exact.Num(), exact.Denom()) // rounded down
	if c.Cond.Op == filter.AtLeast && !exact.IsInt() {
		bound.Add(bound, big.NewInt(1))
	}
	if !bound.IsInt64() || bound.CmpAbs(big.NewInt(mostNumber)) > 0 || c.Cond.Op == filter.Eq && !exact.IsInt() {
		return "", false
	}
	sign := map[filter.Op]string{filter.AtLeast: " >= ", filter.AtMost: " <= ", filter.Eq: " = "}[c.Cond.Op]
	return attrNumber + strconv.Itoa(i) + sign + bound.String(), true
}

// facet translates a facet.
func (k *Kind) facet(f *search.Facet) (out facet, ok bool) {
	out = facet{Facet: f, code: -1}
	same := func(o *search.Facet) bool {
		return o.Value != "" && f.Join == o.Join && f.Value == o.Value && f.Label == o.Label && f.Slug == o.Slug &&
			f.Range == o.Range
	}
	switch {
	case same(&k.Tree.Facet):
		out.attr = attrNode
		return out, len(f.Args) == 0
	case same(&k.Pairs.Facet):
		out.attr = attrPair
		return out, len(f.Args) == 0
	case same(&k.Pairs.One) && len(f.Args) == 1:
		out.attr = attrPair
		out.of, ok = text(f.Args, 0)
		return out, ok && out.of != ""
	case f.Join == "" && f.Label == "" && f.Slug == "":
		i := k.number(f.Value)
		out.attr = attrNumber + strconv.Itoa(i)
		return out, i >= 0 && (f.Range || k.Numbers[i].Scale <= 1) && len(f.Args) == 0
	}
	for i := range k.Codes {
		if same(&k.Codes[i].Facet) {
			out.attr, out.code = attrCode+strconv.Itoa(i), i
		}
	}
	return out, out.code >= 0 && len(f.Args) == 0
}

// filter joins the tenant, the visibility and the conditions, except those of a name.
func (p *pushed) filter(except string, more ...string) string {
	parts := []string{p.base}
	for i, c := range p.q.Conds {
		if except == "" || c.Name != except {
			parts = append(parts, p.conds[i])
		}
	}
	return strings.Join(append(parts, more...), " AND ")
}

// among is the condition that an attribute has any of some values. Without a value it never holds.
func among(attr string, values []string, encode func(string) string) string {
	if len(values) == 0 {
		return "tenant NOT EXISTS"
	}
	var b strings.Builder
	b.WriteString(attr)
	b.WriteString(" IN [")
	for i, v := range values {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('"')
		b.WriteString(encode(v))
		b.WriteByte('"')
	}
	b.WriteByte(']')
	return b.String()
}

// unit separates the name of a pair from its value, and the value from its type.
const unit = "\x1f"

// plainType is the type of pairs that most have. Documents say nothing of it.
const plainType = "TEXT"

// encode returns a value in a form that Meilisearch compares byte by byte. It ignores case, accents, and spaces at the
// ends, so ^ marks a capital, and ^0 with two digits any other byte that it would change or that ends a filter's value.
func encode(v string) string {
	if len(v) > mostValue {
		return hashed(v)
	}
	if lowPlain.MatchString(v) {
		return v
	}
	b := make([]byte, 0, 2*len(v))
	for i := 0; i < len(v); i++ {
		c := v[i]
		switch {
		case c >= 'A' && c <= 'Z':
			b = append(b, '^', c+'a'-'A')
		case c < ' ' || c >= 0x7f || c == '^' || c == '"' || c == '\\' || c == ' ' && (i == 0 || i == len(v)-1):
			b = append(b, '^', '0', digits[c>>4], digits[c&15])
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

const digits = "0123456789abcdef"

// decode reverses encode. ok is false for a value that was too long.
func decode(s string) (v string, ok bool) {
	if strings.HasPrefix(s, tooLong) {
		return "", false
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != '^':
			b = append(b, s[i])
		case i+1 < len(s) && s[i+1] != '0':
			i++
			b = append(b, s[i]-'a'+'A')
		case i+3 < len(s):
			b = append(b, byte(strings.IndexByte(digits, s[i+2])<<4|strings.IndexByte(digits, s[i+3])))
			i += 3
		default:
			return "", false
		}
	}
	return string(b), true
}

// tooLong starts the hash of a value that is too long. No encoded value starts so.
const tooLong = "^-"

// hashed returns the hash of a value that is too long for a filter. It has no decoded form.
func hashed(v string) string {
	sum := sha256.Sum256([]byte(v))
	return tooLong + hex.EncodeToString(sum[:])
}

// sortKey returns a text in hex, which Meilisearch sorts as bytes.
func sortKey(s string) string { return hex.EncodeToString([]byte(s[:min(len(s), mostName)])) }

// Check reports a mistake of the program in the kind.
func (k *Kind) Check() error {
	for _, key := range k.Order {
		if _, ok := k.attr(key.Column.String()); !ok && key != filter.Asc(k.As+".id") {
			return fmt.Errorf("meili: the order of %s needs %s among its Numbers or Names", k.Name, key.Column)
		}
	}
	return nil
}

// texts returns the i-th argument of a condition, if it is a list of texts.
func texts(args []any, i int) ([]string, bool) {
	if i >= len(args) {
		return nil, false
	}
	s, ok := args[i].([]string)
	return s, ok
}

// text returns the i-th argument of a condition, if it is a text.
func text(args []any, i int) (string, bool) {
	if i >= len(args) {
		return "", false
	}
	s, ok := args[i].(string)
	return s, ok
}
