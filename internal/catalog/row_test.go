package catalog

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A record that is kept for other lists has the values by which they are sorted, and the same JSON.
func TestARecordIsKeptWithItsBandedValues(t *testing.T) {
	t.Parallel()
	plain := row[struct {
		ID string `json:"id" db:"x.id" dep:"x"`
	}]()
	banded := row[struct {
		ID     string  `json:"id" db:"x.id" dep:"x"`
		Amount *string `json:"-" db:"x.amount" band:"amount"`
		Least  *string `json:"-" db:"x.least" band:"least"`
	}]()
	const shown = `{"id":"1"}`
	f := func(r Row, amounts ...string) {
		t.Helper()
		got := r.Kept(r.Keep(Record{ID: "1", JSON: []byte(shown), banded: amounts}))
		if string(got.JSON) != shown || !cmp.Equal(got.banded, amounts) {
			t.Errorf("%q came back as %q and %s", amounts, got.banded, got.JSON)
		}
	}
	f(plain)
	f(banded, "12.50", "7")
	f(banded, "", "7")
	f(banded, "", "")
	f(banded, strings.Repeat("9", 300), "NaN")
	kept := banded.Kept(banded.Keep(Record{JSON: []byte(shown), banded: []string{"", "3"}}))
	if got := banded.Values([]Record{kept, kept}, "least"); !cmp.Equal(got, []string{"3", "3"}) {
		t.Errorf("the values of a column are %q", got)
	}
}

// HTML is cleaned when a row is read. A type that hides it from that is refused at start.
func TestHTMLInsideOtherTypesIsRefused(t *testing.T) {
	t.Parallel()
	type node struct {
		Text     HTML
		Children []*node
	}
	f := func(want bool, compile func(...fragments) Row) {
		t.Helper()
		defer func() {
			if refused := recover() != nil; refused != want {
				t.Errorf("refused: %v", refused)
			}
		}()
		compile()
	}
	f(true, row[struct {
		Nodes []node `json:"nodes" db:"x.nodes"`
	}])
	f(true, row[struct {
		Links []Link `json:"links" db:"x.links"`
	}])
	f(false, row[struct {
		Link *Link  `json:"link" db:"x.link"`
		Text *HTML  `json:"text" db:"x.text"`
		Name string `json:"name" db:"x.name"`
	}])
}
