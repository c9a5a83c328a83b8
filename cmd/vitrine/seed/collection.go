package seed

type collectionRow struct {
	base
	Slug        string `db:"slug"`
	Title       string `db:"title"`
	Brief       string `db:"brief,null"`
	Description string `db:"description,null"`
	Image       string `db:"image,null"`
	Banner      string `db:"banner,null"`
	Position    int    `db:"position"`
	Language    string `db:"language,null"`
	window
}

type collectionProductRow struct {
	base
	Collection string `db:"collection_id"`
	Product    string `db:"product_id"`
	Position   int    `db:"position"`
}

// selection is a collection: its words, and which products it takes.
type selection struct {
	title, brief text
	picture      text // a word that package art can draw
	takes        func(good) bool
}

// of takes the products of some families.
func of(families ...string) func(good) bool {
	return func(g good) bool {
		for _, f := range families {
			if g.family == f {
				return true
			}
		}
		return false
	}
}

var demoCollections = []selection{
	{text{"Yazlık Dolap", "Summer Wardrobe"}, text{"Keten, müslin ve bol kesim.", "Linen, muslin and an easy cut."}, text{"elbise", "dress"}, of("wear")},
	{text{"Pazar Kahvaltısı", "Sunday Breakfast"}, text{"Reçelden fincana, bir sofralık.", "From jam to cup: a table's worth."}, text{"fincan", "cup"}, of("food", "home")},
	{text{"İlk Ev", "First Home"}, text{"Boş bir eve girerken.", "For stepping into an empty flat."}, text{"lamba", "lamp"}, of("home", "garden")},
	{text{"İndirimdekiler", "Reduced"}, text{"Fiyatı düşenler, tek yerde.", "Everything that costs less now."}, text{"kutusu", "box"}, func(g good) bool { return g.discounted }},
	{text{"Yeni Gelenler", "Just In"}, text{"Son iki ayda rafa çıkanlar.", "What came in over the last two months."}, text{"sepet", "basket"}, func(g good) bool { return g.fresh }},
	{text{"Yolcuya Mektup", "Letters to a Traveller"}, text{"Defter, kalem, sırt çantası.", "Notebook, pen and backpack."}, text{"defter", "notebook"}, of("paper", "bag", "book")},
	{text{"Uyku Öncesi", "Before Sleep"}, text{"Masal, oyuncak ayı, lavanta.", "A story, a bear, some lavender."}, text{"ayı", "bear"}, of("kids", "care")},
	{text{"Kuyumcu Tezgâhı", "The Jeweller's Bench"}, text{"Elde dövülenler.", "All hammered by hand."}, text{"yüzük", "ring"}, of("jewel")},
	{text{"Dinlemek İçin", "Made for Listening"}, text{"Ses çıkaran her şey.", "All that makes a sound."}, text{"plak", "record"}, of("tech")},
	{text{"Duvarda", "On the Wall"}, text{"Baskılar, aynalar, saatler.", "Prints, mirrors and clocks."}, text{"print", "print"}, of("art", "home")},
	{text{"", "Edition 2026"}, text{"", "All prints of the year."}, text{"print", "print"}, of("art")},
}

var atelierCollections = []selection{
	{text{"Yaz Sergisi", "Summer Show"}, text{"Bu yaz duvarda olanlar.", "What hangs this summer."}, text{"tablo", "painting"}, of("art")},
	{text{"İlk Fırçan", "Your First Brush"}, text{"Başlamak için gerekenler.", "What one needs to begin."}, text{"fırça", "brush"}, of("supply")},
	{text{"Mavi Karolar", "Tiles in Blue"}, text{"Fırından yeni çıkanlar.", "Fresh from the kiln."}, text{"çini", "tile"}, of("tile")},
}

// collection makes collections in both languages, each with up to 24 products of its language or of none. One is empty.
func (w *world) collection() {
	bilingual(w.shop.collections, func(i int, lang string, s selection) {
		d := w.dice("collection", lang+s.title.en)
		row := collectionRow{base: w.base("collection", lang+s.title.en, 24*d.between(3, 200)), Slug: w.slug("collection", s.title.in(lang)), Title: s.title.in(lang),
			Brief: s.brief.in(lang), Position: i / 2, Language: lang, window: w.window(d, i)}
		row.Description = paragraphs(s.brief.in(lang), text{"Seçki her pazartesi yenilenir.", "The selection changes every Monday."}.in(lang))
		picture := slugify(s.title.in(lang) + " " + s.picture.in(lang))
		row.Image, row.Banner = media("product", picture), media("collection", picture)
		w.add("collection", row)
		if row.shown(w.now) {
			w.collections = append(w.collections, row.Slug)
		}
		if i == 9 { // announced before anything is in it
			return
		}
		var fits []good
		for _, g := range w.goods {
			if (g.lang == lang || g.lang == none) && s.takes(g) {
				fits = append(fits, g)
			}
		}
		for n, g := range some(d, fits, d.between(8, 24)) {
			w.add("collection_product", collectionProductRow{base: w.base("collection_product", lang+s.title.en+"/"+g.id, 24), Collection: row.ID, Product: g.id, Position: n})
		}
	})
}
