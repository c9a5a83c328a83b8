package catalog

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// A Row is how a struct is read from Postgres. Each exported field has a db tag, the SQL expression it is read from; a json tag, how it
// is written; and, where it holds the id (or ids) of a record the answer shows, a dep tag with that record's kind. A graded tag names the column of
// Resource.Graded whose value, as text, it holds.
type Row struct {
	Type    reflect.Type
	columns []string
	deps    []dep
	banded  []bandField
}

type dep struct {
	field int
	kind  string
}

// A bandField is a field that holds the value of a graded column.
type bandField struct {
	field  int
	column string
}

// row compiles the row of T. It panics on a struct that cannot be read: literals are compiled at start, where a test sees it.
func row[T any]() Row {
	t := reflect.TypeFor[T]()
	r := Row{Type: t}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Tag.Get("db") == "" {
			panic(fmt.Sprintf("catalog: %s.%s has no db tag", t, f.Name))
		}
		if f.Tag.Get("json") == "" {
			panic(fmt.Sprintf("catalog: %s.%s has no json tag", t, f.Name))
		}
		r.columns = append(r.columns, f.Tag.Get("db"))
		if kind := f.Tag.Get("dep"); kind != "" {
			if k := f.Type.Kind(); k != reflect.String && f.Type != reflect.TypeFor[[]string]() {
				panic(fmt.Sprintf("catalog: %s.%s: a dep is a string or []string", t, f.Name))
			}
			r.deps = append(r.deps, dep{i, kind})
		}
		if column := f.Tag.Get("band"); column != "" {
			if f.Type != reflect.TypeFor[*string]() {
				panic(fmt.Sprintf("catalog: %s.%s: the value of a graded column is a *string", t, f.Name))
			}
			r.banded = append(r.banded, bandField{i, column})
		}
	}
	return r
}

// Columns is the select list.
func (r Row) Columns() string { return strings.Join(r.columns, ",\n  ") }

// A Record is one row as it is shown, and what it depends on.
type Record struct {
	JSON []byte
	Tags []string
	ID   string // of the row: the value of its first dep

	banded []string // the values of graded columns, as Row.graded; "" is none
}

// Keep writes a record so that Kept can read what is of use to lists: the values of graded columns, each behind its length, then the JSON.
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

// Kept reads what Keep wrote: a record without its id and its tags, which shares b.
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

// Values are what records that were scanned or kept, not put together, have in a graded column of the row; "" is none.
func (r Row) Values(recs []Record, column string) []string {
	i := slices.IndexFunc(r.banded, func(g bandField) bool { return g.column == column })
	values := make([]string, len(recs))
	for n, rec := range recs {
		values[n] = rec.banded[i]
	}
	return values
}

// Read reads the row rows stands on into a new struct, a pointer to which it returns.
func (r Row) Read(rows pgx.Rows) (any, error) {
	v := reflect.New(r.Type).Elem()
	dst := make([]any, len(r.columns))
	for i := range dst {
		dst[i] = v.Field(i).Addr().Interface()
	}
	if err := rows.Scan(dst...); err != nil {
		return nil, fmt.Errorf("scan %s: %w", r.Type, err)
	}
	return v.Addr().Interface(), nil
}

// Scan reads the row rows stands on as it is shown.
func (r Row) Scan(rows pgx.Rows) (Record, error) {
	shown, err := r.Read(rows)
	if err != nil {
		return Record{}, err
	}
	var rec Record
	rec.ID, rec.Tags = r.Deps(shown)
	for _, g := range r.banded {
		value := ""
		if v := reflect.ValueOf(shown).Elem().Field(g.field); !v.IsNil() {
			value = v.Elem().String()
		}
		rec.banded = append(rec.banded, value)
	}
	if rec.JSON, err = Marshal(shown); err != nil {
		return Record{}, fmt.Errorf("write %s: %w", r.Type, err)
	}
	return rec, nil
}

// Deps is what a struct of the row, which Read returned, shows: its own id, and the tags of all records it was made of.
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
