package widget

import (
	"reflect"
	"slices"
	"strings"

	"golang.org/x/net/html"

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

// blocks are the elements that separate words.
var blocks = map[string]bool{
	"p": true, "br": true, "div": true, "li": true, "ul": true, "ol": true, "td": true, "th": true, "tr": true,
	"table": true, "h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true, "section": true,
	"blockquote": true, "pre": true, "hr": true, "dt": true, "dd": true, "figcaption": true,
}

// PlainText returns the text of HTML, without its markup. Blocks are separated by spaces.
func PlainText(markup string) string {
	z := html.NewTokenizer(strings.NewReader(markup))
	var b strings.Builder
	for {
		switch z.Next() {
		case html.ErrorToken:
			return strings.Join(strings.Fields(b.String()), " ")
		case html.TextToken:
			b.WriteString(html.UnescapeString(string(z.Raw())))
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			if name, _ := z.TagName(); blocks[string(name)] {
				b.WriteByte(' ')
			}
		}
	}
}
