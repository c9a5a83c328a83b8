package seed

import (
	"encoding/json"
	"math/big"
	"reflect"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"vitrine/internal/demo/content"
)

// base holds the columns that every content row begins with.
type base struct {
	ID      string    `db:"id"`
	Tenant  string    `db:"tenant_id"`
	Created time.Time `db:"created_at"`
	Updated time.Time `db:"updated_at"`
}

// cents is a number with two decimals, in hundredths: an amount of money or a rating.
type cents int64

// NumericValue implements pgtype.NumericValuer.
func (c cents) NumericValue() (pgtype.Numeric, error) {
	return pgtype.Numeric{Int: big.NewInt(int64(c)), Exp: -2, Valid: true}, nil
}

// whole returns n units of money.
func whole(n int) cents { return cents(n) * 100 }

// list is a JSON array as text, for a jsonb column.
type list string

// jsonList encodes items. It panics on an error, which structs and strings of this package cannot cause.
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

// table holds the rows of one table, their values in the order of its columns.
type table struct {
	name    string
	columns []string
	rows    [][]any
}

// columnsOf lists the columns of a row struct by its db tags, those of embedded structs in place.
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

// valuesOf appends a row's values. A zero value in a field tagged null is NULL.
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

type tenantRow struct {
	ID       string    `db:"id"`
	Created  time.Time `db:"created_at"`
	Updated  time.Time `db:"updated_at"`
	Name     string    `db:"name"`
	Status   string    `db:"status"`
	Language string    `db:"language"`
	Currency string    `db:"currency"`
}

type tenantHostRow struct {
	base
	Host string `db:"host"`
}

func (w *builder) addTenant() {
	b := w.base("tenant", w.tenant.ID, 24*500)
	w.add("tenant", tenantRow{ID: w.tenant.ID, Created: b.Created, Updated: b.Updated, Name: w.tenant.Name,
		Status:   "ACTIVE",
		Language: w.tenant.Language, Currency: w.tenant.Currency})
	w.add("tenant_host", tenantHostRow{base: w.base("tenant_host", w.tenant.Host, 24*500), Host: w.tenant.Host})
}

// window holds the status and the publication period of a row.
type window struct {
	Status    string    `db:"status"`
	Publish   time.Time `db:"publish_at,null"`
	Unpublish time.Time `db:"unpublish_at,null"`
}

// shown reports whether readers see the row now.
func (v window) shown(now time.Time) bool {
	return v.Status == "PUBLISHED" && !v.Publish.After(now) && (v.Unpublish.IsZero() || v.Unpublish.After(now))
}

// window publishes most rows without a period. Of each twelve rows, one is a draft, one is published later, one has
// expired, and one is published for a while.
func (w *builder) window(d *dice, i int) window {
	v := window{Status: "PUBLISHED"}
	switch i % 12 {
	case 5:
		v.Status = "DRAFT"
	case 7:
		v.Publish = w.at(d.between(0, 14), d.between(1, 23))
	case 8:
		v.Publish, v.Unpublish = w.at(-d.between(40, 80), 0), w.at(-d.between(1, 25), -2)
	case 10:
		v.Publish, v.Unpublish = w.at(-d.between(1, 20), -1), w.at(d.between(0, 25), d.between(2, 20))
	}
	return v
}

// bilingual calls each for every topic in Turkish and in English, with a running number. A topic without a Turkish
// title is made once, in no language.
func bilingual[T interface{ Words() content.Text }](topics []T, each func(i int, lang string, topic T)) {
	i := 0
	for _, t := range topics {
		languages := []string{content.Turkish, content.English}
		if t.Words().TR == "" {
			languages = []string{content.NoLanguage}
		}
		for _, lang := range languages {
			each(i, lang, t)
			i++
		}
	}
}
