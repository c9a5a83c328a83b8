package match

import (
	"fmt"
	"slices"
	"strings"

	"vitrine/internal/importer/dataset"
	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// Plain makes the mapping of a file whose fields are named as columns. It works for every content table. taken are the
// fields that the command line maps. Fields that match nothing are returned.
func Plain(tables map[string]*table.Table, t *table.Table, file File,
	taken map[string]string) (m load.Mapping, unknown []Unknown) {
	m = load.Mapping{
		Name: dataset.PlainName, Kind: t.Name, Key: file.Key,
		Fields: map[string]load.Target{}, New: map[string]string{}, Says: map[string]string{},
	}
	if c := t.Column("status"); c != nil && slices.Contains(c.OneOf, "PUBLISHED") {
		m.New["status"] = "PUBLISHED" // an imported catalogue is meant to be visible
	}
	b := &plain{
		tables: tables, t: t, file: file, fields: file.Fields, m: &m, claimed: map[string]bool{}, why: map[string]string{},
		taken: taken,
	}
	for f, to := range taken {
		b.claimed[ColumnOf(to)] = true
		m.Fields[f] = dataset.Ignore() // replaced by the caller
	}
	b.findKey()
	b.matchMarkup()
	b.matchLevels()
	// Exact names come first, so that no synonym takes a column from the field with its name.
	b.match(true)
	b.matchMoney()
	b.match(false)
	b.matchSale()
	b.matchLabel()
	b.noteDecimals()
	b.noteCurrencies()
	b.notePrices()
	if m.Key == nil && b.namesParent() {
		m.Key = b.labelField()
	}
	return m, b.rest()
}

// plain is a plain mapping in the making.
type plain struct {
	tables  map[string]*table.Table
	t       *table.Table
	file    File
	fields  []string
	m       *load.Mapping
	claimed map[string]bool   // columns that have a field
	taken   map[string]string // fields that the command line maps, with their columns
	why     map[string]string // why a field does not fill the column of its name
	full    string            // the field with the price before a discount, beside one with the reduced price
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

// matchMarkup finds the columns of texts whose format is known, from the source or from names such as body_md. A folder
// may hold documents of both formats; each has one of the fields.
func (b *plain) matchMarkup() {
	for _, f := range b.fields {
		base, format := table.Snake(f), b.file.Markup[f]
		for _, end := range []struct{ suffix, format string }{
			{"_markdown", "markdown"}, {"_md", "markdown"}, {"_html", "html"}, {"markdown", "markdown"},
		} {
			if rest, ok := strings.CutSuffix(base, end.suffix); ok && b.t.Column(base) == nil {
				if rest != "" {
					base = rest
				}
				if format == "" {
					format = end.format
				}
				break
			}
		}
		if format == "" || b.m.Fields[f] != nil || b.object(f) {
			continue
		}
		for _, name := range slices.Concat([]string{base}, b.t.Synonyms(base)) {
			if c := b.t.Column(name); c == nil || c.Type != "text" || b.claimed[name] && b.file.Markup[f] == "" {
				continue
			}
			b.take(f, format+":"+name)
			break
		}
	}
}

// matchLevels makes one category of the fields that give its levels.
func (b *plain) matchLevels() {
	if b.claimed["category"] || b.claimed["categories"] || dataset.TargetFor(b.tables, b.t, "category") == nil {
		return
	}
	fields := levels(b.fields)
	if slices.ContainsFunc(fields, func(f string) bool { return b.m.Fields[f] != nil }) || fields == nil {
		return
	}
	b.m.Made = append(b.m.Made, dataset.Levels(fields))
	for i, f := range fields {
		b.m.Fields[f], b.m.Says[f] = dataset.Ignore(), fmt.Sprintf("category:%d", i+1)
	}
	b.claimed["category"] = true
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
		for _, name := range b.names(inside, exact) {
			to := dataset.TargetFor(b.tables, b.t, name)
			switch {
			case to == nil || b.m.Fields[f] != nil:
			case b.claimed[name] && !exact:
				if b.why[f] == "" {
					b.why[f] = name + " has another field"
				}
			case b.claimed[name]:
				b.m.Fields[f] = dataset.Ignore() // the command line, or an earlier field, fills the column
				b.m.Says[f] = "-"
				b.m.Notes = append(b.m.Notes, fmt.Sprintf("%s is left out, because another field fills %s.", f, name))
			case !exact && !b.fits(f, name):
			default:
				b.take(f, name)
			}
		}
	}
}

// matchLabel takes the title as the name of the rows if no field is the name.
func (b *plain) matchLabel() {
	if b.t.Label != "name" || b.claimed["name"] {
		return
	}
	for _, f := range b.fields {
		if b.m.Says[f] == "title" {
			delete(b.claimed, "title")
			b.take(f, "name")
			return
		}
	}
}

// names returns the names of columns that a field may mean, without a unit in brackets at its end.
func (b *plain) names(field string, exact bool) []string {
	names := []string{table.Snake(field)}
	if base, unit, code := unitOf(field); unit != "" && code == "" {
		names = append(names, table.Snake(base+" "+unit), table.Snake(base))
	}
	if exact {
		return names
	}
	var synonyms []string
	for _, name := range names {
		synonyms = append(synonyms, b.t.Synonyms(name)...)
	}
	return synonyms
}

// take gives a field its target.
func (b *plain) take(f, to string) {
	b.m.Fields[f], b.m.Says[f] = b.file.Target(b.tables, b.t, f, to)
	if to == "slug" && b.file.Made[f] { // the name of a document need not be a slug
		b.m.Fields[f] = dataset.Slug()
	}
	b.claimed[ColumnOf(to)] = true
}

// ColumnOf returns the column in the name of a target: content in markdown:content, amount in amount:USD.
func ColumnOf(to string) string {
	first, second, _ := strings.Cut(to, ":")
	switch first {
	case "markdown", "html", "text":
		return second
	case "attribute":
		return to
	case "categories":
		return "category"
	}
	return first
}

// fits reports whether at least half of the values of a field are values of a column that is not named like it. A field
// called Quantity that says "1 kg" is no stock.
func (b *plain) fits(f, name string) bool {
	read := table.ParseBool
	switch c := b.t.Column(name); {
	case c != nil:
		read = c.Text
	case name != "published":
		return true
	}
	good, bad, example := 0, 0, ""
	for _, v := range b.file.values(f) {
		if _, _, err := read(v); err == nil {
			good++
			continue
		}
		if bad++; example == "" {
			example = source.Describe(v)
		}
	}
	if bad > good {
		b.why[f] = fmt.Sprintf("it is not %s, because it says %s", name, example)
	}
	return bad <= good
}

// object reports whether a field is an object whose members are mapped one by one, as price.amount, because no column
// takes the whole.
func (b *plain) object(f string) bool {
	return dataset.TargetFor(b.tables, b.t, table.Snake(f)) == nil &&
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
func (b *plain) rest() (unknown []Unknown) {
	for _, f := range b.fields {
		head, _, nested := strings.Cut(f, ".")
		nested = nested && slices.Contains(b.fields, head)
		name := table.Snake(f)
		c := b.t.Column(name)
		switch {
		case b.m.Fields[f] != nil, nested && b.m.Fields[head] != nil:
		case name == "id", name == "_id", c != nil && (c.Managed() || c.Generated), b.file.Made[f]:
			b.m.Fields[f], b.m.Says[f] = dataset.Ignore(), "-"
		case !nested && b.object(f), nested && !b.object(head):
			// its members, or the object around it, are looked at instead
		default:
			why := b.why[f]
			if why == "" && b.tables[b.t.Name+"_attribute"] != nil && b.file.Pairs(f) {
				why = fmt.Sprintf("it lists names and values; --map \"%s=attributes\" takes them", f)
			}
			unknown = append(unknown, Unknown{f, why})
		}
	}
	return unknown
}
