package importer

import (
	"testing"

	"vitrine/internal/importer/load"
	"vitrine/internal/schema/schematest"
)

func TestSynonymsAreRelatedTerms(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	for _, batch := range []int{1, 100} { // a synonym may come in a later batch
		tenant := map[int]string{1: "small", 100: "large"}[batch]
		r := imported(t, db.Pool, Options{Kind: "dictionary", File: "testdata/wordset.jsonl", Batch: batch, Tenant: tenant})
		same(t, "records", fates(r), []int{4, 3, 0, 0, 1})
		same(t, "reasons", r.Reasons, map[string]int{"meanings: expected a non-empty list, got …": 1})
		same(t, "words", rows(t, db.Pool, `SELECT term, regexp_replace(slug, '-[0-9a-f]{6}$', '-*'), definition, language,`+
			` status FROM dictionary_term WHERE tenant_id = $1 ORDER BY term COLLATE "C"`, tenant), []string{
			"Vat|vat-*|<p><em>noun</em> a tax</p>|en|PUBLISHED",
			"tun|tun|<p><em>noun</em> a cask</p>|en|PUBLISHED",
			"vat|vat|<ol><li><em>noun</em> a large tub</li><li><em>verb</em> to put &lt; in &gt; a tub <q>Vat &#34;it&#34; " +
				"&amp; wait.</q></li></ol>|en|PUBLISHED",
		})
		same(t, "related", rows(t, db.Pool, `SELECT a.term, b.term, r.position FROM dictionary_term_related r
			JOIN dictionary_term a ON a.id = r.dictionary_term_id
			JOIN dictionary_term b ON b.id = r.related_id WHERE r.tenant_id = $1
			ORDER BY 1, 3`, tenant), []string{"tun|vat|0", "vat|tun|0", "vat|Vat|2"})
	}
}

func TestNextImportCompletesSynonyms(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	o := Options{Kind: "dictionary", File: "testdata/wordset.jsonl"}
	imported(t, db.Pool, o)
	want := content(t, db.Pool, "real")
	do(t, db.Pool, "DELETE FROM dictionary_term_related WHERE position = 0")
	r := imported(t, db.Pool, o)
	same(t, "rows", *r.Tables["dictionary_term_related"], load.Count{Inserted: 2, Unchanged: 1})
	same(t, "content", content(t, db.Pool, "real"), want)
}

func TestGlossaryHasEachTermInEachLanguage(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	recognised(t, db, "dictionary_term", "glossary.jsonl", "dictionary_cncf_glossary", []int{3, 3, 0, 0, 0, 0})
	same(t, "terms", rows(t, db.Pool, "SELECT term, slug, language, definition, status FROM dictionary_term ORDER BY "+
		"slug"), []string{
		"Shuttle|shuttle-en|en|<p>It&#39;s thrown.</p>|PUBLISHED", // unchanged
		"Mekik|shuttle-tr|tr|<p>Atılır.</p>\n<p></p>|PUBLISHED",
		"經線|warp-zh-tw|zh-tw|<p>…</p>|DRAFT",
	})
}

func TestTemplateCodeIsRemovedFromPosts(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	same(t, "rejects", recognised(t, db, "blog", "posts.jsonl", "blog_go", []int{4, 3, 0, 0, 1, 0}), []string{
		`3: published_at (date): expected a date such as 2026-03-01 or 2026-03-01T20:00:00Z, got "yesterday"`,
	})
	same(t, "posts", rows(t, db.Pool, `SELECT title, regexp_replace(slug, '-[0-9a-f]{6}$', '-*'), to_char(published_at,
		'YYYY-MM-DD HH24:MI'), coalesce(author_name, '-'), coalesce(summary, '-'), tags, content, status
		FROM blog_post ORDER BY title`), []string{
		"Looms at 1.0|go1.0-looms|2024-04-09 00:00|Ada Quill, Ben Inkwell|They run.|[looms release]|" +
			"<p>See <a href=\"x.jpg\"></a> a &lt; b</p>\n<p></p>\n<p>one</p>\n<pre>two</pre>\n<p> three</p>|PUBLISHED",
		"News|new-*|2021-01-01 00:00|-|-|[]|<p>n</p>|PUBLISHED",
		"Plain|plain|2020-11-10 12:01|Ada Quill|-|[]|<pre>[][]int{{1, 2}, {3}}</pre>|PUBLISHED",
		// the record is not marked as a template
	})
	same(t, "categories", rows(t, db.Pool, "SELECT c.name, c.type FROM blog_post_category j JOIN category c ON c.id = "+
		"j.category_id ORDER BY j.position"), []string{"looms|blog", "release|blog"})
}

func TestPagesHaveTitlesInEitherSpelling(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	recognised(t, db, "page", "manual.jsonl", "pages_go_doc", []int{2, 2, 0, 0, 0, 0})
	same(t, "pages", rows(t, db.Pool, "SELECT title, slug, content, language, status FROM page ORDER BY title"), []string{
		"Index|index|<p>{{stays}}</p>|en|PUBLISHED",
		"Weave it|m-weave_it|<p> on threads</p>|en|PUBLISHED",
	})
}

func TestPagesInColumnsOfMarkdown(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	recognised(t, db, "page", "help.jsonl", "pages_logingov", []int{3, 3, 0, 0, 0, 0})
	same(t, "pages", rows(t, db.Pool, `SELECT p.title, regexp_replace(p.slug, '-[0-9a-f]{6}$', '-*'), p.language,
		coalesce(meta_title, '-'), coalesce(meta_description, '-'), p.position, content, coalesce(c.name, '-'), p.status
		FROM page p LEFT JOIN page_category j ON j.page_id = p.id LEFT JOIN category c ON c.id = j.category_id
		AND c.type = 'page' ORDER BY 1, 2`), []string{
		"Home|home|en|-|-|0|<p>Hello <em>you</em></p>\n<p>Three</p>\n<p><a href=\"/one\">One</a></p>|-|PUBLISHED",
		`Start here|start-here|en|Start|How to start|2|<p><a href="/a">A</a></p>|begin|PUBLISHED`,
		"Start here|start-here-*|tr|-|-|1|<p>Buradan</p>|begin|PUBLISHED",
	})
}

func TestQuestionsAreInGroupsOfTheirLanguage(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	same(t, "rejects", recognised(t, db, "faq", "faqs.jsonl", "faq_markdown", []int{5, 4, 0, 0, 1, 0}),
		[]string{"5: key question is missing"})
	same(t, "questions", rows(t, db.Pool, `SELECT question, answer, f.language,
		coalesce(g.title || ' ' || g.language || ' ' || regexp_replace(g.slug, '-[0-9a-f]{6}$', '-*'), '-'), f.status
		FROM faq f LEFT JOIN faq_group g ON g.id = f.group_id ORDER BY f.position`), []string{
		"Why?|<p>Because <code>a &lt; b</code>.</p>\n<p><b>bold</b></p>|en|Weaving en weaving|PUBLISHED",
		"How?|" +
			"<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n" +
			"<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>|en|Weaving en weaving|PUBLISHED",
		"Why?|<p>Darum.</p>|de|Weaving de weaving-*|PUBLISHED",
		"Where?||en|-|PUBLISHED",
	})
}

const logos = "https://raw.githubusercontent.com/cncf/landscape/master/hosted_logos/"

func TestOneFileOfCompaniesAndProjects(t *testing.T) {
	t.Parallel()
	db := schematest.Open(t)
	recognised(t, db, "organization", "landscape.jsonl", "orgs_cncf", []int{6, 2, 0, 0, 0, 4})
	same(t, "rejects", recognised(t, db, "project", "landscape.jsonl", "projects_cncf", []int{6, 3, 0, 0, 1, 2}),
		[]string{"6: key name is missing"})
	same(t, "organizations", rows(t, db.Pool, "SELECT name, slug, brief, logo, website, social::text, status FROM "+
		"organization ORDER BY name"), []string{
		"Tin Works (member)|tin-works-member|CNCF Members · Gold|" + logos + `tin.svg|https://tin.example|{"twitter": ` +
			`"https://t.example/tin", "crunchbase": "https://c.example/tin"}|PUBLISHED`,
		"Tin Works (provider)|tin-works-provider|Special · Providers|" + logos + `tin.svg|https://tin.example|` +
			`{"crunchbase": "https://c.example/tin2"}|PUBLISHED`,
	})
	same(t, "projects", rows(t, db.Pool, `SELECT p.title, regexp_replace(p.slug, '-[0-9a-f]{6}$', '-*'), p.stage,
		p.start_date::date::text, p.completion_date::date::text, p.cover_image, o.name, u.name || ' > ' || c.name, p.status
		FROM project p LEFT JOIN organization o ON o.id = p.organization_id JOIN project_category j ON j.project_id = p.id
		JOIN category c ON c.id = j.category_id
		JOIN category u ON u.id = c.parent_id ORDER BY p.title, p.stage`), []string{
		"Net|net|ongoing|<nil>|<nil>|" + logos + "tub.svg|<nil>|Runtime > Network|PUBLISHED",
		"Tub|tub|completed|2020-01-02|2022-03-04|https://l.example/tub.svg|Tin Works (member)|Runtime > Storage & " +
			"More|PUBLISHED",
		"Tub|tub-*|ongoing|2021-01-02|<nil>|" + logos + "tub.svg|<nil>|Runtime > Network|PUBLISHED",
	})
}
