package seed

import (
	"vitrine/internal/demo/content"
)

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

// categoryRef is a category without subcategories.
type categoryRef struct{ id, name, english, lang string }

// shelfRef is a thing and the category it stands under, by language.
type shelfRef struct {
	content.Thing
	leaf map[string]string
}

// addCategories adds the product tree, the gift tree and the trees of the other modules, in Turkish and in English. A
// tree with only one name has no language.
func (w *builder) addCategories() {
	for _, lang := range []string{content.Turkish, content.English} {
		things := 0
		for i, s := range w.tenant.Categories {
			w.grow("product", lang, s, "", "", i, func(leaf content.Category, ref categoryRef) {
				for _, t := range leaf.Things {
					if things == len(w.shelves) {
						w.shelves = append(w.shelves, shelfRef{t, map[string]string{}})
					}
					w.shelves[things].leaf[ref.lang] = ref.id
					things++
				}
			})
		}
		w.grow("product", lang, w.tenant.Gifts, "", "", len(w.tenant.Categories), func(_ content.Category, ref categoryRef) {
			w.gifts[lang] = append(w.gifts[lang], ref.id)
		})
		for _, topic := range w.tenant.Topics {
			for i, s := range topic.Trees {
				w.grow(topic.Kind, lang, s, "", "", i, func(_ content.Category, ref categoryRef) {
					w.categories[topic.Kind] = append(w.categories[topic.Kind], ref)
				})
			}
		}
	}
	w.draftCategory()
}

// grow adds a category and its subcategories, and calls leaf for each category that has none.
func (w *builder) grow(kind, lang string, s content.Category, parent, path string, position int,
	leaf func(content.Category, categoryRef)) {
	name := s.Name.In(lang)
	if s.Name.EN == "" {
		name = s.Name.TR
		lang = content.NoLanguage
	}
	path += "/" + s.Name.TR
	ref := categoryRef{id: w.id("category", kind+lang+path), name: name, english: s.Name.EN, lang: lang}
	if !w.grown[ref.id] { // a tree without a language is visited twice, and added once
		w.grown[ref.id] = true
		w.addCategory(kind, lang, s, ref.id, parent, path, position)
	}
	for i, below := range s.Children {
		w.grow(kind, lang, below, ref.id, path, i, leaf)
	}
	if len(s.Children) == 0 {
		leaf(s, ref)
	}
}

func (w *builder) addCategory(kind, lang string, s content.Category, id, parent, path string, position int) {
	name := s.Name.In(lang)
	if lang == content.NoLanguage {
		name = s.Name.TR
	}
	key := kind + lang + path
	row := categoryRow{base: w.base("category", key, 24*400), Name: name, Type: kind, Parent: parent, Status: "PUBLISHED",
		Position: position, Language: lang}
	row.ID = id
	candidates := []string{name, kind + " " + name}
	if kind != "product" {
		candidates = candidates[1:]
	}
	row.Slug = w.slug("category", candidates...)
	picture := row.Slug
	if len(s.Things) > 0 { // the picture shows its first thing
		picture = content.Slugify(name + " " + s.Things[0].Noun.In(lang))
	}
	row.Banner = media("category", picture)
	if d := w.dice("category", key); d.chance(85) {
		row.Image = media("product", picture)
		prose := content.CategoryProse
		if kind == "product" {
			prose = pick(d, w.tenant.CategoryProse)
		}
		row.Description = content.Fill(lang, prose.In(lang), "name", name)
	}
	w.add("category", row)
}

// draftCategory adds a category that is not published yet.
func (w *builder) draftCategory() {
	row := categoryRow{base: w.base("category", "draft", 30), Name: "Yakında", Type: "product", Status: "DRAFT",
		Position: 99, Language: content.Turkish}
	row.Slug = w.slug("category", w.tenant.ID+" yakında")
	w.add("category", row)
}

// categoryOf picks a category of a module in a language.
func (w *builder) categoryOf(d *dice, kind, lang string) categoryRef {
	var fits []categoryRef
	for _, c := range w.categories[kind] {
		if lang == content.NoLanguage || c.lang == lang {
			fits = append(fits, c)
		}
	}
	return pick(d, fits)
}
