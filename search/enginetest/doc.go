// Package enginetest is the test suite of search engines, over real tables in a real Postgres.
//
//	enginetest.go  Exercise and the tenant that it searches
//	find.go        matches of texts
//	list.go        filters, facets, order, pages
//	settings.go    synonyms, stop words, weights and pins of a tenant
//	fresh.go       recent changes
package enginetest
