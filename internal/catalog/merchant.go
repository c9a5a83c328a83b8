package catalog

// MerchantCard is a merchant where little room is.
type MerchantCard struct {
	ID   string  `json:"id" db:"m.id" dep:"merchant"`
	Name string  `json:"name" db:"m.name"`
	Slug string  `json:"slug" db:"m.slug"`
	Logo *string `json:"logo,omitempty" db:"m.logo"`
	// How well it is rated, from 0 to 5.
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
	// How well it is rated, from 0 to 5.
	Rating *Money `json:"rating,omitempty" db:"m.rating::text"`
	// How many rated it.
	RatingCount *int     `json:"ratingCount,omitempty" db:"m.rating_count"`
	Location    *Point   `json:"location,omitempty" db:"CASE WHEN m.lat IS NOT NULL AND m.lng IS NOT NULL THEN jsonb_build_object('lat', m.lat, 'lng', m.lng, 'address', coalesce(m.address, '')) END"`
	City        *string  `json:"city,omitempty" db:"m.city"`
	Country     *string  `json:"country,omitempty" db:"m.country"`
	Holiday     Holiday  `json:"holidayMode" db:"jsonb_strip_nulls(jsonb_build_object('active', m.holiday_active, 'message', m.holiday_message))"`
	Category    []Ref    `json:"category,omitempty" db:"(SELECT jsonb_agg(jsonb_build_object('value', c.id, 'label', c.name) ORDER BY pc.position, c.id) FROM merchant_category pc JOIN category c ON c.tenant_id = $1 AND c.id = pc.category_id AND c.status <> 'DRAFT' WHERE pc.tenant_id = $1 AND pc.merchant_id = m.id)"`
	CategoryIDs []string `json:"-" db:"ARRAY(SELECT pc.category_id FROM merchant_category pc WHERE pc.tenant_id = $1 AND pc.merchant_id = m.id)" dep:"category"`
}

// MerchantPlace is a merchant on the map.
type MerchantPlace struct {
	ID       string `json:"id" db:"m.id" dep:"merchant"`
	Name     string `json:"name" db:"m.name"`
	Slug     string `json:"slug" db:"m.slug"`
	Location Point  `json:"location" db:"jsonb_build_object('lat', m.lat, 'lng', m.lng, 'address', coalesce(m.address, ''))"`
}

// Merchant is who sells a product or runs an event.
var Merchant = Resource{
	Name: "merchant", As: "m",
	From:  "merchant m",
	Live:  "m.status <> 'DRAFT'",
	Text:  []string{"m.search"},
	Words: []string{"name", "description"},
	Parts: []Part{{"merchant_category", "merchant_id"}},
	Views: []View{
		{Path: "/merchant", Shape: Page, Row: row[MerchantDetail](), Order: by(asc("m.position"), asc("m.name"), asc("m.id")), Search: true,
			Accept: []Filter{
				ofCategory("m.id", "merchant_category", "merchant_id", "merchant-makers"),
				inLanguage("m")},
			Sorts: map[string]Column{"name": col("m.name"), "createdAt": col("m.created_at"), "rating": col("m.rating")}, Doc: "Merchants"},
		{Path: "/merchant/{slug}", Example: "harbour-goods", Shape: One, Row: row[MerchantDetail](), Where: "m.slug = {slug}", Doc: "One merchant"},
		{Path: "/merchant/card/{slug}", Example: "harbour-goods", Shape: One, Row: row[MerchantCard](), Where: "m.slug = {slug}", Doc: "A merchant's summary"},
		{Path: "/merchant/location", Shape: List, Cap: 10_000, Row: row[MerchantPlace](), Order: by(asc("m.name"), asc("m.id")),
			Where:  "m.lat IS NOT NULL AND m.lng IS NOT NULL",
			Accept: []Filter{within("m")}, Doc: "Merchants on the map"},
	},
}
