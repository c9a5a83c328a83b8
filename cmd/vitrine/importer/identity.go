package importer

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// deriveID makes the id of a row from what names it: 96 bits, as object_id() makes them, but the same ones every time.
// Nothing of an import depends on when it ran, how far the last run came or how large its batches were.
func deriveID(tenant, kind string, parts ...string) string {
	h := sha256.New()
	for _, p := range append([]string{"vitrine import", tenant, kind}, parts...) {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	var sum [sha256.Size]byte
	return hex.EncodeToString(h.Sum(sum[:0])[:12])
}

// deriveChildID makes the id of a row that hangs on another. It begins as that row's does, so that in the order of ids the rows
// of one record stand together: in the order in which they are inserted, that is, and in the index they are inserted into.
func deriveChildID(parent, kind, key string) string {
	return parent[:12] + deriveID(parent, kind, key)[:12]
}

// isID reports whether a text has the form of a row's id: 24 lower-case hex digits.
func isID(s string) bool {
	return len(s) == 24 && strings.Trim(s, "0123456789abcdef") == ""
}

// fingerprint is the content of a record in a form that does not depend on spaces or the order of its fields.
func fingerprint(o Object) string {
	sum := sha256.Sum256(writeJSON(nil, o, true))
	return string(sum[:16])
}

// ordered returns the fields, sorted by name where asked.
func ordered(o Object, sorted bool) Object {
	if !sorted || slices.IsSortedFunc(o, byName) {
		return o
	}
	o = slices.Clone(o)
	slices.SortFunc(o, byName)
	return o
}

func byName(a, b Field) int { return strings.Compare(a.Name, b.Name) }
