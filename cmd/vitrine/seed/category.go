package seed

type categoryRow struct {
	base
	Slug        string `db:"slug"`
	Name        string `db:"name"`
	Type        string `db:"type"`
	Parent      string `db:"parent_id,null"`
	Description string `db:"description,null"`
	Image       string `db:"image,null"`
	Banner      string `db:"banner,null"`
	Status      string `db:"status"`
	Position    int    `db:"position"`
	Language    string `db:"language,null"`
}

// categoryRef is a heading without headings below it.
type categoryRef struct{ id, name, english, lang string }

// shelfRef is a kind of thing and the category it hangs under, by language.
type shelfRef struct {
	thing
	leaf map[string]string
}

// category makes the product tree, the tree of presents and the trees of the other types, once in Turkish and once in English; a
// tree that has only one name has no language.
func (w *world) category() {
	for _, lang := range []string{turkish, english} {
		things := 0
		for i, s := range w.shop.tree {
			w.grow("product", lang, s, "", "", i, func(leaf shelf, ref categoryRef) {
				for _, t := range leaf.things {
					if things == len(w.shelves) {
						w.shelves = append(w.shelves, shelfRef{t, map[string]string{}})
					}
					w.shelves[things].leaf[ref.lang] = ref.id
					things++
				}
			})
		}
		w.grow("product", lang, w.shop.gifts, "", "", len(w.shop.tree), func(_ shelf, ref categoryRef) {
			w.gifts[lang] = append(w.gifts[lang], ref.id)
		})
		for _, topic := range w.shop.topics {
			for i, s := range topic.trees {
				w.grow(topic.kind, lang, s, "", "", i, func(_ shelf, ref categoryRef) {
					w.categories[topic.kind] = append(w.categories[topic.kind], ref)
				})
			}
		}
	}
	w.draftCategory()
}

// grow adds a heading and those below it, and calls leaf for each that has none.
func (w *world) grow(kind, lang string, s shelf, parent, path string, position int, leaf func(shelf, categoryRef)) {
	name := s.name.in(lang)
	if s.name.en == "" {
		name = s.name.tr
		lang = none
	}
	path += "/" + s.name.tr
	ref := categoryRef{id: w.id("category", kind+lang+path), name: name, english: s.name.en, lang: lang}
	if !w.grown[ref.id] { // a tree without a language is met twice, and stands once
		w.grown[ref.id] = true
		w.addCategory(kind, lang, s, ref.id, parent, path, position)
	}
	for i, below := range s.shelves {
		w.grow(kind, lang, below, ref.id, path, i, leaf)
	}
	if len(s.shelves) == 0 {
		leaf(s, ref)
	}
}

func (w *world) addCategory(kind, lang string, s shelf, id, parent, path string, position int) {
	name := s.name.in(lang)
	if lang == none {
		name = s.name.tr
	}
	key := kind + lang + path
	row := categoryRow{base: w.base("category", key, 24*400), Name: name, Type: kind, Parent: parent, Status: "PUBLISHED", Position: position, Language: lang}
	row.ID = id
	candidates := []string{name, kind + " " + name}
	if kind != "product" {
		candidates = candidates[1:]
	}
	row.Slug = w.slug("category", candidates...)
	picture := row.Slug
	if len(s.things) > 0 { // drawn by what it holds
		picture = slugify(name + " " + s.things[0].noun.in(lang))
	}
	row.Banner = media("category", picture)
	if d := w.dice("category", key); d.chance(85) {
		row.Image = media("product", picture)
		prose := text{"{name} başlığında toplananlar.", "All that is filed under {name}."}
		if kind == "product" {
			prose = pick(d, w.shop.categoryProse)
		}
		row.Description = fill(lang, prose.in(lang), "name", name)
	}
	w.add("category", row)
}

// draftCategory is a heading that is not out yet.
func (w *world) draftCategory() {
	row := categoryRow{base: w.base("category", "draft", 30), Name: "Yakında", Type: "product", Status: "DRAFT", Position: 99, Language: turkish}
	row.Slug = w.slug("category", w.shop.id+" yakında")
	w.add("category", row)
}

// category picks a heading of a type in a language.
func (w *world) categoryOf(d *dice, kind, lang string) categoryRef {
	var fits []categoryRef
	for _, c := range w.categories[kind] {
		if lang == none || c.lang == lang {
			fits = append(fits, c)
		}
	}
	return pick(d, fits)
}
