// Package query turns the path and the parameters of a request into one canonical query.
//
// Two requests with the same meaning become the same Query, and Query.AppendURL writes its one canonical URL. That URL
// is the cache key, so a parameter that is not part of the key cannot influence the answer. The package is pure: it
// reads no clock, no cache and no database, and it runs only when the raw URL was not found in the cache.
//
// Files, in the order a request meets them:
//
//	path.go    the tenant and the path under /v1; which paths are refused
//	router.go  the view of a path
//	mistyped.go  names of parameters with a typing error, while developing
//	parse.go   query parameters: paging, order, text and filters
//	names.go   parameters that list names, such as modules
//	highlight.go  which fields a search marks, and how long its snippets are
//	values.go  the canonical form of each type of filter value
//	query.go   Query: its canonical URL, search conditions and cache dependencies
package query
