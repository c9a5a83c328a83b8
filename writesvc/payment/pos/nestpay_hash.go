package pos

import (
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
)

// unsigned are the fields that the hash leaves out.
var unsigned = map[string]bool{"hash": true, "encoding": true, "nationalidno": true}

var escapeV3 = strings.NewReplacer(`\`, `\\`, `|`, `\|`)

// HashV3 is NestPay's hash, version 3: the values of all fields but hash and encoding, by name without regard to case, the store key last,
// with | between them. Names are not part of it: whoever checks a callback must look for every field he needs, once, and compare its value.
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

// verifyV3 reports whether a form has its hash, and no name twice, in whatever case.
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
	return given != "" && subtle.ConstantTimeCompare([]byte(given), []byte(HashV3(form, storeKey))) == 1
}
