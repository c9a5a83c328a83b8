package meili

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"vitrine/search"
)

// placed is the number of hits among which changed rows of a search by relevance are placed. Those that belong later
// come at the end.
const placed = 200

// mostHits is the setting maxTotalHits: totals are exact up to this number.
const mostHits = 100_000_000

// A question is one query of a multi-search.
type question struct {
	Index    string   `json:"indexUid,omitempty"` // "" for a plain search, whose URL names it
	Q        string   `json:"q"`
	Filter   string   `json:"filter"`
	Offset   int      `json:"offset"`
	Limit    int      `json:"limit"`
	Sort     []string `json:"sort,omitempty"`
	Facets   []string `json:"facets,omitempty"`
	Retrieve []string `json:"attributesToRetrieve"`
	Strategy string   `json:"matchingStrategy"`
	Score    bool     `json:"showRankingScore,omitempty"`

	read func(a *answer) // reads its answer
}

// An answer is the answer to one question.
type answer struct {
	Hits   []hit                     `json:"hits"`
	Total  int                       `json:"estimatedTotalHits"`
	Facets map[string]map[string]int `json:"facetDistribution"`
}

type hit map[string]any

// found is what Meilisearch knows of a pushed query, without the changed rows.
type found struct {
	total   int
	hits    []string                  // ids of the page, or of what it is merged from
	first   int                       // the place of the first of hits
	leading []scored                  // with changed rows in a search by relevance: the first hits
	counts  map[string]map[string]int // by the name of the facet
	typed   map[string]map[string]int // of pairs with a type of their own
	ranges  map[string]search.Range
	matched []scored // of the rows of which only fields changed: those that match the text
	ahead   int      // documents newer than the snapshot
	rows    int      // in a held snapshot: documents of rows of which no text changed; 0 if trusted
	trusted bool     // in a held snapshot: they were not counted
	nulls   int      // rows that an order would put first
}

type scored struct {
	id    string
	score float64
}

func (f *found) count(of *facet, got *answer) {
	f.counts[of.Name] = got.Facets[of.attr]
	if of.attr == attrPair {
		f.typed[of.Name] = got.Facets[attrTyped]
	}
}

// attrs are the attributes that the facet counts.
func (f *facet) attrs() []string {
	if f.attr == attrPair {
		return []string{attrPair, attrTyped}
	}
	return []string{f.attr}
}

// asking collects the questions of a pushed query.
type asking struct {
	p     *pushed
	index string
	text  string
	all   []question
	least *facet // the range whose least number the first question asks for; nil: none
	found found
}

// ask asks Meilisearch for everything that q needs, in one request. The changed rows are left out.
func (e *Engine) ask(ctx context.Context, p *pushed, s *since) (*found, error) {
	q := p.q
	a := &asking{p: p, index: e.index(q.Kind), text: strings.Join(search.Words(q.Text), " ")}
	a.found = found{counts: map[string]map[string]int{}, typed: map[string]map[string]int{},
		ranges: map[string]search.Range{}}
	without := s.without(s.changed())
	a.page(s, without)
	a.count(without)
	a.nulls()
	// Between two questions the index may change. The answer to a single one is of one moment.
	if a.found.trusted = s.trusted && len(a.all) == 1; !a.found.trusted {
		a.guard(s)
	}
	if err := a.send(ctx, e); err != nil {
		return nil, err
	}
	return &a.found, nil
}

// texts counts the matches of a query's text without its conditions.
func (e *Engine) texts(ctx context.Context, p *pushed, s *since) (n int, err error) {
	ctx, cancel := context.WithTimeout(ctx, e.cfg.Timeout)
	defer cancel()
	a := &asking{p: p, index: e.index(p.q.Kind), text: strings.Join(search.Words(p.q.Text), " ")}
	a.put(question{Q: a.text, Filter: strings.Join(append([]string{p.base}, s.without(nil)...), " AND "),
		read: func(got *answer) { n = got.Total }})
	return n, a.send(ctx, e)
}

// send asks all questions in one request. A single one is a plain search, which takes Meilisearch less time.
func (a *asking) send(ctx context.Context, e *Engine) error {
	if len(a.all) == 1 {
		var got answer
		only := a.all[0]
		only.Index = ""
		if err := e.sendSearch(ctx, "/indexes/"+a.index+"/search", only, &got); err != nil {
			return err
		}
		only.read(&got)
		return nil
	}
	var got struct {
		Results []answer `json:"results"`
	}
	if err := e.sendSearch(ctx, "/multi-search", map[string][]question{"queries": a.all}, &got); err != nil {
		return err
	}
	if len(got.Results) != len(a.all) {
		return fmt.Errorf("%d answers to %d queries", len(got.Results), len(a.all))
	}
	for i := range a.all {
		a.all[i].read(&got.Results[i])
	}
	return nil
}

// without are the conditions that leave out changed rows. In a held snapshot they leave out newer documents as well.
// Those of an epoch that ended may have higher numbers.
func (s *since) without(ids []string) (conds []string) {
	if len(ids) > 0 {
		conds = append(conds, "NOT "+among(attrID, ids, key))
	}
	if s.held {
		conds = append(conds, "NOT v > "+strconv.FormatUint(s.head, 10))
	}
	return conds
}

func (a *asking) put(q question) {
	q.Index, q.Strategy = a.index, "all"
	if q.Retrieve == nil {
		q.Retrieve = []string{}
	}
	a.all = append(a.all, q)
}

// page asks for the ids of the page and the total. Beside changed rows it asks for as many more as these may displace.
func (a *asking) page(s *since, without []string) {
	q := a.p.q
	changed := len(s.text) + len(s.fields)
	a.found.first = max(0, q.Offset-changed)
	limit := 0
	if q.Limit > 0 {
		limit = q.Offset + q.Limit - a.found.first
	}
	var facets []string
	for i := range a.p.facets {
		if f := &a.p.facets[i]; !f.Range && !a.narrowed(f.Name) {
			facets = append(facets, f.attrs()...)
		}
	}
	page := question{Q: a.text, Filter: a.p.filter("", without...), Offset: a.found.first, Limit: limit, Sort: a.p.order,
		Facets: facets, Retrieve: []string{"id"}}
	a.least = a.unpaged()
	if a.least != nil { // instead of a question of its own
		page.Offset, page.Limit, page.Sort, page.Retrieve = 0, 1, []string{a.least.attr + ":asc"}, []string{a.least.attr}
	}
	page.read = func(got *answer) {
		a.found.total = got.Total
		if a.least != nil {
			a.bound(a.least, got)
		} else {
			for _, h := range got.Hits {
				a.found.hits = append(a.found.hits, h.id())
			}
		}
		for i := range a.p.facets {
			if f := &a.p.facets[i]; !f.Range && !a.narrowed(f.Name) {
				a.found.count(f, got)
			}
		}
	}
	a.put(page)
	if changed == 0 {
		return
	}
	if len(s.fields) > 0 {
		a.put(question{Q: a.text, Filter: strings.Join(append(s.without(nil), "tenant = "+quote(q.Tenant),
			among(attrID, s.fields, key)), " AND "),
			Limit: len(s.fields), Retrieve: []string{"id"}, Score: true,
			read: func(got *answer) { a.found.matched = got.scored() }})
	}
	if q.Limit > 0 && !q.Sorted {
		a.put(question{Q: a.text, Filter: a.p.filter("", without...), Limit: placed, Retrieve: []string{"id"}, Score: true,
			read: func(got *answer) { a.found.leading = got.scored() }})
	}
}

// unpaged returns a range of a query without a page, whose least number the first question can ask for; nil for none.
func (a *asking) unpaged() *facet {
	for i := range a.p.facets {
		if f := &a.p.facets[i]; a.p.q.Limit == 0 && f.Range && !a.narrowed(f.Name) {
			return f
		}
	}
	return nil
}

// narrowed reports whether the query has a condition of a facet's own name, so that it is counted apart.
func (a *asking) narrowed(name string) bool {
	for _, c := range a.p.q.Conds {
		if c.Name == name {
			return true
		}
	}
	return false
}

// count asks for the facets that the first question does not count: those without their own condition, and ranges.
func (a *asking) count(without []string) {
	for i := range a.p.facets {
		f := &a.p.facets[i]
		filter := a.p.filter(f.Name, without...)
		switch {
		case f.Range:
			a.bounds(f, filter)
		case a.narrowed(f.Name):
			a.put(question{Q: a.text, Filter: filter, Facets: f.attrs(), read: func(got *answer) { a.found.count(f, got) }})
		}
	}
}

// bounds asks for the least and the greatest number. NaN, which is beyond all numbers, does not count.
func (a *asking) bounds(f *facet, filter string) {
	filter += " AND " + f.attr + " <= " + strconv.FormatInt(mostNumber, 10)
	for _, way := range []string{":asc", ":desc"} {
		if way == ":desc" || f != a.least {
			a.put(question{Q: a.text, Filter: filter, Limit: 1, Sort: []string{f.attr + way}, Retrieve: []string{f.attr},
				read: func(got *answer) { a.bound(f, got) }})
		}
	}
}

// bound reads the least or the greatest number. Without a number, or with nothing but NaN, there is none.
func (a *asking) bound(f *facet, got *answer) {
	if len(got.Hits) == 0 {
		return
	}
	v, ok := got.Hits[0][f.attr].(float64)
	if !ok || v > mostNumber {
		return
	}
	v /= float64(max(a.p.kind.Numbers[a.p.kind.number(f.Value)].Scale, 1))
	r, known := a.found.ranges[f.Name]
	if !known {
		r = search.Range{Min: v, Max: v}
	}
	a.found.ranges[f.Name] = search.Range{Min: min(r.Min, v), Max: max(r.Max, v)}
}

// nulls asks for rows that an order puts first.
func (a *asking) nulls() {
	for _, attr := range a.p.nulls {
		a.put(question{Q: a.text, Filter: a.p.filter("", attr+" NOT EXISTS"),
			read: func(got *answer) { a.found.nulls += got.Total }})
	}
}

// guard asks, after all other questions, whether the index holds anything that the snapshot does not show. For a held
// snapshot it asks whether the documents are those of the snapshot: one that is newer, deleted or lost is missing.
func (a *asking) guard(s *since) {
	if s.held {
		all := []string{"tenant = " + quote(a.p.q.Tenant), attrSince + " >= " + strconv.Itoa(-mostNumber)}
		a.put(question{Filter: strings.Join(append(all, s.without(s.text)...), " AND "),
			read: func(got *answer) { a.found.rows = got.Total }})
	} else {
		a.put(question{Filter: "tenant = " + quote(a.p.q.Tenant) + " AND v > " + strconv.FormatUint(s.head, 10),
			read: func(got *answer) { a.found.ahead = got.Total }})
	}
}

func (h hit) id() string {
	key, _ := h["id"].(string)
	id, _ := unkey(key)
	return id
}

func (a *answer) scored() []scored {
	all := make([]scored, len(a.Hits))
	for i, h := range a.Hits {
		all[i].id = h.id()
		all[i].score, _ = h["_rankingScore"].(float64)
	}
	return all
}
