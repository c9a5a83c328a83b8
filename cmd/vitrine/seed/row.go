package seed

import (
	"encoding/json"
	"math/big"
	"reflect"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
)

// base is what every content row begins with.
type base struct {
	ID      string    `db:"id"`
	Tenant  string    `db:"tenant_id"`
	Created time.Time `db:"created_at"`
	Updated time.Time `db:"updated_at"`
}

// cents is a number with two decimals, in hundredths: money, or a rating.
type cents int64

// NumericValue makes cents a Postgres numeric.
func (c cents) NumericValue() (pgtype.Numeric, error) {
	return pgtype.Numeric{Int: big.NewInt(int64(c)), Exp: -2, Valid: true}, nil
}

// whole is n units of money.
func whole(n int) cents { return cents(n) * 100 }

// list is a jsonb array as the text that Postgres is given.
type list string

// jsonList encodes items, which always can be: they are our own structs and strings.
func jsonList[T any](items []T) list {
	if len(items) == 0 {
		return "[]"
	}
	b, err := json.Marshal(items)
	if err != nil {
		panic("seed: " + err.Error())
	}
	return list(b)
}

// table is the rows of one table, in the order of its columns.
type table struct {
	name    string
	columns []string
	rows    [][]any
}

// columnsOf lists the columns of a row struct: its db tags, those of what it embeds first.
func columnsOf(t reflect.Type) []string {
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			names = append(names, columnsOf(f.Type)...)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("db"), ",")
		names = append(names, name)
	}
	return names
}

// valuesOf appends a row's values. A field tagged null that holds its zero value is NULL.
func valuesOf(dst []any, v reflect.Value) []any {
	for i := range v.NumField() {
		f, value := v.Type().Field(i), v.Field(i)
		switch {
		case f.Anonymous:
			dst = valuesOf(dst, value)
		case value.IsZero() && strings.HasSuffix(f.Tag.Get("db"), ",null"):
			dst = append(dst, nil)
		case f.Type == reflect.TypeFor[list]():
			dst = append(dst, value.String())
		default:
			dst = append(dst, value.Interface())
		}
	}
	return dst
}
