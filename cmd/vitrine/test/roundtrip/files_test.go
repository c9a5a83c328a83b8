package roundtrip

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A record is a record of a file, or of the API.
type record = map[string]any

// A file is a file of real data, and what its fields must become.
type file struct {
	kind, name string
	shown      map[string]string               // the path of the API that shows a field as it is
	made       map[string]func(rec record) any // the value of a path that is made from several fields
	from       []string                        // the fields that made reads
	hidden     map[string]string               // fields that no page shows, and why
	trimmed    []string                        // long texts that the data set trims
	skip       func(rec record) string         // why a record is not shown; "" if it is
}

// Why a field is not shown.
const (
	key      = "identifies the record in later imports"
	ordering = "the order of a list"
	filtered = "a filter of lists"
	left     = "left out, as the report of the import says"
	inLists  = "lists show it"
)

var files = []*file{
	{kind: "category", name: "categories_bestbuy", shown: map[string]string{"name": "name"},
		made: map[string]func(record) any{"parent.name": func(r record) any {
			path := list(r["path"])
			if len(path) < 2 {
				return nil
			}
			return path[len(path)-2].(record)["name"]
		}},
		from: []string{"path"}, hidden: map[string]string{"id": key, "subCategories": left},
		skip: func(r record) string { return when(text(r["name"]) == "", "it has no name, and is rejected") }},
	{kind: "product", name: "products_bestbuy",
		shown: map[string]string{"name": "name", "description": "description", "brand": "brand.name", "price": "price.amount",
			"image": "images.0"},
		made: map[string]func(record) any{"category.0.label": func(r record) any { return last(r["categories"]) }},
		from: []string{"categories"}, hidden: map[string]string{"popularity": ordering}},
	{kind: "product", name: "products_goodbooks",
		shown: map[string]string{"title": "name", "original_publication_year": "year", "image_url": "images.0",
			"isbn": "sku"},
		made: map[string]func(record) any{
			"brand.name": func(r record) any { return strings.Split(text(r["authors"]), ", ")[0] },
			"attributes": func(r record) any {
				var all []any
				for author := range strings.SplitSeq(text(r["authors"]), ", ") {
					all = append(all, "author="+author)
				}
				return all
			}},
		from: []string{"authors"},
		hidden: map[string]string{"book_id": key, "language_code": filtered, "ratings_count": ordering,
			"goodreads_book_id": left, "best_book_id": left, "work_id": left, "books_count": left, "isbn13": left,
			"original_title": left, "average_rating": left, "work_ratings_count": left, "work_text_reviews_count": left,
			"ratings_1": left, "ratings_2": left, "ratings_3": left, "ratings_4": left, "ratings_5": left,
			"small_image_url": left}},
	{kind: "product", name: "products_pcparts",
		shown: map[string]string{"_category": "category.0.label", "name": "name", "price": "price.amount"},
		made:  map[string]func(record) any{"attributes": parts}, from: []string{"*"}},
	{kind: "merchant", name: "stores_bestbuy",
		shown: map[string]string{"name": "name", "city": "city", "hours": "description", "location.lat": "location.lat",
			"location.lon": "location.lng"},
		made: map[string]func(record) any{"address": joined(", ", "address", "address2", "city", "state", "zip")},
		from: []string{"location", "address", "address2", "state", "zip"}, hidden: map[string]string{"id": key, "type": left,
			"services": left}},
	{kind: "merchant", name: "merchants_breweries",
		shown: map[string]string{"name": "name", "brewery_type": "category.0.label", "city": "city", "country": "country",
			"phone": "phone", "website_url": "website", "latitude": "location.lat", "longitude": "location.lng"},
		made: map[string]func(record) any{"address": joined(", ", "address_1", "address_2", "address_3", "postal_code",
			"city", "state_province")},
		from:   []string{"address_1", "address_2", "address_3", "postal_code", "state_province"},
		hidden: map[string]string{"id": key}},
	{kind: "place", name: "places_stadiums", trimmed: []string{"description"},
		shown: map[string]string{"Stadium": "name", "Team": "description", "City": "city", "Country": "country",
			"Capacity": "capacity", "Latitude": "location.lat", "Longitude": "location.lng"},
		hidden: map[string]string{"FDCOUK": "a short form of Team"}},
	{kind: "place", name: "places_airports",
		shown: map[string]string{"name": "name", "city": "city", "country": "country", "lat": "location.lat",
			"lng": "location.lng", "tz": "timezone"},
		made: map[string]func(record) any{"description": joined(" · ", "iata", "icao")}, from: []string{"iata", "icao"},
		hidden: map[string]string{"airport_id": key, "altitude_ft": left, "tz_offset": left, "dst": left, "type": left,
			"source": left}},
	{kind: "place", name: "places_cities",
		shown: map[string]string{"name": "name", "country": "country", "timezone": "timezone", "_geo.lat": "location.lat",
			"_geo.lng": "location.lng"},
		made: map[string]func(record) any{"city": func(r record) any { return r["name"] },
			"description": func(r record) any { return strings.ReplaceAll(text(r["alternatenames"]), ",", ", ") }},
		from:   []string{"_geo", "alternatenames"},
		hidden: map[string]string{"geonameid": key, "asciiname": left, "country code": left, "population": left}},
	{kind: "event", name: "events_conferences",
		shown: map[string]string{"name": "name", "startDate": "date.start", "city": "place.name"},
		made: map[string]func(record) any{
			"date.end": func(r record) any {
				if text(r["endDate"]) == "" {
					return text(r["startDate"])
				}
				return text(r["endDate"]) + "T23:59:59Z"
			},
			"description": func(r record) any { return words(text(r["url"])) },
			"notes.0": func(r record) any {
				if r["online"] == true {
					return "Online"
				}
				return nil
			}},
		from: []string{"endDate", "url", "online"},
		hidden: map[string]string{"country": inLists, "_topic": filtered, "locales": filtered, "_year": "the slug ends in it",
			"twitter": left, "cfpUrl": left, "cfpEndDate": left, "offersSignLanguageOrCC": left, "cocUrl": left,
			"mastodon": left, "bluesky": left}},
	{kind: "event", name: "events_motorsport", shown: map[string]string{"name": "name"},
		made: map[string]func(record) any{"sessions": func(r record) any {
			var all set
			for label, start := range r["sessions"].(record) {
				all = append(all, label+"="+instant(text(start)))
			}
			return all
		}},
		from: []string{"sessions"},
		hidden: map[string]string{"_series": filtered, "_year": "the slug ends in it", "slug": "a part of the slug",
			"round": key, "location": "the name of the place, which may be that of its first event", "track": inLists,
			"latitude": "of the place", "longitude": "of the place", "localeKey": left, "tbc": left, "affiliate": left,
			"canceled": "the status"}},
	{kind: "dictionary_term", name: "dictionary_wordset", shown: map[string]string{"word": "term"},
		made: map[string]func(record) any{"definition": func(r record) any {
			var all []string
			for _, one := range list(r["meanings"]) {
				m := one.(record)
				all = append(all, text(m["speech_part"]), text(m["def"]), text(m["example"]))
			}
			return words(strings.Join(all, " "))
		}},
		from: []string{"meanings"}, hidden: map[string]string{"wordset_id": left, "labels": left}},
	{kind: "dictionary_term", name: "dictionary_cncf_glossary",
		shown: map[string]string{"title": "term", "definition_html": "definition"},
		hidden: map[string]string{"lang": filtered, "slug": "a part of the slug", "status": left, "category": left,
			"tags": left, "body_md": left, "exclude_search": left, "draft": "drafts are not shown"},
		skip: func(r record) string { return when(r["draft"] == true, "drafts are not shown") }},
	{kind: "blog_post", name: "blog_go",
		shown: map[string]string{"title": "title", "date": "publishedAt", "summary": "summary", "body_html": "content",
			"tags": "tags"},
		made: map[string]func(record) any{"author.name": func(r record) any {
			var by []string
			for _, one := range list(r["by"]) {
				by = append(by, text(one))
			}
			return strings.Join(by, ", ")
		}},
		from: []string{"by"}, hidden: map[string]string{"path": key, "slug": "the slug, without dots and slashes",
			"template": "says that the text has template code"}},
	{kind: "page", name: "pages_go_doc", shown: map[string]string{"body_html": "content"},
		made: map[string]func(record) any{"title": func(r record) any { return text(r["title"]) + text(r["Title"]) }},
		from: []string{"title", "Title"},
		hidden: map[string]string{"path": key, "slug": "the slug, without slashes", "template": "says what the text has",
			"Template": "says what the text has", "Breadcrumb": left, "breadcrumb": left, "layout": left, "date": left,
			"sidebar": left, "Sidebar": left, "Path": left, "HideTOC": left}},
	{kind: "page", name: "pages_logingov", shown: map[string]string{"title": "title"},
		made: map[string]func(record) any{"content": loginContent},
		from: []string{"body_html", "intro_content", "three_col", "component", "footer_content"},
		hidden: map[string]string{"lang": filtered, "file": key, "category": filtered, "order": ordering,
			"meta_title": "seo, of the pages that have it", "description": "seo, of the pages that have it",
			"image": "a picture for editors", "body_md": "the source of body_html", "layout": left, "redirect_from": left,
			"permalink": left, "sitemap": left, "one_account_banner": left, "twitter_card": left, "hero": left,
			"already_have_an_account_banner": left, "sidenav": left, "scripts": left}},
	{kind: "faq", name: "faq_go", shown: faqShown, made: faqMade, from: []string{"answer_md"}, hidden: faqHidden},
	{kind: "faq", name: "faq_letsencrypt", shown: faqShown, made: faqMade, from: []string{"answer_md"}, hidden: faqHidden},
	{kind: "organization", name: "orgs_projects_cncf", trimmed: []string{"description"},
		shown: map[string]string{"name": "name", "homepage_url": "website", "description": "description",
			"crunchbase": "social.crunchbase", "twitter": "social.twitter", "bluesky_url": "social.bluesky"},
		made: map[string]func(record) any{"brief": joined(" · ", "category", "subcategory"), "logo": logo},
		from: []string{"category", "subcategory", "logo"}, hidden: landscape,
		skip: func(r record) string { return when(!isCompany(r), "it is a project") }},
	{kind: "project", name: "orgs_projects_cncf", trimmed: []string{"description", "brief"},
		shown: map[string]string{"name": "title", "homepage_url": "website", "description": "brief",
			"extra.accepted": "startDate", "extra.graduated": "completionDate", "subcategory": "category.0.label"},
		made: map[string]func(record) any{"description": func(r record) any { return r["description"] }, "coverImage": logo,
			"status": func(r record) any {
				stage := map[string]string{"graduated": "completed", "archived": "cancelled"}[text(r["project"])]
				return stage + when(stage == "", "ongoing")
			}},
		from: []string{"logo", "project", "extra", "category"}, hidden: landscape,
		skip: func(r record) string { return when(isCompany(r), "it is an organization") }},
}

var (
	faqShown = map[string]string{"question": "question", "group": "group.title"}
	faqMade  = map[string]func(record) any{
		// The source has both forms, so the HTML that Vitrine makes is compared with that of another converter.
		"answer": func(r record) any { return words(seen(text(r["answer_html"]))) },
	}
	faqHidden = map[string]string{"source": key, "lang": filtered, "answer_html": "compared with the HTML of answer_md"}

	landscape = map[string]string{"repo_url": left, "second_path": left, "extra": left, "open_source": left,
		"project_org": left, "allow_duplicate_repo": left, "joined": left, "url_for_bestpractices": left,
		"additional_repos": left, "branch": left, "organization": left, "unnamed_organization": left, "enduser": left,
		"stock_ticker": left, "slug": left, "project": left, "crunchbase": "the organization with the same one",
		"twitter": left, "bluesky_url": left}
)

// parts are the attributes of a computer part: each field that is not one of the product's own.
func parts(r record) any {
	separators := map[string]string{"resolution": "x", "modules": "x", "speed": "-"}
	all := set{}
	for name, v := range r {
		if v == nil || name == "_category" || name == "name" || name == "price" {
			continue
		}
		values, isList := v.([]any)
		switch {
		case !isList:
			all = append(all, name+"="+text(v))
		case slices.ContainsFunc(values, func(v any) bool { _, ok := v.(string); return ok }):
			for _, one := range values {
				if value := any(name + "=" + text(one)); !slices.Contains(all, value) {
					all = append(all, value)
				}
			}
		default:
			separator := separators[name]
			if separator == "" {
				separator = " - "
			}
			var numbers []string
			for _, one := range values {
				if one != nil {
					numbers = append(numbers, text(one))
				}
			}
			all = append(all, name+"="+strings.Join(numbers, separator))
		}
	}
	return all
}

// loginContent is the text of a page: its parts in Markdown, or else its HTML.
func loginContent(r record) any {
	var texts []string
	for _, path := range []string{"intro_content", "three_col.heading", "three_col.col1", "three_col.col2",
		"three_col.col3",
		"component.col1", "component.col2", "component.bannertext", "component.bannercol1", "component.bannercol2",
		"footer_content"} {
		if s := text(at(r, path)); s != "" {
			texts = append(texts, s)
		}
	}
	if len(texts) > 0 {
		return marked(strings.Join(texts, "\n\n"))
	}
	return text(r["body_html"])
}

// marked is a text in Markdown, which is compared by its characters without those of Markdown, and by its links.
type marked string

func logo(r record) any {
	name := strings.TrimPrefix(text(r["logo"]), "./")
	if name == "" || strings.Contains(name, "://") {
		return name
	}
	return "https://raw.githubusercontent.com/cncf/landscape/master/hosted_logos/" + name
}

func isCompany(r record) bool { return r["category"] == "CNCF Members" || r["category"] == "Special" }

// joined joins the fields that are not empty.
func joined(separator string, fields ...string) func(record) any {
	return func(r record) any {
		var all []string
		for _, f := range fields {
			if s := strings.TrimSpace(text(r[f])); s != "" {
				all = append(all, s)
			}
		}
		return strings.Join(all, separator)
	}
}

// text is a value as text; null is empty.
func text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return fmt.Sprint(v)
}

func list(v any) []any { l, _ := v.([]any); return l }

func last(v any) any {
	if l := list(v); len(l) > 0 {
		return l[len(l)-1]
	}
	return nil
}

func when(condition bool, s string) string {
	if condition {
		return s
	}
	return ""
}
