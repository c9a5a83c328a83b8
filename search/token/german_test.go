package token

import "testing"

// A German word finds its plural and its cases, with and without umlauts, and no other word.
func TestGermanWordsHaveOneForm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		search, text string
		want         bool
	}{
		{"Buch", "Bücher", true}, {"Bücher", "Buch", true}, {"bucher", "Bücher", true}, {"Lampe", "Lampen", true},
		{"Lampen", "Lampe", true}, {"Stuhl", "Stühle", true}, {"stuhle", "Stuhl", true}, {"Schuhe", "Schuh", true},
		{"Haus", "Häuser", true}, {"Hemd", "Hemden", true}, {"Jacken", "Jacke", true}, {"Kinder", "Kind", true},
		{"Tische", "Tisch", true}, {"Gläser", "Glas", true}, {"Straße", "Strassen", true}, {"blaue", "blauer", true},
		{"Autos", "Auto", true}, {"Topf", "Töpfe", true}, {"Kissen", "Kisten", false}, {"Hose", "Dose", false},
		{"Tasche", "Tasse", false}, {"Bett", "Brett", false},
	} {
		words, tokens := Parse(c.search+" x", "de"), Analyse(c.text, "de-AT") // the x ends the word
		if got := words[0].equals(&tokens[0]) != No; got != c.want {
			t.Errorf("%s of %v finds %s of %v: %v, want %v", c.search, words[0].Forms, c.text, tokens[0].Forms, got, c.want)
		}
	}
	for _, w := range Parse("Tasche mit dem Griff für die Reise", "de") {
		if stop := w.Text == "mit" || w.Text == "dem" || w.Text == "fur" || w.Text == "die"; w.Stop != stop {
			t.Errorf("%s is a stop word: %v, want %v", w.Text, w.Stop, stop)
		}
	}
}
