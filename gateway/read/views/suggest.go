package views

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/search"
	"vitrine/search/highlight"
)

// firstSuggested are the modules whose names complete a text best, because each leads to many records. Those of the
// other modules follow in the order of the catalogue.
var firstSuggested = []string{"category", "brand"}

// spare is how many times more records than suggestions are read of each module, because names are suggested once and
// only if they have every word.
const spare = 3

// suggest completes a text by names of records. Names that begin with the text come before those that only have its
// words; of equals, categories and brands come first. Each name leads to its record, so each finds something.
func suggest(ctx context.Context, s *read.Snapshot, q *query.Query) (*read.Answer, error) {
	a, err := newAcross(ctx, s, q)
	if err != nil {
		return nil, err
	}
	var all []*catalog.SearchHit
	for _, r := range a.modules() {
		res, err := a.search(ctx, r, spare*q.Limit, func(sq *search.Query) {
			sq.Named, sq.NoTotal, sq.Match = true, true, sq.Match[:1]
		})
		if err != nil {
			return nil, err
		}
		hits, err := a.hits(ctx, r, res.IDs)
		if err != nil {
			return nil, err
		}
		all = append(all, hits...)
	}
	all = slices.DeleteFunc(all, func(h *catalog.SearchHit) bool {
		return h.Path == "" || classOf(a.words, h.Name) == unlike
	})
	first := func(h *catalog.SearchHit) int {
		if i := slices.Index(firstSuggested, h.Module); i >= 0 {
			return i
		}
		return len(firstSuggested)
	}
	slices.SortStableFunc(all, func(x, y *catalog.SearchHit) int {
		return cmp.Or(cmp.Compare(classOf(a.words, x.Name), classOf(a.words, y.Name)), cmp.Compare(first(x), first(y)))
	})
	out := catalog.Suggestions{Query: q.Text, Suggestions: []catalog.Suggestion{}}
	known := map[string]bool{}
	for _, h := range all {
		if len(out.Suggestions) == q.Limit {
			break
		}
		if name := foldedName(h.Name); !known[name] {
			known[name] = true
			out.Suggestions = append(out.Suggestions, catalog.Suggestion{Text: h.Name, Module: h.Module, ID: h.ID, Path: h.Path,
				Highlight: highlight.HTML(h.Name, a.matcher.Match(h.Name)), Image: h.Image, Price: h.Price})
		}
	}
	return a.answer(out, api.SearchMeta{})
}

// foldedName is a name without differences of case, accents and punctuation.
func foldedName(name string) string { return strings.Join(wordsOf(name), " ") }
