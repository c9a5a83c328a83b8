package importer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A draft is what one record becomes: its own row, the rows that hang on it, and the rows made on the way that it needs.
type draft struct {
	p      *plan
	rec    Record
	id     string
	main   *row
	rows   []*row   // main first
	needed []*entry // parents before their children
	self   *entry   // the record, where others may need it on their way
	above  *entry   // and its parent
	late   []*row   // rows that name records which may come later in the file
	naming string   // the slug that the record asks for, where its name makes none
}

// A row is a row of a stage.
type row struct {
	st    *stage
	key   string // tells it apart among the rows of its record
	id    string
	slug  string
	spare string // the slug where another row of the tenant has the first
	cells []cell // one for each column of the stage
}

// A cell is a value in the text form that Postgres reads.
type cell struct {
	state cellState
	text  string
	ref   *entry // in place of text: the id of this row
}

type cellState uint8

const (
	absent cellState = iota // nothing was said: a new row takes the default, another keeps what it has
	null
	given
)

func number(n int) cell { return cell{state: given, text: strconv.Itoa(n)} }

// build makes a draft of a record whose id is settled.
func (p *plan) build(rec Record, id string) (*draft, error) {
	d := &draft{p: p, rec: rec, id: id}
	d.main = &row{st: p.main, id: id, cells: make([]cell, len(p.main.columns))}
	d.rows = append(d.rows, d.main)
	for _, f := range rec.Fields {
		put, ok := p.fields[f.Name]
		if !ok {
			if p.rest == nil {
				p.ignored[f.Name]++
				continue
			}
			var err error
			if put, err = p.rest(f.Name); err != nil {
				return nil, err
			}
			p.fields[f.Name] = put
		}
		if put == nil {
			continue
		}
		if err := put(d, f.Value); err != nil {
			return nil, err
		}
	}
	for _, path := range p.paths {
		if v, ok := Object(rec.Fields).Get(path.name); ok && !slices.ContainsFunc(rec.Fields, func(f Field) bool { return f.Name == path.name }) {
			if err := path.put(d, v); err != nil {
				return nil, err
			}
		}
	}
	for _, m := range p.made {
		parts := make([]any, len(m.of))
		for i, field := range m.of {
			parts[i], _ = Object(rec.Fields).Get(field)
		}
		v, err := joined(parts, m.with)
		if err == nil {
			err = m.put(d, v)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, c := range p.consts {
		if err := c.put(d, c.value); err != nil {
			return nil, err
		}
	}
	for _, beside := range p.beside {
		if err := beside(d); err != nil {
			return nil, err
		}
	}
	for _, r := range d.rows {
		if err := r.complete(); err != nil {
			return nil, err
		}
	}
	return d, p.giveSlug(d)
}

// complete checks that nothing is missing that a row of the table must have.
func (r *row) complete() error {
	for i, c := range r.st.columns {
		if !c.NotNull || r.cells[i].state == given {
			continue
		}
		if c.Default == "" && r.st.fresh[c.Name] == "" {
			if r.key != "" {
				return fmt.Errorf("%s: %s is missing", r.st.table.Name, c.Name)
			}
			return fmt.Errorf("%s is missing", c.Name)
		}
		r.cells[i].state = absent
	}
	return nil
}

// giveSlug gives the record's row the slug it came with, or one made of its name.
func (p *plan) giveSlug(d *draft) error {
	if p.names == nil {
		return nil
	}
	if !p.main.slug {
		i := p.main.place("slug")
		if slug := d.main.cells[i]; slug.state == given {
			if !p.names.take(slug.text, d.id) {
				return fmt.Errorf("slug: %q is taken by another row", slug.text)
			}
			return nil
		}
		return nil
	}
	label := p.main.place(p.main.table.Label)
	if label < 0 {
		return nil
	}
	name := d.main.cells[label].text
	if d.naming != "" {
		d.main.slug, d.main.spare = p.names.give(d.naming, d.id)
		return nil
	}
	r := p.refs[p.main.table.Name]
	if r == nil {
		d.main.slug, d.main.spare = p.names.name(name, d.id)
		return nil
	}
	if d.self = r.byID[d.id]; d.self == nil { // else it was an ancestor of an earlier record, or is in the database
		d.self = &entry{table: r.table.Name, key: name, id: d.id, name: name, parent: d.above}
		d.self.slug, _ = p.names.name(name, d.id)
		r.byID[d.id] = d.self
		r.know(d.self, nameKey(name))
	}
	d.main.slug, d.main.spare = d.self.slug, d.self.slug
	return nil
}

// place finds a column in the stage; -1 where it is not filled.
func (st *stage) place(column string) int {
	return slices.IndexFunc(st.columns, func(c *Column) bool { return c.Name == column })
}

// set converts a value and puts it into a cell.
func (r *row) set(d *draft, i int, v any) error {
	c := r.st.columns[i]
	text, ok, err := c.text(v)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", c.Name, err)
	case !ok:
		r.cells[i] = cell{state: null}
	case c.Target != "":
		r.cells[i] = cell{state: given, ref: d.p.refer(c.Target, strings.TrimSpace(text))}
	default:
		r.cells[i] = cell{state: given, text: text}
	}
	return nil
}

// add adds a row that hangs on the record. The key tells it apart from the others of its table: with the record's id it
// makes the row's own.
func (d *draft) add(st *stage, key string) *row {
	r := &row{st: st, key: key, id: deriveChildID(d.id, st.table.Name, key), cells: make([]cell, len(st.columns))}
	if st.hangs {
		r.cells[0] = cell{state: given, text: d.id}
	}
	d.rows = append(d.rows, r)
	return r
}

// has reports whether the record has such a row already.
func (d *draft) has(st *stage, key string) bool {
	return slices.ContainsFunc(d.rows, func(r *row) bool { return r.st == st && r.key == key })
}

// count counts the rows of one stage.
func (d *draft) count(st *stage) (n int) {
	for _, r := range d.rows {
		if r.st == st {
			n++
		}
	}
	return n
}

// needs notes that a row made on the way must be there, and its ancestors, before this record is.
func (d *draft) needs(e *entry) *entry {
	if e == nil || e.stored.Load() || slices.Contains(d.needed, e) {
		return e
	}
	d.needs(e.parent)
	d.needed = append(d.needed, e)
	return e
}

// text is the cell as COPY writes it: the value, or the id it refers to.
func (c *cell) value() string {
	if c.ref != nil {
		return c.ref.id
	}
	return c.text
}
