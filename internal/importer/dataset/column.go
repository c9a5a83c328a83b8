package dataset

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
	"vitrine/internal/importer/table"
)

// vital are the columns without which a row must not be shown: it would appear too early, under another address, or
// with a price in another currency.
var vital = []string{"slug", "status", "publish_at", "unpublish_at", "currency"}

// To fills a column of the record's row. A text for a column with HTML is first made HTML, from the field's format.
func To(column string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		if p.HoldsHTML(column) {
			return toMarkup(column, "")(p)
		}
		at, err := p.Main.Use(column)
		if err != nil {
			return nil, err
		}
		p.Check(p.Main, at)
		if c := p.Main.Columns[at]; slices.Contains(vital, column) || column == p.Main.Table.Label ||
			c.NotNull && strings.HasPrefix(c.Type, "timestamp") { // its default is the time of the import
			p.Vital()
		}
		p.Fills(column)
		price := isPrice(p, column)
		return func(d *load.Draft, v any) error {
			if err := d.Main.Set(d, at, v); err != nil {
				return err
			}
			if s, ok := v.(string); ok && price && table.CurrencyOf(s, "") != "" {
				d.Priced(at, s, "")
			}
			return nil
		}, nil
	}
}

// isPrice reports whether a price such as "€ 12" may fill the column. The plan then fills the currency too.
func isPrice(p *load.Plan, column string) bool {
	c := p.Main.Table.Column(column)
	if p.Main.Table.Column("currency") == nil || c.Type != "numeric" || !c.Positive {
		return false
	}
	_, err := p.Main.Use("currency")
	return err == nil
}

// Money fills a price in a currency, unless the value names another.
func Money(column, code string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		inner, err := To(column)(p)
		if err != nil {
			return nil, err
		}
		if _, err := p.Main.Use("currency"); err != nil {
			return nil, err
		}
		at := p.Main.Place(column)
		return func(d *load.Draft, v any) error {
			if err := inner(d, v); err != nil {
				return err
			}
			if _, ok := d.Main.Cells[at].Given(); !ok {
				return nil
			}
			if s, ok := v.(string); !ok || table.CurrencyOf(s, code) == "" {
				d.Priced(at, "", code)
			}
			return nil
		}, nil
	}
}

// Ignore leaves a field out.
func Ignore() load.Target {
	return func(*load.Plan) (load.Put, error) { return nil, nil }
}

// Language fills a column with the two-letter code of a language: eng, en-US and en become en. A value that names no
// language leaves the column empty, so the row is for readers of every language.
func Language(column string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		at, err := p.Main.Use(column)
		if err != nil {
			return nil, err
		}
		return func(d *load.Draft, v any) error {
			d.Main.Cells[at] = load.Null
			s, _ := v.(string)
			if tag, err := language.Parse(strings.TrimSpace(s)); err == nil {
				base, sure := tag.Base()
				if sure != language.No && base.String() != "mul" && base.String() != "und" {
					d.Main.Cells[at] = load.Text(base.String())
				}
			}
			return nil
		}, nil
	}
}

// When fills a column with a constant if the value is true. Otherwise it leaves the column unchanged.
func When(column, constant string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		at, err := p.Main.Use(column)
		if err != nil {
			return nil, err
		}
		text, err := p.Main.Columns[at].Constant(constant)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", column, err)
		}
		p.Vital()
		return func(d *load.Draft, v any) error {
			if v == nil {
				return nil
			}
			yes, _, err := table.ParseBool(v)
			if err != nil {
				return fmt.Errorf("%s: %w", p.Main.Columns[at].Name, err)
			}
			if yes == "true" || yes == "1" {
				d.Main.Cells[at] = load.Text(text)
			}
			return nil
		}, nil
	}
}

// Unless fills a column with a constant if the value is false. Otherwise it leaves the column unchanged.
func Unless(column, constant string) load.Target {
	return changed(When(column, constant), func(v any) (any, error) {
		no, ok, err := table.ParseBool(v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", column, err)
		}
		if !ok {
			return nil, nil
		}
		return no == "false" || no == "0", nil
	})
}

// InOrder fills a column with the line number of the record, so that rows keep the order of the file. The value itself
// goes to the other target.
func InOrder(column string, to load.Target) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		inner, err := to(p)
		if err != nil {
			return nil, err
		}
		at, err := p.Main.Use(column)
		if err != nil {
			return nil, err
		}
		return func(d *load.Draft, v any) error {
			d.Main.Cells[at] = load.Number(d.Record.Line)
			return inner(d, v)
		}, nil
	}
}

// Slug makes the slug from a text instead of from the name. The text itself is used if it is a valid slug. If several
// rows ask for the same slug, later ones get a suffix.
func Slug() load.Target {
	return func(p *load.Plan) (load.Put, error) {
		if p.Main.Table.Column("slug") == nil {
			return nil, fmt.Errorf("%s has no slug", p.Main.Table.Name)
		}
		return func(d *load.Draft, v any) error {
			s, err := source.NameOf(v)
			if err != nil {
				return fmt.Errorf("slug: %w", err)
			}
			d.Naming = s
			if !table.IsSlug(s) || !table.UsableSlug(s) || strings.ToLower(s) != s || len(s) > table.SlugLength {
				d.Naming = table.Slugify(s)
			}
			return nil
		}, nil
	}
}

// Member fills one member of a column that holds an object, such as social.github. Empty values are left out.
func Member(column, member string) load.Target {
	return func(p *load.Plan) (load.Put, error) {
		at, err := p.Main.Use(column)
		if err != nil {
			return nil, err
		}
		return func(d *load.Draft, v any) error {
			s, err := source.NameOf(v)
			if err != nil {
				return fmt.Errorf("%s: %w", member, err)
			}
			if s == "" {
				return nil
			}
			if source.HasNUL(s) {
				return fmt.Errorf("%s: %w", member, table.ErrNUL)
			}
			object := map[string]string{}
			if text, ok := d.Main.Cells[at].Given(); ok {
				if err := json.Unmarshal([]byte(text), &object); err != nil {
					return fmt.Errorf("%s: %w", column, err)
				}
			}
			object[member] = s
			b, err := json.Marshal(object)
			if err != nil {
				return fmt.Errorf("%s: %w", column, err)
			}
			d.Main.Cells[at] = load.Text(string(b))
			return nil
		}, nil
	}
}
