package load

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
	"vitrine/internal/price"
)

// A Draft holds the rows made from one record: its own, its child rows, and the referenced rows that must be created
// first.
type Draft struct {
	Record source.Record
	Main   *Row   // the record's own row
	Parent *Entry // the record's parent, if it is a row of the same table
	Naming string // the slug that a field asks for, instead of one made from the name

	p      *Plan
	id     string
	owner  owner    // how the row is known to later imports
	rows   []*Row   // Main first
	needed []*Entry // parents before their children
	self   *Entry   // the record itself, if other records may reference it
	late   []*Row   // rows that reference records which may come later in the file
	doubts []string // reasons why values were left out
	parts  []part   // child rows that stay for that reason
	marks  []mark   // prices whose currency the file names
}

// A Row is a row of a stage.
type Row struct {
	Cells []Cell // one for each column of the stage

	st    *Stage
	kept  uint64 // a bit for each column that keeps what it has, because its value was left out
	key   string // distinguishes the child rows of a record
	id    string
	slug  string
	spare string // replaces the slug if another row of the tenant has it
}

// A Cell is a value in the text form that Postgres reads. The zero Cell is absent: a new row takes the default, an
// existing row keeps its value.
type Cell struct {
	state cellState
	text  string
	ref   *Entry // instead of text: the id of this row
}

type cellState uint8

const (
	absent cellState = iota
	null
	given
)

// Null is the cell of a column that is emptied.
var Null = Cell{state: null}

// Text returns the cell of a text.
func Text(s string) Cell { return Cell{state: given, text: s} }

// Number returns the cell of an integer.
func Number(n int) Cell { return Text(strconv.Itoa(n)) }

// IsAbsent reports whether the record does not fill the cell.
func (c *Cell) IsAbsent() bool { return c.state == absent }

// Given returns the text of a cell. ok is false if the cell is absent or null.
func (c *Cell) Given() (text string, ok bool) { return c.text, c.state == given }

// value returns the cell for COPY: the text, or the id of the referenced row.
func (c *Cell) value() string {
	if c.ref != nil {
		return c.ref.id
	}
	return c.text
}

// build makes the draft of a record whose id is known.
func (p *Plan) build(rec source.Record, id string) (*Draft, error) {
	d := &Draft{p: p, Record: rec, id: id}
	d.Main = &Row{st: p.Main, id: id, Cells: make([]Cell, len(p.Main.Columns))}
	d.rows = append(d.rows, d.Main)
	if err := p.putFields(d); err != nil {
		return nil, err
	}
	for _, m := range p.made {
		parts := make([]any, len(m.of))
		for i, field := range m.of {
			parts[i], _ = source.Object(rec.Fields).Get(field)
		}
		v, err := source.Join(parts, m.with)
		if err == nil {
			err = d.put(m.put, strings.Join(m.of, madeSign), v)
		}
		if err != nil {
			return nil, err
		}
	}
	currency := d.given("currency")
	for _, c := range p.consts {
		if err := c.put(d, c.value); err != nil {
			return nil, err
		}
	}
	if err := d.settleCurrency(currency); err != nil {
		return nil, err
	}
	for _, beside := range p.beside {
		if err := beside(d); err != nil {
			return nil, err
		}
	}
	if !p.Merge {
		d.Main.emptyLists()
	}
	for _, r := range d.rows {
		if err := r.complete(); err != nil {
			return nil, d.missing(err)
		}
	}
	if err := d.checkListPrice(); err != nil {
		return nil, err
	}
	if err := d.Main.checkPrice(); err != nil {
		return nil, err
	}
	if err := p.assignSlug(d); err != nil {
		return nil, err
	}
	for _, reason := range d.doubts {
		p.notices.doubt(rec.Line, reason)
	}
	return d, nil
}

// given returns the text of a column of the record's row, empty for none.
func (d *Draft) given(column string) string {
	at := d.Main.st.Place(column)
	if at < 0 {
		return ""
	}
	text, _ := d.Main.Cells[at].Given()
	return text
}

// putFields stores the values of the record's fields.
func (p *Plan) putFields(d *Draft) error {
	fields := d.Record.Fields
	for _, f := range fields {
		put, ok := p.fields[f.Name]
		if !ok {
			if p.rest == nil {
				p.ignored[f.Name]++
				continue
			}
			var err error
			if put, err = p.bindRest(f.Name); err != nil {
				return err
			}
		}
		if put == nil {
			continue
		}
		if err := d.put(put, f.Name, f.Value); err != nil {
			return err
		}
	}
	for _, path := range p.paths {
		v, ok := source.Object(fields).Get(path.name)
		if !ok || slices.ContainsFunc(fields, func(f source.Field) bool { return f.Name == path.name }) {
			continue
		}
		if err := d.put(path.put, path.name, v); err != nil {
			return err
		}
	}
	return nil
}

// emptyLists empties the list columns, such as images, for which the record has no value. One that was left out is not
// an empty one.
func (r *Row) emptyLists() {
	for i, c := range r.st.Columns {
		if empty := c.EmptyList(); empty != "" && r.Cells[i].state != given && !r.st.spare[c.Name] && r.kept&(1<<i) == 0 {
			r.Cells[i] = Text(empty)
		}
	}
}

// complete checks that the row has every value that the table requires. An emptied text that must not be null is "".
func (r *Row) complete() error {
	for i, c := range r.st.Columns {
		if !c.KeepsOverNull() || r.Cells[i].state == given {
			continue
		}
		if c.NotNull && c.Default == "" && r.st.initial[c.Name] == "" {
			if r.key != "" {
				return fmt.Errorf("%s: %s is missing", r.st.Table.Name, c.Name)
			}
			return fmt.Errorf("%s is missing", c.Name)
		}
		if r.Cells[i].state == null && strings.HasPrefix(c.Default, "''") { // the file empties the text
			r.Cells[i] = Text("")
			continue
		}
		r.Cells[i].state = absent
	}
	return nil
}

// assignSlug gives the record's row its slug: the one in the file, or one made from its name.
func (p *Plan) assignSlug(d *Draft) error {
	if p.names == nil {
		return nil
	}
	if !p.Main.slug {
		if slug, ok := d.Main.Cells[p.Main.Place("slug")].Given(); ok && !p.names.Take(slug, d.id) {
			return fmt.Errorf("slug: %q is taken by another row", slug)
		}
		return nil
	}
	label := p.Main.Place(p.Main.Table.Label)
	if label < 0 {
		return nil
	}
	name := d.Main.Cells[label].text
	if d.Naming != "" {
		d.Main.slug, d.Main.spare = p.names.Give(d.Naming, d.id)
		return nil
	}
	r := p.refs[p.Main.Table.Name]
	if r == nil {
		d.Main.slug, d.Main.spare = p.names.Name(name, d.id)
		return nil
	}
	if d.self = r.byID[d.id]; d.self == nil { // otherwise an earlier record referenced it, or it is in the database
		d.self = &Entry{table: r.Table.Name, key: name, id: d.id, name: name, parent: d.Parent}
		d.self.slug, _ = p.names.Name(name, d.id)
		r.byID[d.id] = d.self
		r.index(d.self, NameKey(name))
	}
	d.Main.slug, d.Main.spare = d.self.slug, d.self.slug
	return nil
}

// Set converts a value and stores it in a cell.
func (r *Row) Set(d *Draft, i int, v any) error {
	c := r.st.Columns[i]
	text, ok, err := c.Text(v)
	if err != nil {
		err = fmt.Errorf("%s: %w", c.Name, err)
	}
	if err != nil && ok {
		err = d.LeaveOut(err)
	}
	if err == nil {
		d.Changed(c, c.Name, v, text, ok)
	}
	switch {
	case err != nil:
		return err
	case !ok:
		r.Cells[i] = Null
	case c.Target != "":
		r.Cells[i] = Cell{state: given, ref: d.p.Refer(c.Target, strings.TrimSpace(text))}
	default:
		r.Cells[i] = Text(text)
	}
	return nil
}

// Add adds a child row. Its key distinguishes it from the record's other rows of the table; the row's id derives from
// it.
func (d *Draft) Add(st *Stage, key string) *Row {
	r := &Row{st: st, key: key, id: table.DeriveChildID(d.id, st.Table.Name, key), Cells: make([]Cell, len(st.Columns))}
	if st.child {
		r.Cells[0] = Text(d.id)
	}
	d.rows = append(d.rows, r)
	return r
}

// Has reports whether the record has a child row with this key.
func (d *Draft) Has(st *Stage, key string) bool {
	return slices.ContainsFunc(d.rows, func(r *Row) bool { return r.st == st && r.key == key })
}

// Count returns the number of the record's rows in a stage.
func (d *Draft) Count(st *Stage) (n int) {
	for _, r := range d.rows {
		if r.st == st {
			n++
		}
	}
	return n
}

// checkListPrice leaves out a list price that is below the amount. A list price of 0 is read as none.
func (d *Draft) checkListPrice() error {
	list, amount := d.given("list_price"), d.given("amount")
	if list == "" || amount == "" {
		return nil
	}
	l, _ := strconv.ParseFloat(list, 64) // both are numbers
	a, _ := strconv.ParseFloat(amount, 64)
	if l >= a {
		return nil
	}
	d.Main.Cells[d.Main.st.Place("list_price")] = Null
	if l == 0 {
		d.Blank("list_price", list)
		return nil
	}
	return d.LeaveOut(fmt.Errorf("list_price: expected the amount %s or more, got %q", amount, list))
}

// checkPrice completes the price of a record's row, and refuses one that contradicts itself. A column that the file
// does not fill is left to the schema, which completes it alike.
func (r *Row) checkPrice() error {
	if r.st.Table.Column("amount") == nil || r.st.Table.Column("currency") == nil {
		return nil
	}
	var p price.Price
	texts := p.Texts()
	for i, column := range price.Columns {
		if at := r.st.Place(column); at >= 0 {
			*texts[i], _ = r.Cells[at].Given()
		}
	}
	p = p.Complete()
	if err := p.Check(); err != nil {
		return err
	}
	for i, column := range price.Columns {
		if at := r.st.Place(column); at >= 0 && *texts[i] != "" && r.Cells[at].state != given {
			r.Cells[at] = Text(*texts[i])
		}
	}
	return nil
}

// A mark is the currency of one price of a record: its sign, as in "€ 5", or that of its column.
type mark struct {
	at   int    // the price's column, by its place
	text string // the price as the file has it
	code string // empty: the text names it
}

// of returns the currency of the price. A sign of several currencies, such as $, is that of usual if it is one of them.
func (m mark) of(usual string) string {
	if m.code != "" {
		return m.code
	}
	return table.CurrencyOf(m.text, usual)
}

// Priced notes a price of the record in a column of its row. code is its currency, if the text does not name it.
func (d *Draft) Priced(at int, text, code string) {
	d.marks = append(d.marks, mark{at, text, code})
}

// settleCurrency gives the record the currency of its prices: that of its own field, or of the amount's mark, or of the
// first other mark, or that of --set. A price in another currency is left out. fixed is what the file's own field
// said, empty for nothing.
func (d *Draft) settleCurrency(fixed string) error {
	at := d.Main.st.Place("currency")
	if at < 0 || len(d.marks) == 0 {
		return nil
	}
	code := fixed
	if constant, ok := d.Main.Cells[at].Given(); ok && fixed != "" {
		code = constant // --set replaces the field
	}
	amount := d.Main.st.Place("amount")
	for _, own := range []bool{true, false} {
		for _, m := range d.marks {
			if own == (m.at == amount) {
				code = cmp.Or(code, m.of(d.p.usual))
			}
		}
	}
	if code == "" {
		return nil
	}
	d.Main.Cells[at] = Text(code)
	for _, m := range d.marks {
		other := m.of(code)
		if other == "" || other == code {
			continue
		}
		column := d.Main.st.Columns[m.at].Name
		reason := fmt.Errorf("%s: the record's currency is %s, got %s", column, code, source.Describe(cmp.Or(m.text, other)))
		d.Main.Cells[m.at] = Null
		if err := d.LeaveOut(reason); err != nil {
			return err
		}
	}
	return nil
}
