package importer

// Products of an electronics shop. The picture is the only field that no two records share and no later edition changes.
var _ = known(Shape{
	Name: "products_bestbuy",
	Kind: "product",
	Has:  []string{"name", "description", "brand", "categories", "price", "image", "popularity"},
	Key:  []string{"image"},
	Fields: map[string]Target{
		"name":        To("name"),
		"description": To("description"),
		"brand":       Named("brand_id"),
		"categories":  Path(),
		"price":       To("amount"),
		"image":       To("thumbnail", "featured_image", "images"),
		"popularity":  To("visits"), // /product/popular then has the shop's own order
	},
	New: map[string]string{"status": "PUBLISHED", "currency": "USD"},
})
