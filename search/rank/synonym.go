package rank

import (
	"vitrine/search"
	"vitrine/search/token"
)

// rulesKey identifies synonyms as this package reads them, in a language.
type rulesKey string

// othersOf returns for each word of a search the phrases that may stand for it; nil if there are none.
func othersOf(words []token.Word, language string, s *search.Settings) [][]search.Phrase {
	if s == nil {
		return nil
	}
	rules := s.Rules(rulesKey(language), func(text string) search.Phrase { return phraseOf(token.Parse(text, language)) })
	if rules == nil {
		return nil
	}
	return rules.Of(phraseOf(words))
}

// phraseOf returns words with their own forms.
func phraseOf(words []token.Word) search.Phrase {
	p := make(search.Phrase, len(words))
	for i := range words {
		p[i] = search.Term{Forms: words[i].Forms[:words[i].Own], Stop: words[i].Stop}
	}
	return p
}

// An other is working memory for a synonym of several words.
type other struct {
	name, prose, sum []float32 // by row
	from             sources
	all, any         []uint64
}

func (o *other) fit(rows int) {
	if len(o.name) < rows {
		n := rows + rows/8
		o.name, o.prose, o.sum = make([]float32, n), make([]float32, n), make([]float32, n)
	}
	size := (rows + 63) / 64
	o.all, o.any = cleared(o.all, size), cleared(o.any, size)
}

// phrase adds the rows with a synonym. The row must have all of its words, in any form that a search for them finds.
func (c *collector) phrase(p search.Phrase) {
	x := c.x
	if len(p) == 1 {
		for _, f := range p[0].Forms {
			c.term(f, x.Tuning.Form)
		}
		return
	}
	o := c.other
	o.fit(len(x.of))
	for i, t := range p {
		o.from.reset()
		o.from.set = cleared(o.from.set, len(o.all))
		one := &word{Word: token.Word{Head: c.w.Head && i == len(p)-1}}
		in := collector{x: x, w: one, into: &o.from, related: c.related, named: c.named}
		for j, f := range t.Forms {
			if j == 0 {
				in.term(f, 1)
			} else {
				in.term(f, x.Tuning.Form)
			}
		}
		set := o.from.set
		w := weighing{x: x, head: one.Head, rows: set, name: o.name, prose: o.prose}
		w.weigh(&o.from)
		if i == 0 {
			copy(o.all, set)
		} else {
			and(o.all, set)
		}
		each(set, func(row uint32) {
			a, b := o.name[row], o.prose[row]
			o.sum[row] += max(a, b) + x.Tuning.Others*min(a, b)
			o.name[row], o.prose[row] = 0, 0
			o.any[row>>6] |= 1 << (row & 63)
		})
	}
	share := x.Tuning.Form / float32(len(p))
	each(o.all, func(row uint32) { c.add(row, share*o.sum[row]) })
	each(o.any, func(row uint32) { o.sum[row] = 0 })
}

// With returns the constants with the weights of a tenant. Those of brand and categories are not among them: they are
// weights of related rows.
func (t Tuning) With(weights map[string]float64) Tuning {
	for field, name := range [fields]string{"title", "model", "attributes", "description"} {
		if w, ok := weights[name]; ok {
			t.Weight[field] = float32(w)
		}
	}
	return t
}

// DefaultWeights returns the weights of all fields without settings.
func DefaultWeights() map[string]float64 {
	t := DefaultTuning()
	return map[string]float64{"title": float64(t.Weight[Title]), "model": float64(t.Weight[Model]),
		"attributes": float64(t.Weight[Attributes]), "description": float64(t.Weight[Prose]),
		"brand": float64(t.Related), "categories": float64(t.Categories)}
}
