package load

import (
	"vitrine/internal/importer/source"
)

// A Target receives the values of a field. It is bound to the tables once, before the first row, so that an unknown
// column stops the import before it begins. A nil Put leaves the field out.
type Target func(p *Plan) (Put, error)

// A Put stores a value of a record in the rows that are made from it. Its error is a phrase for the reject file.
type Put func(d *Draft, v any) error

// A Mapping says how the records of a file become rows.
type Mapping struct {
	Name string // of the data set, such as "products_bestbuy", or "plain"
	Kind string // the table of the records

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

	Fields map[string]Target         // by field, or by a path with dots into one
	Made   []Made                    // values made from several fields
	Rest   func(field string) Target // every other field; nil leaves them out
	New    map[string]string         // columns of new rows only; later changes by editors are kept
	Set    map[string]string         // columns of every row
	Beside []Beside                  // rows of other tables, one for each record

	Says  map[string]string // the targets of fields as --map takes them; a field without one is described by its columns
	Notes []string          // what was decided about the fields, as sentences for the owner of the file
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
