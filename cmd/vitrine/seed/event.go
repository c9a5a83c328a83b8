package seed

import "time"

type eventRow struct {
	base
	Slug            string    `db:"slug"`
	Name            string    `db:"name"`
	Starts          time.Time `db:"starts_at"`
	Ends            time.Time `db:"ends_at,null"`
	Abstract        string    `db:"abstract,null"`
	Description     string    `db:"description,null"`
	Content         string    `db:"content,null"`
	Notes           []string  `db:"notes"`
	Rules           []string  `db:"rules"`
	FeaturedImage   string    `db:"featured_image,null"`
	Images          list      `db:"images"`
	Amount          cents     `db:"amount,null"`
	List            cents     `db:"list_price,null"`
	Sale            cents     `db:"sale_price,null"`
	Discount        cents     `db:"discount,null"` // percent
	Lowest          cents     `db:"lowest_price_30_days,null"`
	Currency        string    `db:"currency,null"`
	Place           string    `db:"place_id,null"`
	Merchant        string    `db:"merchant_id,null"`
	Organization    string    `db:"organization_id,null"`
	CapacityMin     int       `db:"capacity_min,null"`
	CapacityMax     int       `db:"capacity_max,null"`
	Cancelation     bool      `db:"cancelation"`
	Attendees       int       `db:"attendees"`
	Series          string    `db:"recurrence_group_id,null"`
	Badges          list      `db:"badges"`
	Attributes      list      `db:"attributes"`
	MetaTitle       string    `db:"meta_title,null"`
	MetaDescription string    `db:"meta_description,null"`
	MetaImage       string    `db:"meta_image,null"`
	Position        int       `db:"position"`
	Language        string    `db:"language,null"`
	window
}

type eventSessionRow struct {
	base
	Event    string    `db:"event_id"`
	Label    string    `db:"label,null"`
	Starts   time.Time `db:"starts_at"`
	Ends     time.Time `db:"ends_at,null"`
	Position int       `db:"position"`
}

type eventCategoryRow struct {
	base
	Owner    string `db:"event_id"`
	Category string `db:"category_id"`
}

// format is a kind of event: a workshop takes an afternoon and few people, a festival three days and many.
type format struct {
	name     text   // {theme}
	category string // the English name of its heading
	themes   []text
	hours    int // of a day
	days     int
	seats    int    // at most; a smaller place holds fewer
	lo, hi   int    // price; 0 is free
	about    []text // {theme}, or {craft} in lower case
	notes    []text
}

// event makes the events: of each eight, three are over and five are to come; among the first sixteen there is every status and every
// kind of window. Workshops of one theme are a series.
func (w *world) event() {
	for i := range w.shop.events {
		f := w.shop.formats[i%len(w.shop.formats)]
		round := i / len(w.shop.formats)
		key := "e" + itoa(i)
		d := w.dice("event", key)
		lang := []string{turkish, english, turkish, turkish, english, none, english}[(i*3+round)%7]
		theme := f.themes[round%len(f.themes)]
		name := fill(lang, f.name.in(lang), "theme", theme.in(lang))
		row := eventRow{base: w.base("event", key, 24*d.between(1, 150)), Name: name, Slug: w.slug("event", name), Position: 100, Language: lang, window: window{Status: "PUBLISHED"},
			Images: "[]", Badges: "[]", Attributes: "[]", Notes: []string{}, Rules: []string{}}
		w.when(&row, d, f, i)
		venue, seats := w.where(&row, d, f)
		w.admit(&row, d, f, i, seats)
		w.announce(&row, d, f, theme, venue)
		if f.days == 1 && len(f.themes) > 3 && round%2 == 0 {
			row.Series = w.id("series", f.name.tr)
		}
		w.add("event", row)
		w.sessions(row, key, f)
		w.add("event_category", eventCategoryRow{base: w.base("event_category", key, 24), Owner: row.ID, Category: w.eventCategory(f.category, lang, d)})
	}
}

// when sets an event's days: a past one has passed, whatever its status says; the first to come begins within the hour, so that one
// sees it pass.
func (w *world) when(row *eventRow, d *dice, f format, i int) {
	begin := []int{17, 18}[d.n(2)] // in the evening, as those who live at +03:00 see it
	if f.hours > 3 {
		begin = []int{7, 8}[d.n(2)]
	}
	day := d.between(2, 140)
	if i%8 < 3 {
		day = -d.between(f.days+1, 300)
		if d.chance(60) {
			row.Status = "PASSED"
		}
	}
	row.Starts = w.day(day).Add(time.Duration(begin) * time.Hour)
	row.Ends = row.Starts.Add(time.Duration((f.days-1)*24+f.hours) * time.Hour)
	switch i {
	case 3:
		row.Starts, row.Ends = w.at(0, 1), w.at(0, 1+f.hours)
	case 11: // is on
		row.Starts, row.Ends = w.at(0, -1), w.at(0, 1)
	case 4: // has no end
		row.Ends = time.Time{}
	}
}

// where finds a live place that is large enough, else the largest, and says how many may come.
func (w *world) where(row *eventRow, d *dice, f format) (placeRef, int) {
	var venue placeRef
	for range 8 {
		p := pick(d, w.places)
		if p.live && (venue.id == "" || p.capacity > venue.capacity) {
			venue = p
		}
		if venue.capacity >= f.seats {
			break
		}
	}
	if d.chance(8) { // not found yet, or online
		return placeRef{}, f.seats
	}
	row.Place = venue.id
	if venue.capacity > 0 && venue.capacity < f.seats {
		return venue, venue.capacity
	}
	return venue, f.seats
}

// admit sets price, capacity and who holds it, and the statuses that hang on them.
func (w *world) admit(row *eventRow, d *dice, f format, i, seats int) {
	if m, ok := suited(d, w.merchants, "any"); ok && d.chance(70) {
		row.Merchant = m.id
	}
	if o, ok := suited(d, w.organizations, ""); ok && d.chance(55) {
		row.Organization = o.id
	}
	row.CapacityMax, row.CapacityMin = seats, seats/10
	row.Attendees, row.Cancelation = d.n(seats), d.chance(60)
	if f.hi > 0 {
		row.Amount, row.Currency = round(d.between(f.lo, f.hi)), w.shop.currency
		row.List = row.Amount
		if d.chance(25) {
			percent := pick(d, []int{10, 20, 25})
			row.Amount = row.List * cents(100-percent) / 100
			row.Sale, row.Discount, row.Lowest = row.Amount, whole(percent), row.Amount
		}
	}
	switch i % 16 {
	case 5, 14:
		row.Status, row.Attendees = "SOLD_OUT", seats
	case 6:
		row.Status = "DRAFT"
	case 7:
		row.Status = "CANCELLED"
	case 12:
		row.Publish = w.at(1, 4)
	case 13:
		row.Publish, row.Unpublish = w.at(-20, 0), w.at(-1, 0)
	case 15:
		row.Publish, row.Unpublish = w.at(-10, 0), w.at(6, 0)
	case 8:
		if i%32 == 8 {
			row.Status = "ARCHIVED"
		}
	}
}

var eventRules = []text{{"Kapılar yarım saat önce açılır.", "Doors open half an hour before."}, {"Geç gelenler ilk arada alınır.", "Latecomers wait for the first break."}, {"Evcil hayvanlar tasmalı.", "Pets on a leash."},
	{"Profesyonel kamera izne bağlıdır.", "Professional cameras need permission."}, {"12 yaş altı bir yetişkinle.", "Under 12 with a grown-up."}}

// announce writes what readers see.
func (w *world) announce(row *eventRow, d *dice, f format, theme text, venue placeRef) {
	lang := row.Language
	about := fill(lang, pick(d, f.about).in(lang), "theme", theme.in(lang), "craft", lower(lang, theme.in(lang)))
	row.Abstract = about
	row.Description = about
	if venue.name != "" {
		row.Description = about + " " + fill(lang, text{"Yer: {place}.", "At {place}."}.in(lang), "place", venue.name)
	}
	row.Content = paragraphs(row.Description) + heading(text{"Neler var?", "What to expect"}.in(lang))
	var notes []string
	for _, n := range f.notes {
		notes = append(notes, n.in(lang))
	}
	row.Content += bullets(notes...)
	row.Notes = notes
	for _, r := range some(d, eventRules, 2) {
		row.Rules = append(row.Rules, r.in(lang))
	}
	if !d.chance(6) {
		row.FeaturedImage = media("event", row.Slug)
		row.Images = jsonList([]string{row.FeaturedImage, media("event", row.Slug+"-2"), media("event", row.Slug+"-3")})
	}
	var badges []badge
	if row.Amount == 0 {
		badges = append(badges, badge{"free", text{"Ücretsiz", "Free"}.in(lang), "#5B8C5A"})
	}
	if row.CapacityMax > 0 && row.Attendees*10 > row.CapacityMax*9 && row.Status == "PUBLISHED" {
		badges = append(badges, badge{"last", text{"Son yerler", "Last seats"}.in(lang), "#E08540"})
	}
	row.Badges = jsonList(badges)
	row.Attributes = jsonList([]property{{text{"Dil", "Language"}.in(lang), pick(d, []text{{"Türkçe", "Turkish"}, {"İngilizce", "English"}}).in(lang)},
		{text{"Süre", "Duration"}.in(lang), itoa(f.hours) + " " + text{"saat", "hours"}.in(lang)}})
	if d.chance(70) {
		row.MetaTitle, row.MetaDescription, row.MetaImage = row.Name+" | "+w.shop.name, about, media("event", row.Slug)
	}
}

// sessions are the days of an event that lasts several.
func (w *world) sessions(row eventRow, key string, f format) {
	if f.days == 1 {
		return
	}
	for n := range f.days {
		at := row.Starts.AddDate(0, 0, n)
		s := eventSessionRow{base: w.base("event_session", key+"/"+itoa(n), 24), Event: row.ID, Starts: at, Ends: at.Add(time.Duration(f.hours) * time.Hour), Position: n}
		if n == 2 {
			s.Ends = time.Time{} // until everybody has left
		} else {
			s.Label = itoa(n+1) + text{". gün", ". day"}.in(row.Language)
			if row.Language != turkish {
				s.Label = "Day " + itoa(n+1)
			}
		}
		w.add("event_session", s)
	}
}

// eventCategory is the heading of a format in a language; an event without one hangs under either.
func (w *world) eventCategory(name, lang string, d *dice) string {
	for _, c := range w.categories["event"] {
		if c.english == name && (c.lang == lang || lang == none && c.lang == english) {
			return c.id
		}
	}
	panic("seed: no event category " + name + " in " + lang)
}
