package filter

import (
	"testing"

	"pgregory.net/rapid"
)

func TestTidyTextsHaveOneForm(t *testing.T) {
	t.Parallel()
	f := func(s, want string) {
		t.Helper()
		if got := Tidy(s); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	}
	f("", "")
	f("1 kg", "1 kg")
	f("1 kg ", "1 kg")
	f("\t1\u00a0 kg\u200b\r\n", "1 kg")
	f("C\u0327ini", "Çini")
	f("a\x1fb", "a b")
	f("กา\u200bแฟ", "กา\u200bแฟ") // between words of a script without spaces
	f(" \u3000 ", "")
	f("\u200b \ufeff", "")
}

func TestATidyTextStaysAsItIs(t *testing.T) {
	t.Parallel()
	odd := rapid.SampledFrom([]string{" ", "\t", "\u00a0", "\u200b", "\ufeff", "\u2000", "\u0338", "e\u0301",
		"=", "a", "\u0958"})
	rapid.Check(t, func(t *rapid.T) {
		s := ""
		for range rapid.IntRange(0, 8).Draw(t, "parts") {
			s += rapid.OneOf(odd, rapid.String()).Draw(t, "part")
		}
		if once := Tidy(s); Tidy(once) != once {
			t.Errorf("%q becomes %q, which becomes %q", s, once, Tidy(once))
		}
	})
}
