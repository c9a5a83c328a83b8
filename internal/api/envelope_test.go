package api

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPagesAreWrittenAsTheirTypesSay(t *testing.T) {
	t.Parallel()
	f := func(p PageInfo, capped bool, want PageMeta) {
		t.Helper()
		same(t, p.AppendPagination(nil), want.Pagination)
		same(t, p.AppendMeta(nil, capped), want)
	}
	f(PageInfo{Total: 0, Page: 1, Limit: 10}, false, PageMeta{Pagination{0, 0, 1, 10}, false, false, false})
	f(PageInfo{Total: 21, Page: 2, Limit: 10}, false, PageMeta{Pagination{21, 3, 2, 10}, true, true, false})
	f(PageInfo{Total: 1000, Page: 100, Limit: 10}, true, PageMeta{Pagination{1000, 100, 100, 10}, false, true, true})
}

func TestSearchesAreDescribedAsTheirTypesSay(t *testing.T) {
	t.Parallel()
	p := PageInfo{Total: 21, Page: 2, Limit: 10}
	plain := PageMeta{Pagination{21, 3, 2, 10}, true, true, false}
	same(t, p.AppendFound(nil, SearchMeta{}), FoundMeta{PageMeta: plain})
	corrected := []Correction{{"gomlk", "gomlek"}}
	capped := plain
	capped.Truncated = true
	same(t, p.AppendFound(nil, SearchMeta{Truncated: true, Corrected: corrected, DidYouMean: "gomlek"}),
		FoundMeta{PageMeta: capped, Corrected: corrected, DidYouMean: "gomlek"})
	if said := (SearchMeta{}).JSON(); said != nil {
		t.Errorf("nothing is said as %s", said)
	}
	same(t, SearchMeta{DidYouMean: "a"}.JSON(), SearchMeta{DidYouMean: "a"})
}

func same(t *testing.T, written []byte, want any) {
	t.Helper()
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(text), string(written)); diff != "" {
		t.Errorf("%T (-want +got):\n%s", want, diff)
	}
}
