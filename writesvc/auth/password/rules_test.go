package password

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzPassword(f *testing.F) {
	for _, seed := range []string{"correct horse", "12345678", "password", "ﬁﬁﬁﬁﬁﬁﬁﬁ", "\x00\x00\x00\x00\x00\x00\x00\x00",
		"aaaaaaaa"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		p, err := Check(given, "ada@example.com")
		if err == nil {
			if n := utf8.RuneCountInString(p); n < MinLen || n > MaxLen || Normalize(p) != p {
				t.Errorf("%q is taken as %q", given, p)
			}
		} else if len(given) > 8 &&
			!strings.Contains("Must have 8 to 256 characters. This password is easy to guess. Choose another one. password "+
				"is needed NUL", given) && strings.Contains(err.Error(), given) {
			t.Errorf("the complaint repeats it: %v", err)
		}
	})
}
