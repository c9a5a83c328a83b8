package token

import (
	"strings"
	"testing"
)

func TestTokens(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{ // heads have a !, extra tokens a +
		{"Laptop bag", "laptop bag!"},
		{"Bag for a laptop", "bag! for a laptop"},
		{"Laptops, black", "laptop! black!"},
		{"T-Shirt", "t shirt! +tshirt!"},
		{"Case (black)", "case! black"},
		{"Rice 10 kilos", "rice! 10 kg! +kilo +10kg"},
		{"Rice 10kg", "rice! 10kg +10 +kg"},
		{"TB-4711/X", "tb! 4711 x! +tb4711 +4711x! +tb4711x!"},
		{"½ İznik", "1 2 iznik! +12"},
		{"", ""},
	} {
		var got []string
		for _, x := range Of(c.text) {
			s := x.Term
			if x.Head {
				s += "!"
			}
			if x.Extra {
				s = "+" + s
			}
			got = append(got, s)
			if x.Start < 0 || x.End > len(c.text) || x.Start >= x.End {
				t.Errorf("%q: %+v", c.text, x)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: %q, want %q", c.text, strings.Join(got, " "), c.want)
		}
	}
}

func TestTypos(t *testing.T) {
	t.Parallel()
	for w, want := range map[string]int{"lamp": 0, "lamps": 1, "keyboard": 1, "keyboards": 2, "3080": 0, "rtx3080": 0,
		"": 0, strings.Repeat("a", 33): 0} {
		if got := Typos(w); got != want {
			t.Errorf("%q: %d, want %d", w, got, want)
		}
	}
	for _, c := range []struct {
		typed, word string
		prefix      bool
		want        int
	}{
		{"keybord", "keyboard", false, 1}, {"keyb", "keyboard", true, 0}, {"beyboard", "keyboard", false, 2},
		{"ekyboard", "keyboard", false, 1}, {"", "key", false, 3}, {"key", "", true, 3},
	} {
		if got := Distance([]rune(c.typed), []rune(c.word), c.prefix); got != c.want {
			t.Errorf("%q, %q: %d, want %d", c.typed, c.word, got, c.want)
		}
	}
}
