package match

import (
	"cmp"
	"fmt"
	"slices"
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
	Said    bool              // the command line named it
	Memory  *Memory           // what imports remember about the notation of a file; nil: nothing
}

// A Memory is what earlier imports remember about the notation of their files, and what later ones will.
type Memory struct {
	Formats map[string]string // by column; and the signs of paths by "category"
	Decided map[string]string // the same for later imports
	Notes   []string          // how this file is read for that reason
}

// categorySigns is the place of the signs of paths in a Memory.
const categorySigns = "category"

// signs returns the signs of the categories of a field: those that the name of the target gives, or that earlier
// imports remember, or that the values show.
func (f File) signs(field, name string) string {
	_, given, _ := strings.Cut(name, ":")
	values := f.names(field)
	guess := dataset.GuessSyntax(values).String()
	if f.Memory == nil {
		return cmp.Or(given, guess)
	}
	was, known := f.Memory.Formats[categorySigns]
	switch {
	case given != "":
		if known && given != was {
			f.Memory.note("Categories of %s were read with %s, and are read with %s from now on. Rows that the file does not "+
				"have stay as they are.", field, shownSigns(was), shownSigns(given))
		}
		guess = given
	case known:
		if dataset.ShowsSyntax(values) {
			other := ""
			if guess != was {
				other = fmt.Sprintf(", although the values look like %s", shownSigns(guess))
			}
			f.Memory.note("Categories of %s are read with %s, as in earlier imports%s. --map %s=category:SIGN changes it.",
				field, shownSigns(was), other, field)
		}
		guess = was
	case !dataset.ShowsSyntax(values):
		return guess
	}
	f.Memory.Decided[categorySigns] = guess
	return guess
}

// names returns the names of categories in the sample that are texts, also those in lists of JSON. Names in objects are
// never divided.
func (f File) names(field string) (all []string) {
	for _, s := range f.Texts(field) {
		switch v := source.Embedded(s).(type) {
		case string:
			all = append(all, v)
		case []any:
			for _, e := range v {
				if name, ok := e.(string); ok {
					all = append(all, name)
				}
			}
		}
	}
	return all
}

// notePath notes that the lists of a field are read as paths.
func (f File) notePath(field, name string) {
	kind, signs, _ := strings.Cut(name, ":")
	s := dataset.ParseSyntax(signs)
	s.Each = kind == "categories"
	if f.Memory != nil && slices.ContainsFunc(f.values(field), s.IsPath) {
		f.Memory.note("Lists in %s are read as paths from the outside to the inside; --map %[1]s=categories makes a "+
			"category of each name.", field)
	}
}

// shownSigns returns the signs of categories for a message.
func shownSigns(signs string) string {
	switch s := dataset.ParseSyntax(signs); {
	case s.Step == "" && s.Many == "":
		return "> between steps"
	case s.Step == "":
		return fmt.Sprintf("> between steps and %s between paths", s.Many)
	case s.Many == "":
		return s.Step + " between steps"
	default:
		return fmt.Sprintf("%s between steps and %s between paths", s.Step, s.Many)
	}
}

func (m *Memory) note(format string, args ...any) {
	m.Notes = append(m.Notes, fmt.Sprintf(format, args...))
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

// Pairs reports whether a field lists names and values, as in [{"name": "Colour", "value": "Red"}].
func (f File) Pairs(field string) bool {
	found := false
	for _, v := range f.values(field) {
		if s, ok := v.(string); ok && table.IsNothing(s) {
			continue
		}
		list, ok := source.Embedded(v).([]any)
		if !ok || slices.ContainsFunc(list, func(e any) bool { return !isPair(e) }) {
			return false
		}
		found = found || len(list) > 0
	}
	return found
}

func isPair(e any) bool {
	o, _ := e.(source.Object)
	name, _ := o.Get("name")
	_, ok := o.Get("value")
	label, err := source.NameOf(name)
	return ok && err == nil && label != ""
}

// Target is TargetFor for a field of this file. The sample shows how the field writes numbers and categories. says is
// the name of the target, complete with what was found.
func (f File) Target(tables map[string]*table.Table, t *table.Table, field, name string) (to load.Target, says string) {
	if kind, signs, _ := strings.Cut(name, ":"); (kind == "category" || kind == "categories") &&
		(signs == "" || strings.Trim(signs, "123456789") != "") {
		if signs := f.signs(field, name); signs != "" {
			name = kind + ":" + signs
		}
		f.notePath(field, name)
	}
	if c := t.Column(ColumnOf(name)); c != nil && c.IsNumber() {
		if c.Decimal = f.Decimal; c.Decimal == 0 {
			c.Decimal = table.Decimal(f.Texts(field))
		}
	}
	return dataset.TargetFor(tables, t, name), name
}
