package views

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"vitrine/gateway/query"
	"vitrine/gateway/read"
	"vitrine/internal/api"
	"vitrine/internal/catalog"
	"vitrine/internal/markup"
	"vitrine/search"
	"vitrine/search/highlight"
)

// snippet is the length of a part of a description that a hit shows, in words.
const snippet = 30

// A match is what a text finds in one module.
type match struct {
	module *catalog.Resource
	found  search.Result
	hits   []*catalog.SearchHit
	class  class // of the first hit
}

// searchAll searches all modules. Scores of different modules cannot be compared, but names can: the module whose first
// hit resembles the text most comes first. Postgres corrects words only if no module has them, so that a word of one
// module does not find a similar word of another.
func searchAll(ctx context.Context, s *read.Snapshot, q *query.Query) (*read.Answer, error) {
	a, err := newAcross(ctx, s, q)
	if err != nil {
		return nil, err
	}
	matches, err := a.searchModules(ctx, true)
	if err == nil && !slices.ContainsFunc(matches, exact) {
		matches, err = a.searchModules(ctx, false)
	}
	if err != nil {
		return nil, err
	}
	results := catalog.SearchResults{Query: q.Text, Groups: []catalog.SearchGroup{}}
	var meta api.SearchMeta
	for i := range matches {
		m := &matches[i]
		if len(m.found.IDs) == 0 {
			continue
		}
		if m.hits, err = a.hits(ctx, m.module, m.found.IDs); err != nil {
			return nil, err
		}
		if m.class = unlike; len(m.hits) > 0 {
			m.class = classOf(search.Words(search.Correct(q.Text, m.found.Corrected)), m.hits[0].Name)
		}
		if !exact(*m) {
			m.class += corrected
		}
	}
	slices.SortStableFunc(matches, func(x, y match) int { return cmp.Compare(x.class, y.class) })
	for _, m := range matches {
		if len(m.hits) == 0 {
			continue
		}
		g := catalog.SearchGroup{Module: m.module.Module(), Total: m.found.Total, Truncated: m.found.Capped,
			Path: m.module.Listed().Path + "?search=" + url.QueryEscape(q.Text), Hits: make([]catalog.SearchHit, len(m.hits))}
		for i, h := range m.hits {
			a.mark(h)
			g.Hits[i] = *h
		}
		results.Total += g.Total
		results.Groups = append(results.Groups, g)
		read.AddMeta(&meta, q.Text, m.found)
	}
	return a.answer(results, meta)
}

// exact reports whether every word was found as it was typed.
func exact(m match) bool {
	return m.found.Total > 0 && len(m.found.Corrected)+len(m.found.Relaxed) == 0
}

// An across answers one query over all modules in one snapshot.
type across struct {
	s       *read.Snapshot
	q       *query.Query
	words   []string // of the text, folded
	matcher *highlight.Matcher
	tags    map[*catalog.View][]string
	stamp   *uint64
}

func newAcross(ctx context.Context, s *read.Snapshot, q *query.Query) (*across, error) {
	m, err := s.Matcher(ctx, q.Text)
	if err != nil {
		return nil, err //nolint:wrapcheck // it adds context
	}
	return &across{s: s, q: q, words: search.Words(q.Text), matcher: m, tags: map[*catalog.View][]string{}}, nil
}

// modules are the modules that the query is for.
func (a *across) modules() []*catalog.Resource {
	return slices.DeleteFunc(catalog.Searched(), func(r *catalog.Resource) bool {
		return a.q.Modules != nil && !slices.Contains(a.q.Modules, r.Module())
	})
}

// searchModules searches each module for the text, as typed or with spelling correction.
func (a *across) searchModules(ctx context.Context, typed bool) (all []match, err error) {
	for _, r := range a.modules() {
		m := match{module: r}
		if m.found, err = a.search(ctx, r, a.q.Limit, func(sq *search.Query) { sq.Corrected = typed }); err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// search searches one module, and notes that the answer depends on what the search compares.
func (a *across) search(ctx context.Context, r *catalog.Resource, limit int, change func(*search.Query)) (
	search.Result, error,
) {
	view := r.Found()
	in := query.New(view, nil)
	in.Text, in.Limit = a.q.Text, limit
	sq := a.s.Query(in)
	change(&sq)
	res, err := a.s.Search(ctx, sq)
	if err != nil {
		return res, fmt.Errorf("search %s: %w", r.Name, err)
	}
	if res.Stamp != nil && (a.stamp == nil || *res.Stamp < *a.stamp) {
		a.stamp = res.Stamp
	}
	a.tags[view] = view.Plan().ListTags(a.tags[view], in.Use())
	return res, nil
}

// hits reads records of a module in the order of their ids.
func (a *across) hits(ctx context.Context, r *catalog.Resource, ids []string) ([]*catalog.SearchHit, error) {
	view := r.Found()
	all, err := rowsOf[catalog.SearchHit](ctx, a.s, view.Row, "SELECT "+view.Row.Columns()+view.Plan().ByIDs(), ids)
	if err != nil {
		return nil, err
	}
	places := make(map[string]int, len(ids))
	for i, id := range ids {
		places[id] = i
	}
	slices.SortFunc(all, func(x, y *catalog.SearchHit) int { return cmp.Compare(places[x.ID], places[y.ID]) })
	for _, h := range all {
		_, deps := view.Row.Deps(h)
		a.tags[view] = append(a.tags[view], deps...)
		if h.Path != "" {
			h.Path = "/" + h.Module + "/" + url.PathEscape(h.Path)
		}
		if h.Price != nil && h.Price.Amount == nil {
			h.Price = nil
		}
	}
	return all, nil
}

// mark fills the highlights of a hit.
func (a *across) mark(h *catalog.SearchHit) {
	h.Highlights.Name = highlight.HTML(h.Name, a.matcher.Match(h.Name))
	served, _ := markup.Clean(h.Text)
	text := markup.PlainText(served)
	if spans := a.matcher.Match(text); len(spans) > 0 {
		h.Highlights.Text = highlight.HTML(highlight.Snippet(text, spans, snippet, "…"))
	}
}

// answer is the answer that shows data, with the tags of everything that was searched and read.
func (a *across) answer(data any, meta api.SearchMeta) (*read.Answer, error) {
	body, err := catalog.Marshal(data)
	if err != nil {
		return nil, fmt.Errorf("write results: %w", err)
	}
	body = append([]byte(api.Success), body...)
	body = append(read.AppendMeta(body, meta), '}')
	tags := a.s.Noted()
	for view, some := range a.tags {
		tags = append(tags, read.Tags(a.s.Tenant, view.Plan(), some)...)
	}
	slices.Sort(tags)
	return &read.Answer{Body: body, Tags: slices.Compact(tags), Stamp: a.stamp}, nil
}

// A class says how much a name resembles a text; less is more.
type class int

// The classes of names.
const (
	equal  class = iota // the name is the text
	begins              // the name begins with the words of the text
	starts              // likewise, but its last word only begins a word of the name
	within              // every word of the text is in the name; the last word may begin one
	unlike
	corrected // is added to the class of a name that was found by other words than those of the text
)

// classOf returns the class of a name for the folded words of a text.
func classOf(words []string, name string) class {
	own := wordsOf(name)
	if len(words) == 0 || len(own) == 0 {
		return unlike
	}
	last := len(words) - 1
	switch {
	case slices.Equal(own, words):
		return equal
	case len(own) > last && slices.Equal(own[:last+1], words):
		return begins
	case len(own) > last && slices.Equal(own[:last], words[:last]) && strings.HasPrefix(own[last], words[last]):
		return starts
	}
	for i, w := range words {
		if !slices.ContainsFunc(own, func(o string) bool { return o == w || i == last && strings.HasPrefix(o, w) }) {
			return unlike
		}
	}
	return within
}

// wordsOf are the words of a name, folded.
func wordsOf(name string) []string { return strings.FieldsFunc(search.Fold(name), search.Separates) }
