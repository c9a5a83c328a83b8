package importer

// A map of an industry: companies that belong to a foundation or serve its users, and what all of them build. One file, two
// kinds: import it as both, organizations first, so that projects find theirs.

const hostedLogos = "https://raw.githubusercontent.com/cncf/landscape/master/hosted_logos/"

var _ = known(Shape{
	Name: "orgs_cncf",
	Kind: "organization",
	Has:  []string{"category", "subcategory", "name", "homepage_url", "logo", "crunchbase"},
	Key:  []string{"category", "subcategory", "name"},
	Only: func(rec Object) bool { return isCompany(rec) },
	Fields: map[string]Target{
		"name":         Trimmed(To("name")),
		"homepage_url": Trimmed(To("website")),
		"logo":         Prefixed(hostedLogos, To("logo")),
		"description":  Trimmed(To("description")),
		"crunchbase":   Member("social", "crunchbase"),
		"twitter":      Member("social", "twitter"),
		"bluesky_url":  Member("social", "bluesky"),
	},
	Made: []Made{{Of: []string{"category", "subcategory"}, With: " · ", To: To("brief")}},
	New:  map[string]string{"status": "PUBLISHED"},
})

var _ = known(Shape{
	Name: "projects_cncf",
	Kind: "project",
	Has:  []string{"category", "subcategory", "name", "homepage_url", "logo", "crunchbase"},
	Key:  []string{"category", "subcategory", "name"},
	Only: func(rec Object) bool { return !isCompany(rec) },
	Fields: map[string]Target{
		"name":            Trimmed(To("title")),
		"homepage_url":    Trimmed(To("website")),
		"logo":            Prefixed(hostedLogos, To("cover_image")),
		"description":     Trimmed(All(To("brief"), To("description"))),
		"crunchbase":      Known("organization_id", "social->>'crunchbase'"),
		"project":         Mapped(map[string]string{"sandbox": "ongoing", "incubating": "ongoing", "graduated": "completed", "archived": "cancelled"}, To("stage")),
		"extra.accepted":  To("start_date"),
		"extra.graduated": To("completion_date"),
	},
	Made: []Made{{Of: []string{"category", "subcategory"}, With: " > ", To: Categories()}},
	New:  map[string]string{"status": "PUBLISHED", "stage": "ongoing"},
})

// isCompany tells the members and service providers from what is built.
func isCompany(rec Object) bool {
	category, _ := rec.Get("category")
	return category == "CNCF Members" || category == "Special"
}
