package seed

import "time"

type campaignRow struct {
	base
	Slug        string    `db:"slug,null"`
	Title       string    `db:"title"`
	Brief       string    `db:"brief,null"`
	Description string    `db:"description,null"`
	Cover       string    `db:"cover_image,null"`
	Banner      string    `db:"banner,null"`
	URL         string    `db:"url,null"`
	Starts      time.Time `db:"starts_at,null"`
	Ends        time.Time `db:"ends_at,null"`
	Position    int       `db:"position"`
	Language    string    `db:"language,null"`
	window
}

// promotion is a campaign in two languages.
type promotion struct{ title, brief text }

var demoCampaigns = []promotion{
	{text{"Keten Haftası", "Linen Week"}, text{"Ketenlerde yüzde yirmiye varan indirim.", "Up to twenty percent off linen."}},
	{text{"Sofra Kurma Zamanı", "Time to Set the Table"}, text{"Üç tabak alana bir kase bizden.", "Buy three plates and a bowl is on us."}},
	{text{"Bahar Temizliği", "Spring Clearing"}, text{"Rafları boşaltıyoruz: son parçalar.", "We clear the shelves: last pieces."}},
	{text{"Okula Dönüş Defterleri", "Notebooks for School"}, text{"Defterler ikişer ikişer.", "Notebooks, two by two."}},
	{text{"Kilim Ayı", "The Month of Rugs"}, text{"Dokuyanlarla tanışın, kilimler yarı kargoyla.", "Meet the weavers; rugs travel at half the postage."}},
	{text{"Gece Yarısı Plakları", "Midnight Sound"}, text{"Yalnız bu gece hoparlörlerde yüzde on beş.", "Fifteen percent off speakers, tonight only."}},
	{text{"Onar, Atma", "Mend, Don't Bin"}, text{"Bizden aldığınız her çantanın onarımı ücretsiz.", "Every bag you bought here is mended for free."}},
	{text{"Hasat Kileri", "Harvest Pantry"}, text{"Yeni mahsul zeytinyağı geldi.", "This year's olive oil is in."}},
	{text{"Yılbaşı Çekilişi", "New Year's Draw"}, text{"Her siparişe bir bilet.", "A ticket with every order."}},
	{text{"Anneler Günü", "Mother's Day"}, text{"Takılarda hediye paketi bizden.", "Jewellery is wrapped on us."}},
	{text{"Küçük Atölyeler Günü", "Small Workshops Day"}, text{"Tek kişilik atölyelerden komisyon almıyoruz.", "We take no share from one-person workshops."}},
	{text{"Çocuk Şenliği", "Children's Fair"}, text{"Oyuncaklarda üç al iki öde.", "Three toys for the price of two."}},
	{text{"", "24h Vitrine"}, text{"", "One day, one price."}},
}

var atelierCampaigns = []promotion{
	{text{"Açık Kapı Günleri", "Open Door Days"}, text{"Atölyeyi gezin, çayınız bizden.", "Walk through the studio; tea is on us."}},
	{text{"Öğrenciye Fırça", "Brushes for Students"}, text{"Öğrencilere gereçler yüzde otuz indirimli.", "Thirty percent off supplies for students."}},
	{text{"Karo Haftası", "Tile Week"}, text{"On karo alana iki karo.", "Two tiles with every ten."}},
	{text{"Kış Sergisi", "Winter Show"}, text{"Sergideki eserler taksitle.", "Works in the show, in instalments."}},
}

var campaignProse = text{"Kampanya stoklarla sınırlıdır ve diğer indirimlerle birleşmez. Sorularınız için bize yazın.",
	"While stocks last, and not together with other reductions. Write to us if in doubt."}

// campaign makes campaigns in both languages: of each six, two are over, three run and one is still to come.
func (w *world) campaign() {
	bilingual(w.shop.campaigns, func(i int, lang string, p promotion) {
		d := w.dice("campaign", lang+p.title.en)
		row := campaignRow{base: w.base("campaign", lang+p.title.en, 24*d.between(5, 90)), Slug: w.slug("campaign", p.title.in(lang)), Title: p.title.in(lang), Brief: p.brief.in(lang),
			Description: paragraphs(p.brief.in(lang), campaignProse.in(lang)), Position: i, Language: lang, window: window{Status: "PUBLISHED"}}
		switch i % 6 {
		case 0, 3: // runs
			row.Starts, row.Ends = w.at(-d.between(2, 12), -d.n(8)), w.at(d.between(2, 20), d.n(8))
		case 1: // is over
			row.Starts, row.Ends = w.at(-d.between(50, 90), 0), w.at(-d.between(2, 40), 0)
		case 2: // is to come
			row.Starts, row.Ends = w.at(d.between(1, 30), 3), w.at(d.between(32, 60), 0)
		case 4:
			row.Starts, row.Ends = w.at(-d.between(300, 400), 0), w.at(-d.between(250, 290), 0)
		case 5:
			row.Starts, row.Ends = w.at(-1, 0), w.at(d.between(1, 5), 0)
		}
		switch i { // the edges of the rules
		case 5: // ends while one looks
			row.Ends = w.at(0, 2)
		case 2: // begins while one looks
			row.Starts = w.at(0, 1)
		case 3: // has no end, like the next but one has no beginning
			row.Ends = time.Time{}
		case 6:
			row.Starts, row.Slug = time.Time{}, ""
		case 7: // runs, but is not announced before tomorrow
			row.window = window{Status: "PUBLISHED", Publish: w.at(1, 0)}
			row.Starts, row.Ends = w.at(-1, 0), w.at(9, 0)
		case 9: // was taken back
			row.window = window{Status: "PUBLISHED", Publish: w.at(-9, 0), Unpublish: w.at(-1, 0)}
		case 1:
			row.Status, row.Starts, row.Ends = "DRAFT", w.at(-2, 0), w.at(7, 0)
		}
		picture := slugify(row.Title)
		if i%8 != 6 {
			row.Cover, row.Banner = media("campaign", picture), media("campaign", picture+"-2")
		}
		if len(w.collections) > 0 && i%8 != 6 {
			row.URL = "/collections/" + w.collections[i%len(w.collections)]
		}
		w.add("campaign", row)
	})
}
