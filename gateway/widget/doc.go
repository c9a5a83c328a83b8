// Package widget answers the searches of search widgets, whatever client sends them.
//
// A client's request is read by a package of its own (algolia, meilisearch) into a Call: queries in one canonical form.
// The queries of a call are answered in one snapshot, so all parts of a page show the same state. The answer is kept
// like any other, with tags and a stamp. The records are those of the module's list, byte for byte.
//
// Files, in the order a request meets them:
//
//	index.go      Index: a module in one order
//	attribute.go  what an index can be filtered by and counted
//	text.go       the texts of an index
//	filter.go     Filter: a condition in the client's words
//	parse.go      filters in text
//	place.go      filters of places on the map
//	query.go      Query and Result, and the limits of a call
//	answer.go     Call, and the answer in one snapshot
//	plan.go       which queries one search of an engine answers
//	compile.go    filters as search conditions
//	names.go      records by name, categories by path
//	facet.go      what was counted, as widgets show it
//	hit.go        the attributes of a record
package widget
