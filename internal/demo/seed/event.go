package seed

import (
	"time"

	"vitrine/internal/demo/content"
)

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

// addEvents adds events. Of each eight, three are past and five are to come. The first sixteen cover every status and
// every kind of window. Workshops of one theme form a series.
func (w *builder) addEvents() {
	for i := range w.tenant.Events {
		f := w.tenant.EventFormats[i%len(w.tenant.EventFormats)]
		round := i / len(w.tenant.EventFormats)
		key := "e" + itoa(i)
		d := w.dice("event", key)
		lang := []string{content.Turkish, content.English, content.Turkish, content.Turkish, content.English,
			content.NoLanguage, content.English}[(i*3+round)%7]
		theme := f.Themes[round%len(f.Themes)]
		name := content.Fill(lang, f.Name.In(lang), "theme", theme.In(lang))
		row := eventRow{base: w.base("event", key, 24*d.between(1, 150)), Name: name, Slug: w.slug("event", name),
			Position: 100, Language: lang, window: window{Status: "PUBLISHED"},
			Images: "[]", Badges: "[]", Attributes: "[]", Notes: []string{}, Rules: []string{}}
		w.when(&row, d, f, i)
		venue, seats := w.where(&row, d, f)
		w.admit(&row, d, f, i, seats)
		w.announce(&row, d, f, theme, venue)
		if f.Days == 1 && len(f.Themes) > 3 && round%2 == 0 {
			row.Series = w.id("series", f.Name.TR)
		}
		w.add("event", row)
		w.sessions(row, key, f)
		w.add("event_category", eventCategoryRow{base: w.base("event_category", key, 24), Owner: row.ID,
			Category: w.eventCategory(f.Category, lang, d)})
	}
}

// when sets the days of an event. A past event is over, whatever its status. The first one to come begins within the
// hour, so that a viewer sees it change.
func (w *builder) when(row *eventRow, d *dice, f content.EventFormat, i int) {
	begin := []int{17, 18}[d.n(2)] // in the evening at +03:00
	if f.Hours > 3 {
		begin = []int{7, 8}[d.n(2)]
	}
	day := d.between(2, 140)
	if i%8 < 3 {
		day = -d.between(f.Days+1, 300)
		if d.chance(60) {
			row.Status = "PASSED"
		}
	}
	row.Starts = w.day(day).Add(time.Duration(begin) * time.Hour)
	row.Ends = row.Starts.Add(time.Duration((f.Days-1)*24+f.Hours) * time.Hour)
	switch i {
	case 3:
		row.Starts, row.Ends = w.at(0, 1), w.at(0, 1+f.Hours)
	case 11: // in progress
		row.Starts, row.Ends = w.at(0, -1), w.at(0, 1)
	case 4: // without an end
		row.Ends = time.Time{}
	}
}

// where finds a published place that is large enough, else the largest, and returns its number of seats.
func (w *builder) where(row *eventRow, d *dice, f content.EventFormat) (placeRef, int) {
	var venue placeRef
	for range 8 {
		p := pick(d, w.places)
		if p.live && (venue.id == "" || p.capacity > venue.capacity) {
			venue = p
		}
		if venue.capacity >= f.Seats {
			break
		}
	}
	if d.chance(8) { // not fixed yet, or online
		return placeRef{}, f.Seats
	}
	row.Place = venue.id
	if venue.capacity > 0 && venue.capacity < f.Seats {
		return venue, venue.capacity
	}
	return venue, f.Seats
}

// admit sets price, capacity and organizer, and the statuses that depend on them.
func (w *builder) admit(row *eventRow, d *dice, f content.EventFormat, i, seats int) {
	if m, ok := suited(d, w.merchants, "any"); ok && d.chance(70) {
		row.Merchant = m.id
	}
	if o, ok := suited(d, w.organizations, ""); ok && d.chance(55) {
		row.Organization = o.id
	}
	row.CapacityMax, row.CapacityMin = seats, seats/10
	row.Attendees, row.Cancelation = d.n(seats), d.chance(60)
	if f.Hi > 0 {
		row.Amount, row.Currency = round(d.between(f.Lo, f.Hi)), w.tenant.Currency
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

// announce sets the texts.
func (w *builder) announce(row *eventRow, d *dice, f content.EventFormat, theme content.Text, venue placeRef) {
	lang := row.Language
	about := content.Fill(lang, pick(d, f.About).In(lang), "theme", theme.In(lang), "craft",
		content.Lower(lang, theme.In(lang)))
	row.Abstract = about
	row.Description = about
	if venue.name != "" {
		row.Description = about + " " + content.Fill(lang, say(lang, "Yer: {place}.", "At {place}."), "place", venue.name)
	}
	row.Content = paragraphs(row.Description) + heading(say(lang, "Neler var?", "What to expect"))
	var notes []string
	for _, n := range f.Notes {
		notes = append(notes, n.In(lang))
	}
	row.Content += bullets(notes...)
	row.Notes = notes
	for _, r := range some(d, content.EventRules, 2) {
		row.Rules = append(row.Rules, r.In(lang))
	}
	if !d.chance(6) {
		row.FeaturedImage = media("event", row.Slug)
		row.Images = jsonList([]string{row.FeaturedImage, media("event", row.Slug+"-2"), media("event", row.Slug+"-3")})
	}
	var badges []badge
	if row.Amount == 0 {
		badges = append(badges, badge{"free", say(lang, "Ücretsiz", "Free"), "#5B8C5A"})
	}
	if row.CapacityMax > 0 && row.Attendees*10 > row.CapacityMax*9 && row.Status == "PUBLISHED" {
		badges = append(badges, badge{"last", say(lang, "Son yerler", "Last seats"), "#E08540"})
	}
	row.Badges = jsonList(badges)
	row.Attributes = jsonList([]property{{say(lang, "Dil", "Language"), pick(d, content.EventLanguages).In(lang)},
		{say(lang, "Süre", "Duration"), itoa(f.Hours) + " " + say(lang, "saat", "hours")}})
	if d.chance(70) {
		row.MetaTitle, row.MetaDescription, row.MetaImage = row.Name+" | "+w.tenant.Name, about, media("event", row.Slug)
	}
}

// sessions adds one session for each day of an event of several days.
func (w *builder) sessions(row eventRow, key string, f content.EventFormat) {
	if f.Days == 1 {
		return
	}
	for n := range f.Days {
		at := row.Starts.AddDate(0, 0, n)
		s := eventSessionRow{base: w.base("event_session", key+"/"+itoa(n), 24), Event: row.ID, Starts: at,
			Ends: at.Add(time.Duration(f.Hours) * time.Hour), Position: n}
		if n == 2 {
			s.Ends = time.Time{} // an open end
		} else {
			s.Label = itoa(n+1) + say(row.Language, ". gün", ". day")
			if row.Language != content.Turkish {
				s.Label = "Day " + itoa(n+1)
			}
		}
		w.add("event_session", s)
	}
}

// eventCategory returns the category of a format in a language. An event without a language stands under the English
// one.
func (w *builder) eventCategory(name, lang string, d *dice) string {
	for _, c := range w.categories["event"] {
		if c.english == name && (c.lang == lang || lang == content.NoLanguage && c.lang == content.English) {
			return c.id
		}
	}
	panic("seed: no event category " + name + " in " + lang)
}
