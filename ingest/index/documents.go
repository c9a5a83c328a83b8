package index

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/ingest/capture"
	"vitrine/internal/catalog"
	"vitrine/search"
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
	return "ARRAY[" + strings.Join(list, ", ") + "]"
}

// has reports whether a column is searched.
func (d Documents) has(column string) bool { return slices.Contains(d.Words, column) }

func (d Documents) live() string {
	if d.Live == "" {
		return "true"
	}
	return "(" + d.Live + ")"
}

// touched collects what to index: records by kind, or all records of a kind.
type touched struct {
	documents map[string]Documents
	refs      map[string]map[search.Ref]bool // by kind
	whole     map[kindOf]bool
	n         int // records
}

// A kindOf names all records of a kind of a tenant.
type kindOf struct{ tenant, kind string }

func newTouched(documents map[string]Documents) *touched {
	return &touched{documents: documents, refs: map[string]map[search.Ref]bool{}, whole: map[kindOf]bool{}}
}

// add adds a changed record, if its document may differ.
func (t *touched) add(tenant string, c *capture.Row) {
	d, ok := t.documents[c.Kind]
	switch {
	case !ok:
		return
	case c.Op == capture.Truncated:
		t.addKind(tenant, c.Kind)
		return
	case !c.ChangesMembership() && !slices.ContainsFunc(c.Changed, d.has):
		return
	}
	refs := t.refs[c.Kind]
	if refs == nil {
		refs = map[search.Ref]bool{}
		t.refs[c.Kind] = refs
	}
	if r := (search.Ref{Tenant: tenant, ID: c.ID}); !refs[r] {
		refs[r] = true
		t.n++
	}
}

// addKind adds all records of a kind.
func (t *touched) addKind(tenant, kind string) {
	if _, ok := t.documents[kind]; ok {
		t.whole[kindOf{tenant, kind}] = true
	}
}

// addTenant adds all records of a tenant.
func (t *touched) addTenant(tenant string) {
	for kind := range t.documents {
		t.addKind(tenant, kind)
	}
}

// load reads the current documents of records of a kind. gone lists the records that do not exist or may not be found.
func load(ctx context.Context, q capture.Querier, kind string, d Documents, refs []search.Ref) (
	docs []search.Doc, gone []search.Ref, err error,
) {
	tenants, ids := make([]string, len(refs)), make([]string, len(refs))
	for i, r := range refs {
		tenants[i], ids[i] = r.Tenant, r.ID
	}
	rows, err := q.Query(ctx, `
SELECT w.tenant_id, w.id, coalesce(s.n, 0), t.text
FROM unnest($1::text[], $2::text[]) AS w(tenant_id, id)
LEFT JOIN tenant_seq s ON s.tenant_id = w.tenant_id
LEFT JOIN LATERAL (
  SELECT `+d.columns()+` AS text FROM `+pgx.Identifier{kind}.Sanitize()+` t
  WHERE t.tenant_id = w.tenant_id AND t.id = w.id AND `+d.live()+`
) t ON true`, tenants, ids)
	if err != nil {
		return nil, nil, fmt.Errorf("load documents of %s: %w", kind, err)
	}
	var doc search.Doc
	_, err = pgx.ForEachRow(rows, []any{&doc.Tenant, &doc.ID, &doc.Seq, &doc.Text}, func() error {
		if doc.Text == nil {
			gone = append(gone, search.Ref{Tenant: doc.Tenant, ID: doc.ID})
		} else {
			docs = append(docs, doc)
		}
		doc.Text = nil
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("load documents of %s: %w", kind, err)
	}
	return docs, gone, nil
}

// page reads the documents of a kind of one tenant in the order of their ids, after an id. last is "" on the last page.
func page(ctx context.Context, q capture.Querier, of kindOf, d Documents, after string, limit int) (
	docs []search.Doc, gone []search.Ref, last string, err error,
) {
	tenant, kind := of.tenant, of.kind
	rows, err := q.Query(ctx, `
SELECT t.id, s.n, CASE WHEN `+d.live()+` THEN `+d.columns()+` END
FROM `+pgx.Identifier{kind}.Sanitize()+` t
JOIN tenant_seq s ON s.tenant_id = t.tenant_id
WHERE t.tenant_id = $1 AND t.id > $2
ORDER BY t.id
LIMIT $3`, tenant, after, limit)
	if err != nil {
		return nil, nil, "", fmt.Errorf("load all %s of %s: %w", kind, tenant, err)
	}
	doc := search.Doc{Tenant: tenant}
	_, err = pgx.ForEachRow(rows, []any{&doc.ID, &doc.Seq, &doc.Text}, func() error {
		if doc.Text == nil {
			gone = append(gone, search.Ref{Tenant: tenant, ID: doc.ID})
		} else {
			docs = append(docs, doc)
		}
		doc.Text = nil
		return nil
	})
	if err != nil {
		return nil, nil, "", fmt.Errorf("load all %s of %s: %w", kind, tenant, err)
	}
	if len(docs)+len(gone) == limit {
		last = doc.ID
	}
	return docs, gone, last, nil
}
