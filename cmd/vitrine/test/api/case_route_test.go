package api

// routeCase is the case of the module route; see case_test.go.
var routeCase = moduleCase{
	kinds: []string{"route"},
	texts: map[string]searchedText{"route": {names: []string{"title"}, prose: []string{"brief", "description"}}},
	views: []viewCase{
		{path: "/route", answer: inPages(routeCardShape),
			oracle: &oracleList{table: "route", shown: publishedNow, order: []oracleKey{by("position"), by("title")},
				searched: true,
				sorts:    map[string]oracleKey{"name": by("title"), "createdAt": by("created_at"), "price": by("amount")},
				filters:  []oracleFilter{inLanguage}},
			golden: []string{
				"demo /v1/route?limit=2",
				"demo /v1/route?limit=2&page=2",
				"atelier /v1/route?search=camp",
				"atelier /v1/route?limit=1&language=en",
				"atelier /v1/route?limit=1&sort=name",
				"atelier /v1/route?limit=1&sort=createdAt",
				"atelier /v1/route?limit=1&sort=price&order=desc",
			}},
		{path: "/route/{slug}", answer: alone(routeShape),
			golden: []string{
				"atelier /v1/route/sculpture-walk",
				"demo /v1/route/sculpture-walk",
				"demo /v1/route/the-potters-road",
			}},
	},
}

var (
	stopShape = isRecord(must("day", isInteger), must("title", isFilled), must("description", isText),
		extra("image", isText))

	routeMembers = []member{must("id", isID), must("slug", isFilled), must("title", isFilled),
		must("durationDays", orNull(isInteger)),
		must("stops", isArrayOf(stopShape)), extra("brief", isText), extra("coverImage", isText)}

	routeCardShape = isRecord(routeMembers...)

	routeShape = isRecord(append(routeMembers[:len(routeMembers):len(routeMembers)], extra("description", isHTML),
		extra("images", isArrayOf(isFilled)), extra("distanceKm", isNumber), extra("difficulty", isText),
		extra("price", cardPriceShape))...)
)
