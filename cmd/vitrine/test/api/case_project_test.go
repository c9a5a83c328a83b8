package api

// projectCase is the case of the module project; see case_test.go.
var projectCase = moduleCase{
	kinds: []string{"project"},
	parts: map[string]string{"project_category": "project_id"},
	texts: map[string]searchedText{"project": {names: []string{"title", "client"},
		prose: []string{"brief", "description"}}},
	views: []viewCase{
		{path: "/project", answer: inPages(projectCardShape),
			oracle: &oracleList{table: "project", shown: published, searched: true, sorts: byTitle,
				// unfinished projects come first
				order:   []oracleKey{by("position"), {of: by("completion_date").of, desc: true, first: true}},
				filters: []oracleFilter{inCategories("project"), inLanguage}},
			golden: []string{
				"demo /v1/project?limit=2",
				"demo /v1/project?limit=2&page=2",
				"demo /v1/project?limit=1&category=project-restoration",
				"demo /v1/project?limit=1&search=loom",
				"demo /v1/project?limit=1&language=en",
				"demo /v1/project?limit=1&sort=name",
				"demo /v1/project?limit=1&sort=createdAt&order=desc",
			}},
		{path: "/project/{slug}", answer: alone(projectShape),
			golden: []string{
				"demo /v1/project/sarnicli-evin-onarimi",
				"atelier /v1/project/sarnicli-evin-onarimi",
			}},
	},
}

var (
	projectMembers = []member{must("id", isID), must("slug", isFilled), must("title", isFilled),
		must("status", isFilled),
		must("completionDate", orNull(isInstant)), must("gallery", isArrayOf(isFilled)), extra("brief", isText),
		extra("coverImage", isText)}

	projectCardShape = isRecord(projectMembers...)

	projectShape = isRecord(append(projectMembers[:len(projectMembers):len(projectMembers)], extra("startDate", isInstant),
		extra("description", isHTML), extra("content", isHTML), extra("client", isText), extra("website", isText),
		extra("organization", linkShape), extra("category", categoryRefsShape))...)
)
