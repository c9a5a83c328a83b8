package api

// The requests of places, organizations and editorial content.

var contentGoldens = []golden{
	{"place", []string{
		"atelier /v1/place?limit=2",
		"atelier /v1/place?limit=2&page=3",
		"atelier /v1/place?search=kiln",
		"atelier /v1/place?limit=1&language=en",
		"atelier /v1/place?limit=1&sort=name&order=desc",
		"atelier /v1/place?limit=1&sort=createdAt",
		"atelier /v1/place?limit=1&bbox=28,40,30,42",
	}},
	{"place-slug", []string{
		"atelier /v1/place/the-kiln-room",
		"atelier /v1/place/hidden-gallery", // a draft
		"demo /v1/place/the-kiln-room",     // another tenant's
	}},
	{"place-id-_id", []string{
		"atelier /v1/place/id/de6bc40cca909f4cca65698e",
		"atelier /v1/place/id/38b262b4b1b5d80d6b759e33",
		"demo /v1/place/id/de6bc40cca909f4cca65698e",
	}},
	{"place-short-slug", []string{
		"atelier /v1/place/short/the-kiln-room",
		"atelier /v1/place/short/hidden-gallery",
	}},
	{"organization", []string{
		"atelier /v1/organization?limit=2",
		"atelier /v1/organization?limit=2&page=3",
		"atelier /v1/organization?search=kiln",
		"atelier /v1/organization?limit=1&language=en",
		"atelier /v1/organization?limit=1&sort=name",
		"atelier /v1/organization?limit=1&sort=createdAt&order=desc",
	}},
	{"organization-slug", []string{
		"atelier /v1/organization/friends-of-the-kiln",
		"atelier /v1/organization/sonraki-dernek", // a draft
		"demo /v1/organization/friends-of-the-kiln",
	}},
	{"organization-id-_id", []string{
		"atelier /v1/organization/id/970f4cc2619f4f28d2fe5867",
		"atelier /v1/organization/id/98522475f2e8a4111e7fc7bc",
	}},
	{"organization-short-slug", []string{
		"atelier /v1/organization/short/friends-of-the-kiln",
		"atelier /v1/organization/short/sonraki-dernek",
	}},
	{"campaign", []string{
		"atelier /v1/campaign?limit=2",
		"atelier /v1/campaign?limit=2&page=2",
		"atelier /v1/campaign?search=brush",
		"atelier /v1/campaign?limit=1&language=en",
		"atelier /v1/campaign?limit=1&sort=name",
		"atelier /v1/campaign?limit=1&sort=createdAt&order=desc",
	}},
	{"campaign-active", []string{
		"atelier /v1/campaign/active",
		"demo /v1/campaign/active?language=en",
	}},
	{"campaign-_id", []string{
		"atelier /v1/campaign/d67bb472a0b283899a377c53",
		"atelier /v1/campaign/fca87d0ed0116878f7c96a8c", // over, and still to be read
		"atelier /v1/campaign/95dc61848e58a7e97bfc99d1", // a draft
		"atelier /v1/campaign/c13fc60ce8be500a8eba09c6", // not out yet
		"demo /v1/campaign/d67bb472a0b283899a377c53",    // another tenant's
		"atelier /v1/campaign/acik-kapi-gunleri",        // read by id alone
	}},
	{"page", []string{
		"atelier /v1/page?limit=2",
		"atelier /v1/page?limit=2&page=2",
		"atelier /v1/page?category=page-visiting",
		"atelier /v1/page?search=rules",
		"atelier /v1/page?limit=1&language=en",
		"atelier /v1/page?limit=1&sort=name&order=desc",
		"atelier /v1/page?limit=1&sort=createdAt",
	}},
	{"page-slug", []string{
		"atelier /v1/page/the-atelier",
		"atelier /v1/page/caring-for-works", // a draft
		"atelier /v1/page/commissions",      // not out yet
		"demo /v1/page/the-atelier",
	}},
	{"blog", []string{
		"atelier /v1/blog?limit=2",
		"atelier /v1/blog?limit=2&page=2",
		"atelier /v1/blog?limit=1&category=blog-making",
		"atelier /v1/blog?search=wax",
		"atelier /v1/blog?limit=1&language=en",
		"atelier /v1/blog?limit=1&sort=name",
		"atelier /v1/blog?limit=1&sort=createdAt&order=desc",
	}},
	{"blog-new", []string{
		"atelier /v1/blog/new?limit=2",
		"atelier /v1/blog/new?limit=1&category=blog-making",
	}},
	{"blog-slug", []string{
		"atelier /v1/blog/lost-wax",
		"atelier /v1/blog/cobalt-under-the-glaze", // a draft
		"atelier /v1/blog/from-our-sketchbook",    // not out yet
		"demo /v1/blog/lost-wax",
	}},
	{"attribute", []string{
		"atelier /v1/attribute",
		"demo /v1/attribute?language=en",
	}},
	{"attribute-id", []string{
		"atelier /v1/attribute/03a3e048aa85e0aec06c96b1",
		"atelier /v1/attribute/3c0f3f94e26aef5b397388b3", // a draft
		"demo /v1/attribute/03a3e048aa85e0aec06c96b1",
	}},
	{"route", []string{
		"demo /v1/route?limit=2",
		"demo /v1/route?limit=2&page=2",
		"atelier /v1/route?search=camp",
		"atelier /v1/route?limit=1&language=en",
		"atelier /v1/route?limit=1&sort=name",
		"atelier /v1/route?limit=1&sort=createdAt",
		"atelier /v1/route?limit=1&sort=price&order=desc",
	}},
	{"route-slug", []string{
		"atelier /v1/route/sculpture-walk",
		"demo /v1/route/sculpture-walk",
		"demo /v1/route/the-potters-road",
	}},
	{"faq", []string{
		"atelier /v1/faq?limit=2",
		"atelier /v1/faq?limit=2&page=2",
		"atelier /v1/faq?limit=1&group=visits",
		"atelier /v1/faq?limit=1&group=616c3ef24c47440df8578bc1",
		"atelier /v1/faq?limit=1&search=work",
		"atelier /v1/faq?limit=1&language=en",
		"atelier /v1/faq?limit=1&sort=name",
		"atelier /v1/faq?limit=1&sort=createdAt&order=desc",
	}},
	{"faq-slug", []string{
		"atelier /v1/faq/about-the-works", // with the groups within
		"atelier /v1/faq/buying-a-work",
		"atelier /v1/faq/616c3ef24c47440df8578bc1", // by id
		"atelier /v1/faq/atelier-taslak",           // a draft
		"demo /v1/faq/about-the-works",
	}},
	{"collections", []string{
		"atelier /v1/collections?limit=2",
		"atelier /v1/collections?limit=2&page=2",
		"atelier /v1/collections?search=brush",
		"atelier /v1/collections?limit=1&language=tr",
		"atelier /v1/collections?limit=1&sort=name",
		"atelier /v1/collections?limit=1&sort=createdAt&order=desc",
	}},
	{"collections-slug", []string{
		"atelier /v1/collections/your-first-brush",
		"atelier /v1/collections/tiles-in-blue", // a draft
		"demo /v1/collections/your-first-brush",
	}},
	{"dictionary", []string{
		"atelier /v1/dictionary?limit=2",
		"atelier /v1/dictionary?limit=2&page=2",
		"atelier /v1/dictionary?letter=%C5%9F", // ş is a letter of its own
		"atelier /v1/dictionary?letter=S&limit=2",
		"atelier /v1/dictionary?limit=1&search=tuval",
		"atelier /v1/dictionary?limit=1&language=en",
		"atelier /v1/dictionary?limit=1&sort=name",
		"atelier /v1/dictionary?limit=1&sort=createdAt",
	}},
	{"dictionary-slug", []string{
		"atelier /v1/dictionary/sovale",
		"demo /v1/dictionary/sovale",
	}},
	{"project", []string{
		"demo /v1/project?limit=2",
		"demo /v1/project?limit=2&page=2",
		"demo /v1/project?limit=1&category=project-restoration",
		"demo /v1/project?limit=1&search=loom",
		"demo /v1/project?limit=1&language=en",
		"demo /v1/project?limit=1&sort=name",
		"demo /v1/project?limit=1&sort=createdAt&order=desc",
	}},
	{"project-slug", []string{
		"demo /v1/project/sarnicli-evin-onarimi",
		"atelier /v1/project/sarnicli-evin-onarimi",
	}},
}
