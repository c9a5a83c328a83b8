package enginetest

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vitrine/internal/filter"
	"vitrine/search"
)

// with checks the matches of a text with settings, in any order unless ordered is set. An engine may add rows that lack
// some of the words, if it says so.
func (s *catalogue) with(set *search.Settings, text, want string, ordered bool) {
	s.t.Helper()
	q := s.query(text)
	q.Settings = set
	res := s.search(q)
	got, all := s.slugs(res.IDs), strings.Fields(want)
	if len(res.Relaxed) > 0 {
		got = got[:min(len(got), len(all))]
	} else if res.Total != len(got) {
		s.t.Errorf("%q: a total of %d for %d", text, res.Total, len(got))
	}
	if !ordered {
		slices.Sort(got)
		slices.Sort(all)
	}
	if diff := cmp.Diff(all, got, cmpopts.EquateEmpty()); diff != "" {
		s.t.Errorf("%q finds (-want +got):\n%s", text, diff)
	}
}

func synonymsAreFound(t *testing.T, s *catalogue) {
	s.add(
		product{slug: "notebook", name: "Notebook 14", brand: "Acer"},
		product{slug: "laptop", name: "Laptop 15", brand: "Dell", position: 1},
		product{slug: "console", name: "Media console, oak", position: 2},
		product{slug: "stand", name: "Stand for a TV", position: 3},
		product{slug: "media", name: "Media player", position: 4},
	)
	set := &search.Settings{Synonyms: []search.Synonym{
		{Words: []string{"Laptop", "notebook", "dizüstü bilgisayar"}},
		{From: "tv stand", To: []string{"media console"}},
		{From: "loop", To: []string{"pool"}}, {From: "pool", To: []string{"loop"}}, // a circle
		{From: "dell", To: []string{"acer"}},
	}}
	s.with(set, "laptop", "laptop notebook", false)
	s.with(set, "NOTEBOOK", "laptop notebook", false)
	s.with(set, "dizustu bilgisayar", "laptop notebook", false) // two words stand for one
	s.with(set, "tv stand", "console stand", false)             // and two for two
	s.with(set, "tv stand oak", "console", false)
	s.with(set, "media console", "console", false) // in one direction only
	s.with(set, "dell notebook", "laptop notebook", false)
	s.with(set, "acer notebook", "notebook", false)
	s.with(set, "loop", "", false)
	s.with(set, "stand tv", "stand", false) // the words are a phrase in the search
	s.with(nil, "dizustu bilgisayar", "", false)
	s.holds("laptop", "!notebook")

	named := s.query("laptop")
	named.Settings, named.Named, named.Match = set, true, named.Match[:1]
	if got := s.slugs(s.search(named).IDs); !slices.Equal(got, []string{"laptop"}) {
		t.Errorf("names like %q: %v", named.Text, got)
	}
}

func stopWordsNeedNotOccur(_ *testing.T, s *catalogue) {
	s.add(
		product{slug: "lamp", name: "Reading lamp"},
		product{slug: "cheap", name: "Cheap lamp oil", position: 1},
	)
	set := &search.Settings{StopWords: []string{"Cheap", "ucuz"}}
	s.with(set, "cheap lamp", "cheap lamp", false)
	s.with(set, "reading lamp ucuz", "lamp", false)
	s.with(set, "cheap", "cheap", false) // the only word counts
	s.with(nil, "cheap lamp", "cheap", false)
}

func pinnedRowsComeFirst(t *testing.T, s *catalogue) {
	other := s.neighbour()
	other.add(product{slug: "theirs", name: "Copper kettle"})
	s.add(
		product{slug: "kettle", name: "Copper kettle", amount: 40},
		product{slug: "pan", name: "Iron pan", brand: "Forge", amount: 30, position: 1},
		product{slug: "pot", name: "Copper pot", brand: "Forge", amount: 20, position: 2},
		product{slug: "draft", name: "Copper jug", status: "DRAFT", position: 3},
	)
	id := func(s *catalogue, slug string) (id string) {
		if err := s.db.Pool.QueryRow(s.ctx, "SELECT id FROM product WHERE tenant_id = $1 AND slug = $2", s.tenant, slug).
			Scan(&id); err != nil {
			t.Fatal(err)
		}
		return id
	}
	set := &search.Settings{Pins: []search.Pin{
		{Query: "copper", Kind: "product", IDs: []string{id(other, "theirs"), id(s, "pan"), id(s, "draft"), id(s, "pot"),
			strings.Repeat("0", 24)}},
		{Query: "Bakır Çaydanlık", Kind: "product", IDs: []string{id(s, "kettle")}},
		{Query: "pan", Kind: "brand", IDs: []string{id(s, "kettle")}},
	}}
	s.with(set, "copper", "pan pot kettle", true)
	s.with(set, " COPPER! ", "pan pot kettle", true)
	s.with(set, "copper k", "kettle", true)
	s.with(set, "bakir caydanlik", "kettle", true) // nothing else is found
	s.with(set, "pan", "pan", true)

	// Filters hold, facets count what is listed, and an order that was asked for stays.
	q := s.query("copper")
	q.Settings = set
	q.Conds = []search.Cond{brandCond(s.brand("Forge"))}
	q.Facets = []search.Facet{{Name: "brand", Value: "b.id", Label: "b.name"}}
	res := s.search(q)
	if got := s.slugs(res.IDs); !slices.Equal(got, []string{"pan", "pot"}) || res.Total != 2 {
		t.Errorf("of one brand: %v, %d in all", got, res.Total)
	}
	if got := res.Facets["brand"]; len(got) != 1 || got[0].Count != 2 {
		t.Errorf("brands: %v", got)
	}
	q.Conds, q.Facets, q.Sorted = nil, nil, true
	q.Order = filter.Order{{Column: filter.Col("p.amount")}}
	if got := s.slugs(s.search(q).IDs); !slices.Equal(got, []string{"pot", "pan", "kettle"}) {
		t.Errorf("by price: %v", got)
	}
	q.Sorted, q.Offset, q.Limit = false, 1, 1
	if got := s.slugs(s.search(q).IDs); !slices.Equal(got, []string{"pot"}) {
		t.Errorf("the second page: %v", got)
	}
}

// An engine explains every row of a page, or none.
func rowsAreExplained(t *testing.T, s *catalogue) {
	s.add(
		product{slug: "kettle", name: "Copper kettle", description: "Made of copper"},
		product{slug: "pan", name: "Pan", brand: "Copper works", position: 1},
	)
	for text, want := range map[string]int{"copper": 2, "coppre": 2, "cop": 2, "kettle copper": 1, "zzz": 0} {
		q := s.query(text)
		q.Explain = true
		res := s.search(q)
		if len(res.IDs) < want || res.Engine != "meilisearch" && len(res.Explained) != len(res.IDs) {
			t.Errorf("%q: %d rows, %d are explained by %s", text, len(res.IDs), len(res.Explained), res.Engine)
		}
		for i, x := range res.Explained {
			if x.Engine != res.Engine || len(x.Rules) == 0 {
				t.Errorf("%q: the explanation of %s is %+v", text, res.IDs[i], x)
			}
		}
	}
}

func hostileSettings(t *testing.T, s *catalogue) {
	s.add(product{slug: "lamp", name: "Reading lamp"})
	set := &search.Settings{StopWords: []string{"' OR 1=1 --", "a & b"}}
	for _, text := range []string{"' | '", "a'b:*c\\", "<b>", "!!", "مصباح", "\"x\" & (y)", "lamp ? ?", "%_"} {
		set.Synonyms = append(set.Synonyms, search.Synonym{From: "lampe", To: []string{text}},
			search.Synonym{Words: []string{text, "zzz", "lamp"}})
		set.Pins = append(set.Pins, search.Pin{Query: text, Kind: "product", IDs: []string{"'; DROP TABLE product"}})
	}
	for _, text := range []string{"lampe", "zzz", "مصباح", "a'b:*c\\", "lamp", "\"x\" & (y)"} {
		q := s.query(text)
		q.Settings = set
		s.search(q)
	}
	s.with(set, "zzz", "lamp", true)
	if len(s.slugs(s.search(s.query("lamp")).IDs)) != 1 {
		t.Error("the product is gone")
	}
}
