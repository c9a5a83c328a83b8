package meilisearch

import (
	"encoding/json"
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
	tags      highlight.Tags
	marker    string
	retrieve  *widget.Paths // nil: everything
	highlight widget.Paths
	crops     map[string]int // words of a crop, by path
	formatted bool
	positions bool
	at        map[string][]position
}

// A position is a match: the bytes of a text.
type position struct {
	Start  int `json:"start"`
	Length int `json:"length"`
}

func (s *search) shower(m *highlight.Matcher) *shower {
	out := &shower{index: s.Query.Index, matcher: m,
		tags: highlight.Tags{Pre: s.Pre, Post: s.Post}, marker: s.Marker, highlight: widget.NewPaths(s.Highlight),
		crops: map[string]int{}, formatted: len(s.Highlight) > 0 || len(s.Crop) > 0, positions: s.Positions}
	if s.Retrieve != nil {
		paths := widget.NewPaths(s.Retrieve)
		if !paths.All {
			out.retrieve = &paths
		}
	}
	for _, name := range s.Crop {
		path, words, _ := strings.Cut(name, ":")
		n, err := strconv.Atoi(words)
		if err != nil || n < 0 {
			n = s.Words
		}
		if n > 0 { // 0 crops nothing
			out.crops[path] = n
		}
	}
	return out
}

// hit shows one record, and beside it _formatted: all its attributes as texts, those that the search marks with tags.
func (w *shower) hit(h widget.Hit) ([]byte, error) {
	record := h.JSON
	rec, err := h.Record()
	if err != nil {
		return nil, err //nolint:wrapcheck // it names the record
	}
	if w.retrieve != nil {
		if record, err = catalog.Marshal(w.retrieve.Pick(rec, "")); err != nil {
			return nil, fmt.Errorf("write the record %s: %w", h.ID, err)
		}
	}
	before, err := widget.AppendMember(nil, "objectID", h.ID)
	if err != nil {
		return nil, err //nolint:wrapcheck // it names the member
	}
	var after []byte
	w.at = map[string][]position{}
	tree := widget.Each(rec, "", w.format)
	if w.formatted {
		if w.retrieve != nil {
			tree = w.retrieve.Pick(tree, "")
		}
		if after, err = widget.AppendMember(after, "_formatted", tree); err != nil {
			return nil, err //nolint:wrapcheck // it names the member
		}
	}
	if w.positions {
		if after, err = widget.AppendMember(after, "_matchesPosition", w.at); err != nil {
			return nil, err //nolint:wrapcheck // it names the member
		}
	}
	if lat, lng, ok := widget.Place(rec); ok {
		if after, err = widget.AppendMember(after, "_geo", map[string]any{"lat": lat, "lng": lng}); err != nil {
			return nil, err //nolint:wrapcheck // it names the member
		}
	}
	return h.AppendObject(nil, before, record, after), nil
}

// format shows a value as a text: with its matches marked, or a part of it.
func (w *shower) format(path string, v any) any {
	text, isText := "", true
	switch v := v.(type) {
	case string:
		text = w.index.Shown(path, v)
	case json.Number:
		return v.String()
	default:
		isText = false
	}
	if !isText {
		return v
	}
	words, cropped := w.crops[path]
	if !cropped {
		words, cropped = w.crops["*"]
	}
	marks := w.highlight.Has(path)
	if !marks && !cropped && !w.positions {
		return text
	}
	spans := w.matcher.Match(text)
	for _, s := range spans {
		w.at[path] = append(w.at[path], position{s.Start, s.End - s.Start})
	}
	if cropped {
		text, spans = highlight.Snippet(text, spans, words, w.marker)
	}
	if !marks {
		return text
	}
	return highlight.Mark(text, spans, w.tags)
}
