package catalog

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"vitrine/internal/markup"
)

// A Row describes how a struct is read from Postgres. Each exported field has a db tag, the SQL expression of its
// value, and a json tag. A field with the id or ids of a shown record has a dep tag with that record's kind. A band tag
// names the column of Resource.Banded whose value, as text, the field holds.
type Row struct {
	Type    reflect.Type
	columns []string
	deps    []dep
	banded  []bandField
	html    []int // fields with HTML, in themselves or in a Link
}

type dep struct {
	field int
	kind  string
}

// A bandField is a field with the value of a banded column.
type bandField struct {
	field  int
	column string
}

// nested is the expression of a field that the gateway fills with rows that it has read.
const nested = "'[]'::jsonb"

// row compiles the row of T. It panics at start if a field lacks a tag or has the wrong type.
// A tag db:"@name" stands for the expression of that name in named.
func row[T any](named ...fragments) Row {
	t := reflect.TypeFor[T]()
	r := Row{Type: t}
	for i := range t.NumField() {
		f := t.Field(i)
		sql := f.Tag.Get("db")
		if name, ok := strings.CutPrefix(sql, "@"); ok {
			sql = ""
			for _, n := range named {
				sql += n[name]
			}
		}
		if sql == "" {
			panic(fmt.Sprintf("catalog: %s.%s has no db tag, or one of an unknown name", t, f.Name))
		}
		if f.Tag.Get("json") == "" {
			panic(fmt.Sprintf("catalog: %s.%s has no json tag", t, f.Name))
		}
		r.columns = append(r.columns, sql)
		if kind := f.Tag.Get("dep"); kind != "" {
			if k := f.Type.Kind(); k != reflect.String && f.Type != reflect.TypeFor[[]string]() {
				panic(fmt.Sprintf("catalog: %s.%s: a field with a dep tag must be a string or []string", t, f.Name))
			}
			r.deps = append(r.deps, dep{i, kind})
		}
		if column := f.Tag.Get("band"); column != "" {
			if f.Type != reflect.TypeFor[*string]() {
				panic(fmt.Sprintf("catalog: %s.%s: a field with a band tag must be a *string", t, f.Name))
			}
			r.banded = append(r.banded, bandField{i, column})
		}
		switch {
		case holdsHTML(f.Type):
			r.html = append(r.html, i)
		case sql != nested && hidesHTML(f.Type, map[reflect.Type]bool{}):
			panic(fmt.Sprintf("catalog: %s.%s hides HTML, which would be served as it is stored", t, f.Name))
		}
	}
	return r
}

// Kind returns the kind of the row's records.
func (r Row) Kind() string { return r.deps[0].kind }

// Columns returns the select list.
func (r Row) Columns() string { return strings.Join(r.columns, ",\n  ") }

// A Record is one row in the form of the answer, and the tags of the records that it was made from.
type Record struct {
	JSON   []byte // empty: the row has a value that a required field cannot show, and no answer shows the record
	Tags   []string
	ID     string        // id of the row: the value of the first field with a dep tag
	Lost   markup.Losses // the parts of its HTML that are not served
	Faults []Fault       // values that no answer shows

	banded []string // values of the banded columns, in the order of Row.banded; "" is no value
}

// Keep encodes a record for Kept: the values of banded columns, each after its length, then the JSON.
func (r Row) Keep(rec Record) []byte {
	if len(r.banded) == 0 {
		return rec.JSON
	}
	n := len(rec.JSON)
	for _, value := range rec.banded {
		n += len(value) + binary.MaxVarintLen16
	}
	b := make([]byte, 0, n)
	for _, value := range rec.banded {
		b = append(binary.AppendUvarint(b, uint64(len(value))), value...)
	}
	return append(b, rec.JSON...)
}

// Kept decodes a record that Keep encoded, without id and tags. The record shares b.
func (r Row) Kept(b []byte) Record {
	var rec Record
	for range r.banded {
		size, n := binary.Uvarint(b)
		end := n + int(size) //nolint:gosec // a length
		rec.banded = append(rec.banded, string(b[n:end]))
		b = b[end:]
	}
	rec.JSON = b
	return rec
}

// Values returns the values of records in a banded column of the row; "" is no value. The records come from a
// Scanner or from Kept.
func (r Row) Values(recs []Record, column string) []string {
	i := slices.IndexFunc(r.banded, func(g bandField) bool { return g.column == column })
	values := make([]string, len(recs))
	for n, rec := range recs {
		values[n] = rec.banded[i]
	}
	return values
}

// Deps returns the id of a struct that Read returned, and the tags of all records that it was made from.
func (r Row) Deps(shown any) (id string, tags []string) {
	v := reflect.ValueOf(shown).Elem()
	for n, d := range r.deps {
		switch f := v.Field(d.field).Interface().(type) {
		case string:
			if n == 0 {
				id = f
			}
			if f != "" {
				tags = append(tags, RecordTag(d.kind, f))
			}
		case []string:
			for _, id := range f {
				tags = append(tags, RecordTag(d.kind, id))
			}
		}
	}
	return id, tags
}
