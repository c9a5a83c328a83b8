package meilisearch

import (
	"strings"

	"vitrine/gateway/widget"
)

// ordered returns the index of an order such as price:asc. The first key that the records can be sorted by decides;
// keys after it would decide between equal records, which the id does here.
func ordered(x *widget.Index, keys []string) (*widget.Index, error) {
	if len(keys) == 0 {
		return x, nil
	}
	const expected = "NAME:asc or NAME:desc, with a name by which the records can be sorted"
	var first *widget.Index
	for _, key := range keys {
		name, order, ok := strings.Cut(key, ":")
		if !ok || order != "asc" && order != "desc" {
			return nil, invalid("sort", expected)
		}
		name = strings.TrimSuffix(name, ".amount") // of the price
		to := x.FindSorted(name, order == "desc")
		if to == nil {
			return nil, invalid("sort", expected)
		}
		if first == nil {
			first = to
		}
	}
	return first, nil
}
