package search

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Split returns the words of a text: runs of letters, digits and their marks. It reads the first MaxText characters and
// returns at most MaxWords words. Bytes that are not UTF-8 and NULs separate words like punctuation, so words are
// always valid text. A text may have no words.
//
// Postgres folds these words with the same function as the rows.
func Split(text string) []string {
	var found []string
	for _, w := range strings.FieldsFunc(norm.NFC.String(Clip(text)), Separates) {
		if !says(w) {
			continue
		}
		if found = append(found, w); len(found) == MaxWords {
			break
		}
	}
	return found
}

// Correct returns the words of a text with corrections in place of the mistyped ones, separated by spaces.
func Correct(text string, all []Correction) string {
	words := Split(text)
	for i, w := range words {
		folded := Fold(w)
		for _, c := range all {
			if c.Typed == folded {
				words[i] = c.Meant
			}
		}
	}
	return strings.Join(words, " ")
}

// Words returns the words of a text, folded by Fold. A letter that folds into several words becomes several.
func Words(text string) []string {
	found := strings.FieldsFunc(Fold(strings.Join(Split(text), " ")), Separates)
	return found[:min(len(found), MaxWords)]
}

// Fold removes differences of case, accents, ligatures, width and Turkish letters (İ, I and ı become i; Ş becomes s; Ğ
// becomes g). Scripts without such forms stay as they are. For the Latin, Greek and Cyrillic alphabets in use, it does
// the same as the SQL function fold.
func Fold(s string) string {
	if ascii(s) {
		return strings.ToLower(s)
	}
	b := make([]rune, 0, len(s))
	var letter rune // the last letter, which the following marks belong to
	for _, r := range norm.NFD.String(norm.NFKC.String(s)) {
		if unicode.Is(unicode.Mn, r) {
			if !accents(letter, r) {
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
	return norm.NFC.String(string(b))
}

// accents reports whether mark is an accent of letter, which Fold removes: any mark of the Latin and Greek alphabets,
// and the diaeresis of the Cyrillic ё. Other marks make another letter or vowel.
func accents(letter, mark rune) bool {
	if letter == '\u0415' || letter == '\u0435' { // Cyrillic Е and е
		return mark == '\u0308'
	}
	return unicode.In(letter, unicode.Latin, unicode.Greek)
}

// plain maps letters that do not decompose into a base letter and a mark.
var plain = map[rune]string{
	'ı': "i", 'ß': "ss", 'ẞ': "ss", 'ſ': "s",
	'Æ': "ae", 'æ': "ae", 'Œ': "oe", 'œ': "oe", 'Ø': "o", 'ø': "o", 'Þ': "th", 'þ': "th", 'Ð': "d", 'ð': "d",
	'Đ': "d", 'đ': "d", 'Ħ': "h", 'ħ': "h", 'Ł': "l", 'ł': "l", 'Ŋ': "n", 'ŋ': "n", 'Ŧ': "t", 'ŧ': "t", 'ĸ': "q",
	'Ə': "ə", 'Ɓ': "b", 'ɓ': "b", 'Ɗ': "d", 'ɗ': "d", 'Ƙ': "k", 'ƙ': "k", 'Ɛ': "e", 'ɛ': "e",
}

// Clip returns the first MaxText characters of s.
func Clip(s string) string {
	n := 0
	for i := range s {
		if n == MaxText {
			return s[:i]
		}
		n++
	}
	return s
}

// Separates reports whether r separates words.
func Separates(r rune) bool {
	return r == unicode.ReplacementChar || !unicode.In(r, unicode.L, unicode.N, unicode.M)
}

// says reports whether w has a letter or a digit. Marks, modifier letters and superscripts do not count.
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
