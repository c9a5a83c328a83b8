// Package engines tests what readers find by each search engine: Postgres, the lists in memory and Meilisearch, also
// while the index of Meilisearch is behind or the server does not answer.
//
//	engine_test.go       the engines, and a tenant's products in a running app
//	stream_test.go       when a change is announced
//	new_test.go          new records
//	order_test.go        the popularity of products that match alike
//	unpublished_test.go  records that are no longer shown
package engines
