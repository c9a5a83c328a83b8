package seed

var (
	painted = &craft{family: "art", label: text{"Malzeme", "Medium"},
		materials: []text{{"Yağlıboya", "Oil"}, {"Akrilik", "Acrylic"}, {"Suluboya", "Watercolour"}, {"Guaj", "Gouache"}},
		briefs:    []text{{"Tek kopya, imzalı: tuval üzerine {material}.", "One of a kind and signed: {material} on canvas."}, {"Atölyenin kuzey ışığında, üç haftada bitti.", "Finished over three weeks in the studio's north light."}},
		points:    []text{{"Arkası imzalı ve tarihli", "Signed and dated on the back"}, {"Asmaya hazır", "Ready to hang"}, {"Orijinallik belgesi", "With a certificate"}, {"Sergiden sonra gönderilir", "Sent once the show is over"}},
		care:      text{"Doğrudan güneşe asmayın.", "Do not hang it in direct sun."}, technique: []text{{"Alla prima", "Alla prima"}, {"Sırlama", "Glazing"}, {"Islak üstüne ıslak", "Wet on wet"}}, tools: []text{{"Palet bıçağı", "Palette knife"}, {"Domuz kılı fırça", "Hog-hair brush"}}}
	sculpted = &craft{family: "art",
		materials: []text{{"Bronz", "Bronze"}, {"Mermer", "Marble"}, {"Terrakotta", "Terracotta"}, {"Kireçtaşı", "Limestone"}},
		styles:    []text{{"Oturan", "Seated"}, {"Uyuyan", "Sleeping"}, {"Yürüyen", "Walking"}, {"Soyut", "Abstract"}, {"Kanatlı", "Winged"}, {"İkili", "Twin"}},
		briefs:    []text{{"Beş dökümlük seriden {noun}; kalıbı kırıldı.", "One of five; the mould is broken."}, {"Elde yontulmuş, dokunulmak için {noun}.", "Cut by hand, and made to be touched."}},
		points:    []text{{"Numaralı", "Numbered"}, {"Kaidesi yanında", "With its plinth"}, {"Dış mekâna uygun", "May stand outdoors"}},
		care:      text{"Kuru fırçayla tozunu alın.", "Dust it with a dry brush."}, technique: []text{{"Kayıp balmumu", "Lost wax"}, {"Yontma", "Carving"}}, tools: []text{{"Tarak", "Rasp"}, {"Murç", "Point chisel"}}}
	supply = &craft{family: "supply", sizes: []text{{"Küçük", "Small"}, {"Orta", "Medium"}, {"Büyük", "Large"}},
		materials: []text{{"Kayın", "Beech"}, {"Ceviz", "Walnut"}, {"Doğal", "Natural"}, {"Keten", "Linen"}},
		styles:    []text{{"Stüdyo", "Studio"}, {"Seyahat", "Travel"}, {"Öğrenci", "Student"}, {"Usta", "Master"}, {"Katlanır", "Folding"}, {"Yuvarlak", "Round"}, {"Yassı", "Flat"}},
		briefs:    []text{{"Her gün kullandığımız, denenmiş {noun}.", "What we use every day ourselves."}, {"Yıllarca dayansın diye seçilmiş {noun}.", "Chosen to last for years."}},
		points:    []text{{"Yedek parçası bulunur", "Spare parts to be had"}, {"Atölyede denendi", "Tried in our studio"}, {"Ambalajı kâğıt", "Packed in paper"}},
		care:      text{"Kullandıktan sonra temizleyin.", "Clean after use."}, technique: []text{{"El yapımı", "Made by hand"}}, tools: []text{{"Rende", "Plane"}}}
	tilework = &craft{family: "tile", coloured: true,
		materials: []text{{"Kuvars", "Quartz"}, {"Kırmızı Kil", "Red Clay"}, {"Beyaz Kil", "White Clay"}},
		styles:    []text{{"Laleli", "Tulip"}, {"Hayat Ağaçlı", "Tree of Life"}, {"Balıklı", "Fish"}, {"Geometrik", "Geometric"}},
		briefs:    []text{{"Sıraltı tekniğiyle, fırça fırça boyandı.", "Painted under the glaze, stroke by stroke."}, {"Kökü eski desenlerde, çizgisi bugünden {noun}.", "Old patterns in a line of today."}},
		points:    []text{{"Kurşunsuz sır", "Lead-free glaze"}, {"Elde çizildi", "Drawn by hand"}, {"Duvara asılır", "Can hang on a wall"}},
		care:      text{"Elde yıkayın.", "Wash by hand."}, technique: []text{{"Sıraltı", "Underglaze"}, {"Tahrir", "Outlining"}}, tools: []text{{"Samur fırça", "Sable brush"}, {"Fırın", "Kiln"}}}
)

// atelierTree is what the atelier sells. Every noun differs from demo's, so that no slug is in both by chance.
var atelierTree = []shelf{
	{name: text{"Eserler", "Works"}, shelves: []shelf{
		{name: text{"Resim", "Painting"}, shelves: []shelf{
			{name: text{"Tuval", "On Canvas"}, things: []thing{{text{"Tablo", "Painting"}, painted, 380, 4800}}},
			{name: text{"Kâğıt Üstü", "On Paper"}, things: []thing{{text{"Etüt", "Study"}, painted, 120, 690}}}}},
		{name: text{"Heykel", "Sculpture"}, shelves: []shelf{
			{name: text{"Serbest Heykel", "In the Round"}, things: []thing{{text{"Heykel", "Sculpture"}, sculpted, 490, 7900}, {text{"Figür", "Figure"}, sculpted, 190, 1900}}},
			{name: text{"Rölyef ve Büst", "Reliefs and Busts"}, things: []thing{{text{"Rölyef", "Relief"}, sculpted, 290, 2400}, {text{"Büst", "Bust"}, sculpted, 390, 3900}}}}}}},
	{name: text{"Çini", "Tiles"}, shelves: []shelf{
		{name: text{"Duvar", "Walls"}, shelves: []shelf{
			{name: text{"Karolar", "Single Tiles"}, things: []thing{{text{"Karo", "Tile"}, tilework, 12, 90}}},
			{name: text{"Duvar Tabakları", "Wall Plates"}, things: []thing{{text{"Çini Tabak", "Wall Plate"}, tilework, 60, 420}}}}}}},
	{name: text{"Gereçler", "Supplies"}, shelves: []shelf{
		{name: text{"Ressama", "For Painters"}, shelves: []shelf{
			{name: text{"Fırçalar", "Brushes"}, things: []thing{{text{"Fırça", "Brush"}, supply, 6, 60}}},
			{name: text{"Şövaleler", "Easels"}, things: []thing{{text{"Şövale", "Easel"}, supply, 90, 690}}},
			{name: text{"Eskiz", "Sketching"}, things: []thing{{text{"Eskiz Defteri", "Sketchbook"}, supply, 9, 45}}}}},
		{name: text{"Çömlekçiye", "For Potters"}, shelves: []shelf{
			{name: text{"Kil ve Pigment", "Clay and Pigment"}, things: []thing{{text{"Kil", "Clay"}, supply, 8, 40}, {text{"Pigment", "Pigment"}, supply, 7, 55}}}}}}},
	{name: text{"Depot", ""}, shelves: []shelf{
		{name: text{"Archive", ""}, shelves: []shelf{{name: text{"Nocturnes", ""}, things: []thing{{text{"Nocturne", "Nocturne"}, painted, 900, 5900}}}}}}},
}

var atelierGifts = shelf{name: text{"Armağan", "Presents"}, shelves: []shelf{
	{name: text{"Bütçe", "Budget"}, shelves: []shelf{{name: text{"Küçük Armağanlar", "Small Presents"}}, {name: text{"Büyük Armağanlar", "Grand Presents"}}}}}}
