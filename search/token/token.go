package token

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/search"
)

// A Token is one word of a text, or a compound or part of words.
type Token struct {
	Word string // folded
	Term string // what an index holds of it: without a plural, with one spelling of a unit

	Start, End int // bytes of the text: text[Start:End]

	Head  bool // nothing follows that it describes: "bag" in "laptop bag", and in "bag for laptops"
	Tied  bool // no space separates it from the token before, as shirt in t-shirt
	Extra bool // not a word of the text, but a compound or a part of one
}

// Of returns the tokens of a text. After its own tokens come compounds and parts: tshirt of t-shirt, 10kg of 10 kg, 10
// and kg of 10kg, TB4711 of TB-4711.
func Of(text string) []Token { return compounds(Own(text)) }

// Own returns the tokens of a text, without compounds and parts. Their terms are singulars, but keep the spelling of
// units.
func Own(text string) []Token {
	r := reader{all: make([]Token, 0, 2+len(text)/6)}
	for at := 0; at < len(text); {
		gap := span(text[at:], separates)
		at += len(gap)
		w := span(text[at:], within)
		if w == "" {
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
	all       []Token
	depth     int  // of brackets
	described bool // after a connector such as for
}

// gap reads the characters before a word. They decide whether the last token is a head.
func (r *reader) gap(gap string) {
	if last := len(r.all) - 1; last >= 0 && r.all[last].Head {
		r.all[last].Head = ends(gap)
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
	digits, connects := HasDigit(w), connectors[w]
	if last := len(r.all) - 1; last >= 0 && (digits || connects) {
		before := &r.all[last]
		before.Head = r.depth == 0 && !r.described && !connectors[before.Word] && !HasDigit(before.Word)
	}
	r.described = r.described || afterThem[w]
	r.all = append(r.all, Token{Word: w, Term: Singular(w), Start: start, End: end, Tied: tied,
		Head: r.depth == 0 && !r.described && !digits && !connects})
}

// ends reports whether the characters between two words end a phrase. A slash, an ampersand and a hyphen without spaces
// do not.
func ends(gap string) bool {
	if gap == "/" || gap == "&" || gap == "-" || strings.TrimSpace(gap) == "&" {
		return false
	}
	return strings.ContainsFunc(gap, func(r rune) bool { return !unicode.IsSpace(r) && r != '\'' && r != '’' && r != '"' })
}

// compounds sets the terms of units and adds the extra tokens.
func compounds(all []Token) []Token {
	for i, n := 0, len(all); i < n; i++ {
		t := &all[i]
		extra := Token{Start: t.Start, End: t.End, Extra: true}
		add := func(word, term string, start int, head bool) {
			extra.Word, extra.Term, extra.Start, extra.Head = word, term, start, head
			all = append(all, extra)
		}
		if digits, unit, ok := quantity(t.Word); ok {
			t.Term = digits + unit
			add(digits, digits, t.Start, false)
			add(unit, unit, t.Start, false)
			continue
		}
		if i == 0 {
			continue
		}
		before := all[i-1]
		if unit, ok := units[t.Word]; ok && number(before.Word) {
			if w := t.Word; unit != w {
				all[i].Term = unit
				add(w, Singular(w), t.Start, false)
			}
			add(before.Word+unit, before.Word+unit, before.Start, false)
			continue
		}
		if t.Tied {
			head, tied, w := t.Head, before.Tied, before.Word+t.Word
			add(w, Singular(w), before.Start, head)
			if i > 1 && tied { // of a-b-c also the whole
				w = all[i-2].Word + w
				add(w, Singular(w), all[i-2].Start, head)
			}
		}
	}
	return all
}

// fold folds one word.
func fold(w string) string {
	for i := 0; i < len(w); i++ {
		if c := w[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return search.Fold(w)
		}
	}
	return w
}

func separates(r rune) bool { return !within(r) }

// within reports whether r belongs to a word.
func within(r rune) bool {
	if r < utf8.RuneSelf {
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
