// Package algolia translates between the search requests and answers of Algolia's clients and package widget. The
// clients are algoliasearch 4 and 5, InstantSearch for React, Vue and plain pages, autocomplete-js and Searchkit.
//
//	route.go    the paths
//	request.go  the body of a request
//	params.go   the parameters of one search, in the forms of all clients
//	filters.go  filters in lists
//	answer.go   the answer
//	hit.go      one record with its highlights
package algolia
