package content

// Tenant holds the texts and settings of one demo tenant.
type Tenant struct {
	ID, Name, Host     string
	Language, Currency string
	Products           int    // default number of products
	AttributePrefix    string // stands before the slugs of its attributes

	Categories    []Category
	Gifts         Category
	Topics        []Topic
	CategoryProse []Text // descriptions of product categories; {name} is filled in

	Brands        []Brand
	Merchants     []Merchant
	Places        []Place
	Organizations []Organization
	Projects      []Project
	Collections   []Collection
	Campaigns     []Campaign
	Pages         []Page
	Posts         []Post
	Routes        []Route
	FAQGroups     []FAQGroup
	Dictionaries  []Dictionary
	EventFormats  []EventFormat
	Events        int // number of events

	// Shared is the product mavi-keten-gomlek. Both tenants have this slug, for two different products.
	Shared SharedProduct
}

// Topic holds the category trees of one module other than product.
type Topic struct {
	Kind  string
	Trees []Category
}

// SharedProduct describes what a tenant sells under the shared slug.
type SharedProduct struct {
	Thing       string // English noun of its Thing
	Brand       string // slug of its brand
	Brief       string
	List, Price int
}

// Tenants lists the demo tenants. The first is the reference for the number of products.
var Tenants = []*Tenant{
	{
		ID: "demo", Name: "Vitrin Pazarı", Host: "demo.localhost", Language: Turkish, Currency: "TRY", Products: 2400,
		Categories: demoTree, Gifts: demoGifts, Topics: demoTopics,
		CategoryProse: []Text{
			{"{name}: küçük atölyelerden, yakın üreticilerden seçtiklerimiz.",
				"{name}: what we chose from small workshops and makers nearby."},
			{"{name} rafında her hafta yeni bir şey var.", "There is something new under {name} every week."},
			{"{name}: azı, ama iyisi.", "{name}: less of it, but good."}},
		Brands: demoBrands, Merchants: demoMerchants, Places: demoPlaces, Organizations: demoOrganizations,
		Projects: demoProjects, Collections: demoCollections,
		Campaigns: demoCampaigns, Pages: demoPages, Posts: demoPosts, Routes: demoRoutes, FAQGroups: demoFAQ,
		Dictionaries: []Dictionary{turkishTerms, englishTerms}, EventFormats: demoFormats, Events: 112,
		Shared: SharedProduct{Thing: "Shirt", Brand: "velturna",
			Brief: "Yıkanmış ketenden, sedef düğmeli, bol kesim mavi gömlek.", List: 1490, Price: 1192},
	},
	{
		ID: "atelier", Name: "Atelier Kuzey", Host: "atelier.localhost", Language: English, Currency: "EUR", Products: 240,
		AttributePrefix: "atelier ",
		Categories:      atelierTree, Gifts: atelierGifts, Topics: atelierTopics,
		CategoryProse: []Text{
			{"{name}: hepsi bu atölyede, gün ışığında yapıldı.", "{name}: all of it made in this studio, by daylight."},
			{"{name} için önce gelin, görün; sonra karar verin.", "{name}: come and see first, then decide."}},
		Brands: atelierBrands, Merchants: atelierMerchants, Places: atelierPlaces, Organizations: atelierOrganizations,
		Projects: atelierProjects, Collections: atelierCollections,
		Campaigns: atelierCampaigns, Pages: atelierPages, Posts: atelierPosts, Routes: atelierRoutes,
		FAQGroups:    atelierFAQ,
		Dictionaries: []Dictionary{atelierTurkishTerms, atelierEnglishTerms}, EventFormats: atelierFormats, Events: 24,
		Shared: SharedProduct{Thing: "Painting", Brand: "velturna",
			Brief: "Sandalyeye asılmış mavi bir gömlek; tuval üzerine yağlıboya, 60 × 80 cm.", List: 1850, Price: 1850},
	},
}

// Words returns the title of a topic in both languages. A topic without a Turkish title is made once, in no language.
func (p Project) Words() Text    { return p.Title }
func (c Campaign) Words() Text   { return c.Title }
func (c Collection) Words() Text { return c.Title }
func (p Page) Words() Text       { return p.Title }
func (p Post) Words() Text       { return p.Title }
func (r Route) Words() Text      { return r.Title }
