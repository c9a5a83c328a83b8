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
			w.grow(node{kind: "product", lang: lang, of: s, position: i}, func(leaf content.Category, ref categoryRef) {
				for _, t := range leaf.Things {
					if things == len(w.shelves) {
						w.shelves = append(w.shelves, shelfRef{t, map[string]string{}})
					}
					w.shelves[things].leaf[ref.lang] = ref.id
					things++
				}
			})
		}
		gifts := node{kind: "product", lang: lang, of: w.tenant.Gifts, position: len(w.tenant.Categories)}
		w.grow(gifts, func(_ content.Category, ref categoryRef) {
			w.gifts[lang] = append(w.gifts[lang], ref.id)
		})
		for _, topic := range w.tenant.Topics {
			for i, s := range topic.Trees {
				w.grow(node{kind: topic.Kind, lang: lang, of: s, position: i}, func(_ content.Category, ref categoryRef) {
					w.categories[topic.Kind] = append(w.categories[topic.Kind], ref)
				})
			}
		}
	}
	w.draftCategory()
}

// A node is a category at its place in a tree.
type node struct {
	kind, lang string
	of         content.Category
	parent     string // its id
	path       string // the Turkish names of the categories above, each after a slash
	position   int
}

// grow adds a category and its subcategories, and calls leaf for each category that has none.
func (w *builder) grow(n node, leaf func(content.Category, categoryRef)) {
	name := n.of.Name.In(n.lang)
	if n.of.Name.EN == "" {
		name = n.of.Name.TR
		n.lang = content.NoLanguage
	}
	n.path += "/" + n.of.Name.TR
	ref := categoryRef{id: w.id("category", n.kind+n.lang+n.path), name: name, english: n.of.Name.EN, lang: n.lang}
	if !w.grown[ref.id] { // a tree without a language is visited twice, and added once
		w.grown[ref.id] = true
		w.addCategory(n, ref.id)
	}
	for i, below := range n.of.Children {
		w.grow(node{kind: n.kind, lang: n.lang, of: below, parent: ref.id, path: n.path, position: i}, leaf)
	}
	if len(n.of.Children) == 0 {
		leaf(n.of, ref)
	}
}

func (w *builder) addCategory(n node, id string) {
	kind, lang, s := n.kind, n.lang, n.of
	name := s.Name.In(lang)
	if lang == content.NoLanguage {
		name = s.Name.TR
	}
	key := kind + lang + n.path
	row := categoryRow{base: w.base("category", key, 24*400), Name: name, Type: kind, Parent: n.parent,
		Status: "PUBLISHED", Position: n.position, Language: lang}
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
