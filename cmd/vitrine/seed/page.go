package seed

type pageRow struct {
	base
	Slug            string `db:"slug"`
	Title           string `db:"title"`
	Brief           string `db:"brief,null"`
	Content         string `db:"content,null"`
	Image           string `db:"image,null"`
	MetaTitle       string `db:"meta_title,null"`
	MetaDescription string `db:"meta_description,null"`
	Position        int    `db:"position"`
	Language        string `db:"language,null"`
	window
}

type pageCategoryRow struct {
	base
	Owner    string `db:"page_id"`
	Category string `db:"category_id"`
}

// leaflet is a page in two languages.
type leaflet struct {
	title, brief text
	body         []text
	points       []text
}

var demoPages = []leaflet{
	{text{"Hakkımızda", "About the Market"}, text{"Vitrin Pazarı kimdir?", "Who is behind Vitrin Pazarı?"},
		[]text{{"Vitrin Pazarı 2014 yılında bir handa, üç tezgâhla başladı. Bugün kırk satıcıyla aynı işi yapıyoruz: iyi yapılmış şeyleri, yapanın adıyla satmak.", "Vitrin Pazarı began in 2014 with three benches in an old inn. With forty sellers we still do the same: sell what is well made, under its maker's name."},
			{"Satıcılarımızı ziyaret etmeden rafa almıyoruz.", "We visit every seller before anything goes on a shelf."}},
		[]text{{"40 satıcı", "40 sellers"}, {"16 şehir", "16 cities"}, {"Plastiksiz paketleme", "No plastic in our parcels"}}},
	{text{"Kargo ve Teslimat", "Shipping and Delivery"}, text{"Ne zaman gelir, ne kadar tutar?", "When does it come, and what does it cost?"},
		[]text{{"Siparişler iki iş gününde hazırlanır. Yapım süresi olan ürünlerde süre ürün sayfasında yazar.", "Orders are ready within two working days. What is made to order says so on its page."},
			{"750 TL üzerindeki siparişlerde kargo ücretsizdir.", "Postage is free above 750 TL."}},
		[]text{{"Şehir içi: 1 gün", "Within the city: 1 day"}, {"Yurt içi: 2–3 gün", "Within the country: 2 to 3 days"}, {"Yurt dışı: 5–9 gün", "Abroad: 5 to 9 days"}}},
	{text{"İade ve Değişim", "Returns and Exchanges"}, text{"On dört gün düşünme hakkınız var.", "You have fourteen days to think it over."},
		[]text{{"Teslim aldığınız günden başlayarak on dört gün içinde, neden göstermeden geri gönderebilirsiniz.", "Within fourteen days of delivery you may send anything back, and need not say why."},
			{"Kişiye özel yapılan işlerde iade olmaz; kusur varsa onarırız ya da yenisini yaparız.", "What was made for you alone cannot be returned; if it has a fault we mend it or make it again."}},
		[]text{{"İade kargosu bizden", "We pay the way back"}, {"Ücret üç gün içinde yatar", "Your money is back in three days"}}},
	{text{"Gizlilik", "Privacy"}, text{"Hakkınızda ne biliyoruz?", "What we know of you."},
		[]text{{"Siparişiniz için gerekenden fazlasını sormayız, sorduğumuzu satmayız.", "We ask for no more than your order needs, and sell none of it."},
			{"Kayıtlarınızı istediğiniz an görebilir, indirebilir, sildirebilirsiniz.", "You may see, download or erase your records at any time."}},
		[]text{{"Üçüncü taraf izleyici yok", "No trackers of third parties"}, {"Kayıtlar on iki ay sonra silinir", "Logs are erased after twelve months"}}},
	{text{"Kullanım Koşulları", "Terms of Use"}, text{"Kısa ve okunur bir sözleşme.", "A contract that is short and can be read."},
		[]text{{"Bu siteyi kullanarak aşağıdaki koşulları kabul edersiniz. Koşullar değişirse otuz gün önceden haber veririz.", "By using this site you accept what follows. If it changes we say so thirty days ahead."},
			{"Fiyatlar vergiler dahil gösterilir.", "Prices are shown with taxes."}},
		[]text{{"18 yaş ve üzeri", "18 and above"}, {"Türkiye hukuku geçerlidir", "The law of Türkiye applies"}}},
	{text{"Onarım Sözü", "Our Word on Repairs"}, text{"Bizden aldığınız onarılır.", "What you bought here gets mended."},
		[]text{{"Her satıcımız sattığını onarmayı kabul eder. Yedek parçalar en az on yıl bulunur.", "Every seller agrees to mend what it sold. Spare parts are kept for ten years at least."},
			{"Onarımı öğrenmek isterseniz her ay ücretsiz bir atölyemiz var.", "If you would rather learn to mend it, there is a free workshop every month."}},
		[]text{{"Deri: ömür boyu", "Leather: for life"}, {"Seramik: altın tamir", "Ceramics: mended with gold"}, {"Elektronik: on yıl parça", "Electronics: ten years of parts"}}},
	{text{"Satıcı Olmak", "Sell with Us"}, text{"Atölyenizi tanıyalım.", "Let us get to know your workshop."},
		[]text{{"Başvurunuzu okuyan bir kişi var; iki hafta içinde arar ve ziyarete gelir.", "A person reads your letter, calls within two weeks and comes to visit."}},
		[]text{{"Komisyon yüzde on iki", "We take twelve percent"}, {"Aylık ücret yok", "No monthly fee"}, {"Ödeme haftalık", "Paid weekly"}}},
	{text{"Basın Odası", "Press Room"}, text{"Fotoğraflar, metinler, sorular.", "Photographs, texts and questions."},
		[]text{{"Aşağıdaki görselleri kaynak göstererek kullanabilirsiniz.", "You may use the pictures below if you say where they are from."}},
		[]text{{"Logo (SVG)", "Logo (SVG)"}, {"Kurucuların fotoğrafı", "A photograph of the founders"}}},
	{text{"Beden Rehberi", "Size Guide"}, text{"Ölçmenin doğru yolu.", "How to measure."},
		[]text{{"Göğüs ve bel ölçünüzü ince bir giysi üzerinden, mezurayı sıkmadan alın.", "Measure chest and waist over thin clothes, without pulling the tape."}},
		[]text{{"S: 84–88 cm", "S: 84 to 88 cm"}, {"M: 89–94 cm", "M: 89 to 94 cm"}, {"L: 95–101 cm", "L: 95 to 101 cm"}}},
	{text{"Sürdürülebilirlik Raporu", "Sustainability Report"}, text{"Saydık, yazdık.", "Counted and written down."},
		[]text{{"Geçen yıl gönderdiğimiz paketlerin yüzde doksan altısı yeniden kullanılan kutularla yola çıktı.", "Last year ninety-six percent of our parcels left in boxes that had been used before."}},
		[]text{{"Kâğıt bant", "Paper tape"}, {"Bisikletli kurye", "Couriers on bicycles"}}},
	{text{"Hediye Kartı", "Gift Cards"}, text{"Seçmek ona kalsın.", "Leave the choice to them."},
		[]text{{"Hediye kartı hiç eskimez: son kullanma tarihi yoktur.", "A gift card does not age: it has no last day."}}, []text{{"100–5.000 TL", "100 to 5,000 TL"}, {"E-posta ile ya da basılı", "By mail or on paper"}}},
	{text{"İletişim", "Contact"}, text{"Yazın, arayın, uğrayın.", "Write, call or drop in."},
		[]text{{"Dükkân hafta içi 10:00–18:00 arası açıktır.", "The shop is open on weekdays from 10 to 18."}}, []text{{"merhaba@demo.example", "hello@demo.example"}, {"+90 212 555 00 00", "+90 212 555 00 00"}}},
}

var atelierPages = []leaflet{
	{text{"Atölye", "The Atelier"}, text{"Kuzey ışığı, üç fırın, bir kedi.", "North light, three kilns and a cat."},
		[]text{{"Atelier Kuzey bir eski un deposunda, dokuz sanatçının ortak atölyesidir.", "Atelier Kuzey is a studio that nine artists share in an old flour store."}}, []text{{"Salıdan cumartesiye", "Tuesday to Saturday"}, {"11:00–19:00", "11:00 to 19:00"}}},
	{text{"Nasıl Gelinir", "How to Find Us"}, text{"İskeleden yedi dakika.", "Seven minutes from the pier."},
		[]text{{"İskeleden çıkınca sola dönün, kırmızı kapıyı arayın.", "Turn left at the pier and look for a red door."}}, []text{{"Rampa var", "There is a ramp"}, {"Otopark yok", "There is no car park"}}},
	{text{"Eser Bakımı", "Caring for Works"}, text{"Güneş, nem, toz.", "Sun, damp and dust."},
		[]text{{"Kâğıt üstü eserleri cam altında ve doğrudan güneşten uzak tutun.", "Keep works on paper under glass and out of the sun."}}, []text{{"Nem: %45–55", "Humidity: 45 to 55 %"}}},
	{text{"Siparişe Özel Eser", "Commissions"}, text{"Birlikte düşünelim.", "Let us think together."},
		[]text{{"Bir eskiz, bir ön ödeme, üç buluşma: sipariş böyle ilerler.", "One sketch, one deposit, three meetings: that is how a commission goes."}}, []text{{"6–12 hafta", "6 to 12 weeks"}}},
	{text{"Ziyaretçi Kuralları", "Rules for Visitors"}, text{"Dokunmadan önce sorun.", "Ask before you touch."},
		[]text{{"Fotoğraf serbest, flaş değil. Kedi beslenmez.", "Photographs yes, flash no. Do not feed the cat."}}, []text{{"Çantalar girişte", "Bags stay at the door"}}},
}

// page makes pages in both languages, and one plain one without any. An eighth of them says nothing to search engines.
func (w *world) page() {
	bilingual(w.shop.pages, func(i int, lang string, p leaflet) {
		d := w.dice("page", lang+p.title.en)
		row := pageRow{base: w.base("page", lang+p.title.en, 24*d.between(20, 470)), Slug: w.slug("page", p.title.in(lang)), Title: p.title.in(lang), Brief: p.brief.in(lang),
			Position: i / 2, Language: lang, window: w.window(d, i)}
		var body, points []string
		for _, b := range p.body {
			body = append(body, b.in(lang))
		}
		for _, b := range p.points {
			points = append(points, b.in(lang))
		}
		row.Content = paragraphs(body...) + heading(text{"Kısaca", "In short"}.in(lang)) + bullets(points...)
		if i%8 != 7 {
			row.Image = media("page", row.Slug)
			row.MetaTitle, row.MetaDescription = row.Title+" | "+w.shop.name, row.Brief
		}
		w.add("page", row)
		w.add("page_category", pageCategoryRow{base: w.base("page_category", lang+p.title.en, 24), Owner: row.ID, Category: w.categoryOf(d, "page", lang).id})
	})
	w.add("page", pageRow{base: w.base("page", "imprint", 24*450), Slug: w.slug("page", w.shop.id+" imprint"), Title: "Imprint", Content: paragraphs(w.shop.name),
		Position: 99, window: window{Status: "PUBLISHED"}})
}
