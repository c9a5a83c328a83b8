package catalog

// BrandCard is the short form of a brand.
type BrandCard struct {
	ID   string  `json:"id" db:"b.id" dep:"brand"`
	Name string  `json:"name" db:"b.name"`
	Slug string  `json:"slug" db:"b.slug"`
	Logo *string `json:"logo,omitempty" db:"b.logo"`
}

// BrandDetail is a brand in a list and on its own page.
type BrandDetail struct {
	ID          string  `json:"id" db:"b.id" dep:"brand"`
	Name        string  `json:"name" db:"b.name"`
	Slug        string  `json:"slug" db:"b.slug"`
	Logo        *string `json:"logo,omitempty" db:"b.logo"`
	Image       *string `json:"image,omitempty" db:"b.image"`
	Description *HTML   `json:"description,omitempty" db:"b.description"`
	Website     *string `json:"website,omitempty" db:"b.website"`
	Email       *string `json:"email,omitempty" db:"b.email"`
	Phone       *string `json:"phone,omitempty" db:"b.phone"`
}

// Brand is the maker of a product.
var Brand = Resource{
	Name: "brand", As: "b",
	From:  "brand b",
	Live:  "b.status <> 'DRAFT'",
	Text:  []string{"b.search"},
	Words: []string{"name", "description"},
	Parts: []Part{{"brand_location", "brand_id"}},
	Hit:   fragments{"name": "b.name", "image": "coalesce(nullif(b.logo, ''), b.image)", "text": prose("b.description")},
	Views: []View{
		{
			Path: "/brand", Shape: Page, Row: row[BrandDetail](), Order: by(asc("b.position"), asc("b.name"), asc("b.id")),
			Search: true, Accept: []Filter{inLanguage("b")},
			Sorts: map[string]Column{"name": col("b.name"), "createdAt": col("b.created_at")}, Doc: "Brands",
		},
		{
			Path: "/brand/{slug}", Example: "velturna", Shape: One, Row: row[BrandDetail](), Where: "b.slug = {slug}",
			Doc: "One brand",
		},
		{
			Path: "/brand/id/{_id}", Example: "8d0a26767e0a85feb0b8bd1b", Shape: One, Row: row[BrandDetail](),
			Where: "b.id = {_id}", Doc: "One brand, by id",
		},
		{
			Path: "/brand/card/{slug}", Example: "velturna", Shape: One, Row: row[BrandCard](), Where: "b.slug = {slug}",
			Doc: "A brand's summary",
		},
	},
}

// BrandPlace is a store or dealer of a brand on the map.
type BrandPlace struct {
	ID       string  `json:"id" db:"l.id" dep:"brand_location"`
	Name     string  `json:"name" db:"l.name"`
	Location Point   `json:"location" db:"@location"`
	Phone    *string `json:"phone,omitempty" db:"l.phone"`
	Brand    Link    `json:"brand" db:"jsonb_build_object('id', b.id, 'name', b.name, 'slug', b.slug)"`
	BrandID  string  `json:"-" db:"l.brand_id" dep:"brand"`
}

var brandPlaceSQL = fragments{"location": point("l")}

// BrandLocation is a store of a brand. The list has one record for each store.
var BrandLocation = Resource{
	Name: "brand_location", As: "l",
	From: "brand_location l JOIN brand b ON b.tenant_id = $1 AND b.id = l.brand_id",
	Live: "b.status <> 'DRAFT' AND l.lat IS NOT NULL AND l.lng IS NOT NULL",
	Views: []View{
		{
			Path: "/brand/location", Shape: List, Cap: 10_000, Row: row[BrandPlace](brandPlaceSQL),
			Order: by(asc("l.name"), asc("l.id")),
			Accept: []Filter{
				{Name: "brand", Type: Texts, Cond: ref("b.id"), Doc: "Stores of these brands, by id or slug", Example: "velturna"},
				within("l"),
			},
			Doc: "Stores and dealers, for a map",
		},
	},
}
