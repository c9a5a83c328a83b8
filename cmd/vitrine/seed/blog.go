package seed

import "time"

type blogRow struct {
	base
	Slug            string    `db:"slug"`
	Title           string    `db:"title"`
	Summary         string    `db:"summary,null"`
	Content         string    `db:"content,null"`
	Cover           string    `db:"cover_image,null"`
	AuthorName      string    `db:"author_name,null"`
	AuthorTitle     string    `db:"author_title,null"`
	AuthorImage     string    `db:"author_image,null"`
	AuthorBio       string    `db:"author_bio,null"`
	Published       time.Time `db:"published_at"`
	Tags            []string  `db:"tags"`
	MetaTitle       string    `db:"meta_title,null"`
	MetaDescription string    `db:"meta_description,null"`
	Position        int       `db:"position"`
	Language        string    `db:"language,null"`
	window
}

type blogCategoryRow struct {
	base
	Owner    string `db:"blog_post_id"`
	Category string `db:"category_id"`
}

// story is a post in two languages: what it is about, and what it says.
type story struct {
	title, lead text
	points      []text // a heading and a sentence each, with a colon between
	tag         text
	picture     text // a word that package art can draw
}

var authorTitles = []text{{"Editör", "Editor"}, {"Seramikçi", "Potter"}, {"Gezgin", "Traveller"}, {"Dokumacı", "Weaver"}, {"Şef", "Chef"}}

var authorBios = []text{{"On yıldır atölyeleri gezip yazıyor.", "Has written about workshops for ten years."}, {"Yazmadığı zaman çarkın başında.", "When not writing, at the wheel."},
	{"Defteri, kalemi ve bir termosu var.", "Owns a notebook, a pen and a flask."}}

var closings = []text{{"Bir sonraki yazıda görüşmek üzere; sorularınızı yorum yerine mektupla bekliyoruz.", "Until the next one. We would rather have your questions by letter than as comments."},
	{"Siz de denerseniz sonucu bize gönderin, en güzelini vitrine koyalım.", "If you try it, send us what came of it; the best goes into our window."},
	{"Bu yazı bir atölye ziyaretinden notlarla hazırlandı.", "Written from notes taken on a visit to a workshop."}}

// blog makes the stories in both languages. The first stays on top; some name no author.
func (w *world) blog() {
	bilingual(w.shop.stories, func(i int, lang string, s story) {
		d := w.dice("blog_post", lang+s.title.en)
		hours := 24*d.between(1, 400) + d.n(24)
		row := blogRow{base: w.base("blog_post", lang+s.title.en, hours), Slug: w.slug("blog_post", s.title.in(lang)), Title: s.title.in(lang), Summary: s.lead.in(lang),
			Position: 100, Language: lang, window: w.window(d, i), Published: w.at(0, -hours).Truncate(time.Hour)}
		if !row.Publish.IsZero() {
			row.Published = row.Publish
		}
		content := paragraphs(s.lead.in(lang))
		for _, p := range s.points {
			head, rest := split(p.in(lang))
			content += heading(head) + paragraphs(rest)
		}
		row.Content = content + "<blockquote>" + text{"Acele eden usta, çırağından öğrenir.", "A master in a hurry learns from the apprentice."}.in(lang) + "</blockquote>\n" + paragraphs(pick(d, closings).in(lang))
		if i%9 != 8 {
			who := person(d)
			row.AuthorName, row.AuthorTitle, row.AuthorImage, row.AuthorBio = who, pick(d, authorTitles).in(lang), media("portrait", slugify(who)), pick(d, authorBios).in(lang)
			row.Cover = media("blog", slugify(s.title.in(lang)+" "+s.picture.in(lang)))
			row.MetaTitle, row.MetaDescription = row.Title, row.Summary
		}
		if i%9 == 8 {
			row.Summary = ""
		}
		row.Tags = []string{s.tag.in(lang), w.shop.id}
		if i == 0 {
			row.Position = 1 // stays on top
		}
		w.add("blog_post", row)
		w.add("blog_post_category", blogCategoryRow{base: w.base("blog_post_category", lang+s.title.en, 24), Owner: row.ID, Category: w.categoryOf(d, "blog", lang).id})
	})
}

// split cuts a point at its colon.
func split(point string) (head, rest string) {
	for i, r := range point {
		if r == ':' {
			return point[:i], point[i+2:]
		}
	}
	panic("seed: a point without a colon: " + point)
}
