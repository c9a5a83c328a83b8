package markup

import (
	"strings"

	"golang.org/x/net/html"
)

// blocks are the elements that separate words.
var blocks = map[string]bool{
	"p": true, "br": true, "div": true, "li": true, "ul": true, "ol": true, "td": true, "th": true, "tr": true,
	"table": true, "h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true, "section": true,
	"blockquote": true, "pre": true, "hr": true, "dt": true, "dd": true, "figcaption": true,
}

// PlainText returns the text of HTML, without its markup. Blocks are separated by spaces.
func PlainText(source string) string {
	z := html.NewTokenizer(strings.NewReader(source))
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
