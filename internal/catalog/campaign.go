package catalog

// CampaignCard is a campaign in the list of active campaigns.
type CampaignCard struct {
	ID         string  `json:"id" db:"k.id" dep:"campaign"`
	Title      string  `json:"title" db:"k.title"`
	CoverImage *string `json:"coverImage" db:"k.cover_image"`
	EndDate    *Time   `json:"endDate" db:"k.ends_at"`
	Slug       *string `json:"slug,omitempty" db:"k.slug"`
	URL        *string `json:"url,omitempty" db:"k.url"`
}

// CampaignDetail is a campaign in a list and on its own page.
type CampaignDetail struct {
	ID          string  `json:"id" db:"k.id" dep:"campaign"`
	Title       string  `json:"title" db:"k.title"`
	Slug        *string `json:"slug,omitempty" db:"k.slug"`
	Brief       *string `json:"brief,omitempty" db:"k.brief"`
	Description *HTML   `json:"description,omitempty" db:"k.description"`
	CoverImage  *string `json:"coverImage" db:"k.cover_image"`
	Banner      *string `json:"banner,omitempty" db:"k.banner"`
	URL         *string `json:"url,omitempty" db:"k.url"`
	StartDate   *Time   `json:"startDate" db:"k.starts_at"`
	EndDate     *Time   `json:"endDate" db:"k.ends_at"`
}

// Campaign is an offer for a limited time. It is active from its start until just before its end. Without a start it
// has always been active; without an end it never ends.
var Campaign = Resource{
	Name: "campaign", As: "k",
	From:      "campaign k",
	Live:      "k.status <> 'DRAFT' AND " + scheduled("k"),
	Scheduled: true,
	Text:      []string{"k.search"},
	Words:     []string{"title", "brief", "description"},
	Hit: fragments{"name": "k.title", "key": "k.id", "image": "k.cover_image",
		"text": prose("k.brief", "k.description")},
	Views: []View{
		{
			Path: "/campaign", Shape: Page, Row: row[CampaignDetail](),
			Order: by(asc("k.position"), desc("k.starts_at").Last(), asc("k.id")), Search: true,
			Accept: []Filter{inLanguage("k")},
			Sorts:  map[string]Column{"name": col("k.title"), "createdAt": col("k.created_at")}, Doc: "Campaigns",
		},
		{
			Path: "/campaign/active", Shape: List, Cap: 1000, Row: row[CampaignCard](),
			Order:   by(asc("k.position"), asc("k.ends_at").Last(), asc("k.id")),
			Where:   "(k.starts_at IS NULL OR k.starts_at <= $2) AND (k.ends_at IS NULL OR k.ends_at > $2)",
			Moments: []string{"starts_at", "ends_at"}, Accept: []Filter{inLanguage("k")}, Search: true,
			Doc: "Campaigns that have started and have not ended",
		},
		{
			Path: "/campaign/{_id}", Example: "32bed63f96976aaf4c09492a", Shape: One, Row: row[CampaignDetail](),
			Where: "k.id = {_id}", Doc: "One campaign, by id",
		},
	},
}
