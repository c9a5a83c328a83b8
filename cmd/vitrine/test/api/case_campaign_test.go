package api

// campaignCase is the case of the module campaign; see case_test.go.
var campaignCase = moduleCase{
	kinds: []string{"campaign"},
	texts: map[string]searchedText{"campaign": {names: []string{"title"}, prose: []string{"brief", "description"}}},
	views: []viewCase{
		{path: "/campaign", answer: inPages(campaignShape),
			oracle: &oracleList{table: "campaign", shown: publishedNow, order: []oracleKey{by("position"), down("starts_at")},
				sorts:   byTitle,
				filters: []oracleFilter{inLanguage}, searched: true},
			golden: []string{
				"atelier /v1/campaign?limit=2",
				"atelier /v1/campaign?limit=2&page=2",
				"atelier /v1/campaign?search=brush",
				"atelier /v1/campaign?limit=1&language=en",
				"atelier /v1/campaign?limit=1&sort=name",
				"atelier /v1/campaign?limit=1&sort=createdAt&order=desc",
			}},
		{path: "/campaign/active", answer: inList(campaignCardShape),
			oracle: &oracleList{table: "campaign", shown: running, order: []oracleKey{by("position"), by("ends_at")},
				whole: true, searched: true,
				filters: []oracleFilter{inLanguage}},
			golden: []string{
				"atelier /v1/campaign/active",
				"demo /v1/campaign/active?language=en",
			}},
		{path: "/campaign/{_id}", answer: alone(campaignShape),
			golden: []string{
				"atelier /v1/campaign/d67bb472a0b283899a377c53",
				"atelier /v1/campaign/fca87d0ed0116878f7c96a8c", // over, and still to be read
				"atelier /v1/campaign/95dc61848e58a7e97bfc99d1", // a draft
				"atelier /v1/campaign/c13fc60ce8be500a8eba09c6", // not out yet
				"demo /v1/campaign/d67bb472a0b283899a377c53",    // another tenant's
				"atelier /v1/campaign/acik-kapi-gunleri",        // read by id alone
			}},
	},
}

var (
	// A campaign without an end date runs until it is taken down.
	campaignCardShape = isRecord(must("id", isID), must("title", isFilled), must("coverImage", orNull(isText)),
		must("endDate", orNull(isInstant)), extra("slug", isFilled), extra("url", isText))

	campaignShape = isRecord(must("id", isID), must("title", isFilled), must("coverImage", orNull(isText)),
		extra("startDate", orNull(isInstant)), must("endDate", orNull(isInstant)), extra("slug", isFilled),
		extra("brief", isText), extra("description", isHTML), extra("banner", isText), extra("url", isText))
)

func running(o *oracle, r oracleRow) bool {
	return publishedNow(o, r) && r.around("starts_at", "ends_at", o.now)
}
