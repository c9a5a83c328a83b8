package seed

import (
	"slices"
	"time"

	"vitrine/internal/demo/content"
)

type campaignRow struct {
	base
	Slug        string    `db:"slug,null"`
	Title       string    `db:"title"`
	Brief       string    `db:"brief,null"`
	Description string    `db:"description,null"`
	Cover       string    `db:"cover_image,null"`
	Banner      string    `db:"banner,null"`
	URL         string    `db:"url,null"`
	Starts      time.Time `db:"starts_at,null"`
	Ends        time.Time `db:"ends_at,null"`
	Position    int       `db:"position"`
	Language    string    `db:"language,null"`
	window
}

// addCampaigns adds campaigns in both languages. Of each six, two are over, three run and one is to come.
func (w *builder) addCampaigns() {
	bilingual(w.tenant.Campaigns, func(i int, lang string, p content.Campaign) {
		d := w.dice("campaign", lang+p.Title.EN)
		row := campaignRow{base: w.base("campaign", lang+p.Title.EN, 24*d.between(5, 90)),
			Slug: w.slug("campaign", p.Title.In(lang)), Title: p.Title.In(lang), Brief: p.Brief.In(lang),
			Description: paragraphs(p.Brief.In(lang), content.CampaignProse.In(lang)), Position: i, Language: lang,
			window: window{Status: "PUBLISHED"}}
		switch i % 6 {
		case 0, 3: // runs
			row.Starts, row.Ends = w.at(-d.between(2, 12), -d.n(8)), w.at(d.between(2, 20), d.n(8))
		case 1: // is over
			row.Starts, row.Ends = w.at(-d.between(50, 90), 0), w.at(-d.between(2, 40), 0)
		case 2: // is to come
			row.Starts, row.Ends = w.at(d.between(1, 30), 3), w.at(d.between(32, 60), 0)
		case 4:
			row.Starts, row.Ends = w.at(-d.between(300, 400), 0), w.at(-d.between(250, 290), 0)
		case 5:
			row.Starts, row.Ends = w.at(-1, 0), w.at(d.between(1, 5), 0)
		}
		switch i { // the boundaries of the visibility rule
		case 5: // ends within the hour
			row.Ends = w.at(0, 2)
		case 2: // begins within the hour
			row.Starts = w.at(0, 1)
		case 3: // has no end; the next but one has no beginning
			row.Ends = time.Time{}
		case 6:
			row.Starts, row.Slug = time.Time{}, ""
		case 7: // runs, but is published tomorrow
			row.window = window{Status: "PUBLISHED", Publish: w.at(1, 0)}
			row.Starts, row.Ends = w.at(-1, 0), w.at(9, 0)
		case 9: // was withdrawn
			row.window = window{Status: "PUBLISHED", Publish: w.at(-9, 0), Unpublish: w.at(-1, 0)}
		case 1:
			row.Status, row.Starts, row.Ends = "DRAFT", w.at(-2, 0), w.at(7, 0)
		}
		picture := content.Slugify(row.Title)
		if i%8 != 6 {
			row.Cover, row.Banner = media("campaign", picture), media("campaign", picture+"-2")
		}
		if len(w.collections) > 0 && i%8 != 6 {
			row.URL = "/collections/" + w.collections[i%len(w.collections)]
		}
		w.add("campaign", row)
	})
}

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

// takes reports whether a collection takes a product.
func (w *builder) takes(c content.Choice, g good) bool {
	return slices.Contains(c.Families, g.family) || c.Discounted && g.discounted || c.Fresh && g.fresh
}

// addCollections adds collections in both languages, each with up to 24 products in its language or in none. One is
// empty.
func (w *builder) addCollections() {
	bilingual(w.tenant.Collections, func(i int, lang string, s content.Collection) {
		d := w.dice("collection", lang+s.Title.EN)
		row := collectionRow{base: w.base("collection", lang+s.Title.EN, 24*d.between(3, 200)),
			Slug: w.slug("collection", s.Title.In(lang)), Title: s.Title.In(lang),
			Brief: s.Brief.In(lang), Position: i / 2, Language: lang, window: w.window(d, i)}
		row.Description = paragraphs(s.Brief.In(lang), say(lang, "Seçki her pazartesi yenilenir.",
			"The selection changes every Monday."))
		picture := content.Slugify(s.Title.In(lang) + " " + s.Picture.In(lang))
		row.Image, row.Banner = media("product", picture), media("collection", picture)
		w.add("collection", row)
		if row.shown(w.now) {
			w.collections = append(w.collections, row.Slug)
		}
		if i == 9 { // announced before it has products
			return
		}
		var fits []good
		for _, g := range w.goods {
			if (g.lang == lang || g.lang == content.NoLanguage) && w.takes(s.Takes, g) {
				fits = append(fits, g)
			}
		}
		for n, g := range some(d, fits, d.between(8, 24)) {
			w.add("collection_product", collectionProductRow{base: w.base("collection_product", lang+s.Title.EN+"/"+g.id, 24),
				Collection: row.ID, Product: g.id, Position: n})
		}
	})
}
