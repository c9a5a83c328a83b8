package picture

import "strings"

// split returns the words of a name as slugs spell them: lower case, without Turkish letters.
func split(name string) []string {
	plain := strings.NewReplacer("ç", "c", "ğ", "g", "ı", "i", "İ", "i", "ö", "o", "ş", "s", "ü", "u",
		"Ç", "c", "Ğ", "g", "Ö", "o", "Ş", "s", "Ü", "u").Replace(name)
	return strings.FieldsFunc(strings.ToLower(plain), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
}

// hue returns the colour of a name: the first word that names a colour, else the first material.
func hue(words []string) (colour, bool) {
	for _, colours := range [...]map[string]colour{named, stuffs} {
		for _, w := range words {
			if c, ok := colours[w]; ok {
				return c, true
			}
		}
	}
	return 0, false
}

// motif returns the thing that a name mentions: the last word that names one, since the noun stands last in both
// languages. A pair of words comes before its last word alone.
func motif(words []string) ([]layer, bool) {
	for i := len(words) - 1; i >= 0; i-- {
		if i > 0 {
			if m, ok := nouns[words[i-1]+" "+words[i]]; ok {
				return m, true
			}
		}
		if m, ok := nouns[words[i]]; ok {
			return m, true
		}
	}
	return nil, false
}
