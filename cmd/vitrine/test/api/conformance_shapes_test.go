package api

// The specification's field tables. What stands as extra here is what it leaves open ("not shown"): the docstring of the type in internal/catalog
// gives it.

var (
	cardPriceShape = isRecord(member{"sale", isMoney, may}, member{"list", isMoney, may}, member{"amount", isMoney, may}, member{"discount", isMoney, may},
		member{"lowestPrice30Days", isMoney, may}, member{"currency", isCurrency, may})
	detailPriceShape = isRecord(member{"sale", isMoney, may}, member{"amount", isMoney, may}, member{"discount", isMoney, may},
		member{"lowestPrice30Days", isMoney, may}, member{"currency", isCurrency, may})
	categoryRefsShape   = isArrayOf(isRecord(member{"value", isID, must}, member{"label", isFilled, must}))
	attributesShape     = isArrayOf(isRecord(member{"name", isFilled, extra}, member{"value", isFilled, extra}, member{"type", isFilled, extra}))
	cardMerchantShape   = isRecord(member{"_id", isID, may}, member{"name", isFilled, may}, member{"slug", isFilled, may}, member{"image", isText, may})
	detailMerchantShape = isRecord(member{"_id", isID, must}, member{"name", isFilled, must}, member{"slug", isFilled, must}, member{"image", isText, may})
	holidayShape        = isRecord(member{"active", isBoolean, must}, member{"message", isText, may})
	pointShape          = isRecord(member{"lat", isLatitude, must}, member{"lng", isLongitude, must}, member{"address", isText, must})
	linkShape           = isRecord(member{"id", isID, must}, member{"name", isFilled, must}, member{"slug", isFilled, must})

	productCardShape = isRecord(
		member{"_id", isID, must}, member{"title", isFilled, must}, member{"name", isFilled, must}, member{"slug", isFilled, must},
		member{"status", isStatus, must}, member{"price", cardPriceShape, must}, member{"thumbnail", isText, may}, member{"featuredImage", isText, may},
		member{"stockAmount", isInteger, may}, member{"saleType", isText, may}, member{"category", categoryRefsShape, may},
		member{"brand", isRecord(member{"name", isFilled, may}, member{"slug", isFilled, may}, member{"image", isText, may}), may},
		member{"merchant", cardMerchantShape, may}, member{"year", isInteger, may}, member{"attributes", attributesShape, may},
		member{"liked", isBoolean, may}, member{"isHolidayActive", isBoolean, may}, member{"badges", isArrayOf(isAnything), may})

	productDetailShape = isRecord(
		member{"id", isID, must}, member{"name", isFilled, must}, member{"slug", isFilled, must}, member{"liked", isBoolean, must},
		member{"images", isArrayOf(isFilled), must}, member{"price", detailPriceShape, must}, member{"year", isInteger, may}, member{"brief", isText, may},
		member{"brand", isRecord(member{"name", isFilled, may}, member{"slug", isFilled, may}, member{"description", isHTML, may}, member{"image", isText, may}), may},
		member{"merchant", detailMerchantShape, may}, member{"description", isHTML, may}, member{"properties", isArrayOf(isAnything), may},
		member{"sku", isText, may}, member{"modelNo", isText, may}, member{"stn", isText, may}, member{"saleType", isText, may},
		member{"techniques", isArrayOf(isText), may}, member{"materials", isArrayOf(isText), may}, member{"tools", isArrayOf(isText), may},
		member{"edition", isRecord(member{"number", isInteger, may}, member{"amount", isInteger, may}), may}, member{"category", categoryRefsShape, may},
		member{"stock", isRecord(member{"amount", isInteger, may}, member{"min", isInteger, may}), may}, member{"holidayMode", holidayShape, may},
		member{"badges", isArrayOf(isAnything), may},
		member{"variants", isArrayOf(isAnything), extra}, // as in the sample
		member{"status", isStatus, extra}, member{"attributes", attributesShape, extra})

	facetShape          = isArrayOf(isRecord(member{"_id", isID, must}, member{"name", isFilled, must}, member{"slug", isFilled, must}, member{"count", isInteger, must}))
	yearsShape          = isArrayOf(isRecord(member{"year", isInteger, must}, member{"count", isInteger, must}))
	boundsShape         = isRecord(member{"min", isMoney, may}, member{"max", isMoney, may}) // {} where nothing has a price
	attributeFacetShape = isRecord(member{"name", isFilled, must}, member{"type", isFilled, must},
		member{"options", isArrayOf(isRecord(member{"label", isFilled, must}, member{"value", isFilled, must}, member{"count", isInteger, must})), must})
	productFacetsShape = isRecord(member{"priceRange", boundsShape, must}, member{"brands", facetShape, must}, member{"categories", facetShape, must},
		member{"attributes", isArrayOf(attributeFacetShape), must}, member{"merchants", facetShape, must}, member{"years", yearsShape, must})

	brandCardShape = isRecord(member{"id", isID, extra}, member{"name", isFilled, extra}, member{"slug", isFilled, extra}, member{"logo", isText, extra})
	brandShape     = isRecord(member{"id", isID, must}, member{"name", isFilled, must}, member{"slug", isFilled, must}, member{"logo", isText, extra},
		member{"image", isText, extra}, member{"description", isHTML, extra}, member{"website", isText, extra}, member{"email", isText, extra},
		member{"phone", isText, extra})
	brandPlaceShape = isRecord(member{"id", isID, must}, member{"name", isFilled, must}, member{"location", pointShape, must}, member{"phone", isText, extra},
		member{"brand", linkShape, extra})

	merchantCardShape = isRecord(member{"id", isID, must}, member{"name", isFilled, must}, member{"slug", isFilled, must}, member{"logo", isText, extra},
		member{"rating", isMoney, extra})
	merchantShape = isRecord(member{"id", isID, must}, member{"name", isFilled, must}, member{"slug", isFilled, must}, member{"logo", isText, extra},
		member{"image", isText, extra}, member{"description", isHTML, extra}, member{"website", isText, extra}, member{"email", isText, extra},
		member{"phone", isText, extra}, member{"rating", isMoney, extra}, member{"ratingCount", isInteger, extra}, member{"location", pointShape, extra},
		member{"city", isText, extra}, member{"country", isText, extra}, member{"holidayMode", holidayShape, extra}, member{"category", categoryRefsShape, extra})
	merchantPlaceShape = isRecord(member{"id", isID, must}, member{"name", isFilled, must}, member{"location", pointShape, must}, member{"slug", isFilled, extra})

	categoryCardShape = isRecord(member{"id", isID, must}, member{"name", isFilled, must}, member{"slug", isFilled, must}, member{"type", isFilled, extra},
		member{"parent", orNull(isID), extra}, member{"image", isText, extra})
	categoryShape = isRecord(member{"id", isID, must}, member{"name", isFilled, must}, member{"slug", isFilled, must}, member{"type", isFilled, extra},
		member{"description", isHTML, may}, member{"banner", isText, may}, member{"parent", orNull(linkShape), must}, member{"image", isText, extra})
)

// categoryNodeShape holds itself, so it cannot be a variable.
func categoryNodeShape(at *place, v any, tell verdict) {
	isRecord(member{"id", isID, must}, member{"name", isFilled, must}, member{"slug", isFilled, must}, member{"children", isArrayOf(categoryNodeShape), must})(at, v, tell)
}

// conforms are the shapes of the catalogue's views.
var conforms = map[string]shape{
	"/product":                   {productCardShape, true, "pagination"},
	"/product/new":               {productCardShape, true, "pagination"},
	"/product/popular":           {productCardShape, true, "pagination"},
	"/product/random/{amount}":   {productCardShape, true, ""},
	"/product/{slug}/similar":    {productCardShape, true, ""},
	"/product/{slug}":            {productDetailShape, false, ""},
	"/product/filters":           {productFacetsShape, false, ""},
	"/brand":                     {brandShape, true, "meta"},
	"/brand/{slug}":              {brandShape, false, ""},
	"/brand/id/{_id}":            {brandShape, false, ""},
	"/brand/card/{slug}":         {brandCardShape, false, ""},
	"/brand/location":            {brandPlaceShape, true, ""},
	"/merchant":                  {merchantShape, true, "meta"},
	"/merchant/{slug}":           {merchantShape, false, ""},
	"/merchant/card/{slug}":      {merchantCardShape, false, ""},
	"/merchant/location":         {merchantPlaceShape, true, ""},
	"/category/tree":             {categoryNodeShape, true, ""},
	"/category/list":             {categoryCardShape, true, ""},
	"/category/{slug}":           {categoryShape, false, ""},
	"/place":                     {placeShape, true, "meta"},
	"/place/{slug}":              {placeShape, false, ""},
	"/place/id/{_id}":            {placeShape, false, ""},
	"/place/short/{slug}":        {placeCardShape, false, ""},
	"/organization":              {organizationShape, true, "meta"},
	"/organization/{slug}":       {organizationShape, false, ""},
	"/organization/id/{_id}":     {organizationShape, false, ""},
	"/organization/short/{slug}": {organizationCardShape, false, ""},
	"/campaign":                  {campaignShape, true, "meta"},
	"/campaign/active":           {campaignCardShape, true, ""},
	"/campaign/{_id}":            {campaignShape, false, ""},
	"/page":                      {pageCardShape, true, "meta"},
	"/page/{slug}":               {pageShape, false, ""},
	"/blog":                      {blogCardShape, true, "meta"},
	"/blog/new":                  {blogCardShape, true, "meta"},
	"/blog/{slug}":               {blogShape, false, ""},
	"/attribute":                 {attributeShape, true, ""},
	"/attribute/{id}":            {attributeShape, false, ""},
	"/route":                     {routeCardShape, true, "meta"},
	"/route/{slug}":              {routeShape, false, ""},
	"/faq":                       {faqShape, true, "meta"},
	"/faq/{slug}":                {faqGroupShape, false, ""},
	"/collections":               {collectionCardShape, true, "meta"},
	"/collections/{slug}":        {collectionShape, false, ""},
	"/event":                     {eventCardShape, true, "meta"},
	"/event/upcoming":            {eventCardShape, true, "meta"},
	"/event/passed":              {eventCardShape, true, "meta"},
	"/event/new":                 {eventCardShape, true, "meta"},
	"/event/{slug}":              {eventShape, false, ""},
	"/event/filters":             {eventFacetsShape, false, ""},
	"/event/{slug}/similar":      {eventCardShape, true, ""},
	"/event/{slug}/seo":          {eventSEOShape, false, ""},
	"/dictionary":                {wordShape, true, "meta"},
	"/dictionary/{slug}":         {wordShape, false, ""},
	"/project":                   {projectCardShape, true, "meta"},
	"/project/{slug}":            {projectShape, false, ""},
}
