package token

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// said writes tokens as text: heads have a !, extra tokens a +, stop words a -, further forms follow a /.
func said(all []Token) string {
	var got []string
	for _, x := range all {
		s := x.Word
		for _, f := range x.Forms {
			s += "/" + f
		}
		for mark, is := range map[string]bool{"+": x.Extra, "-": x.Stop} {
			if is {
				s = mark + s
			}
		}
		if x.Head {
			s += "!"
		}
		got = append(got, s)
	}
	return strings.Join(got, " ")
}

func TestTokens(t *testing.T) {
	t.Parallel()
	var many Analyser
	for _, c := range []struct{ lang, text, want string }{
		{"en", "Laptop bag", "laptop bag!"},
		{"en", "Mini desktop PC with TV", "mini desktop! pc! -with tv"},
		{"en", "Bag for a laptop", "bag! -for -a laptop"},
		{"en", "Laptops, black", "laptops/laptop! black!"},
		{"en", "T-Shirt", "t shirt! +tshirt!"},
		{"en", "Case (black)", "case! black"},
		{"en", "Rice 10 kilos", "rice! 10 kilos/kilo +10kg +kg"},
		{"en", "Rice 10kg", "rice! 10kg +10 +kg"},
		{"en", "10kilo-1.5 lt", "10kilo 1 5 lt +10kg +10 +kg +10kilo1 +1.5 +1.5l +l"},
		{"en", `17" or 17.3" TV`, `17 -or 17 3 tv! +17inch +17.3inch +17.3`},
		{"en", "TB-4711/X", "tb! 4711 x! +tb4711 +4711x! +tb4711x!"},
		{"en", "Head & Shoulders and more", "head shoulders/shoulder! -and more!"},
		{"en", "Men's Levi's", "men/man -s levi! -s +mens/man +levis!"},
		{"en", "rock'n'roll, O'Neil", "rock n roll! o neil! +rockn +nroll! +rocknroll! +oneil!"},
		{"en", "½ İznik", "1 2 iznik! +12"},
		{"", "İstanbul'da bir ev", "istanbul -da -bir ev! +istanbulda"},
		{"tr", "İstanbul'un Kadıköy’den gömlekleri", "istanbul -un kadikoy -den " +
			"gomlekleri/gomlek! +istanbulun/istanbul +kadikoyden/kadikoy"},
		{"tr", "KIRMIZI kazaklar, Işıklar", "kirmizi/kirmiz kazaklar/kazak! isiklar/isik!"},
		{"tr-TR", "kirmizilar gomlekler", "kirmizilar/kirmizi/kirmiz gomlekler/gomlek!"},
		{"", "", ""},
	} {
		got := Analyse(c.text, c.lang)
		if said(got) != c.want {
			t.Errorf("%q: %q, want %q", c.text, said(got), c.want)
		}
		for range 2 { // the second time, the forms are known
			if all := many.Analyse(c.text, c.lang); said(all) != c.want {
				t.Errorf("%q among many: %q, want %q", c.text, said(all), c.want)
			}
		}
		for _, x := range got {
			if x.Start < 0 || x.End > len(c.text) || x.Start >= x.End {
				t.Errorf("%q: %+v", c.text, x)
			}
		}
	}
}

// matched returns how each word of a search matches a text: its best match.
func matched(query, text, lang string) string {
	names := map[Match]string{No: "no", Typo: "typo", Beginning: "beginning", Form: "form", Exact: "exact"}
	tokens := Analyse(text, lang)
	var all []string
	for _, w := range Parse(query, lang) {
		if w.Stop {
			continue
		}
		best := No
		for i := range tokens {
			best = max(best, w.Matches(&tokens[i]))
			if i > 0 && w.Pairs(&tokens[i-1], &tokens[i]) {
				best = max(best, Form)
			}
		}
		all = append(all, names[best])
	}
	return strings.Join(all, " ")
}

func TestSearchesMatchAsShoppersMeanThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ lang, query, text, want string }{
		{"en", "laptop", "Laptop bag", "exact"},
		{"en", "lap", "Laptop bag", "beginning"},
		{"en", "lap bag", "Laptop bag", "no exact"},
		{"en", "laptops", "A laptop", "form"},
		{"en", "battery", "AA batteries", "form"},
		{"en", "boxes", "A box", "form"},
		{"en", "tshirt", "Blue T-Shirt", "exact"},
		{"en", "tshirts", "Blue t shirt", "form"},
		{"en", "t shirt", "Mens tshirts", "form form"},
		{"en", "t-shirt", "Mens tshirt", "form form"},
		{"en", "t-shi", "Mens tshirt", "beginning beginning"},
		{"en", "mens shirt", "Men's shirt", "exact exact"},
		{"en", "men shirt", "Men's shirt", "exact exact"},
		{"en", "levis", "Levi's 501", "exact"},
		{"en", "10kg", "Rice 10 kg", "exact"},
		{"en", "10 kg", "Rice 10kg", "exact"},
		{"en", "10 kilo", "Rice 10kg", "exact"},
		{"en", "10 kilo", "Rice 10 kilos", "exact"},
		{"en", "1.5 litre", "Cola 1,5L", "exact"},
		{"en", "10000 mah", "Power bank 10,000 mAh", "exact"},
		{"en", "10.000mah", "Power bank 10000mAh", "exact"},
		{"en", "17.3 inch tv", `TV 17.3"`, "exact exact"},
		{"en", `17" tv`, "TV 17 inch", "exact exact"},
		{"en", "tb4711", "Hub TB-4711", "exact"},
		{"en", "tb-4711", "Hub TB4711", "form form"},
		{"en", "tb 4711", "Hub TB4711", "form form"},
		{"en", "gtx1080", "Card GTX 1080", "form"},
		{"en", "head and shoulders", "Head & Shoulders", "exact exact"},
		{"en", "the", "The end", "exact"},
		{"en", "keybord", "Mechanical keyboard", "typo"},
		{"en", "lam", "lim", "no"},
		{"en", "lampe", "lamp", "typo"},
		{"en", "123457", "Part 123456", "no"},
		{"en", "rtx3081", "RTX3080", "no"},
		{"tr", "sise", "İznik Şişe", "exact"},
		{"tr", "ŞİŞELER", "iznik şişe", "form"},
		{"tr", "kirmizilar", "KIRMIZI", "form"},
		{"tr", "gömlekleri", "gomlek", "form"},
		{"tr", "gomlek", "Erkek gömlekleri", "form"},
		{"tr", "gomlek erkek", "Erkek gömlekleri", "form exact"},
		{"tr", "istanbul'da ev", "İSTANBUL EV", "exact exact"},
		{"tr", "istanbulda", "İstanbul'da", "exact"},
		{"tr", "çanta ve cüzdan", "Deri çanta, cüzdan", "exact exact"},
	} {
		if got := matched(c.query, c.text, c.lang); got != c.want {
			t.Errorf("%s %q in %q: %s, want %s", c.lang, c.query, c.text, got, c.want)
		}
	}
}

func TestTheHeadOfASearch(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{"laptop bag": "bag", "bag for laptop": "bag", "iphone 15": "iphone",
		"desktop pc": "desktop pc", "15 pc": "", "pc": "pc",
		"10 kg": "", "the": "the", "": ""} {
		got := ""
		for _, w := range Parse(query, "en") {
			if w.Head {
				got = strings.TrimSpace(got + " " + w.Text)
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
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

// A plural and its singular have a form in common, so that each finds the other.
func TestPluralsAndSingularsFindEachOther(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{{"hoodies", "hoodie"}, {"movies", "movie"}, {"cookies", "cookie"}, {"lenses", "lens"},
		{"potatoes", "potato"}, {"tomatoes", "tomato"}, {"knives", "knife"}, {"shelves", "shelf"}, {"women", "woman"},
		{"men", "man"}, {"batteries", "battery"}, {"shoes", "shoe"}, {"canoes", "canoe"}, {"watches", "watch"},
		{"glasses", "glass"}, {"sleeves", "sleeve"}, {"canvases", "canvas"}, {"ties", "tie"}, {"scarves", "scarfs"},
		{"women", "women's"}, {"womens", "women"}, {"laptops", "laptop"}} {
		for _, q := range [][2]string{{c[0], c[1]}, {c[1], c[0]}} {
			if got := matched(q[0], q[1], "en"); got != "form" && got != "exact" {
				t.Errorf("%s in %q: %s", q[0], q[1], got)
			}
		}
	}
}

// Words that differ in their meaning must not have a form in common, and forms of one word must.
func TestTurkishForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		query, text string
		matches     bool
	}{
		{"kulakligi", "Kulaklık", true}, {"kulaklik", "Bluetooth Kulaklığı", true}, {"bebegi", "Bebek", true},
		{"gozlugu", "Güneş Gözlüğü", true}, {"koltugu", "Koltuk", true}, {"takimlar", "Takım", true},
		{"takimi", "Takım", true}, {"takım", "Takı", false}, {"takı", "Yemek Takımı", false}, {"takilar", "Takı", true},
		{"altın", "Alt", false}, {"kol", "Koltuk", false}, {"saatleri", "Saat", true},
		{"yok", "Yoga", false}, {"bali", "Bal", true}, {"su", "Su", true}, {"en", "En", true},
	} {
		q := Parse(c.query+" x", "tr") // the last word would match as a beginning
		found := No
		for _, token := range Analyse(c.text, "tr") {
			found = max(found, q[0].equals(&token))
		}
		if q[0].Stop || (found != No) != c.matches {
			t.Errorf("%s in %q: %v, want %v", c.query, c.text, found, c.matches)
		}
	}
}

func FuzzTokens(f *testing.F) {
	for _, s := range []string{"tshirt", "10 kg", "İ\u0307ı", "½ ﬃ", "a\x00\xff-b", "e\u0301", "t-shirt-x", "한국어",
		"1.5.7,8\" inch", "'s 's's", "İstanbul'da'da", "٣٤ kg", "kırmızılaştırıcılardan"} {
		f.Add(s, "T-shirt 10kg İznik ½ ﬃ Straße", uint8(0))
		f.Add("shirt", s, uint8(1))
	}
	f.Fuzz(func(t *testing.T, query, text string, lang uint8) {
		l := []string{"", English, Turkish}[lang%3]
		tokens := Analyse(text, l)
		for _, x := range tokens {
			if x.Start < 0 || x.End > len(text) || x.Start >= x.End || x.Word == "" ||
				!utf8.ValidString(x.Word) || slices.Contains(x.Forms, "") {
				t.Fatalf("%+v of %q", x, text)
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[x.Start:x.End]) {
				t.Fatalf("%q is part of a character", text[x.Start:x.End])
			}
		}
		for _, w := range Parse(query, l) {
			if w.Text == "" || !utf8.ValidString(w.Text) || len(w.Forms) == 0 || w.Forms[0] != w.Text {
				t.Fatalf("%+v of %q", w, query)
			}
			for i := range tokens {
				w.Matches(&tokens[i])
				w.Pairs(&tokens[max(0, i-1)], &tokens[i])
			}
		}
	})
}

// The last word of a search may be unfinished, and so may its compound with the word before it. The word before it is
// finished.
func TestOnlyTheLastWordIsUnfinished(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]bool{"red stras": true, "stras red": false} {
		for _, w := range Parse(query, "en") {
			if w.Text == "stras" && (w.Unfinished() != want || w.Near("strasberg") != want) {
				t.Errorf("%s: %+v", query, w)
			}
		}
	}
}
