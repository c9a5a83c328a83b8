package importer

// Posts of a blog. More than a third of them were templates, and their pictures, films and program listings came from files
// that are not here: a post without them is read all the same, so the code is taken out and the post is kept.
var _ = known(Shape{
	Name: "blog_go",
	Kind: "blog_post",
	Has:  []string{"path", "slug", "title", "date", "by", "body_html"},
	Key:  []string{"path"},
	Fields: map[string]Target{
		"slug":      Slug(),
		"title":     Trimmed(To("title")),
		"date":      To("published_at"),
		"by":        Joined(", ", To("author_name")),
		"summary":   Trimmed(To("summary")),
		"body_html": HTML("content", "template"),
		"tags":      All(To("tags"), Categories()),
	},
	Set: map[string]string{"language": "en"},
	New: map[string]string{"status": "PUBLISHED"},
})
