package load

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/importer/table"
)

// errAdopted reports that another transaction inserted the referenced rows meanwhile. The batch now uses those rows and
// must be repeated.
var errAdopted = errors.New("referenced rows were created meanwhile")

// createEntries inserts the referenced rows of the batch, of the tables that the function selects. It inserts them in
// the order of their ids, so that two imports cannot deadlock. present are all rows that exist afterwards, created
// those that it inserted.
func (a *attempt) createEntries(ctx context.Context, of func(table string) bool) (
	present, created []*Entry, err error) {
	needed := map[*Entry]bool{}
	records := map[string]bool{}
	for _, d := range a.batch {
		records[d.id] = true
		for _, e := range d.needed {
			if !e.stored.Load() {
				needed[e] = true
			}
		}
	}
	own := a.p.Main.Table.Name
	for _, name := range slices.Sorted(maps.Keys(a.p.refs)) {
		if !of(name) {
			continue
		}
		r := a.p.refs[name]
		var all []*Entry
		a.p.mu.RLock()
		for e := range needed {
			if e.table == name && !(name == own && records[e.id]) { // a record of the batch is inserted with all its columns
				all = append(all, e)
			}
		}
		slices.SortFunc(all, func(a, b *Entry) int { return strings.Compare(a.id, b.id) })
		a.p.mu.RUnlock()
		present = append(present, all...)
		for len(all) > 0 {
			inserted, rest, err := a.createGeneration(ctx, r, all)
			if err != nil {
				return nil, nil, err
			}
			a.count(name).Inserted += len(inserted)
			created, all = append(created, inserted...), rest
		}
	}
	return present, created, nil
}

// createGeneration inserts the rows whose parents exist, and returns the others. If an editor has just created a
// parent, its children reference that row.
func (a *attempt) createGeneration(ctx context.Context, r *References, all []*Entry) (
	created, rest []*Entry, err error) {
	among := map[*Entry]bool{}
	for _, e := range all {
		among[e] = true
	}
	var now []*Entry
	for _, e := range all {
		if among[e.parent] {
			rest = append(rest, e)
		} else {
			now = append(now, e)
		}
	}
	inserted, err := a.insertEntries(ctx, r, now)
	if err != nil {
		return nil, nil, err
	}
	a.p.mu.RLock()
	defer a.p.mu.RUnlock()
	for _, e := range now {
		if inserted[e.id] {
			created = append(created, e)
		}
	}
	return created, rest, nil
}

// insertEntries inserts rows of one table and returns the ids of those that were inserted.
func (a *attempt) insertEntries(ctx context.Context, r *References, all []*Entry) (map[string]bool, error) {
	as := a.asRows(all)
	sql, args := a.insertEntriesSQL(r, all, as)
	rows, err := a.tx.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	inserted := map[string]bool{}
	for _, id := range list {
		inserted[id] = true
	}
	if len(inserted) == len(all) {
		return inserted, nil
	}
	return inserted, a.adopt(ctx, r, all, as)
}

// entryRows holds the columns of entries as one attempt inserts them. Another worker may change an entry meanwhile.
type entryRows struct {
	ids, slugs, names []string
	parents           []*string
}

func (a *attempt) asRows(all []*Entry) entryRows {
	a.p.mu.RLock()
	defer a.p.mu.RUnlock()
	var as entryRows
	for _, e := range all {
		as.ids, as.slugs, as.names = append(as.ids, e.id), append(as.slugs, e.slug), append(as.names, e.name)
		var parent *string
		if e.parent != nil {
			parent = new(e.parent.id)
		}
		as.parents = append(as.parents, parent)
	}
	return as
}

func (a *attempt) insertEntriesSQL(r *References, all []*Entry, as entryRows) (sql string, args []any) {
	columns, values := "", ""
	args = []any{a.p.Tenant, as.ids, as.slugs, as.names}
	if r.Table.Column("parent_id") != nil {
		args = append(args, as.parents)
		columns, values = columns+", parent_id", values+", m.parent"
	} else {
		args = append(args, make([]*string, len(all)))
	}
	for _, c := range extraColumns(all) {
		texts := make([]*string, len(all))
		for i, e := range all {
			if text, ok := e.Extra[c]; ok {
				texts[i] = &text
			}
		}
		args = append(args, texts)
		columns += ", " + table.Quote(c)
		values += fmt.Sprintf(", ($%d::text[])[m.n]::%s", len(args), r.Table.Column(c).Declared())
	}
	if r.typ != "" {
		columns, values = columns+", type", values+", "+table.Literal(r.typ)
	}
	if c := r.Table.Column("status"); c != nil && slices.Contains(c.OneOf, "PUBLISHED") {
		columns, values = columns+", status", values+", 'PUBLISHED'"
	}
	return fmt.Sprintf(`
		INSERT INTO %s (tenant_id, id, slug, %s%s)
		SELECT $1, m.id, m.slug, m.name%s
		FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY m (id, slug, name, parent, n)
		ORDER BY m.id ON CONFLICT DO NOTHING RETURNING id`,
		r.Table.Quoted(), table.Quote(r.Table.Label), columns, values), args
}

// extraColumns returns the further columns that the entries fill.
func extraColumns(all []*Entry) []string {
	columns := map[string]string{}
	for _, e := range all {
		maps.Copy(columns, e.Extra)
	}
	return slices.Sorted(maps.Keys(columns))
}

// adopt handles rows that were not inserted. If another worker inserted them, nothing is to be done. If an editor has
// just taken the slug, the editor's row is used; if that row has another parent, the entry gets another slug instead.
// If another worker has changed the entry meanwhile, the next attempt inserts it as it is now.
func (a *attempt) adopt(ctx context.Context, r *References, all []*Entry, as entryRows) error {
	parent := "NULL"
	if r.Table.Column("parent_id") != nil {
		parent = "parent_id"
	}
	rows, err := a.tx.Query(ctx, fmt.Sprintf(`
		SELECT id, slug, coalesce(%s, '') FROM %s
		WHERE tenant_id = (SELECT $1) AND (id = ANY($2) OR slug = ANY($3))`, parent, r.Table.Quoted()),
		a.p.Tenant, as.ids, as.slugs)
	if err != nil {
		return err
	}
	exists := map[string]bool{}
	type other struct{ id, parent string }
	bySlug := map[string]other{}
	var id, slug, parentID string
	if _, err := pgx.ForEachRow(rows, []any{&id, &slug, &parentID}, func() error {
		exists[id] = true
		bySlug[slug] = other{id, parentID}
		return nil
	}); err != nil {
		return err
	}
	a.p.mu.Lock()
	defer a.p.mu.Unlock()
	adopted := false
	for i, e := range all {
		if exists[as.ids[i]] {
			continue
		}
		adopted = true
		if e.id != as.ids[i] || e.slug != as.slugs[i] {
			continue
		}
		above := ""
		if e.parent != nil {
			above = e.parent.id
		}
		if o, ok := bySlug[e.slug]; ok && o.parent == above && e.Extra == nil {
			e.id = o.id
			e.stored.Store(true)
			continue
		}
		e.slug += "-" + e.id[:9]
	}
	if adopted {
		return errAdopted
	}
	return nil
}
