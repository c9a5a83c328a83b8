package api

// siteCase is the case of the views over all modules; see case_test.go. Their oracle is in search_test.go.
var siteCase = moduleCase{
	views: []viewCase{
		{path: "/search", answer: alone(searchShape),
			golden: []string{
				"atelier /v1/search?q=moravel",
				"atelier /v1/search?q=moravel&limit=1&modules=brand,product",
				"atelier /v1/search?q=moravle", // mistyped
				"demo /v1/search?q=Keten+g%C3%B6mlek&modules=product&modules=blog&limit=2",
				"demo /v1/search?q=teslimat&modules[]=faq",
				"demo /v1/search?q=golgeli", // a draft
				"demo /v1/search?q=%F0%9F%98%80",
				"atelier /v1/search",
				"atelier /v1/search?q=a&limit=21",
				"atelier /v1/search?q=a&modules=prodcut",
				"odd /v1/search?q=%C3%A7elik",
			}},
		{path: "/suggest", answer: alone(suggestShape),
			golden: []string{
				"atelier /v1/suggest?q=mor",
				"demo /v1/suggest?q=g%C3%B6m&limit=3",
				"demo /v1/suggest?q=keten%20gom&modules=product",
				"demo /v1/suggest?q=%C3%A7",  // one letter
				"demo /v1/suggest?q=golgeli", // a draft
				"demo /v1/suggest?q=xyzzy",
				"demo /v1/suggest?q=%25",
				"demo /v1/suggest?q=",
				"demo /v1/suggest?q=a&modules=brands",
				"odd /v1/suggest?q=%3C",
			}},
	},
}

var (
	hitShape = isRecord(must("module", isFilled), must("id", isID), must("name", isFilled), may("slug", isFilled),
		may("path", isFilled), may("image", isText), may("price", cardPriceShape),
		must("highlights", isRecord(must("name", isFilled), may("text", isFilled))))

	searchShape = isRecord(must("query", isFilled), must("total", isInteger), must("groups", isArrayOf(isRecord(
		must("module", isFilled), must("total", isInteger), may("truncated", isBoolean), must("path", isFilled),
		must("hits", isArrayOf(hitShape))))))

	suggestShape = isRecord(must("query", isFilled), must("suggestions", isArrayOf(isRecord(
		must("text", isFilled), must("highlight", isFilled), must("module", isFilled), must("id", isID),
		must("path", isFilled), may("image", isText), may("price", cardPriceShape)))))
)
