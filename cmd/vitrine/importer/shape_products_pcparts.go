package importer

// Parts of computers. There is no key, and many records are alike to the letter: each is a product all the same.
var _ = known(Shape{
	Name: "products_pcparts",
	Kind: "product",
	Has:  []string{"_category", "name", "price"},
	Fields: map[string]Target{
		"_category":  Path(),
		"name":       To("name"),
		"price":      To("amount"),
		"color":      Attribute("color", "COLOR"),
		"resolution": AttributeJoined("resolution", "TEXT", "x"), // [1920, 1080]
		"modules":    AttributeJoined("modules", "TEXT", "x"),    // [2, 16]: two of 16 GB
		"speed":      AttributeJoined("speed", "TEXT", "-"),      // [5, 6000]: DDR5-6000
	},
	Rest: func(field string) Target { return AttributeJoined(field, "TEXT", " - ") }, // [300, 1500]: a range
	New:  map[string]string{"status": "PUBLISHED", "currency": "USD"},
})
