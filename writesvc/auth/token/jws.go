package token

import "strings"

// MaxLen is the longest token that is parsed, in bytes.
const MaxLen = 8 << 10

// IsCompact reports whether a token consists of three parts of base64url. Libraries also accept line breaks, and some
// accept JWS as JSON, where signed and unsigned claims can differ.
func IsCompact(token string) bool {
	for _, c := range []byte(token) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return strings.Count(token, ".") == 2
}

// HasLineBreak reports whether a text contains a line break. Go's base64 decoder ignores line breaks.
func HasLineBreak(s string) bool { return strings.ContainsAny(s, "\r\n") }
