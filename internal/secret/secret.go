package secret

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"hash"
	"strings"
	"unicode"
)

// ErrEmpty is the error for a secret without a character.
var ErrEmpty = errors.New("the secret is empty")

// Text returns a secret that was read from a file or the environment, without space around it. It returns ErrEmpty for
// one that consists of space and characters without a shape.
func Text(read string) (string, error) {
	text := strings.TrimSpace(read)
	if !strings.ContainsFunc(text, shown) {
		return "", ErrEmpty
	}
	return text, nil
}

// shown reports whether a character can be seen: not NUL, and not U+FEFF, which some editors write into empty files.
func shown(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }

// MAC returns HMAC-SHA256 with a key. It panics if the key is empty: settings are refused before they get here.
func MAC(key []byte) hash.Hash {
	if len(key) == 0 {
		panic("secret: an empty key")
	}
	return hmac.New(sha256.New, key)
}

// Equal compares two secrets or signatures in constant time. An empty one equals nothing.
func Equal(a, b string) bool {
	return a != "" && subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1
}
