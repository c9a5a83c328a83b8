package catalog

// RelatedTerm is a term that a definition refers to.
type RelatedTerm struct {
	Term string `json:"term"` // the term
	Slug string `json:"slug"`
}

// DictionaryWord is a term with its definition.
type DictionaryWord struct {
	ID   string `json:"id" db:"d.id" dep:"dictionary_term"`
	Slug string `json:"slug" db:"d.slug"`
	// The term.
	Term string `json:"term" db:"d.term"`
	// The definition.
	Definition HTML `json:"definition" db:"d.definition"`
	// Related terms.
	RelatedTerms []RelatedTerm `json:"relatedTerms" db:"@related"`
	RelatedIDs   []string      `json:"-" db:"@relatedIDs" dep:"dictionary_term"`
}

var dictionarySQL = fragments{
	"related": `(SELECT coalesce(jsonb_agg(jsonb_build_object('term', o.term, 'slug', o.slug)
    ORDER BY dr.position, o.term, o.id), '[]')
  FROM dictionary_term_related dr
  JOIN dictionary_term o ON o.tenant_id = $1 AND o.id = dr.related_id AND o.status <> 'DRAFT'
  WHERE dr.tenant_id = $1 AND dr.dictionary_term_id = d.id)`,
	"relatedIDs": `ARRAY(SELECT dr.related_id FROM dictionary_term_related dr
  WHERE dr.tenant_id = $1 AND dr.dictionary_term_id = d.id)`,
}

// Dictionary is a glossary. The filter letter takes an initial of any script and ignores case: İ and i are the same
// letter, ı is another, and Ç is not C.
var Dictionary = Resource{
	Name: "dictionary_term", As: "d",
	From:  "dictionary_term d",
	Live:  "d.status <> 'DRAFT'",
	Text:  []string{"d.search"},
	Words: []string{"term", "definition"},
	Parts: []Part{{"dictionary_term_related", "dictionary_term_id"}},
	Hit:   fragments{"name": "d.term", "text": prose("d.definition")},
	Views: []View{
		{
			Path: "/dictionary", Shape: Page, Row: row[DictionaryWord](dictionarySQL),
			Order: by(asc("d.position"), asc("d.term"), asc("d.id")), Search: true,
			Accept: []Filter{
				{
					Name: "letter", Type: Letter, Cond: raw("d.letter = first_letter(?)"), Reads: []string{"dictionary_term.term"},
					Doc: "Terms that begin with this letter, of any script; case is ignored", Example: "a",
				},
				inLanguage("d"),
			},
			Sorts: map[string]Column{"name": col("d.term"), "createdAt": col("d.created_at")}, Doc: "Terms",
		},
		{
			Path: "/dictionary/{slug}", Example: "abrash", Shape: One, Row: row[DictionaryWord](dictionarySQL),
			Where: "d.slug = {slug}", Doc: "One term",
		},
	},
}
