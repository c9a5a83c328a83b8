// Package meili is the search engine for catalogues that outgrow Postgres: Meilisearch 1.14 or newer finds and ranks,
// Postgres judges.
//
// Meilisearch indexes behind a queue, so what it finds are candidates, at most 1,000 ids in rank order. Which of them
// may be shown, how many there are, how they fall into facets and in which order a reader asked for them is asked of
// Postgres, in the snapshot of the answer. So a row that was unpublished, deleted or filtered out is never shown,
// however late the index is. And none is missed: rows that changed since the index was last complete (search_cursor)
// are matched by Postgres, as search/pg does, in place of the index; so are rows whose related row has a word in its
// name, since an index of products knows no brands.
//
// Where Meilisearch cannot answer (away, busy, slow, empty, or too far behind), search/pg answers in its place, in the
// same snapshot: slower, never staler, and no error. search.Counted says how often, in /metrics. A text that nothing
// was found for goes to search/pg too.
//
// One index a kind holds all tenants, since Meilisearch keeps only 20 indexes open and batches within one only. The
// tenant is a filter that this package puts on every search; were it lost, Postgres would still drop every foreign row.
//
// Files: meili.go (the engine), candidates.go (asking Meilisearch), recent.go (what it cannot know yet), index.go
// (keeping it in step), document.go (what it is told), digest.go (what it has, compared with Postgres).
package meili
