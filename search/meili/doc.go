// Package meili is the search engine for large catalogues. Meilisearch 1.14 or newer finds, ranks, filters, sorts and
// counts; Postgres adds what changed since.
//
// Meilisearch indexes asynchronously, so its answer may be older than the snapshot of a query. The rows that changed
// since the index was last complete (search_cursor) are left out of it, and searched in the snapshot. So a row that was
// unpublished or deleted never appears, none is missing, and totals, order and facets are those of the snapshot. If the
// index has documents that are newer than the snapshot, the next engine answers.
//
// That holds for the kinds in Config.Kinds, whose documents have the columns of a search/memory.Kind. In other kinds
// Meilisearch finds up to 1,000 candidates in rank order, and Postgres filters them in the snapshot.
//
// If the next engine holds the rows in memory as of the change that a query names, its table stands in for the
// snapshot, and Postgres is not asked. The table remembers which rows changed lately. It also knows how many documents
// the index must have: fewer tell that the index is ahead of the table, or has lost some, and then the query needs a
// snapshot. A query whose answer is not kept (search.Query.Once) relies on a count of a moment before, and on a lease.
// The worker sends a document only after every gateway with a lease has applied what it shows.
//
// If Meilisearch is unreachable, busy, slow, empty or too far behind, or has no match, the next engine answers in the
// same snapshot: not older, and without an error. search.Counted counts these fallbacks for /metrics.
//
// One index for each kind holds all tenants, because Meilisearch keeps only 20 indexes open and batches within one
// index only. This package adds a tenant filter to every search.
//
//	meili.go       the engine
//	kind.go        queries as Meilisearch understands them
//	answer.go      the search in Meilisearch
//	merge.go       the answer, with the rows that changed since
//	candidates.go  the search of kinds that Meilisearch does not filter
//	recent.go      the changes that the index lacks
//	held.go        searches without Postgres
//	breaker.go     failures
//	client.go      requests
//	index.go       updates of the index
//	count.go       the numbers of documents in the index
//	settings.go    the settings of the index, and whether somebody has altered them
//	keep.go        checks and rebuilding of the index, and comparison with Postgres
//	document.go    the documents in the index
package meili
