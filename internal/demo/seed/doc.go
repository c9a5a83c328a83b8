// Package seed writes the two demo tenants, whose texts are in package content, to a database.
//
// [Run] promises: the same tenant, number of products and moment give the same rows, byte for byte, ids included. A
// second run changes nothing, so that no change number moves. Edited rows stay as they are, unless Options.Reset asks
// for the original rows.
//
// Rows are in Turkish (language tr), in English (en) or in no language (NULL). Dates lie around Options.Now, so that
// there are always campaigns to come and past events.
//
//	seed.go          Run: options, report, loading
//	builder.go       the rows of one tenant: ids, slugs, random numbers from a hash
//	row.go           rows as structs, their columns and values; tenants; publication windows
//	text.go          addresses, persons, HTML
//	category.go      categories
//	business.go      brands, merchants, organizations
//	attribute.go     attributes, of sets and of products
//	product.go       products; product_name.go: their names and prices
//	place.go         places
//	project.go       projects, routes
//	marketing.go     collections, campaigns
//	editorial.go     pages, posts, questions, terms
//	event.go         events
package seed
