package catalog

// CategoryCard is a category in the flat list.
type CategoryCard struct {
	ID   string `json:"id" db:"c.id" dep:"category"`
	Name string `json:"name" db:"c.name"`
	Slug string `json:"slug" db:"c.slug"`
	// The kind of records in the category: product, blog, event, merchant, page or project.
	Type string `json:"type" db:"c.type"`
	// The id of the parent category; null at the top and if the parent is not visible.
	Parent *string `json:"parent" db:"u.id"`
	Image  *string `json:"image,omitempty" db:"c.image"`
}

// CategoryDetail is a category on its own page, with description, banner and parent.
type CategoryDetail struct {
	ID   string `json:"id" db:"c.id" dep:"category"`
	Name string `json:"name" db:"c.name"`
	Slug string `json:"slug" db:"c.slug"`
	// The kind of records in the category: product, blog, event, merchant, page or project.
	Type        string  `json:"type" db:"c.type"`
	Description *HTML   `json:"description,omitempty" db:"c.description"`
	Image       *string `json:"image,omitempty" db:"c.image"`
	Banner      *string `json:"banner,omitempty" db:"c.banner"`
	// The parent category; null at the top.
	Parent   *Link  `json:"parent" db:"@parent"`
	ParentID string `json:"-" db:"coalesce(c.parent_id, '')" dep:"category"`
}

// CategoryNode is a category in the tree.
//
// Rows come flat; the gateway nests them.
type CategoryNode struct {
	ID       string          `json:"id" db:"c.id" dep:"category"`
	Name     string          `json:"name" db:"c.name"`
	Slug     string          `json:"slug" db:"c.slug"`
	ParentID string          `json:"-" db:"coalesce(c.parent_id, '')"`
	Children []*CategoryNode `json:"children" db:"'[]'::jsonb"`
}

var categorySQL = fragments{
	"parent": "CASE WHEN u.id IS NOT NULL THEN jsonb_build_object('id', u.id, 'name', u.name, 'slug', u.slug) END",
}

// Category groups products, posts, events and merchants. A record in a category also belongs to its ancestors.
var Category = Resource{
	Name: "category", As: "c",
	From:  "category c LEFT JOIN category u ON u.tenant_id = $1 AND u.id = c.parent_id AND u.status <> 'DRAFT'",
	Live:  "c.status <> 'DRAFT'",
	Text:  []string{"c.search"},
	Words: []string{"name", "description"},
	Hit:   fragments{"name": "c.name", "image": "c.image", "text": prose("c.description")},
	Views: []View{
		{
			Path: "/category/tree", Shape: List, Cap: 10_000, Row: row[CategoryNode](),
			Order: by(asc("c.position"), asc("c.name"), asc("c.id")), Special: "tree",
			Accept: []Filter{
				{
					Name: "type", Type: Text, Cond: eq("c.type"),
					Doc: "The kind of records: product, blog, event, merchant, page or project", Example: "product",
				},
				inLanguage("c"),
			},
			Doc: "The category tree",
		},
		{
			Path: "/category/list", Shape: List, Cap: 10_000, Row: row[CategoryCard](),
			Order: by(asc("c.position"), asc("c.name"), asc("c.id")),
			Accept: []Filter{
				{
					Name: "type", Type: Text, Cond: eq("c.type"),
					Doc: "The kind of records: product, blog, event, merchant, page or project", Example: "product",
				},
				inLanguage("c"),
			},
			Search: true, Doc: "All categories as a flat list",
		},
		{
			Path: "/category/{slug}", Example: "bags", Shape: One, Row: row[CategoryDetail](categorySQL),
			Where: "(c.slug = {slug} OR c.id = {slug})", Doc: "One category, by slug or id",
		},
	},
}
