package importer

// A category tree, each record with its way from the root. Ancestors that are no record themselves are made of what the way
// says about them, so no branch is lost; a record without a name is rejected.
var _ = known(Shape{
	Name: "categories_bestbuy",
	Kind: "category",
	Has:  []string{"id", "name", "path", "subCategories"},
	Key:  []string{"id"},
	Fields: map[string]Target{
		"name": To("name"),
		"path": Ancestors("parent_id"),
	},
	New: map[string]string{"status": "PUBLISHED", "type": "product"},
})
