package widget

import "vitrine/internal/catalog"

// textsOf derives the paths of a row's texts: those that a search compares, and those that are HTML.
func textsOf(v *catalog.View) (texts []string, markup map[string]bool) {
	texts, markup = v.Texts()
	return append(texts, more[v.Path]...), markup
}
