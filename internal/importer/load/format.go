package load

import (
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/markup"
)

// HoldsHTML reports whether a column of the records' own rows holds HTML. Every other column holds plain text.
func (p *Plan) HoldsHTML(column string) bool {
	return slices.Contains(catalog.HTMLColumns(p.Main.Table.Name), column)
}

// Format returns the format of the texts of the field whose target is being bound, as the first records show it. A value
// that is made from several fields is plain text.
func (p *Plan) Format() markup.Format {
	if f, ok := p.formats[p.field]; ok {
		return f
	}
	f := markup.Text
	if p.texts != nil {
		f = markup.Guess(p.texts(p.field))
	}
	p.formats[p.field] = f
	return f
}

// Formats returns the formats of the fields that fill columns with HTML.
func (p *Plan) Formats() map[string]markup.Format { return p.used }

// Served makes a text of HTML as Vitrine serves it, for a column of the record's row. What is not served is cut out,
// and counted by column.
func (p *Plan) Served(column, html string) string {
	html, lost := markup.Clean(html)
	if lost.Any() {
		sum := p.removed[column]
		sum.Add(lost)
		p.removed[column] = sum
	}
	return html
}

// UsesFormat records that a field fills a column with HTML, and its format.
func (p *Plan) UsesFormat(f markup.Format) {
	if p.field != "" && !strings.HasPrefix(p.field, constantField) && !strings.Contains(p.field, " + ") {
		p.used[p.field] = f
	}
}

// constantField is the prefix of the name under which the value of a constant column has its format.
const constantField = "--set "

// Removed returns what was cut out of the texts, by column. Call it after the last record.
func (p *Plan) Removed() map[string]markup.Losses { return p.removed }
