package api

// The requests of brands, merchants and categories.

var brandGolden = []string{
	"atelier /v1/brand?limit=2",
	"atelier /v1/brand?limit=2&page=2",
	"atelier /v1/brand?perPage=100&page=2",
	"atelier /v1/brand?search=moravel",
	"atelier /v1/brand?q=kuzeyisik", // without the letters of the name
	"atelier /v1/brand?search=bronzhne",
	"atelier /v1/brand?limit=1&language=en",
	"atelier /v1/brand?limit=2&sort=name&order=desc",
	"atelier /v1/brand?limit=1&sortBy=createdAt",
}

var brandDetailGolden = []string{
	"atelier /v1/brand/velturna",
	"demo /v1/brand/velturna", // the same slug, another brand
	"atelier /v1/brand/sessiz-oda",
	"atelier /v1/brand/no-such-brand",
	"demo /v1/brand/moravel", // another tenant's
	"demo /v1/brand/card",
	"odd /v1/brand/%C3%A7elik-%C3%B6rs", // what would harm is left out
}

var brandByIDGolden = []string{
	"atelier /v1/brand/id/67dd0f2402f14b85240a86e4",
	"demo /v1/brand/id/67dd0f2402f14b85240a86e4",
	"atelier /v1/brand/id/73ebe855c3c59f696b75f1c5", // a draft
	"atelier /v1/brand/id/moravel",
}

var brandCardGolden = []string{
	"atelier /v1/brand/card/moravel",
	"atelier /v1/brand/card/sessiz-oda",
	"atelier /v1/brand/card/no-such-brand",
}

var brandLocationGolden = []string{
	"atelier /v1/brand/location",
	"demo /v1/brand/location?bbox=28.5,40.8,29.4,41.3",
	"demo /v1/brand/location?brand=velturna",
	"demo /v1/brand/location?brand=8d0a26767e0a85feb0b8bd1b",
	"demo /v1/brand/location?brand=golgeli", // a draft
	"odd /v1/brand/location",
	"odd /v1/brand/location?bbox=170,-20,-170,10", // across the 180th meridian
	"demo /v1/brand/location?bbox=170,-10,-170,10",
}

var merchantGolden = []string{
	"atelier /v1/merchant?limit=2",
	"atelier /v1/merchant?limit=2&page=4",
	"atelier /v1/merchant?limit=1&search=glaze",
	"demo /v1/merchant?limit=1&q=%C3%87%C4%B1naralt%C4%B1",
	"atelier /v1/merchant?limit=1&category=merchant-artists",
	"atelier /v1/merchant?limit=1&language=tr",
	"atelier /v1/merchant?limit=1&sort=rating&order=desc",
	"atelier /v1/merchant?limit=1&sort=name",
	"atelier /v1/merchant?limit=1&sort=createdAt&order=desc",
}

var merchantDetailGolden = []string{
	"atelier /v1/merchant/the-glaze-kitchen",
	"atelier /v1/merchant/brush-bristle",   // on holiday
	"demo /v1/merchant/sabun-odasi",        //
	"atelier /v1/merchant/upcoming-artist", // a draft
	"demo /v1/merchant/the-glaze-kitchen",  // another tenant's
	"odd /v1/merchant/away",
}

var merchantCardGolden = []string{
	"atelier /v1/merchant/card/the-glaze-kitchen",
	"atelier /v1/merchant/card/upcoming-artist",
}

var merchantLocationGolden = []string{
	"atelier /v1/merchant/location",
	"atelier /v1/merchant/location?bbox=26,36,45,42",
	"atelier /v1/merchant/location?bbox=0,0,1,1",
	"odd /v1/merchant/location",
}

var categoryTreeGolden = []string{
	"atelier /v1/category/tree?type=product",
	"atelier /v1/category/tree?type=merchant",
	"atelier /v1/category/tree?type=product&language=tr",
	"atelier /v1/category/tree?type=no-such-type",
	"odd /v1/category/tree", // rings are cut, and what hangs on a hidden one stands at the top
	"odd /v1/category/tree?type=blog",
}

var categoryListGolden = []string{
	"atelier /v1/category/list?type=merchant",
	"atelier /v1/category/list?type=product&language=en",
	"atelier /v1/category/list?type=no-such-type",
	"odd /v1/category/list",
}

var categoryDetailGolden = []string{
	"atelier /v1/category/sculpture",
	"atelier /v1/category/0885210ebf37a27343e99a2a", // the same by id
	"atelier /v1/category/works",                    // a root
	"atelier /v1/category/event-classes",            //
	"atelier /v1/category/atelier-yakinda",          // a draft
	"atelier /v1/category/4530757cf5d639d7b5a8f75c", // the same by id
	"demo /v1/category/sculpture",                   // another tenant's
	"demo /v1/category/0885210ebf37a27343e99a2a",
	"atelier /v1/category/no-such-category",
	"odd /v1/category/below-hidden",
	"odd /v1/category/itself",
	"odd /v1/category/markup",
}
