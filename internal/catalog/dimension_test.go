package catalog

import (
	"slices"
	"testing"
)

// The tags that are kept of a search without a filter are those of the rules, by every sort.
func TestSearchesWithoutAFilterHaveTheirTagsKept(t *testing.T) {
	t.Parallel()
	searches := 0
	for v := range Views() {
		p := v.Plan()
		for sort, kept := range p.searched {
			searches++
			u := Use{Text: true, Sort: sort, Bands: map[string]Bands{p.BandedSort(sort): {}}}
			if want := p.listTags(nil, u, nil); !slices.Equal(p.ListTags([]string{"x"}, u), append([]string{"x"}, want...)) {
				t.Errorf("%s by %q: kept %v, want %v", v.Path, sort, kept, want)
			}
		}
	}
	if searches == 0 {
		t.Error("no tags are kept")
	}
}
