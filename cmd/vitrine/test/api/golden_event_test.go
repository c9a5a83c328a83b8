package api

// The event module's requests. The clock of the shared house stands at Now, so what is upcoming stays so.

var eventGoldens = []golden{
	{"event", []string{
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
	{"event-upcoming", []string{
		"atelier /v1/event/upcoming?limit=2",
		"atelier /v1/event/upcoming?limit=2&page=2",
	}},
	{"event-passed", []string{
		"atelier /v1/event/passed?limit=2",
		"atelier /v1/event/passed?limit=2&page=2",
	}},
	{"event-new", []string{
		"atelier /v1/event/new?limit=2",
	}},
	{"event-filters", []string{
		"atelier /v1/event/filters",
		"atelier /v1/event/filters?place=20653d600b7182b937392fa7&minPrice=50",
		"atelier /v1/event/filters?search=qqqqqq",
	}},
	{"event-slug", []string{
		"atelier /v1/event/bronz-dokum-dersi",
		"demo /v1/event/comlek-atolyesi",
		"atelier /v1/event/siralti-cini-dersi", // a draft
		"atelier /v1/event/suluboya-dersi-2",   // archived
		"demo /v1/event/bronz-dokum-dersi",     // another tenant's
		"demo /v1/event/upcoming%20",
	}},
	{"event-slug-similar", []string{
		"atelier /v1/event/bronz-dokum-dersi/similar?limit=2",
		"atelier /v1/event/siralti-cini-dersi/similar",
	}},
	{"event-slug-seo", []string{
		"atelier /v1/event/bronz-dokum-dersi/seo",
		"demo /v1/event/comlek-atolyesi/seo",
		"atelier /v1/event/siralti-cini-dersi/seo",
	}},
}
