package importer

import (
	"path/filepath"
	"testing"

	"vitrine/internal/proving"
	"vitrine/internal/schema/schematest"
)

func TestRealFilesOfPlacesEventsAndTextsAreImportedWhole(t *testing.T) {
	t.Parallel()
	folder, _ := realFiles(t)
	db := schematest.Open(t)
	files := []struct {
		kind, file, shape string
		want              []int // read, inserted, updated, unchanged, rejected, skipped
	}{
		{"merchant", "merchants_breweries", "merchants_breweries", []int{11822, 11822, 0, 0, 0, 0}},
		{"place", "places_stadiums", "places_stadiums", []int{136, 136, 0, 0, 0, 0}},
		{"place", "places_airports", "places_airports", []int{7698, 7698, 0, 0, 0, 0}},
		{"place", "places_cities", "places_cities", []int{4449, 4449, 0, 0, 0, 0}},
		{"event", "events_conferences", "events_conferences", []int{6831, 6831, 0, 0, 0, 0}},
		{"event", "events_motorsport", "events_motorsport", []int{687, 687, 0, 0, 0, 0}},
		{"dictionary_term", "dictionary_wordset", "dictionary_wordset", []int{26305, 26305, 0, 0, 0, 0}},
		{"dictionary_term", "dictionary_cncf_glossary", "dictionary_cncf_glossary", []int{855, 855, 0, 0, 0, 0}},
		{"blog_post", "blog_go", "blog_go", []int{274, 274, 0, 0, 0, 0}},
		{"page", "pages_go_doc", "pages_go_doc", []int{80, 80, 0, 0, 0, 0}},
		{"page", "pages_logingov", "pages_logingov", []int{94, 94, 0, 0, 0, 0}},
		{"faq", "faq_go", "faq_markdown", []int{85, 85, 0, 0, 0, 0}},
		{"faq", "faq_letsencrypt", "faq_markdown", []int{285, 285, 0, 0, 0, 0}},
		{"organization", "orgs_projects_cncf", "orgs_cncf", []int{2413, 973, 0, 0, 0, 1440}},
		{"project", "orgs_projects_cncf", "projects_cncf", []int{2413, 1440, 0, 0, 0, 973}},
	}
	n := ""
	for round := range 2 {
		for _, f := range files {
			if f.want[0] > 5000 && (testing.Short() || round > 0 && !proving.Long()) {
				continue
			}
			r := imported(t, db.Pool, Options{Kind: f.kind, File: filepath.Join(folder, f.file+".jsonl.gz")})
			if round == 0 {
				t.Logf("%s", r)
			} else {
				f.want[1], f.want[3] = 0, f.want[1]
			}
			same(t, f.file+" as "+f.kind, append(fates(r), r.Skipped), f.want)
			same(t, f.file+": data set", r.Dataset, f.shape)
		}
		if round == 0 {
			n = sequence(t, db.Pool, "real")
		}
	}
	same(t, "the tenant's number after the second run", sequence(t, db.Pool, "real"), n)
	if testing.Short() {
		t.Log("with -short the five largest files were left out, and what they hold is not compared")
		return
	}
	f := func(what, sql, want string) {
		t.Helper()
		same(t, what, rows(t, db.Pool, sql), []string{want})
	}
	f("merchants that are located", "SELECT count(*) FROM merchant WHERE lat IS NOT NULL AND lng IS NOT NULL", "9387")
	f("places that say how many they hold", "SELECT count(*) FROM place WHERE capacity > 0", "136")
	f("sessions", "SELECT count(*), count(DISTINCT event_id) FROM event_session", "3252|687")
	f("events with a place", "SELECT count(*) FILTER (WHERE j.event_id IS NOT NULL), count(e.place_id) FROM event e "+
		"LEFT JOIN event_category j ON j.event_id = e.id", "7518|6248")
	f("years of conferences", "SELECT min(year), max(year) FROM event WHERE description LIKE '%<a href%'", "2013|2027")
	f("languages of the glossary", "SELECT count(DISTINCT language), count(*) FILTER (WHERE language = 'tr'), count(*) "+
		"FILTER (WHERE status = 'DRAFT') FROM dictionary_term WHERE slug LIKE '%-' || language AND definition NOT LIKE "+
		"'%<em>noun</em>%'", "16|53|19")
	f("synonyms", "SELECT count(*) FROM dictionary_term_related", "24270")
	f("groups", "SELECT count(*), count(DISTINCT language) FROM faq_group", "49|17")
	f("questions without a group or an answer", "SELECT count(*) FROM faq WHERE group_id IS NULL OR answer = ''", "0")
	f("projects of a known organization", "SELECT count(*), count(organization_id) > 400 FROM project", "1440|true")
	f("code of templates where it was taken out", `SELECT count(*) FROM faq WHERE answer LIKE '%{{%'`, "0")
	f("and in the posts", `SELECT string_agg(slug, ' ') FROM blog_post WHERE content LIKE '%{{%'`,
		"go1.6") // this post explains {{block}}
	f("what can be seen", `SELECT (SELECT count(*) FROM place WHERE status <> 'PUBLISHED') + (SELECT count(*) FROM page
		WHERE status <> 'PUBLISHED')
		+ (SELECT count(*) FROM blog_post WHERE status <> 'PUBLISHED') + (SELECT count(*) FROM project
		WHERE status <> 'PUBLISHED')
		+ (SELECT count(*) FROM event WHERE status NOT IN ('PUBLISHED', 'CANCELLED'))`, "0")
}
