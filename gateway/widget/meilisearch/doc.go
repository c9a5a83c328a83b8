// Package meilisearch translates between the search requests and answers of Meilisearch's clients and package widget.
// The clients are instant-meilisearch and meilisearch for JavaScript.
//
//	route.go    the paths and errors
//	request.go  the body of a request
//	sort.go     orders
//	answer.go   the answer
//	hit.go      one record with its highlights
package meilisearch
