package catalog

// PageCard is a page in a list.
type PageCard struct {
	ID        string `json:"id" db:"g.id" dep:"page"`
	Slug      string `json:"slug" db:"g.slug"`
	Title     string `json:"title" db:"g.title"`
	CreatedAt Time   `json:"createdAt" db:"g.created_at"`
}

// SEO is the metadata of a page for search engines.
type SEO struct {
	MetaTitle       string `json:"metaTitle"`       // for the title element
	MetaDescription string `json:"metaDescription"` // for the meta description
}

// PageDetail is a page in full.
type PageDetail struct {
	ID        string `json:"id" db:"g.id" dep:"page"`
	Slug      string `json:"slug" db:"g.slug"`
	Title     string `json:"title" db:"g.title"`
	CreatedAt Time   `json:"createdAt" db:"g.created_at"`
	// The text of the page.
	Content HTML `json:"content" db:"coalesce(g.content, '')"`
	SEO     SEO  `json:"seo" db:"@seo"`
}

var pageSQL = fragments{
	"seo": `jsonb_build_object('metaTitle', coalesce(g.meta_title, g.title),
  'metaDescription', coalesce(g.meta_description, g.brief, ''))`,
}

// WebPage is a page of text, such as about, terms or help.
var WebPage = Resource{
	Name: "page", As: "g",
	From:      "page g",
	Live:      "g.status = 'PUBLISHED' AND " + scheduled("g"),
	Scheduled: true,
	Text:      []string{"g.search"},
	Words:     []string{"title", "brief", "content"},
	Parts:     []Part{{"page_category", "page_id"}},
	Hit:       fragments{"name": "g.title", "text": prose("g.brief", "g.content")},
	Views: []View{
		{
			Path: "/page", Shape: Page, Row: row[PageCard](), Order: by(asc("g.position"), asc("g.title"), asc("g.id")),
			Search: true,
			Accept: []Filter{
				ofCategory("g.id", "page_category", "page_id", "page-bilgi"),
				inLanguage("g"),
			},
			Sorts: map[string]Column{"name": col("g.title"), "createdAt": col("g.created_at")}, Doc: "Published pages",
		},
		{
			Path: "/page/{slug}", Example: "hakkimizda", Shape: One, Row: row[PageDetail](pageSQL), Where: "g.slug = {slug}",
			Doc: "One page",
		},
	},
}
