package api

// brandCase is the case of the module brand; see case_test.go.
var brandCase = moduleCase{
	kinds: []string{"brand", "brand_location"},
	texts: map[string]searchedText{"brand": {names: []string{"name"}, prose: []string{"description"}}},
	views: []viewCase{
		{path: "/brand", answer: inPages(brandShape),
			oracle: &oracleList{table: "brand", shown: published, order: []oracleKey{by("position"), by("name")}, sorts: byName,
				filters: []oracleFilter{inLanguage}, searched: true},
			golden: []string{
				"atelier /v1/brand?limit=2",
				"atelier /v1/brand?limit=2&page=2",
				"atelier /v1/brand?perPage=100&page=2",
				"atelier /v1/brand?search=moravel",
				"atelier /v1/brand?q=kuzeyisik", // without the letters of the name
				"atelier /v1/brand?search=bronzhne",
				"atelier /v1/brand?limit=1&language=en",
				"atelier /v1/brand?limit=2&sort=name&order=desc",
				"atelier /v1/brand?limit=1&sortBy=createdAt",
			}},
		{path: "/brand/{slug}", answer: alone(brandShape),
			golden: []string{
				"atelier /v1/brand/velturna",
				"demo /v1/brand/velturna", // the same slug, another brand
				"atelier /v1/brand/sessiz-oda",
				"atelier /v1/brand/no-such-brand",
				"demo /v1/brand/moravel", // another tenant's
				"demo /v1/brand/card",
				"odd /v1/brand/%C3%A7elik-%C3%B6rs", // what would harm is left out
			}},
		{path: "/brand/id/{_id}", answer: alone(brandShape),
			golden: []string{
				"atelier /v1/brand/id/67dd0f2402f14b85240a86e4",
				"demo /v1/brand/id/67dd0f2402f14b85240a86e4",
				"atelier /v1/brand/id/73ebe855c3c59f696b75f1c5", // a draft
				"atelier /v1/brand/id/moravel",
			}},
		{path: "/brand/card/{slug}", answer: alone(brandCardShape),
			golden: []string{
				"atelier /v1/brand/card/moravel",
				"atelier /v1/brand/card/sessiz-oda",
				"atelier /v1/brand/card/no-such-brand",
			}},
		{path: "/brand/location", answer: inList(brandPlaceShape),
			oracle: &oracleList{table: "brand_location", order: []oracleKey{by("name")}, whole: true,
				shown: func(o *oracle, r oracleRow) bool {
					return onTheMap(r) && o.byID["brand "+r.text("brand_id")]["status"] != "DRAFT"
				}, filters: []oracleFilter{ofOther("brand", "brand_location", "brand_id", "brand"), inBox("brand_location")}},
			golden: []string{
				"atelier /v1/brand/location",
				"demo /v1/brand/location?bbox=28.5,40.8,29.4,41.3",
				"demo /v1/brand/location?brand=velturna",
				"demo /v1/brand/location?brand=8d0a26767e0a85feb0b8bd1b",
				"demo /v1/brand/location?brand=golgeli", // a draft
				"odd /v1/brand/location",
				"odd /v1/brand/location?bbox=170,-20,-170,10", // across the 180th meridian
				"demo /v1/brand/location?bbox=170,-10,-170,10",
			}},
	},
}

var (
	brandCardShape = isRecord(extra("id", isID), extra("name", isFilled), extra("slug", isFilled), extra("logo", isText))

	brandShape = isRecord(must("id", isID), must("name", isFilled), must("slug", isFilled), extra("logo", isText),
		extra("image", isText), extra("description", isHTML), extra("website", isText), extra("email", isText),
		extra("phone", isText))

	brandPlaceShape = isRecord(must("id", isID), must("name", isFilled), must("location", pointShape),
		extra("phone", isText),
		extra("brand", linkShape))
)
