package seed

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Languages of a row. None is a row that is shown whatever language is asked for.
const (
	turkish = "tr"
	english = "en"
	none    = ""
)

// text is the same thing said in Turkish and in English.
type text struct{ tr, en string }

// in is the text in a language; a row without one reads English.
func (t text) in(lang string) string {
	if lang == turkish {
		return t.tr
	}
	return t.en
}

// fill replaces {key} by value, for each pair of them; a value at the start of the text begins with a capital.
func fill(lang, s string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return capital(lang, strings.NewReplacer(pairs...).Replace(s))
}

// capital is s with a capital first letter: i is İ in Turkish, I in English.
func capital(lang, s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return s
	}
	up := unicode.ToUpper(r)
	if lang == turkish {
		up = unicode.TurkishCase.ToUpper(r)
	}
	return string(up) + s[size:]
}

// lower is s in lower case: I is ı in Turkish, i in English.
func lower(lang, s string) string {
	if lang == turkish {
		return strings.ToLowerSpecial(unicode.TurkishCase, s)
	}
	return strings.ToLower(s)
}

var plainLetters = strings.NewReplacer("ç", "c", "ğ", "g", "ı", "i", "ö", "o", "ş", "s", "ü", "u", "â", "a", "î", "i", "û", "u", "é", "e",
	"Ç", "c", "Ğ", "g", "İ", "i", "I", "i", "Ö", "o", "Ş", "s", "Ü", "u", "Â", "a", "'", "", "’", "")

// slugify is a name as it stands in an address: lower-case ASCII letters and digits with hyphens between them.
func slugify(name string) string {
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

// media is the address of a picture that the gateway draws (package art).
func media(kind, slug string) string { return "/media/" + kind + "/" + slug + ".svg" }

// paragraphs, heading and bullets are the HTML that our pages are made of, of plain text.
func paragraphs(ps ...string) string { return elements("p", "\n", ps) }
func heading(s string) string        { return elements("h2", "", []string{s}) }
func bullets(items ...string) string { return "<ul>\n" + elements("li", "\n", items) + "</ul>\n" }

var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func elements(tag, between string, texts []string) string {
	var b strings.Builder
	for i, s := range texts {
		if i > 0 {
			b.WriteString(between)
		}
		b.WriteString("<" + tag + ">" + escaped.Replace(s) + "</" + tag + ">")
	}
	return b.String() + "\n"
}
