package seed

import "strconv"

// maker is a brand. Its name is made up.
type maker struct {
	name, family string
}

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

var demoBrands = []maker{
	{"Velturna", "wear"}, {"Lodosya", "wear"}, {"Kırkyamalı", "wear"}, {"Tuvanda", "wear"}, {"Nilvera", "wear"}, {"Örgünaz", "wear"}, {"Pamukşa", "wear"},
	{"Saraçya", "bag"}, {"Dermonta", "bag"}, {"Taykora", "bag"}, {"Telmira", "jewel"}, {"Aytelin", "jewel"}, {"Zerinora", "jewel"}, {"Kuyumra", "jewel"},
	{"Kestanora", "home"}, {"Toprakhan", "home"}, {"Sırlıca", "home"}, {"Bakırmor", "home"}, {"Dokunda", "home"}, {"Meşeliva", "home"}, {"Camvera", "home"},
	{"Yundola", "home"}, {"Kilimora", "home"}, {"Işıltan", "home"}, {"Defterra", "paper"}, {"Mürekka", "paper"}, {"Sayfiyat", "paper"},
	{"Harfora", "book"}, {"Pusulka", "book"}, {"Sarmaşıka", "book"}, {"Sabunya", "care"}, {"Lavandora", "care"}, {"Itırla", "care"},
	{"Yaylanza", "food"}, {"Kilerova", "food"}, {"Dutmira", "food"}, {"Çekirdekli", "food"}, {"Mırmırık", "kids"}, {"Pıtırova", "kids"}, {"Ninnuba", "kids"},
	{"Sesvana", "tech"}, {"Rezonya", "tech"}, {"Saksıra", "garden"}, {"Yaprakova", "garden"}, {"Gravira", "art"}, {"Kırmızıkuş", "art"}, {"Merdanya", "art"},
	{"Gölgeli", "home"}, // not out yet: brands.go makes the last one of a tenant a draft
}

var atelierBrands = []maker{
	{"Velturna", "supply"}, {"Kuzeyışık", "art"}, {"Moravel", "art"}, {"Ateş & Kil", "tile"}, {"Sırçalı", "tile"}, {"Fırçalan", "supply"}, {"Pigmenta Nora", "supply"},
	{"Taşyontu", "art"}, {"Bronzhane", "art"}, {"Sessiz Oda", "art"},
}

// brandProse is what a brand says of itself: {name}, {year}, {city}.
var brandProse = map[string][]text{
	"wear":  {{"{name}, {year} yılında {city} kentinde üç terzinin kurduğu bir giyim atölyesi. Her kalıp önce kendi üzerlerinde denenir.", "{name} is a clothing workshop that three tailors opened in {city} in {year}. They wear every pattern themselves first."}},
	"bag":   {{"{name}, {city} saraçlarından el almış bir deri atölyesi. {year} yılından beri aynı dikişi atıyor.", "{name} is a leather workshop taught by the saddlers of {city}, and has kept to the same stitch since {year}."}},
	"jewel": {{"{name} takıları {city} kentinde, iki tezgâhlık bir dükkânda dövülüyor. İlk tezgâh {year} yılından.", "{name} hammers its jewellery in {city}, in a shop of two benches. The first bench is from {year}."}},
	"home": {{"{name}, eve ağır ağır giren eşyalar yapar. {city}, {year}.", "{name} makes things that enter a home slowly. {city}, {year}."},
		{"{name}, {city} çevresindeki ustalarla {year} yılından beri çalışıyor.", "{name} has worked with the masters around {city} since {year}."}},
	"paper":  {{"{name} kâğıdı sever: keser, katlar, diker. {city}, {year}.", "{name} loves paper: cuts it, folds it, sews it. {city}, {year}."}},
	"book":   {{"{name}, yılda on iki kitap basan bağımsız bir yayınevi. {city}, {year}.", "{name} is an independent press with twelve books a year. {city}, {year}."}},
	"care":   {{"{name} sabunları kırk gün dinlenir. {city}, {year}.", "{name} rests its soaps for forty days. {city}, {year}."}},
	"food":   {{"{name}, {city} çevresindeki otuz üreticinin ortak mutfağı. Kuruluşu {year}.", "{name} is the shared kitchen of thirty growers around {city}, founded in {year}."}},
	"kids":   {{"{name}, pilsiz oyuncaklar ve yumuşak giysiler yapar. {city}, {year}.", "{name} makes toys without batteries and clothes that are soft. {city}, {year}."}},
	"tech":   {{"{name}, onarılabilen ses aletleri yapar; yedek parça listesi herkese açık. {city}, {year}.", "{name} makes sound equipment that can be mended; its list of spare parts is public. {city}, {year}."}},
	"garden": {{"{name}, balkonu olan herkes için. {city}, {year}.", "{name} is for everyone with a balcony. {city}, {year}."}},
	"art":    {{"{name}, sanatçılarla sınırlı baskılar yapan bir atölye. {city}, {year}.", "{name} is a studio that makes limited editions with artists. {city}, {year}."}},
	"supply": {{"{name}, ressamlar için gereç yapan bir aile işi. {city}, {year}.", "{name} is a family business that makes tools for painters. {city}, {year}."}},
	"tile":   {{"{name}, sıraltı çininin peşinde. {city}, {year}.", "{name} follows the art of the underglaze tile. {city}, {year}."}},
}

// brand makes brands with one to four shops each, a few without any. The last one is a draft.
func (w *world) brand() {
	for i, m := range w.shop.brands {
		d := w.dice("brand", m.name)
		lang := []string{turkish, english, none}[i%3]
		home := town(d, 10)
		row := brandRow{base: w.base("brand", m.name, 24*d.between(60, 480)), Slug: w.slug("brand", m.name), Name: m.name,
			Status: "PUBLISHED", Position: i, Language: lang}
		row.Description = fill(lang, pick(d, brandProse[m.family]).in(lang), "name", m.name, "year", strconv.Itoa(d.between(1948, 2021)), "city", home.name.in(lang))
		if i%11 != 7 {
			row.Logo, row.Image = media("brand", row.Slug), media("banner", row.Slug)
		}
		if i%7 != 5 {
			row.Website, row.Email, row.Phone = "https://"+row.Slug+".example", "hello@"+row.Slug+".example", home.phone+digits(d, 3)
		}
		live := i < len(w.shop.brands)-1
		if !live {
			row.Status = "DRAFT"
		}
		w.add("brand", row)
		w.brands = append(w.brands, ref{id: row.ID, slug: row.Slug, name: m.name, family: m.family, lang: lang, live: live})
		if i%6 != 4 {
			w.brandLocations(d, row, lang, home)
		}
	}
}

func (w *world) brandLocations(d *dice, b brandRow, lang string, home city) {
	for n := range d.between(1, 4) {
		c := home
		if n > 0 {
			c = town(d, 25)
		}
		at := c.spot(d, lang)
		row := brandLocationRow{base: w.base("brand_location", b.Slug+"/"+strconv.Itoa(n), 24*d.between(20, 60)), Brand: b.ID,
			Name: b.Name + " " + at.city, Lat: at.lat, Lng: at.lng, Address: at.address, City: at.city, Country: at.country, Phone: at.phone}
		if n == 3 { // a dealer whose place on the map is not known yet
			row.Lat, row.Lng, row.Phone = 0, 0, ""
		}
		w.add("brand_location", row)
	}
}

// brandFor is a live brand that makes things of a family; ok is false where there is none.
func (w *world) brandFor(d *dice, family string) (ref, bool) { return suited(d, w.brands, family) }

// suited picks a live row of a family, or of any if there is none of it. A row without a family suits every family.
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
