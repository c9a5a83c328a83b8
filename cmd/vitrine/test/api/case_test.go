package api

import (
	"maps"
	"slices"
	"testing"

	"vitrine/internal/catalog"
)

// A moduleCase holds all test data of one module. It is written from the specification, not from the
// catalogue: it has the fields of each answer, the requests of each golden file, and each list as an oracle in plain Go
// answers it. A new module needs one such case, in case_<module>_test.go and in moduleCases.
type moduleCase struct {
	kinds []string                // the module's kinds in the catalogue, each with its table
	parts map[string]string       // tables of rows that belong to a record, and their column with the record's id
	texts map[string]searchedText // by kind; kinds that are not searched have none
	views []viewCase
}

// A viewCase is one endpoint. Its golden file is named after the path.
type viewCase struct {
	path   string
	answer shape
	oracle *oracleList // nil for single records, and for lists that the oracle cannot answer: random and similar ones
	golden []string    // requests; see golden_test.go. None for answers that differ every time
}

// The four forms of an answer: a record, a list without pages, a list in pages, and a list of products in pages, whose
// envelope has a name of its own.
func alone(record kind) shape          { return shape{record, false, ""} }
func inList(record kind) shape         { return shape{record, true, ""} }
func inPages(record kind) shape        { return shape{record, true, "meta"} }
func inProductPages(record kind) shape { return shape{record, true, "pagination"} }

// searchedText holds the columns that a search looks at. Names are plain text, prose may be HTML.
type searchedText struct{ names, prose []string }

// moduleCases lists the cases, in the order of the catalogue.
var moduleCases = []*moduleCase{
	&productCase, &brandCase, &merchantCase, &placeCase, &organizationCase, &campaignCase, &categoryCase, &pageCase,
	&blogCase, &attributeCase, &routeCase, &faqCase, &collectionCase, &eventCase, &dictionaryCase, &projectCase,
	&siteCase,
}

// manyFilters are the lists with the most filters and sorts. Every third random request is for one of them.
var manyFilters = slices.DeleteFunc(slices.Clone(oracleLists), func(l *oracleList) bool { return len(l.filters) < 7 })

// conforms holds the shape of each view's answers.
var conforms = func() map[string]shape {
	all := map[string]shape{}
	for _, c := range moduleCases {
		for _, v := range c.views {
			all[v.path] = v.answer
		}
	}
	return all
}()

// caseKinds maps each kind to its case.
func caseKinds() map[string]*moduleCase {
	all := map[string]*moduleCase{}
	for _, c := range moduleCases {
		for _, kind := range c.kinds {
			all[kind] = c
		}
	}
	return all
}

// caseParts maps each table of parts to its column with the record's id.
func caseParts() map[string]string {
	all := map[string]string{}
	for _, c := range moduleCases {
		maps.Copy(all, c.parts)
	}
	return all
}

func TestEveryKindHasACase(t *testing.T) {
	t.Parallel()
	cases := caseKinds()
	for _, res := range catalog.All {
		c := cases[res.Name]
		if c == nil {
			t.Errorf("%s has no case: write case_%s_test.go and add it to moduleCases", res.Name, res.Name)
			continue
		}
		search := slices.ContainsFunc(res.Views, func(v catalog.View) bool { return v.Search })
		if _, searched := c.texts[res.Name]; searched != search {
			t.Errorf("%s: its case and the catalogue disagree on whether it is searched", res.Name)
		}
		for i := range res.Views {
			v := &res.Views[i]
			at := slices.IndexFunc(c.views, func(vc viewCase) bool { return vc.path == v.Path })
			if at < 0 {
				t.Errorf("%s: the case has no view %s", res.Name, v.Path)
				continue
			}
			if listed := v.Paged() || v.Shape == catalog.List && v.Special == ""; listed != (c.views[at].oracle != nil) {
				t.Errorf("%s: want an oracle for %s: %v", res.Name, v.Path, listed)
			}
		}
	}
	for kind := range cases {
		if catalog.Named(kind) == nil {
			t.Errorf("a case is for %s, which is not in the catalogue", kind)
		}
	}
}
