package importer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// errAdopted says that rows made on the way had been made by somebody else meanwhile. They are ours now: once more.
var errAdopted = errors.New("rows made on the way were there already")

// makeEntries makes the rows that the batch needs on the way, in the order of their ids, so that two imports cannot wait for
// each other in a circle; those of the tables it is told. It returns all that are there then, and those of them that it made.
func (a *attempt) makeEntries(ctx context.Context, of func(table string) bool) (needs, made []*entry, err error) {
	needed := map[*entry]bool{}
	records := map[string]bool{}
	for _, d := range a.batch {
		records[d.id] = true
		for _, e := range d.needed {
			if !e.stored.Load() {
				needed[e] = true
			}
		}
	}
	for _, table := range sortedKeys(a.p.refs) {
		if !of(table) {
			continue
		}
		r := a.p.refs[table]
		var all []*entry
		a.p.mu.RLock()
		for e := range needed {
			if e.table == table && !(table == a.p.main.table.Name && records[e.id]) { // as a record it comes with all its columns
				all = append(all, e)
			}
		}
		slices.SortFunc(all, func(a, b *entry) int { return strings.Compare(a.id, b.id) })
		a.p.mu.RUnlock()
		needs = append(needs, all...)
		for len(all) > 0 {
			inserted, rest, err := a.makeGeneration(ctx, r, all)
			if err != nil {
				return nil, nil, err
			}
			a.count(table).Inserted += len(inserted)
			made, all = append(made, inserted...), rest
		}
	}
	return needs, made, nil
}

// makeGeneration makes those whose parents are there, and returns the rest: if an editor has just made a parent, the
// children hang on his.
func (a *attempt) makeGeneration(ctx context.Context, r *refTable, all []*entry) (made, rest []*entry, err error) {
	among := map[*entry]bool{}
	for _, e := range all {
		among[e] = true
	}
	var now []*entry
	for _, e := range all {
		if among[e.parent] {
			rest = append(rest, e)
		} else {
			now = append(now, e)
		}
	}
	inserted, err := a.makeEntriesOf(ctx, r, now)
	if err != nil {
		return nil, nil, err
	}
	a.p.mu.RLock()
	defer a.p.mu.RUnlock()
	for _, e := range now {
		if inserted[e.id] {
			made = append(made, e)
		}
	}
	return made, rest, nil
}

func (a *attempt) makeEntriesOf(ctx context.Context, r *refTable, all []*entry) (map[string]bool, error) {
	var ids, slugs, names []string
	var parents []*string
	a.p.mu.RLock()
	for _, e := range all {
		ids, slugs, names = append(ids, e.id), append(slugs, e.slug), append(names, e.name)
		var parent *string
		if e.parent != nil {
			parent = new(e.parent.id)
		}
		parents = append(parents, parent)
	}
	a.p.mu.RUnlock()
	columns, values := "", ""
	args := []any{a.p.tenant, ids, slugs, names}
	if r.table.Column("parent_id") != nil {
		args = append(args, parents)
		columns, values = columns+", parent_id", values+", m.parent"
	} else {
		args = append(args, make([]*string, len(ids)))
	}
	for _, c := range alsoColumns(all) {
		said := make([]*string, len(all))
		for i, e := range all {
			if text, ok := e.also[c]; ok {
				said[i] = &text
			}
		}
		args = append(args, said)
		columns, values = columns+", "+quote(c), values+fmt.Sprintf(", ($%d::text[])[m.n]::%s", len(args), r.table.Column(c).declared())
	}
	if r.typ != "" {
		columns, values = columns+", type", values+", "+literal(r.typ)
	}
	if c := r.table.Column("status"); c != nil && slices.Contains(c.OneOf, "PUBLISHED") {
		columns, values = columns+", status", values+", 'PUBLISHED'"
	}
	rows, err := a.tx.Query(ctx, fmt.Sprintf(`
		INSERT INTO %s (tenant_id, id, slug, %s%s)
		SELECT $1, m.id, m.slug, m.name%s FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY m (id, slug, name, parent, n)
		ORDER BY m.id ON CONFLICT DO NOTHING RETURNING id`, r.table.quoted(), quote(r.table.Label), columns, values), args...)
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
	return inserted, a.adopt(ctx, r, all)
}

// alsoColumns are the further columns of rows that are made.
func alsoColumns(all []*entry) []string {
	columns := map[string]string{}
	for _, e := range all {
		maps.Copy(columns, e.also)
	}
	return sortedKeys(columns)
}

// adopt settles what became of rows that were not inserted: another of our workers made them, which is well, or an editor
// took the slug a moment ago. Then his row is the one that is meant, or, where it stands elsewhere in the tree, ours takes
// another slug.
func (a *attempt) adopt(ctx context.Context, r *refTable, all []*entry) error {
	var ids, slugs []string
	for _, e := range all {
		ids, slugs = append(ids, e.id), append(slugs, e.slug)
	}
	parent := "NULL"
	if r.table.Column("parent_id") != nil {
		parent = "parent_id"
	}
	rows, err := a.tx.Query(ctx, fmt.Sprintf(`
		SELECT id, slug, coalesce(%s, '') FROM %s WHERE tenant_id = (SELECT $1) AND (id = ANY($2) OR slug = ANY($3))`, parent, r.table.quoted()),
		a.p.tenant, ids, slugs)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	type other struct{ id, parent string }
	bySlug := map[string]other{}
	var id, slug, parentID string
	if _, err := pgx.ForEachRow(rows, []any{&id, &slug, &parentID}, func() error {
		there[id] = true
		bySlug[slug] = other{id, parentID}
		return nil
	}); err != nil {
		return err
	}
	a.p.mu.Lock()
	defer a.p.mu.Unlock()
	adopted := false
	for _, e := range all {
		if there[e.id] {
			continue
		}
		adopted = true
		above := ""
		if e.parent != nil {
			above = e.parent.id
		}
		if o, ok := bySlug[e.slug]; ok && o.parent == above && e.also == nil {
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
