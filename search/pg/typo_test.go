package pg

import (
	"slices"
	"strings"
	"testing"

	"vitrine/search"
	"vitrine/search/sql"
	"vitrine/search/token"
)

func TestDistanceIsToABeginning(t *testing.T) {
	t.Parallel()
	check := func(typed, word string, want int) {
		t.Helper()
		if got := distance(typed, word); got != want {
			t.Errorf("%q is %d edits from a prefix of %q, want %d", typed, got, word, want)
		}
	}
	check("samsung", "samsung", 0)
	check("sams", "samsung", 0)
	check("smas", "samsung", 1) // swapped
	check("sansu", "samsung", 1)
	check("samsungg", "samsung", 1)
	check("amsung", "samsung", 1)
	check("zamzung", "samsung", 2)
	check("şişe", "şise", 1) // letters, not bytes
	check("samsung", "", 7)
	check("abcd", "wxyz", 4)
}

func TestGuessesAreTheNearestAndFew(t *testing.T) {
	t.Parallel()
	w := word{typed: "keybord", guesses: swapped("keybord")}
	for _, name := range []string{"mechanical keyboard", "keyboards", "keyboard", "key board", "boy's"} {
		w.consider("keybord", name, token.Typos("keybord"))
	}
	for i := range 100 {
		w.consider("keybord", "keybord"+strings.Repeat("x", i+1), 1)
	}
	w.settle()
	if len(w.guesses) != perWord {
		t.Errorf("%d corrections, want %d", len(w.guesses), perWord)
	}
	if !slices.IsSortedFunc(w.guesses, func(a, b guess) int { return a.edits - b.edits }) {
		t.Errorf("corrections are %v", w.guesses)
	}
	if near := (Text{words: []word{w}}).nearest().words[0].guesses; len(near) == 0 || near[len(near)-1].edits != 0 {
		t.Errorf("the closest are %v", near)
	}
	// A word with operators of a tsquery is not a correction.
	w = word{typed: "abcd"}
	w.consider("abcd", `abcd':*|'x abcd\ abc(d`, 1)
	if len(w.guesses) != 0 {
		t.Errorf("corrections are %v", w.guesses)
	}
}

func TestConditionsHaveAValueForEachMark(t *testing.T) {
	t.Parallel()
	q := &search.Query{Match: []string{"p.search", "b.search", "m.search"},
		Related: []search.Related{{Alias: "b", Kind: "brand", Key: "p.brand_id"}}}
	text := Typed("Red 'shoe'; size 42")
	guessed := Typed("Red shoe")
	guessed.guessed, guessed.words[1].guesses = true, []guess{{"shoes", 0, true}, {"show", 1, true}}
	for name, e := range map[string]sql.Expr{
		"found": text.Found(q), "named": text.Named(q), "related": text.Related(q), "class": text.Class(q),
		"rank":    text.match(q).Rank,
		"guessed": guessed.Found(q), "rank of guesses": guessed.match(q).Rank,
	} {
		if marks := strings.Count(e.SQL, "?"); marks != len(e.Args) || marks == 0 {
			t.Errorf("%s has %d values for %d marks", name, len(e.Args), marks)
		}
		if strings.Contains(e.SQL, "shoe") || strings.Contains(e.SQL, "Red") {
			t.Errorf("%s has a word of the request in its SQL: %s", name, e.SQL)
		}
	}
}
