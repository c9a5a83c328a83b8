package query

import (
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/filter"
)

// names reads a parameter that lists some of the known names: repeated, comma-separated or name[]. The result is sorted
// and without duplicates; nil if there are none.
func names(parameter string, got, known []string) ([]string, error) {
	var all []string
	n := 0
	for _, g := range got {
		for name := range strings.SplitSeq(g, ",") {
			if name = filter.Tidy(name); name == "" {
				continue
			}
			if n++; n > catalog.MaxIDs {
				return nil, api.Invalid(parameter, "more values", "at most "+strconv.Itoa(catalog.MaxIDs)+" values")
			}
			if !slices.Contains(known, name) {
				return nil, unknown(parameter, name, known)
			}
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	slices.Sort(all)
	return all, nil
}

// unknown is the error for a name that is not among the known ones. It suggests the one that resembles it most.
func unknown(parameter, name string, known []string) error {
	expected := "one of " + strings.Join(known, ", ")
	if len(name) <= maxSuspect {
		if meant := nearest(name, slices.Values(known)); meant != "" {
			expected += ". Did you mean " + meant + "?"
		}
	}
	return api.Invalid(parameter, name, expected)
}

// modules are the names of the modules that can be searched, in the order of the catalogue.
func modules() (all []string) {
	for _, r := range catalog.Searched() {
		all = append(all, r.Module())
	}
	return all
}
