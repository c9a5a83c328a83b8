package seed

// demoTopics are the headings of what is not a product, by type: three levels deep as well.
var demoTopics = []struct {
	kind  string
	trees []shelf
}{
	{"blog", []shelf{
		{name: text{"Dergi", "Journal"}, shelves: []shelf{
			{name: text{"Usta İşi", "Crafts"}, shelves: []shelf{{name: text{"Toprak ve Ateş", "Clay and Fire"}}, {name: text{"İplik ve Dokuma", "Thread and Loom"}}, {name: text{"Ağaç ve Maden", "Wood and Metal"}}}},
			{name: text{"Yaşam", "Living"}, shelves: []shelf{{name: text{"Evde", "At Home"}}, {name: text{"Sofrada", "Around the Table"}}, {name: text{"Yolda", "On the Road"}}}}}}}},
	{"event", []shelf{
		{name: text{"Etkinlikler", "Events"}, shelves: []shelf{
			{name: text{"Öğren", "Learn"}, shelves: []shelf{{name: text{"Atölye", "Workshops"}}, {name: text{"Söyleşi", "Talks"}}}},
			{name: text{"İzle ve Dinle", "See and Hear"}, shelves: []shelf{{name: text{"Konser", "Concerts"}}, {name: text{"Sergi", "Exhibitions"}}, {name: text{"Sahne", "Stage"}}}},
			{name: text{"Buluş", "Meet"}, shelves: []shelf{{name: text{"Şenlik", "Festivals"}}, {name: text{"Pazar Yeri", "Markets"}}}}}}}},
	{"merchant", []shelf{
		{name: text{"Satıcılar", "Sellers"}, shelves: []shelf{
			{name: text{"Üreten", "Makers"}, shelves: []shelf{{name: text{"Tek Kişilik Atölyeler", "One-person Workshops"}}, {name: text{"Kooperatifler", "Cooperatives"}}}},
			{name: text{"Seçen", "Curators"}, shelves: []shelf{{name: text{"Mahalle Dükkânları", "Corner Shops"}}, {name: text{"Konsept Mağazalar", "Concept Stores"}}}}}}}},
	{"page", []shelf{
		{name: text{"Bilgi", "Information"}, shelves: []shelf{
			{name: text{"Müşteri", "Customers"}, shelves: []shelf{{name: text{"Alışveriş Bilgisi", "Shopping"}}, {name: text{"Haklarınız", "Your Rights"}}}},
			{name: text{"Kurum", "Company"}, shelves: []shelf{{name: text{"Biz", "About Us"}}, {name: text{"Basın", "Press"}}}}}}}},
	{"project", []shelf{
		{name: text{"Projeler", "Projects"}, shelves: []shelf{
			{name: text{"Mekân", "Spaces"}, shelves: []shelf{{name: text{"Ev İçi", "Homes"}}, {name: text{"Kafe ve Otel", "Cafés and Hotels"}}}},
			{name: text{"Toplum", "Community"}, shelves: []shelf{{name: text{"Onarım", "Restoration"}}, {name: text{"Eğitim", "Education"}}}}}}}},
}

// atelierTopics are the atelier's.
var atelierTopics = []struct {
	kind  string
	trees []shelf
}{
	{"blog", []shelf{{name: text{"Atölye Günlüğü", "Studio Diary"}, shelves: []shelf{
		{name: text{"Yapım", "Making"}, shelves: []shelf{{name: text{"Teknik", "Technique"}}, {name: text{"Malzeme Notları", "Notes on Materials"}}}}}}}},
	{"event", []shelf{{name: text{"Takvim", "Calendar"}, shelves: []shelf{
		{name: text{"Dersler", "Classes"}, shelves: []shelf{{name: text{"Hafta Sonu Dersleri", "Weekend Classes"}}, {name: text{"Açık Atölye", "Open Studio"}}}}}}}},
	{"merchant", []shelf{{name: text{"Sanatçılar", "Artists"}, shelves: []shelf{
		{name: text{"Ressam ve Heykeltıraş", "Painters and Sculptors"}, shelves: []shelf{{name: text{"Konuk Sanatçılar", "Guest Artists"}}, {name: text{"Ev Sahibi Sanatçılar", "Resident Artists"}}}}}}}},
	{"page", []shelf{{name: text{"Atölye Hakkında", "About the Atelier"}, shelves: []shelf{
		{name: text{"Ziyaret", "Visiting"}, shelves: []shelf{{name: text{"Ulaşım", "Getting Here"}}, {name: text{"Kurallar", "House Rules"}}}}}}}},
	{"project", []shelf{{name: text{"İşler", "Commissions"}, shelves: []shelf{
		{name: text{"Kamusal", "Public"}, shelves: []shelf{{name: text{"Duvar Resmi", "Murals"}}, {name: text{"Heykel Parkı", "Sculpture Parks"}}}}}}}},
}
