package api

import (
	"time"
)

// eventCase is the case of events; see case_test.go. The shared app's clock is fixed, so upcoming events stay upcoming.
var eventCase = moduleCase{
	kinds: []string{"event"},
	parts: map[string]string{"event_category": "event_id"},
	texts: map[string]searchedText{"event": {names: []string{"name"}, prose: []string{"abstract", "description"}}},
	views: []viewCase{
		{path: "/event", answer: inPages(eventCardShape),
			oracle: &oracleList{table: "event", shown: happens, order: []oracleKey{by("position"), by("starts_at")},
				sorts: eventOrder, filters: eventBy, searched: true},
			golden: []string{
				"atelier /v1/event?limit=2",
				"atelier /v1/event?limit=2&page=2",
				"atelier /v1/event?limit=1&category=event-classes",
				"atelier /v1/event?limit=1&category=event-dersler",
				"atelier /v1/event?limit=1&place=20653d600b7182b937392fa7",
				"atelier /v1/event?limit=1&merchant=f634dabdb0229cd678ccba3e",
				"atelier /v1/event?limit=1&organization=177a8f2833a28f954627c96b",
				"atelier /v1/event?limit=1&minPrice=50&maxPrice=150",
				"atelier /v1/event?limit=1&year=2025",
				"atelier /v1/event?limit=1&language=tr",
				"atelier /v1/event?limit=1&search=bronz",
				"atelier /v1/event?limit=1&sort=name",
				"atelier /v1/event?limit=1&sort=price&order=desc",
				"atelier /v1/event?limit=1&sort=year",
				"atelier /v1/event?limit=1&sort=createdAt",
				"atelier /v1/event?limit=1&sort=date&order=desc",
			}},
		{path: "/event/upcoming", answer: inPages(eventCardShape),
			oracle: &oracleList{table: "event", shown: func(o *oracle,
				r oracleRow) bool {
				return happens(o, r) && !passed(o, r)
			},
				order: []oracleKey{by("starts_at")}, sorts: eventOrder, filters: eventBy, searched: true, fixed: true},
			golden: []string{
				"atelier /v1/event/upcoming?limit=2",
				"atelier /v1/event/upcoming?limit=2&search=ders",
				"atelier /v1/event/upcoming?limit=1&merchant=the-glaze-kitchen",
				"atelier /v1/event/upcoming?limit=2&page=2",
			}},
		{path: "/event/passed", answer: inPages(eventCardShape),
			oracle: &oracleList{table: "event", shown: func(o *oracle,
				r oracleRow) bool {
				return happens(o, r) && passed(o, r)
			},
				order: []oracleKey{over.down()}, sorts: eventOrder, filters: eventBy, searched: true, fixed: true},
			golden: []string{
				"atelier /v1/event/passed?limit=2",
				"atelier /v1/event/passed?limit=2&page=2",
			}},
		{path: "/event/new", answer: inPages(eventCardShape),
			oracle: &oracleList{table: "event", shown: happens, order: []oracleKey{down("created_at")}, sorts: eventOrder,
				filters: eventBy, searched: true, fixed: true},
			golden: []string{
				"atelier /v1/event/new?limit=2",
			}},
		{path: "/event/{slug}", answer: alone(eventShape),
			golden: []string{
				"atelier /v1/event/bronz-dokum-dersi",
				"demo /v1/event/comlek-atolyesi",
				"atelier /v1/event/siralti-cini-dersi", // a draft
				"atelier /v1/event/suluboya-dersi-2",   // archived
				"demo /v1/event/bronz-dokum-dersi",     // another tenant's
				"demo /v1/event/upcoming%20",
				"odd /v1/event/off-the-map", // its venue has an address without a position
			}},
		{path: "/event/filters", answer: alone(eventFacetsShape),
			golden: []string{
				"atelier /v1/event/filters",
				"atelier /v1/event/filters?place=20653d600b7182b937392fa7&minPrice=50",
				"atelier /v1/event/filters?facetLimit=1",
				"atelier /v1/event/filters?search=qqqqqq",
			}},
		{path: "/event/{slug}/similar", answer: inList(eventCardShape),
			golden: []string{
				"atelier /v1/event/bronz-dokum-dersi/similar?limit=2",
				"atelier /v1/event/siralti-cini-dersi/similar",
			}},
		{path: "/event/{slug}/seo", answer: alone(eventSEOShape),
			golden: []string{
				"atelier /v1/event/bronz-dokum-dersi/seo",
				"demo /v1/event/comlek-atolyesi/seo",
				"atelier /v1/event/siralti-cini-dersi/seo",
				"odd /v1/event/off-the-map/seo",
			}},
	},
}

var (
	eventMembers = []member{must("name", isFilled), must("slug", isFilled), must("status", isStatus),
		must("date", isRecord(must("start", isInstant), must("end", isInstant), may("year", isInteger))),
		may("sessions",
			orNull(isArrayOf(isRecord(must("start", isInstant), must("end", isInstant), may("label", isText))))),
		may("recurrenceGroupId", orNull(isText)), must("price", detailPriceShape), may("place", isAnything),
		may("merchant", cardMerchantShape),
		may("capacity", isRecord(must("min", isInteger), must("max", isInteger), may("cancelation", isBoolean))),
		may("badges", isArrayOf(isAnything)), may("attributes", isArrayOf(isAnything)),
		extra("category", categoryRefsShape)}

	eventCardShape = isRecord(append(eventMembers[:len(eventMembers):len(eventMembers)], must("_id", isID),
		must("featuredImage", isText),
		must("abstract", isText), must("isHolidayActive", isBoolean), must("attendees", isInteger),
		may("liked", isBoolean))...)

	eventShape = isRecord(append(eventMembers[:len(eventMembers):len(eventMembers)], must("id", isID),
		must("images", isArrayOf(isFilled)),
		may("content", isHTML), may("description", isHTML), may("notes", isArrayOf(isText)), may("rules", isArrayOf(isText)),
		may("holidayMode", holidayShape), must("liked", isBoolean), extra("featuredImage", isText),
		extra("abstract", isText), extra("attendees", isInteger))...)

	eventFacetsShape = isRecord(must("priceRange", boundsShape), must("categories", facetShape),
		must("places", facetShape),
		must("merchants", facetShape), must("years", yearsShape))

	eventSEOShape = isRecord(must("title", isFilled), must("description", isText), extra("image", isText),
		must("canonical", isFilled), must("jsonLd", isObject),
		must("openGraph", isRecord(must("type", isFilled), must("title", isFilled), must("description", isText),
			extra("image", isText), must("url", isFilled))),
		must("twitter", isRecord(must("card", isFilled), must("title", isFilled), must("description", isText),
			extra("image", isText))))
)

func happens(o *oracle, r oracleRow) bool {
	return !r.isAny("status", []string{"DRAFT", "ARCHIVED"}) && r.within(o.now)
}

// over is the moment from which an event has passed: its end, or its start if it has no end.
var over = oracleKey{of: func(r oracleRow) any {
	if r["ends_at"] != nil {
		return r["ends_at"]
	}
	return r["starts_at"]
}}

func passed(o *oracle, r oracleRow) bool { return !over.of(r).(time.Time).After(o.now) }

// eventYear orders events by the year of their start, in UTC.
var eventYear = oracleKey{of: func(r oracleRow) any { return int64(r["starts_at"].(time.Time).UTC().Year()) }}

var eventOrder = map[string]oracleKey{"price": by("amount"), "name": by("name"), "year": eventYear,
	"createdAt": by("created_at"), "date": by("starts_at")}

var eventBy = []oracleFilter{inCategories("event"), referring("place", "event", "place_id"),
	referring("merchant", "event", "merchant_id"), referring("organization", "event", "organization_id"),
	costing("minPrice", "event", 1), costing("maxPrice", "event", -1), ofYear(eventYear), inLanguage}
