package api

import (
	"time"
)

// blogCase is the case of the module blog; see case_test.go.
var blogCase = moduleCase{
	kinds: []string{"blog_post"},
	parts: map[string]string{"blog_post_category": "blog_post_id"},
	texts: map[string]searchedText{"blog_post": {names: []string{"title", "author_name", "tags"},
		prose: []string{"summary"}}},
	views: []viewCase{
		{path: "/blog", answer: inPages(blogCardShape),
			oracle: &oracleList{table: "blog_post", shown: posted, order: []oracleKey{by("position"), down("published_at")},
				sorts:   map[string]oracleKey{"name": by("title"), "createdAt": by("published_at")},
				filters: []oracleFilter{inCategories("blog_post"), inLanguage}, searched: true},
			golden: []string{
				"atelier /v1/blog?limit=2",
				"atelier /v1/blog?limit=2&page=2",
				"atelier /v1/blog?limit=1&category=blog-making",
				"atelier /v1/blog?search=wax",
				"atelier /v1/blog?limit=1&language=en",
				"atelier /v1/blog?limit=1&sort=name",
				"atelier /v1/blog?limit=1&sort=createdAt&order=desc",
			}},
		{path: "/blog/new", answer: inPages(blogCardShape),
			oracle: &oracleList{table: "blog_post", shown: posted, order: []oracleKey{down("published_at")},
				filters: []oracleFilter{inCategories("blog_post"), inLanguage}, searched: true, fixed: true},
			golden: []string{
				"atelier /v1/blog/new?limit=2",
				"atelier /v1/blog/new?limit=1&category=blog-making",
			}},
		{path: "/blog/{slug}", answer: alone(blogShape),
			golden: []string{
				"atelier /v1/blog/lost-wax",
				"atelier /v1/blog/cobalt-under-the-glaze", // a draft
				"atelier /v1/blog/from-our-sketchbook",    // not out yet
				"demo /v1/blog/lost-wax",
			}},
	},
}

var (
	authorShape = isRecord(must("name", isFilled), extra("title", isText), extra("image", isText), extra("bio", isText))

	blogMembers = []member{must("id", isID), must("slug", isFilled), must("title", isFilled),
		extra("summary", isText),
		extra("coverImage", isText), extra("author", authorShape), must("publishedAt", isInstant),
		extra("tags", isArrayOf(isText)),
		extra("category", categoryRefsShape)}

	blogCardShape = isRecord(blogMembers...)

	blogShape = isRecord(append(blogMembers[:len(blogMembers):len(blogMembers)], must("content", isHTML),
		extra("seo", seoShape))...)
)

func posted(o *oracle, r oracleRow) bool {
	return publishedNow(o, r) && !r["published_at"].(time.Time).After(o.now)
}
