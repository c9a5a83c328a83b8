package seed

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

// tour is a route in two languages. Two stops of the same day stand one after the other.
type tour struct {
	title, brief text
	km, price    int
	difficulty   text
	stops        []stop
}

type stop struct {
	day   int
	city  string // in English; empty where no venue of ours is near
	title text
	about text
}

var (
	easy   = text{"Kolay", "Easy"}
	medium = text{"Orta", "Moderate"}
	hard   = text{"Zor", "Demanding"}
)

var demoRoutes = []tour{
	{text{"Çömlekçilerin Yolu", "The Potters' Road"}, text{"Kızılırmak boyunca üç günde dört atölye.", "Four workshops along the red river in three days."}, 210, 7400, easy, []stop{
		{1, "Nevsehir", text{"Avanos'ta ilk çark", "First turn of the wheel in Avanos"}, text{"Kırmızı kille tanışma; herkes bir kase çeker.", "Meet the red clay; everybody throws a bowl."}},
		{2, "Nevsehir", text{"Göreme yürüyüşü", "A walk in Göreme"}, text{"Sabah serinliğinde iki saat, öğleden sonra sırlama.", "Two hours in the cool of the morning, glazing after noon."}},
		{2, "", text{"Yeraltı deposunda yemek", "Supper in the cave store"}, text{"Testide pişen yemek, kırılarak açılır.", "It cooks in a jar that is broken to be opened."}},
		{3, "Nevsehir", text{"Fırın açılışı", "Opening the kiln"}, text{"Kaseler sahiplerine.", "Bowls go to their makers."}}}},
	{text{"Ege'de Zeytin Zamanı", "Olive Time on the Aegean"}, text{"Hasattan değirmene dört gün.", "Four days from tree to mill."}, 340, 9800, medium, []stop{
		{1, "Izmir", text{"İzmir'de buluşma", "Meeting in Izmir"}, text{"Tuz Ambarı'nda akşam yemeği.", "Supper at the salt store."}}, {2, "", text{"Hasat", "Harvest"}, text{"Tarakla, elle, gülerek.", "With combs, by hand, laughing."}},
		{3, "Mugla", text{"Taş değirmen", "The stone mill"}, text{"Soğuk sıkım ve tadım.", "Cold pressing and tasting."}}, {4, "Mugla", text{"Kıyıda dönüş", "Back along the coast"}, text{"Zeytinlik Amfi'de kapanış konseri.", "A last concert in the olive grove."}}}},
	{text{"İpek ve Han", "Silk and Inns"}, text{"Bursa'da iki gün, bir koza.", "Two days and one cocoon in Bursa."}, 24, 2900, easy, []stop{
		{1, "Bursa", text{"Koza pazarı", "The cocoon market"}, text{"Bir kozadan bir kilometre iplik.", "A kilometre of thread from one cocoon."}}, {2, "Bursa", text{"Dokuma dersi", "A lesson at the loom"}, text{"Öğleye kadar bir karış.", "A hand's breadth by noon."}}}},
	{text{"Kar ve Çay: Doğu Ekspresi", "Snow and Tea: the Eastern Line"}, text{"Ankara'dan Kars'a raylar üstünde beş gün.", "From Ankara to Kars, five days on rails."}, 1310, 14900, medium, []stop{
		{1, "Ankara", text{"Kalkış", "Departure"}, text{"Kırmızı Fabrika'da kahvaltı, sonra gar.", "Breakfast at the red factory, then the station."}}, {2, "", text{"Kompartıman", "The compartment"}, text{"Bütün gün pencere.", "A day of window."}},
		{3, "Kars", text{"Kars", "Kars"}, text{"Kale altında çorba.", "Soup below the castle."}}, {4, "Kars", text{"Donmuş göl", "The frozen lake"}, text{"Atlı kızak.", "A horse-drawn sledge."}}, {5, "Van", text{"Van kahvaltısı", "Breakfast in Van"}, text{"Otuz tabak.", "Thirty plates."}}}},
	{text{"Taş Ustaları: Mardin", "Stone Masters: Mardin"}, text{"Üç gün boyunca taş oymak.", "Carving stone for three days."}, 60, 8200, medium, []stop{
		{1, "Mardin", text{"Konakta ilk gece", "First night in the mansion"}, text{"Taşın sesini dinleme.", "Listening to the stone."}}, {2, "Mardin", text{"Oyma", "Carving"}, text{"Bir asma yaprağı.", "One vine leaf."}}, {3, "", text{"Manastır", "The monastery"}, text{"Bin altı yüz yıllık duvarlar.", "Walls of sixteen hundred years."}}}},
	{text{"Boğaz'da Bisiklet", "Cycling the Straits"}, text{"Çanakkale'den güneye, rüzgâra karşı.", "South from Çanakkale, against the wind."}, 186, 5600, hard, []stop{
		{1, "Canakkale", text{"Rıhtım", "The quay"}, text{"Bisikletlerin ayarı.", "Setting up the bicycles."}}, {2, "", text{"Bağ yolu", "Through vineyards"}, text{"Seksen kilometre, iki tepe.", "Eighty kilometres and two hills."}}, {3, "", text{"Deniz", "The sea"}, text{"Yüzerek biter.", "It ends with a swim."}}}},
	{text{"Bakırın Sesi", "The Sound of Copper"}, text{"Gaziantep'te bir gün çekiç.", "One day of hammering in Gaziantep."}, 6, 1400, easy, []stop{
		{1, "Gaziantep", text{"Bakırcılar Hanı", "Coppersmiths' inn"}, text{"Kendi cezvenizi dövün.", "Hammer your own coffee pot."}}}},
	{text{"Dört Başkent, Dört Tezgâh", "Four Capitals, Four Benches"}, text{"Trenle Avrupa'nın atölyeleri.", "Europe's workshops by train."}, 2650, 0, easy, []stop{
		{1, "Vienna", text{"Viyana: saatçi", "Vienna: a clockmaker"}, text{"Bir sarkacın kalbi.", "The heart of a pendulum."}}, {3, "Prague", text{"Prag: cam", "Prague: glass"}, text{"Üflemek ve beklemek.", "Blowing and waiting."}},
		{5, "Berlin", text{"Berlin: baskı", "Berlin: print"}, text{"Kurşun harflerle bir afiş.", "A poster in lead type."}}, {7, "Amsterdam", text{"Amsterdam: ciltçi", "Amsterdam: a binder"}, text{"Bir defter, elde.", "A notebook, by hand."}}}},
	{text{"", "Via Ceramica"}, text{"", "A self-guided walk past nine kilns."}, 12, 0, easy, []stop{{1, "Istanbul", text{"", "Kiln 1 to 9"}, text{"", "Follow the white tiles in the pavement."}}}},
}

var atelierRoutes = []tour{
	{text{"Heykel Yürüyüşü", "Sculpture Walk"}, text{"Dokuz figür, iki saat.", "Nine figures in two hours."}, 5, 15, easy, []stop{{1, "Izmir", text{"Avludan başlayın", "Start in the yard"}, text{"Harita kapıda.", "Maps are at the door."}}}},
	{text{"Resim Kampı", "Painting Camp"}, text{"Ada'da beş gün açık hava.", "Five days outdoors on the island."}, 18, 620, medium, []stop{
		{1, "Istanbul", text{"Vapur", "The ferry"}, text{"İlk eskizler güvertede.", "First sketches on deck."}}, {2, "", text{"Çamlık", "The pines"}, text{"Yeşilin dokuz tonu.", "Nine shades of green."}}, {4, "", text{"İskele", "The pier"}, text{"Su ve yansıma.", "Water and reflections."}}}},
}

// route makes tours in both languages, with their stops.
func (w *world) route() {
	bilingual(w.shop.routes, func(i int, lang string, t tour) {
		key := lang + t.title.tr
		d := w.dice("route", key)
		row := routeRow{base: w.base("route", key, 24*d.between(20, 300)), Slug: w.slug("route", t.title.in(lang)), Title: t.title.in(lang), Brief: t.brief.in(lang),
			Days: t.stops[len(t.stops)-1].day, Distance: whole(t.km), Difficulty: t.difficulty.in(lang), Amount: whole(t.price), Position: i / 2, Language: lang, window: w.window(d, i)}
		if t.price > 0 {
			row.Currency = w.shop.currency
		}
		row.Description = paragraphs(t.brief.in(lang), text{"Gruplar en çok on iki kişi. Yemekler ve malzeme fiyata dahildir.", "Groups are of twelve at most. Meals and materials are included."}.in(lang))
		row.Cover = media("route", row.Slug)
		row.Images = jsonList([]string{row.Cover, media("page", row.Slug+"-2"), media("place", row.Slug+"-3")})
		w.add("route", row)
		for n, s := range t.stops {
			at := routeStopRow{base: w.base("route_stop", key+"/"+itoa(n), 24*20), Title: s.title.in(lang), Route: row.ID, Day: s.day, Description: s.about.in(lang), Position: n}
			if n%3 != 2 {
				at.Image = media("page", slugify(at.Title))
			}
			if p, ok := w.placeIn(s.city); ok {
				at.Place = p.id
			}
			w.add("route_stop", at)
		}
	})
}
