package index

import (
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/search/memory"
)

// Documents defines the documents of a kind in an engine outside Postgres.
type Documents struct {
	// Words are the columns that are searched, the most important first.
	Words []string

	// Plain are those of Words whose text is plain. The engine reads the others as HTML, except for the first.
	Plain []string

	// Live is the condition, on alias t, under which a row may be found; "" for all rows. It must not depend on the time:
	// a scheduled record is indexed before its time, and Postgres filters it, so that no change is needed when its time
	// comes.
	Live string

	// Joined are the names of other tables that a row is found by too.
	Joined []Joined

	// Kind describes what lists of the kind filter, sort and count by, if the engine does that; else nil.
	Kind *memory.Kind
}

// Joined is a record whose name is searched with the rows that refer to it: {"brand", "brand_id"}. Drafts do not count.
type Joined struct {
	Kind string // its table, with id, name and status
	Key  string // the row's column with its id
}

// CatalogDocuments lists the documents of the catalog by kind: the Words of each module, without drafts and archived
// records.
func CatalogDocuments() map[string]Documents {
	all := map[string]Documents{}
	for _, r := range catalog.All {
		if len(r.Words) == 0 {
			continue
		}
		html := catalog.HTMLColumns(r.Name)
		d := Documents{Words: r.Words, Plain: slices.DeleteFunc(slices.Clone(r.Words[1:]),
			func(column string) bool { return slices.Contains(html, column) })}
		if strings.Contains(r.Live, r.As+".status") {
			d.Live = "t.status NOT IN ('DRAFT', 'ARCHIVED')"
		}
		for _, rel := range r.Related {
			_, key, _ := strings.Cut(rel.Key, ".")
			d.Joined = append(d.Joined, Joined{Kind: rel.Kind, Key: key})
		}
		all[r.Name] = d
	}
	return all
}

// columns is the select list for a row's text.
func (d Documents) columns() string {
	list := make([]string, len(d.Words))
	for i, column := range d.Words {
		list[i] = "coalesce(t." + pgx.Identifier{column}.Sanitize() + "::text, '')"
		if slices.Contains(d.Plain, column) { // nothing in it may look like a tag
			list[i] = "translate(" + list[i] + ", '<>&', '   ')"
		}
	}
	for _, j := range d.Joined { // after the row's own name
		list = slices.Insert(list, 1, "coalesce((SELECT j.name FROM "+pgx.Identifier{j.Kind}.Sanitize()+
			" j WHERE j.tenant_id = t.tenant_id AND j.id = t."+pgx.Identifier{j.Key}.Sanitize()+
			" AND j.status <> 'DRAFT'), '')")
	}
	return "ARRAY[" + strings.Join(list, ", ") + "]"
}

// own returns the columns of the table that documents are made of. The status decides whether there is one.
func (d Documents) own() []string {
	all := append(slices.Clone(d.Words), "status")
	for _, j := range d.Joined {
		all = append(all, j.Key)
	}
	if d.Kind != nil {
		all = append(all, d.Kind.OwnColumns()...)
	}
	return all
}

func (d Documents) live() string {
	if d.Live == "" {
		return "true"
	}
	return "(" + d.Live + ")"
}
