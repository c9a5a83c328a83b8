package seed

// shop is what tells one tenant from the other: its words.
type shop struct {
	id, name, host     string
	language, currency string
	products           int    // unless Options say otherwise
	attributePrefix    string // of the slugs of attributes

	tree   []shelf
	gifts  shelf
	topics []struct {
		kind  string
		trees []shelf
	}
	categoryProse []text // {name}

	brands        []maker
	merchants     []store
	places        []venue
	organizations []body
	projects      []undertaking
	collections   []selection
	campaigns     []promotion
	pages         []leaflet
	stories       []story
	routes        []tour
	subjects      []subject
	lexicons      []lexicon
	formats       []format
	events        int // how many

	// shared is the product whose slug, mavi-keten-gomlek, is in both tenants, with other contents.
	shared sharedProduct
}

// sharedProduct is the same words for two different things.
type sharedProduct struct {
	thing       string // the English noun of the thing it is one of
	brand       string // slug
	brief       string
	list, price int
}

// shops are the tenants that Run knows.
var shops = []*shop{
	{
		id: "demo", name: "Vitrin Pazarı", host: "demo.localhost", language: turkish, currency: "TRY", products: 2400,
		tree: demoTree, gifts: demoGifts, topics: demoTopics,
		categoryProse: []text{
			{"{name}: küçük atölyelerden, yakın üreticilerden seçtiklerimiz.", "{name}: what we chose from small workshops and makers nearby."},
			{"{name} rafında her hafta yeni bir şey var.", "There is something new under {name} every week."},
			{"{name}: azı, ama iyisi.", "{name}: less of it, but good."}},
		brands: demoBrands, merchants: demoMerchants, places: demoPlaces, organizations: demoOrganizations, projects: demoProjects, collections: demoCollections,
		campaigns: demoCampaigns, pages: demoPages, stories: demoStories, routes: demoRoutes, subjects: demoSubjects,
		lexicons: []lexicon{turkishTerms, englishTerms}, formats: demoFormats, events: 112,
		shared: sharedProduct{thing: "Shirt", brand: "velturna", brief: "Yıkanmış ketenden, sedef düğmeli, bol kesim mavi gömlek.", list: 1490, price: 1192},
	},
	{
		id: "atelier", name: "Atelier Kuzey", host: "atelier.localhost", language: english, currency: "EUR", products: 240, attributePrefix: "atelier ",
		tree: atelierTree, gifts: atelierGifts, topics: atelierTopics,
		categoryProse: []text{
			{"{name}: hepsi bu atölyede, gün ışığında yapıldı.", "{name}: all of it made in this studio, by daylight."},
			{"{name} için önce gelin, görün; sonra karar verin.", "{name}: come and see first, then decide."}},
		brands: atelierBrands, merchants: atelierMerchants, places: atelierPlaces, organizations: atelierOrganizations, projects: atelierProjects, collections: atelierCollections,
		campaigns: atelierCampaigns, pages: atelierPages, stories: atelierStories, routes: atelierRoutes, subjects: atelierSubjects,
		lexicons: []lexicon{atelierTurkishTerms, atelierEnglishTerms}, formats: atelierFormats, events: 24,
		shared: sharedProduct{thing: "Painting", brand: "velturna", brief: "Sandalyeye asılmış mavi bir gömlek; tuval üzerine yağlıboya, 60 × 80 cm.", list: 1850, price: 1850},
	},
}
