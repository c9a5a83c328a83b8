// Command meili measures searches of 66,778 products through Vitrine with Meilisearch, and the same searches sent to
// that Meilisearch directly, in turns. It also measures how long the index takes after an import and after a change of
// many prices, and searches while Meilisearch is stopped.
//
//	main.go      the run
//	searches.go  the searches, as both servers understand them
//	measure.go   their durations
//	index.go     the durations of indexing
package main
