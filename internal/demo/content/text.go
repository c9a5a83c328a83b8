package content

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Languages of a row. A row in no language is visible in every language.
const (
	Turkish    = "tr"
	English    = "en"
	NoLanguage = ""
)

// Text is a text in Turkish and in English.
type Text struct{ TR, EN string }

// In returns the text in a language, English for a row without a language.
func (t Text) In(lang string) string {
	if lang == Turkish {
		return t.TR
	}
	return t.EN
}

// Capital returns s with a capital first letter: i becomes İ in Turkish, I in English.
func Capital(lang, s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return s
	}
	up := unicode.ToUpper(r)
	if lang == Turkish {
		up = unicode.TurkishCase.ToUpper(r)
	}
	return string(up) + s[size:]
}

// Lower returns s in lower case: I becomes ı in Turkish, i in English.
func Lower(lang, s string) string {
	if lang == Turkish {
		return strings.ToLowerSpecial(unicode.TurkishCase, s)
	}
	return strings.ToLower(s)
}

var plainLetters = strings.NewReplacer("ç", "c", "ğ", "g", "ı", "i", "ö", "o", "ş", "s", "ü", "u", "â", "a", "î", "i",
	"û", "u", "é", "e",
	"Ç", "c", "Ğ", "g", "İ", "i", "I", "i", "Ö", "o", "Ş", "s", "Ü", "u", "Â", "a", "'", "", "’", "")

// Slugify returns the slug of a name: lower-case ASCII letters and digits, separated by single hyphens.
func Slugify(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(plainLetters.Replace(name)) {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}

// Fill replaces {key} by its value, for pairs of key and value, and capitalises the first letter.
func Fill(lang, s string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return Capital(lang, strings.NewReplacer(pairs...).Replace(s))
}
