package api

// organizationCase is the case of the module organization; see case_test.go.
var organizationCase = moduleCase{
	kinds: []string{"organization"},
	texts: map[string]searchedText{"organization": {names: []string{"name"}, prose: []string{"brief", "description"}}},
	views: []viewCase{
		{path: "/organization", answer: inPages(organizationShape),
			oracle: &oracleList{table: "organization", shown: published, order: []oracleKey{by("position"), by("name")},
				sorts:   byName,
				filters: []oracleFilter{inLanguage}, searched: true},
			golden: []string{
				"atelier /v1/organization?limit=2",
				"atelier /v1/organization?limit=2&page=3",
				"atelier /v1/organization?search=kiln",
				"atelier /v1/organization?limit=1&language=en",
				"atelier /v1/organization?limit=1&sort=name",
				"atelier /v1/organization?limit=1&sort=createdAt&order=desc",
			}},
		{path: "/organization/{slug}", answer: alone(organizationShape),
			golden: []string{
				"atelier /v1/organization/friends-of-the-kiln",
				"atelier /v1/organization/sonraki-dernek", // a draft
				"demo /v1/organization/friends-of-the-kiln",
			}},
		{path: "/organization/id/{_id}", answer: alone(organizationShape),
			golden: []string{
				"atelier /v1/organization/id/970f4cc2619f4f28d2fe5867",
				"atelier /v1/organization/id/98522475f2e8a4111e7fc7bc",
			}},
		{path: "/organization/short/{slug}", answer: alone(organizationCardShape),
			golden: []string{
				"atelier /v1/organization/short/friends-of-the-kiln",
				"atelier /v1/organization/short/sonraki-dernek",
			}},
	},
}

var (
	organizationCardShape = isRecord(must("id", isID), must("name", isFilled), must("slug", isFilled),
		must("logo", orNull(isText)), must("brief", orNull(isText)))

	organizationShape = isRecord(must("id", isID), must("name", isFilled), must("slug", isFilled),
		extra("logo", isText), extra("image", isText), extra("brief", isText), extra("description", isHTML),
		extra("website", isText), extra("email", isText), extra("phone", isText), extra("address", isText),
		extra("city", isText), extra("country", isText), extra("contacts", isArrayOf(isAnything)),
		extra("social", isObject))
)
