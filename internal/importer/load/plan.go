package load

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/importer/identity"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
	"vitrine/internal/markup"
)

// A Plan is a Mapping bound to the tables of one database, for one tenant.
type Plan struct {
	Tenant string
	Tables map[string]*table.Table
	Main   *Stage // of the records' own rows
	Merge  bool   // child rows that a record no longer has are kept

	series  identity.Series
	takes   bool              // rows of the file become those of the series, also if another wrote them first
	drafted bool              // --prune=draft made drafts of some rows
	plain   bool              // the file belongs to no known data set
	columns map[string]string // the column that a field fills, and nothing else does

	stages []*Stage     // Main, then the stages of child rows, in the order in which they are written
	names  *table.Namer // slugs of the records; nil if the table has none

	field string // the field whose target is being bound

	fields map[string]Put // by field
	paths  []path         // into fields, "location.lat"
	rest   func(field string) (Put, error)
	made   []boundMade
	consts []constant
	key    identity.Key
	beside []func(d *Draft) error

	joinedKey string            // the names of the key
	byLabel   bool              // the key is the name
	rowOf     map[string]string // ids of the rows that the chunk references by key, of the records' own table
	refs      map[string]*References
	loads     []func(ctx context.Context, pool *pgxpool.Pool) error // run before the first row, after refs are loaded
	only      func(rec source.Object) bool                          // selects the records of this kind; nil selects all
	existing  map[string]map[string]bool                            // ids in the file that the tenant has, by table
	idSources []idSource                                            // where the file may name ids
	ignored   map[string]int                                        // fields left out, with the number of records

	templates   bool                // template code in texts is removed
	strict      bool                // a value that its column does not take rejects the row
	vital       map[string]bool     // fields without which a row must not be shown
	nulls       map[string]bool     // words for nothing
	longestNull int                 // bytes
	filled      map[string][]string // the columns of each field
	described   map[string][]string // what a field makes besides columns
	notices     Notices
	formats     map[string]markup.Format    // of fields, as the first records show them
	remembered  map[string]string           // formats by column that earlier imports remember
	recalled    []Recalled                  // those of them that are used
	decided     map[string]string           // formats by column for later imports
	texts       func(field string) []string // the texts of the first records; nil: none
	used        map[string]markup.Format    // formats of the fields that fill columns with HTML
	removed     map[string]markup.Losses    // parts of texts that are not served, by column
	usual       string                      // Mapping.Usual

	// mu guards the ids and slugs of entries. A worker changes them if an editor creates the same row meanwhile.
	mu sync.RWMutex
}

type path struct {
	name string
	put  Put
}

// An idSource is a field, or a constant of the command line, that may hold ids of rows of a table.
type idSource struct{ field, constant, table string }

type constant struct {
	put   Put
	value string
}

type boundMade struct {
	of   []string
	with string
	put  Put
}

// Bind makes the plan of a mapping. named finds the target of a column that the mapping sets to a constant. Errors
// concern the mapping, or the command line that changed it.
func Bind(tenant string, tables map[string]*table.Table, m Mapping, named func(column string) Target) (*Plan, error) {
	t := tables[m.Kind]
	p := &Plan{
		Tenant: tenant, Tables: tables, Main: &Stage{Table: t, initial: map[string]string{}},
		fields: map[string]Put{}, ignored: map[string]int{}, refs: map[string]*References{}, only: m.Only,
		series: identity.Series{Tenant: tenant, Kind: m.Kind, Dataset: cmp.Or(m.Series, m.Name)}, plain: len(m.Has) == 0,
		takes: m.Series != "", remembered: m.Formats, decided: map[string]string{},
		columns: map[string]string{},
		vital:   map[string]bool{}, filled: map[string][]string{}, described: map[string][]string{},
		notices: Notices{Doubts: map[string]*Notice{}, Trimmed: map[string]int{}, Blank: map[string]int{},
			JSON: map[string]int{}, Spelled: map[string]*Spelling{}, Codes: map[string]int{}, Rounded: map[string]int{}},
		formats: map[string]markup.Format{}, texts: m.Texts, used: map[string]markup.Format{},
		removed: map[string]markup.Losses{}, usual: m.Usual,
	}
	p.Main.plan = p
	p.stages = []*Stage{p.Main}
	if err := p.bindFields(m); err != nil {
		return nil, err
	}
	for _, column := range slices.Sorted(maps.Keys(m.Set)) {
		if err := p.bindConstant(column, m.Set[column], named); err != nil {
			return nil, err
		}
	}
	for _, column := range slices.Sorted(maps.Keys(m.New)) {
		c := t.Column(column)
		if c == nil {
			return nil, fmt.Errorf("%s has no column %q", t.Name, column)
		}
		text, _, err := c.Text(m.New[column])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", column, err)
		}
		p.Main.initial[column] = text
	}
	for _, b := range m.Beside {
		if err := p.bindBeside(b); err != nil {
			return nil, err
		}
	}
	p.UseKey(p.KeyOf(m.Key))
	return p, p.bindIdentity()
}

// bindFields binds the targets of the fields and of the values made from them.
func (p *Plan) bindFields(m Mapping) error {
	for _, field := range slices.Sorted(maps.Keys(m.Fields)) {
		p.field = field
		put, err := m.Fields[field](p)
		if err != nil {
			return fmt.Errorf("field %q: %w", field, err)
		}
		p.fields[field] = put
		if head, _, ok := strings.Cut(field, "."); ok && put != nil {
			p.paths = append(p.paths, path{field, put})
			if m.Fields[head] == nil {
				p.fields[head] = nil // its members are read one by one
			}
		}
	}
	for _, made := range m.Made {
		p.field = strings.Join(made.Of, madeSign)
		put, err := made.To(p)
		if err != nil {
			return err
		}
		p.made = append(p.made, boundMade{made.Of, made.With, put})
		p.Uses(made.Of...)
	}
	p.field = ""
	if m.Rest != nil {
		p.rest = func(field string) (Put, error) {
			p.field = field
			defer func() { p.field = "" }()
			to := m.Rest(field)
			if to == nil {
				return nil, nil
			}
			return to(p)
		}
		if _, err := p.rest("x"); err != nil {
			return err
		}
	}
	return nil
}

// bindRest binds the target of a field that the mapping does not name.
func (p *Plan) bindRest(field string) (Put, error) {
	put, ok := p.fields[field]
	if ok || p.rest == nil {
		return put, nil
	}
	put, err := p.rest(field)
	if err == nil {
		p.fields[field] = put
	}
	return put, err
}

// bindConstant binds a column that has the same value in every row.
func (p *Plan) bindConstant(column, value string, named func(column string) Target) error {
	p.field = constantField + column
	p.formats[p.field] = markup.Guess([]string{value})
	c := p.Main.Table.Column(column)
	if c != nil {
		if _, _, err := c.Text(value); err != nil {
			return fmt.Errorf("%s: %w", column, err)
		}
	}
	put, err := named(column)(p)
	if err != nil {
		return err
	}
	p.consts = append(p.consts, constant{put, value})
	if c != nil && c.Target != "" {
		p.idSources = append(p.idSources, idSource{constant: value, table: c.Target})
	}
	return nil
}

func (p *Plan) bindBeside(b Beside) error {
	st, err := p.Stage(b.Table, append(slices.Clone(b.Same), slices.Sorted(maps.Keys(b.Named))...)...)
	if err != nil {
		return err
	}
	same := make([]int, len(b.Same))
	for i, name := range b.Same {
		if same[i], err = p.Main.Use(name); err != nil {
			return err
		}
	}
	columns := slices.Sorted(maps.Keys(b.Named))
	refs := make([]*References, len(columns))
	for i, column := range columns {
		if refs[i], err = p.References(st.Table.Column(column).Target); err != nil {
			return err
		}
	}
	p.beside = append(p.beside, func(d *Draft) error {
		r := d.Add(st, "beside")
		for i, at := range same {
			r.Cells[i] = d.Main.Cells[at]
		}
		for i, column := range columns {
			e, err := refs[i].Named(b.Named[column])
			if err != nil {
				return err
			}
			r.Cells[len(same)+i] = d.Reference(e)
		}
		return nil
	})
	return nil
}

// bindIdentity binds the source of slugs. It checks that every column that a row requires is filled.
func (p *Plan) bindIdentity() error {
	t := p.Main.Table
	explicit := slices.ContainsFunc(p.Main.Columns, func(c *table.Column) bool { return c.Name == "slug" })
	if t.Column("slug") != nil {
		p.names = table.NewNamer(t.Name)
		if r := p.refs[t.Name]; r != nil {
			p.names = r.names // records may also be created as referenced rows
		}
		p.Main.slug = !explicit
	}
	for _, c := range t.Columns {
		_, initial := p.Main.initial[c.Name]
		optional := !c.NotNull || c.Default != "" || c.Generated || c.Managed() || c.Name == "slug" && t.Label != ""
		if !optional && !initial && !slices.Contains(p.Main.Columns, c) {
			return fmt.Errorf("no field fills %s.%s, which every row requires: name the field with --map FIELD=%s",
				t.Name, c.Name, strings.TrimSuffix(c.Name, "_id"))
		}
	}
	return nil
}

// Field returns the name of the field whose target is being bound.
func (p *Plan) Field() string { return p.field }

// Fills records that the field whose target is being bound fills a column of the record's row.
func (p *Plan) Fills(column string) { p.columns[p.field] = column }

// Column returns the column that a field fills. It is empty if the field fills none, or several.
func (p *Plan) Column(field string) string { return p.columns[field] }

// Fed reports whether a field is stored in any way.
func (p *Plan) Fed(field string) bool { return p.fields[field] != nil }

// Selects reports whether a record is of the kind of the import, in a file that holds two.
func (p *Plan) Selects(rec source.Record) bool { return p.only == nil || p.only(rec.Fields) }

// Series returns the imports that share a key with this one.
func (p *Plan) Series() identity.Series { return p.series }

// Uses records fields that a target reads besides its own, so that the report does not list them as left out.
func (p *Plan) Uses(fields ...string) {
	for _, f := range fields {
		if _, ok := p.fields[f]; !ok {
			p.fields[f] = nil
		}
	}
}

// OnStart registers a function to run before the first row, once the referenced tables have been read.
func (p *Plan) OnStart(load func(ctx context.Context, pool *pgxpool.Pool) error) {
	p.loads = append(p.loads, load)
}

// Start reads from the database what the plan needs before the first row.
func (p *Plan) Start(ctx context.Context, pool *pgxpool.Pool) error {
	for _, refs := range p.refs {
		if err := refs.load(ctx, pool); err != nil {
			return err
		}
	}
	for _, load := range p.loads {
		if err := load(ctx, pool); err != nil {
			return err
		}
	}
	err := pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM import_row WHERE tenant_id = $1 AND kind = $2 "+
		"AND drafted IS NOT NULL)", p.Tenant, p.Main.Table.Name).Scan(&p.drafted)
	if err != nil {
		return fmt.Errorf("read the rows of earlier imports: %w", err)
	}
	return nil
}

// Ignored returns the fields that were left out because no column matches them, with the number of records.
func (p *Plan) Ignored() map[string]int { return p.ignored }

// OneWriter reports whether records may reference other records of the file. Several writers could then wait for each
// other.
func (p *Plan) OneWriter() bool {
	return p.refs[p.Main.Table.Name] != nil || slices.ContainsFunc(p.Main.checked, func(i int) bool {
		return p.Main.Columns[i].Target == p.Main.Table.Name
	})
}

// Stage returns the stage of another table, with these columns first and in this order.
func (p *Plan) Stage(name string, columns ...string) (*Stage, error) {
	for _, s := range p.stages {
		if s.Table.Name == name {
			return s, nil
		}
	}
	t := p.Tables[name]
	if t == nil {
		return nil, fmt.Errorf("%s has no table %s", p.Main.Table.Name, name)
	}
	s := &Stage{Table: t, initial: map[string]string{}, plan: p}
	for _, c := range columns {
		if _, err := s.Use(c); err != nil {
			return nil, err
		}
	}
	s.child = s.Columns[0].Name == p.Main.Table.Name+"_id"
	p.stages = append(p.stages, s)
	return s, nil
}

// Check registers a foreign key that the file fills with ids or keys. Before a batch is written, the rows are looked
// up.
func (p *Plan) Check(s *Stage, i int) {
	target := s.Columns[i].Target
	if target == "" || slices.Contains(s.checked, i) {
		return
	}
	s.checked = append(s.checked, i)
	p.idSources = append(p.idSources, idSource{field: p.field, table: target})
}

// Texts returns the texts of the field whose target is bound, in the first records.
func (p *Plan) Texts() []string {
	if p.texts == nil {
		return nil
	}
	return p.texts(p.field)
}
