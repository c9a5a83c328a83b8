package importer

import (
	"fmt"
	"slices"
	"strings"
)

// plainName is the name by which --as asks for no shape at all: fields go to the columns of their names.
const plainName = "plain"

// plainShape makes the shape of a file whose fields are named as the columns are: any content table can be imported so.
// Fields that nothing takes are returned; those of taken are the command line's affair.
func plainShape(tables map[string]*Table, t *Table, fields []string, taken map[string]string) (s Shape, unknown []string) {
	s = Shape{Name: plainName, Kind: t.Name, Fields: map[string]Target{}, New: map[string]string{}}
	if c := t.Column("status"); c != nil && slices.Contains(c.OneOf, "PUBLISHED") {
		s.New["status"] = "PUBLISHED" // who imports a catalogue means to show it
	}
	claimed := map[string]bool{} // columns that have their field
	for f, to := range taken {
		claimed[to] = true
		s.Fields[f] = Ignore() // for now
	}
	for _, f := range fields {
		if name := snake(f); s.Fields[f] == nil && !claimed[name] && (name == "id" || name == "_id") && s.Key == nil {
			s.Key = []string{f}
		}
	}
	// An object that no column takes whole is looked into: price.amount, location.lat, date.start.
	object := func(f string) bool {
		return targetNamed(tables, t, snake(f)) == nil && slices.ContainsFunc(fields, func(g string) bool { return strings.HasPrefix(g, f+".") })
	}
	// First the fields that are named exactly so, then those that are named otherwise, so that none takes a column from its namesake.
	for _, exact := range []bool{true, false} {
		for _, f := range fields {
			inside := f
			if head, rest, ok := strings.Cut(f, "."); ok && slices.Contains(fields, head) {
				if !object(head) || s.Fields[head] != nil {
					continue
				}
				inside = rest
			} else if object(f) {
				continue
			}
			names := []string{snake(inside)}
			if !exact {
				names = otherwise(t, names[0])
			}
			for _, name := range names {
				if to := targetNamed(tables, t, name); to != nil && s.Fields[f] == nil {
					if claimed[name] {
						to = Ignore() // the command line gave its column to another field, or an earlier field has it
					}
					s.Fields[f], claimed[name] = to, true
				}
			}
		}
	}
	for _, f := range fields {
		if c := t.Column(snake(f) + "_id"); s.Key == nil && s.Fields[f] != nil && c != nil && c.Target == t.Name {
			s.Key = t.labelFields(fields) // a parent is known by its name here, so every row is
		}
	}
	for _, f := range fields {
		head, _, nested := strings.Cut(f, ".")
		nested = nested && slices.Contains(fields, head)
		c := t.Column(snake(f))
		switch {
		case s.Fields[f] != nil, nested && s.Fields[head] != nil:
		case snake(f) == "id", snake(f) == "_id", c != nil && (own[c.Name] || c.Generated):
			s.Fields[f] = Ignore() // an export of the table has these; the database keeps them
		case !nested && object(f), nested && !object(head):
			// what is inside is looked at by itself, or what is around it
		default:
			unknown = append(unknown, f)
		}
	}
	return s, unknown
}

// labelFields finds the field that names the rows.
func (t *Table) labelFields(fields []string) []string {
	for _, f := range fields {
		if snake(f) == t.Label {
			return []string{f}
		}
	}
	return nil
}

// otherwise are other words for the columns of a table, in files that were not made for it.
func otherwise(t *Table, name string) []string {
	other := map[string][]string{
		"price": {"amount"}, "cost": {"amount"}, "stock_amount": {"stock"}, "quantity": {"stock"}, "image": {"featured_image", "cover_image"},
		"image_url": {"featured_image", "cover_image", "image"}, "url": {"website"}, "homepage": {"website"}, "latitude": {"lat"}, "longitude": {"lng"}, "lon": {"lng"}, "long": {"lng"},
		"start": {"starts_at", "start_date"}, "start_date": {"starts_at"}, "end": {"ends_at"}, "end_date": {"ends_at"},
		"date": {"starts_at", "published_at"}, "author": {"author_name"}, "body": {"content", "description"}, "html": {"content"},
		"sale": {"sale_price"}, "list": {"list_price"}, "lowest_price30_days": {"lowest_price_30_days"}, "word": {"term"}, "order": {"position"}, "lang": {"language"},
	}[name]
	if name == "name" || name == "title" {
		other = append(other, t.Label)
	}
	return other
}

// targetNamed finds what a name means for a table: a column, a row made on the way ("brand" for brand_id), categories,
// attributes ("attribute:colour"), or the rows of a table that hangs on it ("sessions"). It is nil where it means nothing.
func targetNamed(tables map[string]*Table, t *Table, name string) Target {
	if c := t.Column(name); c != nil && !c.Generated && (!own[name] || name == "created_at") {
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
		if c := tables[child]; c != nil && c.Column(t.Name+"_id") != nil && !strings.HasSuffix(child, "_category") && !strings.HasSuffix(child, "_attribute") {
			return children(child)
		}
	}
	return nil
}

// words are the names that targetNamed understands.
func words(tables map[string]*Table, t *Table) []string {
	names := t.Accepted()
	for _, c := range t.Columns {
		if short, ok := strings.CutSuffix(c.Name, "_id"); ok && c.Target != "" && targetNamed(tables, t, short) != nil {
			names = append(names, short)
		}
	}
	if tables[t.Name+"_category"] != nil {
		names = append(names, "category")
	}
	return names
}

// accepted lists them for a message, with what wants a word more.
func accepted(tables map[string]*Table, t *Table) string {
	names := words(tables, t)
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

// attributes reads an object of names and values, or a list of {name, value, type}.
func attributes() Target {
	return func(p *plan) (put, error) {
		if _, err := Attribute("x", "TEXT")(p); err != nil {
			return nil, err
		}
		one := func(d *draft, name string, v any, typ string) error {
			put, err := Attribute(name, typ)(p)
			if err != nil {
				return err
			}
			return put(d, v)
		}
		return func(d *draft, v any) error {
			switch v := parsed(v).(type) {
			case nil:
				return nil
			case Object:
				for _, f := range v {
					if err := one(d, f.Name, f.Value, "TEXT"); err != nil {
						return err
					}
				}
				return nil
			case []any:
				for i, e := range v {
					o, _ := e.(Object)
					name, _ := o.Get("name")
					label, err := nameOf(name)
					if err != nil || label == "" {
						return fmt.Errorf("attributes: the element %d has no name", i+1)
					}
					typ := "TEXT"
					if t, _ := o.Get("type"); t != nil {
						typ = fmt.Sprint(t)
					}
					value, _ := o.Get("value")
					if err := one(d, label, value, typ); err != nil {
						return err
					}
				}
				return nil
			}
			return fmt.Errorf("attributes: want an object of names and values, got %s", describe(v))
		}, nil
	}
}

// children reads a list of objects: rows of a table that hangs on the record, in their order.
func children(table string) Target {
	return func(p *plan) (put, error) {
		t, parent := p.tables[table], p.main.table.Name+"_id"
		columns := []string{parent}
		for _, name := range t.Accepted() {
			if name != parent {
				columns = append(columns, name)
			}
		}
		st, err := p.stage(table, columns...)
		if err != nil {
			return nil, err
		}
		field := p.binding
		for i := 1; i < len(st.columns); i++ {
			p.check(st, i)
		}
		position := st.place("position")
		return func(d *draft, v any) error {
			if v == nil {
				return nil
			}
			list, ok := parsed(v).([]any)
			if !ok {
				return fmt.Errorf("%s: want a list, got %s", field, describe(v))
			}
			if len(list) > maxMany {
				return fmt.Errorf("%s: more than %d of them", field, maxMany)
			}
			for i, e := range list {
				o, ok := e.(Object)
				if !ok {
					return fmt.Errorf("%s: want objects in the list, got %s", field, describe(e))
				}
				r := d.add(st, fmt.Sprint(i))
				if position > 0 {
					r.cells[position] = number(i)
				}
				for _, f := range o {
					at := st.member(f.Name)
					if at < 1 {
						return fmt.Errorf("%s: %s has no column %q%s", field, table, clip(f.Name, 60), didYouMean(snake(f.Name), columns))
					}
					if err := r.set(d, at, f.Value); err != nil {
						return fmt.Errorf("%s: %w", field, err)
					}
				}
			}
			return nil
		}, nil
	}
}

// member finds the column that a member of an object means.
func (st *stage) member(name string) int {
	for _, try := range append([]string{snake(name)}, otherwise(st.table, snake(name))...) {
		if i := st.place(try); i >= 0 {
			return i
		}
	}
	return -1
}
