package api

// attributeCase is the case of the module attribute; see case_test.go.
var attributeCase = moduleCase{
	kinds: []string{"attribute"},
	views: []viewCase{
		{path: "/attribute", answer: inList(attributeShape),
			oracle: &oracleList{table: "attribute", shown: published, order: []oracleKey{by("position"), by("name")},
				whole:   true,
				filters: []oracleFilter{inLanguage}},
			golden: []string{
				"atelier /v1/attribute",
				"demo /v1/attribute?language=en",
			}},
		{path: "/attribute/{id}", answer: alone(attributeShape),
			golden: []string{
				"atelier /v1/attribute/03a3e048aa85e0aec06c96b1",
				"atelier /v1/attribute/3c0f3f94e26aef5b397388b3", // a draft
				"demo /v1/attribute/03a3e048aa85e0aec06c96b1",
			}},
	},
}

var (
	attributeShape = isRecord(must("id", isID), must("name", isFilled), must("type", isFilled),
		must("options", isArrayOf(isRecord(must("label", isFilled), must("value", isFilled)))), extra("unit", isText))
)
