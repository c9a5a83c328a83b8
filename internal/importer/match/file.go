package match

import (
	"strings"

	"vitrine/internal/importer/dataset"
	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// A File is what a mapping is made for: the fields of a file, and its first records.
type File struct {
	Fields  []string
	Sample  []source.Item
	Markup  map[string]string // the format of the text in a field: "markdown" or "html"
	Made    map[string]bool   // fields that the source adds to those of the file
	Key     []string          // the fields that identify a record; nil if the source has none of its own
	Decimal byte              // the decimal sign of all numbers; 0: each column shows its own
	Money   string            // the currency that is taken if a file has prices in several; empty: none
}

// An Unknown is a field that matches no column, and why; Why may be empty.
type Unknown struct{ Field, Why string }

// values returns the values of a field in the sample that are not nil.
func (f File) values(field string) (all []any) {
	for _, item := range f.Sample {
		if v, _ := source.Object(item.Record.Fields).Get(field); v != nil {
			all = append(all, v)
		}
	}
	return all
}

// Texts returns the values of a field in the sample that are texts, those of lists one by one.
func (f File) Texts(field string) (all []string) {
	for _, v := range f.values(field) {
		list, ok := v.([]any)
		if !ok {
			list = []any{v}
		}
		for _, e := range list {
			if s, ok := e.(string); ok && strings.TrimSpace(s) != "" {
				all = append(all, s)
			}
		}
	}
	return all
}

// Target is TargetFor for a field of this file. The sample shows how the field writes numbers and categories. says is
// the name of the target, complete with what was found.
func (f File) Target(tables map[string]*table.Table, t *table.Table, field, name string) (to load.Target, says string) {
	if name == "category" || name == "categories" {
		if signs := dataset.GuessSyntax(f.Texts(field)).String(); signs != "" {
			name = "category:" + signs
		}
	}
	if c := t.Column(columnOf(name)); c != nil && c.IsNumber() {
		if c.Decimal = f.Decimal; c.Decimal == 0 {
			c.Decimal = table.Decimal(f.Texts(field))
		}
	}
	return dataset.TargetFor(tables, t, name), name
}
