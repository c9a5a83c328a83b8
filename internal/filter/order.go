package filter

import "strings"

// Nulls is the place of rows without a value.
type Nulls uint8

// The places of rows without a value. By default Postgres puts them last in ascending order and first in descending.
const (
	NullsDefault Nulls = iota
	NullsFirst
	NullsLast
)

// Key is one sort key.
type Key struct {
	Column Column
	Desc   bool
	Nulls  Nulls
}

// Order is the sort keys of a list, the most significant first.
type Order []Key

// Asc sorts by a column, written "p.name", from the least value to the greatest.
func Asc(column string) Key { return Key{Column: Col(column)} }

// Desc sorts by a column, written "p.created_at", from the greatest value to the least.
func Desc(column string) Key { return Key{Column: Col(column), Desc: true} }

// First returns the key with rows without a value in front.
func (k Key) First() Key {
	k.Nulls = NullsFirst
	return k
}

// Last returns the key with rows without a value at the end.
func (k Key) Last() Key {
	k.Nulls = NullsLast
	return k
}

// SQL returns the key as it stands in ORDER BY. A key that places NULLs writes its direction out.
func (k Key) SQL() string {
	sql := k.Column.String()
	switch {
	case k.Desc:
		sql += " DESC"
	case k.Nulls != NullsDefault:
		sql += " ASC"
	}
	switch k.Nulls {
	case NullsFirst:
		sql += " NULLS FIRST"
	case NullsLast:
		sql += " NULLS LAST"
	}
	return sql
}

// SQL returns the keys as they stand in ORDER BY, empty for no keys.
func (o Order) SQL() string {
	keys := make([]string, len(o))
	for i, k := range o {
		keys[i] = k.SQL()
	}
	return strings.Join(keys, ", ")
}

// Columns returns the columns of the keys.
func (o Order) Columns() []Column {
	columns := make([]Column, len(o))
	for i, k := range o {
		columns[i] = k.Column
	}
	return columns
}
