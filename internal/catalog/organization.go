package catalog

// OrganizationCard is the short form of an organization.
type OrganizationCard struct {
	ID    string  `json:"id" db:"o.id" dep:"organization"`
	Name  string  `json:"name" db:"o.name"`
	Slug  string  `json:"slug" db:"o.slug"`
	Logo  *string `json:"logo" db:"o.logo"`
	Brief *string `json:"brief" db:"o.brief"`
}

// OrganizationDetail is an organization in a list and on its own page.
type OrganizationDetail struct {
	ID          string  `json:"id" db:"o.id" dep:"organization"`
	Name        string  `json:"name" db:"o.name"`
	Slug        string  `json:"slug" db:"o.slug"`
	Logo        *string `json:"logo,omitempty" db:"o.logo"`
	Image       *string `json:"image,omitempty" db:"o.image"`
	Brief       *string `json:"brief,omitempty" db:"o.brief"`
	Description *HTML   `json:"description,omitempty" db:"o.description"`
	Website     *string `json:"website,omitempty" db:"o.website"`
	Email       *string `json:"email,omitempty" db:"o.email"`
	Phone       *string `json:"phone,omitempty" db:"o.phone"`
	Address     *string `json:"address,omitempty" db:"o.address"`
	City        *string `json:"city,omitempty" db:"o.city"`
	Country     *string `json:"country,omitempty" db:"o.country"`
	// The contact person.
	Contacts Items `json:"contacts" db:"o.contacts"`
	// The organization's profiles on social networks.
	Social Object `json:"social,omitempty" db:"o.social"`
}

// Organization is the organizer of events and projects.
var Organization = Resource{
	Name: "organization", As: "o",
	From:  "organization o",
	Live:  "o.status <> 'DRAFT'",
	Text:  []string{"o.search"},
	Words: []string{"name", "brief", "description"},
	Hit: fragments{"name": "o.name", "image": "coalesce(nullif(o.logo, ''), o.image)",
		"text": prose("o.brief", "o.description")},
	Views: []View{
		{
			Path: "/organization", Shape: Page, Row: row[OrganizationDetail](),
			Order: by(asc("o.position"), asc("o.name"), asc("o.id")), Search: true, Accept: []Filter{inLanguage("o")},
			Sorts: map[string]Column{"name": col("o.name"), "createdAt": col("o.created_at")}, Doc: "Organizations",
		},
		{
			Path: "/organization/{slug}", Example: "toprak-ve-ates-dernegi", Shape: One, Row: row[OrganizationDetail](),
			Where: "o.slug = {slug}", Doc: "One organization",
		},
		{
			Path: "/organization/id/{_id}", Example: "86f733a53fbe4dbfa0847f46", Shape: One, Row: row[OrganizationDetail](),
			Where: "o.id = {_id}", Doc: "One organization, by id",
		},
		{
			Path: "/organization/short/{slug}", Example: "toprak-ve-ates-dernegi", Shape: One, Row: row[OrganizationCard](),
			Where: "o.slug = {slug}", Doc: "An organization's card",
		},
	},
}
