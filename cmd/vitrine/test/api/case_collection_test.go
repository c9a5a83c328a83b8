package api

// collectionCase is the case of the module collection; see case_test.go.
var collectionCase = moduleCase{
	kinds: []string{"collection"},
	texts: map[string]searchedText{"collection": {names: []string{"title"}, prose: []string{"brief", "description"}}},
	views: []viewCase{
		{path: "/collections", answer: inPages(collectionCardShape),
			oracle: &oracleList{table: "collection", shown: publishedNow, order: []oracleKey{by("position"), by("title")},
				sorts:   byTitle,
				filters: []oracleFilter{inLanguage}, searched: true},
			golden: []string{
				"atelier /v1/collections?limit=2",
				"atelier /v1/collections?limit=2&page=2",
				"atelier /v1/collections?search=brush",
				"atelier /v1/collections?limit=1&language=tr",
				"atelier /v1/collections?limit=1&sort=name",
				"atelier /v1/collections?limit=1&sort=createdAt&order=desc",
			}},
		{path: "/collections/{slug}", answer: alone(collectionShape),
			golden: []string{
				"atelier /v1/collections/your-first-brush",
				"atelier /v1/collections/tiles-in-blue", // a draft
				"demo /v1/collections/your-first-brush",
			}},
	},
}

var (
	collectionCardShape = isRecord(extra("id", isID), must("title", isFilled), must("slug", isFilled),
		must("banner", orNull(isText)), extra("brief", isText), extra("image", isText))

	collectionShape = isRecord(extra("id", isID), must("title", isFilled), must("slug", isFilled),
		must("banner", orNull(isText)), extra("brief", isText), extra("image", isText), extra("description", isHTML),
		must("products", isArrayOf(isRecord(must("id", isID), must("name", isFilled), must("price", orNull(isMoney)),
			extra("currency", isCurrency), extra("slug", isFilled), extra("image", isText)))))
)
