package api

// categoryCase is the case of the module category; see case_test.go.
var categoryCase = moduleCase{
	kinds: []string{"category"},
	texts: map[string]searchedText{"category": {names: []string{"name"}, prose: []string{"description"}}},
	views: []viewCase{
		{path: "/category/tree", answer: inList(categoryNodeShape),
			golden: []string{
				"atelier /v1/category/tree?type=product",
				"atelier /v1/category/tree?type=merchant",
				"atelier /v1/category/tree?search=brush", // a tree cannot be searched
				"atelier /v1/category/tree?type=product&language=tr",
				"atelier /v1/category/tree?type=no-such-type",
				"odd /v1/category/tree", // cycles are cut; children of a hidden category are at the top
				"odd /v1/category/tree?type=blog",
			}},
		{path: "/category/list", answer: inList(categoryCardShape),
			oracle: &oracleList{table: "category", shown: published, order: []oracleKey{by("position"), by("name")}, whole: true,
				filters: []oracleFilter{one("type"), inLanguage}, searched: true},
			golden: []string{
				"atelier /v1/category/list?type=merchant",
				"atelier /v1/category/list?search=brush",
				"atelier /v1/category/list?type=product&language=en",
				"atelier /v1/category/list?type=no-such-type",
				"odd /v1/category/list",
			}},
		{path: "/category/{slug}", answer: alone(categoryShape),
			golden: []string{
				"atelier /v1/category/sculpture",
				"atelier /v1/category/0885210ebf37a27343e99a2a", // the same by id
				"atelier /v1/category/works",                    // a root
				"atelier /v1/category/event-classes",            //
				"atelier /v1/category/atelier-yakinda",          // a draft
				"atelier /v1/category/4530757cf5d639d7b5a8f75c", // the same by id
				"demo /v1/category/sculpture",                   // another tenant's
				"demo /v1/category/0885210ebf37a27343e99a2a",
				"atelier /v1/category/no-such-category",
				"odd /v1/category/below-hidden",
				"odd /v1/category/itself",
				"odd /v1/category/markup",
			}},
	},
}

var (
	categoryCardShape = isRecord(must("id", isID), must("name", isFilled), must("slug", isFilled), extra("type", isFilled),
		extra("parent", orNull(isID)), extra("image", isText))

	categoryShape = isRecord(must("id", isID), must("name", isFilled), must("slug", isFilled), extra("type", isFilled),
		may("description", isHTML), may("banner", isText), must("parent", orNull(linkShape)), extra("image", isText))
)

// categoryNodeShape holds itself, so it cannot be a variable.
func categoryNodeShape(at *place, v any, tell verdict) {
	isRecord(must("id", isID), must("name", isFilled), must("slug", isFilled),
		must("children", isArrayOf(categoryNodeShape)))(at, v, tell)
}
