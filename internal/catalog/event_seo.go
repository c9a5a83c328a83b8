package catalog

// OpenGraph is what social networks show of an event.
type OpenGraph struct {
	Type        string `json:"type"` // always event
	Title       string `json:"title"`
	Description string `json:"description"`
	Image       string `json:"image,omitempty"`
	URL         string `json:"url"` // the event's address
}

// TwitterCard is what X shows of an event.
type TwitterCard struct {
	Card        string `json:"card"` // always summary_large_image
	Title       string `json:"title"`
	Description string `json:"description"`
	Image       string `json:"image,omitempty"`
}

// EventSEO is what search engines and social networks are told of an event. Addresses are on the shop's first own host; for a shop
// without one they are paths.
type EventSEO struct {
	Title       string      `json:"title"`
	Description string      `json:"description"`
	Image       string      `json:"image,omitempty"`
	Canonical   string      `json:"canonical"` // the event's one address
	OpenGraph   OpenGraph   `json:"openGraph"`
	Twitter     TwitterCard `json:"twitter"`
	// The event as schema.org describes it, for a script of type application/ld+json.
	JSONLD Object `json:"jsonLd"`
}
