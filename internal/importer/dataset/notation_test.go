package dataset

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestSeveralPicturesInOneField(t *testing.T) {
	f := func(field string, want ...any) {
		t.Helper()
		got, err := addresses(field)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%q (-want +got):\n%s", field, diff)
		}
	}
	a, b := "https://x.example/a.jpg", "https://x.example/b.jpg"
	for _, sign := range []string{",", ", ", " ", "|", " | ", ";", "\n", ",\n"} {
		f(a+sign+b, a, b)
		f("a.jpg"+sign+"b/c.PNG?v=1", "a.jpg", "b/c.PNG?v=1")
	}
	f(`["`+a+`", "`+b+`"]`, a, b)
	f(`['`+a+`', '`+b+`']`, a, b)
	f(`[{"src": "`+a+`", "alt": "x"}, {"url": "`+b+`"}]`, a, b)
	f("//cdn.example/a,//cdn.example/b", "//cdn.example/a", "//cdn.example/b")
	f(a, a)
	f("https://cdn.example/w_100,h_100/a.jpg", "https://cdn.example/w_100,h_100/a.jpg")
	f("https://cdn.example/w_100,h_100/a.jpg,https://cdn.example/w_100,h_100/b.jpg",
		"https://cdn.example/w_100,h_100/a.jpg", "https://cdn.example/w_100,h_100/b.jpg")
	f("https://cdn.example/?u=https://y.example/b.jpg", "https://cdn.example/?u=https://y.example/b.jpg")
	f("my photo.jpg", "my photo.jpg")
	f("a, b", "a, b")
	f(`{"json": 1} a`, `{"json": 1} a`)
	f("")
	f("N/A")
	for _, s := range []string{`["a.jpg"`, `{"a": "b.jpg"}`} {
		if got, err := addresses(s); len(got) > 0 || err == nil {
			t.Errorf("%q: %v, %v; want an error", s, got, err)
		}
	}
}

func TestSyntaxOfCategories(t *testing.T) {
	f := func(values []string, signs string, want ...string) {
		t.Helper()
		s := GuessSyntax(values)
		if s.String() != signs {
			t.Errorf("%q: %q, want %q", values, s, signs)
		}
		var got []string
		for _, path := range s.paths(values[0]) {
			got = append(got, strings.Join(path, "→"))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", values, diff)
		}
	}
	f([]string{"A > B"}, "", "A→B")
	f([]string{"A>>B >> C"}, "", "A→B→C")
	f([]string{"A » B | C"}, "", "A→B", "C")
	f([]string{"Clothing > Hoodies, Clothing > T-shirts"}, ",", "Clothing→Hoodies", "Clothing→T-shirts")
	f([]string{`Clothing, Clothing > Home\, Garden`, "A > B, A > C"}, ",", "Clothing", "Clothing→Home, Garden")
	f([]string{"Home/Kitchen", "Home/Bath", "Home"}, "/", "Home→Kitchen")
	f([]string{"/Home/Kitchen", "/Home"}, "/", "→Home→Kitchen")
	f([]string{"All/Men/Tops,All/New,All", "All/Women"}, "/,", "All→Men→Tops", "All→New", "All")
	f([]string{"All/Bed, Bath", "All/Women"}, "/", "All→Bed, Bath")
	f([]string{"TV/Video", "Audio", "Phones"}, "", "TV/Video")
	f([]string{"TV/Video", "TV/Video"}, "", "TV/Video")
	f([]string{"Home, Garden & Tools"}, "", "Home, Garden & Tools")
	f([]string{"A; B"}, "", "A", "B")
}

// FuzzPictures checks that dividing a field loses nothing but separators.
func FuzzPictures(f *testing.F) {
	for _, s := range []string{"a.jpg,b.jpg", "https://x/a https://x/b", "['a','b']", "//x|//y", "a b.jpg", "http://"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return // a file is decoded before its fields are split
		}
		list := split(s)
		if len(list) > len(s)+1 {
			t.Fatalf("%q has %d pictures", s, len(list))
		}
		if strings.HasPrefix(strings.TrimSpace(s), "['") { // as Python prints a list, with quotes
			return
		}
		rest := s
		for _, e := range list {
			i := strings.Index(rest, e.(string))
			if i < 0 {
				t.Fatalf("%q became %q", s, list)
			}
			if lost := strings.Trim(rest[:i], " \t\r\n,;|\v\f\u0085\u00a0"); strings.TrimSpace(lost) != "" {
				t.Fatalf("%q lost %q", s, lost)
			}
			rest = rest[i+len(e.(string)):]
		}
	})
}
