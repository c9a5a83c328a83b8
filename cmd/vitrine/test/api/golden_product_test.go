package api

// The product module's requests. The demo tenants are the same every time, so their ids may be named.

var productGolden = []string{
	"demo /v1/product?limit=2",
	"demo /v1/product?page=2&limit=2",
	"demo /v1/product?page=2&perPage=2",
	"demo /v1/product?page=5000", // past the end
	// Filters, one by one.
	"atelier /v1/product?limit=1&category=sculpture",                                   // by slug, descendants included
	"atelier /v1/product?limit=1&category=0885210ebf37a27343e99a2a",                    // the same by id
	"atelier /v1/product?limit=1&category=brushes&category=easels",                     // an array: repeated
	"atelier /v1/product?limit=1&category=brushes,easels",                              // comma-separated
	"atelier /v1/product?limit=1&category[]=brushes&category[]=easels",                 // name[]
	"atelier /v1/product?category=atelier-yakinda",                                     // a draft
	"atelier /v1/product?limit=1&brand=67dd0f2402f14b85240a86e4",                       // moravel
	"atelier /v1/product?brand=8d0a26767e0a85feb0b8bd1b",                               // another tenant's
	"atelier /v1/product?limit=1&merchant=a1283a9c6423e2385f732aa1",                    // the-glaze-kitchen
	"atelier /v1/product?limit=1&minPrice=100&maxPrice=250.50",                         //
	"atelier /v1/product?minPrice=200&maxPrice=100",                                    // nothing is between
	"atelier /v1/product?limit=1&year=2024",                                            //
	"atelier /v1/product?limit=1&language=en",                                          // and those without one
	"atelier /v1/product?limit=1&attributes=Size:Large",                                //
	"atelier /v1/product?limit=1&attributes=Style:Abstract&attributes=Style:Geometric", // one of them
	"atelier /v1/product?limit=1&attributes=Style:Abstract&attributes=Size:Large",      // both of them
	"atelier /v1/product?limit=1&category=works&discard=7c9b2400567a0a74562748af,000000000000000000000000",
	"atelier /v1/product?limit=1&search=bronze",
	"atelier /v1/product?limit=1&q=bronze",
	"atelier /v1/product?limit=1&search=bronz%20figur%20moravel", // the brand's name counts
	"atelier /v1/product?search=qqqqqq",
	"atelier /v1/product?search=%21%3F", // no letter, so nothing
	// Orders.
	"atelier /v1/product?limit=2&sort=price",
	"atelier /v1/product?limit=2&sort=price&order=desc",
	"atelier /v1/product?limit=1&sortBy=name&order=asc",
	"atelier /v1/product?limit=1&sort=year&order=desc",
	"atelier /v1/product?limit=1&sort=createdAt&order=desc",
	"atelier /v1/product?limit=1&sort=popularity&order=desc",
	"odd /v1/product",
	"odd /v1/product?sort=price",            // without a price: last
	"odd /v1/product?sort=price&order=desc", // whichever way
	"odd /v1/product?sort=year",
	"odd /v1/product?category=ring-a",       // a ring of categories ends
	"odd /v1/product?category=below-hidden", //
	"odd /v1/product?category=hidden",       //
	"odd /v1/product?attributes=Size:a,%20b:%20c",
	// All at once, and what is not known.
	"atelier /v1/product?unknown=1&limit=1&search=bronze&category=works&minPrice=1&maxPrice=90000&language=en&sort=price&order=desc",
}

var productNewGolden = []string{
	"demo /v1/product/new?limit=2",
	"demo /v1/product/new?limit=2&page=2",
	"atelier /v1/product/new?limit=1&category=sculpture",
}

var productPopularGolden = []string{
	"demo /v1/product/popular?limit=2",
	"demo /v1/product/popular?limit=2&page=2",
	"atelier /v1/product/popular?limit=1&brand=67dd0f2402f14b85240a86e4",
}

var productFiltersGolden = []string{
	"atelier /v1/product/filters?search=bronze",
	"atelier /v1/product/filters?category=sculpture&brand=67dd0f2402f14b85240a86e4",
	"atelier /v1/product/filters?category=sculpture&attributes=Size:Large",
	"atelier /v1/product/filters?search=qqqqqq",
	"atelier /v1/product/filters?category=no-such-category",
	"atelier /v1/product/filters?category=for-painters&attributes=Size:Large&attributes=Style:Round&language=en&minPrice=5",
	"odd /v1/product/filters",
}

var productSimilarGolden = []string{
	"demo /v1/product/mavi-keten-gomlek/similar?limit=4",
	"atelier /v1/product/mavi-keten-gomlek/similar?limit=1",
	"demo /v1/product/no-such-product/similar",
	"atelier /v1/product/flat-beech-clay/similar", // a draft
}

var productDetailGolden = []string{
	"demo /v1/product/mavi-keten-gomlek",
	"atelier /v1/product/mavi-keten-gomlek",
	"atelier /v1/product/oturan-bronz-bust",     // a limited edition
	"atelier /v1/product/flat-linen-sketchbook", // no price
	"demo /v1/product/red-striped-mug",          // no brand, no merchant
	"atelier /v1/product/last-garden-nocturne",  // out of stock
	"atelier /v1/product/travel-linen-easel",    // its merchant is on holiday
	"odd /v1/product/dear",                      //
	"odd /v1/product/free",                      // its brand, its merchant and its category are drafts
	"odd /v1/product/priceless",                 // an offer without a price is none
	"odd /v1/product/%E6%97%A5%E6%9C%AC%E8%AA%9E-%C3%BCr%C3%BCn",
	"demo /v1/product/no-such-product",                 //
	"atelier /v1/product/flat-beech-clay",              // a draft
	"atelier /v1/product/sleeping-bronze-relief",       // archived
	"demo /v1/product/lapis-brass-anklet",              // for a while
	"demo /v1/product/red-cotton-pyjamas",              // not out yet
	"demo /v1/product/embroidered-linen-blouse",        // over
	"demo /v1/product/oturan-bronz-bust",               // another tenant's
	"demo /v1/product/7c9b2400567a0a74562748af",        // an id is no slug
	"demo /v1/product/mavi%2Dketen%2dgomlek",           // the same address, written otherwise
	"demo /v1/product/random",                          // a word that a route needs is nobody's slug
	"demo /v1/product/mavi-keten-gomlek?page=x&utm=1",  // parameters of other views mean nothing here
	"demo /v1/product/Mavi-Keten-Gomlek",               // slugs have a case
	"demo /v1/product/mavi-keten-gomlek%20",            //
	"demo /v1/product/%C3%A7%20%F0%9F%98%80%E2%80%AE!", //
}
