package query

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/filter"
)

// A Snippet is the part of a field that a search shows.
type Snippet struct {
	Field string
	Words int
}

func (s Snippet) String() string { return s.Field + ":" + strconv.Itoa(s.Words) }

// Lengths of snippets, in words.
const (
	defaultSnippet = 30
	maxSnippet     = 100
)

// highlightTags are the elements that may stand around matches, mark first.
var highlightTags = []string{"mark", "b", "em", "i", "span", "strong", "u"}

// parseMarks reads highlight, snippet and highlightTag.
func (q *Query) parseMarks(v *catalog.View, got map[string][]string) (err error) {
	for _, name := range []string{"highlight", "snippet"} {
		if len(got[name]) > 0 && q.Text == "" {
			return api.Conflict(name, name+" needs search: there is nothing to mark without a text")
		}
	}
	if len(got["highlight"])+len(got["snippet"])+len(got["highlightTag"]) == 0 {
		return nil
	}
	known, _ := v.Texts()
	if q.Highlight, err = names("highlight", got["highlight"], known); err != nil {
		return err
	}
	if q.Snippets, err = snippets(got["snippet"], known); err != nil {
		return err
	}
	if tag := got["highlightTag"]; len(tag) > 0 {
		switch {
		case len(tag) > 1:
			return api.Conflict("highlightTag", "highlightTag may be given once")
		case !slices.Contains(highlightTags, tag[0]):
			return api.Invalid("highlightTag", tag[0], "one of "+strings.Join(highlightTags, ", "))
		case tag[0] != highlightTags[0] && len(q.Highlight)+len(q.Snippets) > 0:
			q.HighlightTag = tag[0]
		}
	}
	return nil
}

// snippets reads fields with numbers of words: name:20 or name. Of several numbers for a field the last one counts.
func snippets(got, known []string) (all []Snippet, err error) {
	words := map[string]int{}
	n := 0
	for _, g := range got {
		for part := range strings.SplitSeq(g, ",") {
			if part = filter.Tidy(part); part == "" {
				continue
			}
			if n++; n > catalog.MaxIDs {
				return nil, api.Invalid("snippet", "more values", "at most "+strconv.Itoa(catalog.MaxIDs)+" values")
			}
			name, count, given := strings.Cut(part, ":")
			if !slices.Contains(known, name) {
				return nil, unknown("snippet", name, known)
			}
			words[name] = defaultSnippet
			if given {
				if words[name], err = whole("snippet", []string{count}, defaultSnippet, maxSnippet); err != nil {
					return nil, err
				}
			}
		}
	}
	for name, n := range words {
		all = append(all, Snippet{name, n})
	}
	slices.SortFunc(all, func(a, b Snippet) int { return cmp.Compare(a.Field, b.Field) })
	return all, nil
}
