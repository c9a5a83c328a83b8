package dataset

import (
	"fmt"
	"slices"
	"strings"

	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// Plain makes the mapping of a file whose fields are named as columns. It works for every content table. taken are the
// fields that the command line maps. Fields that match nothing are returned.
func Plain(tables map[string]*table.Table, t *table.Table, fields []string,
	taken map[string]string) (m load.Mapping, unknown []string) {
	m = load.Mapping{Name: PlainName, Kind: t.Name, Fields: map[string]load.Target{}, New: map[string]string{}}
	if c := t.Column("status"); c != nil && slices.Contains(c.OneOf, "PUBLISHED") {
		m.New["status"] = "PUBLISHED" // an imported catalogue is meant to be visible
	}
	b := &plain{tables: tables, t: t, fields: fields, m: &m, claimed: map[string]bool{}}
	for f, to := range taken {
		b.claimed[to] = true
		m.Fields[f] = Ignore() // replaced by the caller
	}
	b.findKey()
	// Exact names come first, so that no synonym takes a column from the field with its name.
	b.match(true)
	b.match(false)
	if m.Key == nil && b.namesParent() {
		m.Key = b.labelField()
	}
	return m, b.rest()
}

// plain is a plain mapping in the making.
type plain struct {
	tables  map[string]*table.Table
	t       *table.Table
	fields  []string
	m       *load.Mapping
	claimed map[string]bool // columns that have a field
}

// findKey takes an id field as the key.
func (b *plain) findKey() {
	for _, f := range b.fields {
		name := table.Snake(f)
		if b.m.Fields[f] == nil && !b.claimed[name] && (name == "id" || name == "_id") && b.m.Key == nil {
			b.m.Key = []string{f}
		}
	}
}

// match gives each field the target of its name, or of a synonym if exact is not set.
func (b *plain) match(exact bool) {
	for _, f := range b.fields {
		inside := f
		if head, rest, ok := strings.Cut(f, "."); ok && slices.Contains(b.fields, head) {
			if !b.object(head) || b.m.Fields[head] != nil {
				continue
			}
			inside = rest
		} else if b.object(f) {
			continue
		}
		names := []string{table.Snake(inside)}
		if !exact {
			names = b.t.Synonyms(names[0])
		}
		for _, name := range names {
			to := TargetFor(b.tables, b.t, name)
			if to == nil || b.m.Fields[f] != nil {
				continue
			}
			if b.claimed[name] {
				to = Ignore() // the command line, or an earlier field, fills the column
			}
			b.m.Fields[f], b.claimed[name] = to, true
		}
	}
}

// object reports whether a field is an object whose members are mapped one by one, as price.amount, because no column
// takes the whole.
func (b *plain) object(f string) bool {
	return TargetFor(b.tables, b.t, table.Snake(f)) == nil &&
		slices.ContainsFunc(b.fields, func(g string) bool { return strings.HasPrefix(g, f+".") })
}

// namesParent reports whether a field names the parent of a record. Every record must then be known by its name.
func (b *plain) namesParent() bool {
	return slices.ContainsFunc(b.fields, func(f string) bool {
		c := b.t.Column(table.Snake(f) + "_id")
		return b.m.Fields[f] != nil && c != nil && c.Target == b.t.Name
	})
}

// labelField finds the field with the name of the rows.
func (b *plain) labelField() []string {
	for _, f := range b.fields {
		if table.Snake(f) == b.t.Label {
			return []string{f}
		}
	}
	return nil
}

// rest returns the fields that match nothing. Fields that the database fills are ignored: an export of the table has
// them.
func (b *plain) rest() (unknown []string) {
	for _, f := range b.fields {
		head, _, nested := strings.Cut(f, ".")
		nested = nested && slices.Contains(b.fields, head)
		name := table.Snake(f)
		c := b.t.Column(name)
		switch {
		case b.m.Fields[f] != nil, nested && b.m.Fields[head] != nil:
		case name == "id", name == "_id", c != nil && (c.Managed() || c.Generated):
			b.m.Fields[f] = Ignore()
		case !nested && b.object(f), nested && !b.object(head):
			// its members, or the object around it, are looked at instead
		default:
			unknown = append(unknown, f)
		}
	}
	return unknown
}

// TargetFor finds the target of a name: a column, a referenced row ("brand" for brand_id), categories, attributes
// ("attribute:colour"), or the rows of a child table ("sessions"). It returns nil if the name means nothing for the
// table.
func TargetFor(tables map[string]*table.Table, t *table.Table, name string) load.Target {
	if c := t.Column(name); c != nil && c.Fillable() {
		return To(name)
	}
	if c := t.Column(name + "_id"); c != nil && c.Target != "" {
		if target := tables[c.Target]; target.Label != "" && target.Column("slug") != nil {
			return Named(c.Name)
		}
	}
	if (name == "category" || name == "categories") && tables[t.Name+"_category"] != nil {
		return Categories()
	}
	if tables[t.Name+"_attribute"] != nil {
		if name == "attributes" {
			return attributes()
		}
		if rest, ok := strings.CutPrefix(name, "attribute:"); ok && rest != "" {
			label, typ, _ := strings.Cut(rest, ":")
			if typ == "" {
				typ = "TEXT"
			}
			return Attribute(label, strings.ToUpper(typ))
		}
	}
	for _, child := range []string{t.Name + "_" + name, t.Name + "_" + strings.TrimSuffix(name, "s")} {
		c := tables[child]
		special := strings.HasSuffix(child, "_category") || strings.HasSuffix(child, "_attribute")
		if c != nil && c.Column(t.Name+"_id") != nil && !special {
			return children(child)
		}
	}
	return nil
}

// children reads a list of objects: the rows of a child table of the record, in this order.
func children(name string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		t, parent := p.Tables[name], p.Main.Table.Name+"_id"
		columns := []string{parent}
		for _, name := range t.Accepted() {
			if name != parent {
				columns = append(columns, name)
			}
		}
		st, err := p.Stage(name, columns...)
		if err != nil {
			return nil, err
		}
		field := p.Field()
		for i := 1; i < len(st.Columns); i++ {
			p.Check(st, i)
		}
		position := st.Place("position")
		return func(d *load.Draft, v any) error {
			if v == nil {
				return nil
			}
			list, ok := source.Embedded(v).([]any)
			if !ok {
				return fmt.Errorf("%s: expected a list, got %s", field, source.Describe(v))
			}
			if len(list) > source.MaxMany {
				return fmt.Errorf("%s: more than %d of them", field, source.MaxMany)
			}
			for i, e := range list {
				o, ok := e.(source.Object)
				if !ok {
					return fmt.Errorf("%s: expected objects in the list, got %s", field, source.Describe(e))
				}
				r := d.Add(st, fmt.Sprint(i))
				if position > 0 {
					r.Cells[position] = load.Number(i)
				}
				for _, f := range o {
					at := memberColumn(st, f.Name)
					if at < 1 {
						return fmt.Errorf("%s: %s has no column %q%s", field, name, source.Clip(f.Name, 60),
							table.DidYouMean(table.Snake(f.Name), columns))
					}
					if err := r.Set(d, at, f.Value); err != nil {
						return fmt.Errorf("%s: %w", field, err)
					}
				}
			}
			return nil
		}, nil
	}
}

// memberColumn finds the column for a member of an object. It returns -1 if there is none.
func memberColumn(st *load.Stage, name string) int {
	name = table.Snake(name)
	for _, try := range slices.Concat([]string{name}, st.Table.Synonyms(name)) {
		if i := st.Place(try); i >= 0 {
			return i
		}
	}
	return -1
}

// Names lists the names that TargetFor understands.
func Names(tables map[string]*table.Table, t *table.Table) []string {
	names := t.Accepted()
	for _, c := range t.Columns {
		if short, ok := strings.CutSuffix(c.Name, "_id"); ok && c.Target != "" && TargetFor(tables, t, short) != nil {
			names = append(names, short)
		}
	}
	if tables[t.Name+"_category"] != nil {
		names = append(names, "category")
	}
	return names
}

// Explain lists the names for an error message, with a hint for those that are not columns.
func Explain(tables map[string]*table.Table, t *table.Table) string {
	names := Names(tables, t)
	for i, name := range names {
		switch {
		case name == "category":
			names[i] = "category (by name or path: A > B)"
		case t.Column(name) == nil:
			names[i] += " (by name)"
		}
	}
	if tables[t.Name+"_attribute"] != nil {
		names = append(names, "attribute:NAME")
	}
	return strings.Join(append(names, "- (leave it out)"), ", ")
}
