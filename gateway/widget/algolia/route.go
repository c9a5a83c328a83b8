package algolia

import (
	"encoding/json"
	"net/url"
	"strings"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
)

// Prefix begins all paths of this shape.
const Prefix = "/1/indexes/"

// A Route is a path: searches in several indexes, in one, or for the values of a facet of one.
type Route struct {
	Index string // "" for several
	Facet string // "" for records
}

// Match reads a path without the tenant's prefix. ok is false if it is none of this shape.
func Match(path string) (r Route, ok bool) {
	rest, ok := strings.CutPrefix(path, Prefix)
	if !ok {
		return r, false
	}
	parts := strings.Split(rest, "/")
	for i := range parts {
		part, err := url.PathUnescape(parts[i])
		if err != nil {
			return r, false
		}
		parts[i] = part
	}
	switch {
	case len(parts) == 2 && parts[0] == "*" && parts[1] == "queries":
		return Route{}, true
	case len(parts) == 2 && parts[0] != "" && parts[1] == "query":
		return Route{Index: parts[0]}, true
	case len(parts) == 4 && parts[0] != "" && parts[1] == "facets" && parts[2] != "" && parts[3] == "query":
		return Route{Index: parts[0], Facet: parts[2]}, true
	}
	return r, false
}

// Error is the body of an error, as the clients show it.
func Error(e *api.Error) []byte {
	b, err := catalog.Marshal(map[string]any{"message": e.Message, "status": e.Status})
	if err != nil {
		return []byte(`{"message":"Internal error.","status":500}`)
	}
	return b
}

// noIndex is the error for an index that does not exist.
func noIndex(name string) error {
	if r := []rune(name); len(r) > 100 {
		name = string(r[:100]) + "…"
	}
	return api.Errorf(404, api.NotFound, "Index %s does not exist", name)
}

// decode reads JSON. Numbers keep their digits.
func decode(text string, into any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return d.Decode(into) //nolint:wrapcheck // the caller says which text it is
}
