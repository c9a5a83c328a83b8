package api

// placeCase is the case of the module place; see case_test.go.
var placeCase = moduleCase{
	kinds: []string{"place"},
	texts: map[string]searchedText{"place": {names: []string{"name", "city", "country"}, prose: []string{"description"}}},
	views: []viewCase{
		{path: "/place", answer: inPages(placeShape),
			oracle: &oracleList{table: "place", shown: published, order: []oracleKey{by("position"), by("name")}, sorts: byName,
				filters: []oracleFilter{inBox("place"), inLanguage}, searched: true},
			golden: []string{
				"atelier /v1/place?limit=2",
				"atelier /v1/place?limit=2&page=3",
				"atelier /v1/place?search=kiln",
				"atelier /v1/place?limit=1&language=en",
				"atelier /v1/place?limit=1&sort=name&order=desc",
				"atelier /v1/place?limit=1&sort=createdAt",
				"atelier /v1/place?limit=1&bbox=28,40,30,42",
			}},
		{path: "/place/{slug}", answer: alone(placeShape),
			golden: []string{
				"atelier /v1/place/the-kiln-room",
				"atelier /v1/place/hidden-gallery", // a draft
				"odd /v1/place/off-the-map",        // an address without a position
				"demo /v1/place/the-kiln-room",     // another tenant's
			}},
		{path: "/place/id/{_id}", answer: alone(placeShape),
			golden: []string{
				"atelier /v1/place/id/de6bc40cca909f4cca65698e",
				"atelier /v1/place/id/38b262b4b1b5d80d6b759e33",
				"demo /v1/place/id/de6bc40cca909f4cca65698e",
			}},
		{path: "/place/short/{slug}", answer: alone(placeCardShape),
			golden: []string{
				"atelier /v1/place/short/the-kiln-room",
				"atelier /v1/place/short/hidden-gallery",
				"odd /v1/place/short/off-the-map",
			}},
	},
}

var (
	// A place may be shown before its location and its capacity are known.
	placeCardShape = isRecord(must("id", isID), must("name", isFilled), must("slug", isFilled),
		must("location", orNull(pointShape)), extra("image", isText), extra("city", isText),
		extra("address", isText))

	placeShape = isRecord(must("id", isID), must("name", isFilled), must("slug", isFilled),
		must("capacity", orNull(isInteger)), must("location", orNull(pointShape)), extra("description", isHTML),
		extra("address", isText), extra("image", isText), extra("images", isArrayOf(isFilled)), extra("city", isText),
		extra("country", isText), extra("website", isText), extra("email", isText), extra("phone", isText),
		extra("timezone", isText))
)
