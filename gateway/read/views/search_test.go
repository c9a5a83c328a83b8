package views

import (
	"testing"

	"vitrine/search"
)

func TestNamesResembleATextInClasses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, name string
		want       class
	}{
		{"Keten gömlek", "KETEN GOMLEK!", equal}, {"keten", "Keten gömlek", begins}, {"ket", "Keten gömlek", starts},
		{"keten göm", "Keten gömlek", starts}, {"göm ket", "Keten gömlek", unlike}, {"gömlek ket", "Keten gömlek", within},
		{"göm", "Mavi keten gömlek", within}, {"ipek", "Keten gömlek", unlike}, {"", "Keten", unlike}, {"keten", "", unlike},
		{"keten keten keten", "Keten", within}, {"İSTANBUL", "istanbul'da bir gün", begins},
	} {
		if got := classOf(search.Words(c.text), c.name); got != c.want {
			t.Errorf("%q for %q: class %d, want %d", c.name, c.text, got, c.want)
		}
	}
}
