package auth

import "strings"

// compact reports whether a token is three parts of base64url and nothing else. Libraries also take ends of lines in it, and that of OpenID
// Connect JWS as JSON, in which what is signed and what is said can stand beside one another.
func compact(token string) bool {
	for _, c := range []byte(token) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return strings.Count(token, ".") == 2
}

const maxTokenLen = 8 << 10 // bytes of a token that is looked at

// lineEnds reports whether a text holds an end of a line, which base64 passes over without a word.
func lineEnds(s string) bool { return strings.ContainsAny(s, "\r\n") }
