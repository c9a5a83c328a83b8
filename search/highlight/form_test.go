package highlight

import (
	"testing"

	"vitrine/search"
)

// Plurals, suffixes and synonyms are marked as prefixes and typing errors are.
func TestFormsAndSynonymsAreMarked(t *testing.T) {
	t.Parallel()
	s := &search.Settings{Synonyms: []search.Synonym{
		{Words: []string{"laptop", "Notebook", "dizüstü bilgisayar"}}, {From: "tv stand", To: []string{"media console"}},
		{Words: []string{"<b>", "' OR", "loop"}}, {From: "loop", To: []string{"pool"}}, {From: "pool", To: []string{"loop"}},
	}}
	for _, c := range []struct{ lang, query, text, want string }{
		{"en", "lamps", "A lamp, two Lamps, lampshade", "A [lamp], two [Lamps], [lamps]hade"},
		{"en", "lamp", "Lamps", "[Lamp]s"},
		{"en", "batteries aa", "AA battery", "[AA] [battery]"},
		{"tr", "gömlek mavi", "Mavi gömlekleri", "[Mavi] [gömlekleri]"},
		{"tr", "kırmızılar", "KIRMIZI", "[KIRMIZI]"},
		{"", "gömlek x", "gömlekleri", "gömlekleri"},
		{"en", "laptop bag", "Notebooks and a bag", "[Notebooks] and a [bag]"},
		{"en", "laptops", "Dizüstü Bilgisayar", "[Dizüstü] [Bilgisayar]"},
		{"en", "laptop", "Bilgisayar", "Bilgisayar"}, // one word of two
		{"en", "tv stand", "Console for media, TV", "[Console] for [media], [TV]"},
		{"en", "stand tv", "Media console", "Media console"},
		{"en", "pool", "loop pool", "[loop] [pool]"},
		{"en", "lapto", "Notebook laptop", "Notebook [lapto]p"},
	} {
		if got := Mark(c.text, With(c.query, c.lang, s).Match(c.text), Tags{"[", "]"}); got != c.want {
			t.Errorf("%s %q in %q: %q, want %q", c.lang, c.query, c.text, got, c.want)
		}
	}
}
