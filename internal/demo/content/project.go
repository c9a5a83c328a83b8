package content

// Project is a project in two languages.
type Project struct {
	Title, Brief Text
	Client       string
	Stage        string
}

var demoProjects = []Project{
	{Text{"Sarnıçlı Evin Onarımı", "Restoring the House with the Cistern"},
		Text{"Yüz on yıllık bir taş ev, kendi taşlarıyla ayağa kaldırıldı.",
			"A stone house of a hundred and ten years, raised again with its own stones."}, "Taş Konak", "completed"},
	{Text{"Kahve Durağı Oteli", "Hotel Coffee Halt"},
		Text{"On iki odalı bir otelin bütün sofra takımı, tek fırından.",
			"All the tableware of a hotel of twelve rooms, from a single kiln."}, "Hotel Durak", "completed"},
	{Text{"Köy Okuluna Kütüphane", "A Library for the Village School"},
		Text{"Otuz iki raf, iki bin kitap, bir soba.", "Thirty-two shelves, two thousand books, one stove."},
		"Mahalle Kütüphaneleri Ağı", "completed"},
	{Text{"Bakırcılar Çarşısı Aydınlatması", "Lighting Coppersmiths' Row"},
		Text{"Çarşının sesi kadar ışığı da geri geldi.", "The row got its light back, as well as its sound."}, "",
		"completed"},
	{Text{"Dokuma Tezgâhı Açık Tasarımı", "An Open Design for a Loom"},
		Text{"Çizimleri herkese açık, üç günde kurulan bir tezgâh.",
			"A loom built in three days, from drawings that anybody may use."}, "Open Loom", "ongoing"},
	{Text{"Balkon Bahçeleri", "Balcony Gardens"}, Text{"Yedi apartman, yüz kırk saksı, bir yağmur deposu.",
		"Seven buildings, a hundred and forty planters, one rain tank."}, "", "ongoing"},
	{Text{"Ses Odası", "The Sound Room"}, Text{"Bir bodrumu dinleme odasına çeviren altı hafta.",
		"Six weeks that turned a cellar into a room to listen in."}, "Quiet Room Audio", "completed"},
	{Text{"Rıhtımda Bir Kafe", "A Café on the Quay"},
		Text{"Eski tekne tahtalarından masa ve sandalye.", "Tables and chairs from the planks of old boats."}, "",
		"completed"},
	{Text{"Çocuk Atölyesi", "The Children's Workshop"},
		Text{"Köşesi yuvarlak, boyu küçük, her şeyi gerçek bir atölye.",
			"A workshop with round corners and low benches where all the tools are real."}, "", "planned"},
	{Text{"Gezici Fırın", "The Travelling Kiln"}, Text{"Köy köy dolaşacak bir fırın; bütçesi bulunamadı.",
		"A kiln to travel from village to village; its budget was never found."}, "", "cancelled"},
	{Text{"", "Meridian 29/41"}, Text{"", "A line of brass through a city, where two continents are closest."},
		"Meridyen 29", "completed"},
}

var atelierProjects = []Project{
	{Text{"İskele Duvarı", "The Quay Mural"}, Text{"Kırk metrelik bir duvar, on iki ressam.",
		"A wall of forty metres and twelve painters."}, "Liman İdaresi", "completed"},
	{Text{"Sessiz Heykeller Parkı", "Park of Silent Statues"},
		Text{"Ağaçların arasında dokuz figür.", "Nine figures among trees."}, "", "ongoing"},
	{Text{"Hastane Koridoru", "The Hospital Corridor"},
		Text{"Beyaz bir koridora 1.800 el boyaması karo.", "1,800 hand-painted tiles for a white corridor."}, "",
		"completed"},
}

var ProjectProse = []Text{
	{"Önce dinledik: burada kim yaşıyor, ne eksik? Çizim sonra geldi.",
		"We listened first: who lives here, and what is missing? The drawings came after."},
	{"Malzemenin onda dokuzu elli kilometreden yakından alındı.",
		"Nine tenths of the material came from less than fifty kilometres away."},
	{"İşi yapanların adları kapının yanında yazıyor.", "The names of those who did the work are written beside the door."},
	{"Bütçenin yüzde sekizi sonraki on yılın bakımına ayrıldı.",
		"Eight percent of the budget is kept for ten years of upkeep."},
}

// Route is a route in two languages. Two stops of the same day stand one after the other.
type Route struct {
	Title, Brief Text
	Km, Price    int
	Difficulty   Text
	Stops        []Stop
}

type Stop struct {
	Day   int
	City  string // in English; empty where no venue of ours is near
	Title Text
	About Text
}

var (
	easy   = Text{"Kolay", "Easy"}
	medium = Text{"Orta", "Moderate"}
	hard   = Text{"Zor", "Demanding"}
)

var demoRoutes = []Route{
	{Text{"Çömlekçilerin Yolu", "The Potters' Road"},
		Text{"Kızılırmak boyunca üç günde dört atölye.", "Four workshops along the red river in three days."}, 210, 7400,
		easy, []Stop{
			{1, "Nevsehir", Text{"Avanos'ta ilk çark", "First turn of the wheel in Avanos"},
				Text{"Kırmızı kille tanışma; herkes bir kase çeker.", "Meet the red clay; everybody throws a bowl."}},
			{2, "Nevsehir", Text{"Göreme yürüyüşü", "A walk in Göreme"},
				Text{"Sabah serinliğinde iki saat, öğleden sonra sırlama.",
					"Two hours in the cool of the morning, glazing after noon."}},
			{2, "", Text{"Yeraltı deposunda yemek", "Supper in the cave store"},
				Text{"Testide pişen yemek, kırılarak açılır.", "It cooks in a jar that is broken to be opened."}},
			{3, "Nevsehir", Text{"Fırın açılışı", "Opening the kiln"},
				Text{"Kaseler sahiplerine.", "Bowls go to their makers."}}}},
	{Text{"Ege'de Zeytin Zamanı", "Olive Time on the Aegean"},
		Text{"Hasattan değirmene dört gün.", "Four days from tree to mill."}, 340, 9800, medium, []Stop{
			{1, "Izmir", Text{"İzmir'de buluşma", "Meeting in Izmir"},
				Text{"Tuz Ambarı'nda akşam yemeği.", "Supper at the salt store."}},
			{2, "", Text{"Hasat", "Harvest"}, Text{"Tarakla, elle, gülerek.", "With combs, by hand, laughing."}},
			{3, "Mugla", Text{"Taş değirmen", "The stone mill"}, Text{"Soğuk sıkım ve tadım.", "Cold pressing and tasting."}},
			{4, "Mugla", Text{"Kıyıda dönüş", "Back along the coast"},
				Text{"Zeytinlik Amfi'de kapanış konseri.", "A last concert in the olive grove."}}}},
	{Text{"İpek ve Han", "Silk and Inns"}, Text{"Bursa'da iki gün, bir koza.", "Two days and one cocoon in Bursa."}, 24,
		2900, easy, []Stop{
			{1, "Bursa", Text{"Koza pazarı", "The cocoon market"},
				Text{"Bir kozadan bir kilometre iplik.", "A kilometre of thread from one cocoon."}},
			{2, "Bursa", Text{"Dokuma dersi", "A lesson at the loom"},
				Text{"Öğleye kadar bir karış.", "A hand's breadth by noon."}}}},
	{Text{"Kar ve Çay: Doğu Ekspresi", "Snow and Tea: the Eastern Line"},
		Text{"Ankara'dan Kars'a raylar üstünde beş gün.", "From Ankara to Kars, five days on rails."}, 1310, 14900, medium,
		[]Stop{
			{1, "Ankara", Text{"Kalkış", "Departure"}, Text{"Kırmızı Fabrika'da kahvaltı, sonra gar.",
				"Breakfast at the red factory, then the station."}},
			{2, "", Text{"Kompartıman", "The compartment"}, Text{"Bütün gün pencere.", "A day of window."}},
			{3, "Kars", Text{"Kars", "Kars"}, Text{"Kale altında çorba.", "Soup below the castle."}},
			{4, "Kars", Text{"Donmuş göl", "The frozen lake"}, Text{"Atlı kızak.", "A horse-drawn sledge."}},
			{5, "Van", Text{"Van kahvaltısı", "Breakfast in Van"}, Text{"Otuz tabak.", "Thirty plates."}}}},
	{Text{"Taş Ustaları: Mardin", "Stone Masters: Mardin"},
		Text{"Üç gün boyunca taş oymak.", "Carving stone for three days."}, 60, 8200, medium, []Stop{
			{1, "Mardin", Text{"Konakta ilk gece", "First night in the mansion"},
				Text{"Taşın sesini dinleme.", "Listening to the stone."}},
			{2, "Mardin", Text{"Oyma", "Carving"}, Text{"Bir asma yaprağı.", "One vine leaf."}},
			{3, "", Text{"Manastır", "The monastery"}, Text{"Bin altı yüz yıllık duvarlar.",
				"Walls of sixteen hundred years."}}}},
	{Text{"Boğaz'da Bisiklet", "Cycling the Straits"},
		Text{"Çanakkale'den güneye, rüzgâra karşı.", "South from Çanakkale, against the wind."}, 186, 5600, hard, []Stop{
			{1, "Canakkale", Text{"Rıhtım", "The quay"}, Text{"Bisikletlerin ayarı.", "Setting up the bicycles."}},
			{2, "", Text{"Bağ yolu", "Through vineyards"}, Text{"Seksen kilometre, iki tepe.",
				"Eighty kilometres and two hills."}}, {3, "", Text{"Deniz", "The sea"},
				Text{"Yüzerek biter.", "It ends with a swim."}}}},
	{Text{"Bakırın Sesi", "The Sound of Copper"}, Text{"Gaziantep'te bir gün çekiç.",
		"One day of hammering in Gaziantep."}, 6, 1400, easy, []Stop{
		{1, "Gaziantep", Text{"Bakırcılar Hanı", "Coppersmiths' inn"},
			Text{"Kendi cezvenizi dövün.", "Hammer your own coffee pot."}}}},
	{Text{"Dört Başkent, Dört Tezgâh", "Four Capitals, Four Benches"},
		Text{"Trenle Avrupa'nın atölyeleri.", "Europe's workshops by train."}, 2650, 0, easy, []Stop{
			{1, "Vienna", Text{"Viyana: saatçi", "Vienna: a clockmaker"},
				Text{"Bir sarkacın kalbi.", "The heart of a pendulum."}},
			{3, "Prague", Text{"Prag: cam", "Prague: glass"}, Text{"Üflemek ve beklemek.", "Blowing and waiting."}},
			{5, "Berlin", Text{"Berlin: baskı", "Berlin: print"}, Text{"Kurşun harflerle bir afiş.", "A poster in lead type."}},
			{7, "Amsterdam", Text{"Amsterdam: ciltçi", "Amsterdam: a binder"},
				Text{"Bir defter, elde.", "A notebook, by hand."}}}},
	{Text{"", "Via Ceramica"}, Text{"", "A self-guided walk past nine kilns."}, 12, 0, easy,
		[]Stop{{1, "Istanbul", Text{"", "Kiln 1 to 9"}, Text{"", "Follow the white tiles in the pavement."}}}},
}

var atelierRoutes = []Route{
	{Text{"Heykel Yürüyüşü", "Sculpture Walk"}, Text{"Dokuz figür, iki saat.", "Nine figures in two hours."}, 5, 15, easy,
		[]Stop{{1, "Izmir", Text{"Avludan başlayın", "Start in the yard"}, Text{"Harita kapıda.", "Maps are at the door."}}}},
	{Text{"Resim Kampı", "Painting Camp"}, Text{"Ada'da beş gün açık hava.", "Five days outdoors on the island."}, 18, 620,
		medium, []Stop{
			{1, "Istanbul", Text{"Vapur", "The ferry"}, Text{"İlk eskizler güvertede.", "First sketches on deck."}},
			{2, "", Text{"Çamlık", "The pines"}, Text{"Yeşilin dokuz tonu.", "Nine shades of green."}},
			{4, "", Text{"İskele", "The pier"}, Text{"Su ve yansıma.", "Water and reflections."}}}},
}
