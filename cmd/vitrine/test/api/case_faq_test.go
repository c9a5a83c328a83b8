package api

// faqCase is the case of the module faq; see case_test.go.
var faqCase = moduleCase{
	kinds: []string{"faq", "faq_group"},
	texts: map[string]searchedText{"faq": {names: []string{"question"}, prose: []string{"answer"}}},
	views: []viewCase{
		{path: "/faq", answer: inPages(faqShape),
			oracle: &oracleList{table: "faq", shown: published, order: []oracleKey{by("position")}, searched: true,
				sorts:   map[string]oracleKey{"name": by("question"), "createdAt": by("created_at")},
				filters: []oracleFilter{ofOther("group", "faq", "group_id", "faq_group"), inLanguage}},
			golden: []string{
				"atelier /v1/faq?limit=2",
				"atelier /v1/faq?limit=2&page=2",
				"atelier /v1/faq?limit=1&group=visits",
				"atelier /v1/faq?limit=1&group=616c3ef24c47440df8578bc1",
				"atelier /v1/faq?limit=1&search=work",
				"atelier /v1/faq?limit=1&language=en",
				"atelier /v1/faq?limit=1&sort=name",
				"atelier /v1/faq?limit=1&sort=createdAt&order=desc",
			}},
		{path: "/faq/{slug}", answer: alone(faqGroupShape),
			golden: []string{
				"atelier /v1/faq/about-the-works", // with the groups within
				"atelier /v1/faq/buying-a-work",
				"atelier /v1/faq/616c3ef24c47440df8578bc1", // by id
				"atelier /v1/faq/atelier-taslak",           // a draft
				"demo /v1/faq/about-the-works",
			}},
	},
}

var (
	// A Question may stand outside every group.
	faqShape = isRecord(must("_id", isID), must("question", isFilled), must("answer", isHTML), must("date", isInstant),
		must("group", orNull(isRecord(must("_id", isID), must("title", isFilled), must("slug", isFilled)))))
)

// faqGroupShape holds itself, so it cannot be a variable.
func faqGroupShape(at *place, v any, tell verdict) {
	isRecord(must("_id", isID), must("title", isFilled), may("slug", isFilled), must("description", isHTML),
		must("questions", isArrayOf(faqShape)), may("parent", isText), may("children", isArrayOf(faqGroupShape)))(at, v, tell)
}
