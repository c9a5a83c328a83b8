package search

import (
	"slices"
	"strings"
	"sync"
)

// Settings are what a tenant decides about its searches, in their JSON form. They do not change after they were read.
// search/settings reads, checks and writes them. nil decides nothing.
type Settings struct {
	// Weights are the weights of fields, by WeightFields. A field without an entry has its default.
	Weights   map[string]float64 `json:"weights,omitempty"`
	Synonyms  []Synonym          `json:"synonyms,omitempty"`
	StopWords []string           `json:"stopWords,omitempty"`
	Pins      []Pin              `json:"pins,omitempty"`

	made sync.Map // what engines made of the settings, by their keys
}

// A Synonym is either Words, of which each finds the others, or From, which also finds To. All are texts of one or
// several words. Synonyms of synonyms do not count.
type Synonym struct {
	Words []string `json:"words,omitempty"`
	From  string   `json:"from,omitempty"`
	To    []string `json:"to,omitempty"`
}

// A Pin puts records of one kind first in a search for Query. Records that are not visible, or do not pass the filters
// of a search, are left out.
type Pin struct {
	Query string   `json:"query"` // as Normal returns it
	Kind  string   `json:"kind"`  // a table, as in Query.Kind
	IDs   []string `json:"ids"`   // in order
}

// WeightFields are the fields that have weights. Those of brand and categories are the names of these records.
var WeightFields = []string{"title", "brand", "model", "categories", "attributes", "description"}

// Normal returns the form of a text by which pins are found: its folded words.
func Normal(text string) string { return strings.Join(Words(text), " ") }

// Made returns what f makes of the settings. f is called once for a key, or a few times at first.
func (s *Settings) Made(key any, f func() any) any {
	if v, ok := s.made.Load(key); ok {
		return v
	}
	v, _ := s.made.LoadOrStore(key, f())
	return v
}

// Finds reports whether the settings change which records a text may find, or their scores. Pins are not counted.
func (s *Settings) Finds() bool {
	return s != nil && len(s.Weights)+len(s.Synonyms)+len(s.StopWords) > 0
}

// pinKey finds a pin.
type pinKey struct{ kind, query string }

// Pinned returns the ids of the records of a kind that a text puts first, in order.
func (s *Settings) Pinned(kind, text string) []string {
	if s == nil || len(s.Pins) == 0 {
		return nil
	}
	type key struct{}
	all := s.Made(key{}, func() any {
		all := make(map[pinKey][]string, len(s.Pins))
		for _, p := range s.Pins {
			k := pinKey{p.Kind, Normal(p.Query)}
			for _, id := range p.IDs {
				if !slices.Contains(all[k], id) {
					all[k] = append(all[k], id)
				}
			}
		}
		return all
	}).(map[pinKey][]string)
	return all[pinKey{kind, Normal(text)}]
}

// Stops returns the folded stop words.
func (s *Settings) Stops() map[string]bool {
	if s == nil || len(s.StopWords) == 0 {
		return nil
	}
	type key struct{}
	return s.Made(key{}, func() any {
		all := make(map[string]bool, len(s.StopWords))
		for _, w := range s.StopWords {
			all[Fold(w)] = true
		}
		return all
	}).(map[string]bool)
}

// A Phrase is a text as an engine reads it: its words.
type Phrase []Term

// A Term is a word of a phrase.
type Term struct {
	Forms []string // the word, then its other forms; two words are the same if they share one
	Stop  bool     // a record need not have it
}

// Rules are the synonyms of a tenant as an engine reads texts.
type Rules struct {
	first map[string][]*rule // by each form of the first word
}

// A rule replaces words of a search.
type rule struct {
	from Phrase
	to   []Phrase
}

// mostOthers is the most phrases that one word of a search is replaced by.
const mostOthers = 32

// Rules reads the synonyms, each phrase by read. key identifies the way of reading. It returns nil without synonyms.
func (s *Settings) Rules(key any, read func(text string) Phrase) *Rules {
	if s == nil || len(s.Synonyms) == 0 {
		return nil
	}
	return s.Made(key, func() any {
		r := &Rules{first: map[string][]*rule{}}
		for _, y := range s.Synonyms {
			if y.From != "" {
				r.add(read(y.From), readAll(y.To, read))
			}
			all := readAll(y.Words, read)
			for i, from := range all {
				r.add(from, slices.Concat(all[:i], all[i+1:]))
			}
		}
		return r
	}).(*Rules)
}

func readAll(texts []string, read func(string) Phrase) []Phrase {
	all := make([]Phrase, len(texts))
	for i, text := range texts {
		all[i] = read(text)
	}
	return all
}

func (r *Rules) add(from Phrase, to []Phrase) {
	if len(from) == 0 {
		return
	}
	added := &rule{from: from}
	for _, p := range to {
		if p = p.needed(); len(p) > 0 && !p.same(from) {
			added.to = append(added.to, p)
		}
	}
	if len(added.to) == 0 {
		return
	}
	for i, form := range from[0].Forms {
		if slices.Index(from[0].Forms, form) == i {
			r.first[form] = append(r.first[form], added)
		}
	}
}

// needed returns the words of a phrase that a record must have.
func (p Phrase) needed() Phrase {
	kept := slices.DeleteFunc(slices.Clone(p), func(t Term) bool { return t.Stop })
	if len(kept) == 0 {
		return p
	}
	return kept
}

// Of returns for each word of a search the phrases that a record may have in its place. A phrase of several words
// replaces all words that a rule begins and ends with. It returns nil if there are none.
func (r *Rules) Of(words Phrase) [][]Phrase {
	if r == nil {
		return nil
	}
	var all [][]Phrase
	for i := range words {
		var tried []*rule // two forms of a word may lead to one rule
		for _, form := range words[i].Forms {
			for _, u := range r.first[form] {
				if slices.Contains(tried, u) || !words[i:].begins(u.from) {
					continue
				}
				tried = append(tried, u)
				if all == nil {
					all = make([][]Phrase, len(words))
				}
				for n := range u.from {
					all[i+n] = appendNew(all[i+n], u.to)
				}
			}
		}
	}
	return all
}

func appendNew(all, more []Phrase) []Phrase {
	for _, p := range more {
		if len(all) == mostOthers {
			break
		}
		if !slices.ContainsFunc(all, p.same) {
			all = append(all, p)
		}
	}
	return all
}

// begins reports whether a phrase begins with the words of another.
func (p Phrase) begins(with Phrase) bool {
	if len(p) < len(with) {
		return false
	}
	for i := range with {
		if !slices.ContainsFunc(with[i].Forms, func(f string) bool { return slices.Contains(p[i].Forms, f) }) {
			return false
		}
	}
	return true
}

// same reports whether two phrases have the same words, as they are typed.
func (p Phrase) same(o Phrase) bool {
	return slices.EqualFunc(p, o, func(a, b Term) bool { return a.Forms[0] == b.Forms[0] })
}
