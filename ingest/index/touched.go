package index

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"vitrine/ingest/capture"
	"vitrine/internal/postgres"
	"vitrine/search"
)

// touched collects what to index: records by kind, or all records of a kind.
type touched struct {
	documents map[string]Documents
	refs      map[string]map[search.Ref]bool // by kind
	whole     map[kindOf]bool
	renamed   map[search.Ref]string // records that documents of other records contain → their kind
	n         int                   // records

	alone bool            // all are of one tenant, whose index no other waits for
	apart map[string]bool // tenants that go on apart
}

// A kindOf names all records of a kind of a tenant.
type kindOf struct{ tenant, kind string }

func newTouched(documents map[string]Documents) *touched {
	return &touched{documents: documents, refs: map[string]map[search.Ref]bool{}, whole: map[kindOf]bool{},
		renamed: map[search.Ref]string{}, apart: map[string]bool{}}
}

// Columns of related records that documents contain.
var (
	joinedColumns = []string{"name", "status"}
	treeColumns   = []string{"parent_id", "slug", "name", "status"}
)

// watched returns the tables and the columns whose changes concern documents.
func watched(documents map[string]Documents) (kinds, columns []string) {
	columns = append(append(columns, joinedColumns...), treeColumns...)
	for kind, d := range documents {
		kinds, columns = append(kinds, kind), append(columns, d.own()...)
		for _, j := range d.Joined {
			kinds = append(kinds, j.Kind)
		}
		if k := d.Kind; k != nil {
			kinds = append(kinds, k.Tree.Links, k.Tree.Kind, k.Pairs.Table)
			columns = append(columns, k.LinkColumns()...)
		}
	}
	slices.Sort(columns)
	return kinds, slices.Compact(columns)
}

// add adds a changed record, and the records whose documents contain it, if these documents may differ.
func (t *touched) add(tenant string, c *capture.Row) {
	if d, ok := t.documents[c.Kind]; ok {
		switch {
		case c.Op == capture.Truncated:
			t.addKind(tenant, c.Kind)
		case c.ChangesMembership() || slices.ContainsFunc(c.Changed, func(column string) bool {
			return slices.Contains(d.own(), column)
		}):
			t.addRef(c.Kind, search.Ref{Tenant: tenant, ID: c.ID})
		}
	}
	for kind, d := range t.documents {
		t.addDependent(tenant, kind, d, c)
	}
}

// addDependent adds the records of a kind whose documents contain a changed record.
func (t *touched) addDependent(tenant, kind string, d Documents, c *capture.Row) {
	if slices.ContainsFunc(d.Joined, func(j Joined) bool { return j.Kind == c.Kind }) {
		t.rename(tenant, kind, c, joinedColumns)
	}
	if d.Kind == nil {
		return
	}
	switch c.Kind {
	case d.Kind.Tree.Kind:
		t.rename(tenant, kind, c, treeColumns)
	case d.Kind.Tree.Links, d.Kind.Pairs.Table:
		owner := d.Kind.Tree.Owner
		if c.Kind == d.Kind.Pairs.Table {
			owner = d.Kind.Pairs.Owner
		}
		if c.Op == capture.Truncated {
			t.addKind(tenant, kind)
		}
		for _, id := range []string{c.Before[owner], c.After[owner]} {
			if id != "" {
				t.addRef(kind, search.Ref{Tenant: tenant, ID: id})
			}
		}
	}
}

// rename notes a changed record that documents of a kind may contain. A new record is in none: what refers to it
// changes too.
func (t *touched) rename(tenant, kind string, c *capture.Row, columns []string) {
	switch {
	case c.Op == capture.Truncated:
		t.addKind(tenant, kind)
	case c.Op == 'I' || c.Op == 'U' &&
		!slices.ContainsFunc(c.Changed, func(column string) bool { return slices.Contains(columns, column) }):
	default:
		t.renamed[search.Ref{Tenant: tenant, ID: c.ID}] = c.Kind
	}
}

func (t *touched) addRef(kind string, r search.Ref) {
	refs := t.refs[kind]
	if refs == nil {
		refs = map[search.Ref]bool{}
		t.refs[kind] = refs
	}
	if !refs[r] {
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

// addKindAndDependents adds all records of a kind, and all of the kinds whose documents contain such records.
func (t *touched) addKindAndDependents(tenant, kind string) {
	t.addKind(tenant, kind)
	for of, d := range t.documents {
		joined := slices.ContainsFunc(d.Joined, func(j Joined) bool { return j.Kind == kind })
		k := d.Kind
		if joined || k != nil && (kind == k.Tree.Kind || kind == k.Tree.Links || kind == k.Pairs.Table) {
			t.addKind(tenant, of)
		}
	}
}

// addTenant adds all records of a tenant.
func (t *touched) addTenant(tenant string) {
	for kind := range t.documents {
		t.addKind(tenant, kind)
	}
}

// resolve adds the records whose documents contain the renamed ones.
func (t *touched) resolve(ctx context.Context, q postgres.Queryer) error {
	for r, renamed := range t.renamed {
		for kind, d := range t.documents {
			for _, sql := range d.dependents(kind, renamed) {
				rows, err := q.Query(ctx, sql, r.Tenant, r.ID)
				if err != nil {
					return fmt.Errorf("find the %s of %s %s: %w", kind, renamed, r.ID, err)
				}
				var id string
				if _, err := pgx.ForEachRow(rows, []any{&id}, func() error {
					t.addRef(kind, search.Ref{Tenant: r.Tenant, ID: id})
					return nil
				}); err != nil {
					return fmt.Errorf("find the %s of %s %s: %w", kind, renamed, r.ID, err)
				}
			}
		}
	}
	return nil
}

// dependents returns the queries for the records of a kind whose documents contain a record.
func (d Documents) dependents(kind, of string) (all []string) {
	for _, j := range d.Joined {
		if j.Kind == of {
			all = append(all, "SELECT t.id FROM "+pgx.Identifier{kind}.Sanitize()+" t WHERE t.tenant_id = $1 AND t."+
				pgx.Identifier{j.Key}.Sanitize()+" = $2")
		}
	}
	if k := d.Kind; k != nil && k.Tree.Kind == of {
		all = append(all, "SELECT DISTINCT l."+k.Tree.Owner+" FROM "+k.Tree.Links+
			" l WHERE l.tenant_id = $1 AND l."+k.Tree.Link+` IN (
    WITH RECURSIVE below AS (SELECT $2::text AS id
      UNION SELECT c.id FROM `+k.Tree.Kind+` c JOIN below ON c.parent_id = below.id WHERE c.tenant_id = $1)
    SELECT id FROM below)`)
	}
	return all
}
