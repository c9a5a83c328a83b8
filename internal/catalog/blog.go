package catalog

// Author is who wrote a post.
type Author struct {
	Name  string `json:"name"`
	Title string `json:"title,omitempty"` // what the author does
	Image string `json:"image,omitempty"`
	Bio   string `json:"bio,omitempty"` // who the author is
}

// BlogCard is a post in a list.
type BlogCard struct {
	ID          string   `json:"id" db:"w.id" dep:"blog_post"`
	Slug        string   `json:"slug" db:"w.slug"`
	Title       string   `json:"title" db:"w.title"`
	Summary     *string  `json:"summary,omitempty" db:"w.summary"`
	CoverImage  *string  `json:"coverImage,omitempty" db:"w.cover_image"`
	Author      *Author  `json:"author,omitempty" db:"CASE WHEN w.author_name IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object('name', w.author_name, 'title', w.author_title, 'image', w.author_image)) END"`
	PublishedAt Time     `json:"publishedAt" db:"w.published_at"`
	Tags        []string `json:"tags,omitempty" db:"w.tags"`
	Category    []Ref    `json:"category,omitempty" db:"(SELECT jsonb_agg(jsonb_build_object('value', c.id, 'label', c.name) ORDER BY pc.position, c.id) FROM blog_post_category pc JOIN category c ON c.tenant_id = $1 AND c.id = pc.category_id AND c.status <> 'DRAFT' WHERE pc.tenant_id = $1 AND pc.blog_post_id = w.id)"`
	CategoryIDs []string `json:"-" db:"ARRAY(SELECT pc.category_id FROM blog_post_category pc WHERE pc.tenant_id = $1 AND pc.blog_post_id = w.id)" dep:"category"`
}

// BlogDetail is a post in full.
type BlogDetail struct {
	ID      string  `json:"id" db:"w.id" dep:"blog_post"`
	Slug    string  `json:"slug" db:"w.slug"`
	Title   string  `json:"title" db:"w.title"`
	Summary *string `json:"summary,omitempty" db:"w.summary"`
	// The post itself.
	Content     HTML     `json:"content" db:"coalesce(w.content, '')"`
	CoverImage  *string  `json:"coverImage,omitempty" db:"w.cover_image"`
	Author      *Author  `json:"author,omitempty" db:"CASE WHEN w.author_name IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object('name', w.author_name, 'title', w.author_title, 'image', w.author_image, 'bio', w.author_bio)) END"`
	PublishedAt Time     `json:"publishedAt" db:"w.published_at"`
	Tags        []string `json:"tags,omitempty" db:"w.tags"`
	Category    []Ref    `json:"category,omitempty" db:"(SELECT jsonb_agg(jsonb_build_object('value', c.id, 'label', c.name) ORDER BY pc.position, c.id) FROM blog_post_category pc JOIN category c ON c.tenant_id = $1 AND c.id = pc.category_id AND c.status <> 'DRAFT' WHERE pc.tenant_id = $1 AND pc.blog_post_id = w.id)"`
	CategoryIDs []string `json:"-" db:"ARRAY(SELECT pc.category_id FROM blog_post_category pc WHERE pc.tenant_id = $1 AND pc.blog_post_id = w.id)" dep:"category"`
	SEO         SEO      `json:"seo" db:"jsonb_build_object('metaTitle', coalesce(w.meta_title, w.title), 'metaDescription', coalesce(w.meta_description, w.summary, ''))"`
}

var blogFilters = []Filter{
	ofCategory("w.id", "blog_post_category", "blog_post_id", "blog-crafts"),
	inLanguage("w"),
}

// Blog is what a shop writes. A post with a date to come is not shown before it.
var Blog = Resource{
	Name: "blog_post", As: "w",
	From: "blog_post w",
	Live: `w.status <> 'DRAFT' AND w.published_at <= $2
  AND (w.publish_at IS NULL OR w.publish_at <= $2) AND (w.unpublish_at IS NULL OR w.unpublish_at > $2)`,
	Scheduled: true,
	Moments:   []string{"published_at"},
	Text:      []string{"w.search"},
	Words:     []string{"title", "author_name", "tags", "summary"},
	Parts:     []Part{{"blog_post_category", "blog_post_id"}},
	Views: []View{
		{Path: "/blog", Shape: Page, Row: row[BlogCard](), Order: by(asc("w.position"), desc("w.published_at"), asc("w.id")), Search: true, Accept: blogFilters,
			Sorts: map[string]Column{"name": col("w.title"), "createdAt": col("w.published_at")}, Doc: "Blog posts"},
		{Path: "/blog/new", Shape: Page, Row: row[BlogCard](), Order: by(desc("w.published_at"), asc("w.id")), Accept: blogFilters, Doc: "The newest blog posts"},
		{Path: "/blog/{slug}", Example: "bir-fincanin-yedi-gunu", Shape: One, Row: row[BlogDetail](), Where: "w.slug = {slug}", Doc: "One blog post"},
	},
}
