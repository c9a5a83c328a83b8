package importer

// A glossary in many languages: the same term is a record in each. Its slug names the language, so that a
// translation that comes later takes no slug from anybody. Drafts stay drafts.
var _ = known(Shape{
	Name: "dictionary_cncf_glossary",
	Kind: "dictionary_term",
	Has:  []string{"lang", "slug", "title", "definition_html"},
	Key:  []string{"lang", "slug"},
	Fields: map[string]Target{
		"lang":            To("language"),
		"title":           Trimmed(To("term")),
		"definition_html": HTML("definition"),
		"draft":           When("status", "DRAFT"),
	},
	Made: []Made{{Of: []string{"slug", "lang"}, With: "-", To: Slug()}},
	New:  map[string]string{"status": "PUBLISHED"},
})
