package seed

import (
	"time"

	"vitrine/internal/demo/content"
)

type pageRow struct {
	base
	Slug            string `db:"slug"`
	Title           string `db:"title"`
	Brief           string `db:"brief,null"`
	Content         string `db:"content,null"`
	Image           string `db:"image,null"`
	MetaTitle       string `db:"meta_title,null"`
	MetaDescription string `db:"meta_description,null"`
	Position        int    `db:"position"`
	Language        string `db:"language,null"`
	window
}

type pageCategoryRow struct {
	base
	Owner    string `db:"page_id"`
	Category string `db:"category_id"`
}

// addPages adds pages in both languages, and one in no language. An eighth of them has no metadata for search engines.
func (w *builder) addPages() {
	bilingual(w.tenant.Pages, func(i int, lang string, p content.Page) {
		d := w.dice("page", lang+p.Title.EN)
		row := pageRow{base: w.base("page", lang+p.Title.EN, 24*d.between(20, 470)), Slug: w.slug("page", p.Title.In(lang)),
			Title: p.Title.In(lang), Brief: p.Brief.In(lang),
			Position: i / 2, Language: lang, window: w.window(d, i)}
		var body, points []string
		for _, b := range p.Body {
			body = append(body, b.In(lang))
		}
		for _, b := range p.Points {
			points = append(points, b.In(lang))
		}
		row.Content = paragraphs(body...) + heading(say(lang, "Kısaca", "In short")) + bullets(points...)
		if i%8 != 7 {
			row.Image = media("page", row.Slug)
			row.MetaTitle, row.MetaDescription = row.Title+" | "+w.tenant.Name, row.Brief
		}
		w.add("page", row)
		w.add("page_category", pageCategoryRow{base: w.base("page_category", lang+p.Title.EN, 24), Owner: row.ID,
			Category: w.categoryOf(d, "page", lang).id})
	})
	w.add("page", pageRow{base: w.base("page", "imprint", 24*450), Slug: w.slug("page", w.tenant.ID+" imprint"),
		Title: "Imprint", Content: paragraphs(w.tenant.Name),
		Position: 99, window: window{Status: "PUBLISHED"}})
}

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

// addPosts adds blog posts in both languages. The first is pinned to the top; some have no author.
func (w *builder) addPosts() {
	bilingual(w.tenant.Posts, func(i int, lang string, s content.Post) {
		d := w.dice("blog_post", lang+s.Title.EN)
		hours := 24*d.between(1, 400) + d.n(24)
		row := blogRow{base: w.base("blog_post", lang+s.Title.EN, hours), Slug: w.slug("blog_post", s.Title.In(lang)),
			Title: s.Title.In(lang), Summary: s.Lead.In(lang),
			Position: 100, Language: lang, window: w.window(d, i), Published: w.at(0, -hours).Truncate(time.Hour)}
		if !row.Publish.IsZero() {
			row.Published = row.Publish
		}
		html := paragraphs(s.Lead.In(lang))
		for _, p := range s.Points {
			head, rest := split(p.In(lang))
			html += heading(head) + paragraphs(rest)
		}
		row.Content = html + "<blockquote>" + say(lang, "Acele eden usta, çırağından öğrenir.",
			"A master in a hurry learns from the apprentice.") + "</blockquote>\n" +
			paragraphs(pick(d, content.PostClosings).In(lang))
		if i%9 != 8 {
			who := person(d)
			row.AuthorName, row.AuthorTitle, row.AuthorImage, row.AuthorBio = who, pick(d, content.AuthorTitles).In(lang),
				media("portrait", content.Slugify(who)), pick(d, content.AuthorBios).In(lang)
			row.Cover = media("blog", content.Slugify(s.Title.In(lang)+" "+s.Picture.In(lang)))
			row.MetaTitle, row.MetaDescription = row.Title, row.Summary
		}
		if i%9 == 8 {
			row.Summary = ""
		}
		row.Tags = []string{s.Tag.In(lang), w.tenant.ID}
		if i == 0 {
			row.Position = 1 // pinned to the top
		}
		w.add("blog_post", row)
		w.add("blog_post_category", blogCategoryRow{base: w.base("blog_post_category", lang+s.Title.EN, 24), Owner: row.ID,
			Category: w.categoryOf(d, "blog", lang).id})
	})
}

type faqGroupRow struct {
	base
	Slug        string `db:"slug,null"`
	Title       string `db:"title"`
	Description string `db:"description,null"`
	Parent      string `db:"parent_id,null"`
	Status      string `db:"status"`
	Position    int    `db:"position"`
	Language    string `db:"language,null"`
}

type faqRow struct {
	base
	Question string    `db:"question"`
	Answer   string    `db:"answer"`
	Date     time.Time `db:"date"`
	Group    string    `db:"group_id,null"`
	Status   string    `db:"status"`
	Position int       `db:"position"`
	Language string    `db:"language,null"`
}

// addFAQ adds groups, subgroups and questions in both languages. It also adds a question without a group, an unanswered
// one, one without a language, and a group without a slug.
func (w *builder) addFAQ() {
	for _, lang := range []string{content.Turkish, content.English} {
		for i, s := range w.tenant.FAQGroups {
			w.ask(lang, s, "", "", i)
		}
		loose := faqRow{base: w.base("faq", lang+"loose", 24*200),
			Question: say(lang, "Dükkânın kedisinin adı ne?", "What is the shop's cat called?"),
			Answer:   paragraphs(say(lang, "Mırnav.", "Mirnav.")), Date: w.day(-200), Status: "PUBLISHED", Position: 900,
			Language: lang}
		w.add("faq", loose)
		loose.base, loose.Question = w.base("faq", lang+"draft", 24*2),
			say(lang, "Bitcoin ile ödeyebilir miyim?", "May I pay in bitcoin?")
		loose.Answer, loose.Date, loose.Status = "", w.day(-2), "DRAFT"
		w.add("faq", loose)
	}
	w.add("faq", faqRow{base: w.base("faq", "neutral", 24*90), Question: "IBAN?",
		Answer: paragraphs("TR00 0000 0000 0000 0000 0000 00"), Date: w.day(-90), Status: "PUBLISHED", Position: 901})
	w.add("faq_group", faqGroupRow{base: w.base("faq_group", "archive", 24*300), Title: "Archive", Status: "PUBLISHED",
		Position: 99})
	w.add("faq_group", faqGroupRow{base: w.base("faq_group", "draft", 24),
		Slug:  w.slug("faq_group", w.tenant.ID+" taslak"),
		Title: "Taslak", Status: "DRAFT", Position: 98, Language: content.Turkish})
}

func (w *builder) ask(lang string, s content.FAQGroup, parent, path string, position int) {
	path += "/" + s.Title.TR
	d := w.dice("faq_group", lang+path)
	row := faqGroupRow{base: w.base("faq_group", lang+path, 24*300), Slug: w.slug("faq_group", s.Title.In(lang)),
		Title: s.Title.In(lang), Description: s.About.In(lang),
		Parent: parent, Status: "PUBLISHED", Position: position, Language: lang}
	w.add("faq_group", row)
	for i, q := range s.Questions {
		days := d.between(1, 280)
		w.add("faq", faqRow{base: w.base("faq", lang+path+"/"+itoa(i), 24*days), Question: q.Q.In(lang),
			Answer: paragraphs(q.A.In(lang)), Date: w.day(-days), Group: row.ID,
			Status: "PUBLISHED", Position: i, Language: lang})
	}
	for i, part := range s.Parts {
		w.ask(lang, part, row.ID, path, i)
	}
}

type termRow struct {
	base
	Slug       string `db:"slug"`
	Term       string `db:"term"`
	Definition string `db:"definition"`
	Status     string `db:"status"`
	Position   int    `db:"position"`
	Language   string `db:"language,null"`
}

type relatedRow struct {
	base
	Term     string `db:"dictionary_term_id"`
	Related  string `db:"related_id"`
	Position int    `db:"position"`
}

// addDictionaries adds the terms and their relations. Every thirtieth term has no language; the last of each dictionary
// is a draft.
func (w *builder) addDictionaries() {
	for _, l := range w.tenant.Dictionaries {
		ids := map[string]string{}
		for i, e := range l.Entries {
			key := l.Lang + e.Term
			row := termRow{base: w.base("dictionary_term", key, 24*(30+i)),
				Slug: w.slug("dictionary_term", e.Term, e.Term+" "+l.Lang), Term: e.Term, Definition: paragraphs(e.Means),
				Status: "PUBLISHED", Language: l.Lang}
			if i%30 == 29 {
				row.Language = content.NoLanguage
			}
			if i == len(l.Entries)-1 {
				row.Status = "DRAFT"
			}
			ids[e.Term] = row.ID
			w.add("dictionary_term", row)
		}
		for _, e := range l.Entries {
			for n, other := range e.Related {
				if ids[other] == "" {
					panic("seed: " + e.Term + " leads to " + other + ", which is no entry")
				}
				w.add("dictionary_term_related", relatedRow{base: w.base("dictionary_term_related", l.Lang+e.Term+"/"+other, 24*20),
					Term: ids[e.Term], Related: ids[other], Position: n})
			}
		}
	}
}
