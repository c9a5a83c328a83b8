package seed

import (
	"strconv"

	"vitrine/internal/demo/content"
)

type brandRow struct {
	base
	Slug        string `db:"slug"`
	Name        string `db:"name"`
	Logo        string `db:"logo,null"`
	Image       string `db:"image,null"`
	Description string `db:"description,null"`
	Website     string `db:"website,null"`
	Email       string `db:"email,null"`
	Phone       string `db:"phone,null"`
	Status      string `db:"status"`
	Position    int    `db:"position"`
	Language    string `db:"language,null"`
}

type brandLocationRow struct {
	base
	Brand   string  `db:"brand_id"`
	Name    string  `db:"name"`
	Lat     float64 `db:"lat,null"`
	Lng     float64 `db:"lng,null"`
	Address string  `db:"address,null"`
	City    string  `db:"city,null"`
	Country string  `db:"country,null"`
	Phone   string  `db:"phone,null"`
}

// addBrands adds brands with one to four locations each, a few with none. The last brand is a draft.
func (w *builder) addBrands() {
	for i, m := range w.tenant.Brands {
		d := w.dice("brand", m.Name)
		lang := []string{content.Turkish, content.English, content.NoLanguage}[i%3]
		home := town(d, 10)
		row := brandRow{base: w.base("brand", m.Name, 24*d.between(60, 480)), Slug: w.slug("brand", m.Name), Name: m.Name,
			Status: "PUBLISHED", Position: i, Language: lang}
		row.Description = content.Fill(lang, pick(d, content.BrandProse[m.Family]).In(lang), "name", m.Name, "year",
			strconv.Itoa(d.between(1948, 2021)), "city", home.Name.In(lang))
		if i%11 != 7 {
			row.Logo, row.Image = media("brand", row.Slug), media("banner", row.Slug)
		}
		if i%7 != 5 {
			row.Website, row.Email, row.Phone = "https://"+row.Slug+".example", "hello@"+row.Slug+".example",
				home.Phone+digits(d, 3)
		}
		live := i < len(w.tenant.Brands)-1
		if !live {
			row.Status = "DRAFT"
		}
		w.add("brand", row)
		w.brands = append(w.brands, ref{id: row.ID, slug: row.Slug, name: m.Name, family: m.Family, lang: lang, live: live})
		if i%6 != 4 {
			w.brandLocations(d, row, lang, home)
		}
	}
}

func (w *builder) brandLocations(d *dice, b brandRow, lang string, home content.City) {
	for n := range d.between(1, 4) {
		c := home
		if n > 0 {
			c = town(d, 25)
		}
		at := spotIn(c, d, lang)
		row := brandLocationRow{base: w.base("brand_location", b.Slug+"/"+strconv.Itoa(n), 24*d.between(20, 60)), Brand: b.ID,
			Name: b.Name + " " + at.city, Lat: at.lat, Lng: at.lng, Address: at.address, City: at.city, Country: at.country,
			Phone: at.phone}
		if n == 3 { // a dealer without coordinates
			row.Lat, row.Lng, row.Phone = 0, 0, ""
		}
		w.add("brand_location", row)
	}
}

// brandFor returns a published brand of a family; ok is false if the tenant has none.
func (w *builder) brandFor(d *dice, family string) (ref, bool) { return suited(d, w.brands, family) }

// suited picks a published row of a family, or any published row if the family has none. A row without a family suits
// every family.
func suited(d *dice, rows []ref, family string) (ref, bool) {
	var fits, live []ref
	for _, r := range rows {
		if !r.live {
			continue
		}
		live = append(live, r)
		if r.family == family || r.family == "" {
			fits = append(fits, r)
		}
	}
	if len(fits) == 0 {
		fits = live
	}
	if len(fits) == 0 {
		return ref{}, false
	}
	return pick(d, fits), true
}

type merchantRow struct {
	base
	Slug        string  `db:"slug"`
	Name        string  `db:"name"`
	Logo        string  `db:"logo,null"`
	Image       string  `db:"image,null"`
	Description string  `db:"description,null"`
	Website     string  `db:"website,null"`
	Email       string  `db:"email,null"`
	Phone       string  `db:"phone,null"`
	Rating      cents   `db:"rating,null"`
	RatingCount int     `db:"rating_count,null"`
	Holiday     bool    `db:"holiday_active"`
	Message     string  `db:"holiday_message,null"`
	Lat         float64 `db:"lat,null"`
	Lng         float64 `db:"lng,null"`
	Address     string  `db:"address,null"`
	City        string  `db:"city,null"`
	Country     string  `db:"country,null"`
	Status      string  `db:"status"`
	Position    int     `db:"position"`
	Language    string  `db:"language,null"`
}

// linkRow links a row to a category. Each link table has its own column for the owner.
type merchantCategoryRow struct {
	base
	Owner    string `db:"merchant_id"`
	Category string `db:"category_id"`
	Position int    `db:"position"`
}

// addMerchants adds merchants. Every ninth is on holiday, every thirteenth has no location, the last is a draft.
func (w *builder) addMerchants() {
	for i, s := range w.tenant.Merchants {
		d := w.dice("merchant", s.Name)
		at := town(d, 15)
		if s.Lang == content.English {
			at = town(d, 60)
		}
		place := spotIn(at, d, s.Lang)
		row := merchantRow{base: w.base("merchant", s.Name, 24*d.between(30, 470)), Slug: w.slug("merchant", s.Name),
			Name:  s.Name,
			Phone: place.phone, Lat: place.lat, Lng: place.lng, Address: place.address, City: place.city, Country: place.country,
			Status: "PUBLISHED", Position: i, Language: s.Lang}
		row.Description = content.Fill(s.Lang, pick(d, content.MerchantProse).In(s.Lang), "name", s.Name, "city", place.city)
		if i%8 != 6 {
			row.Logo, row.Image = media("brand", row.Slug), media("merchant", row.Slug)
			row.Website, row.Email = "https://"+row.Slug+".example", "shop@"+row.Slug+".example"
		}
		if i%5 != 3 {
			row.Rating, row.RatingCount = cents(d.between(340, 500)), d.between(3, 1900)
		}
		if i%9 == 4 {
			row.Holiday, row.Message = true, pick(d, content.HolidayMessages).In(s.Lang)
		}
		if i%13 == 12 {
			row.Lat, row.Lng, row.Address = 0, 0, ""
		}
		live := i < len(w.tenant.Merchants)-1
		if !live {
			row.Status = "DRAFT"
		}
		w.add("merchant", row)
		w.merchants = append(w.merchants, ref{id: row.ID, slug: row.Slug, name: s.Name, family: s.Family, lang: s.Lang,
			live: live})

		first := w.categoryOf(d, "merchant", s.Lang)
		w.add("merchant_category", merchantCategoryRow{base: w.base("merchant_category", s.Name+"/0", 24), Owner: row.ID,
			Category: first.id})
		if second := w.categoryOf(d, "merchant", s.Lang); second.id != first.id && i%4 == 0 {
			w.add("merchant_category", merchantCategoryRow{base: w.base("merchant_category", s.Name+"/1", 24), Owner: row.ID,
				Category: second.id, Position: 1})
		}
	}
}

// merchantFor returns a published merchant of a family.
func (w *builder) merchantFor(d *dice, family string) (ref, bool) {
	return suited(d, w.merchants, family)
}

type organizationRow struct {
	base
	Slug        string `db:"slug"`
	Name        string `db:"name"`
	Logo        string `db:"logo,null"`
	Image       string `db:"image,null"`
	Brief       string `db:"brief,null"`
	Description string `db:"description,null"`
	Website     string `db:"website,null"`
	Email       string `db:"email,null"`
	Phone       string `db:"phone,null"`
	Address     string `db:"address,null"`
	City        string `db:"city,null"`
	Country     string `db:"country,null"`
	Contacts    list   `db:"contacts"`
	Social      list   `db:"social"`
	Status      string `db:"status"`
	Position    int    `db:"position"`
	Language    string `db:"language,null"`
}

type contact struct {
	Name  string `json:"name"`
	Role  string `json:"role"`
	Email string `json:"email"`
	Phone string `json:"phone,omitempty"`
}

// addOrganizations adds organizations; the last one is a draft.
func (w *builder) addOrganizations() {
	for i, o := range w.tenant.Organizations {
		d := w.dice("organization", o.Name)
		c := town(d, 20)
		if o.Lang == content.English {
			c = town(d, 70)
		}
		at := spotIn(c, d, o.Lang)
		row := organizationRow{base: w.base("organization", o.Name, 24*d.between(60, 480)),
			Slug: w.slug("organization", o.Name), Name: o.Name, Brief: o.Brief.In(o.Lang),
			Phone: at.phone, Address: at.address, City: at.city, Country: at.country, Status: "PUBLISHED", Position: i,
			Language: o.Lang, Contacts: "[]", Social: "{}"}
		row.Description = paragraphs(row.Brief, content.OrganizationProse.In(o.Lang))
		site := row.Slug + ".example"
		if i%7 != 6 {
			row.Logo, row.Image = media("organization", row.Slug), media("banner", row.Slug)
			row.Website, row.Email = "https://"+site, "hello@"+site
			row.Social = list(`{"mastodon": "https://social.example/@` + row.Slug + `", "video": "https://video.example/` +
				row.Slug + `"}`)
		}
		var people []contact
		for n, role := range some(d, content.ContactRoles, d.n(3)) {
			who := person(d)
			people = append(people, contact{who, role.In(o.Lang), content.Slugify(who) + "@" + site,
				at.phone[:len(at.phone)-1] + itoa(n)})
		}
		row.Contacts = jsonList(people)
		live := i < len(w.tenant.Organizations)-1
		if !live {
			row.Status = "DRAFT"
		}
		w.add("organization", row)
		w.organizations = append(w.organizations, ref{id: row.ID, slug: row.Slug, name: o.Name, lang: o.Lang, live: live})
	}
}
