package catalog

import (
	"reflect"
	"regexp"
	"slices"

	"vitrine/internal/markup"
)

// HTML is markup without scripts, handlers, frames, forms and styles.
//
// A text field of any other type is plain text. An editor may store any markup. A Scanner cuts out what is not served
// (see markup.Clean), and leaves every other byte as it is.
type HTML string

// clean cuts the parts that are not served out of the HTML of a row's struct, and counts them.
func (r Row) clean(v reflect.Value) markup.Losses {
	var lost markup.Losses
	for _, i := range r.html {
		if h := htmlOf(v.Field(i)); h != nil {
			served, l := markup.Clean(string(*h))
			*h = HTML(served)
			lost.Add(l)
		}
	}
	return lost
}

// holdsHTML reports whether a field's type holds HTML that clean finds.
func holdsHTML(t reflect.Type) bool {
	return t == reflect.TypeFor[HTML]() || t == reflect.TypeFor[*HTML]() || t == reflect.TypeFor[Link]() ||
		t == reflect.TypeFor[*Link]()
}

// hidesHTML reports whether a type holds HTML at any depth. seen are the types that are known already.
func hidesHTML(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return hidesHTML(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if hidesHTML(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return t == reflect.TypeFor[HTML]()
}

// htmlOf returns the HTML of a field, nil if it has none.
func htmlOf(f reflect.Value) *HTML {
	switch h := f.Addr().Interface().(type) {
	case *HTML:
		return h
	case **HTML:
		return *h
	case *Link:
		return &h.Description
	case **Link:
		if *h != nil {
			return &(*h).Description
		}
	}
	return nil
}

// HTMLColumns returns the columns of a kind whose text is HTML, in alphabetical order. The text of every other column
// is plain: it is never read as HTML, neither when it is imported nor when it is served.
func HTMLColumns(kind string) []string { return htmlColumns[kind] }

// htmlColumns holds the columns of fields of the type HTML, by kind. The views of a kind have such a field for each.
var htmlColumns = func() map[string][]string {
	all := map[string][]string{}
	for _, r := range All {
		for _, v := range r.Views {
			for i := range v.Row.Type.NumField() {
				f := v.Row.Type.Field(i)
				if f.Type != reflect.TypeFor[HTML]() && f.Type != reflect.TypeFor[*HTML]() {
					continue
				}
				column := htmlColumn.FindStringSubmatch(f.Tag.Get("db"))
				if column == nil || column[1] != r.As {
					panic("catalog: " + r.Name + ": the field " + f.Name + " is HTML, so its db tag must be a column")
				}
				all[r.Name] = append(all[r.Name], column[2])
			}
		}
		slices.Sort(all[r.Name])
		all[r.Name] = slices.Compact(all[r.Name])
	}
	return all
}()

// htmlColumn matches the db tag of a column with HTML, which may be empty.
var htmlColumn = regexp.MustCompile(`^(?:coalesce\()?([a-z]+)\.([a-z_]+)(?:, \'\'\))?$`)
