package token

import (
	"slices"

	"vitrine/search"
)

// A Word is one word of a search.
type Word struct {
	Text  string   // folded, as typed
	Forms []string // the terms that it equals: Text first, then other forms, then compounds with its neighbours
	Own   int      // number of Forms at the start that are forms of the word alone

	// Begins are the words that may still be typed: a term that begins with any of them matches. The last word of a
	// search has them, and the one before it, whose compound with the last word may still be typed.
	Begins []string

	// Splits are the pairs of words that the word may be the compound of, side by side: tshirt matches "t shirt". A pair
	// is a guess; most are no words at all.
	Splits [][2]string

	Stop  bool // a stop word: a record need not have it, unless the search has no other words
	Head  bool // what the search is for: bag in "laptop bag"
	Typos int  // number of typing errors that the word may have
}

// Unfinished reports whether the word itself may still be typed.
func (w *Word) Unfinished() bool { return len(w.Begins) > 0 && w.Begins[0] == w.Text }

// Parse returns the words of a search. It reads as much of it as search.Split. lang is the language of the texts, or ""
// if it is unknown. A number with its unit is one word: "10 kg".
func Parse(query, lang string) []Word { return ParseWith(query, lang, nil) }

// ParseWith returns the words of a search, with further stop words, which are folded.
func ParseWith(query, lang string, stops map[string]bool) []Word {
	lang = language(lang)
	query = search.Clip(query)
	all := joined(own(query, lang))
	all = all[:min(len(all), search.MaxWords)]
	words := make([]Word, len(all))
	for i := range all {
		words[i] = parse(all, i, query, lang)
		words[i].Stop = words[i].Stop || stops[words[i].Text]
	}
	if !slices.ContainsFunc(words, func(w Word) bool { return !w.Stop }) {
		for i := range words {
			words[i].Stop = false
		}
	}
	for i := len(words) - 1; i >= 0; i-- { // the last word before for or with, without digits
		if !words[i].Stop && !HasDigit(words[i].Text) && !all[i].described {
			words[i].Head = true
			if !light[words[i].Text] {
				break
			}
		}
	}
	return words
}

// joined leaves out suffixes, and makes one token of a number and its unit.
func joined(all []Token) []Token {
	out := make([]Token, 0, len(all))
	described := false
	for i := range all {
		t := all[i]
		if t.suffix {
			continue
		}
		described = described || ends[t.Word]
		t.described = described
		if last := len(out) - 1; last >= 0 && i > 0 {
			if unit, ok := units[t.Word]; ok && number(all[i-1].Word) && !all[i-1].suffix {
				out[last].Word += unit
				out[last].End = t.End
				continue
			}
			if digits, unit, ok := quantity(t.Word); ok && tenths(&all[i-1], &t) {
				out[last].Word = point(out[last].Word, digits) + unit
				out[last].End = t.End
				continue
			}
			if decimal(&all[i-1], &t) {
				out[last].Word = point(out[last].Word, t.Word)
				out[last].End = t.End
				continue
			}
		}
		out = append(out, t)
		if t.inches {
			out[len(out)-1].Word += "inch"
		}
	}
	return out
}

func parse(all []Token, i int, query, lang string) Word {
	t := all[i]
	w := Word{Text: t.Word, Forms: []string{t.Word}, Stop: Stop(t.Word, lang), Typos: Typos(t.Word)}
	w.Forms = forms(w.Forms, t.Word, query[t.Start:t.End], lang)
	if digits, unit, ok := quantity(t.Word); ok && digits+unit != t.Word {
		w.Forms = append(w.Forms, digits+unit)
	}
	w.Own = len(w.Forms)
	last := len(all) - 1
	if i == last {
		w.Begins = append(w.Begins, t.Word)
	}
	for n := max(i, 1); n <= min(i+1, last); n++ { // compounds with the word before, and with the word after
		a, b := all[n-1].Word, all[n].Word
		if Stop(a, lang) && !all[n].Tied || Stop(b, lang) && !all[n].Tied || len(a)+len(b) > longest {
			continue
		}
		c := a + b
		w.Forms = forms(append(w.Forms, c), c, c, lang)
		if n == last {
			w.Begins = append(w.Begins, c)
		}
	}
	w.Splits = splits(t.Word)
	return w
}

// splits returns the pairs of words that w may be the compound of.
func splits(w string) (pairs [][2]string) {
	if n := boundary(w); n > 0 {
		if _, _, ok := quantity(w); ok {
			return nil // its parts are never apart
		}
		return [][2]string{{w[:n], w[n:]}}
	}
	if HasDigit(w) || len(w) < 5 || len(w) > longest {
		return nil
	}
	for i := range w {
		if a, b := w[:i], w[i:]; i > 0 && len(b) > 2 {
			pairs = append(pairs, [2]string{a, b})
		}
	}
	return pairs
}
