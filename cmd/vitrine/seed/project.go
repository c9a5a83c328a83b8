package seed

import "time"

// undertaking is a project in two languages.
type undertaking struct {
	title, brief text
	client       string
	stage        string
}

type projectRow struct {
	base
	Slug         string    `db:"slug"`
	Title        string    `db:"title"`
	Brief        string    `db:"brief,null"`
	Description  string    `db:"description,null"`
	Content      string    `db:"content,null"`
	Cover        string    `db:"cover_image,null"`
	Gallery      list      `db:"gallery"`
	Stage        string    `db:"stage"`
	Start        time.Time `db:"start_date,null"`
	Completion   time.Time `db:"completion_date,null"`
	Client       string    `db:"client,null"`
	Organization string    `db:"organization_id,null"`
	Website      string    `db:"website,null"`
	Status       string    `db:"status"`
	Position     int       `db:"position"`
	Language     string    `db:"language,null"`
}

type projectCategoryRow struct {
	base
	Owner    string `db:"project_id"`
	Category string `db:"category_id"`
}

var demoProjects = []undertaking{
	{text{"Sarnıçlı Evin Onarımı", "Restoring the House with the Cistern"}, text{"Yüz on yıllık bir taş ev, kendi taşlarıyla ayağa kaldırıldı.", "A stone house of a hundred and ten years, raised again with its own stones."}, "Taş Konak", "completed"},
	{text{"Kahve Durağı Oteli", "Hotel Coffee Halt"}, text{"On iki odalı bir otelin bütün sofra takımı, tek fırından.", "All the tableware of a hotel of twelve rooms, from a single kiln."}, "Hotel Durak", "completed"},
	{text{"Köy Okuluna Kütüphane", "A Library for the Village School"}, text{"Otuz iki raf, iki bin kitap, bir soba.", "Thirty-two shelves, two thousand books, one stove."}, "Mahalle Kütüphaneleri Ağı", "completed"},
	{text{"Bakırcılar Çarşısı Aydınlatması", "Lighting Coppersmiths' Row"}, text{"Çarşının sesi kadar ışığı da geri geldi.", "The row got its light back, as well as its sound."}, "", "completed"},
	{text{"Dokuma Tezgâhı Açık Tasarımı", "An Open Design for a Loom"}, text{"Çizimleri herkese açık, üç günde kurulan bir tezgâh.", "A loom built in three days, from drawings that anybody may use."}, "Open Loom", "ongoing"},
	{text{"Balkon Bahçeleri", "Balcony Gardens"}, text{"Yedi apartman, yüz kırk saksı, bir yağmur deposu.", "Seven buildings, a hundred and forty planters, one rain tank."}, "", "ongoing"},
	{text{"Ses Odası", "The Sound Room"}, text{"Bir bodrumu dinleme odasına çeviren altı hafta.", "Six weeks that turned a cellar into a room to listen in."}, "Quiet Room Audio", "completed"},
	{text{"Rıhtımda Bir Kafe", "A Café on the Quay"}, text{"Eski tekne tahtalarından masa ve sandalye.", "Tables and chairs from the planks of old boats."}, "", "completed"},
	{text{"Çocuk Atölyesi", "The Children's Workshop"}, text{"Köşesi yuvarlak, boyu küçük, her şeyi gerçek bir atölye.", "A workshop with round corners and low benches where all the tools are real."}, "", "planned"},
	{text{"Gezici Fırın", "The Travelling Kiln"}, text{"Köy köy dolaşacak bir fırın; bütçesi bulunamadı.", "A kiln to travel from village to village; its budget was never found."}, "", "cancelled"},
	{text{"", "Meridian 29/41"}, text{"", "A line of brass through a city, where two continents are closest."}, "Meridyen 29", "completed"},
}

var atelierProjects = []undertaking{
	{text{"İskele Duvarı", "The Quay Mural"}, text{"Kırk metrelik bir duvar, on iki ressam.", "A wall of forty metres and twelve painters."}, "Liman İdaresi", "completed"},
	{text{"Sessiz Heykeller Parkı", "Park of Silent Statues"}, text{"Ağaçların arasında dokuz figür.", "Nine figures among trees."}, "", "ongoing"},
	{text{"Hastane Koridoru", "The Hospital Corridor"}, text{"Beyaz bir koridora 1.800 el boyaması karo.", "1,800 hand-painted tiles for a white corridor."}, "", "completed"},
}

var projectProse = []text{
	{"Önce dinledik: burada kim yaşıyor, ne eksik? Çizim sonra geldi.", "We listened first: who lives here, and what is missing? The drawings came after."},
	{"Malzemenin onda dokuzu elli kilometreden yakından alındı.", "Nine tenths of the material came from less than fifty kilometres away."},
	{"İşi yapanların adları kapının yanında yazıyor.", "The names of those who did the work are written beside the door."},
	{"Bütçenin yüzde sekizi sonraki on yılın bakımına ayrıldı.", "Eight percent of the budget is kept for ten years of upkeep."},
}

// project makes projects in both languages. Every seventh record is a draft.
func (w *world) project() {
	bilingual(w.shop.projects, func(i int, lang string, p undertaking) {
		d := w.dice("project", lang+p.title.en)
		started := d.between(120, 900)
		row := projectRow{base: w.base("project", lang+p.title.en, 24*d.between(10, 120)), Slug: w.slug("project", p.title.in(lang)), Title: p.title.in(lang), Brief: p.brief.in(lang),
			Stage: p.stage, Client: p.client, Status: "PUBLISHED", Position: i / 2, Language: lang}
		prose := some(d, projectProse, 2)
		row.Description = p.brief.in(lang) + " " + prose[0].in(lang)
		row.Content = paragraphs(p.brief.in(lang)) + heading(text{"Nasıl çalıştık?", "How we worked"}.in(lang)) + paragraphs(prose[0].in(lang), prose[1].in(lang))
		row.Cover = media("project", row.Slug)
		var gallery []string
		for n := range d.between(3, 7) {
			gallery = append(gallery, media("project", row.Slug+"-"+itoa(n+2)))
		}
		row.Gallery = jsonList(gallery)
		switch p.stage {
		case "completed":
			row.Start, row.Completion = w.day(-started), w.day(-started/3)
		case "ongoing":
			row.Start, row.Completion = w.day(-started/4), w.day(d.between(30, 300))
		case "cancelled":
			row.Start = w.day(-started)
		}
		if o, ok := suited(d, w.organizations, ""); ok && d.chance(60) {
			row.Organization, row.Website = o.id, "https://"+o.slug+".example/"+row.Slug
		}
		if i%7 == 6 {
			row.Status = "DRAFT"
		}
		w.add("project", row)
		w.add("project_category", projectCategoryRow{base: w.base("project_category", lang+p.title.en, 24), Owner: row.ID, Category: w.categoryOf(d, "project", lang).id})
	})
}
