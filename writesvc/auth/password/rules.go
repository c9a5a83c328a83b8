package password

import (
	_ "embed" // for the blocklist
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"vitrine/writesvc/web"
)

// Bounds of passwords, in characters.
const (
	MinLen = 8
	MaxLen = 256
)

// Normalize returns a password in the form that is hashed: NFKC, so that keyboards make no difference. It is never
// truncated.
func Normalize(given string) string { return norm.NFKC.String(given) }

//go:embed blocklist.txt
var blocklist string

var blocked = func() map[string]bool {
	m := map[string]bool{}
	for line := range strings.Lines(blocklist) {
		if word := strings.TrimSpace(line); word != "" && !strings.HasPrefix(word, "#") {
			m[word] = true
		}
	}
	return m
}()

// Check checks a new password and returns its normal form. The error never repeats the password.
func Check(given, email string) (string, error) {
	if given == "" {
		return "", web.Wrong("password", "This field is required.")
	}
	if len(given) > 8*MaxLen || !utf8.ValidString(given) {
		return "", web.Wrong("password", "Must have 8 to 256 characters.")
	}
	p := Normalize(given)
	switch n := utf8.RuneCountInString(p); {
	case n < MinLen || n > MaxLen:
		return "", web.Wrong("password", "Must have 8 to 256 characters.")
	case strings.ContainsRune(p, 0):
		return "", web.Wrong("password", "Must not contain a NUL character.")
	case tooCommon(p, email):
		return "", web.Wrong("password", "This password is easy to guess. Choose another one.")
	}
	return p, nil
}

// tooCommon reports whether a password is easy to guess: it is in the blocklist, possibly with digits appended, or
// repeats a pattern, or is the address itself.
func tooCommon(p, email string) bool {
	low := strings.ToLower(p)
	bare := strings.TrimRight(low, "0123456789")
	local, _, _ := strings.Cut(email, "@")
	if blocked[low] || bare != "" && utf8.RuneCountInString(bare) >= 6 && blocked[bare] || low == email || email != "" &&
		low == local {
		return true
	}
	for n := 1; n <= 3; n++ { // aaaaaaaa, abababab, abcabcabc
		if r := []rune(low); len(r) >= MinLen && repeats(r, n) {
			return true
		}
	}
	return runs(low)
}

func repeats(r []rune, n int) bool {
	for i := n; i < len(r); i++ {
		if r[i] != r[i-n] {
			return false
		}
	}
	return true
}

// runs reports whether all characters ascend or descend by one: 12345678, hgfedcba.
func runs(s string) bool {
	up, down := true, true
	for i := 1; i < len(s); i++ {
		up = up && (s[i] == s[i-1]+1 || s[i-1] == '9' && s[i] == '0')
		down = down && s[i]+1 == s[i-1]
	}
	return up || down
}

// Cost is the cost of Argon2id.
type Cost struct {
	Memory  uint32 // KiB
	Time    uint32
	Threads uint8
}
