package importer

import (
	"fmt"
	"slices"
	"strings"
)

// A Shape says how the records of one source become rows. One file a shape: a literal given to known.
type Shape struct {
	Name string // for --as, such as "products_bestbuy"
	Kind string // the table of the records

	// Has are the fields by which the shape is recognised: a file that has them all is taken for it, the shape with the most
	// of them first. Empty: only by name.
	Has []string

	// Key names the fields that tell the records of the source apart, now and in its next edition. Empty: their whole
	// content does, and the second of two records that are alike is another record. A field with a question mark, "city?", may
	// be empty.
	Key []string

	// Only says which records are of this kind, where a file holds two kinds: the others are skipped. Nil: all.
	Only func(rec Object) bool

	Fields map[string]Target         // a field, or a path with dots into one, and where its value goes
	Made   []Made                    // values made of several fields
	Rest   func(field string) Target // every other field; nil: they are left out
	New    map[string]string         // columns of a row that is new; what an editor made of them later stays
	Set    map[string]string         // columns of every row
	Beside []Beside                  // rows of other tables, one for each record
}

// Made is a value made of several fields: those that are not empty, joined.
type Made struct {
	Of   []string
	With string
	To   Target
}

// Beside is a row of another table that stands for the same record: it takes columns of the record's row.
type Beside struct {
	Table string
	Same  []string          // columns that both have
	Named map[string]string // foreign keys to rows made on the way, and the name of that row
}

var shapes []Shape

// known adds a shape to those that a file is compared with.
func known(s Shape) Shape {
	shapes = append(shapes, s)
	return s
}

// choose finds the shape for a file: the one called as, or the one that fits its fields best, or none.
func choose(as, kind string, fields map[string]bool) (*Shape, error) {
	var best *Shape
	var names []string
	for i := range shapes {
		s := &shapes[i]
		if s.Kind == kind {
			names = append(names, s.Name)
		}
		switch {
		case as == s.Name && s.Kind != kind:
			return nil, fmt.Errorf("--as %s is a shape of %s: vitrine import %s …", as, s.Kind, s.Kind)
		case as == s.Name:
			return s, nil
		case as == "" && s.Kind == kind && s.fits(fields) && (best == nil || len(s.Has) > len(best.Has)):
			best = s
		}
	}
	if as != "" && as != plainName {
		slices.Sort(names)
		return nil, fmt.Errorf("--as %s: no such shape of %s; there are: %s", as, kind, strings.Join(append(names, plainName), ", "))
	}
	return best, nil
}

// elsewhere names the shape of another KIND that a file fits, to say so when it fits none of its own.
func elsewhere(fields map[string]bool) string {
	for _, s := range shapes {
		if s.fits(fields) {
			return fmt.Sprintf("\nThe file looks like %s, which is imported by: vitrine import %s FILE", s.Name, s.Kind)
		}
	}
	return ""
}

func (s *Shape) fits(fields map[string]bool) bool {
	return len(s.Has) > 0 && !slices.ContainsFunc(s.Has, func(f string) bool { return !fields[f] })
}
