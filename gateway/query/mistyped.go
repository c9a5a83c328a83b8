package query

import (
	"bytes"
	"fmt"
	"iter"
	"strings"

	"github.com/valyala/fasthttp"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/edits"
)

// generals are the parameters of lists that are not filters.
var generals = []string{"page", "limit", "perPage", "sort", "sortBy", "order", "search", "q", "modules", "facetLimit",
	"fields", "explain", "highlight", "snippet", "highlightTag"}

// Limits of the search for typing errors.
const (
	maxSuspects = 20 // unknown parameters of a request that are looked at
	maxSuspect  = 40 // length of such a name in bytes
)

// mistyped returns an error for the first parameter that a view does not have and whose name resembles one that it has.
// Production ignores such parameters. While developing, the error shows that a filter would be ignored.
func mistyped(v *catalog.View, args *fasthttp.Args) error {
	suspects := 0
	for key, val := range args.All() {
		name := string(bytes.TrimSuffix(key, []byte("[]")))
		if len(val) == 0 || v.Filter(name) != nil || general(v, name) || len(name) > maxSuspect {
			continue
		}
		if suspects++; suspects > maxSuspects {
			break
		}
		if meant := resembles(v, name); meant != "" {
			why := fmt.Sprintf("Unknown parameter %q. Did you mean %s? In production, unknown parameters are ignored.",
				name, meant)
			return &api.Error{Status: 400, Code: api.InvalidParameter, Message: why,
				Fields: []api.Field{{Field: name, Code: "INVALID", Message: why}}}
		}
	}
	return nil
}

// resembles returns the parameter of a view that a name resembles most, "" if there is none.
func resembles(v *catalog.View, name string) (meant string) {
	return nearest(name, func(yield func(string) bool) {
		for i := range v.Accept {
			if !yield(v.Accept[i].Name) {
				return
			}
		}
		for _, known := range generals {
			if general(v, known) && !yield(known) {
				return
			}
		}
	})
}

// nearest returns the known name that a name resembles most, "" if there is none: the same letters in another style
// (min_price), or at most one typing error in three letters.
func nearest(name string, known iter.Seq[string]) (meant string) {
	name = plainName(name)
	least := 0
	for k := range known {
		plain := plainName(k)
		d := distance(name, plain)
		if d <= max(len(name), len(plain))/3 && (meant == "" || d < least) {
			meant, least = k, d
		}
	}
	return meant
}

// plainName is a name without differences of style.
func plainName(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

// distance is the number of letters to insert, to remove, to replace or to swap with a neighbour that turns a into b.
func distance(a, b string) int { return edits.Least([]byte(a), []byte(b))[len(b)] }
