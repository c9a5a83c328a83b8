package token

import (
	"slices"
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/turkish"

	"vitrine/search"
)

// turkishForms appends a Turkish word without its suffixes. Snowball removes some of them at a time, and leaves the s
// of a possessive: çantas of çantası. So the word without that s, and the stem of the stem, are forms, too.
func turkishForms(into []string, word, typed string) []string {
	add := func(s string) {
		if s != word && !slices.Contains(into, s) {
			into = append(into, s)
		}
	}
	if s := softened(word, typed); s != "" {
		add(s)
	}
	for range 2 {
		s := noun(word, stem(word, typed))
		if s == word {
			break
		}
		add(s)
		if n := len(s); n > 3 && s[n-1] == 's' && len(word) == n+1 && strings.IndexByte("aeiou", s[n-2]) >= 0 {
			add(s[:n-1])
		}
		word, typed = s, s
	}
	return into
}

// noun corrects a stem of three letters if Snowball took the end of a noun for the suffix of a verb or of "my": saat,
// not saa, of saati; takım, not tak, of takımı; koltuk, not kol.
func noun(word, s string) string {
	rest, ok := strings.CutPrefix(word, s)
	if !ok || len(s) != 3 || len(rest) < 2 {
		return s
	}
	switch rest[:2] {
	case "im", "um":
		return s + rest[:2]
	case "ti", "tu", "di", "du":
		if len(rest) > 2 && rest[2] == 'k' {
			return s + rest[:3]
		}
		return s + rest[:1]
	}
	return s
}

// softened returns the stem of a word that was typed with g for ğ, which k becomes before a vowel: kulaklik of
// kulakligi. It returns "" for any other word, and if three letters would remain: yok of yoga.
func softened(word, typed string) string {
	if !plainLetters(typed) || !strings.Contains(word, "g") {
		return ""
	}
	soft := []rune(harmonise(word))
	for i := 1; i < len(soft)-1; i++ {
		if soft[i] == 'g' && vowel(soft[i-1]) && vowel(soft[i+1]) {
			soft[i] = 'ğ'
		}
	}
	s := stem(word, string(soft))
	if n := len(s); n > 3 && s[n-1] == 'k' && strings.HasPrefix(word, s[:n-1]+"g") {
		return s
	}
	return ""
}

func vowel(r rune) bool { return strings.ContainsRune("aeiouıöü", r) }

// stem returns a Turkish word without its suffixes, folded. Snowball needs the Turkish letters, because suffixes follow
// the vowels of the word. If the word was typed without them, they are restored first.
func stem(word, typed string) string {
	if len(word) < 4 || len(word) > 40 {
		return word
	}
	w := typed
	if plainLetters(typed) {
		w = harmonise(word)
	} else {
		w = lowerTurkish.Replace(w)
		w = strings.ToLower(w)
	}
	env := snowballstem.NewEnv(w)
	turkish.Stem(env)
	s := fold(env.Current())
	// Snowball takes the end of some words for a suffix. What remains must still be a word.
	if len(s) < 3 {
		return word
	}
	return s
}

var lowerTurkish = strings.NewReplacer("I", "ı", "İ", "i")

// harmonise restores the letters ı, ö and ü of a folded word by vowel harmony: a vowel is of the same class, back or
// front, as the next vowel that is certain, or otherwise as the last one. Only a and e are certain.
func harmonise(word string) string {
	if !strings.ContainsAny(word, "iou") {
		return word
	}
	b := []rune(word)
	class := byte(0) // of the next certain vowel
	for i := len(b) - 1; i >= 0; i-- {
		switch b[i] {
		case 'a':
			class = 'a'
		case 'e':
			class = 'e'
		default:
			if class != 0 {
				b[i] = ofClass(b[i], class)
			}
		}
	}
	class = 0
	for i, r := range b {
		switch r {
		case 'a', 'ı':
			class = 'a'
		case 'e', 'ö', 'ü':
			class = 'e'
		default:
			if class != 0 && after(b[i+1:]) {
				b[i] = ofClass(r, class)
			}
		}
	}
	return string(b)
}

// after reports whether no certain vowel follows.
func after(rest []rune) bool {
	for _, r := range rest {
		if r == 'a' || r == 'e' {
			return false
		}
	}
	return true
}

// ofClass returns a folded vowel as the vowel of a class.
func ofClass(r rune, class byte) rune {
	switch {
	case class == 'a' && r == 'i':
		return 'ı'
	case class == 'e' && r == 'o':
		return 'ö'
	case class == 'e' && r == 'u':
		return 'ü'
	}
	return r
}

func plainLetters(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// fold folds one word.
func fold(w string) string {
	for i := range len(w) {
		if c := w[i]; c >= 0x80 || 'A' <= c && c <= 'Z' {
			return search.Fold(w)
		}
	}
	return w
}
