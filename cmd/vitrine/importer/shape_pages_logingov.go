package importer

// Pages of a help centre, in three languages. Most have their text in HTML; a few are laid out in columns of Markdown, and then
// those are the text.
var _ = known(Shape{
	Name: "pages_logingov",
	Kind: "page",
	Has:  []string{"lang", "file", "title", "body_html", "category"},
	Key:  []string{"file"},
	Fields: map[string]Target{
		"lang":        To("language"),
		"title":       Trimmed(To("title")),
		"meta_title":  Trimmed(To("meta_title")),
		"description": Trimmed(All(To("brief"), To("meta_description"))),
		"image":       Trimmed(To("image")),
		"category":    Path(),
		"order":       To("position"),
		"body_html":   HTML("content"),
		"body_md":     Ignore(), // what body_html was made of
	},
	Made: []Made{{
		Of: []string{
			"intro_content", "three_col.heading", "three_col.col1", "three_col.col2", "three_col.col3", "component.col1", "component.col2",
			"component.bannertext", "component.bannercol1", "component.bannercol2", "footer_content",
		},
		With: "\n\n", To: Markdown("content"),
	}},
	New: map[string]string{"status": "PUBLISHED"},
})
