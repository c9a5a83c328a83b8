package seed

// body is an organization.
type body struct {
	name  string
	lang  string
	brief text
}

type organizationRow struct {
	base
	Slug        string `db:"slug"`
	Name        string `db:"name"`
	Logo        string `db:"logo,null"`
	Image       string `db:"image,null"`
	Brief       string `db:"brief,null"`
	Description string `db:"description,null"`
	Website     string `db:"website,null"`
	Email       string `db:"email,null"`
	Phone       string `db:"phone,null"`
	Address     string `db:"address,null"`
	City        string `db:"city,null"`
	Country     string `db:"country,null"`
	Contacts    list   `db:"contacts"`
	Social      list   `db:"social"`
	Status      string `db:"status"`
	Position    int    `db:"position"`
	Language    string `db:"language,null"`
}

type contact struct {
	Name  string `json:"name"`
	Role  string `json:"role"`
	Email string `json:"email"`
	Phone string `json:"phone,omitempty"`
}

var demoOrganizations = []body{
	{"Toprak ve Ateş Derneği", turkish, text{"Çömlekçilerin buluştuğu, fırınlarını paylaştığı dernek.", ""}},
	{"Dokuma Mirası Vakfı", turkish, text{"Unutulan tezgâhları yeniden kuran vakıf.", ""}},
	{"Usta Çırak Akademisi", turkish, text{"Gençleri ustaların yanına yerleştiren okul.", ""}},
	{"Anadolu Kök Boya Kooperatifi", turkish, text{"Kökboya ve ceviz yetiştiren otuz iki aile.", ""}},
	{"Kıyı Temizliği Gönüllüleri", turkish, text{"Her ayın ilk pazarı bir koyda.", ""}},
	{"Sokak Çalgıcıları Birliği", turkish, text{"Sokakta müzik yapanların birliği.", ""}},
	{"Mahalle Kütüphaneleri Ağı", turkish, text{"Kırk mahallede kırk küçük kütüphane.", ""}},
	{"Onarım Kahvesi", turkish, text{"Bozulanı atmadan önce bir uğrayın.", ""}},
	{"Kardelen Çocuk Tiyatrosu", turkish, text{"Köy okullarına sahne taşıyan topluluk.", ""}},
	{"Slow Craft Network", english, text{"", "A network of workshops that would rather be slow."}},
	{"The Repair Guild", english, text{"", "People who mend, and teach how."}},
	{"Open Loom Foundation", english, text{"", "Patterns and looms that anybody may build."}},
	{"Small Press Union", english, text{"", "Independent presses that share a van and a stand."}},
	{"Harbour Music Trust", english, text{"", "Concerts on quays, for free, all summer."}},
	{"Common Kiln", english, text{"", "A kiln that a whole street fires."}},
	{"Green Balcony League", english, text{"", "Neighbours who grow tomatoes on the fifth floor."}},
	{"Atlas Forum", none, text{"", "Yearly meeting of makers, sellers and museums."}},
	{"Meridyen 29", none, text{"", "A collective between two continents."}},
	{"Kuruluş Aşamasında", turkish, text{"Henüz kurulmadı.", ""}},
}

var atelierOrganizations = []body{
	{"Kuzey Sanat Derneği", turkish, text{"Atölyeyi ayakta tutan üyeler.", ""}}, {"Friends of the Kiln", english, text{"", "Those who keep our kiln warm."}},
	{"Konuk Sanatçı Programı", turkish, text{"Her yıl altı sanatçı, altı hafta.", ""}}, {"Ink & Acid Society", english, text{"", "Etchers, once a month, with biscuits."}},
	{"Collegium Ultramarin", none, text{"", "On the history of one pigment."}}, {"Sonraki Dernek", turkish, text{"Hazırlanıyor.", ""}},
}

var organizationProse = text{"Her yıl açık bir toplantıda ne yaptığını ve ne kadar harcadığını anlatır; kapısı yeni gelene açıktır.",
	"Once a year it tells an open meeting what it did and what that cost; whoever comes is welcome."}

var roles = []text{{"Genel sekreter", "Secretary"}, {"Basın", "Press"}, {"Gönüllüler", "Volunteers"}, {"Eğitim", "Education"}}

// organization makes organizations; the last one is a draft.
func (w *world) organization() {
	for i, o := range w.shop.organizations {
		d := w.dice("organization", o.name)
		c := town(d, 20)
		if o.lang == english {
			c = town(d, 70)
		}
		at := c.spot(d, o.lang)
		row := organizationRow{base: w.base("organization", o.name, 24*d.between(60, 480)), Slug: w.slug("organization", o.name), Name: o.name, Brief: o.brief.in(o.lang),
			Phone: at.phone, Address: at.address, City: at.city, Country: at.country, Status: "PUBLISHED", Position: i, Language: o.lang, Contacts: "[]", Social: "{}"}
		row.Description = paragraphs(row.Brief, organizationProse.in(o.lang))
		site := row.Slug + ".example"
		if i%7 != 6 {
			row.Logo, row.Image = media("organization", row.Slug), media("banner", row.Slug)
			row.Website, row.Email = "https://"+site, "hello@"+site
			row.Social = list(`{"mastodon": "https://social.example/@` + row.Slug + `", "video": "https://video.example/` + row.Slug + `"}`)
		}
		var people []contact
		for n, role := range some(d, roles, d.n(3)) {
			who := person(d)
			people = append(people, contact{who, role.in(o.lang), slugify(who) + "@" + site, at.phone[:len(at.phone)-1] + itoa(n)})
		}
		row.Contacts = jsonList(people)
		live := i < len(w.shop.organizations)-1
		if !live {
			row.Status = "DRAFT"
		}
		w.add("organization", row)
		w.organizations = append(w.organizations, ref{id: row.ID, slug: row.Slug, name: o.name, lang: o.lang, live: live})
	}
}
