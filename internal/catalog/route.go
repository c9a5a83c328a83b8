package catalog

// Stop is one stop of a route.
type Stop struct {
	Day         int    `json:"day"` // the day of the tour, from 1
	Title       string `json:"title"`
	Description string `json:"description"`
	Image       string `json:"image,omitempty"`
}

// RouteCard is a route in a list.
type RouteCard struct {
	ID           string  `json:"id" db:"r.id" dep:"route"`
	Slug         string  `json:"slug" db:"r.slug"`
	Title        string  `json:"title" db:"r.title"`
	DurationDays *int    `json:"durationDays" db:"r.duration_days"`
	Brief        *string `json:"brief,omitempty" db:"r.brief"`
	CoverImage   *string `json:"coverImage,omitempty" db:"r.cover_image"`
	Stops        []Stop  `json:"stops" db:"@stops"`
}

// RouteDetail is a route in full.
type RouteDetail struct {
	ID           string   `json:"id" db:"r.id" dep:"route"`
	Slug         string   `json:"slug" db:"r.slug"`
	Title        string   `json:"title" db:"r.title"`
	DurationDays *int     `json:"durationDays" db:"r.duration_days"`
	Stops        []Stop   `json:"stops" db:"@stops"`
	Brief        *string  `json:"brief,omitempty" db:"r.brief"`
	Description  *HTML    `json:"description,omitempty" db:"r.description"`
	CoverImage   *string  `json:"coverImage,omitempty" db:"r.cover_image"`
	Images       []string `json:"images,omitempty" db:"@images"`
	// The length in kilometres.
	DistanceKm *Money `json:"distanceKm,omitempty" db:"r.distance_km::text"`
	// The difficulty, in the tenant's words.
	Difficulty *string `json:"difficulty,omitempty" db:"r.difficulty"`
	Price      Price   `json:"price" db:"@price"`
}

var routeSQL = fragments{
	"stops": `(SELECT coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('day', rs.day, 'title', rs.title,
    'description', coalesce(rs.description, ''), 'image', rs.image)) ORDER BY rs.day, rs.position, rs.id), '[]')
  FROM route_stop rs WHERE rs.tenant_id = $1 AND rs.route_id = r.id)`,
	"images": texts("r.images"),
	"price": `CASE WHEN r.amount < 'Infinity' THEN jsonb_build_object(
  'amount', r.amount, 'currency', ` + currency("r") + `) ELSE '{}' END`,
}

// Route is a tour with stops on several days.
var Route = Resource{
	Name: "route", As: "r",
	From:      "route r",
	Live:      "r.status <> 'DRAFT' AND " + scheduled("r"),
	Scheduled: true,
	Text:      []string{"r.search"},
	Words:     []string{"title", "brief", "description"},
	Parts:     []Part{{"route_stop", "route_id"}},
	Hit: fragments{"name": "r.title", "image": "r.cover_image", "price": routeSQL["price"],
		"text": prose("r.brief", "r.description")},
	Views: []View{
		{
			Path: "/route", Shape: Page, Row: row[RouteCard](routeSQL),
			Order: by(asc("r.position"), asc("r.title"), asc("r.id")), Search: true, Accept: []Filter{inLanguage("r")},
			Sorts: map[string]Column{"name": col("r.title"), "createdAt": col("r.created_at"), "price": col("r.amount")},
			Doc:   "Routes and tours",
		},
		{
			Path: "/route/{slug}", Example: "the-potters-road", Shape: One, Row: row[RouteDetail](routeSQL),
			Where: "r.slug = {slug}", Doc: "One route",
		},
	},
}
