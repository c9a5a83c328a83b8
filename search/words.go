package search

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Split takes the words out of what a reader typed, as typed: runs of letters, digits and the marks on them, from the
// first MaxText characters and at most MaxWords of them. Bytes that are not UTF-8 and NULs separate words like any
// punctuation, so whatever was typed, its words are safe to send anywhere. A text may have none.
//
// Postgres folds these words itself, with the function that folded the rows, so that the two cannot disagree.
func Split(text string) []string {
	var found []string
	for _, w := range strings.FieldsFunc(norm.NFC.String(head(text)), Separates) {
		if !says(w) {
			continue
		}
		if found = append(found, w); len(found) == MaxWords {
			break
		}
	}
	return found
}

// Words are Split's, folded by Fold. A letter that folds into several words makes several.
func Words(text string) []string {
	found := strings.FieldsFunc(Fold(strings.Join(Split(text), " ")), Separates)
	return found[:min(len(found), MaxWords)]
}

// Fold makes the forms of a word alike that a reader does not tell apart when typing: case, accents, ligatures, full
// width, and the Turkish letters (İ, I and ı are i; Ş is s; Ğ is g). Scripts without such forms are kept as they are.
// It does what the SQL function fold does, letter by letter for the living Latin, Greek and Cyrillic alphabets.
func Fold(s string) string {
	if ascii(s) {
		return strings.ToLower(s)
	}
	b := make([]rune, 0, len(s))
	var letter rune // the last one, which the marks after it belong to
	for _, r := range norm.NFD.String(norm.NFKC.String(s)) {
		if unicode.Is(unicode.Mn, r) {
			if !unicode.In(letter, unicode.Latin, unicode.Greek) {
				b = append(b, r)
			}
			continue
		}
		letter = r
		if as, ok := plain[r]; ok {
			b = append(b, []rune(as)...)
		} else {
			b = append(b, unicode.ToLower(r))
		}
	}
	return strings.ReplaceAll(norm.NFC.String(string(b)), "ё", "е")
}

// plain spells the letters that do not come apart into a base and a mark.
var plain = map[rune]string{
	'ı': "i", 'ß': "ss", 'ẞ': "ss", 'ſ': "s",
	'Æ': "ae", 'æ': "ae", 'Œ': "oe", 'œ': "oe", 'Ø': "o", 'ø': "o", 'Þ': "th", 'þ': "th", 'Ð': "d", 'ð': "d",
	'Đ': "d", 'đ': "d", 'Ħ': "h", 'ħ': "h", 'Ł': "l", 'ł': "l", 'Ŋ': "n", 'ŋ': "n", 'Ŧ': "t", 'ŧ': "t", 'ĸ': "q",
	'Ə': "ə", 'Ɓ': "b", 'ɓ': "b", 'Ɗ': "d", 'ɗ': "d", 'Ƙ': "k", 'ƙ': "k", 'Ɛ': "e", 'ɛ': "e",
}

// head is the first MaxText characters of s.
func head(s string) string {
	n := 0
	for i := range s {
		if n == MaxText {
			return s[:i]
		}
		n++
	}
	return s
}

// Separates reports whether r stands between words.
func Separates(r rune) bool {
	return r == unicode.ReplacementChar || !unicode.In(r, unicode.L, unicode.N, unicode.M)
}

// says reports whether w has a letter or a digit. Marks, modifier letters and superscripts alone say nothing.
func says(w string) bool {
	return strings.ContainsFunc(w, func(r rune) bool {
		return unicode.IsLetter(r) && !unicode.Is(unicode.Lm, r) || unicode.In(r, unicode.Nd, unicode.Nl)
	})
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
