package rank

import (
	"strings"

	"vitrine/search/token"
)

// Field is a part of a row. The fields of a row have weights.
type Field int

// The fields, the most significant first.
const (
	Title      Field = iota // the name
	Model                   // model numbers and other codes
	Attributes              // names and values of attributes
	Prose                   // a description, plain text
	fields
)

// A Doc is the text of a row.
type Doc struct {
	Language string // of the row; "" is neutral
	Searches string // language of searches; its stop words are not kept, except in titles
	Texts    [fields]string
}

// A Tuning is the constants of the ranking. Change them only with `make relevance` at hand.
type Tuning struct {
	Weight  [fields]float32 // of a field
	Related float32         // of the names of related rows, such as a brand

	// Categories is the weight of the names of categories. What is called a shirt comes before what only stands in a
	// category of shirts.
	Categories float32

	Least  float32 // share of the score that does not depend on the length of a field
	Length float32 // number of words at which a field has its plain weight
	Head   float32 // factor for a head noun that the search is for
	Others float32 // share of the other fields beside the best one

	Form      float32 // factor of a plural, a suffix or a synonym
	Beginning float32 // factor of words that begin with the last word
	Typo      float32 // factor of a corrected word
	Split     float32 // factor of the parts of a compound

	Enough int     // number of rows with all words from which none is left out
	Share  float32 // of the weight of all words that a row needs if there are too few
}

// DefaultTuning returns the constants in use.
func DefaultTuning() Tuning {
	return Tuning{
		Weight: [fields]float32{1, 1, 0.25, 1}, Related: 1, Categories: 0.5,
		Least: 0.3, Length: 10, Head: 1.75, Others: 0.1,
		Form: 0.95, Beginning: 0.4, Typo: 0.8, Split: 0.9,
		Enough: 10, Share: 0.4,
	}
}

// unit is the precision of evidence in a posting.
const unit = 1024

// A term is a term of a row with its evidence: without and with the bonus of a head noun, in units.
type term struct {
	word        string
	plain, head uint16
	named       bool // from the names of the row, not its prose
}

// most words of a row's texts are read.
const (
	mostName  = 200
	mostProse = 1000
)

// A Text is the words of a row with their evidence, ready to be put into an index.
type Text struct {
	name  string // the words of the name with a space around each
	terms []term
}

// A Reader reads the texts of rows. It is not safe for concurrent use.
type Reader struct {
	Tuning
	words token.Analyser
	at    map[string]int // places in sums
	sums  []sum
}

// A sum is the evidence for one term while a row is read.
type sum struct {
	word              string
	best, all         [2]float32 // of names, and of prose
	bestHead, allHead [2]float32
	count, heads      float32 // in the field that is read
	in                Field
}

// Read reads the texts of a row.
func (a *Reader) Read(d *Doc) *Text {
	if a.at == nil {
		a.at = map[string]int{}
	}
	clear(a.at)
	a.sums = a.sums[:0]
	var t Text
	for f := range fields {
		if d.Texts[f] != "" {
			all := a.words.Analyse(d.Texts[f], d.Language)
			if f == Title {
				t.name = spaced(all)
			}
			a.field(f, all, d)
		}
	}
	for i := range a.sums {
		s := &a.sums[i]
		for part := range s.best {
			if s.best[part] == 0 {
				continue
			}
			plain := s.best[part] + a.Others*(s.all[part]-s.best[part])
			head := s.bestHead[part] + a.Others*(s.allHead[part]-s.bestHead[part])
			t.terms = append(t.terms, term{s.word, quantum(plain), quantum(head), part == 0})
		}
	}
	return &t
}

// spaced returns the words of a name with a space around each.
func spaced(all []token.Token) string {
	var b strings.Builder
	for i := range all {
		if !all[i].Extra {
			b.WriteString(" " + all[i].Word)
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return b.String() + " "
}

// field adds the evidence of one field.
func (a *Reader) field(f Field, all []token.Token, d *Doc) {
	length, most := 0, mostName
	if f == Prose {
		most = mostProse
	}
	touched := make([]int, 0, len(all))
	for i := range all {
		t := &all[i]
		if !t.Extra {
			if length++; length > most {
				break
			}
		}
		if f != Title && (token.Stop(t.Word, d.Searches) || t.Stop && !token.Stop(t.Word, d.Language)) {
			continue // a stop word, or a suffix after an apostrophe
		}
		touched = a.count(touched, t.Word, f, 1, t.Head)
		for _, w := range t.Forms {
			touched = a.count(touched, w, f, a.Form, t.Head)
		}
	}
	norm := a.Weight[f] / (a.Least + (1-a.Least)*float32(length)/a.Length)
	part := 0
	if f == Prose {
		part = 1
	}
	for _, i := range touched {
		s := &a.sums[i]
		e := norm * s.count
		h := e
		if s.heads > 0 && f != Attributes {
			h *= a.Head
		}
		s.best[part], s.all[part] = max(s.best[part], e), s.all[part]+e
		s.bestHead[part], s.allHead[part] = max(s.bestHead[part], h), s.allHead[part]+h
		s.count, s.heads, s.in = 0, 0, -1
	}
}

// count counts a word of a field.
func (a *Reader) count(touched []int, w string, f Field, worth float32, head bool) []int {
	i, ok := a.at[w]
	if !ok {
		i = len(a.sums)
		a.at[w] = i
		a.sums = append(a.sums, sum{word: w, in: -1})
	}
	s := &a.sums[i]
	if s.in != f {
		s.in = f
		touched = append(touched, i)
	}
	s.count += worth
	if head {
		s.heads++
	}
	return touched
}

func quantum(x float32) uint16 { return uint16(min(x*unit+0.5, 65535)) }
