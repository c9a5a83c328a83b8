package catalog

// ProjectCard is a project in a list. Its status is how far it is: planned, ongoing, completed, cancelled.
type ProjectCard struct {
	ID             string   `json:"id" db:"j.id" dep:"project"`
	Slug           string   `json:"slug" db:"j.slug"`
	Title          string   `json:"title" db:"j.title"`
	Status         string   `json:"status" db:"j.stage" enum:"planned,ongoing,completed,cancelled"`
	CompletionDate *Time    `json:"completionDate" db:"j.completion_date"`
	Gallery        []string `json:"gallery" db:"ARRAY(SELECT x FROM jsonb_array_elements_text(j.gallery) AS x WHERE x IS NOT NULL)"`
	Brief          *string  `json:"brief,omitempty" db:"j.brief"`
	CoverImage     *string  `json:"coverImage,omitempty" db:"j.cover_image"`
}

// ProjectDetail is a project in full.
type ProjectDetail struct {
	ID             string   `json:"id" db:"j.id" dep:"project"`
	Slug           string   `json:"slug" db:"j.slug"`
	Title          string   `json:"title" db:"j.title"`
	Status         string   `json:"status" db:"j.stage" enum:"planned,ongoing,completed,cancelled"`
	StartDate      *Time    `json:"startDate,omitempty" db:"j.start_date"`
	CompletionDate *Time    `json:"completionDate" db:"j.completion_date"`
	Gallery        []string `json:"gallery" db:"ARRAY(SELECT x FROM jsonb_array_elements_text(j.gallery) AS x WHERE x IS NOT NULL)"`
	Brief          *string  `json:"brief,omitempty" db:"j.brief"`
	Description    *HTML    `json:"description,omitempty" db:"j.description"`
	// The whole story.
	Content    *HTML   `json:"content,omitempty" db:"j.content"`
	CoverImage *string `json:"coverImage,omitempty" db:"j.cover_image"`
	// For whom it was made.
	Client  *string `json:"client,omitempty" db:"j.client"`
	Website *string `json:"website,omitempty" db:"j.website"`
	// Who made it.
	Organization   *Link    `json:"organization,omitempty" db:"CASE WHEN o.id IS NOT NULL THEN jsonb_build_object('id', o.id, 'name', o.name, 'slug', o.slug) END"`
	OrganizationID string   `json:"-" db:"coalesce(j.organization_id, '')" dep:"organization"`
	Category       []Ref    `json:"category,omitempty" db:"(SELECT jsonb_agg(jsonb_build_object('value', c.id, 'label', c.name) ORDER BY pc.position, c.id) FROM project_category pc JOIN category c ON c.tenant_id = $1 AND c.id = pc.category_id AND c.status <> 'DRAFT' WHERE pc.tenant_id = $1 AND pc.project_id = j.id)"`
	CategoryIDs    []string `json:"-" db:"ARRAY(SELECT pc.category_id FROM project_category pc WHERE pc.tenant_id = $1 AND pc.project_id = j.id)" dep:"category"`
}

// Project is something that was built, and for whom.
var Project = Resource{
	Name: "project", As: "j",
	From:  "project j LEFT JOIN organization o ON o.tenant_id = $1 AND o.id = j.organization_id AND o.status <> 'DRAFT'",
	Live:  "j.status <> 'DRAFT'",
	Text:  []string{"j.search"},
	Words: []string{"title", "client", "brief", "description"},
	Parts: []Part{{"project_category", "project_id"}},
	Views: []View{
		{Path: "/project", Shape: Page, Row: row[ProjectCard](), Order: by(asc("j.position"), desc("j.completion_date").First(), asc("j.id")), Search: true,
			Accept: []Filter{
				ofCategory("j.id", "project_category", "project_id", "project-homes"),
				inLanguage("j")},
			Sorts: map[string]Column{"name": col("j.title"), "createdAt": col("j.created_at")}, Doc: "Projects"},
		{Path: "/project/{slug}", Example: "sarnicli-evin-onarimi", Shape: One, Row: row[ProjectDetail](), Where: "j.slug = {slug}", Doc: "One project"},
	},
}
