package dataset

import (
	"fmt"
	"slices"
	"strings"

	"vitrine/internal/importer/load"
)

// Mappings lists the known data sets.
var Mappings = []load.Mapping{
	blogGo, categoriesBestbuy, dictionaryCncfGlossary, dictionaryWordset, eventsConferences, eventsMotorsport, faqMarkdown,
	merchantsBreweries, orgsCncf, projectsCncf, pagesGoDoc, pagesLogingov, placesAirports, placesCities, placesStadiums,
	productsBestbuy, productsGoodbooks, productsPcparts, productsShopify,
	productsWooCommerce, storesBestbuy,
}

// PlainName is the name with which --as asks for no data set: fields fill the columns of their names.
const PlainName = "plain"

// Choose finds the mapping for a file: the one named as, or the one that matches its fields best. It returns nil if
// none does.
func Choose(as, kind string, fields map[string]bool) (*load.Mapping, error) {
	var best *load.Mapping
	var names []string
	for i := range Mappings {
		m := &Mappings[i]
		if m.Kind == kind {
			names = append(names, m.Name)
		}
		switch {
		case as == m.Name && m.Kind != kind:
			return nil, fmt.Errorf("--as %s is a data set of %s; use vitrine import %s FILE", as, m.Kind, m.Kind)
		case as == m.Name:
			return m, nil
		case as == "" && m.Kind == kind && matches(m, fields) && (best == nil || len(m.Has) > len(best.Has)):
			best = m
		}
	}
	if as != "" && as != PlainName {
		slices.Sort(names)
		return nil, fmt.Errorf("--as %s: unknown data set of %s; known are: %s",
			as, kind, strings.Join(append(names, PlainName), ", "))
	}
	return best, nil
}

// Suggest names the data set of another KIND that a file matches, as a line for an error message.
func Suggest(fields map[string]bool) string {
	for _, m := range Mappings {
		if matches(&m, fields) {
			return fmt.Sprintf("\nThe file looks like %s; import it with: vitrine import %s FILE", m.Name, m.Kind)
		}
	}
	return ""
}

func matches(m *load.Mapping, fields map[string]bool) bool {
	return len(m.Has) > 0 && !slices.ContainsFunc(m.Has, func(f string) bool { return !fields[f] })
}
