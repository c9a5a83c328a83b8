package highlight

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// marked returns a text with its matched parts in brackets, and after a bar the words of the search that it has.
func marked(query, text string) string {
	var b strings.Builder
	at := 0
	for _, s := range Match(query, text, "") {
		b.WriteString(text[at:s.Start] + "[" + text[s.Start:s.End] + "]")
		at = s.End
	}
	return b.String() + text[at:]
}

func TestWordsAreMarkedAsSearchesFindThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ query, text, want string }{
		{"laptop", "Laptop bag", "[Laptop] bag"},
		{"lap", "Laptop bag", "[Lap]top bag"},
		{"lap bag", "Laptop bag", "Laptop [bag]"}, // only the last word may be a beginning
		{"bag lap", "Laptop bag", "[Lap]top [bag]"},
		{"laptops", "A laptop, two laptops", "A [laptop], two [laptops]"},
		{"battery", "AA batteries", "AA [batteries]"},
		{"tshirt", "Blue T-Shirt", "Blue [T-Shirt]"},
		{"tshirts", "Blue t shirt", "Blue [t shirt]"},
		{"t shirt", "Mens tshirts", "Mens [tshirts]"},
		{"t-shi", "Mens T-shirt", "Mens [T-shi]rt"},
		{"10kg", "Rice 10 kg", "Rice [10 kg]"},
		{"10 kilo", "Rice 10kg", "Rice [10kg]"},
		{"tb4711", "Hub TB-4711", "Hub [TB-4711]"},
		{"tb 4711", "Hub TB4711", "Hub [TB4711]"},
		{"head and shoulders", "Head & Shoulders and more", "[Head] & [Shoulders] and more"},
		{"the", "The end", "[The] end"}, // the only word
		{"keybord", "Mechanical keyboard", "Mechanical [keyboard]"},
		{"keybord", "Keybord, keyboard", "[Keybord], keyboard"},
		{"123457", "Part 123456", "Part 123456"},
		{"sise", "İznik Şişe", "İznik [Şişe]"},
		{"ŞİŞ", "İznik şişe", "İznik [şiş]e"},
		{"istanbul", "İSTANBUL ıstanbul Istanbul", "[İSTANBUL] [ıstanbul] [Istanbul]"},
		{"cre", "Cre\u0300me", "[Cre\u0300]me"},
		{"", "Anything", "Anything"},
		{"%%%", "100%", "100%"},
		{"lamp", "", ""},
	} {
		if got := marked(c.query, c.text); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.query, c.text, got, c.want)
		}
	}
}

func TestSpansNameTheWordsOfTheSearch(t *testing.T) {
	t.Parallel()
	m := New("the red t shirt t", "en")
	if got := strings.Join(m.Words(), " "); got != "red t shirt" {
		t.Errorf("words %q", got)
	}
	spans := m.Match("Tshirt, red")
	if len(spans) != 2 || strings.Join(spans[0].Words, " ") != "t shirt" || strings.Join(spans[1].Words, " ") != "red" {
		t.Errorf("%+v", spans)
	}
}

func FuzzMatch(f *testing.F) {
	for _, s := range []string{"tshirt", "10 kg", "İ\u0307ı", "½ ﬃ", "a\x00\xff-b", "e\u0301", "t-shirt-x", "한국어"} {
		f.Add(s, "T-shirt 10kg İznik ½ ﬃ Straße")
		f.Add("shirt", s)
	}
	f.Fuzz(func(t *testing.T, query, text string) {
		at := 0
		for _, s := range Match(query, text, "") {
			if s.Start < at || s.End <= s.Start || s.End > len(text) || len(s.Words) == 0 {
				t.Fatalf("%+v after %d in %d bytes", s, at, len(text))
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[s.Start:s.End]) {
				t.Fatalf("%q is part of a character", text[s.Start:s.End])
			}
			at = s.End
		}
	})
}
