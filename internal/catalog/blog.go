package catalog

// Author is the author of a post.
type Author struct {
	Name  string `json:"name"`
	Title string `json:"title,omitempty"` // the author's profession
	Image string `json:"image,omitempty"`
	Bio   string `json:"bio,omitempty"` // a short biography
}

// BlogCard is a post in a list.
type BlogCard struct {
	ID          string   `json:"id" db:"w.id" dep:"blog_post"`
	Slug        string   `json:"slug" db:"w.slug"`
	Title       string   `json:"title" db:"w.title"`
	Summary     *string  `json:"summary,omitempty" db:"w.summary"`
	CoverImage  *string  `json:"coverImage,omitempty" db:"w.cover_image"`
	Author      *Author  `json:"author,omitempty" db:"@author"`
	PublishedAt Time     `json:"publishedAt" db:"w.published_at"`
	Tags        []string `json:"tags,omitempty" db:"@tags"`
	Category    []Ref    `json:"category,omitempty" db:"@category"`
	CategoryIDs []string `json:"-" db:"@categoryIDs" dep:"category"`
}

// BlogDetail is a post in full.
type BlogDetail struct {
	ID      string  `json:"id" db:"w.id" dep:"blog_post"`
	Slug    string  `json:"slug" db:"w.slug"`
	Title   string  `json:"title" db:"w.title"`
	Summary *string `json:"summary,omitempty" db:"w.summary"`
	// The text of the post.
	Content     HTML     `json:"content" db:"coalesce(w.content, '')"`
	CoverImage  *string  `json:"coverImage,omitempty" db:"w.cover_image"`
	Author      *Author  `json:"author,omitempty" db:"@authorBio"`
	PublishedAt Time     `json:"publishedAt" db:"w.published_at"`
	Tags        []string `json:"tags,omitempty" db:"@tags"`
	Category    []Ref    `json:"category,omitempty" db:"@category"`
	CategoryIDs []string `json:"-" db:"@categoryIDs" dep:"category"`
	SEO         SEO      `json:"seo" db:"@seo"`
}

var blogFilters = []Filter{
	ofCategory("w.id", "blog_post_category", "blog_post_id", "blog-crafts"),
	inLanguage("w"),
}

var blogSQL = fragments{
	"tags": listOf("w.tags"),
	"author": `CASE WHEN w.author_name IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object(
  'name', w.author_name, 'title', w.author_title, 'image', w.author_image)) END`,
	"authorBio": `CASE WHEN w.author_name IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object(
  'name', w.author_name, 'title', w.author_title, 'image', w.author_image, 'bio', w.author_bio)) END`,
	"category":    categories("w.id", "blog_post_category", "blog_post_id"),
	"categoryIDs": categoryIDs("w.id", "blog_post_category", "blog_post_id"),
	"seo": `jsonb_build_object('metaTitle', coalesce(w.meta_title, w.title),
  'metaDescription', coalesce(w.meta_description, w.summary, ''))`,
}

// Blog is the tenant's blog. A post with a future date is hidden until then.
var Blog = Resource{
	Name: "blog_post", As: "w",
	From:      "blog_post w",
	Live:      "w.status <> 'DRAFT' AND w.published_at <= $2 AND " + scheduled("w"),
	Scheduled: true,
	Moments:   []string{"published_at"},
	Text:      []string{"w.search"},
	Words:     []string{"title", "author_name", "tags", "summary"},
	Parts:     []Part{{"blog_post_category", "blog_post_id"}},
	Hit:       fragments{"name": "w.title", "image": "w.cover_image", "text": prose("w.summary")},
	Views: []View{
		{
			Path: "/blog", Shape: Page, Row: row[BlogCard](blogSQL),
			Order: by(asc("w.position"), desc("w.published_at"), asc("w.id")), Search: true, Accept: blogFilters,
			Sorts: map[string]Column{"name": col("w.title"), "createdAt": col("w.published_at")}, Doc: "Blog posts",
		},
		{
			Path: "/blog/new", Shape: Page, Row: row[BlogCard](blogSQL), Order: by(desc("w.published_at"), asc("w.id")),
			Accept: blogFilters, Search: true, Fixed: true, Doc: "The newest blog posts",
		},
		{
			Path: "/blog/{slug}", Example: "bir-fincanin-yedi-gunu", Shape: One, Row: row[BlogDetail](blogSQL),
			Where: "w.slug = {slug}", Doc: "One blog post",
		},
	},
}
