package catalog

// EventDate is the date of an event. Without an end, the event ends when it starts.
type EventDate struct {
	Start Time `json:"start"`
	End   Time `json:"end"`
	Year  int  `json:"year"` // the year of the start, in UTC
}

// Session is one part of an event, with its own time.
type Session struct {
	Start Time   `json:"start"`
	End   Time   `json:"end"`
	Label string `json:"label,omitempty"` // name of the session
}

// Capacity is the number of attendees that an event needs and holds.
type Capacity struct {
	Min         int   `json:"min"`                   // the minimum number of attendees
	Max         int   `json:"max"`                   // the maximum number of attendees
	Cancelation *bool `json:"cancelation,omitempty"` // whether a booking may be cancelled
}

// EventPlace is the venue of an event.
type EventPlace struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Slug     string `json:"slug"`
	City     string `json:"city,omitempty"`
	Capacity *int   `json:"capacity,omitempty"`
	Location *Point `json:"location,omitempty"`
	Address  string `json:"address,omitempty"` // the address, also of a venue without a location
}

// EventCard is an event in a list.
type EventCard struct {
	ID            string        `json:"_id" db:"e.id" dep:"event"`
	Name          string        `json:"name" db:"e.name"`
	Slug          string        `json:"slug" db:"e.slug"`
	Status        string        `json:"status" db:"e.status" enum:"PUBLISHED,SOLD_OUT,PASSED,CANCELLED"`
	Date          EventDate     `json:"date" db:"@date"`
	Sessions      *[]Session    `json:"sessions" db:"@sessions"`
	Recurrence    *string       `json:"recurrenceGroupId" db:"e.recurrence_group_id"`
	Price         Price         `json:"price" db:"@price"`
	Place         *EventPlace   `json:"place,omitempty" db:"@place"`
	PlaceID       string        `json:"-" db:"coalesce(e.place_id, '')" dep:"place"`
	Merchant      *MerchantLink `json:"merchant,omitempty" db:"@merchant"`
	MerchantID    string        `json:"-" db:"coalesce(e.merchant_id, '')" dep:"merchant"`
	Capacity      *Capacity     `json:"capacity,omitempty" db:"@capacity"`
	Liked         bool          `json:"liked" db:"false"`
	Badges        Items         `json:"badges,omitempty" db:"e.badges"`
	Attributes    Items         `json:"attributes,omitempty" db:"e.attributes"`
	FeaturedImage string        `json:"featuredImage" db:"coalesce(e.featured_image, '')"`
	Abstract      string        `json:"abstract" db:"coalesce(e.abstract, '')"`
	Category      []Ref         `json:"category,omitempty" db:"@category"`
	CategoryIDs   []string      `json:"-" db:"@categoryIDs" dep:"category"`
	IsHoliday     bool          `json:"isHolidayActive" db:"coalesce(m.holiday_active, false)"`
	// The number of attendees.
	Attendees int `json:"attendees" db:"e.attendees"`
}

// EventDetail is an event on its own page.
type EventDetail struct {
	ID            string        `json:"id" db:"e.id" dep:"event"`
	Name          string        `json:"name" db:"e.name"`
	Slug          string        `json:"slug" db:"e.slug"`
	Status        string        `json:"status" db:"e.status" enum:"PUBLISHED,SOLD_OUT,PASSED,CANCELLED"`
	Date          EventDate     `json:"date" db:"@date"`
	Sessions      *[]Session    `json:"sessions" db:"@sessions"`
	Recurrence    *string       `json:"recurrenceGroupId" db:"e.recurrence_group_id"`
	Price         Price         `json:"price" db:"@price"`
	Place         *EventPlace   `json:"place,omitempty" db:"@place"`
	PlaceID       string        `json:"-" db:"coalesce(e.place_id, '')" dep:"place"`
	Merchant      *MerchantLink `json:"merchant,omitempty" db:"@merchant"`
	MerchantID    string        `json:"-" db:"coalesce(e.merchant_id, '')" dep:"merchant"`
	Capacity      *Capacity     `json:"capacity,omitempty" db:"@capacity"`
	Liked         bool          `json:"liked" db:"false"`
	Badges        Items         `json:"badges,omitempty" db:"e.badges"`
	Attributes    Items         `json:"attributes,omitempty" db:"e.attributes"`
	Category      []Ref         `json:"category,omitempty" db:"@category"`
	CategoryIDs   []string      `json:"-" db:"@categoryIDs" dep:"category"`
	FeaturedImage string        `json:"featuredImage" db:"coalesce(e.featured_image, '')"`
	Abstract      string        `json:"abstract" db:"coalesce(e.abstract, '')"`
	// The number of attendees.
	Attendees int `json:"attendees" db:"e.attendees"`
	// The images. An event without any shows its featured image here.
	Images []string `json:"images" db:"@images"`
	// The full programme.
	Content     *HTML `json:"content,omitempty" db:"e.content"`
	Description *HTML `json:"description,omitempty" db:"e.description"`
	// Notes for attendees.
	Notes []string `json:"notes,omitempty" db:"@notes"`
	// Rules for attendees.
	Rules   []string `json:"rules,omitempty" db:"@rules"`
	Holiday *Holiday `json:"holidayMode,omitempty" db:"@holiday"`
}

// EventMeta is the row that event/{slug}/seo is made from.
type EventMeta struct {
	ID          string     `json:"-" db:"e.id" dep:"event"`
	Name        string     `json:"-" db:"e.name"`
	Slug        string     `json:"-" db:"e.slug"`
	Status      string     `json:"-" db:"e.status"`
	Title       string     `json:"-" db:"coalesce(e.meta_title, e.name)"`
	Description string     `json:"-" db:"coalesce(e.meta_description, e.abstract, '')"`
	Image       string     `json:"-" db:"coalesce(e.meta_image, e.featured_image, '')"`
	Date        EventDate  `json:"-" db:"@date"`
	Amount      *string    `json:"-" db:"@amount"`
	Currency    string     `json:"-" db:"coalesce(e.currency, (SELECT t.currency FROM tenant t WHERE t.id = $1))"`
	Place       EventPlace `json:"-" db:"@venue"`
	PlaceID     string     `json:"-" db:"coalesce(e.place_id, '')" dep:"place"`
	Organizer   string     `json:"-" db:"coalesce(o.name, m.name, '')"`
	OrganizerID string     `json:"-" db:"coalesce(e.organization_id, '')" dep:"organization"`
	MerchantID  string     `json:"-" db:"coalesce(e.merchant_id, '')" dep:"merchant"`
}

var eventFilters = []Filter{
	ofCategory("e.id", "event_category", "event_id", "event-events"),
	ofRecord("place", "e.place_id", "Events at these places", "9918b2bf89d13419f800b807"),
	ofRecord("merchant", "e.merchant_id", "Events of these merchants", "d32db8b40f921046091cdefb"),
	ofRecord("organization", "e.organization_id", "Events of these organizations", "86f733a53fbe4dbfa0847f46"),
	{
		Name: "minPrice", Type: Number, Cond: atLeast("e.amount"), Group: "price", Doc: "Events that cost at least this much",
		Example: "100",
	},
	{
		Name: "maxPrice", Type: Number, Cond: atMost("e.amount"), Group: "price", Doc: "Events that cost at most this much",
		Example: "2500",
	},
	{
		Name: "year", Type: Integer, Cond: eqInt("e.year"), Reads: []string{"event.starts_at"},
		Doc: "Events that start in this year, in UTC", Example: "2026",
	},
	inLanguage("e"),
}

var eventSorts = map[string]Column{
	"name": col("e.name"), "price": col("e.amount"), "year": col("e.year"),
	"createdAt": col("e.created_at"), "date": col("e.starts_at"),
}

var eventSQL = fragments{
	"date": "jsonb_build_object('start', e.starts_at, 'end', e.over_at, 'year', e.year)",
	"sessions": `(SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'start', es.starts_at, 'end', coalesce(es.ends_at, es.starts_at), 'label', es.label))
    ORDER BY es.starts_at, es.position, es.id)
  FROM event_session es WHERE es.tenant_id = $1 AND es.event_id = e.id)`,
	"price":       price("e"),
	"amount":      amount("e") + "::text",
	"notes":       listOf("e.notes"),
	"rules":       listOf("e.rules"),
	"category":    categories("e.id", "event_category", "event_id"),
	"categoryIDs": categoryIDs("e.id", "event_category", "event_id"),
	"place": `CASE WHEN v.id IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object(
  'id', v.id, 'name', v.name, 'slug', v.slug, 'city', v.city, 'capacity', v.capacity,
  'location', ` + pointOrNull("v") + `, 'address', v.address)) END`,
	"venue": `CASE WHEN v.id IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object(
  'id', v.id, 'name', v.name, 'slug', v.slug, 'city', v.city,
  'location', ` + pointOrNull("v") + `, 'address', v.address)) ELSE '{}' END`,
	"merchant": `CASE WHEN m.id IS NOT NULL THEN jsonb_build_object('_id', m.id, 'name', m.name, 'slug', m.slug) END`,
	"capacity": `CASE WHEN e.capacity_max IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object(
  'min', coalesce(e.capacity_min, 0), 'max', e.capacity_max, 'cancelation', e.cancelation)) END`,
	"images":  images("e.images", "e.featured_image"),
	"holiday": "CASE WHEN m.id IS NOT NULL THEN " + merchantHoliday + " END",
}

// Event is an event at a time and place. SOLD_OUT, PASSED and CANCELLED events are visible; DRAFT and ARCHIVED ones are
// not. An event is upcoming until its end, or its start if it has no end, and passed from then on, whatever its status.
var Event = Resource{
	Name: "event", As: "e",
	From: `event e
  LEFT JOIN place v ON v.tenant_id = $1 AND v.id = e.place_id AND v.status <> 'DRAFT'
  LEFT JOIN merchant m ON m.tenant_id = $1 AND m.id = e.merchant_id AND m.status <> 'DRAFT'
  LEFT JOIN organization o ON o.tenant_id = $1 AND o.id = e.organization_id AND o.status <> 'DRAFT'`,
	Live: `e.status NOT IN ('DRAFT', 'ARCHIVED')
  AND (e.publish_at IS NULL OR e.publish_at <= $2) AND (e.unpublish_at IS NULL OR e.unpublish_at > $2)`,
	Scheduled: true,
	Text:      []string{"e.search"},
	Words:     []string{"name", "abstract", "description"},
	Parts:     []Part{{"event_category", "event_id"}, {"event_session", "event_id"}},
	Hit: fragments{"name": "e.name", "image": "e.featured_image", "price": price("e"),
		"text": prose("e.abstract", "e.description")},
	Views: []View{
		{
			Path: "/event", Shape: Page, Row: row[EventCard](eventSQL),
			Order: by(asc("e.position"), asc("e.starts_at"), asc("e.id")), Search: true, Accept: eventFilters, Sorts: eventSorts,
			Doc: "Events",
		},
		{
			Path: "/event/upcoming", Shape: Page, Row: row[EventCard](eventSQL), Order: by(asc("e.starts_at"), asc("e.id")),
			Where: "e.over_at > $2", Moments: []string{"over_at"}, Accept: eventFilters, Sorts: eventSorts, Search: true,
			Fixed: true, Doc: "Upcoming events, the next first",
		},
		{
			Path: "/event/passed", Shape: Page, Row: row[EventCard](eventSQL), Order: by(desc("e.over_at"), asc("e.id")),
			Where: "e.over_at <= $2", Moments: []string{"over_at"}, Accept: eventFilters, Sorts: eventSorts, Search: true,
			Fixed: true, Doc: "Passed events, the latest first",
		},
		{
			Path: "/event/new", Shape: Page, Row: row[EventCard](eventSQL), Order: by(desc("e.created_at"), asc("e.id")),
			Accept: eventFilters, Sorts: eventSorts, Search: true, Fixed: true, Doc: "The newest events",
		},
		{
			Path: "/event/filters", Shape: One, Row: row[EventCard](eventSQL), Accept: eventFilters, Search: true,
			Facets: true, Special: "eventFilters", Shows: shows[EventFacets](), Sorts: eventSorts,
			Doc: "The filters of the matching events, with counts",
		},
		{
			Path: "/event/{slug}", Example: "comlek-atolyesi", Shape: One, Row: row[EventDetail](eventSQL),
			Where: "e.slug = {slug}", Doc: "One event",
		},
		{
			Path: "/event/{slug}/similar", Example: "comlek-atolyesi", Shape: List, Top: true, Row: row[EventCard](eventSQL),
			Order: by(asc("e.starts_at"), asc("e.id")), Special: "eventSimilar", Moments: []string{"over_at"},
			Doc: "Events at the same venue or in the same categories",
		},
		{
			Path: "/event/{slug}/seo", Example: "comlek-atolyesi", Shape: One, Row: row[EventMeta](eventSQL),
			Where: "e.slug = {slug}", Special: "eventSEO", Shows: shows[EventSEO](),
			Doc: "Metadata of an event for search engines and social networks",
		},
	},
}
