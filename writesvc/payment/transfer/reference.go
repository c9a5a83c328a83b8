package transfer

import (
	"crypto/rand"
	"fmt"
	"strings"
)

// A reference is what a customer writes into a transfer: nine characters of Crockford's base 32 and a check character,
// in two groups. Customers omit the dash, write O for 0 and I for 1, and add other text.

const (
	crockford    = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	referenceLen = 10
)

func newReference() (string, error) {
	b := make([]byte, referenceLen-1)
	if _, err := rand.Read(b); err != nil {
		return "", fmt.Errorf("make a reference: %w", err)
	}
	for i, c := range b {
		b[i] = crockford[c%32]
	}
	return string(b) + string(check(string(b))), nil
}

// check returns the check character: a weighted sum modulo the prime 31, which detects one wrong character and two
// swapped ones.
func check(s string) byte {
	sum := 0
	for i := range len(s) {
		sum += (i + 2) * (strings.IndexByte(crockford, s[i]) + 1)
	}
	return crockford[sum%31]
}

// grouped returns a reference as it is displayed.
func grouped(r string) string {
	if len(r) != referenceLen {
		return r
	}
	return r[:5] + "-" + r[5:]
}

// references returns the possible references in a sender's text of bounded length.
func references(text string) []string {
	const most = 500
	var b strings.Builder
	for _, r := range strings.ToUpper(text) {
		switch r {
		case 'O', 'Ö':
			r = '0'
		case 'I', 'İ', 'L', 'ı':
			r = '1'
		}
		if r < 128 && strings.IndexByte(crockford, byte(r)) >= 0 {
			b.WriteByte(byte(r))
		}
		if b.Len() >= most {
			break
		}
	}
	s := b.String()
	var all []string
	for i := 0; i+referenceLen <= len(s); i++ {
		if c := s[i : i+referenceLen]; check(c[:referenceLen-1]) == c[referenceLen-1] {
			all = append(all, c)
		}
	}
	return all
}
