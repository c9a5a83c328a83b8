package nestpay

import (
	"crypto/sha512"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"vitrine/internal/secret"
)

// unsigned are the fields that the hash does not cover.
var unsigned = map[string]bool{"hash": true, "encoding": true, "nationalidno": true}

var escapeV3 = strings.NewReplacer(`\`, `\\`, `|`, `\|`)

// HashV3 returns the hash of a form, version 3: SHA-512 over all values sorted by field name without regard to case,
// then the store key, separated by |. The fields hash, encoding and nationalidno are left out. The hash does not
// cover names, so a reader of a callback must require every field it uses exactly once.
func HashV3(form url.Values, storeKey string) string {
	names := make([]string, 0, len(form))
	for name := range form {
		if !unsigned[strings.ToLower(name)] {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	var b strings.Builder
	for _, name := range names {
		b.WriteString(escapeV3.Replace(form.Get(name)))
		b.WriteByte('|')
	}
	b.WriteString(escapeV3.Replace(storeKey))
	sum := sha512.Sum512([]byte(b.String()))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// verifyV3 reports whether a form has a correct hash and no duplicate name, without regard to case.
func verifyV3(form url.Values, storeKey string) bool {
	seen := map[string]bool{}
	given := ""
	for name, values := range form {
		low := strings.ToLower(name)
		if len(values) != 1 || seen[low] {
			return false
		}
		seen[low] = true
		if low == "hash" {
			given = values[0]
		}
	}
	return storeKey != "" && secret.Equal(given, HashV3(form, storeKey))
}
