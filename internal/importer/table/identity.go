package table

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// DeriveID derives the id of a row from its key: 24 hex digits, as object_id() makes, but the same in every run.
func DeriveID(tenant, kind string, parts ...string) string {
	h := sha256.New()
	for _, p := range append([]string{"vitrine import", tenant, kind}, parts...) {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	var sum [sha256.Size]byte
	return hex.EncodeToString(h.Sum(sum[:0])[:12])
}

// DeriveChildID derives the id of a child row. It begins with the first half of the parent's id, so the rows of one
// record are adjacent in the order of ids: the order in which they are inserted, and that of the index.
func DeriveChildID(parent, kind, key string) string {
	return parent[:12] + DeriveID(parent, kind, key)[:12]
}

// IsID reports whether a text has the form of a row's id: 24 lower-case hex digits.
func IsID(s string) bool {
	return len(s) == 24 && strings.Trim(s, "0123456789abcdef") == ""
}
