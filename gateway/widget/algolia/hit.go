package algolia

import (
	"fmt"
	"strconv"
	"strings"

	"vitrine/gateway/widget"
	"vitrine/internal/catalog"
	"vitrine/search/highlight"
)

// A shower shows the records of one search.
type shower struct {
	index     *widget.Index
	matcher   *highlight.Matcher
	words     []string
	tags      highlight.Tags
	ellipsis  string
	retrieve  *widget.Paths // nil: everything
	highlight widget.Paths
	snippets  map[string]int // words of a snippet, by path
}

// defaultSnippet is how many words a snippet has, as in Algolia.
const defaultSnippet = 10

func (s *search) shower(m *highlight.Matcher) *shower {
	out := &shower{index: s.Query.Index, matcher: m, words: m.Words(), tags: highlight.Tags{Pre: s.Pre, Post: s.Post},
		ellipsis: s.Ellipsis, highlight: s.Query.Index.Texts(), snippets: map[string]int{}}
	if s.Retrieve != nil {
		paths := widget.NewPaths(s.Retrieve)
		if paths.All = paths.All || len(paths.Only) == 0 && len(paths.Not) > 0; !paths.All || len(paths.Not) > 0 {
			out.retrieve = &paths
		}
	}
	if s.Highlight != nil {
		out.highlight = widget.NewPaths(s.Highlight)
	}
	for _, name := range s.Snippet {
		path, words, _ := strings.Cut(name, ":")
		n, err := strconv.Atoi(words)
		if err != nil || n < 1 {
			n = defaultSnippet
		}
		out.snippets[path] = n
	}
	return out
}

// hit shows one record: its attributes, and those that the search marks.
func (w *shower) hit(h widget.Hit) ([]byte, error) {
	rec, err := h.Record()
	if err != nil {
		return nil, err //nolint:wrapcheck // it names the record
	}
	before, err := widget.AppendMember(nil, "objectID", h.ID)
	if err != nil {
		return nil, err //nolint:wrapcheck // it names the member
	}
	record := h.JSON
	if w.retrieve != nil {
		if record, err = catalog.Marshal(w.retrieve.Pick(rec, "")); err != nil {
			return nil, fmt.Errorf("write the record %s: %w", h.ID, err)
		}
	}
	var after []byte
	if tree := widget.Each(rec, "", w.highlighted); tree != nil {
		if after, err = widget.AppendMember(after, "_highlightResult", tree); err != nil {
			return nil, err //nolint:wrapcheck // it names the member
		}
	}
	if tree := widget.Each(rec, "", w.snippet); tree != nil {
		if after, err = widget.AppendMember(after, "_snippetResult", tree); err != nil {
			return nil, err //nolint:wrapcheck // it names the member
		}
	}
	none := w.retrieve != nil && !w.retrieve.All && len(w.retrieve.Only) == 0
	if lat, lng, ok := widget.Place(rec); ok && !none {
		if after, err = widget.AppendMember(after, "_geoloc", map[string]any{"lat": lat, "lng": lng}); err != nil {
			return nil, err //nolint:wrapcheck // it names the member
		}
	}
	return h.AppendObject(nil, before, record, after), nil
}

// A mark is a text with its matches.
type mark struct {
	Value   string   `json:"value"`
	Level   string   `json:"matchLevel"` // none, partial or full
	Whole   *bool    `json:"fullyHighlighted,omitempty"`
	Matched []string `json:"matchedWords"`
}

// A cut is a part of a text with its matches.
type cut struct {
	Value string `json:"value"`
	Level string `json:"matchLevel"`
}

// highlighted marks the matches in a text.
func (w *shower) highlighted(path string, v any) any {
	text, ok := v.(string)
	if !ok || !w.highlight.Has(path) {
		return nil
	}
	text = w.index.Shown(path, text)
	spans := w.matcher.Match(text)
	out := mark{Value: highlight.Mark(text, spans, w.tags), Level: w.level(spans), Matched: []string{}}
	for i, word := range w.words {
		for _, s := range spans {
			if s.Words[i] {
				out.Matched = append(out.Matched, word)
				break
			}
		}
	}
	if len(spans) > 0 {
		whole := highlight.Whole(text, spans)
		out.Whole = &whole
	}
	return out
}

// snippet marks the matches in a part of a text.
func (w *shower) snippet(path string, v any) any {
	text, ok := v.(string)
	words, wanted := w.snippets[path]
	if !wanted {
		words, wanted = w.snippets["*"]
	}
	if !ok || !wanted {
		return nil
	}
	text = w.index.Shown(path, text)
	spans := w.matcher.Match(text)
	part, in := highlight.Snippet(text, spans, words, w.ellipsis)
	return cut{highlight.Mark(part, in, w.tags), w.level(in)}
}

// level says how many words of the search a text has.
func (w *shower) level(spans []highlight.Span) string {
	switch missing := w.matcher.Missing(spans); {
	case len(spans) == 0:
		return "none"
	case missing == 0:
		return "full"
	default:
		return "partial"
	}
}
