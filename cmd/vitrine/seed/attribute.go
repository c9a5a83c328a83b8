package seed

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

// Names of attributes that are not a craft's own.
var (
	hueName    = text{"Renk", "Colour"}
	sizeName   = text{"Seçenek", "Size"}
	styleName  = text{"Stil", "Style"}
	authorName = text{"Yazar", "Author"}
	stuffName  = text{"Malzeme", "Material"}
)

// labelOf is what a craft calls its materials.
func labelOf(c *craft) text {
	if c.label.en == "" {
		return stuffName
	}
	return c.label
}

// productAttributes adds what a product can be filtered by: its colour (by name; attribute_option knows the hex), its material,
// its manner, every size it comes in, its author.
func (w *world) productAttributes(p *draft) {
	n := 0
	add := func(name text, value, kind string) {
		w.add("product_attribute", productAttributeRow{base: w.base("product_attribute", p.key+"/"+itoa(n), 24), Product: p.ID,
			Name: name.in(p.lang), Value: value, Type: kind, Position: n})
		n++
	}
	if p.named.hue != nil {
		add(hueName, p.named.hue.in(p.lang), "COLOR")
	}
	add(labelOf(p.craft), p.material.in(p.lang), "TEXT")
	if p.named.style.en != "" {
		add(styleName, p.named.style.in(p.lang), "TEXT")
	}
	if p.craft == reading {
		add(authorName, person(p.d), "TEXT")
	}
	if p.Variants != "[]" {
		for _, size := range p.craft.sizes {
			add(sizeName, size.in(p.lang), "TEXT")
		}
	}
}

// attributeSet is an attribute before it is a row. What the crafts call by one name is one set.
type attributeSet struct {
	name, kind, unit, status string
	options                  []attributeOptionRow
}

// attribute makes the attribute sets, in both languages, from the crafts that the tenant's things are made by. The last one of
// each language is a draft; one set has no language.
func (w *world) attribute() {
	for _, lang := range []string{turkish, english} {
		sets := []*attributeSet{{name: hueName.in(lang), kind: "COLOR", status: "PUBLISHED"}}
		for _, h := range hues {
			sets[0].options = append(sets[0].options, attributeOptionRow{Label: h.in(lang), Value: h.hex})
		}
		byName := map[string]*attributeSet{}
		offer := func(name text, values []text) {
			set := byName[name.in(lang)]
			if set == nil && len(values) > 0 {
				set = &attributeSet{name: name.in(lang), kind: "TEXT", status: "PUBLISHED"}
				byName[set.name], sets = set, append(sets, set)
			}
			for _, v := range values {
				set.offer(v.in(lang))
			}
		}
		for _, s := range w.shelves {
			offer(labelOf(s.craft), s.craft.materials)
			offer(sizeName, s.craft.sizes)
			offer(styleName, s.craft.styles)
		}
		sets = append(sets, &attributeSet{name: text{"Ağırlık", "Weight"}.in(lang), kind: "NUMBER", unit: "g", status: "PUBLISHED"},
			&attributeSet{name: text{"Sertifika", "Certificate"}.in(lang), kind: "TEXT", status: "DRAFT"})
		sets[len(sets)-1].offer(text{"Organik", "Organic"}.in(lang))
		for i, set := range sets {
			w.keepSet(set, lang, i)
		}
	}
	w.keepSet(&attributeSet{name: "CO₂", kind: "NUMBER", unit: "kg", status: "PUBLISHED"}, none, 90)
}

// offer adds a value that is its own label, unless it is there.
func (s *attributeSet) offer(value string) {
	for _, o := range s.options {
		if o.Value == value {
			return
		}
	}
	s.options = append(s.options, attributeOptionRow{Label: value, Value: value})
}

func (w *world) keepSet(s *attributeSet, lang string, position int) {
	key := lang + "/" + s.name
	row := attributeRow{base: w.base("attribute", key, 24*380), Slug: w.slug("attribute", w.shop.attributePrefix+s.name), Name: s.name,
		Type: s.kind, Unit: s.unit, Status: s.status, Position: position, Language: lang}
	w.add("attribute", row)
	for i, o := range s.options {
		o.base = w.base("attribute_option", key+"/"+o.Value, 24*380)
		o.Attribute, o.Position = row.ID, i
		w.add("attribute_option", o)
	}
}
