package widget

import (
	"reflect"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/filter"
)

// textsOf derives the paths of a row's texts: those that a search compares, and those that are HTML.
func textsOf(r *catalog.Resource, v *catalog.View) (texts []string, markup map[string]bool) {
	markup = map[string]bool{}
	t := v.Row.Type
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || name == "" {
			continue
		}
		switch f.Type {
		case reflect.TypeFor[catalog.HTML](), reflect.TypeFor[*catalog.HTML]():
			markup[name] = true
		case reflect.TypeFor[catalog.Link](), reflect.TypeFor[*catalog.Link]():
			markup[name+".description"] = true
		}
		for _, c := range filter.ColumnsIn(f.Tag.Get("db")) {
			if c.As == r.As && slices.Contains(r.Words, c.Name) && !slices.Contains(texts, name) {
				texts = append(texts, name)
			}
		}
	}
	return append(texts, more[v.Path]...), markup
}
