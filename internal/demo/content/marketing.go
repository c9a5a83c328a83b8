package content

// Campaign is a campaign in two languages.
type Campaign struct{ Title, Brief Text }

var demoCampaigns = []Campaign{
	{Text{"Keten Haftası", "Linen Week"}, Text{"Ketenlerde yüzde yirmiye varan indirim.",
		"Up to twenty percent off linen."}},
	{Text{"Sofra Kurma Zamanı", "Time to Set the Table"},
		Text{"Üç tabak alana bir kase bizden.", "Buy three plates and a bowl is on us."}},
	{Text{"Bahar Temizliği", "Spring Clearing"}, Text{"Rafları boşaltıyoruz: son parçalar.",
		"We clear the shelves: last pieces."}},
	{Text{"Okula Dönüş Defterleri", "Notebooks for School"}, Text{"Defterler ikişer ikişer.", "Notebooks, two by two."}},
	{Text{"Kilim Ayı", "The Month of Rugs"}, Text{"Dokuyanlarla tanışın, kilimler yarı kargoyla.",
		"Meet the weavers; rugs travel at half the postage."}},
	{Text{"Gece Yarısı Plakları", "Midnight Sound"}, Text{"Yalnız bu gece hoparlörlerde yüzde on beş.",
		"Fifteen percent off speakers, tonight only."}},
	{Text{"Onar, Atma", "Mend, Don't Bin"}, Text{"Bizden aldığınız her çantanın onarımı ücretsiz.",
		"Every bag you bought here is mended for free."}},
	{Text{"Hasat Kileri", "Harvest Pantry"}, Text{"Yeni mahsul zeytinyağı geldi.", "This year's olive oil is in."}},
	{Text{"Yılbaşı Çekilişi", "New Year's Draw"}, Text{"Her siparişe bir bilet.", "A ticket with every order."}},
	{Text{"Anneler Günü", "Mother's Day"}, Text{"Takılarda hediye paketi bizden.", "Jewellery is wrapped on us."}},
	{Text{"Küçük Atölyeler Günü", "Small Workshops Day"},
		Text{"Tek kişilik atölyelerden komisyon almıyoruz.", "We take no share from one-person workshops."}},
	{Text{"Çocuk Şenliği", "Children's Fair"}, Text{"Oyuncaklarda üç al iki öde.", "Three toys for the price of two."}},
	{Text{"", "24h Vitrine"}, Text{"", "One day, one price."}},
}

var atelierCampaigns = []Campaign{
	{Text{"Açık Kapı Günleri", "Open Door Days"}, Text{"Atölyeyi gezin, çayınız bizden.",
		"Walk through the studio; tea is on us."}},
	{Text{"Öğrenciye Fırça", "Brushes for Students"},
		Text{"Öğrencilere gereçler yüzde otuz indirimli.", "Thirty percent off supplies for students."}},
	{Text{"Karo Haftası", "Tile Week"}, Text{"On karo alana iki karo.", "Two tiles with every ten."}},
	{Text{"Kış Sergisi", "Winter Show"}, Text{"Sergideki eserler taksitle.", "Works in the show, in instalments."}},
}

var CampaignProse = Text{"Kampanya stoklarla sınırlıdır ve diğer indirimlerle birleşmez. Sorularınız için bize yazın.",
	"While stocks last, and not together with other reductions. Write to us if in doubt."}

// Collection is a collection in two languages, with the choice of its products.
type Collection struct {
	Title, Brief Text
	Picture      Text // a word that package picture can draw
	Takes        Choice
}

// Choice selects the products of a collection: those of some families, discounted ones or new ones.
type Choice struct {
	Families          []string
	Discounted, Fresh bool
}

// of selects the products of some families.
func of(families ...string) Choice { return Choice{Families: families} }

var demoCollections = []Collection{
	{Text{"Yazlık Dolap", "Summer Wardrobe"}, Text{"Keten, müslin ve bol kesim.", "Linen, muslin and an easy cut."},
		Text{"elbise", "dress"}, of("wear")},
	{Text{"Pazar Kahvaltısı", "Sunday Breakfast"}, Text{"Reçelden fincana, bir sofralık.",
		"From jam to cup: a table's worth."}, Text{"fincan", "cup"}, of("food", "home")},
	{Text{"İlk Ev", "First Home"}, Text{"Boş bir eve girerken.", "For stepping into an empty flat."},
		Text{"lamba", "lamp"}, of("home", "garden")},
	{Text{"İndirimdekiler", "Reduced"}, Text{"Fiyatı düşenler, tek yerde.", "Everything that costs less now."},
		Text{"kutusu", "box"}, Choice{Discounted: true}},
	{Text{"Yeni Gelenler", "Just In"}, Text{"Son iki ayda rafa çıkanlar.", "What came in over the last two months."},
		Text{"sepet", "basket"}, Choice{Fresh: true}},
	{Text{"Yolcuya Mektup", "Letters to a Traveller"}, Text{"Defter, kalem, sırt çantası.", "Notebook, pen and backpack."},
		Text{"defter", "notebook"}, of("paper", "bag", "book")},
	{Text{"Uyku Öncesi", "Before Sleep"}, Text{"Masal, oyuncak ayı, lavanta.", "A story, a bear, some lavender."},
		Text{"ayı", "bear"}, of("kids", "care")},
	{Text{"Kuyumcu Tezgâhı", "The Jeweller's Bench"}, Text{"Elde dövülenler.", "All hammered by hand."},
		Text{"yüzük", "ring"}, of("jewel")},
	{Text{"Dinlemek İçin", "Made for Listening"}, Text{"Ses çıkaran her şey.", "All that makes a sound."},
		Text{"plak", "record"}, of("tech")},
	{Text{"Duvarda", "On the Wall"}, Text{"Baskılar, aynalar, saatler.", "Prints, mirrors and clocks."},
		Text{"print", "print"}, of("art", "home")},
	{Text{"", "Edition 2026"}, Text{"", "All prints of the year."}, Text{"print", "print"}, of("art")},
}

var atelierCollections = []Collection{
	{Text{"Yaz Sergisi", "Summer Show"}, Text{"Bu yaz duvarda olanlar.", "What hangs this summer."},
		Text{"tablo", "painting"}, of("art")},
	{Text{"İlk Fırçan", "Your First Brush"}, Text{"Başlamak için gerekenler.", "What one needs to begin."},
		Text{"fırça", "brush"}, of("supply")},
	{Text{"Mavi Karolar", "Tiles in Blue"}, Text{"Fırından yeni çıkanlar.", "Fresh from the kiln."}, Text{"çini", "tile"},
		of("tile")},
}
