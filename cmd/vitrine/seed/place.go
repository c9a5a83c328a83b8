package seed

// venue is a place: its name, its city and how many it holds (0: nobody has counted).
type venue struct {
	name, city string
	lang       string
	capacity   int
}

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

// placeRef is a place that events and stops can name.
type placeRef struct {
	ref
	city     string // in English
	capacity int
}

var demoPlaces = []venue{
	{"Rüzgârgülü Sahnesi", "Istanbul", turkish, 1200}, {"Sarnıç Salonu", "Istanbul", turkish, 350}, {"Tuz Ambarı", "Izmir", turkish, 800}, {"Kırmızı Fabrika", "Ankara", turkish, 2400},
	{"İpek Avlusu", "Bursa", turkish, 500}, {"Porsuk Köprü Sahnesi", "Eskisehir", turkish, 640}, {"Nar Bahçesi Açıkhava", "Antalya", turkish, 3200}, {"Bakırcılar Hanı", "Gaziantep", turkish, 420},
	{"Dalgakıran Kültür Evi", "Trabzon", turkish, 300}, {"Ovada Bir Salon", "Konya", turkish, 900}, {"Taş Konak", "Mardin", turkish, 180}, {"Peri Bacası Atölyesi", "Nevsehir", turkish, 60},
	{"Zeytinlik Amfi", "Mugla", turkish, 1500}, {"Boğaz Rıhtımı", "Canakkale", turkish, 2000}, {"Pamuk Deposu", "Adana", turkish, 1100}, {"Göl Evi", "Van", turkish, 240},
	{"Kale Altı Kahvesi", "Kars", turkish, 80}, {"Küçük Sahne 12", "Istanbul", none, 120}, {"Stadyum Poyraz", "Izmir", none, 21500}, {"Arena Bozkır", "Ankara", none, 14800},
	{"The Copper Hall", "London", english, 1400}, {"Mill Yard", "Amsterdam", english, 360}, {"Spreeside Depot", "Berlin", english, 950}, {"Azulejo Court", "Lisbon", english, 280},
	{"North Quay Rooms", "Copenhagen", english, 520}, {"Linden Court Theatre", "Vienna", english, 760}, {"Lower Agora", "Athens", english, 1800}, {"Old Tram Hall", "Prague", english, 640},
	{"Çatı Katı", "Istanbul", turkish, 0}, {"Yenilenen Salon", "Ankara", turkish, 700},
}

var atelierPlaces = []venue{
	{"Kuzey Galerisi", "Istanbul", turkish, 90}, {"The Kiln Room", "Istanbul", english, 24}, {"Işıklık", "Istanbul", turkish, 40}, {"Sculpture Yard", "Izmir", english, 150},
	{"Depo Kuzey", "Istanbul", none, 0}, {"Hidden Gallery", "Berlin", english, 60},
}

// placeProse: {name}, {city}.
var placeProse = []text{
	{"{name}, {city} şehrinin eski bir deposundan dönüştürüldü. Akustiği ahşap panellerle elde ayarlandı.", "{name} was made of an old warehouse in {city}. Its acoustics were tuned by hand with wooden panels."},
	{"{city} merkezine on dakika; rampalı giriş, bisiklet parkı ve küçük bir kahve.", "Ten minutes from the middle of {city}; a ramp at the door, bicycle stands and a small café."},
	{"{name}, gündüz sergi, akşam sahne. Pazartesileri kapalı.", "{name} is a gallery by day and a stage by night. Closed on Mondays."},
}

// place makes venues; the last one is a draft.
func (w *world) place() {
	for i, v := range w.shop.places {
		d, c := w.dice("place", v.name), cityOf(v.city)
		at := c.spot(d, v.lang)
		row := placeRow{base: w.base("place", v.name, 24*d.between(90, 480)), Slug: w.slug("place", v.name), Name: v.name, Capacity: v.capacity,
			Lat: at.lat, Lng: at.lng, Address: at.address, City: at.city, Country: at.country, Phone: at.phone, Timezone: zones[c.country.en],
			Status: "PUBLISHED", Position: i, Language: v.lang, Images: "[]"}
		row.Description = fill(v.lang, pick(d, placeProse).in(v.lang), "name", v.name, "city", at.city)
		if v.capacity == 0 { // where it is, is told by mail
			row.Lat, row.Lng, row.Address = 0, 0, ""
		}
		if i%9 != 8 {
			row.Image = media("place", row.Slug)
			row.Images = jsonList([]string{row.Image, media("place", row.Slug+"-2"), media("event", row.Slug+"-3")})
			row.Website, row.Email = "https://"+row.Slug+".example", "info@"+row.Slug+".example"
		}
		live := i < len(w.shop.places)-1
		if !live {
			row.Status = "DRAFT"
		}
		w.add("place", row)
		w.places = append(w.places, placeRef{ref{id: row.ID, slug: row.Slug, name: v.name, lang: v.lang, live: live}, v.city, v.capacity})
	}
}

// placeIn is a live place in a city.
func (w *world) placeIn(city string) (placeRef, bool) {
	for _, p := range w.places {
		if p.live && p.city == city {
			return p, true
		}
	}
	return placeRef{}, false
}
