package edits

import (
	"fmt"
	"testing"
)

func TestLeastEdits(t *testing.T) {
	t.Parallel()
	f := func(a, b string, want ...int) {
		t.Helper()
		if got := Least([]rune(a), []rune(b)); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s, %s: %v, want %v", a, b, got, want)
		}
	}
	f("", "", 0)
	f("", "ab", 0, 1, 2)
	f("ab", "", 2)
	f("price", "price", 5, 4, 3, 2, 1, 0)
	f("pirce", "price", 5, 4, 3, 3, 2, 1) // neighbours are swapped
	f("şal", "sal", 3, 3, 2, 1)
	f("ca", "abc", 2, 1, 2, 3) // no letter is edited twice
}
