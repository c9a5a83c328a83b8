package api

// The field tables of events, places, editorial content and what belongs to them; see conformance_shapes_test.go.

var (
	// A place may be shown before it is known where it lies or how many it holds.
	placeCardShape = isRecord(member{"id", isID, must}, member{"name", isFilled, must}, member{"slug", isFilled, must},
		member{"location", orNull(pointShape), must}, member{"image", isText, extra}, member{"city", isText, extra})
	placeShape = isRecord(member{"id", isID, must}, member{"name", isFilled, must}, member{"slug", isFilled, must},
		member{"capacity", orNull(isInteger), must}, member{"location", orNull(pointShape), must}, member{"description", isHTML, extra},
		member{"image", isText, extra}, member{"images", isArrayOf(isFilled), extra}, member{"city", isText, extra},
		member{"country", isText, extra}, member{"website", isText, extra}, member{"email", isText, extra}, member{"phone", isText, extra},
		member{"timezone", isText, extra})

	organizationCardShape = isRecord(member{"id", isID, must}, member{"name", isFilled, must}, member{"slug", isFilled, must},
		member{"logo", orNull(isText), must}, member{"brief", orNull(isText), must})
	organizationShape = isRecord(member{"id", isID, must}, member{"name", isFilled, must}, member{"slug", isFilled, must},
		member{"logo", isText, extra}, member{"image", isText, extra}, member{"brief", isText, extra}, member{"description", isHTML, extra},
		member{"website", isText, extra}, member{"email", isText, extra}, member{"phone", isText, extra}, member{"address", isText, extra},
		member{"city", isText, extra}, member{"country", isText, extra}, member{"contacts", isArrayOf(isAnything), extra},
		member{"social", isObject, extra})

	// A campaign without an end date runs until it is taken down.
	campaignCardShape = isRecord(member{"id", isID, must}, member{"title", isFilled, must}, member{"coverImage", orNull(isText), must},
		member{"endDate", orNull(isInstant), must}, member{"slug", isFilled, extra}, member{"url", isText, extra})
	campaignShape = isRecord(member{"id", isID, must}, member{"title", isFilled, must}, member{"coverImage", orNull(isText), must},
		member{"startDate", orNull(isInstant), extra}, member{"endDate", orNull(isInstant), must}, member{"slug", isFilled, extra},
		member{"brief", isText, extra}, member{"description", isHTML, extra}, member{"banner", isText, extra}, member{"url", isText, extra})

	seoShape      = isRecord(member{"metaTitle", isText, must}, member{"metaDescription", isText, must})
	pageCardShape = isRecord(member{"id", isID, must}, member{"slug", isFilled, must}, member{"title", isFilled, must}, member{"createdAt", isInstant, must})
	pageShape     = isRecord(member{"id", isID, must}, member{"slug", isFilled, must}, member{"title", isFilled, must},
		member{"content", isHTML, must}, member{"seo", seoShape, must})

	authorShape = isRecord(member{"name", isFilled, must}, member{"title", isText, extra}, member{"image", isText, extra}, member{"bio", isText, extra})
	blogMembers = []member{{"id", isID, must}, {"slug", isFilled, must}, {"title", isFilled, must}, {"summary", isText, extra},
		{"coverImage", isText, extra}, {"author", authorShape, extra}, {"publishedAt", isInstant, must}, {"tags", isArrayOf(isText), extra},
		{"category", categoryRefsShape, extra}}
	blogCardShape = isRecord(blogMembers...)
	blogShape     = isRecord(append(blogMembers[:len(blogMembers):len(blogMembers)], member{"content", isHTML, must}, member{"seo", seoShape, extra})...)

	attributeShape = isRecord(member{"id", isID, must}, member{"name", isFilled, must}, member{"type", isFilled, must},
		member{"options", isArrayOf(isRecord(member{"label", isFilled, must}, member{"value", isFilled, must})), must}, member{"unit", isText, extra})

	stopShape = isRecord(member{"day", isInteger, must}, member{"title", isFilled, must}, member{"description", isText, must},
		member{"image", isText, extra})
	routeMembers = []member{{"id", isID, must}, {"slug", isFilled, must}, {"title", isFilled, must}, {"durationDays", orNull(isInteger), must},
		{"stops", isArrayOf(stopShape), must}, {"brief", isText, extra}, {"coverImage", isText, extra}}
	routeCardShape = isRecord(routeMembers...)
	routeShape     = isRecord(append(routeMembers[:len(routeMembers):len(routeMembers)], member{"description", isHTML, extra},
		member{"images", isArrayOf(isFilled), extra}, member{"distanceKm", isNumber, extra}, member{"difficulty", isText, extra},
		member{"price", cardPriceShape, extra})...)

	// A Question may stand outside every group.
	faqShape = isRecord(member{"_id", isID, must}, member{"question", isFilled, must}, member{"answer", isHTML, must}, member{"date", isInstant, must},
		member{"group", orNull(isRecord(member{"_id", isID, must}, member{"title", isFilled, must}, member{"slug", isFilled, must})), must})

	collectionCardShape = isRecord(member{"id", isID, extra}, member{"title", isFilled, must}, member{"slug", isFilled, must},
		member{"banner", orNull(isText), must}, member{"brief", isText, extra}, member{"image", isText, extra})
	collectionShape = isRecord(member{"id", isID, extra}, member{"title", isFilled, must}, member{"slug", isFilled, must},
		member{"banner", orNull(isText), must}, member{"brief", isText, extra}, member{"image", isText, extra}, member{"description", isHTML, extra},
		member{"products", isArrayOf(isRecord(member{"id", isID, must}, member{"name", isFilled, must}, member{"price", orNull(isMoney), must},
			member{"currency", isCurrency, extra}, member{"slug", isFilled, extra}, member{"image", isText, extra})), must})

	wordShape = isRecord(member{"id", isID, must}, member{"slug", isFilled, must}, member{"term", isFilled, must}, member{"definition", isHTML, must},
		member{"relatedTerms", isArrayOf(isRecord(member{"term", isFilled, must}, member{"slug", isFilled, must})), must})

	projectMembers = []member{{"id", isID, must}, {"slug", isFilled, must}, {"title", isFilled, must}, {"status", isFilled, must},
		{"completionDate", orNull(isInstant), must}, {"gallery", isArrayOf(isFilled), must}, {"brief", isText, extra}, {"coverImage", isText, extra}}
	projectCardShape = isRecord(projectMembers...)
	projectShape     = isRecord(append(projectMembers[:len(projectMembers):len(projectMembers)], member{"startDate", isInstant, extra},
		member{"description", isHTML, extra}, member{"content", isHTML, extra}, member{"client", isText, extra}, member{"website", isText, extra},
		member{"organization", linkShape, extra}, member{"category", categoryRefsShape, extra})...)
)

var (
	eventMembers = []member{{"name", isFilled, must}, {"slug", isFilled, must}, {"status", isStatus, must},
		{"date", isRecord(member{"start", isInstant, must}, member{"end", isInstant, must}, member{"year", isInteger, may}), must},
		{"sessions", orNull(isArrayOf(isRecord(member{"start", isInstant, must}, member{"end", isInstant, must}, member{"label", isText, may}))), may},
		{"recurrenceGroupId", orNull(isText), may}, {"price", detailPriceShape, must}, {"place", isAnything, may}, {"merchant", cardMerchantShape, may},
		{"capacity", isRecord(member{"min", isInteger, must}, member{"max", isInteger, must}, member{"cancelation", isBoolean, may}), may},
		{"badges", isArrayOf(isAnything), may}, {"attributes", isArrayOf(isAnything), may}}
	eventCardShape = isRecord(append(eventMembers[:len(eventMembers):len(eventMembers)], member{"_id", isID, must}, member{"featuredImage", isText, must},
		member{"abstract", isText, must}, member{"isHolidayActive", isBoolean, must}, member{"attendees", isInteger, must}, member{"liked", isBoolean, may})...)
	eventShape = isRecord(append(eventMembers[:len(eventMembers):len(eventMembers)], member{"id", isID, must}, member{"images", isArrayOf(isFilled), must},
		member{"content", isHTML, may}, member{"description", isHTML, may}, member{"notes", isArrayOf(isText), may}, member{"rules", isArrayOf(isText), may},
		member{"holidayMode", holidayShape, may}, member{"liked", isBoolean, must})...)
	eventFacetsShape = isRecord(member{"priceRange", boundsShape, must}, member{"categories", facetShape, must}, member{"places", facetShape, must},
		member{"merchants", facetShape, must}, member{"years", yearsShape, must})

	eventSEOShape = isRecord(member{"title", isFilled, must}, member{"description", isText, must}, member{"image", isText, extra},
		member{"canonical", isFilled, must}, member{"jsonLd", isObject, must},
		member{"openGraph", isRecord(member{"type", isFilled, must}, member{"title", isFilled, must}, member{"description", isText, must},
			member{"image", isText, extra}, member{"url", isFilled, must}), must},
		member{"twitter", isRecord(member{"card", isFilled, must}, member{"title", isFilled, must}, member{"description", isText, must},
			member{"image", isText, extra}), must})
)

// faqGroupShape holds itself, so it cannot be a variable.
func faqGroupShape(at *place, v any, tell verdict) {
	isRecord(member{"_id", isID, must}, member{"title", isFilled, must}, member{"slug", isFilled, may}, member{"description", isHTML, must},
		member{"questions", isArrayOf(faqShape), must}, member{"parent", isText, may}, member{"children", isArrayOf(faqGroupShape), may})(at, v, tell)
}
