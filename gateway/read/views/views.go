// Package views holds the views that are more than rows of a table: trees, filters, similar and random records.
//
// A view of the catalogue names its function here in View.Special. A view that can do without one should.
//
// Files:
//
//	views.go    All and Facets, by name
//	tree.go     the category tree
//	similar.go  products and events that resemble another one
//	random.go   random products
//	seo.go      an event for search engines and social networks
//	faq.go      a group of questions
//	search.go   a search over all modules
//	suggest.go  completions of a text
//	facets.go   the filters of products and events
//	rows.go     reading rows, and the answers that show them
package views

import "vitrine/gateway/read"

// All are the special views, except for filters pages, by name.
var All = map[string]read.View{
	"tree":         categoryTree,
	"similar":      productSimilar,
	"random":       productRandom,
	"eventSimilar": eventSimilar,
	"eventSEO":     eventSEO,
	"faqGroup":     faqGroup,
	"search":       searchAll,
	"suggest":      suggest,
}

// Facets are the filters pages, by name.
var Facets = map[string][]read.Facet{"filters": productFacets, "eventFilters": eventFacets}
