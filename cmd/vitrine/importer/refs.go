package importer

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// An entry is a row made on the way: a brand that products name, a category on the path of one. The spelling and the slug
// are those of its first sight in the file, which is the same in every run.
type entry struct {
	table  string
	key    string // what was said of it in the file
	id     string
	slug   string
	name   string
	parent *entry
	also   map[string]string // what its other columns say when it is made

	stored atomic.Bool // it is in the database
	ours   atomic.Bool // and this run put it there
}

// A refTable knows the rows of a table by the names under which a file may mean them.
type refTable struct {
	tenant string
	table  *Table
	names  *namer
	typ    string              // of categories: what they order
	byKey  map[place]*entry    // by parent and name
	byName map[string][]*entry // wherever they hang
	byID   map[string]*entry
}

// A place is a name under a parent.
type place struct {
	parent *entry
	name   string
}

// refTable opens a table whose rows are made on the way.
func (p *plan) refTable(name string) (*refTable, error) {
	if r := p.refs[name]; r != nil {
		return r, nil
	}
	t := p.tables[name]
	if t == nil || t.Label == "" || t.Column("slug") == nil {
		return nil, fmt.Errorf("rows of %s cannot be made on the way", name)
	}
	r := &refTable{tenant: p.tenant, table: t, names: newNamer(name), byKey: map[place]*entry{}, byName: map[string][]*entry{}, byID: map[string]*entry{}}
	if name == "category" {
		r.typ = categoryType(p.main.table.Name)
	}
	p.refs[name] = r
	return r, nil
}

// categoryType is the type of the categories that order a kind, as /category/tree?type= names it.
func categoryType(kind string) string {
	switch kind {
	case "category":
		return "product"
	case "blog_post":
		return "blog"
	}
	return kind
}

// load reads the rows that are there.
func (r *refTable) load(ctx context.Context, pool *pgxpool.Pool) error {
	parent, typ := "NULL", "NULL"
	if r.table.Column("parent_id") != nil {
		parent = "parent_id"
	}
	if r.typ != "" {
		typ = "type"
	}
	rows, err := pool.Query(ctx, fmt.Sprintf(`
		SELECT id, coalesce(slug, ''), %s, coalesce(%s, ''), coalesce(%s, '') FROM %s WHERE tenant_id = $1 ORDER BY id`,
		quote(r.table.Label), parent, typ, r.table.quoted()), r.tenant)
	if err != nil {
		return fmt.Errorf("read the rows of %s: %w", r.table.Name, err)
	}
	parents := map[*entry]string{}
	var all []*entry
	var id, slug, name, parentID, kind string
	_, err = pgx.ForEachRow(rows, []any{&id, &slug, &name, &parentID, &kind}, func() error {
		e := &entry{table: r.table.Name, id: id, slug: slug, name: name}
		e.stored.Store(true)
		r.byID[id] = e
		r.names.taken[slug] = id
		if kind == r.typ {
			all = append(all, e)
			parents[e] = parentID
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the rows of %s: %w", r.table.Name, err)
	}
	for _, e := range all {
		e.parent = r.byID[parents[e]]
	}
	for _, by := range []func(e *entry) string{ // a slug that says the name comes first, then the name itself
		func(e *entry) string { return e.slug }, func(e *entry) string { return nameKey(e.name) },
	} {
		for _, e := range all {
			r.know(e, by(e))
		}
	}
	return nil
}

// know makes an entry found by a name, unless an earlier one is.
func (r *refTable) know(e *entry, name string) {
	at := place{e.parent, name}
	if name == "" || r.byKey[at] != nil {
		return
	}
	r.byKey[at] = e
	if !slices.Contains(r.byName[name], e) {
		r.byName[name] = append(r.byName[name], e)
	}
}

// nameKey is a name without the differences that make no other brand or category: "SIMPLE Mobile" and "Simple Mobile".
func nameKey(name string) string {
	if s := slugify(name); s != "" {
		return s
	}
	return name
}

// named finds or makes the row of a name: one at the root, or the only one anywhere. A table is asked by names or by paths,
// not both: then the same row is meant in every run.
func (r *refTable) named(name string) (*entry, error) {
	if key := nameKey(name); r.byKey[place{nil, key}] == nil && len(r.byName[key]) == 1 {
		return r.byName[key][0], nil
	}
	return r.child(nil, name, "")
}

// child finds or makes the row of a name under a parent. A key is the source's own for it, where it has one.
func (r *refTable) child(parent *entry, name, key string) (*entry, error) {
	if key != "" {
		id := deriveID(r.tenant, r.table.Name, "key", key)
		if e := r.byID[id]; e != nil {
			return e, nil
		}
		return r.make(parent, name, key, id)
	}
	at := place{parent, nameKey(name)}
	if e := r.byKey[at]; e != nil {
		return e, nil
	}
	above := ""
	if parent != nil {
		above = parent.id
	}
	return r.make(parent, name, name, deriveID(r.tenant, r.table.Name, "name", above, at.name))
}

func (r *refTable) make(parent *entry, name, key, id string) (*entry, error) {
	label, ok, err := r.table.Column(r.table.Label).text(name)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("%s is missing", r.table.Label)
	}
	e := &entry{table: r.table.Name, key: key, id: id, name: label, parent: parent}
	e.slug, _ = r.names.name(name, id)
	r.byID[id] = e
	r.know(e, nameKey(label))
	return e, nil
}

// refer means a row of another table by its id, or by the key that its source has for it.
func (p *plan) refer(table, key string) *entry {
	if isID(key) && p.there[table][key] {
		return &entry{table: table, key: key, id: key}
	}
	return &entry{table: table, key: key, id: deriveID(p.tenant, table, "key", key)}
}
