package seed

import (
	"vitrine/internal/demo/content"
)

type placeRow struct {
	base
	Slug        string  `db:"slug"`
	Name        string  `db:"name"`
	Description string  `db:"description,null"`
	Image       string  `db:"image,null"`
	Images      list    `db:"images"`
	Capacity    int     `db:"capacity,null"`
	Lat         float64 `db:"lat,null"`
	Lng         float64 `db:"lng,null"`
	Address     string  `db:"address,null"`
	City        string  `db:"city,null"`
	Country     string  `db:"country,null"`
	Website     string  `db:"website,null"`
	Email       string  `db:"email,null"`
	Phone       string  `db:"phone,null"`
	Timezone    string  `db:"timezone,null"`
	Status      string  `db:"status"`
	Position    int     `db:"position"`
	Language    string  `db:"language,null"`
}

// placeRef is a place that events and stops may refer to.
type placeRef struct {
	ref
	city     string // in English
	capacity int
}

// addPlaces adds places; the last one is a draft.
func (w *builder) addPlaces() {
	for i, v := range w.tenant.Places {
		d, c := w.dice("place", v.Name), content.CityNamed(v.City)
		at := spotIn(c, d, v.Lang)
		row := placeRow{base: w.base("place", v.Name, 24*d.between(90, 480)), Slug: w.slug("place", v.Name), Name: v.Name,
			Capacity: v.Capacity,
			Lat:      at.lat, Lng: at.lng, Address: at.address, City: at.city, Country: at.country, Phone: at.phone,
			Timezone: content.Zones[c.Country.EN],
			Status:   "PUBLISHED", Position: i, Language: v.Lang, Images: "[]"}
		row.Description = content.Fill(v.Lang, pick(d, content.PlaceProse).In(v.Lang), "name", v.Name, "city", at.city)
		if v.Capacity == 0 { // the address is sent by mail
			row.Lat, row.Lng, row.Address = 0, 0, ""
		}
		if i%9 != 8 {
			row.Image = media("place", row.Slug)
			row.Images = jsonList([]string{row.Image, media("place", row.Slug+"-2"), media("event", row.Slug+"-3")})
			row.Website, row.Email = "https://"+row.Slug+".example", "info@"+row.Slug+".example"
		}
		live := i < len(w.tenant.Places)-1
		if !live {
			row.Status = "DRAFT"
		}
		w.add("place", row)
		w.places = append(w.places, placeRef{ref{id: row.ID, slug: row.Slug, name: v.Name, lang: v.Lang, live: live}, v.City,
			v.Capacity})
	}
}

// placeIn returns a published place in a city.
func (w *builder) placeIn(city string) (placeRef, bool) {
	for _, p := range w.places {
		if p.live && p.city == city {
			return p, true
		}
	}
	return placeRef{}, false
}
