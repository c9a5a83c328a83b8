package content

var (
	Painted = &Craft{Family: "art", label: Text{"Malzeme", "Medium"},
		Materials: []Text{{"Yağlıboya", "Oil"}, {"Akrilik", "Acrylic"}, {"Suluboya", "Watercolour"}, {"Guaj", "Gouache"}},
		Briefs: []Text{{"Tek kopya, imzalı: tuval üzerine {material}.", "One of a kind and signed: {material} on canvas."},
			{"Atölyenin kuzey ışığında, üç haftada bitti.", "Finished over three weeks in the studio's north light."}},
		Points: []Text{{"Arkası imzalı ve tarihli", "Signed and dated on the back"}, {"Asmaya hazır", "Ready to hang"},
			{"Orijinallik belgesi", "With a certificate"}, {"Sergiden sonra gönderilir", "Sent once the show is over"}},
		Care:      Text{"Doğrudan güneşe asmayın.", "Do not hang it in direct sun."},
		Technique: []Text{{"Alla prima", "Alla prima"}, {"Sırlama", "Glazing"}, {"Islak üstüne ıslak", "Wet on wet"}},
		Tools:     []Text{{"Palet bıçağı", "Palette knife"}, {"Domuz kılı fırça", "Hog-hair brush"}}}
	sculpted = &Craft{Family: "art",
		Materials: []Text{{"Bronz", "Bronze"}, {"Mermer", "Marble"}, {"Terrakotta", "Terracotta"},
			{"Kireçtaşı", "Limestone"}},
		Styles: []Text{{"Oturan", "Seated"}, {"Uyuyan", "Sleeping"}, {"Yürüyen", "Walking"}, {"Soyut", "Abstract"},
			{"Kanatlı", "Winged"}, {"İkili", "Twin"}},
		Briefs: []Text{{"Beş dökümlük seriden {noun}; kalıbı kırıldı.", "One of five; the mould is broken."},
			{"Elde yontulmuş, dokunulmak için {noun}.", "Cut by hand, and made to be touched."}},
		Points: []Text{{"Numaralı", "Numbered"}, {"Kaidesi yanında", "With its plinth"},
			{"Dış mekâna uygun", "May stand outdoors"}},
		Care:      Text{"Kuru fırçayla tozunu alın.", "Dust it with a dry brush."},
		Technique: []Text{{"Kayıp balmumu", "Lost wax"}, {"Yontma", "Carving"}},
		Tools:     []Text{{"Tarak", "Rasp"}, {"Murç", "Point chisel"}}}
	supply = &Craft{Family: "supply", Sizes: []Text{{"Küçük", "Small"}, {"Orta", "Medium"}, {"Büyük", "Large"}},
		Materials: []Text{{"Kayın", "Beech"}, {"Ceviz", "Walnut"}, {"Doğal", "Natural"}, {"Keten", "Linen"}},
		Styles: []Text{{"Stüdyo", "Studio"}, {"Seyahat", "Travel"}, {"Öğrenci", "Student"}, {"Usta", "Master"},
			{"Katlanır", "Folding"}, {"Yuvarlak", "Round"}, {"Yassı", "Flat"}},
		Briefs: []Text{{"Her gün kullandığımız, denenmiş {noun}.", "What we use every day ourselves."},
			{"Yıllarca dayansın diye seçilmiş {noun}.", "Chosen to last for years."}},
		Points: []Text{{"Yedek parçası bulunur", "Spare parts to be had"}, {"Atölyede denendi", "Tried in our studio"},
			{"Ambalajı kâğıt", "Packed in paper"}},
		Care: Text{"Kullandıktan sonra temizleyin.", "Clean after use."}, Technique: []Text{{"El yapımı", "Made by hand"}},
		Tools: []Text{{"Rende", "Plane"}}}
	tilework = &Craft{Family: "tile", Coloured: true,
		Materials: []Text{{"Kuvars", "Quartz"}, {"Kırmızı Kil", "Red Clay"}, {"Beyaz Kil", "White Clay"}},
		Styles: []Text{{"Laleli", "Tulip"}, {"Hayat Ağaçlı", "Tree of Life"}, {"Balıklı", "Fish"},
			{"Geometrik", "Geometric"}},
		Briefs: []Text{{"Sıraltı tekniğiyle, fırça fırça boyandı.", "Painted under the glaze, stroke by stroke."},
			{"Kökü eski desenlerde, çizgisi bugünden {noun}.", "Old patterns in a line of today."}},
		Points: []Text{{"Kurşunsuz sır", "Lead-free glaze"}, {"Elde çizildi", "Drawn by hand"},
			{"Duvara asılır", "Can hang on a wall"}},
		Care: Text{"Elde yıkayın.", "Wash by hand."}, Technique: []Text{{"Sıraltı", "Underglaze"}, {"Tahrir", "Outlining"}},
		Tools: []Text{{"Samur fırça", "Sable brush"}, {"Fırın", "Kiln"}}}
)

// atelierTree is the product tree of atelier. Its nouns differ from demo's, so that the tenants share no slug by
// chance.
var atelierTree = []Category{
	{Name: Text{"Eserler", "Works"}, Children: []Category{
		{Name: Text{"Resim", "Painting"}, Children: []Category{
			{Name: Text{"Tuval", "On Canvas"}, Things: []Thing{{Text{"Tablo", "Painting"}, Painted, 380, 4800}}},
			{Name: Text{"Kâğıt Üstü", "On Paper"}, Things: []Thing{{Text{"Etüt", "Study"}, Painted, 120, 690}}}}},
		{Name: Text{"Heykel", "Sculpture"}, Children: []Category{
			{Name: Text{"Serbest Heykel", "In the Round"}, Things: []Thing{{Text{"Heykel", "Sculpture"}, sculpted, 490, 7900},
				{Text{"Figür", "Figure"}, sculpted, 190, 1900}}},
			{Name: Text{"Rölyef ve Büst", "Reliefs and Busts"},
				Things: []Thing{{Text{"Rölyef", "Relief"}, sculpted, 290, 2400}, {Text{"Büst", "Bust"}, sculpted, 390, 3900}}}}}}},
	{Name: Text{"Çini", "Tiles"}, Children: []Category{
		{Name: Text{"Duvar", "Walls"}, Children: []Category{
			{Name: Text{"Karolar", "Single Tiles"}, Things: []Thing{{Text{"Karo", "Tile"}, tilework, 12, 90}}},
			{Name: Text{"Duvar Tabakları", "Wall Plates"},
				Things: []Thing{{Text{"Çini Tabak", "Wall Plate"}, tilework, 60, 420}}}}}}},
	{Name: Text{"Gereçler", "Supplies"}, Children: []Category{
		{Name: Text{"Ressama", "For Painters"}, Children: []Category{
			{Name: Text{"Fırçalar", "Brushes"}, Things: []Thing{{Text{"Fırça", "Brush"}, supply, 6, 60}}},
			{Name: Text{"Şövaleler", "Easels"}, Things: []Thing{{Text{"Şövale", "Easel"}, supply, 90, 690}}},
			{Name: Text{"Eskiz", "Sketching"}, Things: []Thing{{Text{"Eskiz Defteri", "Sketchbook"}, supply, 9, 45}}}}},
		{Name: Text{"Çömlekçiye", "For Potters"}, Children: []Category{
			{Name: Text{"Kil ve Pigment", "Clay and Pigment"},
				Things: []Thing{{Text{"Kil", "Clay"}, supply, 8, 40}, {Text{"Pigment", "Pigment"}, supply, 7, 55}}}}}}},
	{Name: Text{"Depot", ""}, Children: []Category{
		{Name: Text{"Archive", ""},
			Children: []Category{{Name: Text{"Nocturnes", ""},
				Things: []Thing{{Text{"Nocturne", "Nocturne"}, Painted, 900, 5900}}}}}}},
}

var atelierGifts = Category{Name: Text{"Armağan", "Presents"}, Children: []Category{
	{Name: Text{"Bütçe", "Budget"}, Children: []Category{{Name: Text{"Küçük Armağanlar", "Small Presents"}},
		{Name: Text{"Büyük Armağanlar", "Grand Presents"}}}}}}

// atelierTopics are the category trees of the other modules.
var atelierTopics = []Topic{
	{"blog", []Category{{Name: Text{"Atölye Günlüğü", "Studio Diary"}, Children: []Category{
		{Name: Text{"Yapım", "Making"}, Children: []Category{{Name: Text{"Teknik", "Technique"}},
			{Name: Text{"Malzeme Notları", "Notes on Materials"}}}}}}}},
	{"event", []Category{{Name: Text{"Takvim", "Calendar"}, Children: []Category{
		{Name: Text{"Dersler", "Classes"}, Children: []Category{{Name: Text{"Hafta Sonu Dersleri", "Weekend Classes"}},
			{Name: Text{"Açık Atölye", "Open Studio"}}}}}}}},
	{"merchant", []Category{{Name: Text{"Sanatçılar", "Artists"}, Children: []Category{
		{Name: Text{"Ressam ve Heykeltıraş", "Painters and Sculptors"},
			Children: []Category{{Name: Text{"Konuk Sanatçılar", "Guest Artists"}},
				{Name: Text{"Ev Sahibi Sanatçılar", "Resident Artists"}}}}}}}},
	{"page", []Category{{Name: Text{"Atölye Hakkında", "About the Atelier"}, Children: []Category{
		{Name: Text{"Ziyaret", "Visiting"}, Children: []Category{{Name: Text{"Ulaşım", "Getting Here"}},
			{Name: Text{"Kurallar", "House Rules"}}}}}}}},
	{"project", []Category{{Name: Text{"İşler", "Commissions"}, Children: []Category{
		{Name: Text{"Kamusal", "Public"}, Children: []Category{{Name: Text{"Duvar Resmi", "Murals"}},
			{Name: Text{"Heykel Parkı", "Sculpture Parks"}}}}}}}},
}

// CategoryProse describes categories of modules other than product. {name} is filled in.
var CategoryProse = Text{"{name} başlığında toplananlar.", "All that is filed under {name}."}
