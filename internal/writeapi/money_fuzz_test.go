package writeapi

import "testing"

// An amount that is read is in range, and reads the same again.
func FuzzParseMoney(f *testing.F) {
	for _, s := range []string{"", "0", "12.5", "9999999999.99", "10000000000", "1.234", "-1", "1e3", "1.", ".5", "٣"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, ok := ParseMoney(text)
		if !ok {
			return
		}
		if again, ok := ParseMoney(m.String()); !ok || again != m || m < 0 || m > MaxMoney {
			t.Errorf("%q is %s, then %s", text, m, again)
		}
	})
}
