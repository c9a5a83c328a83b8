package widget

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

// Filters may be texts: brand:Acme AND (price >= 10 OR NOT year = 2024). The syntax of all clients is read alike:
//
//	NAME:VALUE   NAME = VALUE   NAME != VALUE   NAME > NUMBER   >=   <   <=
//	NAME:NUMBER TO NUMBER   NAME NUMBER TO NUMBER   NAME IN [VALUE, VALUE]   NAME NOT IN [VALUE]
//	NAME EXISTS   NAME NOT EXISTS   NAME IS NULL   NAME IS NOT NULL   NAME IS EMPTY   NAME IS NOT EMPTY
//	_geoRadius(LAT, LNG, METRES)   _geoBoundingBox([LAT, LNG], [LAT, LNG])
//	AND   OR   NOT   ( )
//
// A name or a value in quotes, single or double, may hold anything; a backslash escapes the quote.

// maxExpression is the length of such a text in bytes.
const maxExpression = 16 << 10

// A parser reads one text.
type parser struct {
	index *Index
	text  string
	at    int
	depth int
}

// ParseFilter reads a filter in text. The zero Filter is that of a blank text.
func (x *Index) ParseFilter(s string) (f Filter, err error) {
	if len(s) > maxExpression {
		return f, tooMuch("A filter has at most %d bytes.", maxExpression)
	}
	if !utf8.ValidString(s) {
		return f, api.Errorf(400, api.InvalidParameter, "The filter is no text in UTF-8.")
	}
	p := &parser{index: x, text: s}
	if p.skip(); p.at == len(s) {
		return f, nil
	}
	if f, err = p.any(); err != nil {
		return f, err
	}
	if p.skip(); p.at < len(s) {
		return f, p.fail("the end, AND or OR")
	}
	return f, nil
}

// fail is the error for a text that goes on in another way than expected.
func (p *parser) fail(expected string) error {
	rest := []rune(p.text[p.at:])
	shown := string(rest[:min(len(rest), 30)])
	if shown == "" {
		shown = "the end"
	}
	return api.Errorf(400, api.InvalidParameter, "The filter is not valid at character %d, %q: expected %s.",
		utf8.RuneCountInString(p.text[:p.at])+1, shown, expected)
}

func (p *parser) skip() {
	p.at = len(p.text) - len(strings.TrimLeftFunc(p.text[p.at:], unicode.IsSpace))
}

// take reads a sign, if it is next.
func (p *parser) take(sign string) bool {
	p.skip()
	if !strings.HasPrefix(p.text[p.at:], sign) {
		return false
	}
	p.at += len(sign)
	return true
}

// word reads a keyword, if it is next.
func (p *parser) word(keyword string) bool {
	p.skip()
	end := p.at + len(keyword)
	if end > len(p.text) || !strings.EqualFold(p.text[p.at:end], keyword) {
		return false
	}
	if next, _ := utf8.DecodeRuneInString(p.text[end:]); end < len(p.text) && inWord(next) {
		return false
	}
	p.at = end
	return true
}

// inWord reports whether a character may be part of a name without quotes.
func inWord(r rune) bool { return !unicode.IsSpace(r) && !strings.ContainsRune(`()[],=!<>:"'`, r) }

func (p *parser) any() (f Filter, err error) { return p.several(p.all, "OR", NewAny) }

func (p *parser) all() (f Filter, err error) { return p.several(p.one, "AND", NewAll) }

func (p *parser) several(part func() (Filter, error), between string, join func(...Filter) Filter) (
	f Filter, err error,
) {
	var parts []Filter
	for {
		if f, err = part(); err != nil {
			return f, err
		}
		parts = append(parts, f)
		if len(parts) > maxFilters {
			return f, tooMuch("%d filters in one search; the most is %d.", len(parts), maxFilters)
		}
		if !p.word(between) {
			return join(parts...), nil
		}
	}
}

func (p *parser) one() (f Filter, err error) {
	if p.depth++; p.depth > maxDepth {
		return f, tooMuch("The filters are nested more than %d deep.", maxDepth)
	}
	defer func() { p.depth-- }()
	switch {
	case p.word("NOT"):
		if f, err = p.one(); err != nil {
			return f, err
		}
		return NewNot(f), nil
	case p.take("("):
		if f, err = p.any(); err != nil {
			return f, err
		}
		if !p.take(")") {
			return f, p.fail("a closing parenthesis")
		}
		return f, nil
	case p.word("_geoRadius"):
		return p.near()
	case p.word("_geoBoundingBox"):
		return p.box()
	}
	return p.condition()
}

// condition reads a condition of one attribute.
func (p *parser) condition() (f Filter, err error) {
	name, ok := p.quoted()
	if !ok {
		start := p.at
		for p.at < len(p.text) {
			r, n := utf8.DecodeRuneInString(p.text[p.at:])
			if r == '\\' && p.at+n < len(p.text) { // \: in the name of an attribute of products
				_, after := utf8.DecodeRuneInString(p.text[p.at+n:])
				n += after
			} else if !inWord(r) {
				break
			}
			p.at += n
		}
		if name = p.text[start:p.at]; name == "" {
			return f, p.fail("the name of an attribute")
		}
	}
	if !p.index.Has(name) || name == "_geoloc" {
		return f, p.index.Unknown(name)
	}
	not := false
	switch {
	case p.word("NOT"):
		not = true
		if !p.word("IN") && !p.word("EXISTS") {
			return f, p.fail("IN or EXISTS")
		}
		if strings.EqualFold(p.text[p.at-2:p.at], "in") {
			f, err = p.in(name)
		} else {
			f = Filter{Op: Exists, Attribute: name}
		}
	case p.word("IN"):
		f, err = p.in(name)
	case p.word("EXISTS"):
		f = Filter{Op: Exists, Attribute: name}
	case p.word("IS"): // an attribute that is null or empty is not in the record
		f, not = Filter{Op: Exists, Attribute: name}, !p.word("NOT")
		if !p.word("NULL") && !p.word("EMPTY") {
			return f, p.fail("NULL or EMPTY")
		}
	default:
		return p.compare(name)
	}
	if not {
		f = NewNot(f)
	}
	return f, err
}

// in reads the values of IN.
func (p *parser) in(name string) (f Filter, err error) {
	if !p.take("[") {
		return f, p.fail("[ and values")
	}
	var values []string
	for !p.take("]") {
		value, err := p.value("],")
		if err != nil {
			return f, err
		}
		if values = append(values, value); len(values) > maxFilters {
			return f, tooMuch("%d values of one attribute; the most is %d.", len(values), maxFilters)
		}
		if !p.take(",") && !strings.HasPrefix(p.text[p.at:], "]") {
			return f, p.fail("a comma or ]")
		}
	}
	return NewIs(name, values...), nil
}

// compare reads an operator and a value.
func (p *parser) compare(name string) (f Filter, err error) {
	for _, sign := range []string{"!=", ">=", "<=", "=", ">", "<"} {
		if !p.take(sign) {
			continue
		}
		value, err := p.value(")")
		if err != nil {
			return f, err
		}
		switch sign {
		case "=":
			return p.index.NewEqual(name, value), nil
		case "!=":
			return NewNot(p.index.NewEqual(name, value)), nil
		}
		n, ok := Decimal(value)
		if !ok || !p.index.Numeric(name) {
			return f, api.Errorf(400, api.InvalidParameter, "%.60q %s %.60q is no comparison of numbers.", name, sign, value)
		}
		return Filter{Op: Compare, Attribute: name, Sign: sign, Number: n}, nil
	}
	colon := p.take(":")
	start := p.at
	value, err := p.value(")")
	if err != nil {
		return f, err
	}
	if p.word("TO") {
		most, err := p.value(")")
		if err != nil {
			return f, err
		}
		least, ok := Decimal(value)
		most, too := Decimal(most)
		if !ok || !too || !p.index.Numeric(name) {
			return f, api.Errorf(400, api.InvalidParameter, "%.60q: TO stands between two numbers.", name)
		}
		return NewBetween(name, least, most), nil
	}
	if !colon {
		p.at = start
		return f, p.fail("an operator, such as =, >=, : or TO")
	}
	return p.index.NewEqual(name, value), nil
}

// NewEqual is the filter of one value. Numbers are compared as numbers.
func (x *Index) NewEqual(name, value string) Filter {
	if n, ok := Decimal(value); ok && x.Numeric(name) {
		return Filter{Op: Compare, Attribute: name, Sign: "=", Number: n}
	}
	return NewIs(name, value)
}

// value reads a value, in quotes or up to white space or any of some signs.
func (p *parser) value(signs string) (string, error) {
	value, ok := p.quoted()
	if !ok {
		ends := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(signs, r) }
		end := strings.IndexFunc(p.text[p.at:], ends)
		if end < 0 {
			end = len(p.text) - p.at
		}
		value = p.text[p.at : p.at+end]
		p.at += end
		if value == "" {
			return "", p.fail("a value")
		}
	}
	if utf8.RuneCountInString(value) > maxValue {
		return "", tooMuch("A value has at most %d characters.", maxValue)
	}
	return value, nil
}

// quoted reads a text in quotes, if one is next and ends.
func (p *parser) quoted() (string, bool) {
	p.skip()
	if p.at == len(p.text) || p.text[p.at] != '"' && p.text[p.at] != '\'' {
		return "", false
	}
	var b strings.Builder
	for i := p.at + 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == p.text[p.at]:
			p.at = i + 1
			return b.String(), true
		case c == '\\' && i+1 < len(p.text) && strings.IndexByte(`"'\`, p.text[i+1]) >= 0:
			i++
			b.WriteByte(p.text[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

// near reads the arguments of _geoRadius.
func (p *parser) near() (f Filter, err error) {
	at, ok := p.numbers("(", ")", 3)
	if !ok || at[2] < 0 {
		return f, p.fail("(latitude, longitude, metres)")
	}
	return NewNear(at[0], at[1], at[2])
}

// box reads the arguments of _geoBoundingBox: the north-east corner and the south-west corner.
func (p *parser) box() (f Filter, err error) {
	const expected = "([latitude, longitude], [latitude, longitude])"
	if !p.take("(") {
		return f, p.fail(expected)
	}
	a, ok := p.numbers("[", "]", 2)
	if !ok || !p.take(",") {
		return f, p.fail(expected)
	}
	b, ok := p.numbers("[", "]", 2)
	if !ok || !p.take(")") {
		return f, p.fail(expected)
	}
	return NewBox(a[0], a[1], b[0], b[1])
}

// numbers reads some numbers between two signs.
func (p *parser) numbers(open, end string, n int) (all []float64, ok bool) {
	if !p.take(open) {
		return nil, false
	}
	for range n {
		if len(all) > 0 && !p.take(",") {
			return nil, false
		}
		p.skip()
		s, err := p.value(",)]")
		x, ok := coordinate(s)
		if err != nil || !ok {
			return nil, false
		}
		all = append(all, x)
	}
	return all, p.take(end)
}

// SplitValue splits NAME:VALUE at the first colon. In the name of an attribute of products, \: stands for a colon.
func SplitValue(s string) (name, value string, ok bool) {
	if strings.HasPrefix(s, "attributes.") && strings.Contains(s, `\`) {
		name, value, ok = catalog.CutPair(s)
		return catalog.PairName(name), value, ok
	}
	return strings.Cut(s, ":")
}
