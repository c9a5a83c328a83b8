package web

import "vitrine/internal/api"

// ErrNotFound is the 404 for a record that does not exist, or that the caller may not see.
var ErrNotFound = api.Errorf(404, api.NotFound, "There is no such record.")

// IsID reports whether a text has the form of a record's id: 24 lower-case hexadecimal digits.
func IsID(s string) bool {
	if len(s) != 24 {
		return false
	}
	for i := range len(s) {
		if (s[i] < '0' || s[i] > '9') && (s[i] < 'a' || s[i] > 'f') {
			return false
		}
	}
	return true
}
