package seed

import (
	"time"

	"vitrine/internal/demo/content"
)

type projectRow struct {
	base
	Slug         string    `db:"slug"`
	Title        string    `db:"title"`
	Brief        string    `db:"brief,null"`
	Description  string    `db:"description,null"`
	Content      string    `db:"content,null"`
	Cover        string    `db:"cover_image,null"`
	Gallery      list      `db:"gallery"`
	Stage        string    `db:"stage"`
	Start        time.Time `db:"start_date,null"`
	Completion   time.Time `db:"completion_date,null"`
	Client       string    `db:"client,null"`
	Organization string    `db:"organization_id,null"`
	Website      string    `db:"website,null"`
	Status       string    `db:"status"`
	Position     int       `db:"position"`
	Language     string    `db:"language,null"`
}

type projectCategoryRow struct {
	base
	Owner    string `db:"project_id"`
	Category string `db:"category_id"`
}

// addProjects adds projects in both languages. Every seventh record is a draft.
func (w *builder) addProjects() {
	bilingual(w.tenant.Projects, func(i int, lang string, p content.Project) {
		d := w.dice("project", lang+p.Title.EN)
		started := d.between(120, 900)
		row := projectRow{base: w.base("project", lang+p.Title.EN, 24*d.between(10, 120)),
			Slug: w.slug("project", p.Title.In(lang)), Title: p.Title.In(lang), Brief: p.Brief.In(lang),
			Stage: p.Stage, Client: p.Client, Status: "PUBLISHED", Position: i / 2, Language: lang}
		prose := some(d, content.ProjectProse, 2)
		row.Description = p.Brief.In(lang) + " " + prose[0].In(lang)
		row.Content = paragraphs(p.Brief.In(lang)) + heading(say(lang, "Nasıl çalıştık?", "How we worked")) +
			paragraphs(prose[0].In(lang), prose[1].In(lang))
		row.Cover = media("project", row.Slug)
		var gallery []string
		for n := range d.between(3, 7) {
			gallery = append(gallery, media("project", row.Slug+"-"+itoa(n+2)))
		}
		row.Gallery = jsonList(gallery)
		switch p.Stage {
		case "completed":
			row.Start, row.Completion = w.day(-started), w.day(-started/3)
		case "ongoing":
			row.Start, row.Completion = w.day(-started/4), w.day(d.between(30, 300))
		case "cancelled":
			row.Start = w.day(-started)
		}
		if o, ok := suited(d, w.organizations, ""); ok && d.chance(60) {
			row.Organization, row.Website = o.id, "https://"+o.slug+".example/"+row.Slug
		}
		if i%7 == 6 {
			row.Status = "DRAFT"
		}
		w.add("project", row)
		w.add("project_category", projectCategoryRow{base: w.base("project_category", lang+p.Title.EN, 24), Owner: row.ID,
			Category: w.categoryOf(d, "project", lang).id})
	})
}

type routeRow struct {
	base
	Slug        string `db:"slug"`
	Title       string `db:"title"`
	Brief       string `db:"brief,null"`
	Description string `db:"description,null"`
	Cover       string `db:"cover_image,null"`
	Images      list   `db:"images"`
	Days        int    `db:"duration_days,null"`
	Distance    cents  `db:"distance_km,null"`
	Difficulty  string `db:"difficulty,null"`
	Amount      cents  `db:"amount,null"`
	Currency    string `db:"currency,null"`
	Position    int    `db:"position"`
	Language    string `db:"language,null"`
	window
}

type routeStopRow struct {
	base
	Title       string `db:"title"`
	Route       string `db:"route_id"`
	Day         int    `db:"day"`
	Description string `db:"description,null"`
	Image       string `db:"image,null"`
	Place       string `db:"place_id,null"`
	Position    int    `db:"position"`
}

// addRoutes adds routes in both languages, with their stops.
func (w *builder) addRoutes() {
	bilingual(w.tenant.Routes, func(i int, lang string, t content.Route) {
		key := lang + t.Title.TR
		d := w.dice("route", key)
		row := routeRow{base: w.base("route", key, 24*d.between(20, 300)), Slug: w.slug("route", t.Title.In(lang)),
			Title: t.Title.In(lang), Brief: t.Brief.In(lang),
			Days: t.Stops[len(t.Stops)-1].Day, Distance: whole(t.Km), Difficulty: t.Difficulty.In(lang), Amount: whole(t.Price),
			Position: i / 2, Language: lang, window: w.window(d, i)}
		if t.Price > 0 {
			row.Currency = w.tenant.Currency
		}
		row.Description = paragraphs(t.Brief.In(lang), say(lang,
			"Gruplar en çok on iki kişi. Yemekler ve malzeme fiyata dahildir.",
			"Groups are of twelve at most. Meals and materials are included."))
		row.Cover = media("route", row.Slug)
		row.Images = jsonList([]string{row.Cover, media("page", row.Slug+"-2"), media("place", row.Slug+"-3")})
		w.add("route", row)
		for n, s := range t.Stops {
			at := routeStopRow{base: w.base("route_stop", key+"/"+itoa(n), 24*20), Title: s.Title.In(lang), Route: row.ID,
				Day: s.Day, Description: s.About.In(lang), Position: n}
			if n%3 != 2 {
				at.Image = media("page", content.Slugify(at.Title))
			}
			if p, ok := w.placeIn(s.City); ok {
				at.Place = p.id
			}
			w.add("route_stop", at)
		}
	})
}
