package catalog

// PlaceCard is the short form of a place.
type PlaceCard struct {
	ID       string  `json:"id" db:"v.id" dep:"place"`
	Name     string  `json:"name" db:"v.name"`
	Slug     string  `json:"slug" db:"v.slug"`
	Image    *string `json:"image,omitempty" db:"v.image"`
	City     *string `json:"city,omitempty" db:"v.city"`
	Location *Point  `json:"location" db:"@location"`
	Address  *string `json:"address,omitempty" db:"v.address"` // the address, also of a place without a location
}

// PlaceDetail is a place in a list and on its own page.
type PlaceDetail struct {
	ID          string   `json:"id" db:"v.id" dep:"place"`
	Name        string   `json:"name" db:"v.name"`
	Slug        string   `json:"slug" db:"v.slug"`
	Capacity    *int     `json:"capacity" db:"v.capacity"`
	Location    *Point   `json:"location" db:"@location"`
	Address     *string  `json:"address,omitempty" db:"v.address"` // the address, also of a place without a location
	Description *HTML    `json:"description,omitempty" db:"v.description"`
	Image       *string  `json:"image,omitempty" db:"v.image"`
	Images      []string `json:"images,omitempty" db:"@images"`
	City        *string  `json:"city,omitempty" db:"v.city"`
	Country     *string  `json:"country,omitempty" db:"v.country"`
	Website     *string  `json:"website,omitempty" db:"v.website"`
	Email       *string  `json:"email,omitempty" db:"v.email"`
	Phone       *string  `json:"phone,omitempty" db:"v.phone"`
	// The time zone's name in the tz database, such as Europe/Istanbul.
	Timezone *string `json:"timezone,omitempty" db:"v.timezone"`
}

var placeSQL = fragments{"location": pointOrNull("v"), "images": texts("v.images")}

// Place is a venue of events.
var Place = Resource{
	Name: "place", As: "v",
	From:  "place v",
	Live:  "v.status <> 'DRAFT'",
	Text:  []string{"v.search"},
	Words: []string{"name", "city", "country", "description"},
	Hit:   fragments{"name": "v.name", "image": "v.image", "text": prose("v.description")},
	Views: []View{
		{
			Path: "/place", Shape: Page, Row: row[PlaceDetail](placeSQL),
			Order: by(asc("v.position"), asc("v.name"), asc("v.id")), Search: true,
			Accept: []Filter{
				within("v"),
				inLanguage("v"),
			},
			Sorts: map[string]Column{"name": col("v.name"), "createdAt": col("v.created_at")}, Doc: "Places",
		},
		{
			Path: "/place/{slug}", Example: "tuz-ambari", Shape: One, Row: row[PlaceDetail](placeSQL), Where: "v.slug = {slug}",
			Doc: "One place",
		},
		{
			Path: "/place/id/{_id}", Example: "3f49d0aec27c06b2f22ca12e", Shape: One, Row: row[PlaceDetail](placeSQL),
			Where: "v.id = {_id}", Doc: "One place, by id",
		},
		{
			Path: "/place/short/{slug}", Example: "tuz-ambari", Shape: One, Row: row[PlaceCard](placeSQL),
			Where: "v.slug = {slug}", Doc: "A place's card",
		},
	},
}
