package dataset

import (
	"fmt"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
	"vitrine/internal/markup"
)

// TargetFor finds the target of a name: a column, a referenced row ("brand" for brand_id), categories, attributes
// ("attribute:colour"), or the rows of a child table ("sessions"). A column may have a format ("markdown:content") or
// a currency ("amount:USD"), and categories their signs ("category:/"). A list is a path for "category", and several
// categories for "categories". It returns nil if the name means nothing for the table.
func TargetFor(tables map[string]*table.Table, t *table.Table, name string) load.Target {
	if c := t.Column(name); c != nil && c.Fillable() {
		switch {
		case slices.Contains(lists, name) && c.Type == "jsonb":
			return Pictures(name)
		case slices.Contains(pictures, name) && c.Type == "text":
			return Picture(name)
		}
		return To(name)
	}
	if to := formatted(t, name); to != nil {
		return to
	}
	if c := t.Column(name + "_id"); c != nil && c.Target != "" {
		if target := tables[c.Target]; target.Label != "" && target.Column("slug") != nil {
			return Named(c.Name)
		}
	}
	if kind, signs, _ := strings.Cut(name, ":"); (kind == "category" || kind == "categories") &&
		tables[t.Name+"_category"] != nil {
		if signs != "" && strings.Trim(signs, "123456789") == "" { // a level, which the caller joins with the others
			signs = ""
		}
		s := ParseSyntax(signs)
		s.Each = kind == "categories"
		return CategoriesIn(s)
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

// formatted finds the target of a column with a format or a currency, and of the flags that make a row a draft.
func formatted(t *table.Table, name string) load.Target {
	if c := t.Column("status"); c != nil && slices.Contains(c.OneOf, "DRAFT") {
		switch name {
		case "draft", "hidden":
			return When("status", "DRAFT")
		case "published":
			return Unless("status", "DRAFT")
		}
	}
	format, column, ok := strings.Cut(name, ":")
	if !ok {
		return nil
	}
	if f, err := markup.ParseFormat(format); err == nil && slices.Contains(catalog.HTMLColumns(t.Name), column) {
		return toMarkup(column, f)
	}
	if format == string(markup.HTML) && TakesWords(t, column) {
		return wordpress(words(To(column))) // the column is plain text
	}
	c, code := t.Column(format), table.ISOCurrency(column)
	if c != nil && c.Fillable() && c.Type == "numeric" && code != "" && t.Column("currency") != nil {
		return Money(format, code)
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
		names = append(names, "attribute:NAME", "attributes (a list of names and values)")
	}
	return strings.Join(append(names, "- (leave it out)"), ", ")
}
