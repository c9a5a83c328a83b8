package identity

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// A Key says which fields of a file identify its records. Without fields, the whole content does.
type Key struct {
	Fields []string // of this file; a field with a question mark, "city?", may be empty
	Names  []string // the same in every file: the column that the field fills, or else the field's name as a column's
	Column string   // the column of the records' table that holds the key; empty if none does
}

// IsContent reports whether the whole content of a record is its key.
func (k Key) IsContent() bool { return len(k.Fields) == 0 && len(k.Names) == 0 }

// String returns the key as messages name it: by the fields of this file, as --key takes them, or by their columns.
func (k Key) String() string {
	names := slices.Clone(k.Names)
	for i, name := range names {
		if i < len(k.Fields) && NameOf(k.Fields[i], "") == name {
			names[i] = k.Fields[i]
		}
	}
	return Named(names)
}

// Named returns the names of a key as messages show them.
func Named(names []string) string {
	if len(names) == 0 {
		return "the whole row"
	}
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = source.Clip(strings.TrimSuffix(name, "?"), 60)
	}
	return strings.Join(shown, ", ")
}

// Same reports whether a key has these names.
func (k Key) Same(names []string) bool { return slices.Equal(k.Names, names) }

// list returns the names of the key, without nil.
func (k Key) list() []string {
	if k.Names == nil {
		return []string{}
	}
	return k.Names
}

// Values returns the key of a record. The error is a phrase for the reject file.
func (k Key) Values(rec source.Object) ([]string, error) {
	values := make([]string, 0, len(k.Fields))
	for _, field := range k.Fields {
		field, optional := strings.CutSuffix(field, "?")
		v, _ := rec.Get(field)
		value, err := source.NameOf(v)
		if err != nil {
			return nil, fmt.Errorf("key %s: %w", field, err)
		}
		if value == "" && !optional {
			return nil, fmt.Errorf("key %s is missing", field)
		}
		values = append(values, value)
	}
	return values, nil
}

// Text returns the values of a key as they are stored beside the id of a row that does not derive from them. ok is
// false if Postgres cannot store them.
func Text(values []string) (text string, ok bool) {
	text = strings.Join(values, nameSign)
	return text, storable(text)
}

// NameOf returns the name of a field in keys: the column that it fills, or else the field's name in the spelling of
// columns.
func NameOf(field, column string) string {
	field, optional := strings.CutSuffix(field, "?")
	name := column
	if name == "" {
		name = strings.TrimPrefix(table.Snake(field), "_")
	}
	if optional {
		name += "?"
	}
	return name
}

// storable reports whether Postgres can store a text.
func storable(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }
