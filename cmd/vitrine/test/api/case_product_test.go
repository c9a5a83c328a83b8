package api

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// productCase is the case of products; see case_test.go. The demo tenants are the same every time, so requests may name
// ids.
var productCase = moduleCase{
	kinds: []string{"product"},
	parts: map[string]string{"product_category": "product_id", "product_attribute": "product_id"},
	texts: map[string]searchedText{"product": {names: []string{"name", "title", "sku", "model_no"},
		prose: []string{"brief", "description"}}},
	views: []viewCase{
		{path: "/product", answer: inProductPages(productCardShape),
			oracle: &oracleList{table: "product", shown: sold, order: []oracleKey{by("position")}, sorts: productOrder,
				filters: productBy, searched: true},
			golden: []string{
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
				"atelier /v1/product?limit=1&brand=moravel",                                        // the same by slug
				"atelier /v1/product?limit=1&brand=no-such-brand",                                  //
				"odd /v1/product?brand=hidden",                                                     // a draft
				"odd /v1/product?brand=c%CC%A7elik-o%CC%88rs",                                      // in Unicode form NFD
				"odd /v1/product?brnd=moravel",                                                     // a typing error
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
				// All parameters at once, and an unknown one.
				"atelier /v1/product?unknown=1&limit=1&search=bronze&category=works&minPrice=1&maxPrice=90000" +
					"&language=en&sort=price&order=desc",
			}},
		{path: "/product/new", answer: inProductPages(productCardShape),
			oracle: &oracleList{table: "product", shown: sold, order: []oracleKey{down("created_at")}, sorts: productOrder,
				filters: productBy, searched: true, fixed: true},
			golden: []string{
				"demo /v1/product/new?limit=2",
				"atelier /v1/product/new?limit=2&search=bronze", // the newest first, as without a text
				"demo /v1/product/new?limit=2&page=2",
				"atelier /v1/product/new?limit=1&category=sculpture",
			}},
		{path: "/product/popular", answer: inProductPages(productCardShape),
			oracle: &oracleList{table: "product", shown: sold, order: []oracleKey{popular.down()}, sorts: productOrder,
				filters: productBy, searched: true, fixed: true},
			golden: []string{
				"demo /v1/product/popular?limit=2",
				"demo /v1/product/popular?limit=2&page=2",
				"atelier /v1/product/popular?limit=1&brand=67dd0f2402f14b85240a86e4",
			}},
		{path: "/product/random/{amount}", answer: inList(productCardShape)},
		{path: "/product/{slug}/similar", answer: inList(productCardShape),
			golden: []string{
				"demo /v1/product/mavi-keten-gomlek/similar?limit=4",
				"atelier /v1/product/mavi-keten-gomlek/similar?limit=1",
				"demo /v1/product/no-such-product/similar",
				"atelier /v1/product/flat-beech-clay/similar", // a draft
			}},
		{path: "/product/{slug}", answer: alone(productDetailShape),
			golden: []string{
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
				"demo /v1/product/random",                          // a word of a route is no slug
				"demo /v1/product/mavi-keten-gomlek?page=x&utm=1",  // parameters of other views mean nothing here
				"demo /v1/product/Mavi-Keten-Gomlek",               // slugs have a case
				"demo /v1/product/mavi-keten-gomlek%20",            //
				"demo /v1/product/%C3%A7%20%F0%9F%98%80%E2%80%AE!", //
			}},
		{path: "/product/filters", answer: alone(productFacetsShape),
			golden: []string{
				"atelier /v1/product/filters?facetLimit=2",
				"atelier /v1/product/filters?search=bronze",
				"demo /v1/product/filters?search=mavi+kadin&sort=price&order=desc", // without those that lack a word
				"atelier /v1/product/filters?category=sculpture&brand=67dd0f2402f14b85240a86e4",
				"atelier /v1/product/filters?category=sculpture&attributes=Size:Large",
				"atelier /v1/product/filters?search=qqqqqq",
				"atelier /v1/product/filters?category=no-such-category",
				"atelier " +
					"/v1/product/filters?category=for-painters&attributes=Size:Large&attributes=Style:Round&language=en&minPrice=5",
				"odd /v1/product/filters",
			}},
	},
}

var (
	attributesShape = isArrayOf(isRecord(extra("name", isFilled), extra("value", isFilled), extra("type", isFilled)))

	detailMerchantShape = isRecord(must("_id", isID), must("name", isFilled), must("slug", isFilled), may("image", isText))

	productCardShape = isRecord(
		must("_id", isID), must("title", isFilled), must("name", isFilled), must("slug", isFilled),
		must("status", isStatus), must("price", cardPriceShape), may("thumbnail", isText), may("featuredImage", isText),
		may("stockAmount", isInteger), may("saleType", isText), may("category", categoryRefsShape),
		may("brand", isRecord(may("name", isFilled), may("slug", isFilled), may("image", isText))),
		may("merchant", cardMerchantShape), may("year", isInteger), may("attributes", attributesShape),
		may("liked", isBoolean), may("isHolidayActive", isBoolean), may("badges", isArrayOf(isAnything)))

	productDetailShape = isRecord(
		must("id", isID), must("name", isFilled), must("slug", isFilled), must("liked", isBoolean),
		must("images", isArrayOf(isFilled)), must("price", detailPriceShape), may("year", isInteger), may("brief", isText),
		may("brand", isRecord(may("name", isFilled), may("slug", isFilled), may("description", isHTML),
			may("image", isText))),
		may("merchant", detailMerchantShape), may("description", isHTML), may("properties", isArrayOf(isAnything)),
		may("sku", isText), may("modelNo", isText), may("stn", isText), may("saleType", isText),
		may("techniques", isArrayOf(isText)), may("materials", isArrayOf(isText)), may("tools", isArrayOf(isText)),
		may("edition", isRecord(may("number", isInteger), may("amount", isInteger))), may("category", categoryRefsShape),
		may("stock", isRecord(may("amount", isInteger), may("min", isInteger))), may("holidayMode", holidayShape),
		may("badges", isArrayOf(isAnything)),
		extra("variants", isArrayOf(isAnything)), // as in the sample
		extra("status", isStatus), extra("attributes", attributesShape), extra("title", isFilled),
		extra("thumbnail", isText), extra("featuredImage", isText))

	attributeFacetShape = isRecord(must("name", isFilled), extra("label", isFilled), must("type", isFilled),
		must("options", isArrayOf(isRecord(must("label", isFilled), must("value", isFilled), must("count", isInteger)))))

	productFacetsShape = isRecord(must("priceRange", boundsShape), must("brands", facetShape),
		must("categories", facetShape),
		must("attributes", isArrayOf(attributeFacetShape)), must("merchants", facetShape), must("years", yearsShape))
)

func sold(o *oracle, r oracleRow) bool {
	return r.isAny("status", []string{"PUBLISHED", "OUT_OF_STOCK"}) && r.within(o.now)
}

// popular orders products: a sale counts for twenty visits.
var popular = oracleKey{of: func(r oracleRow) any { return r["sold"].(int64)*20 + r["visits"].(int64) }}

var productOrder = map[string]oracleKey{"price": by("amount"), "name": by("name"), "year": by("year"),
	"createdAt": by("created_at"), "popularity": popular}

var productBy = []oracleFilter{inCategories("product"), referring("brand", "product", "brand_id"),
	referring("merchant", "product", "merchant_id"), costing("minPrice", "product", 1), costing("maxPrice", "product", -1),
	ofYear(by("year")), inLanguage, withAttributes, without("product")}

// withAttributes keeps rows that have, for each name, one of the values.
var withAttributes = oracleFilter{name: "attributes", several: true,
	keeps: func(o *oracle, values []string) func(oracleRow) bool {
		want := map[string][]string{}
		for _, v := range values {
			name, value := cutPair(v)
			want[name] = append(want[name], value)
		}
		return func(r oracleRow) bool {
			for name, values := range want {
				if !slices.ContainsFunc(o.parts["product_attribute"][r.id()], func(a oracleRow) bool {
					return a["name"] == name && a.isAny("value", values)
				}) {
					return false
				}
			}
			return true
		}
	},
	try: func(o *oracle, r *rand.Rand, near oracleRow) []string {
		return someOf(r, 2, func() string {
			a := anyOf(r, o.parts["product_attribute"][near.id()])
			if a == nil || r.IntN(6) == 0 { // another product's
				a = anyOf(r, o.rows["product_attribute"])
			}
			name, value := strings.NewReplacer(`\`, `\\`, ":", `\:`).Replace(a.text("name")), a.text("value")
			return orNot(r, anyOf(r, []string{name + ":" + value, name + ":" + value, norm.NFD.String(name + ":" + value),
				"\u00a0" + name + " :\t" + value + "  "}),
				anyOf(r, []string{name + ":no such value", "no such name:" + value, name + " : " + value}))
		})
	}}

// cutPair reads name:value as the documents describe it: a backslash in the name stands for the letter after it, if
// that is a colon or a backslash. White space at the ends and within does not count, nor does the Unicode form.
func cutPair(pair string) (name, value string) {
	at := regexp.MustCompile(`^(?:[^:\\]|\\.)*`).FindString(pair)
	name = regexp.MustCompile(`\\([:\\])`).ReplaceAllString(at, "$1")
	tidy := func(s string) string { return strings.Join(strings.Fields(norm.NFC.String(s)), " ") }
	return tidy(name), tidy(pair[len(at)+1:])
}

// without removes rows by id.
func without(table string) oracleFilter {
	return oracleFilter{name: "discard", several: true, commas: true,
		keeps: func(_ *oracle, values []string) func(oracleRow) bool {
			return func(r oracleRow) bool { return !r.isAny("id", values) }
		},
		try: func(o *oracle, r *rand.Rand, near oracleRow) []string {
			return someOf(r, anyOf(r, []int{2, 10, 100}),
				func() string { return orNot(r, anyOf(r, o.rows[table]).id(), nobody) })
		}}
}
