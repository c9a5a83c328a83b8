package load

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/importer/table"
)

// An Entry is a row that records reference, such as a brand or a category, and that the import creates if it is
// missing. Spelling and slug come from its first appearance in the file, so they are the same in every run.
type Entry struct {
	Extra map[string]string // values of further columns when the row is created

	table  string
	key    string // the reference in the file
	id     string
	slug   string
	name   string
	parent *Entry

	stored  atomic.Bool // the row is in the database
	created atomic.Bool // this run inserted it
}

// References finds the rows of a table by the names that a file uses for them.
type References struct {
	Table *table.Table

	tenant string
	spelt  func(table, given, name string) // notes that a name stands for a row of another name
	names  *table.Namer
	typ    string              // of categories: the kind that they classify
	byKey  map[place]*Entry    // by parent and name
	byName map[string][]*Entry // under any parent
	byID   map[string]*Entry
}

// A place is a name under a parent.
type place struct {
	parent *Entry
	name   string
}

// References returns the references to a table. It fails if the import cannot create rows of the table from a name.
func (p *Plan) References(name string) (*References, error) {
	if r := p.refs[name]; r != nil {
		return r, nil
	}
	t := p.Tables[name]
	if t == nil || t.Label == "" || t.Column("slug") == nil {
		return nil, fmt.Errorf("rows of %s cannot be created from a name", name)
	}
	r := &References{
		Table: t, tenant: p.Tenant, spelt: p.notices.spelled, names: table.NewNamer(name),
		byKey: map[place]*Entry{}, byName: map[string][]*Entry{}, byID: map[string]*Entry{},
	}
	if name == "category" {
		r.typ = categoryType(p.Main.Table.Name)
	}
	p.refs[name] = r
	return r, nil
}

// categoryType returns the type of the categories of a kind, as in /category/tree?type=.
func categoryType(kind string) string {
	switch kind {
	case "category":
		return "product"
	case "blog_post":
		return "blog"
	}
	return kind
}

// load reads the existing rows.
func (r *References) load(ctx context.Context, pool *pgxpool.Pool) error {
	parent, typ := "NULL", "NULL"
	if r.Table.Column("parent_id") != nil {
		parent = "parent_id"
	}
	if r.typ != "" {
		typ = "type"
	}
	rows, err := pool.Query(ctx, fmt.Sprintf(`
		SELECT id, coalesce(slug, ''), %s, coalesce(%s, ''), coalesce(%s, '') FROM %s WHERE tenant_id = $1 ORDER BY id`,
		table.Quote(r.Table.Label), parent, typ, r.Table.Quoted()), r.tenant)
	if err != nil {
		return fmt.Errorf("read the rows of %s: %w", r.Table.Name, err)
	}
	parents := map[*Entry]string{}
	var all []*Entry
	var id, slug, name, parentID, kind string
	_, err = pgx.ForEachRow(rows, []any{&id, &slug, &name, &parentID, &kind}, func() error {
		e := &Entry{table: r.Table.Name, id: id, slug: slug, name: name}
		e.stored.Store(true)
		r.byID[id] = e
		r.names.Take(slug, id)
		if kind == r.typ {
			all = append(all, e)
			parents[e] = parentID
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the rows of %s: %w", r.Table.Name, err)
	}
	for _, e := range all {
		e.parent = r.byID[parents[e]]
	}
	for _, by := range []func(e *Entry) string{ // a slug that equals the name wins over the name itself
		func(e *Entry) string { return e.slug }, func(e *Entry) string { return NameKey(e.name) },
	} {
		for _, e := range all {
			r.index(e, by(e))
		}
	}
	return nil
}

// ByID finds a row by its id. It returns nil if there is none.
func (r *References) ByID(id string) *Entry { return r.byID[id] }

// Named finds or creates the row of a name: one at the root, or else the only one under any parent. A table is
// referenced either by names or by paths, so that a name means the same row in every run.
func (r *References) Named(name string) (*Entry, error) {
	if e := r.find(name); e != nil {
		r.noteSpelling(e, name)
		return e, nil
	}
	return r.Child(nil, name, "")
}

// find returns the row of a name as Named does, or nil if there is none.
func (r *References) find(name string) *Entry {
	key := NameKey(name)
	if e := r.byKey[place{nil, key}]; e != nil || len(r.byName[key]) != 1 {
		return e
	}
	return r.byName[key][0]
}

// Child finds or creates the row of a name under a parent. key is the file's own key of the row, if it has one.
func (r *References) Child(parent *Entry, name, key string) (*Entry, error) {
	if key != "" {
		id := table.DeriveID(r.tenant, r.Table.Name, "key", key)
		if e := r.byID[id]; e != nil {
			return e, nil
		}
		return r.create(parent, name, key, id)
	}
	at := place{parent, NameKey(name)}
	if e := r.byKey[at]; e != nil {
		r.noteSpelling(e, name)
		return e, nil
	}
	above := ""
	if parent != nil {
		above = parent.id
	}
	return r.create(parent, name, name, table.DeriveID(r.tenant, r.Table.Name, "name", above, at.name))
}

// noteSpelling notes a name that stands for a row with another one. A slug is no spelling.
func (r *References) noteSpelling(e *Entry, name string) {
	if name != e.name && name != e.slug {
		r.spelt(r.Table.Name, name, e.name)
	}
}

// Create adds a row at the root, under an id of the caller's. It is inserted with the first record that references it.
func (r *References) Create(name, id string) (*Entry, error) { return r.create(nil, name, name, id) }

func (r *References) create(parent *Entry, name, key, id string) (*Entry, error) {
	label, ok, err := r.Table.Column(r.Table.Label).Text(name)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("%s is missing", r.Table.Label)
	}
	e := &Entry{table: r.Table.Name, key: key, id: id, name: label, parent: parent}
	e.slug, _ = r.names.Name(name, id)
	r.byID[id] = e
	r.index(e, NameKey(label))
	return e, nil
}

// index makes a row available under a name, unless an earlier row has that name.
func (r *References) index(e *Entry, name string) {
	at := place{e.parent, name}
	if name == "" || r.byKey[at] != nil {
		return
	}
	r.byKey[at] = e
	if !slices.Contains(r.byName[name], e) {
		r.byName[name] = append(r.byName[name], e)
	}
}

// NameKey returns a name without differences of spelling: "SIMPLE Mobile" and "Simple Mobile" are the same brand. "C",
// "C++" and "C#" are three, although their slugs begin alike.
func NameKey(name string) string {
	s := table.Slugify(name)
	if s == "" {
		return name
	}
	return s + strings.Map(func(r rune) rune {
		if strings.ContainsRune("+#%@*<>=", r) || unicode.Is(unicode.Sc, r) {
			return r
		}
		return -1
	}, name)
}

// Refer returns a row of another table by its id, or by the key under which it was imported. The row need not exist.
func (p *Plan) Refer(name, key string) *Entry {
	id := p.derive(name, key)
	if row := p.rowOf[key]; row != "" && name == p.Main.Table.Name {
		id = row
	}
	return &Entry{table: name, key: key, id: id}
}

// derive returns the id that a row gets from its key. A key that is the id of a row is that row's.
func (p *Plan) derive(name, key string) string {
	if table.IsID(key) && p.existing[name][key] {
		return key
	}
	return table.DeriveID(p.Tenant, name, "key", key)
}

// Join adds a row of a join table that connects the record with an entry, unless there is one already. The second
// column of the stage references the entry, the third is the position.
func (d *Draft) Join(st *Stage, e *Entry) {
	if d.Has(st, e.id) {
		return
	}
	r := d.Add(st, e.id)
	r.Cells[1] = d.Reference(e)
	r.Cells[2] = Number(d.Count(st) - 1)
}

// JoinLate is Join for a record of the same file. The row is written after all records, and only if that record exists.
func (d *Draft) JoinLate(st *Stage, e *Entry) {
	if e.id == d.id || slices.ContainsFunc(d.late, func(r *Row) bool { return r.st == st && r.key == e.id }) {
		return
	}
	r := &Row{st: st, key: e.id, id: table.DeriveChildID(d.id, st.Table.Name, e.id), Cells: make([]Cell, len(st.Columns))}
	r.Cells[0] = Text(d.id)
	r.Cells[1] = Cell{state: given, ref: e}
	r.Cells[2] = Number(len(d.late))
	d.late = append(d.late, r)
}

// Reference returns a cell with the id of an entry. The entry and its ancestors are created before the record.
func (d *Draft) Reference(e *Entry) Cell {
	d.needs(e)
	return Cell{state: given, ref: e}
}

func (d *Draft) needs(e *Entry) {
	if e == nil || e.stored.Load() || slices.Contains(d.needed, e) {
		return
	}
	d.needs(e.parent)
	d.needed = append(d.needed, e)
}
