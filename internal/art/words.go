package art

import "strings"

// split returns the words of a name, lower case and without the Turkish letters, as slugs have them.
func split(name string) []string {
	plain := strings.NewReplacer("ç", "c", "ğ", "g", "ı", "i", "İ", "i", "ö", "o", "ş", "s", "ü", "u",
		"Ç", "c", "Ğ", "g", "Ö", "o", "Ş", "s", "Ü", "u").Replace(name)
	return strings.FieldsFunc(strings.ToLower(plain), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
}

// hue is the colour that a name asks for: the first of its words that names one, else its first material.
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

// motif is the thing that a name speaks of: the last of its words that names one, since the noun stands last in both
// languages. Two words that mean more together than apart come before the last one alone.
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
