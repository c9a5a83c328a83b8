package catalog

import (
	"fmt"
	"hash/fnv"
	"reflect"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"vitrine/internal/markup"
)

// A Scanner reads the rows of a result as structs of a Row.
//
// Postgres accepts values that no answer can show, such as an infinite date, and a constraint may be missing. One such
// value does not fail the result: an optional field is left out, and a row with a required one is no record.
type Scanner struct {
	row   Row
	rows  pgx.Rows
	skip  int
	plans []pgtype.ScanPlan
}

// Scanner returns a Scanner for rows, whose columns after the first skip are those of r.
func (r Row) Scanner(rows pgx.Rows, skip int) *Scanner {
	return &Scanner{row: r, rows: rows, skip: skip}
}

// A Fault is a value that cannot be shown.
type Fault struct {
	Field    string // name of the field in answers
	Required bool   // the record cannot be shown without it
	Err      error
	Version  uint64 // identifies the values of the row
}

// Unreadable reports whether faults keep a record from being shown.
func Unreadable(faults []Fault) bool {
	for _, f := range faults {
		if f.Required {
			return true
		}
	}
	return false
}

// Read reads the current row into a new struct and returns a pointer to it, and which parts of its HTML are not served.
// Fields of faults are empty.
func (s *Scanner) Read() (shown any, lost markup.Losses, faults []Fault) {
	v := reflect.New(s.row.Type).Elem()
	raw := s.rows.RawValues()[s.skip:]
	if s.plans == nil {
		s.plan(v)
	}
	for i, plan := range s.plans {
		field := v.Field(i)
		err := plan.Scan(raw[i], field.Addr().Interface())
		if err == nil {
			continue
		}
		faults = append(faults, s.row.fault(i, err))
		switch bytes := reflect.TypeFor[[]byte](); {
		case field.Kind() == reflect.Slice && !field.Type().ConvertibleTo(bytes):
			field.Set(reflect.MakeSlice(field.Type(), 0, 0))
		default:
			field.SetZero()
		}
	}
	if len(faults) > 0 {
		version := version(raw)
		for i := range faults {
			faults[i].Version = version
		}
	}
	return v.Addr().Interface(), s.row.clean(v), faults
}

// plan chooses how each column is read. The plans hold for all rows of a result.
func (s *Scanner) plan(v reflect.Value) {
	columns, types := s.rows.FieldDescriptions()[s.skip:], s.rows.TypeMap()
	s.plans = make([]pgtype.ScanPlan, v.NumField())
	for i := range s.plans {
		s.plans[i] = types.PlanScan(columns[i].DataTypeOID, columns[i].Format, v.Field(i).Addr().Interface())
	}
}

// fault is the fault of a field. A field is optional if it has an empty form: null, or no items. Ids of other records
// are required, because the tags of the answer are made from them.
func (r Row) fault(i int, err error) Fault {
	f := r.Type.Field(i)
	kind := f.Type.Kind()
	optional := (kind == reflect.Pointer || kind == reflect.Slice) && f.Tag.Get("dep") == ""
	return Fault{Field: jsonName(f), Required: !optional, Err: err}
}

// jsonName is the name of a field in answers; for a field that answers do not have, its name in Go.
func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "" || name == "-" {
		return f.Name
	}
	return name
}

// version identifies the values of a row.
func version(raw [][]byte) uint64 {
	h := fnv.New64a()
	for _, value := range raw {
		_, _ = fmt.Fprintf(h, "%t%d:", value == nil, len(value))
		_, _ = h.Write(value)
	}
	return h.Sum64()
}

// Record reads the current row as a record.
func (s *Scanner) Record() Record {
	shown, lost, faults := s.Read()
	rec := Record{Lost: lost, Faults: faults}
	rec.ID, rec.Tags = s.row.Deps(shown)
	for _, g := range s.row.banded {
		value := ""
		if v := reflect.ValueOf(shown).Elem().Field(g.field); !v.IsNil() {
			value = v.Elem().String()
		}
		rec.banded = append(rec.banded, value)
	}
	if Unreadable(faults) {
		return rec
	}
	data, err := Marshal(shown)
	if err != nil {
		rec.Faults = append(rec.Faults, Fault{Field: "record", Required: true, Err: err,
			Version: version(s.rows.RawValues()[s.skip:])})
		return rec
	}
	rec.JSON = data
	return rec
}
