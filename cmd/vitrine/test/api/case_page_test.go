package api

// pageCase is the case of the module page; see case_test.go.
var pageCase = moduleCase{
	kinds: []string{"page"},
	parts: map[string]string{"page_category": "page_id"},
	texts: map[string]searchedText{"page": {names: []string{"title"}, prose: []string{"brief", "content"}}},
	views: []viewCase{
		{path: "/page", answer: inPages(pageCardShape),
			oracle: &oracleList{table: "page", shown: publishedNow, order: []oracleKey{by("position"), by("title")},
				sorts:   byTitle,
				filters: []oracleFilter{inCategories("page"), inLanguage}, searched: true},
			golden: []string{
				"atelier /v1/page?limit=2",
				"atelier /v1/page?limit=2&page=2",
				"atelier /v1/page?category=page-visiting",
				"atelier /v1/page?search=rules",
				"atelier /v1/page?limit=1&language=en",
				"atelier /v1/page?limit=1&sort=name&order=desc",
				"atelier /v1/page?limit=1&sort=createdAt",
			}},
		{path: "/page/{slug}", answer: alone(pageShape),
			golden: []string{
				"atelier /v1/page/the-atelier",
				"atelier /v1/page/caring-for-works", // a draft
				"atelier /v1/page/commissions",      // not out yet
				"demo /v1/page/the-atelier",
			}},
	},
}

var (
	pageCardShape = isRecord(must("id", isID), must("slug", isFilled), must("title", isFilled),
		must("createdAt", isInstant))

	pageShape = isRecord(must("id", isID), must("slug", isFilled), must("title", isFilled),
		must("content", isHTML), must("seo", seoShape), extra("createdAt", isInstant))
)
