package seed

import "time"

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

// subject is a group of questions in two languages; its parts are the groups below it.
type subject struct {
	title, about text
	questions    []qa
	parts        []subject
}

type qa struct{ q, a text }

// faq makes the groups with those below them and their questions, in both languages; then a question that belongs to no group,
// one that is not answered yet, one without a language, and a group without an address of its own.
func (w *world) faq() {
	for _, lang := range []string{turkish, english} {
		for i, s := range w.shop.subjects {
			w.ask(lang, s, "", "", i)
		}
		loose := faqRow{base: w.base("faq", lang+"loose", 24*200), Question: text{"Dükkânın kedisinin adı ne?", "What is the shop's cat called?"}.in(lang),
			Answer: paragraphs(text{"Mırnav.", "Mirnav."}.in(lang)), Date: w.day(-200), Status: "PUBLISHED", Position: 900, Language: lang}
		w.add("faq", loose)
		loose.base, loose.Question = w.base("faq", lang+"draft", 24*2), text{"Bitcoin ile ödeyebilir miyim?", "May I pay in bitcoin?"}.in(lang)
		loose.Answer, loose.Date, loose.Status = "", w.day(-2), "DRAFT"
		w.add("faq", loose)
	}
	w.add("faq", faqRow{base: w.base("faq", "neutral", 24*90), Question: "IBAN?", Answer: paragraphs("TR00 0000 0000 0000 0000 0000 00"), Date: w.day(-90), Status: "PUBLISHED", Position: 901})
	w.add("faq_group", faqGroupRow{base: w.base("faq_group", "archive", 24*300), Title: "Archive", Status: "PUBLISHED", Position: 99})
	w.add("faq_group", faqGroupRow{base: w.base("faq_group", "draft", 24), Slug: w.slug("faq_group", w.shop.id+" taslak"), Title: "Taslak", Status: "DRAFT", Position: 98, Language: turkish})
}

func (w *world) ask(lang string, s subject, parent, path string, position int) {
	path += "/" + s.title.tr
	d := w.dice("faq_group", lang+path)
	row := faqGroupRow{base: w.base("faq_group", lang+path, 24*300), Slug: w.slug("faq_group", s.title.in(lang)), Title: s.title.in(lang), Description: s.about.in(lang),
		Parent: parent, Status: "PUBLISHED", Position: position, Language: lang}
	w.add("faq_group", row)
	for i, q := range s.questions {
		days := d.between(1, 280)
		w.add("faq", faqRow{base: w.base("faq", lang+path+"/"+itoa(i), 24*days), Question: q.q.in(lang), Answer: paragraphs(q.a.in(lang)), Date: w.day(-days), Group: row.ID,
			Status: "PUBLISHED", Position: i, Language: lang})
	}
	for i, part := range s.parts {
		w.ask(lang, part, row.ID, path, i)
	}
}
