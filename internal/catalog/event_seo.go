package catalog

// OpenGraph is the Open Graph metadata of an event.
type OpenGraph struct {
	Type        string `json:"type"` // always event
	Title       string `json:"title"`
	Description string `json:"description"`
	Image       string `json:"image,omitempty"`
	URL         string `json:"url"` // the event's URL
}

// TwitterCard is the X card of an event.
type TwitterCard struct {
	Card        string `json:"card"` // always summary_large_image
	Title       string `json:"title"`
	Description string `json:"description"`
	Image       string `json:"image,omitempty"`
}

// EventSEO is the metadata of an event for search engines and social networks. Its URLs are on the tenant's first host;
// for a tenant without one they are paths.
type EventSEO struct {
	Title       string      `json:"title"`
	Description string      `json:"description"`
	Image       string      `json:"image,omitempty"`
	Canonical   string      `json:"canonical"` // the event's canonical URL
	OpenGraph   OpenGraph   `json:"openGraph"`
	Twitter     TwitterCard `json:"twitter"`
	// The event in schema.org terms, for a script of type application/ld+json.
	JSONLD Object `json:"jsonLd"`
}
