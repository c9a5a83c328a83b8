package seed

type termRow struct {
	base
	Slug       string `db:"slug"`
	Term       string `db:"term"`
	Definition string `db:"definition"`
	Status     string `db:"status"`
	Position   int    `db:"position"`
	Language   string `db:"language,null"`
}

type relatedRow struct {
	base
	Term     string `db:"dictionary_term_id"`
	Related  string `db:"related_id"`
	Position int    `db:"position"`
}

// entry is a word, what it means, and the words to read next.
type entry struct {
	term, means string
	related     []string
}

// lexicon is the words of one language.
type lexicon struct {
	lang    string
	entries []entry
}

// dictionary makes the terms with what they lead to. Every thirtieth has no language; the last of each lexicon is a draft.
func (w *world) dictionary() {
	for _, l := range w.shop.lexicons {
		ids := map[string]string{}
		for i, e := range l.entries {
			key := l.lang + e.term
			row := termRow{base: w.base("dictionary_term", key, 24*(30+i)), Slug: w.slug("dictionary_term", e.term, e.term+" "+l.lang), Term: e.term, Definition: paragraphs(e.means),
				Status: "PUBLISHED", Language: l.lang}
			if i%30 == 29 {
				row.Language = none
			}
			if i == len(l.entries)-1 {
				row.Status = "DRAFT"
			}
			ids[e.term] = row.ID
			w.add("dictionary_term", row)
		}
		for _, e := range l.entries {
			for n, other := range e.related {
				if ids[other] == "" {
					panic("seed: " + e.term + " leads to " + other + ", which is no entry")
				}
				w.add("dictionary_term_related", relatedRow{base: w.base("dictionary_term_related", l.lang+e.term+"/"+other, 24*20), Term: ids[e.term], Related: ids[other], Position: n})
			}
		}
	}
}
