package catalog

// MerchantCard is the short form of a merchant.
type MerchantCard struct {
	ID   string  `json:"id" db:"m.id" dep:"merchant"`
	Name string  `json:"name" db:"m.name"`
	Slug string  `json:"slug" db:"m.slug"`
	Logo *string `json:"logo,omitempty" db:"m.logo"`
	// The rating, from 0 to 5.
	Rating *Money `json:"rating,omitempty" db:"m.rating::text"`
}

// MerchantDetail is a merchant in a list and on its own page.
type MerchantDetail struct {
	ID          string  `json:"id" db:"m.id" dep:"merchant"`
	Name        string  `json:"name" db:"m.name"`
	Slug        string  `json:"slug" db:"m.slug"`
	Logo        *string `json:"logo,omitempty" db:"m.logo"`
	Image       *string `json:"image,omitempty" db:"m.image"`
	Description *HTML   `json:"description,omitempty" db:"m.description"`
	Website     *string `json:"website,omitempty" db:"m.website"`
	Email       *string `json:"email,omitempty" db:"m.email"`
	Phone       *string `json:"phone,omitempty" db:"m.phone"`
	// The rating, from 0 to 5.
	Rating *Money `json:"rating,omitempty" db:"m.rating::text"`
	// The number of ratings.
	RatingCount *int   `json:"ratingCount,omitempty" db:"m.rating_count"`
	Location    *Point `json:"location,omitempty" db:"@location"`
	// The address, also of a merchant without a location.
	Address     *string  `json:"address,omitempty" db:"m.address"`
	City        *string  `json:"city,omitempty" db:"m.city"`
	Country     *string  `json:"country,omitempty" db:"m.country"`
	Holiday     Holiday  `json:"holidayMode" db:"@holiday"`
	Category    []Ref    `json:"category,omitempty" db:"@category"`
	CategoryIDs []string `json:"-" db:"@categoryIDs" dep:"category"`
}

// MerchantPlace is a merchant on the map.
type MerchantPlace struct {
	ID       string `json:"id" db:"m.id" dep:"merchant"`
	Name     string `json:"name" db:"m.name"`
	Slug     string `json:"slug" db:"m.slug"`
	Location Point  `json:"location" db:"@point"`
}

var merchantSQL = fragments{
	"location":    pointOrNull("m"),
	"point":       point("m"),
	"holiday":     merchantHoliday,
	"category":    categories("m.id", "merchant_category", "merchant_id"),
	"categoryIDs": categoryIDs("m.id", "merchant_category", "merchant_id"),
}

// Merchant is the seller of a product or the host of an event.
var Merchant = Resource{
	Name: "merchant", As: "m",
	From:  "merchant m",
	Live:  "m.status <> 'DRAFT'",
	Text:  []string{"m.search"},
	Words: []string{"name", "description"},
	Parts: []Part{{"merchant_category", "merchant_id"}},
	Hit:   fragments{"name": "m.name", "image": "coalesce(nullif(m.logo, ''), m.image)", "text": prose("m.description")},
	Views: []View{
		{
			Path: "/merchant", Shape: Page, Row: row[MerchantDetail](merchantSQL),
			Order: by(asc("m.position"), asc("m.name"), asc("m.id")), Search: true,
			Accept: []Filter{
				ofCategory("m.id", "merchant_category", "merchant_id", "merchant-makers"),
				inLanguage("m"),
			},
			Sorts: map[string]Column{"name": col("m.name"), "createdAt": col("m.created_at"), "rating": col("m.rating")},
			Doc:   "Merchants",
		},
		{
			Path: "/merchant/{slug}", Example: "harbour-goods", Shape: One, Row: row[MerchantDetail](merchantSQL),
			Where: "m.slug = {slug}", Doc: "One merchant",
		},
		{
			Path: "/merchant/card/{slug}", Example: "harbour-goods", Shape: One, Row: row[MerchantCard](),
			Where: "m.slug = {slug}", Doc: "A merchant's summary",
		},
		{
			Path: "/merchant/location", Shape: List, Cap: 10_000, Row: row[MerchantPlace](merchantSQL),
			Order: by(asc("m.name"), asc("m.id")), Where: "m.lat IS NOT NULL AND m.lng IS NOT NULL",
			Accept: []Filter{within("m")}, Search: true, Doc: "Merchants on the map",
		},
	},
}
