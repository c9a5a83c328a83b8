package rank

import (
	"maps"
	"slices"
	"strings"

	"vitrine/search"
	"vitrine/search/token"
)

// Explain returns how a row that was found got its score. q and the scratch of f must be those of the search. Fields
// of related rows are named; FieldsOf names those of the row itself.
func (x *Index) Explain(q *Query, f *Found, row uint32, beside []Related) search.Explanation {
	var out search.Explanation
	words := make([]search.Rule, 0, len(q.words))
	s := f.scratch
	all := true
	var sum float32
	for i := range q.words {
		w := &q.words[i]
		if i >= len(s.weights) || s.words[i].set[row>>6]&(1<<(row&63)) == 0 {
			all = false
			continue
		}
		e := explainer{x: x, w: w, row: row, beside: beside, named: q.Named}
		v := e.evidence()
		sum += s.weights[i] * v / (v + 1)
		words = append(words, search.Rule{Rule: search.RuleWord, Word: w.Text, Weight: search.Rounded(float64(s.weights[i])),
			Value: search.Rounded(float64(s.weights[i] * v / (v + 1))), Matches: e.matches})
	}
	if len(q.words) > 0 && len(x.names[row]) == len(q.name) && x.names[row] == q.name {
		out.Rules = append(out.Rules, search.Rule{Rule: search.RuleName, Value: exactBonus})
	}
	if all && f.relaxed {
		out.Rules = append(out.Rules, search.Rule{Rule: search.RuleWhole, Value: wholeBonus})
	}
	out.Rules = append(out.Rules, words...)
	if s.scored[row>>6]&(1<<(row&63)) != 0 {
		sum = f.Score(row)
	}
	out.Score = search.Rounded(float64(sum))
	return out
}

// An explainer finds again what Find found in one row for one word.
type explainer struct {
	x       *Index
	w       *word
	row     uint32
	beside  []Related
	named   bool
	matches []search.RuleMatch

	names, prose float32
}

// Parts of a row, until FieldsOf replaces them.
const (
	inNames = "names"
	inProse = "description"
)

// evidence returns the evidence of the row for the word, as Find collects it.
func (e *explainer) evidence() float32 {
	t := &e.x.Tuning
	for j, f := range e.w.Forms {
		switch {
		case j == 0:
			e.term(f, "exact", 1, 0)
		case j < e.w.Own:
			e.term(f, "form", t.Form, 0)
		default:
			e.term(f, "compound", 1, 0)
		}
	}
	for _, p := range e.w.others {
		e.phrase(p)
	}
	for _, f := range e.w.fixed {
		e.term(f, "typo", t.Typo, token.Distance([]rune(e.w.Text), []rune(f), e.w.Unfinished()))
	}
	for _, b := range e.w.Begins {
		e.beginning(b)
	}
	for _, pair := range e.w.Splits {
		e.split(pair)
	}
	return max(e.names, e.prose) + t.Others*min(e.names, e.prose)
}

// note notes a match, and its evidence.
func (e *explainer) note(term, field, by string, typos int, v float32) {
	if field == inProse {
		e.prose = max(e.prose, v)
	} else {
		e.names = max(e.names, v)
	}
	e.match(search.RuleMatch{Term: term, Fields: []string{field}, By: by, Typos: typos,
		Evidence: search.Rounded(float64(v))})
}

// match adds a match. Of several with one term of one field, such as a whole word that is also a beginning, the first
// with the most evidence stays.
func (e *explainer) match(m search.RuleMatch) {
	for i := range e.matches {
		if was := &e.matches[i]; was.Term == m.Term && slices.Equal(was.Fields, m.Fields) {
			if m.Evidence > was.Evidence {
				*was = m
			}
			return
		}
	}
	e.matches = append(e.matches, m)
}

func (e *explainer) term(f, by string, factor float32, typos int) {
	if n, ok := e.x.number[f]; ok {
		e.entry(&e.x.terms[n], by, factor, typos)
	}
	for _, r := range e.beside {
		e.related(r, f, false, by, factor, typos)
	}
}

func (e *explainer) entry(entry *entry, by string, factor float32, typos int) {
	for part, field := range [...]string{inNames, inProse} {
		if part == 1 && e.named {
			continue
		}
		if i, found := slices.BinarySearchFunc(entry.rows[part], e.row, posting.compare); found {
			v := factor / unit * float32(entry.rows[part][i].plain)
			if e.w.Head {
				v = factor / unit * float32(entry.rows[part][i].head)
			}
			e.note(entry.word, field, by, typos, v)
		}
	}
}

func (e *explainer) related(r Related, f string, prefix bool, by string, factor float32, typos int) {
	if factor *= r.Weight(); factor == 0 {
		return
	}
	best := float32(-1)
	r.Each(f, prefix, func(rows []uint32, _ []uint64, plain, head uint16) {
		if _, found := slices.BinarySearch(rows, e.row); found {
			v := factor * float32(plain) / unit
			if e.w.Head {
				v = factor * float32(head) / unit
			}
			best = max(best, v)
		}
	})
	if best >= 0 {
		e.note(f, r.Field(), by, typos, best)
	}
}

func (e *explainer) beginning(b string) {
	x := e.x
	for _, r := range e.beside {
		e.related(r, b, true, "beginning", x.Tuning.Beginning, 0)
	}
	all := x.begins(b)
	x.eachOf(&all, func(one *entry) {
		short := explainer{x: x, w: e.w, row: e.row, named: e.named || len(b) < shortest}
		short.entry(one, "beginning", x.Tuning.Beginning, 0)
		e.add(&short)
	})
}

// add adds what another explainer of the same word found.
func (e *explainer) add(o *explainer) {
	e.names, e.prose = max(e.names, o.names), max(e.prose, o.prose)
	for _, m := range o.matches {
		e.match(m)
	}
}

func (e *explainer) split(pair [2]string) {
	a, ok := e.x.number[pair[0]]
	b, too := e.x.number[pair[1]]
	if !ok || !too || !strings.Contains(e.x.names[e.row], " "+pair[0]+" "+pair[1]) {
		return
	}
	i, one := slices.BinarySearchFunc(e.x.terms[a].rows[0], e.row, posting.compare)
	j, two := slices.BinarySearchFunc(e.x.terms[b].rows[0], e.row, posting.compare)
	if one && two {
		v := e.x.Tuning.Split * float32(max(e.x.terms[a].rows[0][i].plain, e.x.terms[b].rows[0][j].plain)) / unit
		e.note(pair[0]+" "+pair[1], inNames, "compound", 0, v)
	}
}

// phrase explains a synonym. The fields of a phrase of several words are those of all of them.
func (e *explainer) phrase(p search.Phrase) {
	if len(p) == 1 {
		for _, f := range p[0].Forms {
			e.term(f, "synonym", e.x.Tuning.Form, 0)
		}
		return
	}
	var sum float32
	var text []string
	fields := map[string]bool{}
	for i, t := range p {
		one := explainer{x: e.x, w: &word{Word: token.Word{Head: e.w.Head && i == len(p)-1}}, row: e.row, beside: e.beside,
			named: e.named}
		for j, f := range t.Forms {
			if j == 0 {
				one.term(f, "", 1, 0)
			} else {
				one.term(f, "", e.x.Tuning.Form, 0)
			}
		}
		if len(one.matches) == 0 {
			return
		}
		sum += max(one.names, one.prose) + e.x.Tuning.Others*min(one.names, one.prose)
		text = append(text, t.Forms[0])
		for _, m := range one.matches {
			fields[m.Fields[0]] = true
		}
	}
	v := e.x.Tuning.Form / float32(len(p)) * sum
	e.names = max(e.names, v)
	e.match(search.RuleMatch{Term: strings.Join(text, " "), Fields: slices.Sorted(maps.Keys(fields)),
		By: "synonym", Evidence: search.Rounded(float64(v))})
}

// fieldNames are the names of fields in explanations.
var fieldNames = [fields]string{"title", "model", "attributes", "description"}

// FieldsOf completes an explanation with the fields of the row's texts that have the terms. The order is deterministic.
func FieldsOf(x *search.Explanation, d *Doc) {
	var terms [fields]map[string]bool
	for f := range fields {
		terms[f] = map[string]bool{}
		for _, t := range token.Analyse(d.Texts[f], d.Language) {
			terms[f][t.Word] = true
			for _, form := range t.Forms {
				terms[f][form] = true
			}
		}
	}
	for i := range x.Rules {
		for j := range x.Rules[i].Matches {
			m := &x.Rules[i].Matches[j]
			at := slices.Index(m.Fields, inNames)
			if at < 0 {
				continue
			}
			named := slices.Delete(slices.Clone(m.Fields), at, at+1)
			for f := range Prose {
				for _, term := range append([]string{m.Term}, strings.Fields(m.Term)...) {
					if terms[f][term] && !slices.Contains(named, fieldNames[f]) {
						named = append(named, fieldNames[f])
					}
				}
			}
			m.Fields = named
		}
	}
}
