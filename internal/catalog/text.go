package catalog

import (
	"reflect"
	"slices"
	"strings"

	"vitrine/internal/filter"
)

// Texts returns the fields of a view's records whose texts a search compares, in the order of the record, and the paths
// of all texts that are HTML.
func (v *View) Texts() (texts []string, html map[string]bool) {
	r := v.plan.Resource
	html = map[string]bool{}
	for i := range v.Row.Type.NumField() {
		f := v.Row.Type.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || name == "" {
			continue
		}
		switch f.Type {
		case reflect.TypeFor[HTML](), reflect.TypeFor[*HTML]():
			html[name] = true
		case reflect.TypeFor[Link](), reflect.TypeFor[*Link]():
			html[name+".description"] = true
		}
		for _, c := range filter.ColumnsIn(f.Tag.Get("db")) {
			if c.As == r.As && slices.Contains(r.Words, c.Name) && !slices.Contains(texts, name) {
				texts = append(texts, name)
			}
		}
	}
	return texts, html
}
