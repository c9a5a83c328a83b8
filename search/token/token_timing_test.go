package token

import (
	"strings"
	"testing"
)

// BenchmarkAnalyse analyses Turkish titles as a table of products is loaded: one by one, and with an Analyser, which
// keeps the forms of words.
func BenchmarkAnalyse(b *testing.B) {
	words := strings.Fields("Keten Gömlek Kadın Ceket Kırmızı Pamuklu Elbise Çantası Deri Ayakkabıları Örgü Kazaklar " +
		"Ahşap Masası Seramik Tabakları Sehpalar Bardağı Lambası Yastıkları Halıları Kitaplığı Defterleri")
	titles := make([]string, 200)
	for i := range titles {
		n := len(words)
		titles[i] = words[i%n] + " " + words[(i*7+3)%n] + " " + words[(i*5+1)%n] + " " + words[(i*11+2)%n]
	}
	for name, analyse := range map[string]func() func(text, lang string) []Token{
		"one by one": func() func(text, lang string) []Token { return Analyse },
		"Analyser":   func() func(text, lang string) []Token { return new(Analyser).Analyse },
	} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				f := analyse()
				for _, title := range titles {
					f(title, Turkish)
				}
			}
		})
	}
}
