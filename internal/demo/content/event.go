package content

// EventFormat is a kind of event, such as a workshop of one afternoon or a festival of three days.
type EventFormat struct {
	Name     Text   // {theme}
	Category string // the English name of its heading
	Themes   []Text
	Hours    int // of a day
	Days     int
	Seats    int    // at most; a smaller place holds fewer
	Lo, Hi   int    // price; 0 is free
	About    []Text // {theme}, or {craft} in lower case
	Notes    []Text
}

var (
	workshopNotes = []Text{{"Malzemeler dahil", "Materials included"}, {"Önlük verilir", "Aprons provided"},
		{"Bilgi gerekmez", "No experience needed"}}
	concertNotes = []Text{{"Ayakta ve oturmalı", "Standing and seated"}, {"Ara 15 dakika", "A break of 15 minutes"}}
	fairNotes    = []Text{{"Kırktan fazla stant", "More than forty stands"}, {"Çocuk köşesi", "A corner for children"},
		{"Nakit ve kart", "Cash and cards"}}
)

var demoFormats = []EventFormat{
	{Name: Text{"{theme} Atölyesi", "{theme} Workshop"}, Category: "Workshops", Hours: 4, Days: 1, Seats: 14, Lo: 450,
		Hi: 1900,
		Themes: []Text{{"Çömlek", "Pottery"}, {"Ebru", "Marbling"}, {"Kök Boya", "Plant Dye"},
			{"Kaşık Yontma", "Spoon Carving"}, {"Ciltleme", "Bookbinding"}, {"Sabun", "Soap Making"}, {"Telkâri", "Filigree"},
			{"Linol Baskı", "Linocut"}},
		About: []Text{{"Bir öğleden sonrada {craft}: evinize kendi elinizden çıkan bir parçayla dönün.",
			"An afternoon of {craft}: go home with a piece of your own making."}}, Notes: workshopNotes},
	{Name: Text{"{theme} Konseri", "{theme} in Concert"}, Category: "Concerts", Hours: 2, Days: 1, Seats: 1200, Lo: 290,
		Hi: 1400,
		Themes: []Text{{"Lodos Dörtlüsü", "Lodos Quartet"}, {"Tuz ve Keman", "Salt & Violin"},
			{"Kuzey Rüzgârı Orkestrası", "North Wind Orchestra"}, {"Üçüncü Kat", "Third Floor"},
			{"Deniz Feneri Korosu", "Lighthouse Choir"}, {"Mırıltı", "Murmur"}, {"Yedi Def", "Seven Drums"}},
		About: []Text{{"{theme}, yeni repertuvarıyla tek gece sahnede.",
			"{theme} with a new repertoire, for one night only."},
			{"Akustik bir akşam: {theme}.", "An acoustic evening: {theme}."}}, Notes: concertNotes},
	{Name: Text{"{theme} Sergisi", "{theme}: an Exhibition"}, Category: "Exhibitions", Hours: 8, Days: 4, Seats: 300,
		Lo: 0, Hi: 0,
		Themes: []Text{{"Kırk Fincan", "Forty Cups"}, {"Eski Haritalar", "Old Maps"}, {"Sokak Kapıları", "Street Doors"},
			{"Unutulan Desenler", "Forgotten Patterns"}, {"Işık ve Cam", "Light and Glass"}},
		About: []Text{{"{theme}: dört gün, üç oda, ücretsiz giriş.", "{theme}: four days, three rooms, free to enter."}},
		Notes: []Text{{"Rehberli tur 15:00'te", "Guided tour at 15:00"}, {"Fotoğraf serbest", "Photographs welcome"}}},
	{Name: Text{"{theme} Üzerine Söyleşi", "A Talk on {theme}"}, Category: "Talks", Hours: 2, Days: 1, Seats: 120, Lo: 0,
		Hi: 0,
		Themes: []Text{{"Onarım", "Repair"}, {"Renk", "Colour"}, {"Usta ve Çırak", "Masters and Apprentices"},
			{"Yavaş Üretim", "Slow Making"}, {"Kahve", "Coffee"}},
		About: []Text{{"İki konuk, bir masa, {craft} ve sorularınız.",
			"Two guests, one table, {craft}, and your questions."}},
		Notes: []Text{{"Canlı yayın var", "Streamed live"}, {"Çay ikramı", "Tea is served"}}},
	{Name: Text{"{theme} Pazarı", "{theme} Market"}, Category: "Markets", Hours: 9, Days: 2, Seats: 900, Lo: 0, Hi: 0,
		Themes: []Text{{"Tasarım", "Design"}, {"Antika Radyo", "Antique Radio"}, {"Üretici", "Growers'"}, {"Kitap", "Book"},
			{"Fidan", "Seedling"}},
		About: []Text{{"Yapanla alanın tezgâh başında buluştuğu iki gün.",
			"Two days on which makers and buyers meet across a stall."}}, Notes: fairNotes},
	{Name: Text{"{theme} Şenliği", "{theme} Festival"}, Category: "Festivals", Hours: 12, Days: 3, Seats: 12000, Lo: 390,
		Hi: 2200,
		Themes: []Text{{"Rüzgâr", "Wind"}, {"Toprak", "Earth"}, {"Sokak Müziği", "Street Music"}, {"Zeytin", "Olive"},
			{"Kar", "Snow"}},
		About: []Text{{"{craft} için üç gün: sahneler, sofralar, gece yürüyüşleri.",
			"Three days for {craft}: stages, tables, walks by night."}}, Notes: fairNotes},
	{Name: Text{"{theme} (Tiyatro)", "{theme} (Theatre)"}, Category: "Stage", Hours: 2, Days: 1, Seats: 320, Lo: 180,
		Hi: 650,
		Themes: []Text{{"Saatçinin Uykusu", "The Clockmaker's Sleep"}, {"Tavan Arası", "The Attic"},
			{"Üç Kedi", "Three Cats"}, {"İskelede Son Gece", "Last Night on the Quay"}},
		About: []Text{{"Tek perdelik bir oyun: {theme}.", "A play in one act: {theme}."}},
		Notes: []Text{{"Tek perde, 75 dakika", "One act, 75 minutes"}, {"Üst yazılı", "With surtitles"}}},
}

var atelierFormats = []EventFormat{
	{Name: Text{"{theme} Dersi", "A Class in {theme}"}, Category: "Weekend Classes", Hours: 5, Days: 2, Seats: 10, Lo: 80,
		Hi: 220,
		Themes: []Text{{"Suluboya", "Watercolour"}, {"Canlı Model", "Life Drawing"}, {"Bronz Döküm", "Bronze Casting"},
			{"Sıraltı Çini", "Underglaze Tiles"}},
		About: []Text{{"İki gün {craft}: küçük grup, gerçek malzeme.",
			"Two days of {craft} in a small group, with real materials."}}, Notes: workshopNotes},
	{Name: Text{"Açık Atölye: {theme}", "Open Studio: {theme}"}, Category: "Open Studio", Hours: 3, Days: 1, Seats: 40,
		Lo: 0, Hi: 0,
		Themes: []Text{{"Kış Işığı", "Winter Light"}, {"Fırın Gecesi", "Kiln Night"}, {"Yaz Avlusu", "Summer Yard"},
			{"Heykeltıraşla Çay", "Tea with a Sculptor"}},
		About: []Text{{"Kapımız açık: {theme}.", "Our door stands open: {theme}."}},
		Notes: []Text{{"Çay ikramı", "Tea is served"}}},
}

// EventLanguages are the languages that an event is held in.
var EventLanguages = []Text{{"Türkçe", "Turkish"}, {"İngilizce", "English"}}

var EventRules = []Text{{"Kapılar yarım saat önce açılır.", "Doors open half an hour before."},
	{"Geç gelenler ilk arada alınır.", "Latecomers wait for the first break."},
	{"Evcil hayvanlar tasmalı.", "Pets on a leash."},
	{"Profesyonel kamera izne bağlıdır.", "Professional cameras need permission."},
	{"12 yaş altı bir yetişkinle.", "Under 12 with a grown-up."}}
