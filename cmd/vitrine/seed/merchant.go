package seed

import "strconv"

// store is a merchant: where it sells from, and what. An empty family sells everything.
type store struct {
	name   string
	lang   string
	family string
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

// linkRow ties a row to a category; each table of such rows has its own name for the owner.
type merchantCategoryRow struct {
	base
	Owner    string `db:"merchant_id"`
	Category string `db:"category_id"`
	Position int    `db:"position"`
}

var demoMerchants = []store{
	{"Çınaraltı Dükkânı", turkish, ""}, {"Rüzgârlı Köşe", turkish, "wear"}, {"Kırmızı Tezgâh", turkish, "home"}, {"The Copper Stair", english, "home"},
	{"İğne Oyası Evi", turkish, "wear"}, {"Saraç İbrahim'in Yeri", turkish, "bag"}, {"Little Anvil", english, "jewel"}, {"Gümüş Kapı", turkish, "jewel"},
	{"Kavanoz Kooperatifi", turkish, "food"}, {"Dağ Köyü Kadınları", turkish, "food"}, {"North Pantry", english, "food"}, {"Sabun Odası", turkish, "care"},
	{"Lavender Yard", english, "care"}, {"Ters Köşe Kitap", turkish, "book"}, {"Mürekkep Lekesi", turkish, "paper"}, {"Paper Boat Stationers", english, "paper"},
	{"Üç Kedi Oyuncak", turkish, "kids"}, {"Merry Wheel Toys", english, "kids"}, {"Ses Ustası", turkish, "tech"}, {"Quiet Room Audio", english, "tech"},
	{"Saksı Bahçesi", turkish, "garden"}, {"Windowsill", english, "garden"}, {"Galeri Merdiven", none, "art"}, {"Atlas Print Room", none, "art"},
	{"Toprak Ana Seramik", turkish, "home"}, {"Tezgâhtan Eve", turkish, "home"}, {"Fener Altı", turkish, "home"}, {"Wool & Walnut", english, ""},
	{"Mahalle Terzisi", turkish, "wear"}, {"Slow Needle", english, "wear"}, {"Örgü Saati", turkish, "wear"}, {"Hasır Sokak", turkish, "bag"},
	{"Kestane Ağacı", turkish, ""}, {"Yokuş Başı", turkish, ""}, {"Harbour Goods", english, ""}, {"Sandık Dibi", turkish, "home"},
	{"Avlu", none, ""}, {"Şişe ve Cam", turkish, "home"}, {"Two Looms", english, "home"}, {"Kapanan Dükkân", turkish, ""},
}

var atelierMerchants = []store{
	{"Studio Moravel", english, "art"}, {"Kuzey Odası", turkish, "art"}, {"The Glaze Kitchen", english, "tile"}, {"Çini Sokağı", turkish, "tile"},
	{"Brush & Bristle", english, "supply"}, {"Taş Avlu", turkish, "art"}, {"Residents' Hall", none, ""}, {"Upcoming Artist", english, "art"},
}

// merchantProse: {name}, {city}.
var merchantProse = []text{
	{"{name}, {city} sokaklarından birinde, öğleden sonraları kapısı açık bir dükkân.", "{name} is a shop in a side street of {city} whose door stands open in the afternoons."},
	{"{city} kentinden yola çıkan siparişler iki günde hazırlanır. Paketleme kâğıttan, bant pamuktan.", "Orders leave {city} within two days, packed in paper and cotton tape."},
	{"{name}, tanıdığı ustaların işlerini satar; bilmediğini satmaz.", "{name} sells the work of makers it knows, and nothing else."},
}

var holidayMessages = []text{
	{"Tatildeyiz. Siparişleriniz ayın on beşinden sonra yola çıkar.", "We are away. Orders are sent after the fifteenth."},
	{"Atölye taşınıyor; gecikme için özür dileriz.", "The workshop is moving house; please bear with us."},
}

// merchant makes merchants: every ninth is on holiday, every thirteenth sells without a shop, the last is a draft.
func (w *world) merchant() {
	for i, s := range w.shop.merchants {
		d := w.dice("merchant", s.name)
		at := town(d, 15)
		if s.lang == english {
			at = town(d, 60)
		}
		place := at.spot(d, s.lang)
		row := merchantRow{base: w.base("merchant", s.name, 24*d.between(30, 470)), Slug: w.slug("merchant", s.name), Name: s.name,
			Phone: place.phone, Lat: place.lat, Lng: place.lng, Address: place.address, City: place.city, Country: place.country,
			Status: "PUBLISHED", Position: i, Language: s.lang}
		row.Description = fill(s.lang, pick(d, merchantProse).in(s.lang), "name", s.name, "city", place.city)
		if i%8 != 6 {
			row.Logo, row.Image = media("brand", row.Slug), media("merchant", row.Slug)
			row.Website, row.Email = "https://"+row.Slug+".example", "shop@"+row.Slug+".example"
		}
		if i%5 != 3 {
			row.Rating, row.RatingCount = cents(d.between(340, 500)), d.between(3, 1900)
		}
		if i%9 == 4 {
			row.Holiday, row.Message = true, pick(d, holidayMessages).in(s.lang)
		}
		if i%13 == 12 {
			row.Lat, row.Lng, row.Address = 0, 0, ""
		}
		live := i < len(w.shop.merchants)-1
		if !live {
			row.Status = "DRAFT"
		}
		w.add("merchant", row)
		w.merchants = append(w.merchants, ref{id: row.ID, slug: row.Slug, name: s.name, family: s.family, lang: s.lang, live: live})

		first := w.categoryOf(d, "merchant", s.lang)
		w.add("merchant_category", merchantCategoryRow{base: w.base("merchant_category", s.name+"/0", 24), Owner: row.ID, Category: first.id})
		if second := w.categoryOf(d, "merchant", s.lang); second.id != first.id && i%4 == 0 {
			w.add("merchant_category", merchantCategoryRow{base: w.base("merchant_category", s.name+"/1", 24), Owner: row.ID, Category: second.id, Position: 1})
		}
	}
}

// merchantFor is a live merchant that sells things of a family.
func (w *world) merchantFor(d *dice, family string) (ref, bool) {
	return suited(d, w.merchants, family)
}

func itoa(n int) string { return strconv.Itoa(n) }
