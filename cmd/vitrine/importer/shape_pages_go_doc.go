package importer

// Pages of a manual. Some say their title with a capital letter, some without; so it is with being a template.
var _ = known(Shape{
	Name: "pages_go_doc",
	Kind: "page",
	Has:  []string{"path", "slug", "Title", "body_html"},
	Key:  []string{"path"},
	Fields: map[string]Target{
		"slug":      Slug(),
		"title":     Trimmed(To("title")),
		"Title":     Trimmed(To("title")),
		"body_html": HTML("content", "template", "Template"),
	},
	Set: map[string]string{"language": "en"},
	New: map[string]string{"status": "PUBLISHED"},
})
