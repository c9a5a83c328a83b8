package importer

// Books without prices. The first author is the brand; all of them are attributes, so that a reader finds a book by any.
var _ = known(Shape{
	Name: "products_goodbooks",
	Kind: "product",
	Has:  []string{"book_id", "title", "authors", "original_publication_year", "language_code"},
	Key:  []string{"book_id"},
	Fields: map[string]Target{
		"title":                     To("name"),
		"authors":                   All(First(", ", Named("brand_id")), Each(", ", Attribute("author", "TEXT"))),
		"original_publication_year": To("year"),
		"language_code":             Language("language"),
		"image_url":                 To("thumbnail", "featured_image", "images"),
		"isbn":                      To("sku"),
		"ratings_count":             To("visits"),
	},
	New: map[string]string{"status": "PUBLISHED"},
})
