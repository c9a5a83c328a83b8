package table

import (
	"strings"
	"testing"
	"unicode/utf8"

	"vitrine/internal/importer/source"
)

// FuzzValue checks that every column type converts any JSON value to text that Postgres can store, or refuses it.
func FuzzValue(f *testing.F) {
	for _, s := range []string{
		`{"a":1}`, `{"a":[1,{"b":null}],"c":"\u0000\ud800"}`, `{"a":1e999,"b":-0.0}`, `{"":""}`, `{"a":"<>&\u2028"}`,
		`{"a":"€ 1.299,00","b":"2026-03-01","c":"[\"x\"]","d":"no"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		fields, err := source.ParseJSON(line)
		if err != nil {
			return
		}
		for _, c := range everyType {
			for _, v := range fields {
				text, _, err := c.Text(v.Value)
				if err == nil && (strings.ContainsRune(text, 0) || !utf8.ValidString(text)) {
					t.Fatalf("%q: %s takes %q", line, c.Type, text)
				}
			}
		}
	})
}

var everyType = []*Column{
	{Name: "text", Type: "text"}, {Name: "numeric", Type: "numeric", Digits: 12, Scale: 2, Positive: true},
	{Name: "int", Type: "integer"},
	{Name: "float", Type: "double precision"}, {Name: "bool", Type: "boolean"}, {Name: "time",
		Type: "timestamp with time zone"},
	{Name: "json", Type: "jsonb", Default: "'[]'::jsonb"}, {Name: "list", Type: "text[]"}, {Name: "char",
		Type: "character"},
}
