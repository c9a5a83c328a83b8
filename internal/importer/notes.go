package importer

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"vitrine/internal/importer/dataset"
	"vitrine/internal/importer/load"
	"vitrine/internal/importer/match"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
	"vitrine/internal/markup"
)

// noteHeadings notes rows of a table that look like headings between its rows.
func (r *run) noteHeadings() {
	if r.o.Sections || r.src.Columns == nil {
		return
	}
	n, line, example := 0, 0, ""
	for _, item := range r.sample {
		if text, ok := item.Record.Heading(); ok {
			if n++; n == 1 {
				line, example = item.Record.Line, text
			}
		}
	}
	if n > 0 {
		r.src.Notes = append(r.src.Notes, fmt.Sprintf("Rows with one value only: %d of the first %d, such as line %d, %q. "+
			"If they are headings, --sections makes them the categories of the rows below.", n, len(r.sample), line,
			source.Clip(oneLine(example), 60)))
	}
}

// noteNameless notes rows of a table without a name below rows with one. In files of some shops these are variants.
func (r *run) noteNameless() {
	if r.src.Columns == nil || r.mapping.Name != dataset.PlainName {
		return
	}
	label := ""
	for _, f := range r.src.Columns {
		if r.p.Column(f) == r.p.Main.Table.Label {
			label = f
		}
	}
	n, line, named := 0, 0, false
	for _, item := range r.sample {
		if item.Err != nil || label == "" {
			continue
		}
		v, _ := source.Object(item.Record.Fields).Get(label)
		if name, err := source.NameOf(v); err != nil || name != "" {
			named = true
		} else if named {
			if n++; n == 1 {
				line = item.Record.Line
			}
		}
	}
	if n > 0 {
		r.src.Notes = append(r.src.Notes, fmt.Sprintf("Rows without a name: %d of the first %d, such as line %d. They are "+
			"rejected. If they continue the row above, as variants do in some files, give each its name.", n,
			len(r.sample), line))
	}
}

// noteTemplates notes template code in texts, which would be shown as it stands.
func (r *run) noteTemplates() {
	if r.o.Templates || r.mapping.Name != dataset.PlainName {
		return
	}
	formats := r.p.Formats()
	for _, field := range slices.Sorted(maps.Keys(formats)) {
		n, example := 0, ""
		for _, text := range r.mapping.Texts(field) {
			if code := dataset.TemplateCode(text); code != "" {
				if n++; n == 1 {
					example = code
				}
			}
		}
		if n > 0 && formats[field] != markup.Text {
			r.mapping.Notes = append(slices.Clip(r.mapping.Notes), fmt.Sprintf("Texts of %s hold template code in %d of the "+
				"first %d records, such as %s. It is shown as it stands; --templates removes it.", field, n, len(r.sample),
				source.Clip(oneLine(example), 60)))
		}
	}
}

// noteCurrency notes that prices get the currency of a new tenant, because nothing names another.
func (r *run) noteCurrency(file match.File) {
	if r.exists || r.mapping.Set["currency"] != "" || r.mapping.New["currency"] != "" {
		return
	}
	priced := false
	for _, f := range file.Fields {
		_, code, _ := strings.Cut(r.mapping.Says[f], ":")
		filled := r.p.FilledBy(f)
		price := slices.ContainsFunc(prices, func(column string) bool { return slices.Contains(filled, column) })
		switch {
		case !slices.Contains(filled, "currency") || strings.Join(samples(file, f), "") == "":
		case !price || table.ISOCurrency(code) != "" || slices.ContainsFunc(file.Texts(f), func(s string) bool {
			return table.CurrencyOf(s, newCurrency) != ""
		}):
			return
		default:
			priced = true
		}
	}
	if priced {
		r.mapping.Notes = append(slices.Clip(r.mapping.Notes), fmt.Sprintf("The file names no currency. Prices get %s, that "+
			"of a new tenant; --set currency=EUR sets another.", newCurrency))
	}
}

// newCurrency is the currency of a new tenant, as the schema sets it.
const newCurrency = "USD"

// prices are the columns with a price.
var prices = []string{"amount", "list_price", "sale_price"}

// noteKey notes that the whole row will be the key.
func (r *run) noteKey() {
	c := r.chooser()
	c.memory = r.remembered
	if note := c.expect(); note != "" {
		r.mapping.Notes = append(slices.Clip(r.mapping.Notes), note)
	}
}

// noteZones notes the columns whose times have no zone.
func (pl *plan) noteZones(p *load.Plan, file match.File) {
	var columns []string
	for _, f := range file.Fields {
		c := p.Main.Table.Column(p.Column(f))
		if c != nil && c.Zone == nil && c.Type == "timestamp with time zone" &&
			slices.ContainsFunc(file.Texts(f), table.LacksZone) {
			columns = append(columns, c.Name)
		}
	}
	if columns != nil {
		pl.Notes = append(pl.Notes, fmt.Sprintf("Times without a zone are read as UTC: %s; --timezone Europe/Istanbul, for "+
			"example, says otherwise.", strings.Join(columns, ", ")))
	}
}

// noteEnds notes that ends without a time mean the end of the day.
func (pl *plan) noteEnds(p *load.Plan, file match.File) {
	for _, f := range file.Fields {
		c := p.Main.Table.Column(p.Column(f))
		if c != nil && c.IsEnd() && slices.ContainsFunc(file.Texts(f), table.IsDay) {
			pl.Notes = append(pl.Notes, fmt.Sprintf("A day without a time in %s is read as the end of that day.", f))
		}
	}
}

// noteTags notes columns of plain text whose texts are HTML. Addresses and JSON may hold "&" or tags and are neither.
func (pl *plan) noteTags(p *load.Plan, file match.File) {
	for _, c := range pl.Columns {
		column := p.Column(c.Field)
		if column != c.To || p.HoldsHTML(column) || !dataset.TakesWords(p.Main.Table, column) {
			continue
		}
		texts := slices.DeleteFunc(file.Texts(c.Field), func(s string) bool {
			return isAddress.MatchString(s) || source.LooksLikeJSON(s)
		})
		if markup.Guess(texts) != markup.HTML {
			continue
		}
		pl.Notes = append(pl.Notes, fmt.Sprintf("Texts of %s look like HTML, and %s is plain text, which shows tags as they "+
			"stand; --map \"%[1]s=html:%[2]s\" takes the words.", c.Field, column))
	}
}

// isAddress matches an address.
var isAddress = regexp.MustCompile(`(?i)^\s*(?:[a-z][a-z0-9+.-]*:)?//[^\s<>]+\s*$`)

// noteShared notes the fields that make one attribute.
func (pl *plan) noteShared() {
	fields := map[string][]string{}
	for _, c := range pl.Columns {
		if strings.HasPrefix(c.To, "attribute:") {
			fields[c.To] = append(fields[c.To], c.Field)
		}
	}
	for _, to := range slices.Sorted(maps.Keys(fields)) {
		if len(fields[to]) > 1 {
			pl.Notes = append(pl.Notes, fmt.Sprintf("These fields make one attribute, %s: %s. --map FIELD=attribute:NAME makes "+
				"another.", strings.TrimPrefix(to, "attribute:"), strings.Join(fields[to], ", ")))
		}
	}
}
