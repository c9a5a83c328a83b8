package pg_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/schema/schematest"
	"vitrine/search"
)

// Fold in Go must agree with fold in Postgres, because one folds searches and the other folds rows.
func TestPostgresFoldsAlike(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	texts := []string{
		"Apple iPhone-15 Pro", "İSTANBUL ISPARTA ılık Iğdır", "ŞİŞE şişe ĞÜL çığ ÖĞÜN", "i\u0307 s\u0327 g\u0306",
		"Crème brûlée, naïve Ærø", "Straße ẞ STRASSE",
		"Łódź Þór Đorđe Ħal smørrebrød œuvre", "Çağdaş İş", "Ελλάδα ΑΘΉΝΑ ϊ ΰ", "Ёлка йод ЩУКА Їжак", "東京 タワー 서울",
		"it's o'neil don’t", "rock'n'roll", "A/B_c.d@e",
		"ﬁne Ｔｏｋｙｏ", "əla Ƙano", "1984 3.5mm 4k", "",
	}
	// All letters of the alphabets in use, except a few that do not occur in words: ordinals, micro, n after an
	// apostrophe, l before a dot.
	const left = "ªºµŉĿŀ"
	for _, in := range [][2]rune{{0x41, 0x17f}, {0x386, 0x3ce}, {0x400, 0x45f}} {
		for r := in[0]; r <= in[1]; r++ {
			if unicode.IsLetter(r) && !strings.ContainsRune(left, r) {
				texts = append(texts, string(r), "x"+string(r)+"y")
			}
		}
	}
	rows, err := db.Pool.Query(t.Context(), "SELECT text, words(text) FROM unnest($1::text[]) text", texts)
	if err != nil {
		t.Fatal(err)
	}
	var text, want string
	n := 0
	_, err = pgx.ForEachRow(rows, []any{&text, &want}, func() error {
		n++
		if got := strings.Join(search.Words(text), " "); got != want {
			t.Errorf("%q folds to %q, in Postgres to %q", text, got, want)
		}
		return nil
	})
	if err != nil || n != len(texts) {
		t.Fatalf("%d of %d texts: %v", n, len(texts), err)
	}
}
