package transfer

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"vitrine/internal/writeapi"
)

// A text yields a bounded number of references, each with a correct check character. A reference is found whatever
// stands around it.
func FuzzReferences(f *testing.F) {
	for _, s := range []string{"", "EFT ref 7k2m9-qx4tz thanks", "oOiIlLıİö", "\x00\xff", strings.Repeat("0", 600)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all := references(text)
		if len(all) > 500 {
			t.Errorf("%d references", len(all))
		}
		for _, r := range all {
			if len(r) != referenceLen || check(r[:referenceLen-1]) != r[referenceLen-1] {
				t.Errorf("%q", r)
			}
		}
		own, err := newReference()
		if err != nil {
			t.Fatal(err)
		}
		if len(text) < 400 && !slices.Contains(references(grouped(own)+" "+text), own) {
			t.Errorf("%s is not found before %q", own, text)
		}
	})
}

// A line that counts as valid has an amount in range and texts that Postgres stores.
func FuzzStatementLine(f *testing.F) {
	for _, s := range []string{`{}`,
		`{"id":"1","iban":"TR33","amount":12.5,"currency":"TRY","bookedAt":"2026-11-21T10:00:00Z"}`,
		`{"id":"\u0000","amount":"1e9"}`, `{"amount":-1}`, `{"bookedAt":"0000-01-01T00:00:00Z"}`, `[`,
		`{"amount":{"a":1},"description":"\ud800"}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var l writeapi.StatementLine
		if json.Unmarshal([]byte(text), &l) != nil {
			return
		}
		amount, ok := valid(l)
		if !ok {
			return
		}
		if amount <= 0 || amount > writeapi.MaxMoney {
			t.Errorf("%s: %s", text, amount)
		}
		for _, s := range []string{l.ID, l.IBAN, l.Currency, clip(storable(l.Description), 500)} {
			if strings.ContainsRune(s, 0) || !utf8.ValidString(s) || utf8.RuneCountInString(s) > 500 {
				t.Errorf("%q cannot be stored", s)
			}
		}
	})
}
