package catalog

// ProjectCard is a project in a list.
type ProjectCard struct {
	ID             string   `json:"id" db:"j.id" dep:"project"`
	Slug           string   `json:"slug" db:"j.slug"`
	Title          string   `json:"title" db:"j.title"`
	Status         string   `json:"status" db:"j.stage" enum:"planned,ongoing,completed,cancelled"`
	CompletionDate *Time    `json:"completionDate" db:"j.completion_date"`
	Gallery        []string `json:"gallery" db:"@gallery"`
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
	Gallery        []string `json:"gallery" db:"@gallery"`
	Brief          *string  `json:"brief,omitempty" db:"j.brief"`
	Description    *HTML    `json:"description,omitempty" db:"j.description"`
	// The full description.
	Content    *HTML   `json:"content,omitempty" db:"j.content"`
	CoverImage *string `json:"coverImage,omitempty" db:"j.cover_image"`
	// The client.
	Client  *string `json:"client,omitempty" db:"j.client"`
	Website *string `json:"website,omitempty" db:"j.website"`
	// The organization that carried the project out.
	Organization   *Link    `json:"organization,omitempty" db:"@organization"`
	OrganizationID string   `json:"-" db:"coalesce(j.organization_id, '')" dep:"organization"`
	Category       []Ref    `json:"category,omitempty" db:"@category"`
	CategoryIDs    []string `json:"-" db:"@categoryIDs" dep:"category"`
}

var projectSQL = fragments{
	"gallery":      texts("j.gallery"),
	"organization": "CASE WHEN o.id IS NOT NULL THEN jsonb_build_object('id', o.id, 'name', o.name, 'slug', o.slug) END",
	"category":     categories("j.id", "project_category", "project_id"),
	"categoryIDs":  categoryIDs("j.id", "project_category", "project_id"),
}

// Project is a project of the tenant or of an organization.
var Project = Resource{
	Name: "project", As: "j",
	From:  "project j LEFT JOIN organization o ON o.tenant_id = $1 AND o.id = j.organization_id AND o.status <> 'DRAFT'",
	Live:  "j.status <> 'DRAFT'",
	Text:  []string{"j.search"},
	Words: []string{"title", "client", "brief", "description"},
	Parts: []Part{{"project_category", "project_id"}},
	Hit:   fragments{"name": "j.title", "image": "j.cover_image", "text": prose("j.brief", "j.description")},
	Views: []View{
		{
			Path: "/project", Shape: Page, Row: row[ProjectCard](projectSQL),
			Order: by(asc("j.position"), desc("j.completion_date").First(), asc("j.id")), Search: true,
			Accept: []Filter{
				ofCategory("j.id", "project_category", "project_id", "project-homes"),
				inLanguage("j"),
			},
			Sorts: map[string]Column{"name": col("j.title"), "createdAt": col("j.created_at")}, Doc: "Projects",
		},
		{
			Path: "/project/{slug}", Example: "sarnicli-evin-onarimi", Shape: One, Row: row[ProjectDetail](projectSQL),
			Where: "j.slug = {slug}", Doc: "One project",
		},
	},
}
