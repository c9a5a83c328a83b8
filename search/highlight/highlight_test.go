package highlight

import (
	"html"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWordsAreMarkedAsSearchesFindThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ query, text, want string }{
		{"laptop", "Laptop bag", "[Laptop] bag"},
		{"lap", "Laptop bag", "[Lap]top bag"},
		{"lap bag", "Laptop bag", "Laptop [bag]"}, // only the last word may be a beginning
		{"bag lap", "Laptop bag", "[Lap]top [bag]"},
		{"bag bag lap", "Laptop bag", "[Lap]top [bag]"},
		{"lap bag lap", "Laptop bag", "[Lap]top [bag]"},
		{"tshirt", "Blue T-Shirt", "Blue [T]-[Shirt]"},
		{"tshi", "Blue T-Shirt", "Blue [T]-[Shirt]"},
		{"t shirt", "Mens tshirts", "Mens [tshirt]s"},
		{"keybord", "Mechanical keyboard", "Mechanical [keyboard]"},
		{"keybo", "Mechanical keyboard", "Mechanical [keybo]ard"},
		{"keybaor", "Mechanical keyboard", "Mechanical [keyboard]"},
		{"keybord", "Keybord, keyboard", "[Keybord], keyboard"},
		{"gomlkek", "Mavi Keten Gömlek", "Mavi Keten [Gömlek]"},
		{"bleu", "Blue mug", "Blue mug"}, // errors are allowed as in searches: one from 5 letters on, two from 9 on
		{"kezboerd", "Mechanical keyboard", "Mechanical keyboard"},
		{"hedphonse", "Wireless headphones", "Wireless [headphones]"},
		{"tb4712x", "Part TB4711X", "Part TB4711X"},
		{"123457", "Part 123456", "Part 123456"},
		{"sise", "İznik Şişe", "İznik [Şişe]"},
		{"ŞİŞ", "İznik şişe", "İznik [şiş]e"},
		{"istanbul", "İSTANBUL ıstanbul Istanbul", "[İSTANBUL] [ıstanbul] [Istanbul]"},
		{"cre", "Cre\u0300me", "[Cre\u0300]me"},
		{"", "Anything", "Anything"},
		{"%%%", "100%", "100%"},
		{"lamp", "", ""},
		{"<em>", "An <em> tag", "An <[em]> tag"},
	} {
		text := Mark(c.text, New(c.query).Match(c.text), Tags{"[", "]"})
		if text != c.want {
			t.Errorf("%q in %q: %q, want %q", c.query, c.text, text, c.want)
		}
	}
}

func TestHTMLIsSafe(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ query, text, want string }{
		{"lap", "Laptop bag", "<mark>Lap</mark>top bag"},
		{"mark", "<mark>Mark</mark> & co", "&lt;<mark>mark</mark>&gt;<mark>Mark</mark>&lt;/<mark>mark</mark>&gt; &amp; co"},
		{"x", `<img onerror="a('x')">`, "&lt;img onerror=&#34;a(&#39;<mark>x</mark>&#39;)&#34;&gt;"},
		{"", "a < b", "a &lt; b"},
	} {
		if got := HTML(c.text, New(c.query).Match(c.text)); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.query, c.text, got, c.want)
		}
	}
}

func TestSpansNameTheWordsOfTheSearch(t *testing.T) {
	t.Parallel()
	m := New("red t shirt t")
	if got := strings.Join(m.Words(), " "); got != "red shirt t" {
		t.Errorf("words %q", got)
	}
	spans := m.Match("Shirt, red")
	if len(spans) != 2 || !spans[0].Words[1] || !spans[1].Words[0] || m.Missing(spans) != 1 || m.Missing(nil) != 3 {
		t.Errorf("%+v", spans)
	}
}

func TestATextIsWhole(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		query, text string
		want        bool
	}{
		{"red shirt", "Red, shirt!", true}, {"red", "Red shirt", false}, {"", "Red", false}, {"re", "Red", false},
	} {
		if got := Whole(c.text, New(c.query).Match(c.text)); got != c.want {
			t.Errorf("%q in %q: %v", c.query, c.text, got)
		}
	}
}

func TestASnippetHasTheWordsOfTheSearch(t *testing.T) {
	t.Parallel()
	const text = "one two three four five six seven eight nine ten."
	for _, c := range []struct {
		query string
		words int
		want  string
	}{
		{"zzz", 3, "one two three…"},
		{"one", 3, "[one] two three…"},
		{"five", 4, "…four [five] six seven…"},
		{"ten", 4, "…seven eight nine [ten]."},
		{"five nine eight", 3, "…[eight] [nine] ten."},
		{"five", 10, "one two three four [five] six seven eight nine ten."},
		{"five", 0, "…[five]…"},
	} {
		part, spans := Snippet(text, New(c.query).Match(text), c.words, "…")
		if got := Mark(part, spans, Tags{"[", "]"}); got != c.want {
			t.Errorf("%q in %d words: %q, want %q", c.query, c.words, got, c.want)
		}
	}
}

func FuzzMatch(f *testing.F) {
	for _, s := range []string{"tshirt", "10 kg", "İ\u0307ı", "½ ﬃ", "a\x00\xff-b", "e\u0301", "t-shirt-x", "한국어"} {
		f.Add(s, "T-shirt 10kg İznik ½ ﬃ Straße", 3)
		f.Add("shirt", s, 1)
	}
	f.Fuzz(func(t *testing.T, query, text string, words int) {
		spans := New(query).Match(text)
		part, in := Snippet(text, spans, words%100, "…")
		for _, c := range []struct {
			text  string
			spans []Span
		}{{text, spans}, {part, in}} {
			at := 0
			for _, s := range c.spans {
				if s.Start < at || s.End <= s.Start || s.End > len(c.text) {
					t.Fatalf("%+v after %d in %d bytes", s, at, len(c.text))
				}
				if utf8.ValidString(c.text) && !utf8.ValidString(c.text[s.Start:s.End]) {
					t.Fatalf("%q is part of a character", c.text[s.Start:s.End])
				}
				at = s.End
			}
		}
		safe := HTML(text, spans)
		if html.UnescapeString(strings.NewReplacer("<mark>", "", "</mark>", "").Replace(safe)) != text {
			t.Fatalf("%q is not the text %q", safe, text)
		}
		plain := strings.ReplaceAll(strings.ReplaceAll(Mark(text, spans, Tags{"\x01", "\x02"}), "\x01", ""), "\x02", "")
		if strings.ContainsAny(text, "\x01\x02") == false && plain != text {
			t.Fatalf("marks changed %q to %q", text, plain)
		}
	})
}
