package rank

import (
	"slices"
	"testing"

	"vitrine/search"
)

// A match is explained once for each term and field, with the most evidence.
func TestAMatchIsExplainedOnce(t *testing.T) {
	t.Parallel()
	var e explainer
	e.note("shirt", "category", "beginning", 0, 0.2)
	e.note("shirt", "category", "exact", 0, 0.4)
	e.note("shirt", "category", "form", 0, 0.3)
	e.note("shirt", inNames, "exact", 0, 0.1)
	e.add(&explainer{matches: []search.RuleMatch{
		{Term: "shirt", Fields: []string{inNames}, By: "beginning", Evidence: 0.05},
		{Term: "shirts", Fields: []string{inNames}, By: "beginning", Evidence: 0.05}}})
	var got []string
	for _, m := range e.matches {
		got = append(got, m.Term+" "+m.Fields[0]+" "+m.By)
	}
	want := []string{"shirt category exact", "shirt names exact", "shirts names beginning"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
