package importer

// Questions with answers in Markdown, in groups that each have one language. They stand in the order of the file.
var _ = known(Shape{
	Name: "faq_markdown",
	Kind: "faq",
	Has:  []string{"source", "lang", "group", "question", "answer_md"},
	Key:  []string{"source", "lang", "question"},
	Fields: map[string]Target{
		"lang":        To("language"),
		"group":       Row("group_id", map[string]string{"title": "group", "language": "lang"}, nil),
		"question":    InOrder("position", Trimmed(To("question"))),
		"answer_md":   Markdown("answer"),
		"answer_html": Ignore(), // made of answer_md, before the code of templates was out of it
	},
	New: map[string]string{"status": "PUBLISHED"},
})
