package source

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A Record is one row of a file: a line of JSON Lines, or a row of CSV under its header.
type Record struct {
	Line   int     // its first line in the file, from 1
	Raw    []byte  // the unparsed row, for the reject file; truncated if it was too long to keep
	Fields []Field // in the order of the file
}

// A Field is a named value of a Record or of an Object.
//
// Value is nil, bool, json.Number, string, []any or Object. A CSV cell is a string, or nil if it is empty.
type Field struct {
	Name  string
	Value any
}

// An Object is a JSON object whose members keep their order.
type Object []Field

// Get finds a member by name, or by a path with dots ("location.lat") if no member has that name.
func (o Object) Get(name string) (any, bool) {
	if v, ok := own(o, name); ok {
		return v, true
	}
	if head, rest, ok := strings.Cut(name, "."); ok {
		if inner, ok := o.Get(head); ok {
			if inner, ok := inner.(Object); ok {
				return inner.Get(rest)
			}
		}
	}
	return nil, false
}

// own finds a member by its name alone.
func own(o Object, name string) (any, bool) {
	for _, f := range o {
		if f.Name == name {
			return f.Value, true
		}
	}
	return nil, false
}

// Fingerprint returns a digest of a record's content. It does not depend on white space or on the order of fields.
func Fingerprint(o Object) string {
	sum := sha256.Sum256(AppendJSON(nil, o, true))
	return string(sum[:16])
}

// NameOf reads a name: text without surrounding white space, or a number. Nil is the empty name.
func NameOf(v any) (string, error) {
	switch v := v.(type) {
	case nil:
		return "", nil
	case string:
		return strings.TrimSpace(v), nil
	case json.Number:
		return v.String(), nil
	}
	return "", fmt.Errorf("expected a name, got %s", Describe(v))
}

// Join joins the values of a list that are not empty into one text. It returns nil if all are empty.
func Join(list []any, separator string) (any, error) {
	var parts []string
	for _, v := range list {
		if v == nil {
			continue
		}
		switch v.(type) {
		case []any, Object:
			return nil, fmt.Errorf("expected text, got %s", Describe(v))
		}
		if s := strings.TrimSpace(fmt.Sprint(v)); s != "" {
			parts = append(parts, s)
		}
	}
	if parts == nil {
		return nil, nil
	}
	return strings.Join(parts, separator), nil
}

// HasNUL reports whether a text anywhere in a value contains the NUL character, which Postgres cannot store.
func HasNUL(v any) bool {
	return anyText(v, func(s string) bool { return strings.IndexByte(s, 0) >= 0 })
}

// anyText reports whether f is true for a text anywhere in a value, names included.
func anyText(v any, f func(string) bool) bool {
	switch v := v.(type) {
	case string:
		return f(v)
	case []any:
		return slices.ContainsFunc(v, func(e any) bool { return anyText(e, f) })
	case Object:
		return slices.ContainsFunc(v, func(m Field) bool { return f(m.Name) || anyText(m.Value, f) })
	}
	return false
}

// A RowError is the reason why one row cannot be imported, as a phrase for the reject file.
type RowError string

func (r RowError) Error() string { return string(r) }

func rowErrorf(format string, args ...any) error { return RowError(fmt.Sprintf(format, args...)) }

// Describe names a value in an error message. It shortens long values.
func Describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return fmt.Sprint(v)
	case json.Number:
		return Clip(v.String(), 40)
	case string:
		return fmt.Sprintf("%q", Clip(v, 40))
	case []any:
		return "an array"
	}
	return "an object"
}

// Clip shortens a text to n characters.
func Clip(s string, n int) string {
	i := 0
	for at := range s {
		if i == n {
			return s[:at] + "…"
		}
		i++
	}
	return s
}
