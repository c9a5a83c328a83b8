package catalog

// SearchHit is a record of any module, as a search over all modules shows it.
type SearchHit struct {
	// The module: the first word of its paths.
	Module string `json:"module" db:"@module"`
	ID     string `json:"id" db:"@id" dep:"*"`
	Name   string `json:"name" db:"@name"`
	Slug   string `json:"slug,omitempty" db:"@slug"`
	// The path of the record under /v1. A question is read with its group; it has no path without one.
	Path  string `json:"path,omitempty" db:"@path"`
	Image string `json:"image,omitempty" db:"@image"`
	Price *Price `json:"price,omitempty" db:"@price"`
	// The texts that matched.
	Highlights SearchHighlights `json:"highlights" db:"'{}'::jsonb"`
	Text       string           `json:"-" db:"@text"` // prose, which may be HTML
	GroupID    string           `json:"-" db:"@group" dep:"faq_group"`
}

// SearchHighlights are texts of a record as HTML. Matches are in mark elements; everything else is escaped.
type SearchHighlights struct {
	Name string `json:"name"`           // the whole name
	Text string `json:"text,omitempty"` // the part of the description with the most matches
}

// SearchGroup holds the best records of one module.
type SearchGroup struct {
	Module    string      `json:"module"`              // the first word of the module's paths
	Total     int         `json:"total"`               // the number of records that were found
	Truncated bool        `json:"truncated,omitempty"` // true if there are more than total
	Path      string      `json:"path"`                // the path of the list with all of them under /v1
	Hits      []SearchHit `json:"hits"`                // the best first
}

// SearchResults are the records of all modules that a text finds.
type SearchResults struct {
	Query  string        `json:"query"`  // the text, without needless spaces
	Total  int           `json:"total"`  // the number of records of all groups
	Groups []SearchGroup `json:"groups"` // the module with the best record first
}

// Suggestion is the name of a record that completes a text.
type Suggestion struct {
	Text      string `json:"text"`      // the name
	Highlight string `json:"highlight"` // the name as HTML, with matches in mark elements and everything else escaped
	Module    string `json:"module"`    // the first word of the module's paths
	ID        string `json:"id"`
	Path      string `json:"path"` // the path of the record under /v1
	Image     string `json:"image,omitempty"`
	Price     *Price `json:"price,omitempty"`
}

// Suggestions are the names of records that complete a text.
type Suggestions struct {
	Query       string       `json:"query"`       // the text, without needless spaces
	Suggestions []Suggestion `json:"suggestions"` // the best first, each name once
}

// hit makes the SearchHit of a module from the SQL of its name and of what else it has: slug, image, price, text, and
// key, what the path of a record ends with if that is not the slug.
func (r *Resource) hit() Row {
	if r.Hit["name"] == "" {
		panic("catalog: " + r.Name + ": its list is searched, so Hit needs the name of a record")
	}
	sql := fragments{
		"module": "'" + r.Module() + "'", "id": r.As + ".id", "slug": r.As + ".slug", "key": r.As + ".slug",
		"image": "''", "price": "NULL::jsonb", "text": "''", "group": "''",
	}
	for name, expression := range r.Hit {
		sql[name] = expression
	}
	for _, name := range []string{"slug", "image", "text"} {
		sql[name] = "coalesce(" + sql[name] + ", '')"
	}
	// The gateway writes the key into a path: Postgres has no function for it.
	sql["path"] = "coalesce(" + sql["key"] + ", '')"
	row := row[SearchHit](sql)
	row.deps[0].kind = r.Name
	return row
}

// longestText is the part of a record's prose, in characters, in which a search over all modules looks for matches to
// show.
const longestText = "4000"

// prose is the first of some texts of a record that is not empty, as the text of a hit.
func prose(columns ...string) string {
	all := ""
	for _, c := range columns {
		all += "nullif(" + c + ", ''), "
	}
	return "left(coalesce(" + all + "''), " + longestText + ")"
}
