package load

import (
	"fmt"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/importer/source"
	"vitrine/internal/markup"
)

// A Target receives the values of a field. It is bound to the tables once, before the first row, so that an unknown
// column stops the import before it begins. A nil Put leaves the field out.
type Target func(p *Plan) (Put, error)

// A Put stores a value of a record in the rows that are made from it. Its error is a phrase for the reject file.
type Put func(d *Draft, v any) error

// A Mapping says how the records of a file become rows.
type Mapping struct {
	Name   string // of the data set, such as "products_bestbuy", or "plain"
	Kind   string // the table of the records
	Series string // the series of imports that this one continues; empty: that of the name

	// Has are the fields by which a data set is recognised: all of them must be there. If several data sets match, the one
	// with the most fields is taken. A mapping without Has is chosen only by name.
	Has []string

	// Key names the fields that identify a record, now and in later editions of the file. Without a key the whole content
	// identifies it, and the second of two equal records is another record. A field with a question mark, "city?", may be
	// empty.
	Key []string

	// Only selects the records of this kind in a file that holds two kinds. The others are skipped. Nil selects all.
	Only func(rec source.Object) bool

	// Texts returns the texts of a field in the first records. They show the format of a text for a column with HTML.
	Texts func(field string) []string

	// Formats are the formats of texts that earlier imports remember, by column. They win over what the first records
	// show.
	Formats map[string]string

	Fields map[string]Target         // by field, or by a path with dots into one
	Made   []Made                    // values made from several fields
	Rest   func(field string) Target // every other field; nil leaves them out, as a nil Target does one
	New    map[string]string         // columns of new rows only; later changes by editors are kept
	Set    map[string]string         // columns of every row
	Beside []Beside                  // rows of other tables, one for each record
	Usual  string                    // the currency that $ means if it is one of dollars, and so on; empty: unknown

	Reads func(field string) string // what the source makes of a field that has no target; nil: nothing
	Says  map[string]string         // the targets of fields as --map takes them; others are described by their columns
	Notes []string                  // what was decided about the fields, as sentences for the owner of the file
	Hints []string                  // further ones, which the report repeats
}

// Made is a value made from several fields: those that are not empty, joined.
type Made struct {
	Of   []string
	With string // the separator
	To   Target
}

// Beside is a row of another table for the same record. It copies columns of the record's row.
type Beside struct {
	Table string
	Same  []string          // columns that both tables have
	Named map[string]string // foreign keys, and the name of the row that each references; it is created if missing
}

// HoldsHTML reports whether a column of the records' own rows holds HTML. Every other column holds plain text.
func (p *Plan) HoldsHTML(column string) bool {
	return slices.Contains(catalog.HTMLColumns(p.Main.Table.Name), column)
}

// Format returns the format of the texts of the field whose target is being bound, for a column: the one that earlier
// imports remember, or else the one that the first records show. A value that is made from several fields is plain
// text.
func (p *Plan) Format(column string) markup.Format {
	if f, ok := p.formats[p.field]; ok {
		return f
	}
	f := markup.Text
	if !strings.Contains(p.field, madeSign) {
		var texts []string
		if p.texts != nil {
			texts = p.texts(p.field)
		}
		f = markup.Guess(texts)
		was, err := markup.ParseFormat(p.remembered[column])
		if err == nil {
			p.recalled = append(p.recalled, Recalled{p.field, column, was, f, len(texts) > 0 && f != was})
			f = was
		}
		if err == nil || slices.ContainsFunc(texts, func(s string) bool { return strings.TrimSpace(s) != "" }) {
			p.decided[column] = string(f)
		}
	}
	p.formats[p.field] = f
	return f
}

// madeSign stands between the fields in the name of a value that is made from several.
const madeSign = " + "

// Recalled is the format of the texts of a field that earlier imports remember.
type Recalled struct {
	Field, Column string
	Format        markup.Format
	Guess         markup.Format // what the first records show
	Differs       bool          // the first records have texts, and show another format
}

// Recalled returns the formats that earlier imports remember and this one uses.
func (p *Plan) Recalled() []Recalled { return p.recalled }

// Decided returns the formats that later imports use, by column.
func (p *Plan) Decided() map[string]string { return p.decided }

// Formats returns the formats of the fields that fill columns with HTML.
func (p *Plan) Formats() map[string]markup.Format { return p.used }

// Served makes a text of HTML as Vitrine serves it, for a column of the record's row. Other parts are cut out, and
// counted by column.
func (p *Plan) Served(column, html string) string {
	html, lost := markup.Clean(html)
	if lost.Any() {
		sum := p.removed[column]
		sum.Add(lost)
		p.removed[column] = sum
	}
	return html
}

// UsesFormat records that a field fills a column with HTML, and its format.
func (p *Plan) UsesFormat(f markup.Format) {
	if p.field != "" && !strings.HasPrefix(p.field, constantField) && !strings.Contains(p.field, madeSign) {
		p.used[p.field] = f
	}
}

// constantField is the prefix of the name under which the value of a constant column has its format.
const constantField = "--set "

// Removed counts the parts that were cut out of the texts, by column. Call it after the last record.
func (p *Plan) Removed() map[string]markup.Losses { return p.removed }

// First is for the fields that fill one column together: the first of them that has a value fills it. Other values are
// left out.
func First(column string, to Target) Target {
	return func(p *Plan) (Put, error) {
		put, err := to(p)
		if err != nil || put == nil {
			return put, err
		}
		at := p.Main.Place(column)
		if at < 0 {
			return put, nil
		}
		return func(d *Draft, v any) error {
			cell := &d.Main.Cells[at]
			first := *cell
			if first.state != given {
				return put(d, v)
			}
			marks := len(d.marks)
			err := put(d, v)
			second := *cell
			*cell, d.marks = first, d.marks[:marks]
			switch {
			case err != nil:
				return d.LeaveOut(err)
			case second.state != given || second == first:
				return nil
			}
			return d.LeaveOut(fmt.Errorf("%s: another field has a value for the column already", column))
		}, nil
	}
}
