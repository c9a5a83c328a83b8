// Package meili is the search engine for large catalogues. Meilisearch 1.14 or newer finds and ranks candidates;
// Postgres filters them.
//
// Meilisearch indexes asynchronously, so its matches are candidates, at most 1,000 ids in rank order. Postgres applies
// the visibility rule, filters, facets and the requested order, in the snapshot of the answer. A row that was
// unpublished, deleted or excluded by a filter therefore never appears, however old the index is. No row is missing
// either: Postgres matches the rows that changed since the index was last complete (search_cursor), as search/pg does.
// It also matches rows by the name of a related row, because an index of products contains no brands.
//
// If Meilisearch is unreachable, busy, slow, empty or too far behind, search/pg answers in the same snapshot: slower,
// but not older, and without an error. search.Counted counts these fallbacks for /metrics. A text without a match goes
// to search/pg too.
//
// One index for each kind holds all tenants, because Meilisearch keeps only 20 indexes open and batches within one
// index only. This package adds a tenant filter to every search. Without it, Postgres would still drop foreign rows.
//
//	meili.go       the engine
//	candidates.go  the search in Meilisearch
//	recent.go      the changes that the index lacks
//	index.go       updates of the index
//	document.go    the documents in the index
//	digest.go      comparison of the index with Postgres
package meili
