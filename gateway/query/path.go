package query

import (
	"bytes"
	"strconv"
)

const (
	prefixAPI    = "/v1"
	prefixTenant = "/t/"
)

// A Location is a path under /v1, split into its parts. Its slices are of the path it was read from.
type Location struct {
	Path   []byte // after /v1, and after the prefix of an old address
	Tenant []byte // of /t/<tenant>/v1; nil otherwise
	Moved  bool   // the path has the prefix of an old address, /catalog or /finance
}

// Locate finds the part of a path that routes are chosen by: after /v1 or /t/<tenant>/v1, and after the catalog and
// finance prefixes. It reports false for a path that is not under /v1.
func Locate(path []byte) (Location, bool) {
	var l Location
	if rest, ok := bytes.CutPrefix(path, []byte(prefixTenant)); ok {
		i := bytes.IndexByte(rest, '/')
		if i <= 0 {
			return l, false
		}
		l.Tenant, path = rest[:i], rest[i:]
	}
	rest, ok := bytes.CutPrefix(path, []byte(prefixAPI))
	if !ok || len(rest) == 0 || rest[0] != '/' {
		return l, false
	}
	if r, ok := bytes.CutPrefix(rest, []byte("/catalog")); ok && len(r) > 1 && r[0] == '/' {
		rest, l.Moved = r, true
	} else if r, ok := bytes.CutPrefix(rest, []byte("/finance")); ok && bytes.HasPrefix(r, []byte("/payment")) {
		rest, l.Moved = r, true
	}
	l.Path = rest
	return l, true
}

// Base is the prefix of locations in the request's own form: with the tenant if the URL names one.
func (l Location) Base() string {
	if l.Tenant != nil {
		return prefixTenant + string(l.Tenant) + prefixAPI
	}
	return prefixAPI
}

// MalformedPath says what is wrong with a path that a proxy in front of the gateway could read in another way; "" if
// nothing is.
func MalformedPath(path []byte) string {
	const plain = "The path is not in its plain form: no //, no /./ or /../, no ; or \\, and no %2f, %5c or %00."
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == ';' || c == '\\' || c < ' ' || c == 0x7f:
			return plain
		case c == '/':
			rest := path[i+1:]
			if len(rest) > 0 && rest[0] == '/' || dots(rest) {
				return plain
			}
		case c == '%':
			if i+2 >= len(path) {
				return "The path ends within a percent code."
			}
			v, err := strconv.ParseUint(string(path[i+1:i+3]), 16, 8)
			if err != nil {
				return "The path has a % that does not begin a percent code."
			}
			if v < ' ' || v == '/' || v == '\\' || v == 0x7f || v == '%' || v == ';' || v == '.' {
				return plain
			}
		}
	}
	return ""
}

// dots reports whether a path begins with the segment . or ..
func dots(rest []byte) bool {
	n := 0
	for n < len(rest) && rest[n] == '.' {
		n++
	}
	return n > 0 && n <= 2 && (n == len(rest) || rest[n] == '/')
}
