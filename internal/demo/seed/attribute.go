package seed

import (
	"vitrine/internal/demo/content"
)

type attributeRow struct {
	base
	Slug     string `db:"slug,null"`
	Name     string `db:"name"`
	Type     string `db:"type"`
	Unit     string `db:"unit,null"`
	Status   string `db:"status"`
	Position int    `db:"position"`
	Language string `db:"language,null"`
}

type attributeOptionRow struct {
	base
	Attribute string `db:"attribute_id"`
	Label     string `db:"label"`
	Value     string `db:"value"`
	Position  int    `db:"position"`
}

type productAttributeRow struct {
	base
	Product  string `db:"product_id"`
	Name     string `db:"name"`
	Value    string `db:"value"`
	Type     string `db:"type"`
	Position int    `db:"position"`
}

// productAttributes adds the attributes by which a product can be filtered: colour, material, style, sizes and author.
// A colour is stored by name; attribute_option holds its hex code.
func (w *builder) productAttributes(p *draft) {
	n := 0
	add := func(name content.Text, value, kind string) {
		w.add("product_attribute", productAttributeRow{base: w.base("product_attribute", p.key+"/"+itoa(n), 24),
			Product: p.ID,
			Name:    name.In(p.lang), Value: value, Type: kind, Position: n})
		n++
	}
	if p.named.hue != nil {
		add(content.ColourName, p.named.hue.In(p.lang), "COLOR")
	}
	add(content.MaterialLabel(p.craft), p.material.In(p.lang), "TEXT")
	if p.named.style.EN != "" {
		add(content.StyleName, p.named.style.In(p.lang), "TEXT")
	}
	if p.craft == content.Reading {
		add(content.AuthorName, person(p.d), "TEXT")
	}
	if p.Variants != "[]" {
		for _, size := range p.craft.Sizes {
			add(content.SizeName, size.In(p.lang), "TEXT")
		}
	}
}

// attributeSet is an attribute before it becomes a row. Crafts that use the same attribute name share one set.
type attributeSet struct {
	name, kind, unit, status string
	options                  []attributeOptionRow
}

// addAttributes adds the attribute sets in both languages, taken from the crafts of the tenant's things. The last set
// of each language is a draft; one set has no language.
func (w *builder) addAttributes() {
	for _, lang := range []string{content.Turkish, content.English} {
		sets := []*attributeSet{{name: content.ColourName.In(lang), kind: "COLOR", status: "PUBLISHED"}}
		for _, h := range content.Colours {
			sets[0].options = append(sets[0].options, attributeOptionRow{Label: h.In(lang), Value: h.Hex})
		}
		byName := map[string]*attributeSet{}
		offer := func(name content.Text, values []content.Text) {
			set := byName[name.In(lang)]
			if set == nil && len(values) > 0 {
				set = &attributeSet{name: name.In(lang), kind: "TEXT", status: "PUBLISHED"}
				byName[set.name], sets = set, append(sets, set)
			}
			for _, v := range values {
				set.offer(v.In(lang))
			}
		}
		for _, s := range w.shelves {
			offer(content.MaterialLabel(s.Craft), s.Craft.Materials)
			offer(content.SizeName, s.Craft.Sizes)
			offer(content.StyleName, s.Craft.Styles)
		}
		sets = append(sets, &attributeSet{name: say(lang, "Ağırlık", "Weight"), kind: "NUMBER", unit: "g",
			status: "PUBLISHED"},
			&attributeSet{name: say(lang, "Sertifika", "Certificate"), kind: "TEXT", status: "DRAFT"})
		sets[len(sets)-1].offer(say(lang, "Organik", "Organic"))
		for i, set := range sets {
			w.keepSet(set, lang, i)
		}
	}
	w.keepSet(&attributeSet{name: "CO₂", kind: "NUMBER", unit: "kg", status: "PUBLISHED"}, content.NoLanguage, 90)
}

// offer adds a value that is its own label, unless the set has it.
func (s *attributeSet) offer(value string) {
	for _, o := range s.options {
		if o.Value == value {
			return
		}
	}
	s.options = append(s.options, attributeOptionRow{Label: value, Value: value})
}

func (w *builder) keepSet(s *attributeSet, lang string, position int) {
	key := lang + "/" + s.name
	row := attributeRow{base: w.base("attribute", key, 24*380), Slug: w.slug("attribute", w.tenant.AttributePrefix+s.name),
		Name: s.name,
		Type: s.kind, Unit: s.unit, Status: s.status, Position: position, Language: lang}
	w.add("attribute", row)
	for i, o := range s.options {
		o.base = w.base("attribute_option", key+"/"+o.Value, 24*380)
		o.Attribute, o.Position = row.ID, i
		w.add("attribute_option", o)
	}
}
