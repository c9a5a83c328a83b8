package api

// merchantCase is the case of the module merchant; see case_test.go.
var merchantCase = moduleCase{
	kinds: []string{"merchant"},
	parts: map[string]string{"merchant_category": "merchant_id"},
	texts: map[string]searchedText{"merchant": {names: []string{"name"}, prose: []string{"description"}}},
	views: []viewCase{
		{path: "/merchant", answer: inPages(merchantShape),
			oracle: &oracleList{table: "merchant", shown: published, order: []oracleKey{by("position"), by("name")},
				sorts:   map[string]oracleKey{"name": by("name"), "createdAt": by("created_at"), "rating": by("rating")},
				filters: []oracleFilter{inCategories("merchant"), inLanguage}, searched: true},
			golden: []string{
				"atelier /v1/merchant?limit=2",
				"atelier /v1/merchant?limit=2&page=4",
				"atelier /v1/merchant?limit=1&search=glaze",
				"demo /v1/merchant?limit=1&q=%C3%87%C4%B1naralt%C4%B1",
				"atelier /v1/merchant?limit=1&category=merchant-artists",
				"atelier /v1/merchant?limit=1&language=tr",
				"atelier /v1/merchant?limit=1&sort=rating&order=desc",
				"atelier /v1/merchant?limit=1&sort=name",
				"atelier /v1/merchant?limit=1&sort=createdAt&order=desc",
			}},
		{path: "/merchant/{slug}", answer: alone(merchantShape),
			golden: []string{
				"atelier /v1/merchant/the-glaze-kitchen",
				"atelier /v1/merchant/brush-bristle",   // on holiday
				"demo /v1/merchant/sabun-odasi",        //
				"atelier /v1/merchant/upcoming-artist", // a draft
				"demo /v1/merchant/the-glaze-kitchen",  // another tenant's
				"odd /v1/merchant/away",
			}},
		{path: "/merchant/card/{slug}", answer: alone(merchantCardShape),
			golden: []string{
				"atelier /v1/merchant/card/the-glaze-kitchen",
				"atelier /v1/merchant/card/upcoming-artist",
			}},
		{path: "/merchant/location", answer: inList(merchantPlaceShape),
			oracle: &oracleList{table: "merchant", order: []oracleKey{by("name")}, whole: true,
				shown:   func(o *oracle, r oracleRow) bool { return published(o, r) && onTheMap(r) },
				filters: []oracleFilter{inBox("merchant")}, searched: true},
			golden: []string{
				"atelier /v1/merchant/location",
				"atelier /v1/merchant/location?bbox=26,36,45,42",
				"atelier /v1/merchant/location?bbox=0,0,1,1",
				"odd /v1/merchant/location",
			}},
	},
}

var (
	merchantCardShape = isRecord(must("id", isID), must("name", isFilled), must("slug", isFilled), extra("logo", isText),
		extra("rating", isMoney))

	merchantShape = isRecord(must("id", isID), must("name", isFilled), must("slug", isFilled), extra("logo", isText),
		extra("image", isText), extra("description", isHTML), extra("website", isText), extra("email", isText),
		extra("phone", isText), extra("rating", isMoney), extra("ratingCount", isInteger), extra("location", pointShape),
		extra("address", isText), extra("city", isText), extra("country", isText), extra("holidayMode", holidayShape),
		extra("category", categoryRefsShape))

	merchantPlaceShape = isRecord(must("id", isID), must("name", isFilled), must("location", pointShape),
		extra("slug", isFilled))
)
