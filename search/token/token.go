package token

import (
	"strings"
	"unicode"

	"vitrine/search"
)

// A Token is one word of a text, or a compound or part of words.
type Token struct {
	Word  string   // folded
	Forms []string // other terms that find it: singulars, words without suffixes

	Start, End int // bytes of the text: text[Start:End]

	Head  bool // nothing follows that it describes: bag in "laptop bag", and in "bag for laptops"
	Tied  bool // no space separates it from the token before, as shirt in t-shirt
	Extra bool // not a word of the text, but a compound or a part of one
	Stop  bool // a stop word of the language, such as "the", or a suffix after an apostrophe

	point     bool // a point or comma ties it to the token before
	inches    bool // a double quote follows
	suffix    bool // it has no meaning of its own
	described bool // after a connector such as for; set by joined
}

// Analyse returns the tokens of a text. After its own tokens come compounds and parts: tshirt of t-shirt, 10kg of
// 10 kg, 10 and kg of 10kg, TB4711 of TB-4711. lang is the language of the text, such as "en", or "" if it is unknown.
func Analyse(text, lang string) []Token {
	return analyse(text, language(lang), func(word, typed, lang string) []string { return forms(nil, word, typed, lang) })
}

// analyse returns the tokens of a text with the forms that of returns.
func analyse(text, lang string, of func(word, typed, lang string) []string) []Token {
	all := compounds(own(text, lang))
	for i := range all {
		t := &all[i]
		t.Stop = t.suffix || !t.Extra && Stop(t.Word, lang)
		if t.Stop {
			continue
		}
		typed := t.Word
		if !t.Extra {
			typed = text[t.Start:t.End]
		}
		t.Forms = of(t.Word, typed, lang)
	}
	return all
}

// own returns the tokens of a text, without compounds, parts and forms.
func own(text, lang string) []Token {
	r := reader{lang: lang, all: make([]Token, 0, 2+len(text)/6)}
	for at := 0; at < len(text); {
		gap := span(text[at:], separates)
		at += len(gap)
		w := span(text[at:], within)
		if w == "" {
			r.gap(gap)
			break
		}
		r.gap(gap)
		if f := fold(w); strings.ContainsFunc(f, search.Separates) { // ½ becomes 1⁄2
			for i, part := range strings.FieldsFunc(f, search.Separates) {
				r.word(part, at, at+len(w), i > 0 || r.tied(gap))
			}
		} else {
			r.word(f, at, at+len(w), r.tied(gap))
		}
		at += len(w)
	}
	return r.all
}

// A reader knows what came before the next word.
type reader struct {
	lang      string
	all       []Token
	depth     int    // of brackets
	described bool   // after a connector such as for
	before    string // the characters before the next word
}

// gap reads the characters before a word. They decide whether the last token is a head.
func (r *reader) gap(gap string) {
	r.before = gap
	if last := len(r.all) - 1; last >= 0 && gap != "" {
		t := &r.all[last]
		t.Head = t.Head && parts(gap)
		t.inches = (gap[0] == '"' || strings.HasPrefix(gap, "″")) && number(t.Word)
	}
	for _, c := range gap {
		switch c {
		case '(', '[':
			r.depth++
		case ')', ']':
			r.depth = max(0, r.depth-1)
		case ',', ';', '.':
			r.described = false
		}
	}
}

func (r *reader) tied(gap string) bool {
	return len(r.all) > 0 && gap != "" && !strings.ContainsFunc(gap, unicode.IsSpace)
}

func (r *reader) word(w string, start, end int, tied bool) {
	if w == "" {
		return
	}
	last := len(r.all) - 1
	if last >= 0 && (r.before == "'" || r.before == "’") && dropped(r.all[last].Word, w, r.lang) {
		r.all = append(r.all, Token{Word: w, Start: start, End: end, Tied: true, suffix: true,
			Head: r.depth == 0 && !r.described && !HasDigit(r.all[last].Word)})
		return
	}
	digits, connects := HasDigit(w) || units[w] != "" && last >= 0 && number(r.all[last].Word), connectors[w]
	if last >= 0 && (digits || connects) {
		before := &r.all[last]
		before.Head = !before.suffix && r.depth == 0 && !r.described && !connectors[before.Word] && !HasDigit(before.Word)
	}
	r.described = r.described || ends[w]
	r.all = append(r.all, Token{Word: w, Start: start, End: end, Tied: tied, point: r.before == "." || r.before == ",",
		Head: r.depth == 0 && !r.described && !digits && !connects})
}

// parts reports whether the characters between two words end a phrase. A slash, an ampersand and a hyphen without
// spaces do not.
func parts(gap string) bool {
	if gap == "/" || gap == "&" || gap == "-" || strings.TrimSpace(gap) == "&" {
		return false
	}
	return strings.ContainsFunc(gap, func(r rune) bool { return !unicode.IsSpace(r) && r != '\'' && r != '’' && r != '"' })
}

// compounds adds the extra tokens.
func compounds(all []Token) []Token {
	for i, n := 0, len(all); i < n; i++ {
		t := all[i]
		if t.Head && i > 0 && light[t.Word] && !all[i-1].suffix && !connectors[all[i-1].Word] {
			all[i-1].Head = !HasDigit(all[i-1].Word)
		}
		all = measures(all, i)
		if i == 0 || !t.Tied || len(all[i-1].Word)+len(t.Word) > longest {
			continue
		}
		before := all[i-1]
		switch {
		case t.suffix: // levis of levi's
			all[i-1].Head, all[i].Head = t.Head, false
			before.Head = t.Head
			all = append(all, t.extra(before.Word+t.Word, before.Start, before.Head))
		case decimal(&before, &t):
			all = append(all, t.extra(point(before.Word, t.Word), before.Start, false))
		case before.suffix:
		default:
			all = append(all, t.extra(before.Word+t.Word, before.Start, t.Head))
			if i > 1 && before.Tied && !decimal(&all[i-2], &before) { // of a-b-c also the whole
				all = append(all, t.extra(all[i-2].Word+before.Word+t.Word, all[i-2].Start, t.Head))
			}
		}
	}
	return all
}

const longest = 64 // bytes of a compound

// measures adds the extra tokens of token i as a quantity.
func measures(all []Token, i int) []Token {
	t := all[i]
	if digits, unit, ok := quantity(t.Word); ok {
		if i > 0 && tenths(&all[i-1], &t) { // 1.5kg
			all = append(all, t.extra(point(all[i-1].Word, digits)+unit, all[i-1].Start, false))
		}
		if w := digits + unit; w != t.Word {
			all = append(all, t.extra(w, t.Start, false))
		}
		all = append(all, t.extra(digits, t.Start, false), t.extra(unit, t.Start, false))
	}
	if t.inches {
		digits, start := figure(all, i)
		all = append(all, t.extra(digits+"inch", start, false))
	}
	if unit, ok := units[t.Word]; ok && i > 0 && number(all[i-1].Word) {
		digits, start := figure(all, i-1)
		all = append(all, t.extra(digits+unit, start, false))
		if unit != t.Word {
			all = append(all, t.extra(unit, t.Start, false))
		}
	}
	return all
}

// figure returns the number that ends with token i, 17.3 or 17, and its place.
func figure(all []Token, i int) (digits string, start int) {
	if i > 0 && decimal(&all[i-1], &all[i]) {
		return point(all[i-1].Word, all[i].Word), all[i-1].Start
	}
	return all[i].Word, all[i].Start
}

// point joins the parts of a number: 17.3 of 17 and 3. Three digits are thousands: 10000 of 10 and 000.
func point(a, b string) string {
	if len(b) == 3 {
		return a + b
	}
	return a + "." + b
}

// decimal reports whether two tokens are the parts of a number such as 17.3.
func decimal(a, b *Token) bool {
	return b.point && len(b.Word) <= 3 && number(a.Word) && number(b.Word)
}

// tenths reports whether two tokens are the parts of a quantity such as 1.5kg.
func tenths(a, b *Token) bool {
	_, _, ok := quantity(b.Word)
	return ok && b.point && number(a.Word)
}

// extra returns a compound that ends with the token.
func (t *Token) extra(word string, start int, head bool) Token {
	return Token{Word: word, Start: start, End: t.End, Head: head, Extra: true}
}

func separates(r rune) bool { return !within(r) }

// within reports whether r belongs to a word.
func within(r rune) bool {
	if r < 0x80 {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return !search.Separates(r)
}

// span returns the beginning of s whose characters all satisfy is.
func span(s string, is func(rune) bool) string {
	for i, r := range s {
		if !is(r) {
			return s[:i]
		}
	}
	return s
}
