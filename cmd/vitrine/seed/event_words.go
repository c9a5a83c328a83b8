package seed

var (
	workshopNotes = []text{{"Malzemeler dahil", "Materials included"}, {"Önlük verilir", "Aprons provided"}, {"Bilgi gerekmez", "No experience needed"}}
	concertNotes  = []text{{"Ayakta ve oturmalı", "Standing and seated"}, {"Ara 15 dakika", "A break of 15 minutes"}}
	fairNotes     = []text{{"Kırktan fazla stant", "More than forty stands"}, {"Çocuk köşesi", "A corner for children"}, {"Nakit ve kart", "Cash and cards"}}
)

var demoFormats = []format{
	{name: text{"{theme} Atölyesi", "{theme} Workshop"}, category: "Workshops", hours: 4, days: 1, seats: 14, lo: 450, hi: 1900,
		themes: []text{{"Çömlek", "Pottery"}, {"Ebru", "Marbling"}, {"Kök Boya", "Plant Dye"}, {"Kaşık Yontma", "Spoon Carving"}, {"Ciltleme", "Bookbinding"}, {"Sabun", "Soap Making"}, {"Telkâri", "Filigree"}, {"Linol Baskı", "Linocut"}},
		about:  []text{{"Bir öğleden sonrada {craft}: evinize kendi elinizden çıkan bir parçayla dönün.", "An afternoon of {craft}: go home with a piece of your own making."}}, notes: workshopNotes},
	{name: text{"{theme} Konseri", "{theme} in Concert"}, category: "Concerts", hours: 2, days: 1, seats: 1200, lo: 290, hi: 1400,
		themes: []text{{"Lodos Dörtlüsü", "Lodos Quartet"}, {"Tuz ve Keman", "Salt & Violin"}, {"Kuzey Rüzgârı Orkestrası", "North Wind Orchestra"}, {"Üçüncü Kat", "Third Floor"}, {"Deniz Feneri Korosu", "Lighthouse Choir"}, {"Mırıltı", "Murmur"}, {"Yedi Def", "Seven Drums"}},
		about:  []text{{"{theme}, yeni repertuvarıyla tek gece sahnede.", "{theme} with a new repertoire, for one night only."}, {"Akustik bir akşam: {theme}.", "An acoustic evening: {theme}."}}, notes: concertNotes},
	{name: text{"{theme} Sergisi", "{theme}: an Exhibition"}, category: "Exhibitions", hours: 8, days: 4, seats: 300, lo: 0, hi: 0,
		themes: []text{{"Kırk Fincan", "Forty Cups"}, {"Eski Haritalar", "Old Maps"}, {"Sokak Kapıları", "Street Doors"}, {"Unutulan Desenler", "Forgotten Patterns"}, {"Işık ve Cam", "Light and Glass"}},
		about:  []text{{"{theme}: dört gün, üç oda, ücretsiz giriş.", "{theme}: four days, three rooms, free to enter."}}, notes: []text{{"Rehberli tur 15:00'te", "Guided tour at 15:00"}, {"Fotoğraf serbest", "Photographs welcome"}}},
	{name: text{"{theme} Üzerine Söyleşi", "A Talk on {theme}"}, category: "Talks", hours: 2, days: 1, seats: 120, lo: 0, hi: 0,
		themes: []text{{"Onarım", "Repair"}, {"Renk", "Colour"}, {"Usta ve Çırak", "Masters and Apprentices"}, {"Yavaş Üretim", "Slow Making"}, {"Kahve", "Coffee"}},
		about:  []text{{"İki konuk, bir masa, {craft} ve sorularınız.", "Two guests, one table, {craft}, and your questions."}}, notes: []text{{"Canlı yayın var", "Streamed live"}, {"Çay ikramı", "Tea is served"}}},
	{name: text{"{theme} Pazarı", "{theme} Market"}, category: "Markets", hours: 9, days: 2, seats: 900, lo: 0, hi: 0,
		themes: []text{{"Tasarım", "Design"}, {"Antika Radyo", "Antique Radio"}, {"Üretici", "Growers'"}, {"Kitap", "Book"}, {"Fidan", "Seedling"}},
		about:  []text{{"Yapanla alanın tezgâh başında buluştuğu iki gün.", "Two days on which makers and buyers meet across a stall."}}, notes: fairNotes},
	{name: text{"{theme} Şenliği", "{theme} Festival"}, category: "Festivals", hours: 12, days: 3, seats: 12000, lo: 390, hi: 2200,
		themes: []text{{"Rüzgâr", "Wind"}, {"Toprak", "Earth"}, {"Sokak Müziği", "Street Music"}, {"Zeytin", "Olive"}, {"Kar", "Snow"}},
		about:  []text{{"{craft} için üç gün: sahneler, sofralar, gece yürüyüşleri.", "Three days for {craft}: stages, tables, walks by night."}}, notes: fairNotes},
	{name: text{"{theme} (Tiyatro)", "{theme} (Theatre)"}, category: "Stage", hours: 2, days: 1, seats: 320, lo: 180, hi: 650,
		themes: []text{{"Saatçinin Uykusu", "The Clockmaker's Sleep"}, {"Tavan Arası", "The Attic"}, {"Üç Kedi", "Three Cats"}, {"İskelede Son Gece", "Last Night on the Quay"}},
		about:  []text{{"Tek perdelik bir oyun: {theme}.", "A play in one act: {theme}."}}, notes: []text{{"Tek perde, 75 dakika", "One act, 75 minutes"}, {"Üst yazılı", "With surtitles"}}},
}

var atelierFormats = []format{
	{name: text{"{theme} Dersi", "A Class in {theme}"}, category: "Weekend Classes", hours: 5, days: 2, seats: 10, lo: 80, hi: 220,
		themes: []text{{"Suluboya", "Watercolour"}, {"Canlı Model", "Life Drawing"}, {"Bronz Döküm", "Bronze Casting"}, {"Sıraltı Çini", "Underglaze Tiles"}},
		about:  []text{{"İki gün {craft}: küçük grup, gerçek malzeme.", "Two days of {craft} in a small group, with real materials."}}, notes: workshopNotes},
	{name: text{"Açık Atölye: {theme}", "Open Studio: {theme}"}, category: "Open Studio", hours: 3, days: 1, seats: 40, lo: 0, hi: 0,
		themes: []text{{"Kış Işığı", "Winter Light"}, {"Fırın Gecesi", "Kiln Night"}, {"Yaz Avlusu", "Summer Yard"}, {"Heykeltıraşla Çay", "Tea with a Sculptor"}},
		about:  []text{{"Kapımız açık: {theme}.", "Our door stands open: {theme}."}}, notes: []text{{"Çay ikramı", "Tea is served"}}},
}
