// Package found adds to the records of a list what a search found in them: marked matches, snippets, and why each
// record has its place.
package found

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"vitrine/gateway/query"
	"vitrine/internal/catalog"
	"vitrine/internal/markup"
	"vitrine/search"
	"vitrine/search/highlight"
)

// ellipsis stands where a text goes on beside a snippet.
const ellipsis = "…"

// Records returns records with the fields of the query, and with the members _highlight, _snippet and _explain if the
// query has them. Records that cannot be shown stay as they are.
func Records(q *query.Query, res search.Result, recs []catalog.Record, m *highlight.Matcher) ([]catalog.Record, error) {
	out := slices.Clone(recs)
	_, html := q.View.Texts()
	for i := range out {
		rec := &out[i]
		if len(rec.JSON) == 0 {
			continue
		}
		texts, err := textsOf(rec.JSON, q, html)
		if err != nil {
			return nil, fmt.Errorf("read the record %s: %w", rec.ID, err)
		}
		shown := catalog.Only(rec.JSON, q.Fields)
		tag := q.HighlightTag
		if tag == "" {
			tag = "mark"
		}
		if len(q.Highlight) > 0 {
			marked := map[string]string{}
			for _, name := range q.Highlight {
				if text, ok := texts[name]; ok {
					marked[name] = highlight.Element(text, m.Match(text), tag)
				}
			}
			if shown, err = with(shown, "_highlight", marked); err != nil {
				return nil, err
			}
		}
		if len(q.Snippets) > 0 {
			parts := map[string]string{}
			for _, s := range q.Snippets {
				if text, ok := texts[s.Field]; ok {
					part, spans := highlight.Snippet(text, m.Match(text), s.Words, ellipsis)
					parts[s.Field] = highlight.Element(part, spans, tag)
				}
			}
			if shown, err = with(shown, "_snippet", parts); err != nil {
				return nil, err
			}
		}
		if at := slices.Index(res.IDs, rec.ID); q.Explain && at >= 0 {
			x := search.Explanation{Engine: res.Engine, Rules: []search.Rule{}}
			if at < len(res.Explained) {
				x = res.Explained[at]
			}
			if shown, err = with(shown, "_explain", x); err != nil {
				return nil, err
			}
		}
		rec.JSON = shown
	}
	return out, nil
}

// textsOf returns the plain texts of the fields that the query marks.
func textsOf(record []byte, q *query.Query, html map[string]bool) (map[string]string, error) {
	if len(q.Highlight)+len(q.Snippets) == 0 {
		return nil, nil //nolint:nilnil // there are none
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(record, &members); err != nil {
		return nil, err //nolint:wrapcheck // the caller adds context
	}
	texts := map[string]string{}
	for name, value := range members {
		wanted := slices.Contains(q.Highlight, name) ||
			slices.ContainsFunc(q.Snippets, func(s query.Snippet) bool { return s.Field == name })
		if !wanted || !bytes.HasPrefix(value, []byte(`"`)) {
			continue
		}
		var text string
		if err := json.Unmarshal(value, &text); err != nil {
			return nil, err //nolint:wrapcheck // the caller adds context
		}
		if html[name] {
			text = markup.PlainText(text)
		}
		texts[name] = text
	}
	return texts, nil
}

func with(record []byte, name string, v any) ([]byte, error) {
	text, err := catalog.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", name, err)
	}
	return catalog.With(record, name, text), nil
}
