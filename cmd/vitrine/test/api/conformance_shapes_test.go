package api

// Shapes that several modules share.
var (
	cardPriceShape = isRecord(may("sale", isMoney), may("list", isMoney), may("amount", isMoney), may("discount", isMoney),
		may("lowestPrice30Days", isMoney), may("currency", isCurrency))
	detailPriceShape  = cardPriceShape
	categoryRefsShape = isArrayOf(isRecord(must("value", isID), must("label", isFilled)))
	cardMerchantShape = isRecord(may("_id", isID), may("name", isFilled), may("slug", isFilled), may("image", isText))
	holidayShape      = isRecord(must("active", isBoolean), may("message", isText))
	pointShape        = isRecord(must("lat", isLatitude), must("lng", isLongitude), must("address", isText))
	linkShape         = isRecord(must("id", isID), must("name", isFilled), must("slug", isFilled))
	facetShape        = isArrayOf(isRecord(must("_id", isID), must("name", isFilled), must("slug", isFilled),
		must("count", isInteger)))
	yearsShape  = isArrayOf(isRecord(must("year", isInteger), must("count", isInteger)))
	boundsShape = isRecord(may("min", isMoney), may("max", isMoney)) // {} without a price
	seoShape    = isRecord(must("metaTitle", isText), must("metaDescription", isText))
)
