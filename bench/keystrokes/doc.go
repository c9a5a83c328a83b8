// Command keystrokes measures a search box: titles of a tenant with 66,778 products are typed letter by letter.
//
//	VITRINE_REALDATA=folder make bench-keystrokes
//
// Each beginning of a title is searched once, so that no answer comes from the cache, and the first 20 products are
// returned. The same beginnings are then searched while products are edited, and at last once more, from the cache. A
// beginning that several titles share counts once. Beside them the run measures SELECT 1, and Meilisearch, which gets
// each beginning directly.
//
// Times are those of one client over one connection, and those of the gateway itself: its histogram
// vitrine_miss_duration_seconds, from the query to its answer. Quantiles of the histogram are bounded by its buckets.
//
//	main.go     the run
//	typed.go    the beginnings, and how they are typed
//	inside.go   the times of the gateway
//	direct.go   Meilisearch, filled through Vitrine and searched directly
package main
