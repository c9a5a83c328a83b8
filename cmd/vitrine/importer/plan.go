package importer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"
)

// A plan is a Shape bound to the tables of one database, for one tenant.
type plan struct {
	tenant string
	tables map[string]*Table
	main   *stage   // of the records' own rows
	stages []*stage // main, then those whose rows hang on it, in the order they are written
	names  *namer   // slugs of the records; nil where the table has none

	binding string // the field whose target is being bound

	fields map[string]put // by field
	paths  []path         // into fields, "location.lat"
	rest   func(field string) (put, error)
	made   []boundMade
	consts []constant
	key    []string
	beside []func(d *draft) error

	slugField string            // the field that the slug comes from
	bySlug    bool              // the key is the slug: a row that has it already is the record's
	byLabel   bool              // the key is the name
	slugs     map[string]string // ids of the rows that have a slug of the chunk
	refs      map[string]*refTable
	loads     []func(ctx context.Context, pool *pgxpool.Pool) error // what must be read before the first row, after refs
	only      func(rec Object) bool                                 // which records are of this kind; nil: all
	there     map[string]map[string]bool                            // ids that the file names and the tenant has, by table
	asked     []ask                                                 // where the file names ids
	ignored   map[string]int                                        // fields that went nowhere, and in how many records

	// mu guards the ids and slugs of entries, which a worker changes where an editor made the same row meanwhile.
	mu sync.RWMutex
}

type path struct {
	name string
	put  put
}

// An ask is a field, or a constant of the command line, that may hold ids of rows of a table.
type ask struct{ field, constant, table string }

type constant struct {
	put   put
	value string
}

type boundMade struct {
	of   []string
	with string
	put  put
}

// A stage is the part of a table that an import fills. Each batch is copied into a temporary table of this form first.
type stage struct {
	table   *Table
	columns []*Column
	checked []int             // places of columns that hold ids or keys from the file, which may name nothing
	fresh   map[string]string // columns given to new rows only
	slug    bool              // slugs are made of names
	hangs   bool              // its first column is the record's id: without the record there is no row
	pair    []string          // of a join table, what it joins: an editor's row that joins the same two will do
}

// use makes a column part of the stage and returns its place.
func (st *stage) use(name string) (int, error) {
	c := st.table.Column(name)
	if c == nil || c.Generated || own[name] && name != "created_at" {
		accepted := st.table.Accepted()
		return 0, fmt.Errorf("%s has no column %q that can be filled%s; it accepts: %s", st.table.Name, name,
			didYouMean(name, accepted), strings.Join(accepted, ", "))
	}
	if i := slices.Index(st.columns, c); i >= 0 {
		return i, nil
	}
	if len(st.columns) == 63 { // one bit each in row.absent
		return 0, fmt.Errorf("%s: more than 63 columns at once", st.table.Name)
	}
	st.columns = append(st.columns, c)
	return len(st.columns) - 1, nil
}

// stage returns the stage of another table with these columns, in this order, before any others.
func (p *plan) stage(table string, columns ...string) (*stage, error) {
	for _, s := range p.stages {
		if s.table.Name == table {
			return s, nil
		}
	}
	t := p.tables[table]
	if t == nil {
		return nil, fmt.Errorf("%s has no table %s", p.main.table.Name, table)
	}
	s := &stage{table: t, fresh: map[string]string{}}
	for _, c := range columns {
		if _, err := s.use(c); err != nil {
			return nil, err
		}
	}
	s.hangs = s.columns[0].Name == p.main.table.Name+"_id"
	p.stages = append(p.stages, s)
	return s, nil
}

// bind makes a plan of a shape. Its errors are about the shape, or the command line that changed it.
func bind(tenant string, tables map[string]*Table, s Shape) (*plan, error) {
	t := tables[s.Kind]
	p := &plan{
		tenant: tenant, tables: tables, fields: map[string]put{}, ignored: map[string]int{}, refs: map[string]*refTable{}, only: s.Only,
	}
	p.main = &stage{table: t, fresh: map[string]string{}}
	p.stages = []*stage{p.main}
	for _, field := range sortedKeys(s.Fields) {
		p.binding = field
		put, err := s.Fields[field](p)
		if err != nil {
			return nil, fmt.Errorf("field %q: %w", field, err)
		}
		p.fields[field] = put
		if head, _, ok := strings.Cut(field, "."); ok && put != nil {
			p.paths = append(p.paths, path{field, put})
			if s.Fields[head] == nil {
				p.fields[head] = nil // what is inside it is taken
			}
		}
	}
	for _, m := range s.Made {
		put, err := m.To(p)
		if err != nil {
			return nil, err
		}
		p.made = append(p.made, boundMade{m.Of, m.With, put})
	}
	for _, field := range usedElsewhere(s) {
		if _, ok := p.fields[field]; !ok {
			p.fields[field] = nil
		}
	}
	if s.Rest != nil {
		p.rest = func(field string) (put, error) { return s.Rest(field)(p) }
		if _, err := p.rest("x"); err != nil {
			return nil, err
		}
	}
	for _, column := range sortedKeys(s.Set) {
		if c := t.Column(column); c != nil {
			if _, _, err := c.text(s.Set[column]); err != nil {
				return nil, fmt.Errorf("%s: %w", column, err)
			}
		}
		put, err := targetNamed(tables, t, column)(p)
		if err != nil {
			return nil, err
		}
		p.consts = append(p.consts, constant{put, s.Set[column]})
		if c := t.Column(column); c != nil && c.Target != "" {
			p.asked = append(p.asked, ask{constant: s.Set[column], table: c.Target})
		}
	}
	for _, column := range sortedKeys(s.New) {
		value := s.New[column]
		c := t.Column(column)
		if c == nil {
			return nil, fmt.Errorf("%s has no column %q", t.Name, column)
		}
		text, _, err := c.text(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", column, err)
		}
		p.main.fresh[column] = text
	}
	for _, b := range s.Beside {
		if err := p.bindBeside(b); err != nil {
			return nil, err
		}
	}
	return p, p.bindIdentity(s.Key)
}

// usedElsewhere are fields that a shape uses without a target of their own.
func usedElsewhere(s Shape) []string {
	used := slices.Clone(s.Key)
	for _, m := range s.Made {
		used = append(used, m.Of...)
	}
	return used
}

// bindIdentity settles what names a record and what makes its slug, and that nothing a row needs is missing altogether.
func (p *plan) bindIdentity(key []string) error {
	t := p.main.table
	p.key = key
	p.bySlug = len(key) == 1 && key[0] == p.slugField
	p.byLabel = len(key) == 1 && snake(key[0]) == t.Label
	explicit := slices.ContainsFunc(p.main.columns, func(c *Column) bool { return c.Name == "slug" })
	if t.Column("slug") != nil {
		p.names = newNamer(t.Name)
		if r := p.refs[t.Name]; r != nil {
			p.names = r.names // its rows are made on the way too
		}
		p.main.slug = !explicit
	}
	for _, c := range t.Columns {
		_, fresh := p.main.fresh[c.Name]
		if c.NotNull && c.Default == "" && !c.Generated && !own[c.Name] && !fresh && !slices.Contains(p.main.columns, c) && (c.Name != "slug" || t.Label == "") {
			return fmt.Errorf("no field fills %s.%s, which every row needs: say which one with --map FIELD=%s", t.Name, c.Name, strings.TrimSuffix(c.Name, "_id"))
		}
	}
	return nil
}

func (p *plan) bindBeside(b Beside) error {
	st, err := p.stage(b.Table, append(slices.Clone(b.Same), sortedKeys(b.Named)...)...)
	if err != nil {
		return err
	}
	same := make([]int, len(b.Same))
	for i, name := range b.Same {
		if same[i], err = p.main.use(name); err != nil {
			return err
		}
	}
	columns := sortedKeys(b.Named)
	refs := make([]*refTable, len(columns))
	for i, column := range columns {
		if refs[i], err = p.refTable(st.table.Column(column).Target); err != nil {
			return err
		}
	}
	p.beside = append(p.beside, func(d *draft) error {
		r := d.add(st, "beside")
		for i, at := range same {
			r.cells[i] = d.main.cells[at]
		}
		for i, column := range columns {
			e, err := refs[i].named(b.Named[column])
			if err != nil {
				return err
			}
			r.cells[len(same)+i] = cell{state: given, ref: d.needs(e)}
		}
		return nil
	})
	return nil
}

// currencyFor returns the place of the currency column where a price written "€ 12" may fill it; -1 where not.
func (p *plan) currencyFor(columns []string) int {
	c := p.main.table.Column(columns[0])
	if len(columns) != 1 || p.main.table.Column("currency") == nil || c.Type != "numeric" || !c.Positive {
		return -1
	}
	i, err := p.main.use("currency")
	if err != nil {
		return -1
	}
	return i
}

// selfish reports that a record may need another of the same file: one writer then spares two from waiting for each other.
func (p *plan) selfish() bool {
	return p.refs[p.main.table.Name] != nil || slices.ContainsFunc(p.main.checked, func(i int) bool {
		return p.main.columns[i].Target == p.main.table.Name
	})
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// check notes a foreign key that the file fills with ids or keys: whether there is such a row is looked up before writing.
func (p *plan) check(s *stage, i int) {
	target := s.columns[i].Target
	if target == "" || slices.Contains(s.checked, i) {
		return
	}
	s.checked = append(s.checked, i)
	p.asked = append(p.asked, ask{field: p.binding, table: target})
}
