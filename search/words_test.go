package search_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"vitrine/search"
)

func TestWordsAreFoldedAsReadersType(t *testing.T) {
	t.Parallel()
	same := func(text, want string) {
		t.Helper()
		if got := strings.Join(search.Words(text), " "); got != want {
			t.Errorf("Words(%q) = %q, want %q", text, got, want)
		}
	}
	same("Apple  iPhone-15", "apple iphone 15")
	same("İSTANBUL ISPARTA ılık Iğdır", "istanbul isparta ilik igdir")
	same("ŞİŞE şişe ĞÜL çığ", "sise sise gul cig")
	same("i\u0307stanbul s\u0327ehir", "istanbul sehir") // decomposed input
	same("Crème brûlée, naïve Ærø smørrebrød", "creme brulee naive aero smorrebrod")
	same("Straße STRASSE", "strasse strasse")
	same("ﬁne Ｔｏｋｙｏ Ⅷ", "fine tokyo viii")
	same("Ελλάδα ΑΘΉΝΑ", "ελλαδα αθηνα")
	same("Ёлка йод", "елка йод")
	same("東京 タワー 서울 हिन्दी ภาษาไทย", "東京 タワー 서울 हिन्दी ภาษาไทย")
	same("it's o'neil don’t", "it s o neil don t")
	same("", "")
	same("%%% ... -- ''", "")
	same("² ʼ \u0301", "")
	same("a\x00b", "a b")
	same("a\xff\xfeb", "a b")
}

func TestSplitIsBounded(t *testing.T) {
	t.Parallel()
	if got := search.Split(strings.Repeat("ab ", 50)); len(got) != search.MaxWords {
		t.Errorf("%d words, want %d", len(got), search.MaxWords)
	}
	got := search.Split(strings.Repeat("ş", 5000))
	if len(got) != 1 || utf8.RuneCountInString(got[0]) != search.MaxText {
		t.Errorf("a word of %d characters, want %d", utf8.RuneCountInString(strings.Join(got, "")), search.MaxText)
	}
	if diff := cmp.Diff([]string{"İzmir", "Kordon"}, search.Split(" İzmir/Kordon ")); diff != "" {
		t.Error(diff)
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"Apple iPhone", "İı Şş", "a\x00\xff", "ﷺ½²", "e\u0301\u0301",
		"\u0451\u0300", "\u0451\u0308\u0300"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := search.Words(text)
		if len(words) > search.MaxWords {
			t.Fatalf("%d words", len(words))
		}
		for _, w := range words {
			if w == "" || !utf8.ValidString(w) || strings.ContainsAny(w, "\x00 '\"\\%_:&|!*()<>") {
				t.Fatalf("word %q of %q", w, text)
			}
			if again := search.Fold(w); again != w {
				t.Fatalf("Fold(%q) = %q", w, again)
			}
		}
	})
}

func TestMistypedWordsAreReplaced(t *testing.T) {
	t.Parallel()
	all := []search.Correction{{Typed: "gomlkek", Meant: "gomlek"}, {Typed: "mvai", Meant: "mavi"}}
	for text, want := range map[string]string{
		"Mvai Gömlkek": "mavi gomlek", "keten  gömlkek, gömlkek!": "keten gomlek gomlek", "Keten Gömlek": "Keten Gömlek",
		"": "", "!?": "",
	} {
		if got := search.Correct(text, all); got != want {
			t.Errorf("%q is corrected to %q, want %q", text, got, want)
		}
	}
}
