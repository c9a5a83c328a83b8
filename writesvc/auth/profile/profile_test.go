package profile

import (
	"strings"
	"testing"
	"unicode/utf8"

	"vitrine/internal/writeapi"
)

// A normal form is its own normal form, and fits the table.
func FuzzEmail(f *testing.F) {
	for _, seed := range []string{"ada@example.com", "ADA@EXAMPLE.COM", "ａｄａ＠example.org", "ŞÜKRÜ@örnek.com.tr", "İ@x.co",
		"ß@x.co", "a@b@c.de", "a@[1.2.3.4]", "\"a b\"@c.de", "a\x00@c.de", "ﬁ@x.co", "Å@x.co",
		"K@x.co", "ǅ@x.co", "a@xn--a.co", "a@ａ。ｃｏ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		once, err := Email(given)
		if err != nil {
			return
		}
		if !utf8.ValidString(once) || len(once) > maxEmail || strings.Count(once, "@") != 1 ||
			strings.ContainsAny(once, " \t\r\n<>\"\x00") {
			t.Errorf("%q becomes %q", given, once)
		}
		if twice, err := Email(once); err != nil || twice != once {
			t.Errorf("%q becomes %q, and that %q (%v)", given, once, twice, err)
		}
	})
}

func FuzzNumber(f *testing.F) {
	f.Add(int64(532), int64(90), "TR", int64(1234567))
	f.Add(int64(0), int64(1), "US", int64(2025550100))
	f.Add(int64(-1), int64(90), "tr", int64(0))
	f.Fuzz(func(t *testing.T, area, country int64, iso string, rest int64) {
		first, err := Phones([]writeapi.MobileNumber{{AreaCode: area, CountryCode: country, IsoCode: iso, PhoneNumber: rest}})
		if err == nil && first != "" && (first[0] != '+' || len(first) < 8 || len(first) > 16) {
			t.Errorf("%d %d %s %d becomes %q", country, area, iso, rest, first)
		}
	})
}
